// The data a results page carries: types of the record, and columns that are decoded when they are first needed.
import { inflateNow } from "./inflate";

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number]; // w x y z
/** Base64 of zlib of byte-shuffled little-endian numbers. */
export type Packed = string;

export interface Message { severity: string; element: string | null; message: string; remedy: string | null }
export interface FrameRecord { name: string; at: Vector; turn: Quaternion }
export interface SideRecord { body: string; at: Vector; turn: Quaternion }
export interface ShapeRecord {
  kind: string; // box, cylinder, capsule, sphere, mesh; others are ignored
  size?: number[];
  vertices?: Packed;
  triangles?: Packed;
  at: Vector;
  turn: Quaternion;
  colour?: string | null;
  origin?: string;
}
export interface BodyRecord {
  name: string;
  mass: number;
  inertia: number[];
  shapes: ShapeRecord[];
  frames: FrameRecord[];
  fixed?: boolean;
  pose?: number[]; // x y z q0 q1 q2 q3
}
/** `mark`: it is drawn between its two sides, as a rod without mass or as a spring. */
export interface ConnectorRecord { name: string; type: string; mark?: "rod" | "spring"; sides: SideRecord[] }
/** The line around a section: y z y z .. in section axes 2 and 3, of the hole as many or none; three corners for each triangle of the end. */
export interface OutlineRecord { round: boolean; outer: number[]; inner: number[]; caps: number[] }
/** A beam: order + 1 sections for each element, fixed to its nodes; `at` and `turn` (section axes to node axes) of all of them. */
export interface BeamRecord { name: string; colour?: string; order: number; nodes: string[]; at: Packed; turn: Packed; outline: OutlineRecord }
/** The surface of a modal body, from its centre of mass, and the shapes of some of its modes (numbers from 1): displacements x y z and stresses
 * xx yy zz xy xz yz of all vertices for one mode after the other, whole numbers of which `scales` say what they mean for an amplitude of one. */
export interface ModalRecord {
  name: string;
  vertices: Packed;
  triangles: Packed;
  modes: number[];
  scales?: number[];
  shapes?: Packed;
  stressScales?: number[];
  stress?: Packed;
  stress0?: Packed;
  stressUnit?: string;
  /** The largest stress of von Mises in the run, and where it is. */
  highest?: number;
  highestTime?: number;
  highestNode?: number;
}
export interface SceneRecord {
  length: number;
  gravity: Vector;
  up: "x" | "y" | "z";
  ground: { frames: FrameRecord[]; shapes: ShapeRecord[] };
  bodies: BodyRecord[];
  beams?: BeamRecord[];
  bending?: ModalRecord[];
  joints: ConnectorRecord[];
  forces: ConnectorRecord[];
  motions: ConnectorRecord[];
  others: ConnectorRecord[];
}
export interface ColumnRecord { name: string; element?: string; quantity?: string; unit: string; data: Packed }
export interface TreeItem { name: string; type: string; line: number | null; properties: [string, string][] }
export interface TreeSection { section: string; items: TreeItem[] }
export interface StepsRecord { total: number; kept: number; every: number; columns: ColumnRecord[] }
/** Events of the model by their number, and those that happened; `kept` of them, the first ones, are in the page. */
export interface EventsRecord { total: number; kept: number; names: string[]; actions: string[]; counts: number[]; time: Packed; event: Packed; direction: Packed }
export interface RunEvent { time: number; name: string; action: string; rising: boolean }
export interface RunRecord {
  name: string;
  file: string;
  title: string;
  model: string;
  text: string;
  method: string;
  version: string;
  hash: string;
  units: Record<string, string>;
  settings: Record<string, string>;
  messages: Message[];
  doctor: Message[];
  rows: { total: number; kept: number; every: number };
  omitted: string[];
  time: Packed;
  columns: ColumnRecord[];
  steps: StepsRecord | null;
  /** Null or absent: the model has no events. */
  events?: EventsRecord | null;
  scene: SceneRecord | null;
  tree: TreeSection[];
}
export interface PageRecord { format: number; program: string; kind: string; runs: RunRecord[] }
/** What a page carries: results, or something else of which only the kind is known here. */
export interface AnyRecord { format: number; program: string; kind: string }

