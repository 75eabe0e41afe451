#!/bin/sh
# Numbers that are not finite, and models whose numbers are all rounding: none passes in silence, none is refused falsely.
. "$(dirname "$0")/common"
hostile=$source_dir/tests/data/findings/hostile

# A row without a number ends the run, whatever the method; what was computed is kept.
for method in dopri5 hht bdf radau5; do
  rm -f out.h5
  run 1 run "$hostile/divzero.yaml" --method $method -o out.h5 --csv out.csv
  has err 'divzero.yaml:5:10: error: f: at t = 0.25 s `f.fx` of the results is infinite'
  [ -s out.h5 ] || fail "$method: the results are not kept"
  has out.csv '^0\.2[0-9]*,'
done

# Quantities of which no energy can be computed are refused at their field.
run 2 run "$hostile/nan_7395.yaml"
has err 'nan_7395.yaml:8:79: error: rod: `velocity` is -1e+308 in SI units'
run 2 run "$hostile/nan_3485.yaml"
has err 'nan_3485.yaml:9:[0-9]*: error: ball: `at` is -1e+308'
run 2 run "$hostile/nan_3698.yaml"
has err 'nan_3698.yaml:26:[0-9]*: error: .*`angles` is -1e+308'

# What is at rest is not chased down to the last bit: a measure that nobody uses changes nothing.
for method in ab3 mampc4; do
  rm -f one.h5 other.h5
  run 0 run "$hostile/loaded.yaml" --method $method --step 0.001 -o one.h5 --json
  json out 'v["factorisations"] < 2000'
  run 0 run "$hostile/adams_measure.yaml" --method $method --step 0.001 -o other.h5 --json
  json out 'v["factorisations"] < 2000'
done
# After every jump the start is made anew: with substeps for what the formulas can use, not for rounding.
rm -f out.h5
run 0 run "$source_dir/examples/woodpecker/model.yaml" --method mampc4 --step 0.001 --end 0.02 -o out.h5 --json
json out 'v["factorisations"] < 3000*v["steps"]'

# Nor is friction of a bearing that does not turn yet: on some machines its row is eliminated with the loads of others.
for method in ab5 dopri5; do
  rm -f out.h5
  run 0 run "$hostile/bearing_at_rest.yaml" --method $method --step 0.001 -o out.h5 --json
  json out 'v["factorisations"] < 60*v["steps"]'
done

# Healthy models at rest, or of a millimetre.
run 0 check "$hostile/rest_refused.yaml"
rm -f out.h5
run 0 run "$hostile/rest_refused.yaml" --end 0.1 -o out.h5
lacks err 'energy balance is off'
run 0 check "$hostile/singular_start.yaml"

# A motion t^1.5 has no acceleration at the start, and that is what is said.
run 2 check "$hostile/np_m5.yaml"
has err 'np_m5.yaml:5:11: error: at t = 0 s the acceleration that `m` (driven rotation) asks for has no value'

# A pole between two steps is named, with the division and its time: 0.01/dx(b) where b passes below the pivot.
for method in hht dopri5; do
  rm -f out.h5
  run 0 run "$hostile/pole2.yaml" --method $method -o out.h5
  has err 'pole2.yaml:4:62: warning: at t = 0.837[0-9]* s a divisor in `f` passes zero: it has a pole there'
done
# A quotient that stays finite has none, nor has a branch that is not taken.
cat >finite.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints: {j: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: y}}
forces:
  f: {type: force, between: [ground, b], force: ["sin(dx(b))/dx(b)", "if(abs(dx(b)) < 0.1, 0, 0.01/dx(b))", 0]}
simulate: {end: 2}
MODEL
rm -f out.h5
run 0 run finite.yaml -o out.h5
lacks err 'has a pole'
