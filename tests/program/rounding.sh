#!/bin/sh
# Steps are accepted above the tolerance where rounding alone exceeds it, nowhere else; they are counted and printed, and a
# run that ends for this reason says so.
. "$(dirname "$0")/common"

# A body that speeds up and slows down makes steps shrink by a factor of a hundred, with rejections on the way: no
# rounding. Errors follow the tolerance: steps of a fourth of the length, and order 2 on index 3, order 3 in si2.
cp "$source_dir/tests/data/findings/Distance_Case02.yaml" "$source_dir/tests/data/findings/Distance_Case02_independent.csv" .
cat > error.py <<'EOF2'
import csv, sys
def load(path):
    rows = [row for row in csv.reader(open(path)) if not row[0].startswith("#")]
    return {round(float(row[0]), 6): dict(zip(rows[0], map(float, row))) for row in rows[1:]}
run, exact = load("out.csv"), load("Distance_Case02_independent.csv")
times = sorted(set(run) & set(exact))
assert len(times) == 51, len(times)
print(max(abs(run[t]["body." + a] - exact[t]["Pos_" + a]) for t in times for a in "xyz"))
EOF2
for form in :formulation=si2 ''; do
  for tolerance in 1e-9 1e-11; do
    run 0 run Distance_Case02.yaml --method "esdirk436l2sa2$form" --tol $tolerance --csv out.csv --json
    json out 'v["rounding_steps"] == 0 and v["rounding_error_max"] == 0'
    python3 error.py > "error$tolerance"
  done
  python3 -c 'import sys
a, b = (float(open(name).read()) for name in ("error1e-9", "error1e-11"))
assert a > float(sys.argv[1]) * b, (a, b)' "$([ "$form" ] && echo 30 || echo 12)" || fail "esdirk436l2sa2$form stalls"
done

# At a singular pose, with a tolerance that rounding exceeds there: as many steps as the list of steps shows.
cp "$models/A02_Nfourbar_N2.yaml" fourbar.yaml
run 0 run fourbar.yaml --end 1 --method radau5 --tol 1e-13 --steps steps.csv --json
python3 - <<'PYTHON' || fail "steps at rounding are not those of the list"
import csv, json
v = json.load(open("out"))
rows = list(csv.DictReader(line for line in open("steps.csv") if not line.startswith("#")))
above = [float(row["error"]) for row in rows if float(row["error"]) > 1]
assert len(above) == v["rounding_steps"] > 0, (len(above), v["rounding_steps"])
assert max(above) == v["rounding_error_max"] < 1e4, max(above)
PYTHON
run 0 run fourbar.yaml --end 1 --method radau5 --tol 1e-13
has out '^  at rounding  *[0-9]* steps accepted with an error estimate of up to [0-9.]* tolerances, which is rounding$'
run 0 run fourbar.yaml --end 1 --method radau5 --tol 1e-8
lacks out 'at rounding'

# Below rounding everywhere: the message names it, and nothing else.
run 1 run fourbar.yaml --end 1 --method hht --tol 1e-15
has err 'error: the step became too small at t = .*: rounding: the error estimate is [0-9.]* times the tolerance, however short the step is; give a larger tolerance'
has err 'likely cause 1: the tolerance 1e-15 is below what rounding of positions allows'
lacks err 'look for a jump'
