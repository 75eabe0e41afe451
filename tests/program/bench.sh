#!/bin/sh
# label: long. The scripts of bench/ work: tiny sizes, nothing is timed in earnest. Exponents are checked on numbers that are known.
. "$(dirname "$0")/common"
bench=$source_dir/bench

python3 -B "$bench/examples" --program "$program" --against "$program" --repeat 1 --only c-api,heavy_top --json parts.json >out 2>err ||
  fail "bench/examples"
is_empty err
has out '^| heavy_top | .* |$'
has out '^| \*\*all\*\* | '
json parts.json '[one["example"] for one in v] == ["c-api", "heavy_top"]'
# Both are the same program; a run takes what its parts take, but for the end of the process.
json parts.json 'all(len(one["programs"]) == 2 for one in v)'
json parts.json 'all(sum(p["all"]["parts"].values()) <= p["all"]["cpu"] for one in v for p in one["programs"])'

python3 -B "$bench/growth" --program "$program" --first 2 --repeat 1 >out 2>err || fail "bench/growth"
is_empty err
# Every line ran at all its sizes, and has an exponent for every quantity.
python3 - "$bench/growth" <<'PYTHON' || fail "lines of bench/growth are missing"
import importlib.machinery, importlib.util, math, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(sys.argv[1]))
loader = importlib.machinery.SourceFileLoader("growth", sys.argv[1])
growth = importlib.util.module_from_spec(importlib.util.spec_from_loader("growth", loader))
loader.exec_module(growth)
rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in open("out") if line.startswith("| ")][1:]
wanted = {(line.name, quantity) for line in growth.LINES for quantity in line.quantities}
found = {(row[0], row[1]) for row in rows if row[7]}
assert wanted == found, sorted(wanted - found)
for p in (0.5, 1.0, 1.5, 2.0):
    assert math.isclose(growth.exponent([10, 30, 90], [5 + 2 * x**p for x in (10, 30, 90)]), p, rel_tol=1e-6), p
    assert math.isclose(growth.exponent([11, 29, 95], [5 + 2 * x**p for x in (11, 29, 95)]), p, rel_tol=1e-6), p
assert abs(growth.exponent([10, 30, 90], [2.0, 2.1, 2.05])) < 0.02
PYTHON

# Errors and times by method, models with events as well; what is known is told: hht is exact on a falling ball, a method that
# cannot run says why, and factors are those of numbers that are known.
python3 -B "$bench/methods" --program "$program" --out table.csv --only heavy_top,bouncing_ball,rolling_coin --methods hht,radau5,adams \
  --tolerances 1e-3,1e-5 >out 2>err || fail "bench/methods"
is_empty err
python3 - <<'PYTHON' || fail "the table of bench/methods"
import csv
rows = list(csv.DictReader(open("table.csv")))
assert len(rows) == 18, len(rows)
for row in rows:
    rolling = row["model"] == "rolling_coin" and row["method"] == "adams"
    assert row["status"] == ("failed" if rolling else "done"), row
    assert ("knows no constraints on velocities" in row["reason"]) == rolling, row
    assert rolling or float(row["error_max"]) >= float(row["error_rms"]) > 0, row
    assert rolling or (float(row["cpu_seconds"]) > 0 and int(row["steps"]) > 0), row
    assert float(row["reference_error"]) < 1e-6, row
at = {(row["model"], row["method"], row["tolerance"]): row for row in rows}
assert float(at["bouncing_ball", "hht", "1e-03"]["error_max"]) < 1e-7
for method in ("hht", "radau5", "adams"):
    loose, tight = (float(at["heavy_top", method, tolerance]["error_max"]) for tolerance in ("1e-03", "1e-05"))
    assert tight < loose / 10, (method, loose, tight)
PYTHON
cat >known.csv <<'CSV'
model,method,tolerance,status,error_max,reference_error,cpu_seconds,solves
one,a,1e-03,done,1e-2,1e-9,1,100
one,a,1e-05,done,1e-4,1e-9,4,400
one,b,1e-03,done,1e-3,1e-9,6,50
one,b,1e-05,failed,,1e-9,,
CSV
python3 -B "$bench/factors" known.csv --error 1e-3,1e-4 >out 2>err || fail "bench/factors"
is_empty err
has out '^| `a` | 1 of 1: 1 | 1 of 1: 1, 1 (one) |$'
has out '^| `b` | 1 of 1: 3 | 1 of 1: 3, 3 (one) |$'
has out '^| `b` | 0 of 1: nan | 0 of 1 |$'
has out '^| `b` | 1, 0 of 2 |$'
python3 -B "$bench/factors" known.csv --error 1e-3 --by solves >out 2>err || fail "bench/factors --by"
has out '^| `a` | 1 of 1: 4 | 1 of 1: 4, 4 (one) |$'
