#!/bin/sh
# static: what it prints and writes, series, wrong input, and runs that start from the equilibrium.
. "$(dirname "$0")/common"
data=$source_dir/tests/data/static
examples=$source_dir/examples

# ---- one equilibrium ----
run 0 static "$data/parallelogram.yaml" --json
json out 'v["status"] == "done" and v["stable"] is False and abs(v["lowest_eigenvalue"] + 12.522235) < 1e-5'
json out 'v["load_steps"] == 1 and v["iterations"] >= 2 and v["residual"] < 1e-12 and len(v["warnings"]) >= 2'
run 0 static "$data/parallelogram.yaml" --set theta=-0.6 -o rest.h5 --csv rest.csv --page rest.html
has out '^stable: lowest eigenvalue of the stiffness 17.2038 1/s^2'
has out '^equilibrium at t = 0 s'
[ "$(grep -c . rest.csv)" -eq 3 ] || fail "one row"
grep -q '<html' rest.html || fail "no page"
head -1 rest.csv | grep -q '^time,crank1.x,.*A.fx,.*energy.potential' || fail "the columns are not those of a run"
run 0 verify rest.h5
run 2 resume rest.h5
has err 'holds equilibria'
run 0 plot rest.h5 --snapshot 0 -o rest.svg
run 0 static "$data/parallelogram.yaml" --set theta=-0.6 --csv - --quiet
has out '^time,crank1.x'
run 0 static "$data/parallelogram.yaml" --relax
has out '^stable'

# Vehicles settle on their springs.
run 0 static "$examples/double_wishbone/model.yaml" --json
json out 'v["stable"] and v["lowest_eigenvalue"] > 0 and v["neutral"] == 0 and v["residual"] < 1e-12'
run 0 static "$examples/hmmwv/model.yaml" --json --csv hmmwv.csv
json out 'v["stable"] and v["neutral"] == 3 and v["residual"] < 1e-12'
python3 - <<'PYTHON' || fail "the wheels do not carry the vehicle"
import csv, sys
rows = list(csv.reader(open("hmmwv.csv")))
value = dict(zip(rows[0], map(float, rows[2])))
loads = [value["%s.load.value" % c] for c in ("front1", "front2", "rear1", "rear2")]
weight = sum(loads)
all_masses = 2086.52 + 9.072 + 4*(5.813 + 23.965 + 90.555)
sides = abs(loads[0] - loads[1]) + abs(loads[2] - loads[3])
sys.exit(0 if abs(weight - all_masses*9.81) < 1e-9*weight and sides < 1e-6*weight and value["chassis.vx"] == 0 else 1)
PYTHON

# Beams bend: the 45-degree bend against shared/reference/flexible/bend45.csv at P = 600, in L = R = 100; a shaft sags under its weight.
run 0 static "$models/flexible/bend45.yaml" --set order=3 --csv bend.csv --json
json out 'v["stable"] and v["load_steps"] > 1 and v["residual"] < 1e-12'
run 0 static "$models/flexible/rotating_shaft.yaml" --csv shaft.csv
python3 - <<'PYTHON' || fail "beams do not rest where they should"
import csv, sys
def last(path):
    rows = list(csv.reader(open(path)))
    return dict(zip(rows[0], map(float, rows[2])))
tip, sag = last("bend.csv"), last("shaft.csv")["shaft.mid.z"]
wanted = {"x": 15.684800534, "y": 47.1504385736, "z": 53.4748587918}
worst = max(abs(tip["arc.end." + k] - v) for k, v in wanted.items())
print("bend:", worst, "sag:", sag)
sys.exit(0 if worst < 1e-5 and abs(sag + 3.3098e-3) < 1e-7 else 1)
PYTHON

# ---- none ----
cat >ball.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 2, inertia: [0.1, 0.1, 0.1]}}
MODEL
run 1 static ball.yaml -o ball.h5
has err 'ball.yaml:2:10: error: there is no equilibrium: nothing holds body `ball` (translation along z), and a load of 19.6 N'
run 1 static ball.yaml --json
json out 'v["status"] == "failed" and v["code"] == 1 and v["errors"][0]["element"] == "ball" and v["lowest_eigenvalue"] is None'

