#!/bin/sh
# label: numbers. Machines that live by outlines (cam, Geneva wheel, gears, chain) do what their pages say: each against a closed form or a balance that the program does not know.
. "$(dirname "$0")/common"
for name in cam_follower geneva_wheel involute_gears roller_chain; do
  run 0 run "$source_dir/examples/$name/model.yaml" --csv "$name.csv" -o "$name.h5" --quiet
  is_empty err
done
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, near, read


def mean(values):
    return sum(values) / len(values)


# The follower leaves at one of the tops after the limit: the speed grows by 1 rad/s from one to the next.
d = read("cam_follower")
limit = math.sqrt((0.5 * 9.81 + 500 * 0.028) / (0.5 * 0.01))
off = [i for i, n in enumerate(d["touch.count"]) if n == 0]
near("cam: leaves at, rad/s", d["cam.wz"][off[0]], limit + 0.5, 0.55)
near("cam: force at the bottom before", max(d["touch.normal"][i] for i in range(off[0]) if d["time"][i] > 0.05), 0.5 * 9.81 + 4 + 0.005 * limit ** 2, 0.6)
near("cam: flies at the top", d["follower.y"][off[0]], 0.04, 1e-4)

d = read("geneva_wheel")
t = d["time"]
for k in (1, 2):
    i = next(i for i in range(len(t)) if t[i] >= k - 1e-9)
    near("Geneva: after %d turns" % k, d["axle.angle"][i], -k * math.pi / 2, 1e-3)
near("Geneva: ratio", max(-w for w in d["wheel.wz"]) / (2 * math.pi), 1 / (math.sqrt(2) - 1), 0.01)
near("Geneva: energy", max(abs(x) for x in d["energy.balance"]), 0, 1e-3 * max(d["energy.kinetic"]))

d = read("involute_gears")
tooth = 2 * math.pi / 200
rows = [i for i, x in enumerate(d["time"]) if 0.1 <= x < 0.1 + 6 * tooth]
near("gears: ratio", 10 / mean([-d["wheel.wz"][i] for i in rows]), 2, 2e-4)
near("gears: force", mean([math.hypot(d["mesh.fx"][i], d["mesh.fy"][i]) for i in rows]), 5 / (0.1 * math.cos(math.pi / 9)), 1)
slope = mean([d["mesh.fx"][i] for i in rows]) / mean([d["mesh.fy"][i] for i in rows])
near("gears: pressure angle", abs(math.degrees(math.atan(slope))), 20, 0.1)
near("gears: pairs of teeth", mean([d["mesh.count"][i] for i in rows]), 1.635185964, 0.05)
near("gears: ripple", max(abs(d["wheel.wz"][i] + 5) for i in rows) / 5, 0, 5e-3)

# At every row the links nearest to the middle of both runs.
d = read("roller_chain")
n, C, R2, tooth = 40, 0.13755602, 0.0127 / (2 * math.sin(math.pi / 24)), 2 * math.pi / 12 / 20
rows = [i for i, x in enumerate(d["time"]) if x >= d["time"][-1] - 4 * tooth]
near("chain: ratio", 20 / mean([d["driven.wz"][i] for i in rows]), 2, 4e-3)
tension = {1: [], -1: []}
for i in rows:
    nearest = {1: (1, 0), -1: (1, 0)}
    for k in range(n):
        a, b = "r%d" % k, "r%d" % ((k + 1) % n)
        x, y = (d[a + ".x"][i] + d[b + ".x"][i]) / 2, (d[a + ".y"][i] + d[b + ".y"][i]) / 2
        side = 1 if y > 0 else -1
        nearest[side] = min(nearest[side], (abs(x - C / 2), d["link%d.force" % k][i]))
    for side in (1, -1):
        tension[side].append(nearest[side][1])
near("chain: tension", mean(tension[1]) - mean(tension[-1]), 2 / R2, 0.8)
near("chain: slack run is not loose", min(mean(tension[-1]), 30), 20, 10)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || { cat out err; fail "a machine differs from its formula: $(grep WRONG out || true)"; }
cat out
