// The 3-D view: puts mechanism, eye, grid, arrows, traces and tools together and draws when something has changed.
import * as THREE from "three";
import type { App } from "../app";
import { sameSpace } from "../data";
import { make } from "../dom";
import { SIZE } from "./affine";
import { Arrows, LOAD, REACTION } from "./arrows";
import { Eye, type View } from "./camera";
import { type Extent, extent, presentBox } from "./extent";
import { Grid } from "./grid";
import { Mechanism } from "./mechanism";
import { Overlay } from "./overlay";
import { VON_MISES } from "./bending";
import { Tint, type Quantity, type Shading, recorded } from "./tint";
import { type Commands, type Toggle, Tools } from "./tools";
import { TOUCH, Touches } from "./touches";
import { type Trace, Traces } from "./traces";

/** Beyond this many times its own size a mechanism that travels would be a dot in the view of its whole motion. */
const FAR_TRAVEL = 4;
/** Up to this many bodies the name under the pointer is looked for while it moves. */
const MOST_HOVERED = 200;
/** Up to this many contacts are shown without being asked for. */
const MOST_TOUCHES = 60;

class Scene implements Commands {
  readonly renderer: THREE.WebGLRenderer;
  readonly world = new THREE.Scene();
  readonly eye: Eye;
  readonly arrows: Arrows;
  readonly touches: Touches;
  readonly tracks: Traces;
  readonly tools: Tools;
  followed: string | null = null;
  tracing = false;
  /** What the colours of beams or modal bodies stand for; null: nothing. */
  tint: Shading | null = null;
  readonly tints: readonly Quantity[];
  private wanted = "";
  /** Frames drawn in the last second in which the clock was running, and milliseconds of script in the last frame. */
  framesPerSecond = 0;
  frameCost = 0;
  drawn = 0;
  private readonly ghosts: (Mechanism | null)[];
  private readonly visible: Record<Toggle, boolean> = { grid: true, joints: true, frames: false, arrows: false, touches: false, labels: false, glass: false };
  private readonly overlay: Overlay;
  private readonly headlight = new THREE.DirectionalLight(0xffffff, 2.1);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x8a8f96, 1.5);
  private readonly whole: Extent;
  private readonly normal: THREE.Vector3 | null;
  private readonly ground: Grid;
  private readonly backdrop: Grid | null;
  private readonly point = new THREE.Vector3();
  private readonly ray = new THREE.Raycaster();
  private readonly pointer = new THREE.Vector2();
  private hovered = 0;
  private readonly stamps: number[] = [];
  private waiting = false;
  private ended = false;
  private moveCost = 0;

  constructor(private readonly root: HTMLElement, private readonly app: App, private readonly main: Mechanism, ghosts: (Mechanism | null)[]) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, powerPreference: "high-performance" });
    this.ghosts = ghosts;
    const canvas = this.renderer.domElement;
    canvas.className = "scene-canvas";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3-D view of the motion");
    this.overlay = new Overlay(main, app.theme);
    this.whole = extent(main);
    this.normal = main.normal;
    this.eye = new Eye(canvas, main.scene.up);
    this.arrows = new Arrows(main, 0.3 * this.whole.momentary);
    this.touches = new Touches(main, 0.3 * this.whole.momentary);
    this.tracks = new Traces(main);
    this.tints = [...(main.beams ? recorded(main.run, main.beams.elementNames) : []), ...(main.bending?.tints ?? [])];
    [this.ground, this.backdrop] = this.makeGrids();
    this.world.add(main.group, this.arrows.group, this.touches.group, this.tracks.group, this.sky, this.headlight, this.headlight.target, this.ground.mesh);
    if (this.backdrop) this.world.add(this.backdrop.mesh);
    for (const ghost of ghosts) if (ghost) this.world.add(ghost.group);
    this.sky.position.copy(this.eye.up);
    main.show("frames", false);
    for (const ghost of ghosts) ghost?.show("frames", false);
    this.tools = new Tools(app, this);
    root.replaceChildren(canvas, this.overlay.canvas, this.tools.root);
    this.listen();
    this.resize();
    this.firstView();
    this.recolour();
    this.move();
    this.goOn();
    this.tools.update();
    app.life.atEnd(() => this.end());
  }

  /** The view and what it shows, as the page before had it; else contacts, where they are few. */
  private goOn(): void {
    const { eye, app } = this;
    const past = app.life.keep("scene", () => ({ view: eye.state, visible: { ...this.visible }, followed: this.followed }));
    if (!past) {
      if (this.touchesKnown && this.touches.count <= MOST_TOUCHES) this.toggle("touches");
      return;
    }
    for (const what of Object.keys(this.visible) as Toggle[]) if (this.visible[what] !== past.visible[what]) this.toggle(what);
    eye.state = past.view;
    if (past.followed !== this.followed) {
      this.followed = null;
      eye.follow(null);
      if (past.followed !== null) this.followElement(past.followed);
    }
    this.request();
  }

  private end(): void {
    this.ended = true;
    this.eye.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // browsers keep only so many
  }

  private makeGrids(): [Grid, Grid | null] {
    const { box, momentary } = this.whole;
    const { up } = this.eye;
    const centre = box.getCenter(new THREE.Vector3());
    const size = this.whole.momentary;
    let low = box.min.dot(up);
    if (low >= 0 && low < 0.5 * momentary) low = 0; // The mechanism stands on or hangs over the origin's plane.
    const floor = centre.clone().addScaledVector(up, low - centre.dot(up));
    const ground = new Grid(up, floor, 4 * size, size / 8);
    if (!this.normal) return [ground, null];
    // The normal that looks towards the eye; the grid lies behind everything.
    if (this.normal.dot(this.eye.front) + 0.5 * this.normal.dot(this.eye.up) < 0) this.normal.negate();
    const depth = box.getSize(new THREE.Vector3()).dot(new THREE.Vector3(Math.abs(this.normal.x), Math.abs(this.normal.y), Math.abs(this.normal.z)));
    const back = centre.clone().addScaledVector(this.normal, -depth / 2 - 3 * this.main.unit);
    return [ground, new Grid(this.normal, back, 4 * size, size / 8)];
  }

  private listen(): void {
    const { app, eye } = this;
    const canvas = this.renderer.domElement;
    app.clock.subscribe(() => this.move());
    app.selection.subscribe(() => {
      this.recolour();
      this.tools.update();
    });
    app.comparison.subscribe(() => {
      this.showRuns();
      this.tools.update();
      this.request();
    });
    app.theme.subscribe(() => this.recolour());
    eye.controls.addEventListener("change", () => this.request());
    new ResizeObserver(() => this.resize()).observe(this.root);
    let pressed = [0, 0];
    canvas.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; });
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - pressed[0]!, event.clientY - pressed[1]!) < 5) this.click(event, false);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 0 && this.main.scene.bodies.length <= MOST_HOVERED) this.hoverAt(event);
    });
    canvas.addEventListener("pointerleave", () => this.setHover(null));
    canvas.addEventListener("dblclick", (event) => this.click(event, true));
    canvas.addEventListener("webglcontextrestored", () => this.request());
  }

  private firstView(): void {
    const travels = this.whole.box.getSize(this.point).length() > FAR_TRAVEL * this.whole.momentary;
    const direction = this.normal ?? this.eye.direction("isometric");
    if (this.normal && Math.abs(this.normal.dot(this.eye.up)) > 0.999) this.eye.fit(this.fitBox(travels), this.eye.direction(this.normal.dot(this.eye.up) > 0 ? "top" : "bottom"));
    else this.eye.fit(this.fitBox(travels), direction);
    if (travels) {
      const heaviest = [...this.main.scene.bodies].sort((a, b) => (b.mass || 0) - (a.mass || 0))[0];
      if (heaviest) this.followElement(heaviest.name);
    }
  }

  /** What the view is fitted to: the whole motion, or the mechanism as it now is where it travels far or is followed. */
  private fitBox(present: boolean): THREE.Box3 {
    if (!present) return this.whole.box;
    this.main.motion.setTime(this.app.clock.time);
    const box = presentBox(this.main);
    return box.isEmpty() ? this.whole.box : box;
  }

  fit(): void {
    this.eye.fit(this.fitBox(this.followed !== null));
    this.request();
  }

  look(view: View): void {
    this.eye.fit(this.fitBox(this.followed !== null), this.eye.direction(view));
    this.request();
  }

  shown(what: Toggle): boolean { return this.visible[what]; }
  get arrowsKnown(): boolean { return this.arrows.any; }
  get touchesKnown(): boolean { return this.touches.count > 0; }
  get traces(): readonly Trace[] { return this.tracks.list; }

  toggle(what: Toggle): void {
    this.visible[what] = !this.visible[what];
    const on = this.visible[what];
    if (what === "joints") { this.main.show("joints", on); this.main.show("forces", on); }
    if (what === "frames") { this.main.show("frames", on); this.overlay.frames = on && this.visible.labels; }
    if (what === "labels") { this.overlay.labels = on; this.overlay.frames = on && this.visible.frames; }
    if (what === "glass") this.main.glass(on);
    if (what === "arrows" || what === "touches") void this.showArrows(what, on);
    this.tools.update();
    this.request();
  }

  private async showArrows(what: "arrows" | "touches", on: boolean): Promise<void> {
    if (on) await this[what].load();
    this[what].group.visible = this.visible[what];
    this.showScales();
    this.tellFaults();
    this.move();
  }

  private showScales(): void {
    const { arrows, touches, visible } = this;
    const { units } = this.app.page.run;
    const force = units["force"] ?? "";
    const torque = `${force} ${units["length"] ?? ""}`;
    const scale = (colour: string, size: number, unit: string, text: string, double = false) => ({ colour, scale: size * arrows.factor, unit, text, double });
    this.overlay.scales = [
      ...(visible.touches && touches.forceScale > 0 ? [scale(TOUCH, touches.forceScale, force, "contacts")] : []),
      ...(visible.arrows && arrows.has(LOAD) ? [scale(LOAD, arrows.forceScale, force, "forces")] : []),
      ...(visible.arrows && arrows.has(REACTION) ? [scale(REACTION, arrows.forceScale, force, "reactions")] : []),
      ...(visible.arrows && arrows.torqueScale > 0 ? [scale("#d99a3c", arrows.torqueScale, torque, "torques", true)] : [])];
  }

  setFactor(factor: number): void {
    this.arrows.factor = factor;
    this.touches.factor = factor;
    this.showScales();
    this.move();
  }

  async setTint(id: string): Promise<void> {
    this.wanted = id;
    const quantity = this.tints.find((one) => one.id === id);
    const { beams, bending, run, faults } = this.main;
    const ofBodies = quantity === VON_MISES && bending ? bending.shadingOf() : null;
    const tint = ofBodies ?? (quantity && beams ? await Tint.of(run, quantity, beams.elementNames, faults) : null);
    if (this.wanted !== id) return; // Another one was asked for meanwhile.
    this.tint = tint;
    tint?.setTime(this.app.clock.time);
    beams?.show(ofBodies ? null : tint);
    bending?.show(ofBodies);
    this.tellFaults();
    this.tools.update();
    this.request();
  }

  /** How many times larger bending is drawn. */
  setBending(factor: number): void {
    for (const mechanism of [this.main, ...this.ghosts]) mechanism?.bending?.setFactor(factor);
    this.request();
  }

  get bends(): boolean { return this.main.bending !== null; }

  private moveTint(tint: Shading, time: number): void {
    const { low, high } = tint;
    tint.setTime(time);
    this.main.beams?.paint();
    if (tint.low !== low || tint.high !== high) this.tools.update();
  }

  goToPeak(): void {
    const peak = this.tint?.peak;
    if (!peak) return;
    this.app.clock.pause();
    this.app.clock.setTime(this.main.run.time[peak.row]!);
  }

  follow(): void {
    const element = this.app.selection.element;
    if (this.followed !== null && (element === null || this.followed === element)) {
      this.followed = null;
      this.eye.follow(null);
    } else if (element !== null) {
      this.followElement(element);
    }
    this.tools.update();
  }

  private followElement(element: string): void {
    const anchor = this.main.anchor(element);
    if (!anchor) return;
    this.followed = element;
    this.eye.follow(this.anchorPoint(anchor));
  }

  private anchorPoint(anchor: { carrier: number; at: readonly number[] }): THREE.Vector3 {
    const { placements: p } = this.main.motion;
    const o = SIZE * anchor.carrier;
    const [x = 0, y = 0, z = 0] = anchor.at;
    return this.point.set(
      p[o]! * x + p[o + 3]! * y + p[o + 6]! * z + p[o + 9]!,
      p[o + 1]! * x + p[o + 4]! * y + p[o + 7]! * z + p[o + 10]!,
      p[o + 2]! * x + p[o + 5]! * y + p[o + 8]! * z + p[o + 11]!);
  }

  startTracing(): void {
    this.tracing = !this.tracing;
    this.renderer.domElement.style.cursor = this.tracing ? "crosshair" : "";
    this.tools.update();
  }

  traceSelected(): void {
    const element = this.app.selection.element;
    const anchor = element === null ? null : this.main.anchor(element);
    if (!anchor || element === null) return;
    this.addTrace(element, anchor.carrier, anchor.at);
  }

  private addTrace(name: string, carrier: number, at: readonly number[]): void {
    this.tracks.add(name, carrier, [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0]);
    this.move();
    this.tools.update();
  }

  removeTrace(trace: Trace): void {
    this.tracks.remove(trace);
    this.tools.update();
    this.request();
  }

  private hitAt(event: MouseEvent): ReturnType<Mechanism["pick"]> {
    const box = this.renderer.domElement.getBoundingClientRect();
    this.pointer.set(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(this.pointer, this.eye.camera);
    return this.main.pick(this.ray);
  }

  private hoverAt(event: PointerEvent): void {
    const now = performance.now();
    if (now - this.hovered < 40) return;
    this.hovered = now;
    const hit = this.hitAt(event);
    this.setHover(hit ? { text: hit.element, x: event.offsetX, y: event.offsetY } : null);
    if (!this.tracing) this.renderer.domElement.style.cursor = hit ? "pointer" : "";
  }

  private setHover(hover: Overlay["hover"]): void {
    if (!hover && !this.overlay.hover) return;
    this.overlay.hover = hover;
    this.request();
  }

  private click(event: MouseEvent, double: boolean): void {
    const hit = this.hitAt(event);
    if (!double && !this.tracing) {
      this.app.selection.select(hit?.element ?? null);
      return;
    }
    if (!hit) return;
    const { placements: p } = this.main.motion;
    const o = SIZE * hit.carrier;
    const away = [hit.point.x - p[o + 9]!, hit.point.y - p[o + 10]!, hit.point.z - p[o + 11]!];
    const local = [0, 3, 6].map((axis) => p[o + axis]! * away[0]! + p[o + axis + 1]! * away[1]! + p[o + axis + 2]! * away[2]!);
    // A frame or a joint has its own point; a body or a beam is traced where it was clicked.
    const solid = this.main.motion.carriers.has(hit.element) || this.main.beams?.anchor(hit.element);
    const anchor = solid ? null : this.main.anchor(hit.element);
    if (this.tracing) this.startTracing();
    if (anchor) this.addTrace(hit.element, anchor.carrier, anchor.at);
    else this.addTrace(`${hit.element} (${local.map((value) => Number(value.toPrecision(3))).join(", ")})`, hit.carrier, local);
  }

  private showRuns(): void {
    this.main.group.visible = this.app.comparison.visible(0);
    this.ghosts.forEach((ghost, i) => { if (ghost) ghost.group.visible = this.app.comparison.visible(i + 1); });
    this.move();
  }

  private recolour(): void {
    const { theme, selection } = this.app;
    this.main.highlight(selection.element, theme.colour("--select"));
    for (const grid of [this.ground, this.backdrop]) grid?.colours(theme.colour("--grid"), theme.colour("--grid-strong"));
    this.sky.intensity = theme.name === "dark" ? 1.35 : 1.75;
    this.request();
  }

  private tellFaults(): void {
    for (const fault of this.main.faults.splice(0)) this.app.notices.fault(fault);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.overlay.resize(width, height, ratio);
    const { camera } = this.eye;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    this.render();
  }

  /** Puts everything where it is at the time of the clock. */
  private move(): void {
    const begun = performance.now();
    const { time } = this.app.clock;
    this.main.setTime(time);
    for (const ghost of this.ghosts) if (ghost?.group.visible) ghost.setTime(time);
    if (this.tint) this.moveTint(this.tint, time);
    this.arrows.update(time);
    this.touches.update(time);
    this.tracks.update(time);
    if (this.followed !== null) {
      const anchor = this.main.anchor(this.followed);
      if (anchor) this.eye.moveWith(this.anchorPoint(anchor));
    }
    this.moveCost = performance.now() - begun;
    this.request();
  }

  request(): void {
    if (this.waiting || this.ended) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  private render(): void {
    if (this.ended) return;
    const begun = performance.now();
    const { eye } = this;
    eye.clip(Math.max(this.whole.momentary, this.followed ? 0 : this.whole.box.getSize(this.point).length()));
    this.headlight.position.copy(eye.camera.position).addScaledVector(eye.up, this.whole.momentary).addScaledVector(eye.right, -0.4 * this.whole.momentary);
    this.headlight.target.position.copy(eye.controls.target);
    this.placeGrids();
    this.renderer.render(this.world, eye.camera);
    this.overlay.draw(eye, this.app.selection.element, this.app.page.run.units["length"] ?? "", 0);
    this.drawn++;
    this.frameCost = this.moveCost + performance.now() - begun;
    this.countFrame(begun);
  }

  private placeGrids(): void {
    const { backdrop, ground, normal, eye } = this;
    const along = normal ? Math.abs(this.point.subVectors(eye.camera.position, eye.controls.target).normalize().dot(normal)) : 0;
    const flat = backdrop !== null && along > 0.94;
    ground.mesh.visible = this.visible.grid && !flat;
    if (backdrop) backdrop.mesh.visible = this.visible.grid && flat;
    if (this.followed === null) return;
    for (const grid of [ground, backdrop]) {
      if (!grid) continue;
      const height = grid.mesh.position.dot(grid.normal);
      this.point.copy(eye.controls.target);
      grid.moveTo(this.point.addScaledVector(grid.normal, height - this.point.dot(grid.normal)));
    }
  }

  private countFrame(now: number): void {
    if (!this.app.clock.playing) { this.stamps.length = 0; return; }
    this.stamps.push(now);
    while (this.stamps.length > 1 && now - this.stamps[0]! > 1000) this.stamps.shift();
    const span = now - this.stamps[0]!;
    if (span > 200) this.framesPerSecond = (1000 * (this.stamps.length - 1)) / span;
  }

  /** Position and unit quaternion of a body as it is on the screen, read back from the matrix of one of its parts. */
  poseOf(name: string, run = 0): number[] | null {
    const mechanism = run === 0 ? this.main : this.ghosts[run - 1];
    const carrier = mechanism?.motion.carriers.get(name);
    if (!mechanism || carrier === undefined || carrier === 0) return null;
    const part = mechanism.parts.drawn(carrier);
    if (!part) return Array.from(mechanism.motion.poses.slice(7 * (carrier - 1), 7 * carrier));
    const l = part.local;
    const local = new THREE.Matrix4().set(l[0]!, l[3]!, l[6]!, l[9]!, l[1]!, l[4]!, l[7]!, l[10]!, l[2]!, l[5]!, l[8]!, l[11]!, 0, 0, 0, 1);
    const matrix = part.matrix.multiply(local.invert());
    const position = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    matrix.decompose(position, turn, new THREE.Vector3());
    return [position.x, position.y, position.z, turn.w, turn.x, turn.y, turn.z];
  }

  typeOf(element: string): string {
    const beam = this.main.beams?.typeOf(element);
    if (beam) return beam;
    if (this.touches.has(element)) return "contact";
    if (this.main.motion.carriers.has(element)) return element === "ground" ? "" : "body";
    const { joints, forces, motions, others } = this.main.scene;
    return [...joints, ...forces, ...motions, ...others].find((one) => one.name === element)?.type ?? "frame";
  }

  /** A point of space on the screen, in pixels. */
  private onScreen(point: THREE.Vector3): [number, number] {
    const seen = point.clone().project(this.eye.camera);
    const box = this.renderer.domElement.getBoundingClientRect();
    return [box.left + ((seen.x + 1) / 2) * box.width, box.top + ((1 - seen.y) / 2) * box.height];
  }

  /** Where an element's point is in the pane, in pixels: for tests that click it. */
  screenOf(element: string): [number, number] | null {
    const anchor = this.main.anchor(element);
    return anchor ? this.onScreen(this.anchorPoint(anchor)) : null;
  }

  links() { return this.main.links(); }
  beams() { return this.main.beams?.drawn() ?? []; }
  modal() { return this.main.bending?.drawn() ?? []; }

  /** Of what solids the sign of an element is made. */
  forms(element: string): string[] {
    return this.main.parts.all.filter((part) => part.element === element).map(({ form }) => (typeof form === "string" ? form : "mesh")).sort();
  }

  /** The meshes of the model as they are drawn: their triangles, and left, top, right and bottom on the screen. */
  meshes(): { element: string; triangles: number; box: number[] }[] {
    return this.main.parts.given().map(({ part, shape, matrix }) => {
      const corners = shape.getAttribute("position");
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = 0; i < corners.count; i++) {
        const [x, y] = this.onScreen(new THREE.Vector3().fromBufferAttribute(corners, i).applyMatrix4(matrix).applyMatrix4(this.main.group.matrixWorld));
        box.splice(0, 4, Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y));
      }
      return { element: part.element, triangles: (shape.getIndex()?.count ?? corners.count) / 3, box };
    });
  }
}

