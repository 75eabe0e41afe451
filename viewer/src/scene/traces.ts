// Paths of points: the whole path thin and pale, the part up to the moment shown strong.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { SIZE, movePoint } from "./affine";
import type { Mechanism } from "./mechanism";

const COLOURS = ["#e0562b", "#2f7fd6", "#1f9e77", "#c2418f", "#b8901f", "#8a6fd1"] as const;

export interface Trace {
  name: string;
  colour: string;
  carrier: number;
  at: readonly [number, number, number];
  line: Line2;
  whole: Line2;
  rows: Int32Array;
}

export class Traces {
  readonly group = new THREE.Group();
  readonly list: Trace[] = [];
  private made = 0;

  constructor(private readonly mechanism: Mechanism) {}

  add(name: string, carrier: number, at: readonly [number, number, number]): Trace {
    const { motion } = this.mechanism;
    const rows = Int32Array.from(motion.sampleRows(20000));
    const points: number[] = [];
    const kept: number[] = [];
    const point = new Float64Array(3);
    for (const row of rows) {
      motion.setRow(row);
      movePoint(point, 0, motion.placements, SIZE * carrier, at[0], at[1], at[2]);
      if (motion.placements[SIZE * carrier] === 0 && motion.placements[SIZE * carrier + 1] === 0 && motion.placements[SIZE * carrier + 2] === 0) continue;
      points.push(point[0]!, point[1]!, point[2]!);
      kept.push(row);
    }
    const geometry = new LineGeometry();
    if (kept.length < 2) points.push(...points, 0, 0, 0, 0, 0, 0);
    geometry.setPositions(points);
    const colour = COLOURS[this.made++ % COLOURS.length]!;
    const line = new Line2(geometry, new LineMaterial({ color: colour, linewidth: 2.2 }));
    const whole = new Line2(geometry.clone(), new LineMaterial({ color: colour, linewidth: 1.2, transparent: true, opacity: 0.3 }));
    line.frustumCulled = false;
    whole.frustumCulled = false;
    this.group.add(line, whole);
    const trace = { name, colour, carrier, at, line, whole, rows: Int32Array.from(kept) };
    this.list.push(trace);
    return trace;
  }

  remove(trace: Trace): void {
    const i = this.list.indexOf(trace);
    if (i < 0) return;
    this.list.splice(i, 1);
    this.group.remove(trace.line, trace.whole);
    for (const line of [trace.line, trace.whole]) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }

  clear(): void {
    for (const trace of [...this.list]) this.remove(trace);
    this.made = 0;
  }

  update(time: number): void {
    const row = this.mechanism.run.rowAt(time);
    for (const { line, rows } of this.list) {
      let low = 0, high = rows.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (rows[middle]! <= row) low = middle + 1;
        else high = middle;
      }
      line.geometry.instanceCount = Math.max(0, low - 1);
    }
  }
}
