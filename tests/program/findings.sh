#!/bin/sh
# check: suspicious data, singular poses along the motion.
. "$(dirname "$0")/common"

# Models of this project are not suspicious, nor do they begin in a singular pose.
for model in "$models"/*.yaml "$models"/adams/*.yaml "$models"/units/*.yaml "$source_dir"/examples/*/model.yaml; do
  if grep -q '^plugins:' "$model"; then continue; fi # plugin.sh: it must be built first
  run 0 check "$model" --start-only
  is_empty err
  lacks out '^motion'
done

# The benchmark of four-bars lies flat twice per turn.
run 0 check "$models/A02_Nfourbar_N2.yaml" --end 2
has err 'warning: at t = 0.714[0-9]* s the mechanism passes a singular pose'
has out '^singular poses  *2$'
run 0 check "$models/A02_Nfourbar_N2.yaml" --json
json out 'len(v["motion"]["singular"]) == 10 and len(v["warnings"]) == 7 and v["motion"]["end_time"] == 10'
json out 'abs(v["motion"]["singular"][0]["time"] - 0.7144) < 1e-3 and v["motion"]["rank_max"] == 29'
json out 'all(p["joint"] and p["equation"] and p["body"] and p["value"] < 1e-4 for p in v["motion"]["singular"])'
json out 'v["motion"]["smallest_singular_value"] < 1e-4 and v["motion"]["steps"] > 0'

# Times are in the model's unit.
run 0 check "$models/units/mm_kg_ms.yaml" --json
json out 'v["motion"]["end_time"] == 1000 and v["motion"]["singular"] == [] and v["warnings"] == []'
run 0 check "$models/pendulum.yaml" --json --start-only
json out '"motion" not in v'
run 2 check "$models/pendulum.yaml" --end soon

# A motion that fails is a warning: the start is sound.
cat >pulled.yaml <<'MODEL'
bodies:
  arm: {mass: 1, inertia: [1e-3, 0.1, 0.1], at: [0.4, 0.3, 0], turn: {x: [0.8, 0.6, 0], y: [-0.6, 0.8, 0]}, frames: {end: {at: [0.5, 0, 0]}}}
  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.8, 0.6, 0]}
joints:
  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}
  D: {type: prismatic, between: [ground, slider], at: [0.8, 0.6, 0], axis: x}
  C: {type: point-in-plane, between: [slider, arm.end], axis: x}
motions:
  pull: {joint: D, translation: "t"}
simulate: {end: 1}
MODEL
run 0 check pulled.yaml
has err 'warning: the motion fails at t = 0\.[12]'
has err 'singular pose'
lacks err 'error:'
run 0 check pulled.yaml --json
json out 'v["motion"]["failed"] and abs(v["motion"]["end_time"] - 0.2) < 0.01 and "code" not in v'

# Suspicious data, with their place in the file.
cat >units.yaml <<'MODEL'
gravity: [0, -9810, 0]
bodies:
  arm: {mass: 1, inertia: [1e5, 1e5, 1e5], at: [0.5, 0, 0]}
joints:
  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}
MODEL
run 0 check units.yaml
has err '^units.yaml:3:[0-9]*: warning: the inertia of body `arm` does not go with its size'
has err 'warning: gravity of 9810 m/s^2'
run 0 check units.yaml --json
json out 'len(v["warnings"]) == 2 and all(w["remedy"] for w in v["warnings"])'

# Forces that jump with a rate, so that the motion can stick, and motions that jump. Steps end on all other jumps.
cat >jumps.yaml <<'MODEL'
bodies: {block: {mass: 2, inertia: [0.01, 0.01, 0.01], velocity: [0.5, 0, 0]}, wheel: {mass: 1, inertia: [0.1, 0.1, 0.1]}}
ground: {frames: {wall: {at: [-0.5, 0, 0]}}}
joints:
  table: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}
  shaft: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}
forces:
  drag: {type: spring-damper, between: [ground.wall, block], law: "3*sign(rate)*rate^2"}
  steep: {type: spring-damper, between: [ground.wall, block], law: "3*tanh(rate/1e-6)"}
  stop: {type: spring-damper, between: [ground.wall, block], law: "5*floor(length/0.65)"}
  push: {type: force, between: [ground, block], force: ["2 + sign(t - 0.25)", 0, 0]}
  winding: {type: rotational-spring-damper, between: [ground, wheel], at: [0, 0, 0], axis: z, law: "2*mod(angle, 1.5)"}
simulate: {end: 1}
MODEL
run 0 check jumps.yaml
is_empty err
sed 's/2\*mod(angle, 1.5)/2*sign(rate)/; s/3\*tanh(rate\/1e-6)/if(rate > 0.1, 4, 1)/' jumps.yaml >rubbing.yaml
run 0 check rubbing.yaml --start-only
lacks err 'drag\|push\|stop`'
has err '^rubbing.yaml:8:3: warning: `steep` jumps where its rate passes a limit, by its `>`: the motion can stick there, and then the run ends; let it change over a short range'
has err '^rubbing.yaml:11:3: warning: `winding` jumps where its rate passes zero, by its `sign`: .*or use the friction of a joint$'
(cat jumps.yaml && echo 'motions: {drive: {joint: shaft, rotation: "0.1*sign(t - 0.25)"}}') >jerk.yaml
run 0 check jerk.yaml --start-only
lacks err 'drag\|steep\|push\|stop`\|winding'
has err '^jerk.yaml:13:11: warning: `drive` jumps from -0.1 to 0.1 (SI units) at t = 0.25 s, by its `sign`: .*give a motion without steps'

# Written velocities that joints or motions do not allow; those that were not written are found silently.
cat >turning.yaml <<'MODEL'
units: {angle: deg}
bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], omega: [0, 0, 90]}}
joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}
MODEL
run 0 check turning.yaml
has err 'warning: `pin` (translation along y of the ground) does not allow the written angular velocity of `arm`: it starts with \[0, 0, 8.182\] instead of \[0, 0, 90\] deg/s'
sed 's/omega:/velocity: [0, pi\/2, 0], omega:/' turning.yaml >sound.yaml
run 0 check sound.yaml
is_empty err
(cat sound.yaml && echo 'motions: {drive: {joint: pin, rotation: 45*t}}') >driven.yaml
run 0 check driven.yaml
has err 'warning: `drive` (driven rotation) does not allow the written .*velocity of `arm`'
sed 's/velocity:.*omega:.*}}/}}/; s/, }/}/' driven.yaml >silent.yaml
run 0 check silent.yaml
is_empty err
