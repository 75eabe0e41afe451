#!/bin/sh
# The scripts of bench/ work: tiny sizes, nothing is timed in earnest. Exponents are checked on numbers that are known.
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
