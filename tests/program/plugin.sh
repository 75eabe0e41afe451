#!/bin/sh
# Plugins in the program: the example against a solution of its own equation by another method, failures, results that are
# verified.
. "$(dirname "$0")/common"
plugins=${SAR_BUILD_DIR:?}/plugins
[ -f "$plugins/libtyre.so" ] || { echo "the plugins are not built"; exit 77; }
cp "$plugins/libtyre.so" "$plugins/good.so" .
cp "$source_dir/examples/tyre-plugin/model.yaml" .

# The wheel: I omega' = -R fx(omega) - brake(t, omega), by the classical Runge-Kutta method in small steps. The tyre is
# written again here.
run 0 run model.yaml --tol 1e-9 --csv wheel.csv -o wheel.h5 --quiet
is_empty err
python3 - <<'PYTHON' || fail "the example differs from the solution of its equation"
import csv, math, sys

def fx(omega, R=0.3, V=20.0, mu_fz=0.9 * 2e5 * 0.02, C=6e4):
    s = (R * omega - V) / math.sqrt(V * V + 0.1 ** 2)
    x = min(1.0, C * abs(s) / (3 * mu_fz))
    return math.copysign(mu_fz * (1 - (1 - x) ** 3), s)

def rate(t, w):
    return (-0.3 * fx(w) - 700 * max(t - 1, 0) * math.tanh(w / 0.5)) / 1.1

table = list(csv.reader(open("wheel.csv")))
column = table[0].index("hub.angle_rate")
rows = [(float(r[0]), float(r[column])) for r in table[2:]]
w, h, worst, k = 0.0, 1e-4, 0.0, 0
for time, spin in rows:
    while k * h < time - h / 2:
        t = k * h
        a = rate(t, w)
        b = rate(t + h / 2, w + h / 2 * a)
        c = rate(t + h / 2, w + h / 2 * b)
        d = rate(t + h, w + h * c)
        w += h / 6 * (a + 2 * b + 2 * c + d)
        k += 1
    worst = max(worst, abs(w - spin))
fastest = max(spin for time, spin in rows)
print("largest difference of the spin: %.2g rad/s of %.3g" % (worst, fastest))
sys.exit(0 if len(rows) == 401 and worst < 1e-4 and fastest > 60 and rows[-1][1] < 1 else 1)
PYTHON

# A second run gives the same, also by the path of the results. Code is loaded only if one says so.
run 2 verify wheel.h5
run 0 verify wheel.h5 --allow-plugins

# From another folder: the plugin is found where the model is, and the results know where that was.
mkdir elsewhere && cd elsewhere
run 0 check ../model.yaml
run 0 run ../model.yaml -o away.h5 --quiet
run 0 verify away.h5 --allow-plugins --quiet
is_empty err
h5dump -a plugins away.h5 >plugins.txt 2>&1 || fail "no attribute \`plugins\`"
has plugins.txt '"tyre"'
has plugins.txt "$(cd .. && pwd -P)/libtyre.so"
has plugins.txt '"1.0"'
cd ..

# Another build of the plugin is refused, before it is loaded. Without the file it is looked for beside the results.
cp libtyre.so elsewhere/kept.so
printf 'x' >>libtyre.so
run 2 verify elsewhere/away.h5 --allow-plugins --quiet
has err 'error: tyre: the plugin `.*/libtyre.so` is not the one that these results were made with: hash'
mv elsewhere/kept.so elsewhere/libtyre.so
mv libtyre.so hidden.so
run 0 verify elsewhere/away.h5 --allow-plugins --quiet
is_empty err
mv elsewhere/libtyre.so libtyre.so
rm hidden.so

# Messages of the program.
sed -e 's/libtyre.so/libtire.so/' model.yaml >missing.yaml
run 2 check missing.yaml
has err '^missing.yaml:10:11: error: cannot read `libtire.so`'
sed -e 's/contact.fx(/contact(/' model.yaml >output.yaml
run 2 check output.yaml
has err '^output.yaml:23:18: error: road: `tyre.contact` has 3 outputs'
sed -e 's/"1.0"/"1.1"/' model.yaml >version.yaml
run 2 check version.yaml
has err '^version.yaml:11:14: error: tyre: the plugin is version `1.0`, not `1.1`'
sed -e 's/friction: 0.9/friction: -1/' model.yaml >negative.yaml
run 2 check negative.yaml
has err 'cannot be used: `friction` must be positive, but is -1'

