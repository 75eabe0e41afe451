#!/bin/sh
# sarrus modes: table, JSON, files, and what it refuses.
. "$(dirname "$0")/common"
m=$models/modes

run 0 modes $m/chain.yaml
has out '^state at t = 0 s: 6 eigenvalues (dense, ground axes)$'
has out '^mode   frequency Hz '
has out '^   1        1.21812 .*m2 50 %'
is_empty err
run 0 modes $m/chain.yaml --quiet
is_empty out

# In cycles per unit of time: the imaginary part of an undamped mode is its frequency.
run 0 modes $m/chain.yaml --cycles
has out '^   1        1.21812 .* 1.21812 .*m2 50 %'
run 0 modes $m/chain.yaml --json
json out 'all(abs(x["imaginary_cycles"] * 2 * math.pi - x["imaginary"]) < 1e-12 * (1 + x["imaginary"]) for x in v["modes"])'
json out 'all(abs(x["real_cycles"] * 2 * math.pi - x["real"]) < 1e-12 * (1 + abs(x["real"])) for x in v["modes"])'

# JSON: sorted, real ones first.
run 0 modes $m/bicycle.yaml --json
json out 'v["state"] == "at" and v["time"] == 0 and v["order"] == 10 and v["constant"] and v["warnings"] == []'
json out '[x["imaginary"] for x in v["modes"]] == sorted(x["imaginary"] for x in v["modes"])'
json out 'abs(v["modes"][-1]["imaginary"] - 4.46486771378823) < 1e-10 and abs(v["modes"][-1]["real"] + 0.77534188219585) < 1e-10'
json out 'abs(v["modes"][-1]["damping"] - 0.77534188219585 / math.hypot(0.77534188219585, 4.46486771378823)) < 1e-10'
json out 'sum(x["multiplicity"] for x in v["modes"] if x["real"] == 0 == x["imaginary"]) == 6'

# The state of a run; a rotor does not change while it turns.
run 0 modes $m/rotor.yaml --json
cp out start
run 0 modes $m/rotor.yaml --at 0.2 --json
json out 'abs(v["time"] - 0.2) < 1e-15'
python3 - <<'END' || fail "the rotor has other modes after 0.2 s"
import json
a, b = (json.load(open(f))["modes"] for f in ("start", "out"))
assert len(a) == len(b) == 6
assert all(abs(x["imaginary"] - y["imaginary"]) < 1e-7 * (1 + x["imaginary"]) for x, y in zip(a, b))
END

# What turns: a warning where the coefficients change, and the axes from which they do not.
run 0 modes $m/rotor.yaml --set asym=0.2
has err 'warning: the coefficients of the linearised equations change with time'
run 0 modes $m/rotor.yaml --set asym=0.2 --axes rotating
is_empty err
has out 'rotor axes'
run 0 modes $m/rotor.yaml --set asym=0.2 --axes rotating:0,0,300
is_empty err
run 0 modes $m/turned_slider.yaml --axes rotating:arm --json
json out 'abs(v["modes"][0]["imaginary"] - math.sqrt(75)) < 1e-9'

# Campbell.
run 0 modes $m/rotor.yaml --vary speed=0:400:5 --csv campbell.csv --plot campbell.svg
[ "$(grep -c '^ *[0-9]' out)" -eq 5 ] || fail "there are not five values"
[ "$(wc -l <campbell.csv)" -eq 32 ] || fail "not 6 modes for each of 5 values, and two lines of names"
grep -q '<svg' campbell.svg || fail "no picture"
run 0 modes $m/rotor.yaml --vary speed=0:400:3 --json
json out '[x["value"] for x in v["values"]] == [0, 200, 400] and all(len(x["modes"]) == 6 for x in v["values"])'

# Response.
run 0 modes $m/two_masses.yaml --response 0.1:10 u b.x --points 5 --json
json out 'v["input_name"] == "u" and v["output_name"] == "b.x" and v["output_unit"] == "m" and abs(v["magnitude"][0] - 0.03043740929967713) < 1e-10'
json out 'abs(v["phase"][2] + 157.99320487201206) < 1e-6'
run 0 modes $m/two_masses.yaml --response 0.1:10 u b.x --plot response.svg --csv -
has out '^frequency,magnitude,phase$'
has out '^# Hz,m/N,deg$'
[ "$(wc -l <out)" -eq 403 ] || fail "not 401 points"
run 0 modes $m/quarter_car.yaml --response 0.5:30 bump body.az
has out '^body.az over bump, 0.5 to 30 Hz: largest '

# Files: shapes, matrices, page.
run 0 modes $m/two_masses.yaml -o shapes.h5 --matrices matrices.h5 --page modes.html
h5dump -d /frequency shapes.h5 | grep -q '0.7943' || fail "no frequencies in the file"
h5dump -H shapes.h5 | grep -q 'shape_imaginary' || fail "no shapes in the file"
for name in M C K Phi_q velocity_rows state_space/A state_space/B state_space/C state_space/D; do
  h5dump -H -d "/$name" matrices.h5 >/dev/null 2>&1 || fail "$name is not in the file of matrices"
  [ -f "matrices.$(echo $name | tr / .).mtx" ] || fail "there is no Matrix Market file of $name"
