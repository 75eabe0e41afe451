// What is written over the 3-D view: names, the axes of the ground, scales. Names are painted, not put into the document.
import * as THREE from "three";
import type { Theme } from "../theme";
import { count, number } from "../dom";
import { SIZE, movePoint } from "./affine";
import type { Eye } from "./camera";
import { niceBelow } from "./grid";
import type { Mechanism } from "./mechanism";

export interface Scale { colour: string; /** length drawn per unit */ scale: number; unit: string; text: string; double: boolean }

/** `quiet`: written only where it is selected. */
interface Label { text: string; element: string; carrier: number; at: readonly number[]; strong: boolean; quiet?: boolean }

const MOST = 32; // characters of a name that are shown

const short = (name: string, most = MOST) => (name.length > most ? `${name.slice(0, most - 1)}\u2026` : name);
/** 20000 as 20 000; small and large ones as they are. */
const grouped = (value: number) => (Number.isInteger(value) && value < 1e9 ? count(value) : number(value));

export class Overlay {
  readonly canvas = document.createElement("canvas");
  labels = false;
  frames = false;
  scales: Scale[] = [];
  /** The name under the pointer, and where that is. */
  hover: { text: string; x: number; y: number } | null = null;
  private readonly pen: CanvasRenderingContext2D;
  private readonly names: Label[] = [];
  private readonly frameNames: Label[] = [];
  private readonly point = new Float64Array(3);
  private readonly vector = new THREE.Vector3();
  private readonly taken: { left: number; top: number; right: number; bottom: number }[] = [];
  private width = 0;
  private height = 0;

  constructor(private readonly mechanism: Mechanism | null, private readonly theme: Theme) {
    this.canvas.className = "scene-overlay";
    this.canvas.setAttribute("aria-hidden", "true");
    this.pen = this.canvas.getContext("2d")!;
    if (!mechanism) return;
    const { scene, motion } = mechanism;
    for (const strand of mechanism.beams?.strands ?? []) {
      const { carrier, at } = strand.anchor(Math.floor(strand.carriers.length / 2));
      this.names.push({ text: short(strand.name), element: strand.name, carrier, at, strong: true });
    }
    scene.bodies.forEach((body, i) => this.names.push({ text: short(body.name), element: body.name, carrier: i + 1, at: [0, 0, 0], strong: true, quiet: mechanism.beams?.isNode(body.name) ?? false }));
    for (const connector of [...scene.joints, ...scene.forces]) {
      const side = connector.sides[0];
      const carrier = side && motion.carriers.get(side.body);
      if (side && carrier !== undefined) this.names.push({ text: short(connector.name), element: connector.name, carrier, at: side.at, strong: false });
    }
    [{ name: "ground", frames: scene.ground.frames }, ...scene.bodies].forEach((body, i) => {
      for (const frame of body.frames) this.frameNames.push({ text: short(frame.name), element: `${body.name}.${frame.name}`, carrier: i, at: frame.at, strong: false });
    });
  }

  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  draw(eye: Eye, selected: string | null, lengthUnit: string, below: number): void {
    const { pen, width, height } = this;
    pen.clearRect(0, 0, width, height);
    pen.font = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
    pen.textBaseline = "middle";
    this.taken.length = 0;
    if (this.mechanism) {
      for (const label of this.names) if ((this.labels && !label.quiet) || label.element === selected) this.write(label, eye, label.element === selected);
      if (this.frames) for (const label of this.frameNames) this.write(label, eye, label.element === selected);
    }
    if (this.hover) this.plate(short(this.hover.text), this.hover.x + 14, this.hover.y + 16, false, true);
    this.axes(eye);
    this.bars(eye, lengthUnit, below);
  }

  private write(label: Label, eye: Eye, selected: boolean): void {
    const { pen, vector } = this;
    movePoint(this.point, 0, this.mechanism!.motion.placements, SIZE * label.carrier, label.at[0]!, label.at[1]!, label.at[2]!);
    vector.set(this.point[0]!, this.point[1]!, this.point[2]!).project(eye.camera);
    if (!(Math.abs(vector.z) < 1)) return;
    const x = ((vector.x + 1) / 2) * this.width + 8;
    const y = ((1 - vector.y) / 2) * this.height - 9;
    const wide = pen.measureText(label.text).width;
    const place = { left: x - 3, top: y - 8, right: x + wide + 3, bottom: y + 8 };
    if (!selected && this.taken.some((other) => place.left < other.right && place.right > other.left && place.top < other.bottom && place.bottom > other.top)) return;
    this.taken.push(place);
    this.plate(label.text, x, y, selected, label.strong);
  }

