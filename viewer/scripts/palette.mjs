// A screenshot as PNG of 256 colours: a third of the bytes, which documentation can carry.
import { deflateSync } from "node:zlib";
import { decode } from "../test/png.mjs";

const TABLE = Array.from({ length: 256 }, (_, n) => { let c = n; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; return c >>> 0; });
function crc32(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, body) {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, "latin1");
  body.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, body.length + 8)), body.length + 8);
  return out;
}

const CHANNELS = [16, 8, 0];
const part = (colour, shift) => (colour >> shift) & 255;

/** Median cut: boxes of colours are split along their longest side until there are `most`; each gives the mean of its pixels. */
function boxes(counts, most) {
  const list = [[...counts.keys()]];
  const spread = (box) => CHANNELS.map((shift) => { const values = box.map((c) => part(c, shift)); return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)); });
  const weigh = (box) => Math.max(...spread(box)) * Math.sqrt(box.reduce((sum, c) => sum + counts.get(c), 0));
  const weights = list.map(weigh);
  while (list.length < most) {
    const worst = weights.indexOf(Math.max(...weights));
    if (weights[worst] === 0) break;
    const box = list[worst];
    const sides = spread(box);
    const shift = CHANNELS[sides.indexOf(Math.max(...sides))];
    box.sort((a, b) => part(a, shift) - part(b, shift));
    const middle = (part(box[0], shift) + part(box.at(-1), shift)) / 2;
    const cut = Math.max(1, box.findIndex((c) => part(c, shift) > middle));
    list.splice(worst, 1, box.slice(0, cut), box.slice(cut));
    weights.splice(worst, 1, weigh(list[worst]), weigh(list[worst + 1]));
  }
  return list;
}

export function paletted(png) {
  const { width, height, channels, pixels } = decode(png);
  const colours = new Uint32Array(width * height);
  const counts = new Map();
  for (let i = 0; i < colours.length; i++) {
    const at = i * channels;
    colours[i] = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colours[i], (counts.get(colours[i]) ?? 0) + 1);
  }
  const index = new Map();
  const palette = Buffer.alloc(768);
  boxes(counts, 256).forEach((box, n) => {
    const total = box.reduce((sum, colour) => sum + counts.get(colour), 0);
    CHANNELS.forEach((shift, k) => { palette[3 * n + k] = Math.round(box.reduce((sum, colour) => sum + part(colour, shift) * counts.get(colour), 0) / total); });
    for (const colour of box) index.set(colour, n);
  });
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raw[y * (width + 1) + 1 + x] = index.get(colours[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", deflateSync(raw, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
