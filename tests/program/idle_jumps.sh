#!/bin/sh
# label: long. Jumps that change nothing are no jumps: in a branch that is not taken, times zero, or with sides that agree.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

# columns CONDITION: a condition on the columns of out.csv, and on those of other.csv, in Python.
columns() {
  python3 - "$1" <<'PYTHON' || fail "not true: $1"
import csv, math, sys
def read(name):
    rows = [row for row in csv.reader(line for line in open(name) if not line.startswith("#")) if row]
    return {title: [float(row[i]) for row in rows[1:]] for i, title in enumerate(rows[0])}
def sign(x): return (x > 0) - (x < 0)
c = read("out.csv")
try: o = read("other.csv")
except FileNotFoundError: o = None
sys.exit(0 if eval(sys.argv[1]) else 1)
PYTHON
}

# The speed changes its sign while nobody asks for it.
run 0 run "$findings/inert_jump.yaml"
run 0 run "$findings/escapement.yaml" --end 60

# Three ways to write one push: the same motion.
torque() { sed "s/torque: .*/torque: [0, \"$1\", 0]}/" "$findings/inert_jump.yaml"; }
torque '-if(abs(th) < b, Ti*sign(angle_rate(pivot)), 0)' >branch.yaml
torque '-(abs(th) < b)*Ti*sign(angle_rate(pivot))' >product.yaml
{ torque '-if(abs(th) < b, Ti*way, 0)'; echo 'variables: {way: "sign(angle_rate(pivot))"}'; } >variable.yaml
run 0 run branch.yaml --end 10 --tol 1e-6 --csv other.csv
for form in product variable; do
  run 0 run $form.yaml --end 10 --tol 1e-6 --csv out.csv
  columns 'max(abs(x - y) for x, y in zip(c["th.value"], o["th.value"])) < 1e-3*max(o["th.value"])'
done
# and the variable has its value in every row, whether it counts there or not
columns 'all(w == sign(r) for w, r in zip(c["way.value"], c["pivot.angle_rate"]) if abs(r) > 1e-6)'

# A jump that nobody asks for costs no steps.
cat >plain.yaml <<'MODEL'
coordinates: {q: {mass: 1, at: 1}}
forces: {k: {type: generalized, coordinate: q, force: "-100*q"}}
simulate: {end: 10}
output: {every: 0.1}
MODEL
sed 's/-100\*q/-100*q + if(t < 20, 0, sign(rate(q))*floor(30*q))/' plain.yaml >asleep.yaml
run 0 run plain.yaml --json --csv out.csv
cp out plain.json
run 0 run asleep.yaml --json --csv other.csv
json out 'abs(v["steps"] - json.load(open("plain.json"))["steps"]) <= 2'
columns 'max(abs(x - y) for x, y in zip(c["q.value"], o["q.value"])) < 1e-6'

# Sides that agree: sign(x)*x is abs(x). Crossed like a kink, also when it rests on zero.
sed 's/-100\*q/-100*q*abs(q) - rate(q)*abs(rate(q))/' plain.yaml >kinks.yaml
sed 's/-100\*q/-100*q*(q*sign(q)) - rate(q)*rate(q)*sign(rate(q))/' plain.yaml >agree.yaml
for method in hht radau5; do
  run 0 run kinks.yaml --method $method --tol 1e-6 --json --csv out.csv
  cp out kinks.json
  run 0 run agree.yaml --method $method --tol 1e-6 --json --csv other.csv
  json out 'v["steps"] <= 1.2*json.load(open("kinks.json"))["steps"] + 20'
  columns 'max(abs(x - y) for x, y in zip(c["q.value"], o["q.value"])) < 1e-3'
done

# What does change something still drives itself back, and is refused as before.
sed 's/-100\*q/-10*q - 3*sign(rate(q))/' plain.yaml >relay.yaml
run 1 run relay.yaml
has err 'switches again and again'