  private plate(text: string, x: number, y: number, selected: boolean, strong: boolean): void {
    const { pen } = this;
    pen.globalAlpha = 0.86;
    pen.fillStyle = selected ? this.theme.colour("--select") : this.theme.colour("--panel");
    pen.beginPath();
    pen.roundRect(x - 4, y - 8, pen.measureText(text).width + 8, 16, 4);
    pen.fill();
    pen.globalAlpha = 1;
    pen.textAlign = "left";
    pen.fillStyle = selected ? this.theme.colour("--panel") : this.theme.colour(strong ? "--ink" : "--ink-2");
    pen.fillText(text, x, y + 0.5);
  }

  /** The axes of the ground, as the eye sees them. */
  private axes(eye: Eye): void {
    const { pen, vector } = this;
    const x0 = 34;
    const y0 = this.height - 36;
    const arms = ([["x", 1, 0, 0, "#d6453d"], ["y", 0, 1, 0, "#3f9b46"], ["z", 0, 0, 1, "#4a7fe0"]] as const).map(([name, x, y, z, colour]) => {
      vector.set(x, y, z).applyQuaternion(eye.camera.quaternion.clone().invert());
      return { name, colour, x: vector.x, y: vector.y, z: vector.z };
    });
    arms.sort((a, b) => a.z - b.z);
    pen.lineWidth = 2;
    pen.lineCap = "round";
    for (const arm of arms) {
      pen.strokeStyle = arm.colour;
      pen.fillStyle = arm.colour;
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x0 + 20 * arm.x, y0 - 20 * arm.y);
      pen.stroke();
      if (Math.hypot(arm.x, arm.y) < 0.15) {
        pen.beginPath();
        pen.arc(x0, y0, 3, 0, 7);
        pen.fill();
      }
      pen.textAlign = "center";
      const away = Math.hypot(arm.x, arm.y) < 0.15 ? [-9, 9] : [27 * arm.x, -27 * arm.y];
      pen.fillText(arm.name, x0 + away[0]!, y0 + away[1]!);
    }
  }

  /** Scales of length and of the arrows, at the depth of what is looked at. */
  private bars(eye: Eye, lengthUnit: string, below: number): void {
    const { pen } = this;
    const pixel = eye.pixel(this.height);
    const rows: Scale[] = [{ colour: this.theme.colour("--ink-2"), scale: 1, unit: lengthUnit, text: "", double: false }, ...this.scales];
    let y = this.height - 18 - below;
    const right = this.width - 14;
    pen.textAlign = "right";
    for (const row of rows) {
      const value = niceBelow((96 * pixel) / row.scale);
      const wide = (value * row.scale) / pixel;
      if (!Number.isFinite(wide) || wide <= 0) continue;
      const left = right - wide;
      pen.strokeStyle = row.colour;
      pen.fillStyle = row.colour;
      pen.lineWidth = row.text ? 2.4 : 1.5;
      pen.lineCap = "butt";
      pen.beginPath();
      pen.moveTo(left, y);
      pen.lineTo(right - (row.text ? 6 : 0), y);
      if (!row.text) for (const x of [left, right]) { pen.moveTo(x, y - 4); pen.lineTo(x, y + 4); }
      pen.stroke();
      if (row.text) {
        for (const back of row.double ? [0, 6] : [0]) {
          pen.beginPath();
          pen.moveTo(right - back, y);
          pen.lineTo(right - back - 9, y - 4.5);
          pen.lineTo(right - back - 9, y + 4.5);
          pen.fill();
        }
      }
      pen.fillStyle = this.theme.colour("--ink-2");
      pen.fillText(`${row.text ? `${row.text}  ` : ""}${grouped(value)} ${short(row.unit, 16)}`, left - 8, y);
      y -= 19;
    }
  }
}
