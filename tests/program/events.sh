#!/bin/sh
# events: what a summary says of them, runs that stop, verify and resume of such runs, and events without end.
. "$(dirname "$0")/common"

cat >fall.yaml <<'MODEL'
units: {length: mm}
gravity: [0, 0, -10000]
bodies: {ball: {mass: 1, inertia: [1e5, 1e5, 1e5], at: [0, 0, 5000]}}
events:
  half: {when: "dz(ball) - 2500"}
  never: {when: "dz(ball) - 6000"}
  floor: {when: "dz(ball)", direction: down, stop: true}
simulate: {end: 9}
output: {every: 0.4}
MODEL
run 0 run fall.yaml -o fall.h5 --csv fall.csv
has out '^fall.yaml: stopped at t = 1 s$'
has out '^  events  *half: 1, last at t = 0.707106781 s$'
has out '^  *never: 0$'
has out '^  *floor: 1, last at t = 1 s$'
[ "$(sed -n '$=' fall.csv)" -eq 7 ] || fail "rows: 0, 0.4, half, 0.8, floor"
run 0 run fall.yaml -o fall.h5 --json
json out 'v["status"] == "stopped" and [e["count"] for e in v["events"]] == [1, 0, 1]'
json out 'abs(v["events"][0]["last_time"] - 0.5**0.5) < 1e-10 and v["events"][1]["last_time"] is None'
run 0 verify fall.h5
has out 'repeated bit for bit'

# crossings in pairs within a step, and a function that cannot be followed
run 0 run "$models/hidden_events.yaml" -o hidden.h5 --json
json out '[e["count"] for e in v["events"]] == [2, 1, 2, 3]'
run 0 verify hidden.h5
has out 'repeated bit for bit'
cat >near.yaml <<'MODEL'
states:
  n: {start: 0, rate: "if(1e-6*(sin(1e6*t)^2 - 2.01*sin(1e6*t) + 1.02) + max(0, 1 - 100*t) > 0, 1, 0)"}
simulate: {end: 10}
MODEL
run 0 run near.yaml -o near.h5
has err 'near.yaml:2:.*warning: at t = .* the expression of a jump in `n` stays so near zero that crossings may have'
[ "$(grep -c 'stays so near zero' err)" -eq 1 ] || fail "told more than once"

# bounces without end
sed 's/stop: true/restitution: 0.5/' fall.yaml >bounce.yaml
run 1 run bounce.yaml -o bounce.h5 --json
json out 'v["status"] == "failed" and v["events"][2]["count"] > 10'
json out '"event `floor`" in v["errors"][0]["message"] and "impact" in v["errors"][0]["remedy"]'
json out 'abs(v["end_time"] - 3) < 1e-5'

# a loop of variables that does not say what they are
cat >loop.yaml <<'MODEL'
variables: {u: "2*w - 1", w: "u/2 + 0.5"}
coordinates: {y: {mass: 1, at: 1}}
simulate: {end: 1}
MODEL
run 1 run loop.yaml -o loop.h5
has err 'loop.yaml:1:.*a loop among variables is singular: `[uw]` is not determined'

# states and kinematics
cat >driven.yaml <<'MODEL'
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}
motions: {m: {joint: p, rotation: "t"}}
states: {i: {start: 0, rate: "1 - i"}}
simulate: {end: 1}
MODEL
run 2 kinematics driven.yaml -o driven.h5
has err 'driven.yaml:4:.*kinematics integrates nothing, but `i` is given by its rate; use `sarrus run`'

# events and kinematics
sed -e '/^states/d' driven.yaml >kinematics.yaml
echo 'events: {e: {when: "angle(p) - 0.5", stop: true}}' >>kinematics.yaml
run 0 kinematics kinematics.yaml -o driven.h5
has err 'kinematics.yaml:5:.*warning: .*kinematics does not look for event `e`; use `sarrus run`'

# A jump and a kink of the same expression within one step: both are met, the first one first.
cat >gate.yaml <<'MODEL'
states: {x: {start: 0, rate: "if(abs(t - 5.3) > 0.05, 1, 0)"}}
coordinates:
  y: {mass: 1, velocity: 1}
forces:
  f: {type: generalized, coordinate: y, force: "if(abs(y - 5.3) < 0.01, 50, 0)"}
simulate: {end: 10}
MODEL
run 0 run gate.yaml -o gate.h5 --csv gate.csv
python3 - <<'PYTHON' || fail "gates: the integral is 9.9, the speed the root of 3"
import csv, sys
rows = list(csv.reader(open("gate.csv")))
end = dict(zip(rows[0], map(float, rows[-1])))
sys.exit(abs(end["x.value"] - 9.9) > 1e-9 or abs(end["y.rate"] - 3**0.5) > 1e-9)
PYTHON

# What one event sets another one sees: the twelfth bounce, 0.8 times as fast each time, from 1 m.
cat >count.yaml <<'MODEL'
parameters: {n: 0}
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1]}}
events:
  hit: {when: "dz(ball)", direction: down, restitution: 0.8, set: {n: "n + 1"}}
  done: {when: "n - 11.5", stop: true}
simulate: {end: 10}
MODEL
run 0 run count.yaml -o count.h5 --json
json out 'v["status"] == "stopped" and v["events"][0]["count"] == 12 and v["events"][1]["count"] == 1'
json out 'abs(v["end_time"] - (2/9.81)**0.5*(1 + 2*sum(0.8**k for k in range(1, 12)))) < 1e-6'
