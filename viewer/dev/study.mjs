// Pages of studies with synthetic tables, for development and for tests: the program is not needed.
import { document as results, pack, pageOf, pendulum } from "./synthetic.mjs";

/** Numbers between 0 and 1 that are the same every time (xorshift). */
export function dice(seed = 1) {
  let state = seed >>> 0 || 1;
  return () => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state / 2 ** 32; };
}

export const STATUSES = ["done", "stopped", "failed", "error", "limit", "crashed"];

function words(list) {
  const all = [...new Set(list)];
  return { words: all, data: pack(list.map((word) => all.indexOf(word))) };
}

/** The record of a study. parameters, responses: [{name, unit, expression, values}]; other columns may be left out. */
export function study({ title = "Synthetic study", kind = "sweep", parameters, responses, status, message, run, steps, cpu, host, found = null, kept = [], set = [], running = false, planned = 0, optimize = null, vary = null, model = "model.yaml", messages = [] }) {
  const rows = parameters[0]?.values.length ?? responses[0]?.values.length ?? 0;
  const filled = (list, value) => list ?? Array.from({ length: rows }, value);
  const column = ({ values, ...rest }) => ({ ...rest, unit: rest.unit ?? "", data: pack(values) });
  const ended = filled(status, () => "done");
  return {
    format: 1, program: "Sarrus (synthetic data)", kind: "study",
    study: {
      file: "study.h5", title, model, kind, text: "", running, planned, set, optimize, vary, rows, found: found === null ? null : typeof found === "string" ? found : JSON.stringify(found),
      run: pack(filled(run, (_, i) => i)), parameters: parameters.map(column), responses: responses.map((each) => column({ expression: "", ...each })),
      statuses: STATUSES, status: pack(ended.map((name) => STATUSES.indexOf(name))), message: words(filled(message, () => "")), host: words(filled(host, () => "node1")),
      steps: pack(filled(steps, (_, i) => 400 + (i % 50))), cpu: pack(filled(cpu, (_, i) => 0.01 + 0.001 * (i % 7))), kept, messages,
    },
  };
}

/** A quarter car on a grid: stiffness by powers, damping, mass; stiff ones with little damping fail. */
export function grid({ k = 11, c = 5, m = 3 } = {}) {
  const list = (from, to, count, log) => Array.from({ length: count }, (_, i) => { const share = count > 1 ? i / (count - 1) : 0; return log ? Number((from * (to / from) ** share).toPrecision(6)) : from + (to - from) * share; });
  const rows = list(1e4, 3e5, k, true).flatMap((a) => list(500, 2500, c, false).flatMap((b) => list(200, 400, m, false).map((d) => [a, b, d])));
  const bad = rows.map(([a, b]) => a > 2e5 && b < 900);
  const peak = rows.map(([a, b, d], i) => { const w = Math.sqrt(a / d); const z = b / (2 * Math.sqrt(a * d)); return bad[i] ? NaN : 1 + 9 * Math.exp(-((w - 14) ** 2) / 60) / (0.3 + z) + 0.08 * w; });
  const settle = rows.map(([a, b, d], i) => (bad[i] ? NaN : (8 * d) / b + 0.02 * Math.sqrt(a / d)));
  return study({
    title: "Ride of a quarter car", model: "car.yaml", set: ["v=20"],
    parameters: [{ name: "k", unit: "N/m", values: rows.map((r) => r[0]) }, { name: "c", unit: "N*s/m", values: rows.map((r) => r[1]) }, { name: "m", unit: "kg", values: rows.map((r) => r[2]) }],
    responses: [{ name: "peak", unit: "m/s^2", expression: "max(abs(seat.az))", values: peak }, { name: "settle", unit: "s", expression: "settling(seat.z, 0.02)", values: settle }],
    status: bad.map((is) => (is ? "failed" : "done")), message: bad.map((is) => (is ? "the step fell below 1e-12 s at t = 0.3 s" : "")),
  });
}

/** A Monte-Carlo study: so many rows of so many normally distributed parameters, of which three matter. */
export function random({ rows = 2000, count = 6, seed = 7 } = {}) {
  const toss = dice(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - toss())) * Math.cos(2 * Math.PI * toss());
  const parameters = Array.from({ length: count }, (_, j) => ({ name: `p${j + 1}`, unit: ["mm", "N", "kg", "rad"][j % 4], values: Array.from({ length: rows }, () => 10 + j + normal()) }));
  const at = (j, i) => (j < count ? parameters[j].values[i] - 10 - j : 0);
  const peak = Array.from({ length: rows }, (_, i) => 50 + 6 * at(0, i) - 3 * at(1, i) + 1.5 * at(2, i) ** 2 + normal());
  const load = Array.from({ length: rows }, (_, i) => Math.exp(2 + 0.5 * at(1, i) + 0.2 * normal()));
  const bad = Array.from({ length: rows }, () => toss() < 0.01);
  return study({
    title: "Tolerances of a gearbox", parameters,
    responses: [{ name: "peak", unit: "N", expression: "max(gear.force)", values: peak.map((v, i) => (bad[i] ? NaN : v)) }, { name: "load", unit: "N*m", expression: "rms(gear.torque)", values: load.map((v, i) => (bad[i] ? NaN : v)) }],
    status: bad.map((is, i) => (is ? ["failed", "limit", "crashed"][i % 3] : "done")), message: bad.map((is, i) => (is ? ["Newton did not converge at t = 0.2 s", "took more than 60 s", "the worker process died: segmentation fault"][i % 3] : "")),
  });
}

