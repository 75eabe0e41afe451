#!/bin/sh
# The audit and the columns of energy use what the rows use, whatever order a method has its multipliers to.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

# worst_balance FILE.csv: the largest energy.balance over the largest energy.work. Where everything is driven, positions
# and velocities are exact whatever the method, so are the energies, and the balance is the error of energy.work.
worst_balance() {
  python3 - "$1" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
work, balance = rows[0].index("energy.work"), rows[0].index("energy.balance")
largest = lambda column: max(abs(float(row[column])) for row in rows[2:])
print(largest(balance) / largest(work))
PYTHON
}

# right_work WHAT: the error of energy.work in out.csv is below 2.5 % of the largest work.
right_work() {
  error=$(worst_balance out.csv)
  python3 -c "import sys; sys.exit(not $error < 0.025)" || fail "$1: work is off by $error of the largest work"
}

for method in radau5 esdirk325l2sa; do
  run 0 run "$findings/walker.yaml" --method $method --end 0.5 --csv out.csv -o out.h5
  lacks err 'balance is off'
  right_work "walker, $method"
  run 0 run "$findings/v8_fixed.yaml" --method $method --csv out.csv -o out.h5
  lacks err 'balance is off'
  right_work "V8, $method"
done

# Healthy models get no warning of energy or momentum.
for model in pendulum A01_simple_pendulum driven_fourbar driven_slider_crank driven_pendulum andrews_squeezer shaker \
  driven_equations; do
  run 0 run "$models/$model.yaml" --method esdirk325l2sa -o out.h5
  lacks err 'balance is off\|momentum of all bodies'
done
for model in pendulum rolling_disk_centred bouncing_pendulum stop_twins; do
  run 0 run "$models/$model.yaml" --method radau5 --tol 1e-10 -o out.h5
  lacks err 'balance is off\|momentum of all bodies'
done

# The same with fixed steps, by methods of second order whose multipliers are of first.
run 0 run "$models/driven_slider_crank.yaml" --method bathe --step 0.005 --csv out.csv -o out.h5
right_work "slider-crank, bathe"

# A motion that is wrong is told as before.
run 0 run "$models/pendulum.yaml" --method bathe --step 0.3 -o out.h5
has err 'the energy balance is off'

# Rows in which nothing acts, at rest and without weight, have nothing but rounding to balance: they do not count.
for a in 0.3 0.9; do
  run 0 run "$findings/kin_defect.yaml" --set a=$a --json -o out.h5
  json out 'v["newton_euler_max"] < 1e-9'
done