/** A fault in the data that the reader of the page must be told, with what to do about it. */
export class DataError extends Error {
  constructor(message: string, readonly remedy: string) {
    super(message);
    this.name = "DataError";
  }
}

export const MAKE_AGAIN = "Make the page again with `sarrus page RESULTS.h5 -o PAGE.html`.";

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Packed bytes up to which unpacking in the page itself is cheaper than making a stream. */
const SHORT = 32768;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length <= SHORT || typeof DecompressionStream === "undefined") return inflateNow(bytes, 2 * bytes.length);
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // Faults surface on the reading side; unhandled copies of them would only reach the console.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** Undoes the shuffle: input holds all first bytes of the numbers, then all second bytes, and so on. */
function unshuffle(input: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const count = input.length / width;
  const output = new Uint8Array(input.length);
  for (let byte = 0; byte < width; byte++) {
    const from = byte * count;
    for (let i = 0; i < count; i++) output[i * width + byte] = input[from + i]!;
  }
  return output;
}

/** A file that the page carries: base64 of zlib of its bytes. */
export function unpackFile(packed: string): Promise<Uint8Array<ArrayBuffer>> { return inflate(bytesOfBase64(packed)); }

async function unpack(packed: Packed, width: number, what: string): Promise<ArrayBuffer> {
  try {
    const bytes = await inflate(bytesOfBase64(packed));
    if (bytes.length % width !== 0) throw new Error("cut short");
    return unshuffle(bytes, width).buffer;
  } catch {
    throw new DataError(`The numbers of ${what} are damaged in this page.`, MAKE_AGAIN);
  }
}

export async function unpackFloat64(packed: Packed, what: string): Promise<Float64Array> {
  return new Float64Array(await unpack(packed, 8, what));
}
export async function unpackFloat32(packed: Packed, what: string): Promise<Float32Array> {
  return new Float32Array(await unpack(packed, 4, what));
}
export async function unpackUint32(packed: Packed, what: string): Promise<Uint32Array> {
  return new Uint32Array(await unpack(packed, 4, what));
}
export async function unpackInt16(packed: Packed, what: string): Promise<Int16Array> {
  return new Int16Array(await unpack(packed, 2, what));
}

/** One column: numbers row by row, decoded when first asked for and kept. */
export class Series {
  /** The numbers, or null as long as nobody has asked for them. Use `values()` to be sure. */
  decoded: Float64Array | null = null;
  private pending: Promise<Float64Array> | null = null;
  readonly name: string;
  readonly element: string;
  readonly quantity: string;
  readonly unit: string;

  constructor(private readonly record: ColumnRecord, private readonly rows: number) {
    this.name = String(record.name);
    this.element = String(record.element ?? "");
    this.quantity = String(record.quantity ?? record.name);
    this.unit = String(record.unit ?? "");
  }

  values(): Promise<Float64Array> {
    this.pending ??= unpackFloat64(this.record.data, `column "${this.name}"`).then((numbers) => {
      if (this.rows >= 0 && numbers.length !== this.rows) {
        throw new DataError(`Column "${this.name}" has ${numbers.length} rows instead of ${this.rows}.`, MAKE_AGAIN);
      }
      this.record.data = ""; // The packed text is not needed twice.
      this.decoded = numbers;
      return numbers;
    });
    return this.pending;
  }
}

async function readEvents(record: EventsRecord | null, run: string): Promise<RunEvent[]> {
  if (!record) return [];
  const what = `the events of "${run}"`;
  const [time, event, direction] = await Promise.all([record.time, record.event, record.direction].map((packed) => unpackFloat64(packed, what)));
  if (event!.length !== time!.length || direction!.length !== time!.length) throw new DataError(`The numbers of ${what} are damaged in this page.`, MAKE_AGAIN);
  return Array.from(time!, (at, i) => ({ time: at, name: String(record.names?.[event![i]!] ?? "event"), action: String(record.actions?.[event![i]!] ?? ""), rising: direction![i]! > 0 }))
    .filter(({ time: at }) => Number.isFinite(at)).sort((a, b) => a.time - b.time);
}

