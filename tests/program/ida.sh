#!/bin/sh
# The method `ida`: runs like any other, refuses fixed steps and checkpoints, can be repeated bit for bit.
. "$(dirname "$0")/common"

run 0 methods ida --json
json out 'v[0]["order_index3"]["position"] is None and v[0]["order_si2"] == {"position": 5, "velocity": 5, "multipliers": 5}'
json out 'not {"scaling", "augmentation", "predictor"} & {k["name"] for k in v[0]["keys"]}'
run 0 methods ida
has out 'order  *5 (unconstrained); si2: position 5'

run 0 run "$models/heavy_top.yaml" --method ida --tol 1e-6 --end 0.2 -o ida.h5 --steps steps.csv --json
json out 'v["status"] == "done" and v["method"].startswith("ida") and v["steps"] > 20'
json out 'v["jacobians"] > 0 and v["factorisations"] >= v["jacobians"] and v["iterations"] > v["steps"]'
json out 'v["constraint_position_max"] < 1e-6'
run 0 verify ida.h5
run 0 run "$models/heavy_top.yaml" --method ida:max_order=2 --tol 1e-4 --end 0.05 -o low.h5

run 0 methods ida
has out 'max_order=5'
has out 'adaptive  *always: there are no fixed steps'
run 0 methods --json
json out 'any(m["name"] == "ida" and m["adaptive"] for m in v)'
# Where methods are weak is said with numbers, of every one that chooses its steps; the list marks them.
json out 'all((m["cautions"] is None) != m["adaptive"] for m in v)'
json out 'all(any(c.isdigit() for c in m["cautions"]) for m in v if m["cautions"])'
run 0 methods w-method
has out '^  cautions  *For matrices that are not exact'
[ "$(sed -n '/^  cautions/,/^  keys/p' out | awk 'length > 120' | wc -l)" -eq 0 ] || fail "the cautions are not broken into lines"
run 0 methods
has out '^w-method .* (!)$'
has out '^ss2 .*[^)]$'

run 2 run "$models/heavy_top.yaml" --method ida --step 1e-3 -o no.h5
has err 'ida chooses its steps itself and cannot run with a fixed one; run it with a tolerance'
run 2 run "$models/heavy_top.yaml" --method ida --tol 1e-5 --checkpoint 1 -o no.h5
has err 'checkpoints cannot be taken with this method'
run 2 order "$models/pendulum.yaml" --method ida
has err 'ida chooses its steps itself'
run 2 spectrum ida
run 2 run "$models/heavy_top.yaml" --method ida:formulation=index3 -o no.h5
has err 'formulation=index3 is not available for ida'

# Interrupted: what was computed is kept, but it cannot go on.
"$program" run "$models/heavy_top.yaml" --method ida --tol 1e-10 --end 5000 -o cut.h5 --quiet >out 2>err &
child=$!
wait_for_journal cut.h5.part 100000
kill -INT "$child" 2>/dev/null || fail "the run was over too early"
code=0
wait "$child" || code=$?
[ "$code" -eq 130 ] || fail "exit status $code, expected 130"
run 2 resume cut.h5
has err 'was made by a method whose state cannot be saved'
