#!/bin/sh
# Modal bodies from CalculiX's files to answers of a machine: `reduce` of a plate, `static` and `modes` of two bars bolted together against CalculiX with one
# long bar, the frame of the example.
. "$(dirname "$0")/common"
m=$models/modal
fe=$source_dir/tests/data/fe

# ---- from files of CalculiX ----
run 0 reduce "$fe/plate.inp" --interface edge=edge:rigid --interface corner=corner:rigid --modes 60 -o plate.h5 --json
cp out plate.json
python3 - "$fe/frequencies.csv" <<'PYTHON' || fail "frequencies of the plate"
import csv, json, sys
found = json.load(open("plate.json"))["frequencies"]
rows = [r for r in csv.reader(open(sys.argv[1])) if r[:2] == ["plate", "free"]]
assert len(rows) == 10
worst = max(abs(f / float(r[3]) - 1) for f, r in zip(found, rows))
print("plate: frequencies differ by %.1e" % worst)
sys.exit(worst > 1e-3)
PYTHON
run 0 reduce "$fe/plate.inp" --interface edge=edge:rigid --interface corner=corner:rigid --modes 60 -o corners.h5 --corners --quiet
[ $(($(wc -c <corners.h5) * 2)) -lt "$(wc -c <plate.h5)" ] || fail "a surface of corners is not much smaller"

# ---- two bars, bolted together and to the ground ----
run 0 static "$m/two_bars.yaml" --csv rest.csv --quiet
run 0 modes "$m/two_bars.yaml" --set load=0 --json
cp out modes.json
python3 - "$fe" <<'PYTHON' || fail "two bars differ from CalculiX"
import csv, json, sys
sys.path.insert(0, ".")
rows = list(csv.reader(open("rest.csv")))
value = dict(zip(rows[0], map(float, rows[2])))
largest, worst = 0, 0
for r in csv.reader(open(sys.argv[1] + "/deflections.csv")):
    if r[0] != "two_bars":
        continue
    body, x = {"mid": ("first.right", 1), "right": ("second.right", 2)}[r[1]]
    moved = [value[body + ".x"] - x, value[body + ".y"], value[body + ".z"]]
    largest = max([largest] + [abs(float(u)) for u in r[5:8]])
    worst = max([worst] + [abs(a - float(u)) for a, u in zip(moved, r[5:8])])
print("two bars at rest: %.1e of the largest deflection, %g m" % (worst / largest, largest))
found = [v["frequency"] for v in json.load(open("modes.json"))["modes"]]
wanted = [float(r[3]) for r in csv.reader(open(sys.argv[1] + "/frequencies.csv")) if r[:2] == ["two_bars", "left"]]
apart = max(abs(f / w - 1) for f, w in zip(found, wanted))
print("two bars: frequencies differ by %.1e" % apart)
# Bars that bend by a thousandth of their length shorten by half its square, which CalculiX's linear computation leaves out.
sys.exit(not (len(wanted) == 10 and largest > 0 and worst <= 2e-3 * largest and apart <= 1e-3))
PYTHON