/** One run (one results file) of the page. */
export class Run {
  readonly columns: Series[];
  readonly steps: Series[];
  private readonly byName = new Map<string, Series>();
  private readonly byElement = new Map<string, Series[]>();
  private happened: Promise<RunEvent[]> | null = null;

  constructor(readonly index: number, readonly record: RunRecord, readonly time: Float64Array) {
    this.columns = (record.columns ?? []).map((column) => new Series(column, time.length));
    this.steps = (record.steps?.columns ?? []).map((column) => new Series(column, -1));
    for (const series of this.columns) {
      this.byName.set(series.name, series);
      const list = this.byElement.get(series.element);
      if (list) list.push(series);
      else this.byElement.set(series.element, [series]);
    }
  }

  get name(): string { return this.record.name; }
  get scene(): SceneRecord | null { return this.record.scene ?? null; }
  get units(): Record<string, string> { return this.record.units ?? {}; }

  /** The column of that full name ("crank.x"). */
  series(name: string): Series | undefined { return this.byName.get(name); }
  /** The columns of an element ("crank", "crank.pin", "A"), in their order in the file. */
  of(element: string): Series[] { return this.byElement.get(element) ?? []; }
  step(name: string): Series | undefined { return this.steps.find((series) => series.name === name); }

  /** The events that happened, in the order of time. */
  events(): Promise<RunEvent[]> {
    this.happened ??= readEvents(this.record.events ?? null, this.name);
    return this.happened;
  }

  /** The last row whose time is not after `time`; -1 before the first. */
  rowAt(time: number): number {
    let low = 0;
    let high = this.time.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The row nearest to `time`. */
  nearestRow(time: number): number {
    const row = Math.max(0, this.rowAt(time));
    const next = row + 1;
    if (next >= this.time.length) return row;
    return time - this.time[row]! <= this.time[next]! - time ? row : next;
  }
}

export class Page {
  constructor(readonly program: string, readonly runs: Run[]) {}
  /** The main run: the first. */
  get run(): Run { return this.runs[0]!; }
}

/** Are the times of two runs in the same unit? A file that names none is taken at its numbers. */
export function sameTimeUnit(a: Run, b: Run): boolean {
  const [one, two] = [a.units["time"] ?? "", b.units["time"] ?? ""];
  return one === two || one === "" || two === "";
}

/** Can the motions of two runs be drawn in one space, at one moment? */
export function sameSpace(a: Run, b: Run): boolean {
  return sameTimeUnit(a, b) && a.units["length"] === b.units["length"];
}

function parse(text: string): AnyRecord {
  let record: AnyRecord;
  try {
    record = JSON.parse(text) as AnyRecord;
  } catch {
    throw new DataError("The data in this page is damaged or cut short; it may not have been written or copied completely.", MAKE_AGAIN);
  }
  if (typeof record !== "object" || record === null || typeof record.format !== "number") {
    throw new DataError("The data in this page is not a record of results.", MAKE_AGAIN);
  }
  if (record.format !== 1) {
    throw new DataError(`The data in this page has format ${record.format}; this viewer knows format 1.`, MAKE_AGAIN);
  }
  return record;
}

/** The record that the page carries. */
export function readRecord(source: Document): AnyRecord {
  const element = source.getElementById("sarrus-data");
  if (!element) {
    throw new DataError("This page carries no results: it is the empty template.", MAKE_AGAIN);
  }
  const record = parse(element.textContent ?? "");
  element.textContent = ""; // Its text is as large as the page; the parsed record is enough.
  return record;
}

/** The runs of a record of results. Only the times are decoded here. */
export async function readPage(any: AnyRecord): Promise<Page> {
  const record = any as PageRecord;
  if (!Array.isArray(record.runs) || record.runs.length === 0) {
    throw new DataError("The data in this page holds no run.", MAKE_AGAIN);
  }
  const runs: Run[] = [];
  for (const [index, run] of record.runs.entries()) {
    runs.push(new Run(index, run, await unpackFloat64(run.time, `the times of "${run.name}"`)));
  }
  return new Page(String(record.program ?? "Sarrus"), runs);
}
