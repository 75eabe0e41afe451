#!/bin/sh
# label: long. The track of an excavator (61 bodies, 690 pairs of shapes): counts of the publication, the loop closes, it stands and begins to move.
. "$(dirname "$0")/common"
model=$source_dir/examples/excavator_track/model.yaml

run 0 check "$model" --start-only --json
json out 'v["bodies"] == 61 and v["degrees_of_freedom"] == 61 and v["gruebler"] == 61 and v["constraints"] == 305 and v["redundant"] == []'
json out 'sum(c["pairs"] for c in v["contact_laws"]) == 690 and v["warnings"] == [] and v["initial_position_error"] < 1e-14'

# As written nothing overlaps.
sed 's/start: static, //; s/^output: .*/output: {every: 1e-6}/' "$model" >written.yaml
run 0 run written.yaml --end 1e-6 --csv written.csv -o none --quiet

# From the equilibrium, with a sprocket that starts sooner.
run 0 run "$model" --set t_go=0.1 --set t_full=0.4 --end 0.5 --csv track.csv -o track.h5 --page track.html --json
json out 'v["steps"] < 500 and v["constraint_position_max"] < 1e-7 and v["newton_euler_max"] < 1e-12'
json out 'v["contacts"] == 50 and all(c["depth"] < 0.02 for c in v["contact_table"])'
[ "$(wc -c <track.html)" -lt 30000000 ] || fail "the page has 30 MB or more"
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, near, read, within

d = read("written")
for name in [c[:-4] for c in d if c.endswith(".gap")]:
    within("gap of " + name, d[name + ".gap"][0], -1e-12, 1)

d = read("track")
rows = len(d["time"])
weight = 453.6e3 * 9.81
near("stands, N", abs(d["standing.fz"][0]), weight, 1e-6 * weight)
near("stands still", max(abs(d["frame.v" + c][0]) for c in "xyz"), 0, 1e-12)
# 46 chords close, and their directions turn once.
for i in (0, rows - 1):
    x = z = 0
    for k in range(1, 47):
        q0, q1, q2, q3 = (d["shoe%d.q%d" % (k, c)][i] for c in range(4))
        x += 0.48 * (1 - 2 * (q2 * q2 + q3 * q3))
        z += 0.48 * 2 * (q1 * q3 - q0 * q2)
    near("closes", math.hypot(x, z), 0, 1e-6)
# 12 teeth take 12 shoes: the motion is an angle of 0.6 (0.15 + 0.1) rad.
way = 0.6 * 0.25 * 12 * 0.48 / (2 * math.pi)
within("frame moves, m", d["frame.x"][-1] - d["frame.x"][0], 0.6 * way, 1.1 * way)
near("sprocket, rad/s", d["sprocket.wy"][-1] - d["frame.wy"][-1], 0.6, 1e-9)
near("stays in its plane", max(abs(d["shoe%d.y" % k][-1]) for k in range(1, 47)), 0, 1e-9)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || { cat out err; fail "the track differs: $(grep WRONG out || true)"; }
cat out

# Killed and resumed it has the same bits, with both forms of the equations.
for method in hht "bdf:formulation=si2,max_order=1 --tol 1e-2"; do
  # shellcheck disable=SC2086
  set -- "$model" --set t_go=0.1 --set t_full=0.4 --end 0.5 --method $method
  run 0 run "$@" -o whole.h5 --quiet
  cut_run KILL killed.h5 60000+checkpoint run "$@" --checkpoint 0.02 --quiet
  run 0 resume killed.h5 --quiet
  cmp -s killed.h5 whole.h5 || fail "the resumed results of the track differ: $method"
  run 0 verify killed.h5
done
