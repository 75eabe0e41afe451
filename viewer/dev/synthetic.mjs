// Pages with synthetic data, for development, for the tests of faults and for measuring: the program is not needed.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const PLACE = "<!--SARRUS-DATA-->";
export const template = () => readFileSync(new URL("../dist/template.html", import.meta.url), "utf8");

function shuffle(bytes, width) {
  const count = bytes.length / width;
  const out = Buffer.alloc(bytes.length);
  for (let i = 0; i < count; i++) for (let b = 0; b < width; b++) out[b * count + i] = bytes[i * width + b];
  return out;
}
const packed = (array, width) => deflateSync(shuffle(Buffer.from(array.buffer, array.byteOffset, array.byteLength), width)).toString("base64");
export const pack = (numbers) => packed(Float64Array.from(numbers), 8);
export const packFloat32 = (numbers) => packed(Float32Array.from(numbers), 4);
export const packUint32 = (numbers) => packed(Uint32Array.from(numbers), 4);

/** The page of a record, or of any text in its place (for damaged pages). */
export function pageOf(record) {
  const json = typeof record === "string" ? record : JSON.stringify(record);
  const safe = json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return template().replace(PLACE, () => `<script type="application/json" id="sarrus-data">${safe}</script>`);
}

const UNITS = { length: "m", mass: "kg", time: "s", force: "N", angle: "rad" };
const NO_TURN = [1, 0, 0, 0];
const column = (element, quantity, unit, values) => ({ name: `${element}.${quantity}`, element, quantity, unit, data: pack(values) });

/** Columns of a body from its poses: [x y z w x y z] per row. */
function poseColumns(name, poses) {
  const quantities = ["x", "y", "z", "q0", "q1", "q2", "q3"];
  return quantities.map((quantity, i) => column(name, quantity, i < 3 ? "m" : "", poses.map((pose) => pose[i])));
}

function record(name, time, columns, scene, extra = {}) {
  return {
    name, file: `${name}.h5`, title: name, model: "", text: "", method: "hht:alpha=-0.2", version: "0.0.0", hash: "0", units: UNITS,
    settings: { end: String(time.at(-1)), tolerance: "1e-05" }, messages: [], doctor: [],
    rows: { total: time.length, kept: time.length, every: 1 }, omitted: [], time: pack(time), columns, steps: null, scene, tree: [], ...extra,
  };
}

