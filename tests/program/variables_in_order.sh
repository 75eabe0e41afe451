#!/bin/sh
# Variables follow from their expressions in the order in which they speak of each other, and the start guess 0 is shown
# to no formula; those that no equation needs do not matter.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

# columns CONDITION: a condition on the columns of out.csv, lists of numbers by name, in Python.
columns() {
  python3 - "$1" <<'PYTHON' || fail "not true: $1"
import csv, math, sys
rows = [row for row in csv.reader(line for line in open("out.csv") if not line.startswith("#")) if row]
c = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
sys.exit(0 if eval(sys.argv[1]) else 1)
PYTHON
}

for method in hht bdf radau5 dopri5; do
  run 0 run "$findings/var_min.yaml" --method $method --tol 1e-8 --csv out.csv
  columns 'abs(c["x.value"][-1] - math.log(3/2)) < 1e-6'
done
run 0 run "$findings/var_start.yaml" --csv out.csv
columns 'max(abs(b - 1/(2 + t)) for b, t in zip(c["b.value"], c["time"])) < 1e-12'
run 0 check "$findings/var_start.yaml"

# Written in the wrong order, with branches, and with one that others are solved for with.
cat >chain.yaml <<'MODEL'
variables:
  d: "1/(c - 1)"
  c: "sqrt(b) + 1"
  b: "1/a"
  a: "if(t < 0.5, 4, 16)"
  l: {equation: "l^3 + l - 10*d", start: 1}
states: {x: {rate: d}, y: {rate: l}}
simulate: {end: 1}
MODEL
run 0 run chain.yaml --tol 1e-8 --csv out.csv
columns 'abs(c["x.value"][-1] - (0.5*2 + 0.5*4)) < 1e-7'
columns 'all(abs(l**3 + l - 10*d) < 1e-9 for l, d in zip(c["l.value"], c["d.value"]))'

# What is not used does not matter: the same bits without it, also where it would fail.
cat >at_rest.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies: {b: {mass: 3, inertia: [0.1, 0.1, 0.1], at: [0.7, 0.5, 0.2]}}
joints: {j: {type: revolute, between: [ground, b], at: [-0.9, -0.1, 0.1], axis: [-1, 0, -0.2], friction: 0.03, pin_radius: 0.02}}
simulate: {end: 0.1}
output: {every: 0.01}
MODEL
{ cat at_rest.yaml; cat <<'MODEL'
variables:
  direction: "sign(vy(b))"
  chosen: "if(if(vy(b, ground): -1, 0, 1) > 0, direction, -direction)"
  kinked: "abs(vy(b)) + max(chosen, 0)"
measures: {m: "2*direction"}
MODEL
} >with_unused.yaml
for method in hht newmark generalized-alpha bdf lms2 esdirk325l2sa radau5 dopri5; do
  run 0 run at_rest.yaml --method $method --csv plain.csv
  run 0 run with_unused.yaml --method $method --csv out.csv
  python3 - <<'PYTHON' || fail "$method: a variable that nobody uses changes the motion"
import csv, sys
def read(name): return [row for row in csv.reader(line for line in open(name) if not line.startswith("#")) if row]
plain, other = read("plain.csv"), read("out.csv")
places = [other[0].index(name) for name in plain[0]]
sys.exit(0 if [[row[i] for i in places] for row in other] == plain else 1)
PYTHON
  columns 'all(d == (v > 0) - (v < 0) and m == 2*d for d, v, m in
    zip(c["direction.value"], c["b.vy"], c["m.value"]))'
  columns 'all(k == abs(v) + (1 if v != 0 else 0) for k, v in zip(c["kinked.value"], c["b.vy"]))'
done
for file in friction_var friction_171; do
  run 0 run "$findings/hostile/$file.yaml"
done

# Without a value it is no failure, but it is said.
cat >pole.yaml <<'MODEL'
coordinates: {y: {mass: 1, at: 0, velocity: 1}}
variables: {u: "2*log(y)"}
simulate: {end: 3}
MODEL
run 0 run pole.yaml
has err 'pole.yaml:2:.*: warning: .*the variable `u` is infinite at t = 0 s; 1 of 1001 rows'
