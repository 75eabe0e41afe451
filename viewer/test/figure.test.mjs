// Ranges and ticks of exported figures, on everything that numbers can be.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

let figure;
before(async () => {
  const out = await build({ entryPoints: [fileURLToPath(new URL("../src/export/figure.ts", import.meta.url))], bundle: true, format: "esm", write: false,
    plugins: [{ name: "no-chart", setup: (to) => to.onResolve({ filter: /^uplot/ }, () => ({ path: "data:text/javascript,export default null", external: true })) }] });
  figure = await import(`data:text/javascript;base64,${Buffer.from(out.outputFiles[0].text).toString("base64")}`);
});

const all = () => true;
const rangeOf = (values, log = false) => figure.extent([Float64Array.from(values)], all, log, 0.06);

test("ticks are round, rise, lie inside the range and are about as many as wanted", () => {
  for (const [least, most] of [[0, 1], [-3, 8], [0.1, 0.4], [1e5, 1e5 + 1e-3], [-1e300, 1e300], [-1.7e308, 1.7e308], [1e-300, 3e-300], [-2e-9, 5e-9], [9.81, 9.81 + 2e-9], [0, 4 * Math.PI]]) {
    const found = figure.ticks(least, most, 7, false);
    assert.ok(found.length >= 3 && found.length <= 9, `${found.length} ticks from ${least} to ${most}`);
    const slack = 1e-6 * (most / 8 - least / 8);
    found.forEach((value, i) => {
      assert.ok(value >= least - slack && value <= most + slack, `${value} is outside ${least} .. ${most}`);
      assert.ok(i === 0 || value > found[i - 1], `${value} after ${found[i - 1]}`);
    });
  }
  assert.deepEqual(figure.ticks(0, 1, 5, false), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(figure.ticks(1e-3, 1e3, 10, true), [1e-3, 1e-2, 0.1, 1, 10, 100, 1000]);
});

test("ticks end, whatever the range", () => {
  const odd = [0, -0, 1, 0.9999999999999999, 1 + 2 ** -52, 9.81, 9.810000000000002, 2 ** 53, 2 ** 53 + 2, 1e300, -1e300, Number.MAX_VALUE, -Number.MAX_VALUE,
    Number.MIN_VALUE, 1e-310, -1e-310, NaN, Infinity, -Infinity];
  for (const least of odd) {
    for (const most of odd) {
      for (const log of [false, true]) {
        const found = figure.ticks(least, most, 7, log);
        assert.ok(found.length <= 15 && found.every(Number.isFinite), `${least} .. ${most}: ${found}`);
      }
    }
  }
  assert.deepEqual(figure.ticks(1, 0, 5, false), figure.ticks(0, 1, 5, false), "a range upside down");
});

test("neighbouring ticks never read the same", () => {
  for (const [least, most] of [[0, 1], [1, 1 + 1e-9], [-9.81, -9.81 + 2e-9], [123456, 123456 + 1e-4], [-1e-5, 1e-5], [1e300, 1e300 + 1e291], [1e-300, 1e-300 + 1e-309]]) {
    const texts = figure.labelled(figure.ticks(least, most, 7, false)).map(([, text]) => text);
    assert.equal(new Set(texts).size, texts.length, texts.join());
  }
  assert.deepEqual(figure.labelled([0, 0.2, 0.4]).map(([, text]) => text), ["0", "0.2", "0.4"]);
});

test("a range of rounding is widened; every range can be drawn", () => {
  assert.deepEqual(rangeOf([1, 0.9999999999999999, 1]), rangeOf([1, 1]).map((value, i) => (i === 0 ? value - 2 ** -53 : value)));
  for (const values of [[1, 0.9999999999999999], [9.81, 9.81 + 3.6e-15], [1e5, 1e5 + 1.5e-11], [0, 0], [-7, -7], [1e300, -1e300], [Number.MAX_VALUE, -Number.MAX_VALUE],
    [Number.MAX_VALUE, Number.MAX_VALUE], [Number.MIN_VALUE, 0], [NaN, NaN], [], [NaN, 3, Infinity]]) {
    for (const log of [false, true]) {
      const [least, most] = rangeOf(values, log);
      assert.ok(Number.isFinite(least) && Number.isFinite(most) && least < most && (!log || least > 0), `${values}: ${least} .. ${most}`);
      assert.ok(figure.ticks(least, most, 7, log).length >= (values.includes(Number.MIN_VALUE) ? 0 : 1), `${values}: no ticks`);
    }
  }
});
