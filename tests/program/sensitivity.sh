#!/bin/sh
# run --sensitivity: columns, files, the same motion, and what is refused.
. "$(dirname "$0")/common"

models=$models/sensitivity
run 0 run "$models/pendulum.yaml" -o plain.h5 --csv plain.csv
run 0 run "$models/pendulum.yaml" --sensitivity g,l -o out.h5 --csv out.csv --page out.html
head -1 out.csv >names
has names ',d_bob.x/d_g,d_bob.x/d_l,'
head -2 out.csv | tail -1 >units
has units 'm/\[g\],m/\[l\],'
n=$(head -1 plain.csv | tr ',' '\n' | wc -l)
cut -d, -f1-"$n" out.csv | cmp -s - plain.csv || fail "the motion is another one with sensitivities"
run 0 verify out.h5
has out 'repeated bit for bit'
run 0 plot out.h5 d_pin.angle/d_g -o plot.svg
[ -s plot.svg ] || fail "no plot of a derivative"

run 0 plot out.h5 d_energy.dissipated/d_l -o plot.svg
[ -s plot.svg ] || fail "no plot of the derivative of an energy that is summed up"

# What they took is told.
run 0 run "$models/pendulum.yaml" --sensitivity g,l -o none --json
json out 'v["sensitivities"]["parameters"] == 2 and v["sensitivities"]["steps"] + v["sensitivities"]["parts"] >= v["steps"]'
json out 'v["sensitivities"]["solves"] >= 2*v["steps"] and v["sensitivities"]["residuals"] >= 4*v["steps"] and v["sensitivities"]["factorisations"] > 0 and v["sensitivities"]["powers"] >= 4*v["steps"]'
run 0 run "$models/pendulum.yaml" -o none --json
json out 'v["sensitivities"] is None'

# What no parameter determines is said, and is no number.
run 0 run "$models/balanced.yaml" --sensitivity push -o none --csv balanced.csv
has err 'warning: sensitivity: at t = .* their columns are NaN; end the run before'
tail -1 balanced.csv | tr ',' '\n' | grep -q -i nan || fail "derivatives of a rod that has fallen"

# Parameters of sub-models and inputs.
run 0 run "$models/driven.yaml" --sensitivity left.ks,bias -o none --csv driven.csv
head -1 driven.csv >names
has names ',d_cart.x/d_left.ks,d_cart.x/d_bias,'

# Going on from a checkpoint.
set -- "$models/driven.yaml" --sensitivity kp --tol 1e-9 --end 30 --every 0.01
run 0 run "$@" -o whole.h5
cut_run INT cut.h5 200000 run "$@" --checkpoint 1000
run 0 resume cut.h5
cmp -s cut.h5 whole.h5 || fail "the resumed sensitivities differ"

# Names in other ways.
for names in "--sensitivity g --sensitivity l" "--sensitivity=g,@l" "--sensitivity=@g@,@l@"; do
  set -- $names
  for word; do shift; set -- "$@" "$(echo "$word" | tr @ ' ')"; done
  run 0 run "$models/pendulum.yaml" "$@" -o none --csv named.csv
  cmp -s named.csv out.csv || fail "other derivatives with $names"
done

# What is refused.
run 2 run "$models/pendulum.yaml" --sensitivity ll -o none
has err 'sensitivity: there is no parameter `ll`; did you mean `l`?'
run 2 run "$source_dir/tests/data/adams/field_blades.adm" --end 0.01 --sensitivity k -o none
has err 'there is no parameter `k`; the model has no parameters: `sarrus convert` makes a model file of it'
run 2 run "$models/pendulum.yaml" --sensitivity g,,l -o none
has err -- '--sensitivity g,,l has an empty name'
run 2 run "$models/pendulum.yaml" --sensitivity 'g, ,l' -o none
has err -- '--sensitivity g, ,l has an empty name'
run 2 run "$models/pendulum.yaml" --sensitivity '' -o none
has err -- '--sensitivity needs a value'
run 2 run "$models/pendulum.yaml" --sensitivity g,g -o none
has err 'sensitivity: `g` is named twice'
run 2 run "$models/pendulum.yaml" --sensitivity g --error-bars -o none
has err 'a run with sensitivities has neither error bars nor an accuracy'
run 2 run "$source_dir/examples/fourbar/model.yaml" --sensitivity Bx -o none
has err 'sensitivity: `Bx` is computed from `a`'
run 2 run "$source_dir/examples/sarrus_linkage/model.yaml" --sensitivity pairs -o none
has err 'sensitivity: with'
run 2 run "$models/pendulum.yaml" --set c=0 --sensitivity c -o none
has err 'sensitivity: with c = -1e-05 the model has an error: the damping must not be negative'
