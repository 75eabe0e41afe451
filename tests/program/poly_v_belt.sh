#!/bin/sh
# label: long. The poly-V belt of paper 1: counts, closure, and its first 5 ms with both methods; the whole run is `reproduce 1.figure2`.
. "$(dirname "$0")/common"
model=$source_dir/examples/poly_v_belt/model.yaml

run 0 check "$model" --start-only --json
json out 'v["bodies"] == 105 and v["coordinates"] == 630 and v["constraints"] == 325 and v["degrees_of_freedom"] == 305'
json out 'v["redundant"] == [] and v["warnings"] == [] and v["initial_position_error"] < 1e-12'
python3 - "$model" <<'PYTHON' || fail "the model is not written with for:"
import sys
text = open(sys.argv[1]).read()
assert len(text.splitlines()) < 200 and text.count("for:") > 10, "generated?"
PYTHON

# The loop closes; 100 joints between segments, 300 touches of ribs and 100 of the back.
sed 's/^measures:/measures:\n  gap: belt.gap\n  chord: belt.chord\n  path: belt.length/; s/^output: .*/output: {every: 0.5, of: [gap, chord, path, ratio, crank_bearing, alternator_bearing, "cord*.f[xy]"]}/' "$model" >belt.yaml
for method in "hht --tol 1e-5" "bdf --tol 1e-4"; do
  # shellcheck disable=SC2086
  run 0 run belt.yaml --method $method --end 5 -o belt.h5 --csv belt.csv --json
  json out 'v["status"] == "done" and v["bodies"] == 105 and v["contacts"] == 400 and v["degrees_of_freedom"] == 305'
  # Touches begin and end all the time: no step ends there, and none is rejected for each of them.
  json out 'v["events"] == [] and v["steps"] < 600 and v["rejected"] < 0.2*v["steps"]'
  json out 'v["constraint_position_max"] < 1e-10 and v["energy_balance_max"] < 1e-3'
  python3 - <<'PYTHON' || fail "the belt does not run as it should: $method"
from math import hypot
with open("belt.csv") as f:
    names = f.readline().strip().split(",")
    f.readline()
    rows = [dict(zip(names, map(float, line.split(",")))) for line in f]
last = rows[-1]
assert abs(last["chord.value"] - 11.320492065) < 5e-10, last["chord.value"]
assert abs(last["path.value"] - 1132.9157) < 5e-5 and last["gap.value"] < 1e-9, last["gap.value"]
turns = last["alternator_bearing.angle"]/last["crank_bearing.angle"]
assert abs(turns/(8/3) - 1) < 0.01, turns
travel = -80*last["crank_bearing.angle"]
assert abs(travel/(5*7.5398) - 1) < 0.01, travel
cords = [n[:-3] for n in names if n.startswith("cord") and n.endswith(".fx")]
assert len(cords) == 100, len(cords)
for row in rows:
    tension = [hypot(row[c + ".fx"], row[c + ".fy"]) for c in cords]
    assert 150 < min(tension) and max(tension) < 400, (row["time"], min(tension), max(tension))
    length = 100*11.320492065 + sum(t - 250 for t in tension)*11.320492065/120000
    assert abs(length/1132.0492 - 1) < 1e-3, length
PYTHON
done

# Killed and resumed it has the same bits: what is in use of the matrices, and the order of their pivots, go through the file. Rows are made again by verify.
for method in "hht --tol 1e-5" "bdf --tol 1e-4"; do
  # shellcheck disable=SC2086
  set -- "$model" --method $method --end 6
  run 0 run "$@" -o whole.h5 --quiet
  cut_run KILL killed.h5 400000+checkpoint run "$@" --checkpoint 0.02 --quiet
  run 0 resume killed.h5 --quiet
  cmp -s killed.h5 whole.h5 || fail "the resumed results of the belt differ: $method"
done
run 0 verify killed.h5
