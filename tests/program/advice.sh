#!/bin/sh
# Where a run fails for its step, the advice names only what the user can change: min_step where one was given, a smaller
# step where it is fixed, and no jump where the error estimate does not fall with the step.
. "$(dirname "$0")/common"

cat >pole.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
joints: {j: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}
forces:
  f: {type: force, between: [ground, b], force: ["0.001/(t - 0.5)^2", 0, 0]}
simulate: {end: 1}
MODEL
for method in hht bdf dopri5; do
  rm -f out.h5
  run 1 run pole.yaml --method $method -o out.h5
  has err 'error: the step became too small at t = 0.5 s'
  lacks err 'min_step'
  lacks err 'fixed step'
  # The steps end before the pole, how far is the method's affair: it is named, and not that velocities grow.
  has err 'likely cause 1: the force `f` grows without bound at t = 0.5'
  lacks err 'negative stiffness'
done
sed 's/end: 1/end: 1, min_step: 1e-5/' pole.yaml >bound.yaml
rm -f out.h5
run 1 run bound.yaml --method hht -o out.h5
has err 'error: the step became too small at .*give a larger tolerance or a smaller min_step'

# A corrector that does not converge, with steps that are chosen and with fixed ones: a root of what becomes negative.
sed -e 's|0.001/(t - 0.5)^2|sqrt(0.5 - t)|' pole.yaml >root.yaml
rm -f out.h5
run 1 run root.yaml --method hht -o out.h5
lacks err 'error: .*\(min_step\|fixed step\|smaller\)'
has err 'a division by zero, a root of a negative number or an overflow'

# Tolerances near rounding. Whether such a run fails, and by which rounding, is the machine's affair; what it says is not.
rm -f out.h5
code=0
"$program" run "$source_dir/examples/dc_motor_pid/model.yaml" --method radau5 --tol 1e-9 -o out.h5 >out 2>err </dev/null || code=$?
if [ "$code" -ne 0 ] && grep -q 'error too large' err; then
  has err 'error: the step became too small at .*the error estimate is [0-9.e+]* times the tolerance, however short the step is; give a larger tolerance'
fi
lacks err 'min_step\|look for a jump'
rm -f out.h5
"$program" run "$models/A02_Nfourbar_N2.yaml" --end 3 --method ida --tol 1e-9 -o out.h5 >out 2>err </dev/null || true
lacks err 'error: .*\(min_step\|fixed step\|give a smaller\)'
