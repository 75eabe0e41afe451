// The filter: an expression over the columns that a row fulfils or not, `peak > 20 and k < 2e4`. Made of closures: the page may not evaluate text.
import type { Study } from "./study";

type Numeric = (row: number) => number;
type Wordy = (row: number) => string;
type Value = { kind: "number"; of: Numeric } | { kind: "truth"; of: Numeric } | { kind: "text"; of: Wordy };

/** What is wrong with an expression, and where. */
export class FilterError extends Error {
  constructor(message: string, readonly at: number) { super(message); }
}

interface Token { kind: "number" | "name" | "text" | "sign" | "end"; text: string; at: number }

const PATTERN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*)|`([^`]*)`|"([^"]*)"|'([^']*)'|(<=|>=|==|!=|&&|\|\||[-+*/^()<>=!,~]))/y;

function tokens(text: string): Token[] {
  const out: Token[] = [];
  PATTERN.lastIndex = 0;
  while (text.slice(PATTERN.lastIndex).trim() !== "") {
    const from = PATTERN.lastIndex;
    const match = PATTERN.exec(text);
    const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
    if (!match) throw new FilterError(`"${text[at]}" is not known here`, at);
    const [, figure, name, ticked, double, single, sign] = match;
    if (figure !== undefined) out.push({ kind: "number", text: figure, at });
    else if (name !== undefined || ticked !== undefined) out.push({ kind: "name", text: (name ?? ticked)!, at });
    else if (sign !== undefined) out.push({ kind: "sign", text: sign, at });
    else out.push({ kind: "text", text: (double ?? single)!, at });
  }
  out.push({ kind: "end", text: "", at: text.length });
  return out;
}

const FUNCTIONS = new Map<string, (...values: number[]) => number>([
  ["abs", Math.abs], ["sqrt", Math.sqrt], ["exp", Math.exp], ["log", Math.log], ["log10", Math.log10], ["min", Math.min], ["max", Math.max],
]);
const COMPARE = new Map<string, (a: number, b: number) => boolean>([
  ["<", (a, b) => a < b], ["<=", (a, b) => a <= b], [">", (a, b) => a > b], [">=", (a, b) => a >= b], ["=", (a, b) => a === b], ["==", (a, b) => a === b], ["!=", (a, b) => a !== b],
]);
const WORDS = new Set(["and", "or", "not", "&&", "||", "!"]);

class Parser {
  private at = 0;
  private readonly list: Token[];
  constructor(text: string, private readonly study: Study) { this.list = tokens(text); }

  private get next(): Token { return this.list[this.at]!; }
  private take(...texts: string[]): boolean {
    if (!["sign", "name"].includes(this.next.kind) || !texts.includes(this.next.text)) return false;
    this.at++;
    return true;
  }
  private number(value: Value, at: number): Numeric {
    if (value.kind === "text") throw new FilterError("a text has no size: compare it with = or ~", at);
    return value.of;
  }

  whole(): Numeric {
    const { at } = this.next;
    const value = this.either();
    if (this.next.kind !== "end") throw new FilterError(`"${this.next.text}" is too much here`, this.next.at);
    if (value.kind !== "truth") throw new FilterError("this is a value, not a condition: compare it with something", at);
    return value.of;
  }

  private either(): Value {
    let left = this.both();
    while (this.take("or", "||")) {
      const [a, b] = [this.truth(left), this.truth(this.both())];
      left = { kind: "truth", of: (row) => (a(row) || b(row) ? 1 : 0) };
    }
    return left;
  }

  private both(): Value {
    let left = this.negated();
    while (this.take("and", "&&")) {
      const [a, b] = [this.truth(left), this.truth(this.negated())];
      left = { kind: "truth", of: (row) => (a(row) && b(row) ? 1 : 0) };
    }
    return left;
  }

  private truth(value: Value): Numeric {
    if (value.kind !== "truth") throw new FilterError("a condition is missing: compare with <, >, =", this.list[Math.max(0, this.at - 1)]!.at);
    return value.of;
  }

  private negated(): Value {
    if (!this.take("not", "!")) return this.compared();
    const of = this.truth(this.negated());
    return { kind: "truth", of: (row) => (of(row) ? 0 : 1) };
  }

  /** Also of several in a row: 1 < k < 2. */
  private compared(): Value {
    let { at } = this.next;
    let left = this.sum();
    const found: Numeric[] = [];
    for (;;) {
      const sign = this.next;
      if (this.take("~")) return this.contains(left, at);
      if (sign.kind !== "sign" || !COMPARE.has(sign.text)) break;
      this.at++;
      const next = this.next.at;
      const right = this.sum();
      found.push(this.pair(sign, left, right, at, next));
      [left, at] = [right, next];
    }
    return found.length > 0 ? { kind: "truth", of: (row) => (found.every((of) => of(row) !== 0) ? 1 : 0) } : left;
  }

  private pair(sign: Token, left: Value, right: Value, at: number, next: number): Numeric {
    if (left.kind === "text" && right.kind === "text") {
      if (!["=", "==", "!="].includes(sign.text)) throw new FilterError("texts are compared with =, != and ~", sign.at);
      const equal = sign.text !== "!=";
      return (row) => ((left.of(row) === right.of(row)) === equal ? 1 : 0);
    }
    const compare = COMPARE.get(sign.text)!;
    const [a, b] = [this.number(left, at), this.number(right, next)];
    return (row) => (compare(a(row), b(row)) ? 1 : 0);
  }

  private contains(left: Value, at: number): Value {
    const right = this.primary();
    if (left.kind !== "text" || right.kind !== "text") throw new FilterError('~ looks for a text: message ~ "step"', at);
    return { kind: "truth", of: (row) => (left.of(row).toLowerCase().includes(right.of(row).toLowerCase()) ? 1 : 0) };
  }

  private sum(): Value {
    let { at } = this.next;
    let left = this.product();
    for (;;) {
      const plus = this.take("+");
      if (!plus && !this.take("-")) return left;
      const a = this.number(left, at);
      at = this.next.at;
      const b = this.number(this.product(), at);
      left = { kind: "number", of: plus ? (row) => a(row) + b(row) : (row) => a(row) - b(row) };
    }
  }

  private product(): Value {
    let { at } = this.next;
    let left = this.power();
    for (;;) {
      const times = this.take("*");
      if (!times && !this.take("/")) return left;
      const a = this.number(left, at);
      at = this.next.at;
      const b = this.number(this.power(), at);
      left = { kind: "number", of: times ? (row) => a(row) * b(row) : (row) => a(row) / b(row) };
    }
  }

  private power(): Value {
    const { at } = this.next;
    if (this.take("-")) {
      const of = this.number(this.power(), at);
      return { kind: "number", of: (row) => -of(row) };
    }
    const left = this.primary();
    if (!this.take("^")) return left;
    const a = this.number(left, at);
    const b = this.number(this.power(), this.next.at);
    return { kind: "number", of: (row) => a(row) ** b(row) };
  }

  private primary(): Value {
    const token = this.next;
    this.at++;
    if (token.kind === "number") { const value = Number(token.text); return { kind: "number", of: () => value }; }
    if (token.kind === "text") return { kind: "text", of: () => token.text };
    if (token.kind === "sign" && token.text === "(") {
      const inside = this.either();
      if (!this.take(")")) throw new FilterError('")" is missing', this.next.at);
      return inside;
    }
    if (token.kind === "name" && !WORDS.has(token.text)) return this.named(token);
    throw new FilterError(token.kind === "end" ? "something is missing at the end" : `"${token.text}" is not expected here`, token.at);
  }

  private named(token: Token): Value {
    const { study } = this;
    const column = study.column(token.text);
    if (column) return { kind: "number", of: (row) => column.values[row]! };
    const call = FUNCTIONS.get(token.text);
    if (call && this.take("(")) return this.called(call);
    if (token.text === "status") return { kind: "text", of: (row) => study.statusOf(row) };
    if (token.text === "message") return { kind: "text", of: (row) => study.messages.at(row) };
    if (token.text === "host") return { kind: "text", of: (row) => study.hosts.at(row) };
    if (token.text === "pi") return { kind: "number", of: () => Math.PI };
    // status = failed: a word that is no column stands for itself beside a text.
    if (study.record.statuses.includes(token.text)) {
      const before = this.list[this.at - 2];
      if (before?.kind === "sign" && ["=", "==", "!="].includes(before.text)) return { kind: "text", of: () => token.text };
    }
    if (token.text === "failed") return { kind: "truth", of: (row) => (study.fine(row) ? 0 : 1) };
    if (token.text === "done") return { kind: "truth", of: (row) => (study.fine(row) ? 1 : 0) };
    throw new FilterError(`there is no column "${token.text}"`, token.at);
  }

  private called(call: (...values: number[]) => number): Value {
    const given: Numeric[] = [];
    do given.push(this.number(this.sum(), this.next.at)); while (this.take(","));
    if (!this.take(")")) throw new FilterError('")" is missing', this.next.at);
    return { kind: "number", of: (row) => call(...given.map((of) => of(row))) };
  }
}

/** The condition of a text; null: an empty text, which every row fulfils. Throws FilterError. */
export function condition(text: string, study: Study): ((row: number) => boolean) | null {
  if (text.trim() === "") return null;
  const of = new Parser(text, study).whole();
  return (row) => of(row) !== 0;
}