# ---- series ----
run 0 static "$models/driven_pendulum.yaml" --times 0:0.2:3 --json -o series.h5 --csv series.csv
json out '[r["time"] for r in v["rows"]] == [0, 0.1, 0.2] and v["time"] == 0.2'
[ "$(grep -c . series.csv)" -eq 5 ] || fail "three rows"
run 0 verify series.h5
run 0 static "$data/parallelogram.yaml" --vary k=4:8:5 --csv vary.csv --json
json out 'v["parameter"] == "k" and [r["value"] for r in v["rows"]] == [4, 5, 6, 7, 8]'
json out 'all(not r["stable"] for r in v["rows"]) and v["rows"][2]["lowest_eigenvalue"] < -12'
head -1 vary.csv | grep -q '^k,time,crank1.x,.*,static.lowest_eigenvalue,static.stable$' || fail "columns of --vary"
[ "$(grep -c . vary.csv)" -eq 7 ] || fail "five values"

# ---- wrong input ----
run 2 static "$data/parallelogram.yaml" --times 0:1
has err 'is no range of numbers; write FROM:TO:N'
run 2 static "$data/parallelogram.yaml" --times 0:1:2.5
run 2 static "$data/parallelogram.yaml" --times a:1:2
run 2 static "$data/parallelogram.yaml" --vary 0:1:2
has err 'names no parameter'
run 2 static "$data/parallelogram.yaml" --vary nobody=0:1:2
run 2 static "$data/parallelogram.yaml" --vary k=1:2:2 -o x.h5
has err 'exclude each other'
run 2 static "$data/parallelogram.yaml" --page x.html
has err 'add -o'
run 2 static "$data/parallelogram.yaml" --json --csv -
run 2 static "$data/parallelogram.yaml" -o same.h5 --csv same.h5
run 2 static nobody.yaml
cat >wrong.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
simulate: {end: 1, start: moving}
MODEL
run 2 run wrong.yaml
has err 'wrong.yaml:2:27: error: `start` is `static` or `written`'

# ---- as a start ----
# Whatever settles stays, within the tolerance and for ten seconds; interrupted runs go on bit for bit, and verify.
run 0 run "$examples/hmmwv/model.yaml" --static --end 10 --csv stay.csv -o stay.h5
python3 - <<'PYTHON' || fail "the vehicle does not stay"
import csv, sys
rows = [r for r in csv.reader(open("stay.csv")) if not r[0].startswith("#")]
worst = 0
for name in ("chassis.x", "chassis.y", "chassis.z", "front1.wheel.z", "rear2.wheel.z"):
    i = rows[0].index(name)
    values = [float(r[i]) for r in rows[1:]]
    worst = max(worst, max(values) - min(values))
print("moved by", worst, "m")
sys.exit(0 if worst < 1e-7 else 1)  # L is 0.57 m, the tolerance 1e-7
PYTHON
sed 's/^simulate:.*/simulate: {end: 2, start: static}/' "$data/parallelogram.yaml" >begun.yaml
run 0 run begun.yaml --set theta=-0.6 -o begun.h5 --csv begun.csv
run 0 verify begun.h5
cat >swing.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies:
  table: {mass: 1, inertia: [1, 1, 1]}
  bob: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, -1]}
joints:
  slide: {type: prismatic, between: [ground, table], at: [0, 0, 0], axis: x}
  pin: {type: revolute, between: [table, bob], at: [0, 0, 0], axis: y}
motions: {drive: {joint: slide, translation: "0.2*sin(3*t)"}}
simulate: {end: 200, start: static, tolerance: 1e-9}
MODEL
run 0 run swing.yaml -o whole.h5
cut_run KILL cut.h5 20000+checkpoint run swing.yaml --checkpoint 0.001
run 0 resume cut.h5
run 0 compare whole.h5 cut.h5
has out '^identical'
run 1 run ball.yaml --static --end 1
has err 'there is no equilibrium'

# ---- buckling ----
cat >link.yaml <<'MODEL'
bodies: {link: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1], frames: {tip: {at: [0, 0, 1]}}}}
joints: {A: {type: revolute, between: [ground, link], at: [0, 0, 0], axis: y}}
forces:
  s: {type: rotational-spring-damper, between: [ground, link], at: [0, 0, 0], axis: y, stiffness: 50}
  load: {type: force, between: [ground, link.tip], force: [0, 0, -10]}
MODEL
run 0 static link.yaml --buckling 2
has out '^buckling: load factor 2.5, the first mostly in link '
run 0 static link.yaml --buckling 1 --json
has out '"buckling":{"factors":\[2.5\],"reversed":null,"element":"link"'
run 2 static link.yaml --buckling 0
run 2 static link.yaml --buckling 2 --vary none=1:2:2
has err 'exclude each other'
echo "static works"