done
head -1 matrices.state_space.A.mtx | grep -q '^%%MatrixMarket matrix coordinate real general$' || fail "not Matrix Market"
[ ! -e modes.html.modes.h5 ] && [ ! -e modes.html.modes.h5.part ] || fail "the results of the page are left"
python3 - <<'END' || fail "the state space has other eigenvalues or another response than the modes"
import cmath
def market(name):
    lines = [l for l in open(f"matrices.state_space.{name}.mtx") if not l.startswith("%")]
    rows, columns, _ = map(int, lines[0].split())
    a = [[0.0] * columns for _ in range(rows)]
    for l in lines[1:]:
        i, j, x = l.split()
        a[int(i) - 1][int(j) - 1] = float(x)
    return a
A, B, C, D = map(market, "ABCD")
n = len(A)
def solve(a, b):
    a = [r[:] + [x] for r, x in zip(a, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[p] = a[p], a[i]
        for k in range(i + 1, n):
            f = a[k][i] / a[i][i]
            a[k] = [x - f * y for x, y in zip(a[k], a[i])]
    x = [0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][k] * x[k] for k in range(i + 1, n))) / a[i][i]
    return x
s = 2j * cmath.pi
y = solve([[s * (i == j) - A[i][j] for j in range(n)] for i in range(n)], [b[0] for b in B])
h = [sum(c * x for c, x in zip(row, y)) + d[0] for row, d in zip(C, D)]
k11, k12, k22 = 2 * s * s + 4 * s + 150, -(s + 50), s * s + s + 50
det = k11 * k22 - k12 * k12
a, b = -k12 / det, k11 / det
expected = [a, b, s * b, s * s * b, 100 * a + 3 * s * a]  # outputs: a.x, b.x, b.vx, b.ax, s.force
assert all(abs(x - z) < 1e-8 * abs(z) for x, z in zip(h, expected)), (h, expected)
END

# What it refuses.
run 2 modes $m/chain.yaml --count 0
run 2 modes $m/chain.yaml --axes sideways
has err 'there are no axes `sideways`; give ground, rotating'
run 2 modes $m/chain.yaml --axes rotating:m9
has err 'there is no body `m9`; did you mean'
run 2 modes $m/chain.yaml --axes rotating:1,2
run 2 modes $m/chain.yaml --solver best
run 2 modes $m/chain.yaml --at 1 --static
run 2 modes $m/chain.yaml --at -1
run 2 modes $m/chain.yaml --response 1:100
has err '.response needs an input and an output'
run 2 modes $m/chain.yaml u b.x
run 2 modes $m/two_masses.yaml --response 100:1 u b.x
run 2 modes $m/two_masses.yaml --response 1 u b.x
run 2 modes $m/two_masses.yaml --response 1:10 w b.x
has err 'there is no input `w`'
run 2 modes $m/two_masses.yaml --response 1:10 u b.q
has err 'there is no column `b.q`'
run 2 modes $m/two_masses.yaml --response 1:10 u energy.balance
run 2 modes $m/rotor.yaml --vary speed
run 2 modes $m/rotor.yaml --vary speed=0:400:1
run 2 modes $m/rotor.yaml --vary nothing=0:400:3
run 2 modes $m/rotor.yaml --vary speed=0:1:3 --response 1:2 a b
run 2 modes $m/rotor.yaml --vary speed=0:1:3 -o x.h5
run 2 modes $m/rotor.yaml --csv x.csv
run 2 modes $m/two_masses.yaml -o $m/two_masses.yaml
run 2 modes nothing.yaml
run 3 modes $m/two_masses.yaml -o /nowhere/shapes.h5
run 3 modes $m/two_masses.yaml --matrices /nowhere/m.h5

# A part with a coordinate of its own has its name in the shares of energy, and ends of beams are outputs.
cat >absorber.yaml <<'MODEL'
model: a tuned mass
inputs: {u: {value: 0, unit: N}}
ground: {frames: {g: {at: [0, 0, -0.9]}}}
bodies: {b: {mass: 10, inertia: [1, 1, 1], frames: {top: {at: [0, 0, 0.1]}}}}
joints: {rail: {type: prismatic, between: [ground, b], axis: z}}
sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}
beams: {arm: {section: s, points: [[0, 0, 0.1], [1, 0, 0.1]], elements: 2, axis2: y, start: b.top}}
forces:
  hold: {type: spring-damper, between: [ground.g, b.top], stiffness: 1000, length: 1}
  tuned: {type: absorber, on: b.top, mass: 1, stiffness: 100, damping: 0.1}
  f: {type: force, between: [ground, arm.end], force: [0, 0, u]}
MODEL
run 0 modes absorber.yaml --json --count 3
json out 'all(sum(s["part"] == "tuned" for s in m["energy"]) <= 1 for m in v["modes"]) and any(s["part"] == "tuned" and "kinetic" in s and "potential" in s for m in v["modes"] for s in m["energy"])'
json out 'not any(s["part"] == "coordinate" for m in v["modes"] for s in m["energy"])'
run 0 modes absorber.yaml --response 1:10 u arm.end.z
has out 'arm\.n4\.z over u'
