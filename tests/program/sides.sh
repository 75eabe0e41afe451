#!/bin/sh
# Sides of events: on which side of zero an event is after it has happened, whatever rounding says.
. "$(dirname "$0")/common"

# Impacts that nearly stop, or stop: contact begins, nothing falls through the floor.
fall() { # fall RESTITUTION STEP
  cat >fall.yaml <<MODEL
gravity: [0, 0, -10]
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 5]}}
events: {hit: {when: "dz(b)", direction: $3, restitution: $1}}
simulate: {method: hht, end: 5$2}
MODEL
  run 1 run fall.yaml -o fall.h5 --csv fall.csv
  has err 'the impacts of event `hit` follow each other .* stay in contact, which an impact cannot express; let a force hold'
  python3 - "$1" <<'PYTHON' || fail "restitution $1, $2: where it comes to rest"
import csv, sys
rows = list(csv.DictReader(line for k, line in enumerate(open("fall.csv")) if k != 1))
e = float(sys.argv[1])
assert abs(float(rows[-1]["time"]) - (1 + 2 * e / (1 - e))) < 1e-6, rows[-1]["time"]
assert all(float(row["b.z"]) > -5e-10 for row in rows) # 1e-10 of the longest step at 10 m/s
PYTHON
}
for restitution in 0 1e-9 1e-4 0.02 0.05 0.1 0.3; do fall $restitution '' down; done
fall 0 ', step: 1e-3' down
fall 0.02 ', step: 1e-3' down
fall 0 '' both

# A box on two corners, and a rod on a pin that meets a stop.
cat >box.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies:
  box: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1.5], frames: {left: {at: [-0.5, 0, -0.5]}, right: {at: [0.5, 0, -0.5]}}}
events:
  left: {when: "dz(box.left)", direction: down, restitution: 0.02}
  right: {when: "dz(box.right)", direction: down, restitution: 0.02}
simulate: {method: hht, end: 3}
MODEL
run 1 run box.yaml -o box.h5
has err 'box.yaml:5:3: error: at t = 0.46995.* s the impacts of event `left` follow each other'
cat >rod.yaml <<'MODEL'
gravity: [0, 0, -10]
bodies: {rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], frames: {tip: {at: [1, 0, 0]}}}}
joints: {p: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}}
events: {stop: {when: "dz(rod.tip) + 1", direction: down, restitution: 0}}
simulate: {method: hht, end: 3}
MODEL
run 1 run rod.yaml -o rod.h5
has err 'at t = 0.34102.* s the impacts of event `stop` follow each other'

# A relay without hysteresis chatters, as two events or as one, whatever the steps.
relay() { # relay EVENTS STEP
  cat >relay.yaml <<MODEL
parameters: {on: 1}
states: {T: {start: 15, rate: "5*on - 0.1*(T-10)"}}
events: {$1}
simulate: {method: hht, end: 20$2}
MODEL
  run 1 run relay.yaml -o relay.h5
  has err 'at t = 1.177.* s event `a` happens again and again: what happens there drives it back at once'
}
two='a: {when: "T-20", direction: up, set: {on: 0}}, b: {when: "T-20", direction: down, set: {on: 1}}'
for step in '' ', max_step: 0.01' ', step: 0.013'; do
  relay "$two" "$step"
  relay 'a: {when: "T-20", set: {on: "1-on"}}' "$step"
done
relay 'a: {when: "T-20-1e-8", direction: up, set: {on: 0}}, b: {when: "T-20+1e-8", direction: down, set: {on: 1}}' ''

