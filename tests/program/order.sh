#!/bin/sh
# `sarrus order`: the table, and the fields of its JSON.
. "$(dirname "$0")/common"

run 0 order "$models/pendulum.yaml" --end 2 --step 0.02 --json
is_empty err
json out 'set(v) == {"method", "steps", "position", "velocity", "multipliers", "reactions"}'
json out 'v["method"].startswith("hht")'
json out 'len(v["steps"]) == 5 and all(abs(a - 0.02/2**i) < 1e-12 for i, a in enumerate(v["steps"]))'
json out 'all(set(v[k]) == {"errors", "order"} for k in ("position", "velocity", "multipliers", "reactions"))'
json out 'all(len(v[k]["errors"]) == 5 for k in ("position", "velocity", "multipliers", "reactions"))'
json out 'all(a > b > 0 for k in ("position", "velocity", "multipliers", "reactions")
  for a, b in zip(v[k]["errors"], v[k]["errors"][1:]))'
json out 'all(abs(v[k]["order"] - 2) <= 0.25 for k in ("position", "velocity", "multipliers", "reactions"))'

# Fewer halvings, another method; without constraints there are no multipliers.
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method hht:alpha=-0.1 --json
json out 'len(v["steps"]) == 3 and "-0.1" in v["method"]'
run 0 order "$models/free_top.yaml" --end 2 --step 0.04 --halvings 3 --json
json out 'v["multipliers"]["order"] is None and v["reactions"]["order"] is None and abs(v["position"]["order"] - 2) <= 0.25'

# Steps are in the model's unit of time.
run 0 order "$models/units/mm_kg_ms.yaml" --end 100 --step 5 --halvings 2 --json
json out 'v["steps"] == [5, 2.5, 1.25] and abs(v["position"]["order"] - 2) <= 0.25'

run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 3
has out ' position  *velocity  *multipliers  *reactions$'
has out '^ *order  *[0-9.]*  *[0-9.]*  *[0-9.]*  *[0-9.]*$'

# Without dissipation: not where it would leave multipliers undamped, else as any other.
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method hht:alpha=0
has err 'formulation=si2'
has err 'choose alpha < 0, or formulation=si2'
for undamped in trapezoid newmark:beta=0.25,gamma=0.5; do
  run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method $undamped
  has err 'without dissipation.*formulation=si2'
  lacks err 'rho_inf'
done
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method generalized-alpha:rho_inf=1
has err 'choose rho_inf < 1, or formulation=si2'
# Almost none is taken, with a warning.
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method lms2:rho_inf=0.999999
has err 'warning: lms2 .*damps errors of the multipliers by half in 693147 steps only.*formulation=si2'
[ "$(grep -c warning err)" -eq 1 ] || fail "the warning comes more than once"
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method lms2:rho_inf=0.9
is_empty err
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method newmark:beta=0.1
has err 'unstable.*choose gamma > 1/2 with beta'
run 0 order "$models/free_top.yaml" --end 2 --step 0.04 --halvings 3 --method hht:alpha=0 --json
json out 'abs(v["position"]["order"] - 2) <= 0.25'
run 2 run "$models/stiff_derivative.yaml" --method hht:alpha=0,states=paper,formulation=si2
has err 'switches the error estimate off'

run 2 order "$models/pendulum.yaml" --halvings 40
run 2 order "$models/pendulum.yaml" --method nothing