/** A damped pendulum of length 1 m that pulls a slider by a spring; `damping` tells two runs apart. */
export function pendulum({ name = "pendulum", rows = 200, damping = 0.15 } = {}) {
  const time = Array.from({ length: rows }, (_, i) => (8 * i) / (rows - 1));
  const angle = time.map((t) => 1.1 * Math.exp(-damping * t) * Math.cos(3.1 * t));
  const slide = time.map((t) => 0.25 * Math.sin(2.2 * t) * Math.exp(-0.1 * t));
  const arm = angle.map((a) => [0.5 * Math.sin(a), -0.5 * Math.cos(a), 0, Math.cos(a / 2), 0, 0, Math.sin(a / 2)]);
  const block = slide.map((s) => [1.3 + s, -1, 0, 1, 0, 0, 0]);
  const rate = angle.map((a, i) => (angle[Math.min(rows - 1, i + 1)] - angle[Math.max(0, i - 1)]) / (time[Math.min(rows - 1, i + 1)] - time[Math.max(0, i - 1)]));
  const columns = [
    ...poseColumns("arm", arm), column("arm", "wz", "rad/s", rate),
    ...poseColumns("block", block), column("block.hook", "x", "m", block.map((p) => p[0] - 0.15)),
    column("A", "fx", "N", angle.map((a, i) => -(9.81 * Math.cos(a) + rate[i] ** 2) * Math.sin(a))),
    column("A", "fy", "N", angle.map((a, i) => (9.81 * Math.cos(a) + rate[i] ** 2) * Math.cos(a))), column("A", "fz", "N", angle.map(() => 0)),
    column("spring", "length", "m", slide.map((s, i) => Math.hypot(1.15 + s - Math.sin(angle[i]), -1 + Math.cos(angle[i])))),
    column("spring", "force", "N", slide.map((s, i) => 20 * (Math.hypot(1.15 + s - Math.sin(angle[i]), -1 + Math.cos(angle[i])) - 0.8))),
    { name: "energy", element: "", quantity: "energy", unit: "J", data: pack(time.map((t) => 10 * Math.exp(-0.3 * t))) },
  ];
  const scene = {
    length: 1, gravity: [0, -9.81, 0], up: "y", ground: { frames: [{ name: "origin", at: [0, 0, 0], turn: NO_TURN }], shapes: [] },
    bodies: [
      { name: "arm", mass: 1, inertia: [0.08, 0.001, 0.08, 0, 0, 0], frames: [{ name: "tip", at: [0, -0.5, 0], turn: NO_TURN }],
        shapes: [{ kind: "capsule", size: [0.04, 0.95], at: [0, 0, 0], turn: [Math.SQRT1_2, Math.SQRT1_2, 0, 0], colour: null, origin: "given" }] },
      { name: "block", mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], frames: [{ name: "hook", at: [-0.15, 0, 0], turn: NO_TURN }],
        shapes: [{ kind: "box", size: [0.3, 0.2, 0.2], at: [0, 0, 0], turn: NO_TURN, colour: "#b5803a", origin: "given" }] },
    ],
    joints: [
      { name: "A", type: "revolute", sides: [{ body: "ground", at: [0, 0, 0], turn: NO_TURN }, { body: "arm", at: [0, 0.5, 0], turn: NO_TURN }] },
      { name: "B", type: "prismatic", sides: [{ body: "ground", at: [1.3, -1, 0], turn: [Math.SQRT1_2, 0, Math.SQRT1_2, 0] }, { body: "block", at: [0, 0, 0], turn: [Math.SQRT1_2, 0, Math.SQRT1_2, 0] }] },
    ],
    forces: [{ name: "spring", type: "spring-damper", mark: "spring", sides: [{ body: "arm", at: [0, -0.5, 0], turn: NO_TURN }, { body: "block", at: [-0.15, 0, 0], turn: NO_TURN }] }],
    motions: [], others: [],
  };
  const steps = Array.from({ length: 400 }, (_, i) => i * 0.02);
  return record(name, time, columns, scene, {
    title: "Pendulum and slider", model: "A pendulum that pulls a slider by a spring",
    doctor: [{ severity: "note", element: "B", message: "The slider carries no friction.", remedy: null }],
    steps: { total: 400, kept: 400, every: 1, columns: [
      { name: "time", unit: "s", data: pack(steps) }, { name: "step", unit: "s", data: pack(steps.map((t) => 0.02 + 0.01 * Math.sin(t))) },
      { name: "iterations", unit: "", data: pack(steps.map((t) => 2 + Math.round(Math.sin(t)))) }] },
    tree: [
      { section: "bodies", items: [
        { name: "arm", type: "rigid", line: 4, properties: [["mass", "1 kg"], ["frames", "tip"]] },
        { name: "block", type: "rigid", line: 9, properties: [["mass", "2 kg"], ["frames", "hook"]] }] },
      { section: "joints", items: [
        { name: "A", type: "revolute", line: 15, properties: [["between", "ground, arm"]] },
        { name: "B", type: "prismatic", line: 18, properties: [["between", "ground, block"]] }] },
      { section: "forces", items: [{ name: "spring", type: "spring-damper", line: 22, properties: [["between", "arm.tip, block.hook"], ["stiffness", "20 N/m"]] }] }],
  });
}

/** `count` bodies on a lattice that turn and swing, each on a joint of its own: for measuring. */
export function crowd(count, rows = 300) {
  const time = Array.from({ length: rows }, (_, i) => (10 * i) / (rows - 1));
  const side = Math.ceil(Math.sqrt(count));
  const columns = [];
  const bodies = [];
  const joints = [];
  const kinds = [["box", [0.5, 0.3, 0.2]], ["cylinder", [0.15, 0.6]], ["sphere", [0.25]], ["capsule", [0.12, 0.4]]];
  for (let i = 0; i < count; i++) {
    const name = `body${i}`;
    const x = (i % side) - side / 2;
    const y = Math.floor(i / side) - side / 2;
    columns.push(...poseColumns(name, time.map((t) => {
      const a = Math.sin(t + i) * 1.5;
      return [x, y + 0.2 * Math.sin(t + i), 0.4 * Math.sin(2 * t + i * 0.7), Math.cos(a / 2), 0, Math.sin(a / 2), 0];
    })));
    const [kind, size] = kinds[i % kinds.length];
    bodies.push({ name, mass: 1, inertia: [1, 1, 1, 0, 0, 0], frames: [], shapes: [{ kind, size, at: [0, 0, 0], turn: NO_TURN, colour: null, origin: "given" }] });
    joints.push({ name: `joint${i}`, type: "revolute", sides: [{ body: "ground", at: [x, y, 0], turn: NO_TURN }, { body: name, at: [0, 0, 0], turn: NO_TURN }] });
  }
  const scene = { length: 0.5, gravity: [0, 0, -9.81], up: "z", ground: { frames: [], shapes: [] }, bodies, joints, forces: [], motions: [], others: [] };
  return record(`crowd-${count}`, time, columns, scene);
}

export const document = (...runs) => ({ format: 1, program: "Sarrus (synthetic data)", kind: "results", runs });
