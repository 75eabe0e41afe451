// The page's own unpacking against zlib: every kind of block, every level; damaged and cut data is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { constants, deflateSync } from "node:zlib";
import { transformWithEsbuild } from "vite";

const source = readFileSync(new URL("../src/inflate.ts", import.meta.url), "utf8");
const { code } = await transformWithEsbuild(source, "inflate.ts");
const { inflateNow } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);

/** Always the same numbers between 0 and 1. */
function chance(seed) {
  let state = seed;
  return () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32; };
}

const CONTENTS = {
  zeros: () => () => 0,
  noise: () => { const next = chance(7); return () => Math.floor(256 * next()); },
  wave: () => (i) => Math.round(100 + 100 * Math.sin(i / 50)),
  pattern: () => (i) => (i % 7) * (i % 13),
};

for (const [name, make] of Object.entries(CONTENTS)) {
  test(`unpacks what zlib has packed: ${name}`, () => {
    const next = chance(1);
    for (const size of [0, 1, 7, 64, 2400, 70000, 300000]) {
      const value = make();
      const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => value(i)));
      for (const level of [0, 1, 6, 9]) {
        for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED]) {
          const packed = deflateSync(bytes, { level, strategy });
          assert.equal(Buffer.compare(Buffer.from(inflateNow(packed, size)), bytes), 0);
          for (let k = 0; k < 3; k++) assert.throws(() => inflateNow(packed.subarray(0, Math.floor(next() * packed.length)), size));
          if (size === 0 || size > 70000) continue;
          const damaged = Buffer.from(packed);
          damaged[Math.floor(next() * packed.length)] ^= 1 << Math.floor(8 * next());
          let result = null;
          try { result = inflateNow(damaged, size); } catch { continue; }
          // Bits that mean nothing may change; the numbers never.
          assert.equal(Buffer.compare(Buffer.from(result), bytes), 0);
        }
      }
    }
  });
}
