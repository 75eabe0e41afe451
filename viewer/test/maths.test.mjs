// The arithmetic of the plots against definitions written out here.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

let maths;
let spectra;
let fuzzy;
async function load(file) {
  const out = await build({ entryPoints: [fileURLToPath(new URL(`../src/plots/${file}.ts`, import.meta.url))], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(out.outputFiles[0].text).toString("base64")}`);
}
before(async () => {
  maths = await load("maths");
  spectra = await load("spectrum");
  ({ fuzzy } = await load("fuzzy"));
});

const close = (a, b, tolerance, what = "") => assert.ok(Math.abs(a - b) <= tolerance, `${what} ${a} instead of ${b}`);

test("the derivative is exact for a parabola on an uneven grid, ends included", () => {
  const x = Float64Array.from([0, 0.1, 0.35, 0.4, 1, 1.7]);
  const y = x.map((t) => 3 * t * t - 2 * t + 5);
  maths.derivative(x, y).forEach((slope, i) => close(slope, 6 * x[i] - 2, 1e-12, `at ${x[i]}`));
});

test("the derivative leaves gaps where there are gaps and at repeated times", () => {
  const slope = maths.derivative(Float64Array.from([0, 1, 2, 3, 4]), Float64Array.from([0, 1, NaN, 3, 4]));
  assert.deepEqual(Array.from(slope), [1, 1, NaN, 1, 1]);
  const event = maths.derivative(Float64Array.from([0, 1, 1, 2]), Float64Array.from([0, 1, 5, 6]));
  assert.deepEqual(Array.from(event), [1, 1, 1, 1]);
});

test("extremes, peak, mean and rms of a sine over its periods", () => {
  const n = 4000;
  const x = Float64Array.from({ length: n + 1 }, (_, i) => (i / n) ** 1.5); // an uneven grid
  const y = x.map((t) => -3 * Math.sin(2 * Math.PI * t) - 0.5);
  const { least, greatest, peak, mean, rms } = maths.summarise(x, y);
  close(x[least], 0.25, 1e-3);
  close(x[greatest], 0.75, 1e-3);
  assert.equal(peak, least);
  close(mean, -0.5, 1e-5);
  close(rms, Math.sqrt(4.5 + 0.25), 1e-5);
  assert.equal(maths.summarise(Float64Array.from([0, 1]), Float64Array.from([NaN, NaN])).peak, -1);
  const part = maths.summarise(x, y, 0.5, 1);
  assert.ok(x[part.least] >= 0.5);
});

test("interpolation meets the points and the lines between, and nothing outside", () => {
  const out = maths.interpolate(Float64Array.from([0, 1, 3]), Float64Array.from([2, 4, 0]), Float64Array.from([-1, 0, 0.5, 1, 2, 3, 4]));
  assert.deepEqual(Array.from(out), [NaN, 2, 3, 4, 2, 0, NaN]);
});

test("interpolation pairs repeated times in their order: a curve at its own times is itself", () => {
  for (const times of [[0, 1, 1, 2], [0, 0, 1, 1, 1, 2, 2], [1, 1], [0, 1, 2, 2], [3, 3, 3]]) {
    const x = Float64Array.from(times);
    const y = x.map((_, i) => Math.sin(7 * i) * 10 ** i);
    assert.deepEqual(Array.from(maths.interpolate(x, y, x)), Array.from(y), times.join());
  }
});

test("interpolation at an event that only one of the curves has", () => {
  const event = [Float64Array.from([0, 1, 1, 2]), Float64Array.from([0, 1, -1, 0])];
  const plain = [Float64Array.from([0, 1, 2]), Float64Array.from([0, 5, 6])];
  assert.deepEqual(Array.from(maths.interpolate(...event, Float64Array.from([0.5, 1, 1.5]))), [0.5, 1, -0.5]);
  assert.deepEqual(Array.from(maths.interpolate(...plain, event[0])), [0, 5, 5, 6]);
  assert.deepEqual(Array.from(maths.interpolate(...event, Float64Array.from([1, 1, 1, 1.5, 1.5]))), [1, -1, -1, -0.5, -0.5]);
  assert.deepEqual(Array.from(maths.interpolate(...event, Float64Array.from([-1, -1, NaN, 2, 3]))), [NaN, NaN, NaN, 0, NaN]);
});

for (const n of [4, 7, 16, 97, 120]) {
  test(`the transform of ${n} points is the sum of its definition`, () => {
    const values = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i) + 0.2 * i);
    const { re, im } = spectra.transform(values);
    for (let k = 0; k < n; k++) {
      let [a, b] = [0, 0];
      for (let i = 0; i < n; i++) { a += values[i] * Math.cos((2 * Math.PI * i * k) / n); b -= values[i] * Math.sin((2 * Math.PI * i * k) / n); }
      close(re[k], a, 1e-10, `real part ${k}`);
      close(im[k], b, 1e-10, `imaginary part ${k}`);
    }
  });
}

test("a sine on the grid of frequencies shows its amplitude, with and without window", () => {
  const n = 1000;
  const x = Float64Array.from({ length: n }, (_, i) => i * 0.01);
  const y = x.map((t) => 7 + 2 * Math.sin(2 * Math.PI * 5 * t));
  for (const window of ["none", "hann"]) {
    const { frequency, amplitude, resampled } = spectra.spectrum(x, y, window);
    const top = amplitude.indexOf(Math.max(...amplitude));
    close(frequency[top], 5, 1e-9);
    close(amplitude[top], 2, 1e-9, window);
    assert.equal(resampled, false);
    close(amplitude[0], 0, 1e-9, "the mean is taken away");
  }
});

test("an uneven grid is resampled and said to be", () => {
  const x = Float64Array.from({ length: 2001 }, (_, i) => (i + 0.3 * Math.sin(i)) * 0.005);
  const found = spectra.spectrum(x, x.map((t) => Math.sin(2 * Math.PI * 3 * t)), "hann");
  assert.equal(found.resampled, true);
  const top = found.amplitude.indexOf(Math.max(...found.amplitude));
  close(found.frequency[top], 3, 0.06);
  close(found.amplitude[top], 1, 0.01);
});

test("searching: all words must fit, letters in order, names before descriptions", () => {
  assert.ok(fuzzy("afx", "A.fx", "") > 0);
  assert.ok(fuzzy("crank vel", "crank.vx", "velocity, x") > 0);
  assert.equal(fuzzy("crank torque", "crank.vx", "velocity, x"), -1);
  assert.ok(fuzzy("A.f", "|A.f|", "") > fuzzy("A.f", "crank.A.fx", ""));
});
