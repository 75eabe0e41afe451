#!/bin/sh
# Driven mechanisms with redundant joints whose drive rests: accelerations are then rounding, of forces or of nothing at
# all, and are good enough as they are.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

for a in 0.4 0.6 0.7 0.75 0.8 0.9 0.95 1.1; do
  run 0 kinematics "$findings/kin_defect.yaml" --set a=$a
done
for stages in 1 2 3 8; do
  sed 's/^simulate:.*/simulate: {end: 1}\noutput: {every: 0.02}/' "$findings/scissor.yaml" >scissor.yaml
  run 0 kinematics scissor.yaml --set N=$stages --csv out.csv
  # at rest the ram carries what virtual work says: weights times their rise per length of the drive, -1/tan(a0) a stage
  python3 - $stages <<'PYTHON' || fail "N = $stages: the force of the ram is not that of virtual work"
import csv, math, sys
rows = [row for row in csv.reader(line for line in open("out.csv") if not line.startswith("#")) if row]
n, g, tangent = int(sys.argv[1]), 9.81, math.tan(math.radians(15))
raised = sum(2*20*(i + 0.5) for i in range(n)) + n*(500 + 5)  # kg times stages
force = float(rows[1][rows[0].index("ram.fx2")])
sys.exit(0 if abs(abs(force) - raised*g/tangent) < 1e-6*abs(force) else 1)
PYTHON
done

# What cannot go on says what it is that cannot.
cat >pole.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
joints: {j: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: z}}
motions: {m: {joint: j, rotation: t}}
forces: {f: {type: torque, between: [ground, b], torque: [0, 0, "1/(wz(b) - 1)"]}}
simulate: {end: 1}
MODEL
run 1 kinematics pole.yaml
