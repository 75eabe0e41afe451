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
[ $(($(wc -c <corners.h5) * 10)) -lt $(($(wc -c <plate.h5) * 9)) ] || fail "a surface of corners is not smaller"

# ---- two bars, bolted together and to the ground ----
# A thousandth of the load: with all of it bars pull themselves straight and shorten, 0.5 % of the deflection, which CalculiX's linear computation leaves out.
run 0 static "$m/two_bars.yaml" --set load=1e-3 --csv rest.csv --quiet
run 0 modes "$m/two_bars.yaml" --set load=0 --json
cp out modes.json
python3 - "$fe" <<'PYTHON' || fail "two bars differ from CalculiX"
import csv, json, sys
rows = list(csv.reader(open("rest.csv")))
value = dict(zip(rows[0], map(float, rows[2])))
largest, worst = 0, 0
for r in csv.reader(open(sys.argv[1] + "/deflections.csv")):
    if r[0] != "two_bars":
        continue
    body, x = {"mid": ("first.right", 1), "right": ("second.right", 2)}[r[1]]
    moved = [1e3 * (value[body + ".x"] - x), 1e3 * value[body + ".y"], 1e3 * value[body + ".z"]]
    largest = max([largest] + [abs(float(u)) for u in r[5:8]])
    worst = max([worst] + [abs(a - float(u)) for a, u in zip(moved, r[5:8])])
print("two bars at rest: %.1e of the largest deflection, %g m" % (worst / largest, largest))
found = [v["frequency"] for v in json.load(open("modes.json"))["modes"]]
wanted = [float(r[3]) for r in csv.reader(open(sys.argv[1] + "/frequencies.csv")) if r[:2] == ["two_bars", "left"]]
apart = max(abs(f / w - 1) for f, w in zip(found, wanted))
print("two bars: frequencies differ by %.1e" % apart)
sys.exit(not (len(wanted) == 10 and largest > 0 and worst <= 1e-4 * largest and apart <= 1e-3))
PYTHON

# ---- the frame of the example: starts at rest under its weight, is stressed most beside the rider ----
run 0 run "$source_dir/examples/modal_frame/model.yaml" -o posts.h5 --csv posts.csv --quiet
is_empty err
run 0 stress posts.h5 frame --body "$source_dir/examples/modal_frame/frame.h5" --top 10 --apart 0.05 --json
cp out hot.json
cat >formulas.py <<'PYTHON'
import json

from formulas_of_tests import finish, near, read, within

d = read("posts")
posts = ("front_left", "front_right", "rear_left", "rear_right")
mass = 18.9405 + 42 + 90 + 20 + 14 + 14 + 36
near("the tyres carry the weight", sum(abs(d[p + "_tyre.fz"][0]) for p in posts), mass * 9.81, 1e-4 * mass * 9.81)
near("it starts at rest", max(abs(d["rider." + a][0]) for a in ("ax", "ay", "az")), 0, 1e-3)
near("the seat carries the rider", abs(d["seat.fz"][0]), 90 * 9.81, 1e-4 * 90 * 9.81)
hot = json.load(open("hot.json"))
rows = hot["rows"] if isinstance(hot, dict) else hot
near("hot spots", len(rows), 10, 0)
within("largest von Mises, MPa", rows[0]["value"] / 1e6, 18, 23)
near("beside the rider: x", rows[0]["x"], 0.46, 0.03)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || { cat out; fail "the frame does not do what its page says: $(grep WRONG out || true)"; }
