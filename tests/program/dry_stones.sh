#!/bin/sh
# What stands on friction alone, as the pages of the examples say: an arch that stands or falls, a stack that is hit.
. "$(dirname "$0")/common"
run 0 run "$source_dir/examples/stone_arch/model.yaml" --csv stands.csv -o stands.h5 --page arch.html --quiet
run 0 run "$source_dir/examples/stone_arch/model.yaml" --set mu=0.2 --csv falls.csv -o falls.h5 --quiet
run 0 run "$source_dir/examples/box_stack/model.yaml" --csv stack.csv -o stack.h5 --page stack.html --quiet
run 0 static "$source_dir/examples/stone_arch/model.yaml" --csv rest.csv --quiet
run 1 static "$source_dir/examples/stone_arch/model.yaml" --set mu=0.2
grep -q "equilibrium" err || fail "an arch without friction enough: $(cat err)"
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, read, within


rest, stands, falls, stack = read("rest"), read("stands"), read("falls"), read("stack")
weight = 2000 * 0.3 * 0.4 * math.pi * 9.81
within("load of the abutments at rest", abs(rest["below.fz2"][-1]) / weight, 1 - 1e-9, 1 + 1e-9)
within("the same in motion, after 2 s", abs(stands["below.fz2"][-1]) / weight, 1 - 1e-3, 1 + 1e-3)
within("crown at rest and after 2 s", stands["stone6.z"][-1] - rest["stone6.z"][-1], -5e-4, 5e-4)
within("speed of the crown after 2 s", abs(stands["stone6.vz"][-1]), 0, 1e-4)
within("crown of the arch that fell", falls["stone6.z"][-1], 0.1, 0.3)
before = max(i for i, t in enumerate(stack["time"]) if t < 0.48)
within("top of the stack before the hit", stack["box10.z"][before], 0.948, 0.95)
within("sideways until then", max(abs(stack["box%d.x" % i][before]) for i in range(1, 11)), 0, 1e-9)
within("the top box in the end", stack["box10.z"][-1], 0.04, 0.5)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || fail "an example differs from its page: $(grep WRONG out || cat err)"
cat out
