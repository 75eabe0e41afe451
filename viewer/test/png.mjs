// Just enough of PNG to compare screenshots: 8 bits per channel, not interlaced, as browsers write them.
import { inflateSync } from "node:zlib";

function unfilter(raw, width, height, channels) {
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i >= channels ? out[y * stride + i - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + i] : 0;
      const corner = y > 0 && i >= channels ? out[(y - 1) * stride + i - channels] : 0;
      const guess = left + up - corner;
      const near = [left, up, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b));
      const best = [left, up, corner].find((value) => Math.abs(guess - value) === Math.abs(guess - near[0]));
      const add = [0, left, up, (left + up) >> 1, best][filter];
      out[y * stride + i] = (raw[y * (stride + 1) + 1 + i] + add) & 255;
    }
  }
  return out;
}

export function decode(png) {
  const chunks = [];
  let header = null;
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), channels: body[9] === 6 ? 4 : 3 };
    if (type === "IDAT") chunks.push(body);
    at += 12 + length;
  }
  return { ...header, pixels: unfilter(inflateSync(Buffer.concat(chunks)), header.width, header.height, header.channels) };
}

/** How many different colours a picture has. */
export function colours({ pixels, channels }) {
  const seen = new Set();
  for (let i = 0; i < pixels.length; i += channels) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
  return seen.size;
}

/** Share of the pixels in which two pictures of one size differ visibly. */
export function difference(a, b) {
  let count = 0;
  for (let i = 0; i < a.pixels.length; i += a.channels) {
    const apart = Math.abs(a.pixels[i] - b.pixels[i]) + Math.abs(a.pixels[i + 1] - b.pixels[i + 1]) + Math.abs(a.pixels[i + 2] - b.pixels[i + 2]);
    if (apart > 24) count++;
  }
  return count / (a.pixels.length / a.channels);
}
