// The engine: the program's own solver as WebAssembly, in a worker, so that the page stays responsive and a run can be ended at any time.
import { unpackFile } from "../data";
import type { Answer, SourceFile } from "./record";

/** The memory of a module never shrinks: above this a new one takes its place. */
const LARGE = 256 * 1024 * 1024;

export interface Job { name: string; text: string; files: SourceFile[] }
export interface Done { answer: Answer; /** As it came: for a record that is to be read again. */ text: string; seconds: number; memory: number }
export class Stopped extends Error {}

interface Waiting { id: number; part: (part: number) => void; done: (done: Done) => void; failed: (fault: Error) => void }
type Reply = { ready: true } | { id: number; part: number } | { id: number; answer: string; seconds: number; memory: number } | { id: number | null; fault: string };

export class Engine {
  /** How many workers there have been, and how much memory the last run has left. */
  started = 0;
  memory = 0;
  private worker: Promise<Worker> | null = null;
  private current: Worker | null = null;
  private readonly parts: Promise<[string, WebAssembly.Module]>;
  private waiting: Waiting | null = null;
  private count = 0;

  /** The two packed texts that the page carries: the worker's script and the module. */
  constructor(script: string, module: string) {
    this.parts = Promise.all([
      unpackFile(script).then((bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }))),
      unpackFile(module).then((bytes) => WebAssembly.compile(bytes)),
    ]);
    this.parts.catch(() => undefined); // told when it is first asked for
  }

  get running(): boolean { return this.waiting !== null; }

  private async start(): Promise<Worker> {
    const [url, module] = await this.parts;
    const worker = new Worker(url);
    this.current = worker;
    this.started++;
    return new Promise((ready, failed) => {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ("ready" in data) {
          worker.onmessage = (event: MessageEvent<Reply>) => this.hear(event.data);
          ready(worker);
        } else if ("fault" in data) {
          failed(new Error(data.fault));
        }
      };
      worker.onerror = (event) => { event.preventDefault(); this.lose(new Error(event.message || "the engine has failed")); failed(new Error(event.message)); };
      worker.postMessage({ module });
    });
  }

  private hear(reply: Reply): void {
    const { waiting } = this;
    if (!waiting || !("id" in reply) || reply.id !== waiting.id) return;
    if ("part" in reply) return waiting.part(reply.part);
    this.waiting = null;
    if ("fault" in reply) {
      this.drop(); // after a fault its memory is not to be trusted
      waiting.failed(new Error(reply.fault));
      return;
    }
    this.memory = reply.memory;
    if (reply.memory > LARGE) this.drop();
    try {
      waiting.done({ answer: JSON.parse(reply.answer) as Answer, text: reply.answer, seconds: reply.seconds, memory: reply.memory });
    } catch (fault) {
      waiting.failed(fault instanceof Error ? fault : new Error(String(fault)));
    }
  }

  private drop(): void {
    this.current?.terminate();
    this.current = null;
    this.worker = null;
  }

  private lose(fault: Error): void {
    const { waiting } = this;
    this.waiting = null;
    this.drop();
    waiting?.failed(fault);
  }

  /** Runs a model; the one before must have ended. `part`: how much of its time is done, 0 to 1. */
  async run(job: Job, part: (part: number) => void): Promise<Done> {
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.waiting = { id, part, done, failed };
      this.worker ??= this.start();
      this.worker.then(
        (worker) => { if (this.waiting?.id === id) worker.postMessage({ id, ...job }); },
        (fault: unknown) => this.lose(fault instanceof Error ? fault : new Error(String(fault))));
    });
  }

  /** Ends the run, whatever it does. */
  stop(): void { if (this.waiting) this.lose(new Stopped()); }
}
