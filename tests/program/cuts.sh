#!/bin/sh
# Angles that jump by a turn: atan2 and the angles measured through it are jumps to the integrator; a bushing ends a run
# before its torque would change its sign.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

# columns CONDITION: a condition on the columns of out.csv, in Python. saw(t): the integral of the angle 3 t, less whole
# turns, over time.
columns() {
  python3 - "$1" <<'PYTHON' || fail "not true: $1"
import csv, math, sys
rows = [row for row in csv.reader(line for line in open("out.csv") if not line.startswith("#")) if row]
c = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
def saw(t): return math.remainder(3*t, 2*math.pi)**2/6
def off(name): return max(abs(x - saw(t)) for x, t in zip(c[name], c["time"]))
sys.exit(0 if eval(sys.argv[1]) else 1)
PYTHON
}

# One sawtooth by atan2 and by modulo: the cut is met as well as the jump of modulo, to 1e-10 of a step of 1 s.
for tolerance in 1e-3 1e-5; do
  for method in hht bdf radau5 dopri5 esdirk325l2sa ida; do
    run 0 run "$findings/atan2_jump.yaml" --method $method --tol $tolerance --csv out.csv
    columns 'off("a.value") <= 1.01*off("b.value") + 1e-9'
  done
done

# Euler angles of a body that turns, about z and about x.
spin() {
  cat <<MODEL
bodies: {b: {mass: 1, inertia: [1, 1, 1], omega: [$1]}}
states: {s: {rate: "$2(b)"}}
simulate: {end: 10, method: radau5, tolerance: 1e-6}
output: {every: 0.1}
MODEL
}
for angle in yaw psi az; do
  spin "0, 0, 3" $angle >spin.yaml
  run 0 run spin.yaml --csv out.csv
  case $angle in
    az) columns 'abs(c["s.value"][-1] - 150) < 1e-4' ;; # is followed through its turns
    *) columns 'off("s.value") < 1e-4' ;;
  esac
done
spin "3, 0, 0" roll >spin.yaml
run 0 run spin.yaml --csv out.csv
columns 'off("s.value") < 1e-4'

# Backwards, and to and fro across the cut.
cat >swings.yaml <<'MODEL'
states:
  s: {rate: "atan2(sin(2.8 + sin(3*t)), cos(2.8 + sin(3*t)))"}
  m: {rate: "modulo(2.8 + sin(3*t) + pi, 2*pi) - pi"}
  back: {rate: "atan2(-sin(3*t), cos(3*t))"}
simulate: {end: 10, method: radau5, tolerance: 1e-7}
output: {every: 0.1}
MODEL
run 0 run swings.yaml --csv out.csv
columns 'max(abs(x - y) for x, y in zip(c["s.value"], c["m.value"])) < 1e-7'
columns 'max(abs(x + saw(t)) for x, t in zip(c["back.value"], c["time"])) < 1e-7'

# A cut without effect costs a step or two for each half turn.
for rate in "sin(3*t)" "sin(atan2(sin(3*t), cos(3*t)))"; do
  printf 'states: {s: {rate: "%s"}}\nsimulate: {method: hht, end: 20}\n' "$rate" >wave.yaml
  [ ! -f out ] || cp out before.json
  run 0 run wave.yaml --json
done
json out 'v["steps"] <= json.load(open("before.json"))["steps"] + 4*20*3/math.pi'

# A bushing that is twisted: theta = 12/w sin(w t), w^2 = 10, reaches 150 degrees at 0.240761 s.
for method in hht radau5 dopri5; do
  run 1 run "$findings/bush.yaml" --method $method --tol 1e-7 --json
  has err 'bush.yaml:3:10: error: .*the bushing `m` are turned against each other by 150 degrees'
  json out 'abs(v["end_time"] - math.asin(150/180*math.pi*math.sqrt(10)/12)/math.sqrt(10)) < 1e-4'
done
sed 's/forces: {m:/measures: {f: "fx(m)"}\nforces: {m:/' "$findings/bush.yaml" >asked.yaml # the same in symbols
run 1 run asked.yaml
has err 'turned against each other by 150 degrees'
# About an axis without stiffness it may turn.
sed 's/torsional_stiffness: \[1, 1, 1\]/torsional_stiffness: [1, 1, 0]/' "$findings/bush.yaml" >free.yaml
run 0 run free.yaml --method hht --csv out.csv
columns 'c["b.wz"][-1] == 12'