# Balls that touch: gaps of exactly zero, or of rounding on either side of it. Between a wall at 0 and one at 2 the
# momentum goes through the row at 0.9 and 2.3 s, and again every 3.2 s.
cat >cradle.yaml <<'MODEL'
coordinates: {a: {mass: 1, velocity: 1}, b: {mass: 1, at: 1}, c: {mass: 1, at: 1.1}, d: {mass: 1, at: 1.2}, e: {mass: 1, at: 1.3}}
events:
  ab: {when: "b-a-0.1", direction: down, restitution: 1}
  bc: {when: "c-b-0.1", direction: down, restitution: 1}
  cd: {when: "d-c-0.1", direction: down, restitution: 1}
  de: {when: "e-d-0.1", direction: down, restitution: 1}
  right: {when: "e-2", direction: up, restitution: 1}
  left: {when: "a", direction: down, restitution: 1}
simulate: {method: hht, end: 20}
MODEL
run 0 run cradle.yaml -o cradle.h5 --json
json out '[e["count"] for e in v["events"]] == [12, 12, 12, 12, 6, 6] and v["warnings"] == []'
json out 'all(abs(e["last_time"] - 18.3) < 1e-7 for e in v["events"][:4])'
run 0 verify cradle.h5
has out 'repeated bit for bit'

# Bodies that touch and fall together: rounding of the gap between them is no impact, before the lower one lands.
cat >stack.yaml <<'MODEL'
gravity: [0, 0, -10]
bodies:
  p: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 2]}
  q: {mass: 3, inertia: [1, 1, 1], at: [0, 0, 1]}
events:
  floor: {when: "dz(q) - 0.5", direction: down, restitution: 0.9}
  pq: {when: "dz(p) - dz(q) - 1", direction: down, restitution: 0.9}
simulate: {method: hht, end: 0.31}
MODEL
run 0 run stack.yaml -o stack.h5 --json
json out '[e["count"] for e in v["events"]] == [0, 0]'
run 0 run stack.yaml --end 0.317 -o stack.h5 --json
json out 'v["events"][1]["count"] == 1 and abs(v["events"][1]["last_time"] - 0.1**0.5) < 1e-9'

# What touches at the beginning, or rests until a force comes, strikes when it begins to move inwards; thrown off, not.
begin() { # begin VELOCITY FORCE STATUS
  cat >begin.yaml <<MODEL
coordinates: {a: {mass: 1, velocity: $1}}
forces: {f: {type: generalized, coordinate: a, force: "$2"}}
events: {hit: {when: a, direction: down, restitution: 0.5}}
simulate: {method: hht, end: 3}
MODEL
  run "$3" run begin.yaml -o begin.h5 --json
}
begin -1 0 0
json out 'v["events"][0]["count"] == 1 and v["events"][0]["last_time"] < 1e-9'
begin 1 0 0
json out 'v["events"][0]["count"] == 0'
begin 0 'if(t<1, 0, -1)' 1
json out 'abs(v["end_time"] - 1) < 1e-6 and "stay in contact" in v["errors"][0]["message"]'
begin 0 'if(t<1, 0, 1)' 0
json out 'v["events"][0]["count"] == 0'

# An event that only watches does not count the zero on which it begins.
cat >watch.yaml <<'MODEL'
coordinates: {q: {mass: 1, velocity: 3}}
events:
  both: {when: "sin(31.4*q)", record: false}
  up: {when: "sin(31.4*q)", direction: up, record: false}
  down: {when: "sin(31.4*q)", direction: down, record: false}
simulate: {method: hht, end: 3, step: 1e-5}
output: {every: 1}
MODEL
for step in 5e-5 2e-5 1e-5; do
  run 0 run watch.yaml --step $step -o watch.h5 --json
  json out '[e["count"] for e in v["events"]] == [89, 44, 45]'
done

# Right after an event that starts the integrator anew.
cat >soon.yaml <<'MODEL'
parameters: {k: 1}
states: {x: {start: 0, rate: "1"}}
events: {a: {when: "x-1", set: {k: 2}}, b: {when: "x-1.00000002"}}
simulate: {method: hht, end: 3}
MODEL
run 0 run soon.yaml -o soon.h5 --json
json out '[e["count"] for e in v["events"]] == [1, 1] and abs(v["events"][1]["last_time"] - 1.00000002) < 1e-10'
