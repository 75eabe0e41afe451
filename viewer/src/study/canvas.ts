// Two canvases over each other: below what costs time to draw, above what follows the pointer. Drawn when something has changed, once a frame.
import { make } from "../dom";
import type { Theme } from "../theme";

export const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export interface Drawing { readonly ctx: CanvasRenderingContext2D; readonly width: number; readonly height: number }

export interface Painter {
  /** What is drawn below; called with an empty canvas. */
  paint(drawing: Drawing): void;
  /** What is drawn above. */
  overlay(drawing: Drawing): void;
}

export class Layers {
  readonly root: HTMLElement;
  /** The upper one, which has the pointer and the keys. */
  readonly top: HTMLCanvasElement;
  width = 0;
  height = 0;
  private readonly below: HTMLCanvasElement;
  private stale = { below: true, top: true };
  private waiting = false;

  constructor(private readonly painter: Painter, readonly theme: Theme, label: string) {
    this.below = make("canvas", { attributes: { "aria-hidden": "true" } });
    this.top = make("canvas", { attributes: { role: "img", tabindex: "0", "aria-label": label } });
    this.root = make("div", { class: "layers" }, this.below, this.top);
    new ResizeObserver(() => this.redraw()).observe(this.root);
    theme.subscribe(() => this.redraw());
  }

  /** Says in words what is drawn. */
  describe(text: string): void { this.top.setAttribute("aria-label", text); }

  redraw(): void { this.stale = { below: true, top: true }; this.wait(); }
  /** Only what follows the pointer has changed. */
  retouch(): void { this.stale.top = true; this.wait(); }

  private wait(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  private draw(): void {
    const [width, height] = [this.root.clientWidth, this.root.clientHeight];
    if (width < 20 || height < 20) return; // Not seen: drawn when it is.
    const ratio = devicePixelRatio;
    for (const canvas of [this.below, this.top]) {
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width === w && canvas.height === h) continue;
      canvas.width = w;
      canvas.height = h;
      this.stale = { below: true, top: true };
    }
    this.width = width;
    this.height = height;
    if (this.stale.below) this.painter.paint(this.begin(this.below));
    if (this.stale.top) this.painter.overlay(this.begin(this.top));
    this.stale = { below: false, top: false };
  }

  private begin(canvas: HTMLCanvasElement): Drawing {
    const ctx = canvas.getContext("2d")!;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.setTransform(canvas.width / this.width, 0, 0, canvas.height / this.height, 0, 0);
    return { ctx, width: this.width, height: this.height };
  }
}

export interface Pointing {
  hover?(x: number, y: number): void;
  leave?(): void;
  click?(x: number, y: number): void;
  doubleClick?(x: number, y: number): void;
  /** A drag begins; false: nothing can be dragged there. */
  begin?(x: number, y: number): boolean;
  drag?(x: number, y: number): void;
  /** It ends; not done: taken back by Esc or by the browser. */
  end?(done: boolean): void;
  /** The shape of the pointer. */
  cursor?(x: number, y: number): string;
}

const STILL = 4; // pixels that a click may move

/** Hovering, clicks and drags of a canvas. */
export function point(canvas: HTMLCanvasElement, to: Pointing): void {
  let down: [number, number] | null = null;
  let dragging = false;
  const place = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const finish = (done: boolean) => { if (dragging) to.end?.(done); dragging = false; down = null; };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down = place(event);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (down && !dragging && Math.hypot(x - down[0], y - down[1]) > STILL) dragging = to.begin?.(...down) ?? false;
    if (dragging) to.drag?.(x, y);
    else if (!down) to.hover?.(x, y);
    if (to.cursor && !dragging) canvas.style.cursor = to.cursor(x, y);
  });
  canvas.addEventListener("pointerup", (event) => {
    const [x, y] = place(event);
    const still = down !== null && !dragging && Math.hypot(x - down[0], y - down[1]) <= STILL;
    finish(true);
    if (still) to.click?.(x, y);
  });
  canvas.addEventListener("pointercancel", () => finish(false));
  canvas.addEventListener("dblclick", (event) => to.doubleClick?.(...place(event)));
  canvas.addEventListener("pointerleave", () => { if (!dragging) to.leave?.(); });
  canvas.addEventListener("keydown", (event) => { if (event.key === "Escape" && dragging) { finish(false); event.stopPropagation(); } });
}

/** Text cut to a width. */
export function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(`${text.slice(0, middle)}\u2026`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}\u2026`;
}
