// Unpacking of zlib data (RFC 1950, RFC 1951) at once. A page with many short columns would otherwise spend most of its loading time on making
// thousands of streams; long columns go through the browser's own DecompressionStream.

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15; // bits of a code

/** A Huffman code as a table over the next bits of the input: symbol * 16 + length of its code; 0 where no code begins so. */
class Code {
  readonly table: Uint16Array;
  readonly bits: number;

  constructor(lengths: ArrayLike<number>) {
    const counts = new Uint16Array(LONGEST + 1);
    for (let i = 0; i < lengths.length; i++) counts[lengths[i]!]!++;
    counts[0] = 0;
    let bits = LONGEST;
    while (bits > 1 && counts[bits] === 0) bits--;
    this.bits = bits;
    this.table = new Uint16Array(1 << bits);
    const next = new Uint16Array(LONGEST + 2);
    for (let length = 1; length <= LONGEST; length++) next[length + 1] = (next[length]! + counts[length]!) << 1;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol]!;
      if (length === 0) continue;
      let code = next[length]!++;
      if (code >= 1 << length) throw new Error("too many codes");
      let reversed = 0;
      for (let i = 0; i < length; i++) { reversed = (reversed << 1) | (code & 1); code >>= 1; }
      for (let i = reversed; i < this.table.length; i += 1 << length) this.table[i] = (symbol << 4) | length;
    }
  }
}

let fixed: [Code, Code] | null = null;

function fixedCodes(): [Code, Code] {
  fixed ??= [
    new Code(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
    new Code(new Array<number>(30).fill(5))];
  return fixed;
}

class Reader {
  at: number;
  private held = 0;
  private count = 0;

  constructor(private readonly input: Uint8Array, start: number) { this.at = start; }

  private fill(count: number): void {
    while (this.count < count) {
      // Beyond the end there are zeros, which a code may look at but must not use.
      this.held |= (this.input[this.at] ?? 0) << this.count;
      this.at++;
      this.count += 8;
    }
  }

  bits(count: number): number {
    if (count === 0) return 0;
    this.fill(count);
    const value = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.count -= count;
    this.check();
    return value;
  }

  symbol(code: Code): number {
    this.fill(code.bits);
    const entry = code.table[this.held & ((1 << code.bits) - 1)]!;
    const length = entry & 15;
    if (length === 0) throw new Error("no such code");
    this.held >>>= length;
    this.count -= length;
    this.check();
    return entry >> 4;
  }

  /** Goes to the next whole byte and gives its place. */
  align(): number {
    this.at -= this.count >> 3;
    this.held = 0;
    this.count = 0;
    return this.at;
  }

  private check(): void {
    if (this.at - (this.count >> 3) > this.input.length) throw new Error("cut short");
  }
}

class Output {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(guess: number) { this.bytes = new Uint8Array(Math.max(64, guess)); }

  room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

function dynamicCodes(reader: Reader): [Code, Code] {
  const literals = reader.bits(5) + 257;
  const distances = reader.bits(5) + 1;
  const used = reader.bits(4) + 4;
  const first = new Uint8Array(19);
  for (let i = 0; i < used; i++) first[ORDER[i]!] = reader.bits(3);
  const code = new Code(first);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length;) {
    const symbol = reader.symbol(code);
    if (symbol < 16) { lengths[i++] = symbol; continue; }
    if (symbol === 16 && i === 0) throw new Error("nothing to repeat");
    const value = symbol === 16 ? lengths[i - 1]! : 0;
    const times = symbol === 16 ? 3 + reader.bits(2) : symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7);
    if (i + times > lengths.length) throw new Error("too many lengths");
    lengths.fill(value, i, i + times);
    i += times;
  }
  return [new Code(lengths.subarray(0, literals)), new Code(lengths.subarray(literals))];
}

function compressedBlock(reader: Reader, output: Output, [literals, distances]: [Code, Code]): void {
  for (;;) {
    const symbol = reader.symbol(literals);
    if (symbol === 256) return;
    if (symbol < 256) {
      output.room(1);
      output.bytes[output.length++] = symbol;
      continue;
    }
    const l = symbol - 257;
    if (l >= LENGTH_BASE.length) throw new Error("no such length");
    const length = LENGTH_BASE[l]! + reader.bits(LENGTH_BITS[l]!);
    const d = reader.symbol(distances);
    if (d >= DISTANCE_BASE.length) throw new Error("no such distance");
    const distance = DISTANCE_BASE[d]! + reader.bits(DISTANCE_BITS[d]!);
    if (distance > output.length) throw new Error("before the beginning");
    output.room(length);
    const { bytes } = output;
    // Byte by byte: the copy may run into what it has just written.
    for (let i = 0; i < length; i++) bytes[output.length + i] = bytes[output.length + i - distance]!;
    output.length += length;
  }
}

function storedBlock(reader: Reader, output: Output, input: Uint8Array): void {
  const at = reader.align();
  const length = input[at]! | (input[at + 1]! << 8);
  if (at + 4 + length > input.length || length !== (~(input[at + 2]! | (input[at + 3]! << 8)) & 0xffff)) throw new Error("cut short");
  output.room(length);
  output.bytes.set(input.subarray(at + 4, at + 4 + length), output.length);
  output.length += length;
  reader.at = at + 4 + length;
}

function adler(bytes: Uint8Array): number {
  let a = 1, b = 0;
  for (let i = 0; i < bytes.length;) {
    // As many as fit before the sums must be reduced.
    const end = Math.min(i + 3800, bytes.length);
    for (; i < end; i++) { a += bytes[i]!; b += a; }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}

/** The bytes that were packed; throws where the input is damaged or cut short. */
export function inflateNow(input: Uint8Array, guess: number): Uint8Array<ArrayBuffer> {
  if (input.length < 6 || (input[0]! & 15) !== 8 || ((input[0]! << 8) | input[1]!) % 31 !== 0 || (input[1]! & 32) !== 0) throw new Error("not zlib");
  const reader = new Reader(input, 2);
  const output = new Output(guess);
  for (let last = 0; last === 0;) {
    last = reader.bits(1);
    const kind = reader.bits(2);
    if (kind === 0) storedBlock(reader, output, input);
    else if (kind === 1) compressedBlock(reader, output, fixedCodes());
    else if (kind === 2) compressedBlock(reader, output, dynamicCodes(reader));
    else throw new Error("no such block");
  }
  const at = reader.align();
  const bytes = output.bytes.slice(0, output.length);
  const sum = ((input[at]! << 24) | (input[at + 1]! << 16) | (input[at + 2]! << 8) | input[at + 3]!) >>> 0;
  if (at + 4 > input.length || sum !== adler(bytes)) throw new Error("wrong sum");
  return bytes;
}
