#!/bin/sh
# label: long. The all-terrain vehicle on its shaker: what it consists of, its weight on the posts, the first fifth of a second by both methods of the paper.
. "$(dirname "$0")/common"
example=$source_dir/examples/atv_shaker

run 0 check "$example/model.yaml" --json
cp out check.json
run 0 static "$example/model.yaml" --csv rest.csv
cp out static
run 0 run "$example/model.yaml" --end 0.2 --csv hht.csv -o hht.h5 --quiet
run 0 run "$example/model.yaml" --end 0.1 --method bdf --tol 1e-4 --csv bdf.csv -o bdf.h5 --quiet
run 0 stress hht.h5 frame --body "$example/frame.h5" --top 10 --json
cp out hot.json
cat >formulas.py <<'PYTHON'
import json
import re

from formulas_of_tests import finish, near, read, within

check = json.load(open("check.json"))
# 28 bodies and the frame; 6 for each and 134 modes are 308 coordinates; 157 equations of joints and 5 motions leave 146 freedoms. The 17 interfaces are bodies with
# six coordinates and six equations each.
near("bodies", check["bodies"], 29, 0)
near("interfaces", check["nodes"], 17, 0)
near("coordinates", check["coordinates"], 6 * 29 + 134 + 6 * 17, 0)
near("equations", check["constraints"], 157 + 5 + 6 * 17, 0)
near("redundant equations", len(check["redundant"]), 0, 0)
near("freedoms", check["degrees_of_freedom"], 146, 0)
near("tyres", check["contacts"], 4, 0)
# Rows of the tables of reactions: joints, then motions.
tables = re.findall(r"^reactions of (\w+),.*\n.*\n((?:.+\n)+)", open("static").read(), re.M)
count = {name: len(rows.splitlines()) for name, rows in tables}
near("joints", count["joints"], 43, 0)
near("motions", count["motions"], 5, 0)

posts = ("front_left", "front_right", "rear_left", "rear_right")
weight = 2 * (3 + 4.5 + 5.5 + 21 + 1.2 + 2.2 + 2) + 44 + 200 + 92 + 11 + 9 + 14 + 2 * 27 + 3 + 2.5 + 62
rest, hht, bdf = read("rest"), read("hht"), read("bdf")
near("weight of the parts, lbf", weight, 570.3, 1e-9)
near("tyres at rest, lbf", sum(rest["tyre_" + p + ".normal"][0] for p in posts), weight, 1e-3 * weight)
near("the run begins at rest", max(abs(hht["rider." + a][0]) for a in ("ax", "ay", "az")), 0, 1e-3)
near("the front axle carries", sum(rest["tyre_" + p + ".normal"][0] for p in posts[:2]), weight / 2, 0.03 * weight)
near("front shock absorbers are as long as drawn", rest["left.shock.length"][0], 170**0.5, 0.02)
near("the rear one too", rest["rear_shock.length"][0], 11.6, 0.02)
# Both methods: rate of pitch of the engine and force in the joint of the swing arm, against their largest values.
rows = len(bdf["time"])
near("times of both runs", max(abs(a - b) for a, b in zip(hht["time"], bdf["time"])), 0, 1e-9)
for name, share in (("engine.wy", 0.016), ("swing_right.fz", 0.03)):
    size = max(abs(v) for v in hht[name][:rows])
    near("both methods, " + name, max(abs(a - b) for a, b in zip(hht[name], bdf[name])), 0, share * size)
hot = json.load(open("hot.json"))["rows"]
near("hot spots", len(hot), 10, 0)
within("largest stress in the bay that is tuned: x", hot[0]["x"], 32, 39)
within("energy balance", max(abs(v) for v in hht["energy.balance"]) / max(abs(v) for v in hht["energy.kinetic"]), 0, 1e-2)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || { cat out err; fail "the vehicle does not do what its page says: $(grep WRONG out || true)"; }
