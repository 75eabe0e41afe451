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
simulate: {method: hht, end: 9}
output: {every: 0.4}
MODEL
run 0 run fall.yaml -o fall.h5 --csv fall.csv
has out '^fall.yaml: stopped at t = 1 s$'
has out '^  events  *half: 1, last at t = 0.707106781 s$'
has out '^  *never: 0, never happened$'
has out '^  *floor: 1, last at t = 1 s$'
[ "$(sed -n '$=' fall.csv)" -eq 7 ] || fail "rows: 0, 0.4, half, 0.8, floor"
run 0 run fall.yaml -o fall.h5 --json
json out 'v["status"] == "stopped" and [e["count"] for e in v["events"]] == [1, 0, 1]'
json out 'abs(v["events"][0]["last_time"] - 0.5**0.5) < 1e-10 and v["events"][1]["last_time"] is None'
run 0 verify fall.h5
has out 'repeated bit for bit'
run 0 page fall.h5 -o fall.html --verbose
has fall.html '"events":{"total":2,"kept":2,"names":\["half","never","floor"\],.*"counts":\[1,0,1\]'
has fall.html '"element":"floor","message":"this event stopped the run at t = 1 s"'
[ "$(grep -c 'the run was to reach' err)" -eq 0 ] || fail "a run that an event stopped is no run that was cut off"
run 2 resume fall.h5
has err 'fall.h5 ends at t = 1 s and holds no checkpoint: an event stopped the run, it failed, or'

# Degrees beside an angle in radians.
cat >degrees.yaml <<'MODEL'
units: {angle: deg}
bodies: {arm: {mass: 1, inertia: [1, 1, 1], omega: [0, 0, 90]}}
joints: {h: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}
events:
  late: {when: "angle(h) - 30"}
  right: {when: "angle(h) - 30 deg"}
  also: {when: "az(arm) - 30D"}
  turns: {when: "angle(h) - 4*pi"}
  rate: {when: "wz(arm) - 30"}
simulate: {method: hht, end: 1}
MODEL
run 0 run degrees.yaml -o degrees.h5 --json
json out 'len(v["warnings"]) == 1 and v["warnings"][0]["element"] == "late"'
json out '"is in radians" in v["warnings"][0]["message"] and "30 deg" in v["warnings"][0]["remedy"]'
json out '[e["count"] for e in v["events"]] == [0, 1, 1, 0, 0] and abs(v["events"][1]["last_time"] - 1/3) < 1e-9'
run 0 check degrees.yaml
has err 'degrees.yaml:5:17: warning: late: `angle` is in radians'
sed 's/units.*//' degrees.yaml >radians.yaml
run 0 check radians.yaml
is_empty err

# An impulse along a velocity: the expression is wrong, not the restitution.
sed -e 's/dz(ball)", direction: down, stop: true/vz(ball)", restitution: 0.5/' fall.yaml >wrong.yaml
run 2 run wrong.yaml -o wrong.h5
has err 'wrong.yaml:7:17: error: floor: an impulse along `when` needs'

# crossings in pairs within a step, and a function that cannot be followed
run 0 run "$models/hidden_events.yaml" -o hidden.h5 --json
json out '[e["count"] for e in v["events"]] == [2, 1, 2, 3]'
run 0 verify hidden.h5
has out 'repeated bit for bit'
cat >near.yaml <<'MODEL'
states:
  n: {start: 0, rate: "if(1e-6*(sin(1e6*t)^2 - 2.01*sin(1e6*t) + 1.02) + max(0, 1 - 100*t) > 0, 1, 0)"}
simulate: {method: hht, end: 10}
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
simulate: {method: hht, end: 1}
MODEL
run 1 run loop.yaml -o loop.h5
has err 'loop.yaml:1:.*the loop among the variables `u`, `w` is singular: their equations do not determine them'

# states and kinematics
cat >driven.yaml <<'MODEL'
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}
motions: {m: {joint: p, rotation: "t"}}
states: {i: {start: 0, rate: "1 - i"}}
simulate: {method: hht, end: 1}
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
simulate: {method: hht, end: 10}
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
simulate: {method: hht, end: 10}
MODEL
run 0 run count.yaml -o count.h5 --json
json out 'v["status"] == "stopped" and v["events"][0]["count"] == 12 and v["events"][1]["count"] == 1'
json out 'abs(v["end_time"] - (2/9.81)**0.5*(1 + 2*sum(0.8**k for k in range(1, 12)))) < 1e-6'

# Every event stands in the results: when, which, in which direction. Runs that were stopped, killed, recovered or resumed
# have the same.
event_times() { # event_times FILE
  h5dump -y -w 1 -m '%.17g' -d /solver/events/time "$1" | sed -n 's/^ *\([0-9.e-]*\),\{0,1\}$/\1/p'
}
cat >ball.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1]}}
events:
  top: {when: "vz(ball)", direction: down, record: false}
  hit: {when: "dz(ball)", direction: down, restitution: 1}