function facts(scene: Scene, app: App): object {
  return {
    pose: (name: string, run = 0) => scene.poseOf(name, run),
    screen: (element: string) => scene.screenOf(element),
    get meshes() { return scene.meshes(); },
    get links() { return scene.links(); },
    get beams() { return scene.beams(); },
    get modal() { return scene.modal(); },
    get tint() { return scene.tint && { id: scene.tint.quantity.id, low: scene.tint.low, high: scene.tint.high, unit: scene.tint.unit, values: Array.from(scene.tint.values), peak: scene.tint.peak }; },
    get tints() { return scene.tints.map((quantity) => quantity.id); },
    forms: (element: string) => scene.forms(element),
    get framesPerSecond() { return scene.framesPerSecond; },
    get frameCost() { return scene.frameCost; },
    get framesDrawn() { return scene.drawn; },
    get drawCalls() { return scene.renderer.info.render.calls; },
    get traces() { return scene.traces.map((trace) => trace.name); },
    get followed() { return scene.followed; },
    get touches() { return scene.touches.drawn; },
    get shown() { return (["grid", "joints", "frames", "arrows", "touches", "labels", "glass"] as const).filter((what) => (what === "arrows" || what === "touches" ? scene[what].group.visible : scene.shown(what))); },
    get bodies() { return app.page.run.scene?.bodies.map((body) => body.name) ?? []; },
  };
}

/** Builds the 3-D view of the motion inside `root`. */
export async function buildScene(root: HTMLElement, app: App): Promise<void> {
  const tell = (text: string) => root.replaceChildren(make("p", { class: "scene-nothing quiet", text }));
  tell("Reading the motion \u2026");
  const mechanisms = await Promise.all(app.page.runs.map((run) => (sameSpace(run, app.page.run) ? Mechanism.of(run, run.index === 0 ? null : app.comparison.colour(run.index)) : null)));
  performance.mark("sarrus-motion");
  const main = mechanisms[0];
  if (!main || main.scene.bodies.length === 0) return tell("This run has no bodies to show; its quantities are in the plots.");
  let scene: Scene;
  try {
    scene = new Scene(root, app, main, mechanisms.slice(1));
  } catch (fault) {
    console.info(fault);
    return tell("This browser offers no 3-D drawing (WebGL), so the motion cannot be shown; plots and tables work.");
  }
  for (const mechanism of mechanisms) for (const fault of mechanism?.faults ?? []) app.notices.fault(fault);
  performance.mark("sarrus-drawn");
  app.hook["scene"] = facts(scene, app);
}
