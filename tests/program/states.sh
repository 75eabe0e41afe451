#!/bin/sh
# states: equations that have several rates, vectors that are given implicitly, scales of the error test, and what is said
# where there is no rate.
. "$(dirname "$0")/common"

# y'^2 = y has two solutions, (1 + t/2)^2 and (1 - t/2)^2. A mass on a spring as a vector of two implicit states.
cat >two.yaml <<'MODEL'
states:
  up: {equation: "dif1(up)^2 - up", start: 1, start_rate: 1}
  down: {equation: "dif1(down)^2 - down", start: 1, start_rate: -0.3}
  v: {type: vector, start: [1, 0],
      equation: ["2*rate(v, 1) + rate(v, 2) - 2*state(v, 2) + 4*state(v, 1)", "dif1(v, 2) + 4*state(v, 1)"]}
  pair: {type: vector, start: [1, 1], start_rate: [2, -2], equation: ["rate(pair, 1)^2 - state(pair, 1)", "RATE(pair, 2)^2 - state(pair, 2)"]}
measures: {slope: "rate(v, 2)"}
simulate: {method: hht, end: 1, tolerance: 1e-10}
MODEL
run 0 run two.yaml -o two.h5 --csv two.csv
python3 - <<'PYTHON' || fail "implicit states"
import csv, math, sys
rows = list(csv.reader(open("two.csv")))
end = dict(zip(rows[0], map(float, rows[-1])))
exact = {"up.value": 2.25, "up.rate": 1.5, "down.value": 0.25, "down.rate": -0.5, "v.x1": math.cos(2),
         "v.x2": -2*math.sin(2), "slope.value": -4*math.cos(2), "pair.x1": 2.25, "pair.x2": 0.25}
bad = {k: (end[k], v) for k, v in exact.items() if abs(end[k] - v) > 2e-6}
print(bad, file=sys.stderr)
sys.exit(1 if bad else 0)
PYTHON

# refused: no rate at all, no guess of it, a rate that is not determined, vectors asked for as a whole
refused() { # CODE STATE PATTERN
  printf 'states:\n  y: %s\nsimulate: {method: hht, end: 1}\n' "$2" >refused.yaml
  run "$1" run refused.yaml -o refused.h5
  has err "^refused.yaml:2:.*error: .*$3"
}
refused 1 '{equation: "dif1(y)^2 + y", start: 1, start_rate: 1}' 'at t = 0 s no rate of state `y` is found that satisfies its equation; give it a `start_rate:`'
refused 1 '{equation: "dif1(y)^2 - y", start: 1}' 'the rate of state `y` is not determined by its equation; .*`start_rate:`'
refused 1 '{type: vector, start: [1, 1], start_rate: [1, 1], equation: ["rate(y, 1)^2 - state(y, 1)", "rate(y, 2)^2 + 1"]}' 'no rate of state `y`, x2 is found'
refused 2 '{rate: 1, start_rate: 1}' '`start_rate` is a guess for `equation`, and this state has a `rate`'
refused 2 '{type: vector, rate: [1], start_rate: [1]}' '`start_rate` is a guess for `equation`'
refused 2 '{type: vector, start: [1]}' 'these states have no rates; give `rate` or `equation`, a list'
refused 2 '{type: vector, rate: [1], equation: ["rate(y, 1)"]}' '`rate` and `equation` exclude each other'
refused 2 '{type: vector, equation: ["rate(y, 1)", "state(y, 2)"]}' 'equation 2 contains no rate of a state; write rate(NAME, 1)'
refused 2 '{type: vector, equation: []}' 'the list of equations is empty'
refused 2 '{type: vector, equation: ["rate(y)"]}' '`y` (vector) has no `rate` to use in an expression; it has several: write rate(y, 1) for the first'
refused 2 '{type: vector, rate: [y]}' '`y` (vector) has no `value` .*write state(y, 1)'
refused 2 '{type: vector, rate: ["y.x1"]}' 'unknown name `y.x1`; write state(y, 1)'
refused 2 '{type: vector, rate: ["rate(y, 2)"]}' '`y` (vector) has no `x2`'
refused 2 '{type: vector, rate: ["rate(y, 0)"]}' 'rate number 0 of `y` is asked for; count from 1'
refused 2 '{type: vector, rate: [1, 2], scale: [1]}' '`scale` has 1 number, but there are 2 states'
refused 2 '{type: vector, rate: [1], start_rate: 3}' 'a list'
refused 2 '{rate: 1, scale: 0}' 'a scale must be positive, but is 0'
refused 2 '{type: state-space, inputs: [1], a: -1, b: 1, c: 1, scale: [-2]}' 'a scale must be positive, but is -2'
refused 2 '{type: transfer-function, input: 1, numerator: [1], denominator: [1, 1], scale: [1, 2]}' '`scale` has 2 numbers, but there is 1 state'
refused 2 '{type: pid, input: 1, ki: 1, scale_integral: -1}' 'a scale must be positive, but is -1'
refused 2 '{type: filter, input: 1, time_constant: 1, scale: -1}' 'a scale must be positive, but is -1'

# The error of a step counts over the scale: with a scale of a thousandth steps of a method of second order whose error
# is proportional to h^3 are ten times as short. It holds for every type of states.
steps() { # STATE
  printf 'states:\n  y: %s\nsimulate: {method: hht, end: 1, tolerance: 1e-6}\n' "$1" >scaled.yaml
  run 0 run scaled.yaml -o scaled.h5 --json
  python3 -c 'import json; print(json.load(open("out"))["steps"])'
}
scaled() { # STATE WITH FIELD SCALE
  plain=$(steps "$(printf "$1" 1)") fine=$(steps "$(printf "$1" 1e-3)")
  [ "$fine" -ge $((plain * 6)) ] && [ "$fine" -le $((plain * 14)) ] || fail "$1: $plain and $fine steps"
}
scaled '{rate: "cos(20*t)", scale: %s}'
scaled '{equation: "dif1(y) - cos(20*t)", scale: %s}'
scaled '{type: vector, rate: ["cos(20*t)"], scale: [%s]}'
scaled '{type: filter, input: "cos(20*t)", time_constant: 1, scale: %s}'
scaled '{type: pid, input: "cos(20*t)", ki: 1, scale_integral: %s}'
scaled '{type: pid, input: "cos(20*t)", kd: 1, filter: 1, scale_input: %s}'
scaled '{type: transfer-function, input: "cos(20*t)", numerator: [1], denominator: [1, 1], scale: [%s]}'
scaled '{type: state-space, inputs: ["cos(20*t)"], a: -1, b: 1, c: 1, scale: [%s]}'
