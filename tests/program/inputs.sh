#!/bin/sh
# Inputs and outputs in the model file: values, --set, columns, sub-models, dependence of jumps and kinks on inputs, what is
# refused and where.
. "$(dirname "$0")/common"

cat >push.yaml <<'MODEL'
model: a mass that is pushed
units: {length: mm, force: N, mass: kg, time: s}
parameters: {f: 4}
inputs:
  u: {value: f/2, unit: N}
  idle: {}
  limit: 1e9
bodies: {box: {mass: 2, inertia: [1, 1, 1]}}
joints: {rail: {type: prismatic, between: [ground, box], at: [0, 0, 0], axis: x}}
forces: {push: {type: force, between: [ground, box], force: ["if(u > 3, -u, u) + min(limit, idle)", 0, 0]}}
measures: {twice: 2*u}
events: {late: {when: "t - u/4", stop: true}}
outputs: [box.x, u.value, twice.value]
simulate: {end: 2}
MODEL

# x = F/(2 m) t^2, in mm; the event is where t = u/4.
last() { python3 - "$1" "$2" <<'CODE'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
print(rows[-1][rows[0].index(sys.argv[2])], rows[1][rows[0].index(sys.argv[2])])
CODE
}
near() { python3 -c "import sys; sys.exit(not abs($1 - $2) < 1e-6 * abs($2))" || fail "$3 is $1, expected $2"; }

run 0 run push.yaml --csv a.csv -o a.h5 --quiet
[ "$(last a.csv u.value)" = "2 N" ] || fail "u is $(last a.csv u.value)"
[ "$(last a.csv idle.value)" = "0 1" ] || fail "idle is $(last a.csv idle.value)"
near "$(last a.csv time | cut -d' ' -f1)" 0.5 "the end"
near "$(last a.csv box.x | cut -d' ' -f1)" 125 "x"
near "$(last a.csv twice.value | cut -d' ' -f1)" 4 "the measure"

# --set, as for parameters: a number or an expression; the branch of `if` follows.
run 0 run push.yaml --csv b.csv -o b.h5 --quiet --set u=f
near "$(last b.csv box.x | cut -d' ' -f1)" -1000 "x with u = 4"
run 0 run push.yaml --csv c.csv -o c.h5 --quiet --set f=1 --set idle=3 --set limit=2
near "$(last c.csv box.x | cut -d' ' -f1)" 9.765625 "x with u = 0.5 and a limit"
run 0 verify b.h5
run 2 run push.yaml --set ulimit=3
has err '^--set: error: there is no parameter `ulimit`; did you mean `limit`?'

# Sub-models, also repeated.
cat >pair.yaml <<'MODEL'
include:
  left: {file: push.yaml}
  right: {file: push.yaml, at: [0, 1, 0], mirror: y, parameters: {f: 2}}
inputs: {"v{i}": {for: {i: 1..2}, value: i}}
measures: {sum: "left.u + right.u + v1 + v2"}
simulate: {end: 0.1}
MODEL
run 0 run pair.yaml --csv d.csv -o d.h5 --quiet --set left.u=7 --set v2=20
[ "$(last d.csv left.u.value | cut -d' ' -f1)" = 7 ] || fail "left.u is $(last d.csv left.u.value)"
[ "$(last d.csv right.u.value | cut -d' ' -f1)" = 1 ] || fail "right.u is $(last d.csv right.u.value)"
[ "$(last d.csv sum.value | cut -d' ' -f1)" = 29 ] || fail "the sum is $(last d.csv sum.value)"
run 2 run pair.yaml --set u=3
has err 'there is no parameter `u`; did you mean `left.u`?'

# What is refused, with its place.
wrong() { # LINE TEXT PLACE-AND-MESSAGE: push.yaml with a line replaced or, LINE = +, added
  if [ "$1" = + ]; then { cat push.yaml; echo "$2"; } >wrong.yaml; else sed "$1s|.*|$2|" push.yaml >wrong.yaml; fi
  run 2 check wrong.yaml
  has err "^wrong.yaml:$3"
}
wrong 13 'outputs: [box.x, u.valve, twice, energy.work]' '13:18: error: there is no column `u.valve`; did you mean `u.value`?'
has err '^wrong.yaml:13:27: error: there is no column `twice`; did you mean `twice.value`?'
has err '^wrong.yaml:13:34: error: `energy.work` is summed up along a run'
wrong 13 'outputs: box.x' '13:10: error: `outputs` '
wrong 5 '  f: {value: 1}' '5:3: error: the model already has a parameter `f`'
wrong 5 '  u: {value: f/2, unit: N m}' '5:25: error: u: the unit of an input has 1 to 20 plain letters'
wrong 5 '  u: {value: sin(t)}' '5:18: error: u: '
wrong 5 '  u: {vaule: 1}' '5:7: error: u: unknown key `vaule` in an input; did you mean `value`?'
wrong 3 'parameters: {f: 4, g: 2*u}' '3:25: error: g: `u` changes in time, but this must be constant'
wrong 8 'bodies: {box: {mass: u, inertia: [1, 1, 1]}}' '8:22: error: box: `u` changes in time, but this must be constant'
wrong + 'motions: {m: {joint: rail, translation: u*t}}' '15:41: error: m: a motion is a function of t'
wrong + 'equations: {e: {position: "dx(box) - u"}}' '15:38: error: the equation `e` depends on the input `u`'
wrong + 'equations: {e: {velocity: "vy(box) - 2*u"}}' '15:40: error: the equation `e` depends on the input `u`'
wrong 12 'events: {late: {when: "t - u/4", set: {u: 3}}}' '12:40: error: late: `u` is an input, which only who steps the model changes'

run 0 describe input
has out '^  value  .* 0 '
run 0 describe outputs