simulate: {method: hht, end: 900, step: 1e-2}
output: {every: 1}
MODEL
run 0 run ball.yaml --end 3 -o short.h5
event_times short.h5 >short.txt
python3 - <<'PYTHON' || fail "the times of the events"
fall = (2 / 9.81) ** 0.5
exact = [k * fall for k in range(1, 7)]
found = [float(line) for line in open("short.txt")]
assert len(found) == 6 and all(abs(a - b) < 1e-6 for a, b in zip(exact, found)), found
PYTHON
h5dump -A short.h5 >short.txt
has short.txt '"top", "hit"'
has short.txt '"impact record"'
h5dump -y -w 0 -d /solver/events/event short.h5 >short.txt
has short.txt '1, 0, 1, 0, 1, 0'

run 0 run ball.yaml --end 6000 -o whole.h5
for signal in INT KILL; do
  cut_run $signal cut.h5 300000+checkpoint run ball.yaml --end 6000 --checkpoint 0.002
  if [ "$signal" = KILL ]; then
    cp cut.h5.part copy.part
    run 0 recover copy.part -o recovered.h5
    event_times recovered.h5 >recovered.txt
    event_times whole.h5 | head -n "$(wc -l <recovered.txt)" | cmp -s - recovered.txt || fail "recovered events differ"
    [ "$(wc -l <recovered.txt)" -gt 5 ] || fail "there are no recovered events"
  fi
  run 0 resume cut.h5
  cmp -s cut.h5 whole.h5 || fail "the resumed results differ ($signal)"
  rm cut.h5
done

# Two corners, or four, that strike at the same instant are one impact: a box that lands flat does not begin to turn.
# Different restitutions: each corner gets its own. A contact never pulls: what the other has turned round further stays.
box() { # box FILE INERTIA LEFT RIGHT [MORE EVENTS]
  cat >"$1" <<MODEL
gravity: [0, 0, -9.81]
bodies:
  box:
    mass: 1
    inertia: [$2, $2, $2]
    at: [0, 0, 1.5]
    frames: {left: {at: [-0.5, 0, -0.5]}, right: {at: [0.5, 0, -0.5]}, front: {at: [0, -0.5, -0.5]}, back: {at: [0, 0.5, -0.5]}}
events:
  left: {when: "dz(box.left)", direction: down, restitution: $3}
  right: {when: "dz(box.right)", direction: down, restitution: $4}
  $5
simulate: {method: hht, end: 0.46, tolerance: 1e-8}
output: {every: 0.46}
MODEL
  run 0 run "$1" -o box.h5 --csv "${1%.yaml}.csv"
}
box flat.yaml 0.1 0.5 0.5 ''
box four.yaml 0.1 0.5 0.5 'front: {when: "dz(box.front)", direction: down, restitution: 0.5}
  back: {when: "dz(box.back)", direction: down, restitution: 0.5}'
box uneven.yaml 0.1 0 1 ''
box pull.yaml 10 0 1 ''
python3 - <<'PYTHON' || fail "impacts at the same instant"
import csv
v = (2 * 9.81) ** 0.5 # at which it lands
def after(name): # the row behind the impact: vz, wy
    rows = list(csv.reader(open(name)))
    found = [dict(zip(rows[0], map(float, row))) for row in rows[2:]]
    times = [row["time"] for row in found]
    k = max(i for i in range(1, len(times)) if times[i] == times[i - 1])
    return found[k]["box.vz"] / v, found[k]["box.wy"] / v, found[k]["box.wx"] / v
def near(found, vz, wy, wx=0):
    assert all(abs(a - b) < 1e-6 for a, b in zip(found, (vz, wy, wx))), (found, vz, wy, wx)
near(after("flat.csv"), 0.5, 0)
near(after("four.csv"), 0.5, 0)
near(after("uneven.csv"), 0.5, -1)             # left at rest, right as fast as before: wy = -(1 - 0)/1
p = 2 / (1 + 0.25 / 10)                        # at the right corner alone
near(after("pull.csv"), p - 1, -0.5 * p / 10)
PYTHON

# The motion after impacts does not depend on whether they are recorded: nothing before them leaves its matrix to them.
cat >wall.yaml <<'MODEL'
model: pendulum that strikes a wall
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.5, 0, 0]}
  tip: {mass: 0.5, inertia: [0.002, 0.002, 0.002], at: [1, -0.3, 0]}
joints:
  A: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: z}
  B: {type: revolute, between: [rod, tip], at: [1, 0, 0], axis: z}
events:
  wall: {when: "dx(tip)", direction: down, restitution: 0.6, record: true}
simulate: {method: hht, end: 2, tolerance: 1e-6}
output: {every: 0.2}
MODEL
sed 's/record: true/record: false/' wall.yaml >unrecorded.yaml
for method in hht hht:formulation=si2 radau5:formulation=si2; do
  run 0 run wall.yaml --method $method -o none --csv wall.csv
  run 0 run unrecorded.yaml --method $method -o none --csv unrecorded.csv
  [ "$(tail -n 1 wall.csv)" = "$(tail -n 1 unrecorded.csv)" ] || fail "$method: rows at impacts change the motion"
done