# Derivatives by differences are a warning; the motion is the same as with exact ones.
law() { # law FILE TEXT [X]
  cat >"$1" <<MODEL
plugins: {p: {file: good.so, parameters: {gain: 10}}}
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [${3:-0.5}, 0, 0]}}
joints: {j: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}
forces: {s: {type: spring-damper, between: [ground, b], law: "$2"}}
simulate: {method: hht, end: 1}
MODEL
}
law bare.yaml 'p.bare(length)'
run 0 run bare.yaml --csv bare.csv
has err '^bare.yaml:1:21: warning: p: `p.bare` has no derivatives of its own: they are taken by differences'
law sine.yaml 'sin(length)'
run 0 run sine.yaml --csv sine.csv
run 0 compare bare.csv sine.csv --tolerance 1e-8

# A function that has no value where the motion leads to; one that ends the run.
law edge.yaml 'p.edge(length) - 5'
run 1 run edge.yaml --csv edge.csv
has err 'error: the step became too small at t = 0.47598'
has err '^edge.yaml:4:10: note: likely cause 1: the force `s` is not a number from t = 0.47598'
[ "$(grep -c 'no likely cause' err)" -eq 0 ] || fail "a cause was found"
cat >retry.yaml <<'MODEL'
plugins: {p: {file: good.so, parameters: {gain: 1, length: 0.5}}}
coordinates: {x: {mass: 1, velocity: 1}}
forces: {g: {type: generalized, coordinate: x, force: "2*p.edge(x)"}}
simulate: {method: hht, end: 2}
MODEL
run 1 run retry.yaml --csv retry.csv
has err '^retry.yaml:3:58: error: the step became too small at .*: `p.edge`, in `force` of `g`, has no value'
[ "$(grep -c 'no likely cause' err)" -eq 0 ] || fail "the error says the cause"
law last.yaml 'p.last(length) - 5'
run 1 run last.yaml --csv last.csv
has err '^last.yaml:1:21: error: p: the plugin.s function `p.last` ends the run: it answers -8'
[ "$(grep -c 'no likely cause' err)" -eq 0 ] || fail "the error says the cause"
law stop.yaml 'p.edge(length)' 2.5
run 1 run stop.yaml --csv stop.csv
has err '^stop.yaml:1:21: error: p: the plugin.s function `p.edge` ends the run: it answers -7'

# A function of a plugin as a variable, a force, a rate, a constraint and a measure. 3 x'' = 0.5 - x with y = x, and i' = -i.
cat >all.yaml <<'MODEL'
plugins: {p: {file: good.so, parameters: {gain: 1, length: 0.5}}}
coordinates: {x: {mass: 1, at: 1}, y: {mass: 2, at: 1}}
variables: {f: "-p.stretch(x)"}
states: {i: {start: 1, rate: "-p.pair.product(i, 1)"}}
forces: {g: {type: generalized, coordinate: x, force: "f"}}
equations: {c: {position: "y - 2*p.pair.quotient(x, 2)"}}
measures: {m: "p.pair.product(x, rate(x))"}
simulate: {method: hht, end: 1, tolerance: 1e-8}
MODEL
run 0 run all.yaml --csv all.csv -o all.h5 --quiet
is_empty err
python3 - <<'PYTHON' || fail "a plugin in variables, states and constraints"
import csv, math
rows = list(csv.reader(open("all.csv")))
end = dict(zip(rows[0], map(float, rows[-1])))
w = 1 / math.sqrt(3)
x, v = 0.5 + 0.5 * math.cos(w), -0.5 * w * math.sin(w)
assert end["time"] == 1
for name, value in [("x.value", x), ("y.value", x), ("x.rate", v), ("i.value", math.exp(-1)), ("f.value", 0.5 - x),
                    ("m.value", x * v)]:
    assert abs(end[name] - value) < 1e-5, (name, end[name], value)
PYTHON

# What docs/howto/plugin.md shows compiles, as C and with all warnings, and runs.
if command -v "${CC:-cc}" >/dev/null 2>&1; then
  page=$source_dir/docs/howto/plugin.md
  block() { awk -v kind="$1" '$0 == "```" kind { inside = 1; next } /^```$/ { inside = 0 } inside' "$page"; }
  block c >gas.c
  block yaml >gas.yaml
  "${CC:-cc}" -std=c17 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -I"$source_dir/include" gas.c -o libgas.so -lm >out 2>err ||
    fail "the plugin of $page does not compile"
  run 0 run gas.yaml --csv gas.csv -o gas.h5
  is_empty err
  sed -e 's/0.25, 0, 0/-0.25, 0, 0/' gas.yaml >other_side.yaml # a length is positive
  run 0 check other_side.yaml
fi
