#!/bin/sh
# The momentum balance speaks of the motion, not of multipliers that are noise in the short steps that events leave, nor of a mechanism
# at rest.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

run 0 run "$findings/escapement.yaml" --tol 1e-5 --end 45 -o out.h5 --json
json out 'v["momentum_balance_max"] < 0.09'
lacks err 'momentum'

# Nothing acts and nothing moves: all numbers are rounding, of methods of every kind.
for method in hht bdf lms2 esdirk325l2sa radau5 dopri5; do
  rm -f out.h5
  run 0 run "$findings/hostile/friction_171.yaml" --method $method -o out.h5 --json
  json out 'v["momentum_balance_max"] < 0.01 and v["newton_euler_max"] < 1e-9'
  is_empty err
done

# A motion that is slow is a motion, a millimetre in a thousand seconds: its balance is not measured against something larger, and the error
# of a coarse tolerance shows.
cat >slow.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1], velocity: [1e-6, 0, 0]}}
joints: {j: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}
forces: {f: {type: force, between: [ground, b], force: ["1e-7*cos(0.1*t)", 0, 0]}}
simulate: {end: 1000}
MODEL
rm -f out.h5
run 0 run slow.yaml --tol 1e-3 -o out.h5 --json
json out 'v["momentum_balance_max"] > 1e-3'