/** A constrained optimisation that comes closer to its end. */
export function search({ rows = 60 } = {}) {
  const toss = dice(3);
  const k = []; const c = []; const peak = []; const sag = [];
  for (let i = 0; i < rows; i++) {
    const far = Math.exp(-i / 12);
    k.push(2e4 * Math.exp(0.9 * far * (toss() - 0.3)));
    c.push(1500 + 800 * far * (toss() - 0.6));
    peak.push(5 + 3e-9 * (k[i] - 1.9e4) ** 2 + 2e-6 * (c[i] - 1500) ** 2);
    sag.push(2000 / k[i]);
  }
  let best = 0;
  for (let i = 0; i < rows; i++) if (sag[i] <= 0.1 && (sag[best] > 0.1 || peak[i] < peak[best])) best = i;
  return study({
    title: "Softest ride within the travel", kind: "optimize", model: "car.yaml",
    optimize: { minimize: "peak", subject_to: { sag: "<= 0.1" } }, vary: { k: { from: "1e4", to: "1e5", scale: "log" }, c: { from: "200", to: "3000" } },
    parameters: [{ name: "k", unit: "N/m", values: k }, { name: "c", unit: "N*s/m", values: c }],
    responses: [{ name: "peak", unit: "m/s^2", expression: "max(abs(seat.az))", values: peak }, { name: "sag", unit: "m", expression: "final(seat.z)", values: sag }],
    found: {
      converged: true, reason: "the objective no longer changes", method: "nlopt: slsqp", objective: peak[best],
      parameters: [{ name: "k", unit: "N/m", value: k[best], start: k[0], from: 1e4, to: 1e5, bound: "none" }, { name: "c", unit: "N*s/m", value: c[best], start: c[0], from: 200, to: 3000, bound: "none" }],
      responses: { peak: peak[best], sag: sag[best] }, limits: [{ response: "sag", kind: "<=", limit: 0.1, value: sag[best], kept: sag[best] <= 0.1 }], evaluations: rows, gradients: rows, failed: 0,
    },
  });
}

/** A fit of two parameters to noisy data. */
export function fitted({ rows = 12 } = {}) {
  const toss = dice(11);
  const time = Array.from({ length: 300 }, (_, i) => i * 0.01);
  const model = time.map((t) => Math.exp(-0.8 * t) * Math.cos(9 * t));
  const measured = model.map((v, i) => (i % 97 === 40 ? NaN : v + 0.12 * (toss() + toss() + toss() - 1.5)));
  const way = (end, start) => Array.from({ length: rows }, (_, i) => end + (start - end) * 0.45 ** i);
  const left = measured.map((v, i) => v - model[i]).filter(Number.isFinite);
  const squares = left.reduce((sum, v) => sum + v * v, 0);
  return study({
    title: "Suspension from measured acceleration", kind: "fit", model: "car.yaml",
    parameters: [{ name: "k", unit: "N/m", values: way(81.2, 120) }, { name: "c", unit: "N*s/m", values: way(1.61, 4) }, { name: "m", unit: "kg", values: way(2, 1) }],
    responses: [],
    found: {
      converged: true, reason: "the parameters no longer change", method: "levenberg-marquardt", objective: squares,
      parameters: [{ name: "k", value: 81.2, start: 120, from: 20, to: 200, bound: "none", deviation: 0.9, determined: true }, { name: "c", value: 1.61, start: 4, from: 0.1, to: 10, bound: "none", deviation: 0.05, determined: true },
        { name: "m", value: 2, start: 1, from: 0.5, to: 2, bound: "upper", deviation: null, determined: true }],
      residuals: left.length, quantile: 1.968, covariance: [[0.81, -0.018, null], [-0.018, 0.0025, null], [null, null, null]], evaluations: rows, gradients: rows, failed: 0,
      curves: [{ column: "seat.az", data: "acc", unit: "m/s^2", count: left.length, weight: 0.06, rms: Math.sqrt(squares / left.length), largest: Math.max(...left.map(Math.abs)), largest_time: 1.2, time, measured: measured.map((v) => (Number.isFinite(v) ? v : null)), model }],
    },
  });
}

/** A page of a study with runs that were kept, by their numbers. */
export function pageWithRuns(record, runs) {
  record.study.kept = runs.map((run) => ({ run, file: `runs/${run}.h5`, bytes: 1000 }));
  const page = pageOf(record);
  const scripts = runs.map((run) => {
    const json = JSON.stringify(results(pendulum({ name: `run ${run}`, damping: 0.05 + 0.02 * run })));
    return `<script type="application/json" id="sarrus-run-${run}">${json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}</script>`;
  });
  const end = page.lastIndexOf("</body>");
  return page.slice(0, end) + scripts.join("") + page.slice(end);
}
