#!/bin/sh
# Runs of phases: the example against formulas, a run that is killed in its later phases and resumed, verify, check, and what does not go.
. "$(dirname "$0")/common"

example="$source_dir/examples/crane_release/model.yaml"
run 0 run "$example" --csv crane_release.csv -o crane.h5
has out '1 static               0          0        6'
has out '5 dynamics             4        4.5        7'
[ -s crane.phase2.modes.h5 ] || fail "there is no file of the modes"
run 0 verify crane.h5
has out 'repeated bit for bit'
run 0 page crane.h5 -o crane.html
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, near, read

d = read("crane_release")
t, z, stretch = d["time"], d["load.z"], 500 * 9.81 / 2e4
near("stretch of the rope at rest", d["rope.length"][0] - 3, stretch, 1e-9)
near("force of the rope at rest", d["rope.force"][0], 500 * 9.81, 1e-6)
at3 = [i for i in range(len(t)) if t[i] == 3]
at4 = [i for i in range(len(t)) if t[i] == 4]
near("rows at a change", len(at3) + len(at4), 4, 0)
s = d["rope.length"][at3[0]] - 3
near("energy of the stiffer rope", d["energy.potential"][at3[1]] - d["energy.potential"][at3[0]], 3e4 * s * s, 1e-6)
near("work of that", d["energy.work"][at3[1]] - d["energy.work"][at3[0]], 3e4 * s * s, 1e-6)
first, last = at4[1], len(t) - 1
near("time of flight", t[last] - t[first], 0.5, 1e-12)
fall = z[first] + 0.5 * d["load.vz"][first] - 9.81 / 8
near("free fall", z[last], fall, 1e-7)
near("sideways", d["load.y"][last], d["load.y"][first] + 0.5 * d["load.vy"][first], 1e-7)
near("force of a rope that is cut", max(abs(f) for f in d["rope.force"][first:]), 0, 0)
near("balance", max(abs(b) for b in d["energy.balance"]), 0, 1)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || fail "the example differs from its formula: $(grep WRONG out || true)"

# Killed in the second and the third phase.
cat >three.yaml <<'YAML'
gravity: [0, 0, -9.81]
parameters: {k: 100, n: 0}
bodies:
  "l{i}": {for: {i: 0..5}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [i + 0.5, 0, 0]}
joints:
  J0: {type: revolute, between: [ground, l0], at: [0, 0, 0], axis: y}
  "J{i}": {for: {i: 1..5}, type: revolute, between: ["l{i-1}", "l{i}"], at: [i, 0, 0], axis: y}
forces: {s: {type: spring-damper, between: [ground, l5], stiffness: k, damping: 0.1, length: 2}}
states: {x: {rate: "-x + dz(l0, ground)", start: 1}}
events: {low: {when: "dz(l1, ground) + 0.5", set: {n: n + 1}}}
simulate:
  - {end: 0.5, every: 1e-3, tolerance: 1e-11}
  - {deactivate: [J3, s], end: 3}
  - {activate: [s], set: {k: 20}, change: {s: {damping: 1}}, end: 6}
YAML
run 0 run three.yaml -o whole.h5
for bytes in 5000000 16000000; do # at t = 1.2 and t = 4
  cut_run KILL cut.h5 $bytes run three.yaml --checkpoint 0.01
  run 0 resume cut.h5
  cmp -s cut.h5 whole.h5 || fail "the resumed results of phases differ"
done
run 2 run three.yaml --end 7 -o none
has err 'phases say themselves when they end'
run 2 run three.yaml --error-bars -o none
has err 'neither error bars'
run 2 kinematics three.yaml -o none
has err 'list of phases'
run 0 check three.yaml
has out '3 dynamics             3          6       11'
