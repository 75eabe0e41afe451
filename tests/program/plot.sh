#!/bin/sh
# sarrus plot: curves hold the recorded values, names are understood or refused with near ones, all files are read.
. "$(dirname "$0")/common"

sed 's|^model:.*|model: "<script>alert(1)</script> \& \\"pendulum\\""|' "$models/pendulum.yaml" >hostile.yaml
run 0 run hostile.yaml --end 1 -o out.h5 --csv out.csv --steps steps.csv --quiet

# The picture, read back: pixels become values by the texts of the axes.
cat >read.py <<'PYTHON'
import csv, math, re, xml.etree.ElementTree as tree
SVG = "{http://www.w3.org/2000/svg}"

def number(text): return float(text.replace("\u2212", "-"))

def axis(texts, place):
    """Value of a pixel, from the first and the last text of an axis."""
    ticks = sorted((place(t), number(t.text)) for t in texts)
    (a, u), (b, v) = ticks[0], ticks[-1]
    return lambda pixel: u + (pixel - a) * (v - u) / (b - a)

def panels(path):
    """Of each panel its curves as lists of parts, a part as a list of (x, y)."""
    for group in tree.parse(path).getroot().iter(SVG + "g"):
        if group.get("class") != "panel": continue
        box = group.find(SVG + "svg")
        left, top, height = float(box.get("x")), float(box.get("y")), float(box.get("height"))
        grey = [t for t in group.findall(SVG + "text") if t.get("fill") == "#7a8793"]
        x = axis([t for t in grey if t.get("text-anchor") == "middle"], lambda t: float(t.get("x")))
        y = axis([t for t in grey if t.get("text-anchor") == "end"], lambda t: float(t.get("y")) - 4.5)
        curves = []
        for line in box.findall(SVG + "path"):
            parts = [[tuple(map(float, point.split(","))) for point in part.replace("h0", "").split("L")]
                     for part in line.get("d").split("M")[1:]]
            curves.append([[(x(left + p), y(top + q)) for p, q in part] for part in parts])
        yield curves

def table(path):
    rows = list(csv.reader(open(path)))
    return {name: [float(row[i]) for row in rows[2:]] for i, name in enumerate(rows[0])}

def same(curve, xs, ys):
    """One part, and its points are the values, within what two decimals of a pixel can say."""
    assert len(curve) == 1, curve
    points = curve[0]
    assert len(points) == len(xs), (len(points), len(xs))
    for (px, py), x, y in zip(points, xs, ys):
        assert abs(px - x) <= 1e-4 * (max(xs) - min(xs)) + 1e-12, (px, x)
        assert abs(py - y) <= 1e-3 * (max(ys) - min(ys)) + 1e-12, (py, y)
PYTHON

run 0 plot out.h5 body.x body.z body.vx joint.f body.z:body.x solver.step -o picture.svg
is_empty err
has out '^quantity  *unit  *least  *at t  *most  *at t$'
has out '^written: picture.svg$'
python3 - <<'PYTHON' || fail "picture.svg does not show the recorded values"
from read import *
t, steps = table("out.csv"), table("steps.csv")
length, speed, force, path, step = panels("picture.svg")
same(length[0], t["time"], t["body.x"])
same(length[1], t["time"], t["body.z"])
same(speed[0], t["time"], t["body.vx"])
same(force[0], t["time"], [math.hypot(*v) for v in zip(t["joint.fx"], t["joint.fy"], t["joint.fz"])])
same(path[0], t["body.x"], t["body.z"])
same(step[0], steps["time"], steps["step"])
root = tree.parse("picture.svg").getroot()
assert root.find(SVG + "title").text == '<script>alert(1)</script> & "pendulum"'
assert not list(root.iter(SVG + "script"))
PYTHON
lacks picture.svg '<script'

# What is told is what is recorded.
run 0 plot out.h5 joint.fx --from 0.2 --to 0.7 --json
json out 'v["written"] == "out.svg" and v["panels"] == 1 and v["time_unit"] == "s" and len(v["curves"]) == 1'
python3 - <<'PYTHON' || fail "wrong extremes, or a wrong range"
from read import *
import json
t, v = table("out.csv"), json.load(open("out"))["curves"][0]
rows = [(f, s) for f, s in zip(t["joint.fx"], t["time"]) if 0.2 <= s <= 0.7]
assert v["points"] == len(rows) and v["absent"] == 0
assert (v["least"], v["least_at"]) == min(rows) and (v["most"], v["most_at"]) == max(rows)
((curve,),) = panels("out.svg")
same(curve, [s for f, s in rows], [f for f, s in rows])
PYTHON

# Other files: CSV, the journal of a run, several of them; those that end early say so.
run 0 plot out.csv body.x -o csv.svg --title T --quiet
run 0 plot out.h5 body.x -o hdf5.svg --title T --quiet
cmp -s csv.svg hdf5.svg || fail "CSV and HDF5 give different pictures"
run 0 run hostile.yaml --end 1 --tol 1e-3 -o coarse.h5 --quiet
run 0 plot out.h5 coarse.h5 body.x body.vx -o two.svg --quiet
[ "$(grep -c 'class="legend"' two.svg)" -eq 2 ] || fail "two files do not give two entries in the legend"
[ "$(grep -c 'class="curve"' two.svg)" -eq 4 ] || fail "two files and two quantities are not four curves"
awk 'NR != 8 { print } NR == 8 { n = split($0, v, ","); printf "%s", v[1]; for (i = 2; i <= n; i++) printf ",nan"; print "" }' \
  out.csv >gap.csv
run 0 plot gap.csv body.x -o gap.svg --json
json out 'v["curves"][0]["absent"] == 1'
python3 -c '
from read import *
((curve,),) = panels("gap.svg")
assert [len(part) for part in curve] == [5, 15], curve' || fail "a nan is no gap"
lacks gap.svg nan
sed '3,$s/,.*/,nan/' out.csv | cut -d, -f1,2 | sed '1s/.*/time,b.x/; 2s/.*/# s,m/' >none.csv
run 0 plot none.csv b.x
has err 'warning: b.x holds no number to draw'

# Options of the picture.
run 0 plot out.h5 energy.balance --log --width 500 --height 300 --title 'A & B' -o small.svg --quiet
has small.svg 'width="500" height="300"'
has small.svg '>A &amp; B</text>'
has small.svg 'absolute values'
run 0 plot out.h5 body.x -o -
mv out printed.svg
has printed.svg 'pendulum'
has printed.svg '^<svg '
lacks printed.svg written

# What there is.
run 0 plot out.h5
has out '^body: x y z \[m\] q0 q1 q2 q3 vx vy vz \[m/s\]'
has out '^joint: fx fy fz \[N\]'
has out '^solver: step iterations order error rejections constraint_position constraint_velocity$'
run 0 plot out.h5 --json
json out '{"name": "body.x", "unit": "m"} in v'
run 2 plot out.h5 -o nothing.svg
has err 'there is nothing to draw: no quantity is given'
[ ! -e nothing.svg ] || fail "a list writes a picture"

# Names that are wrong, one by one; files that are.
run 2 plot out.h5 bdy.x joint.fw nothing_like_it -o wrong.svg
has err 'out.h5 holds no quantity bdy.x; did you mean body.x'
has err 'out.h5 holds no quantity joint.fw; did you mean joint.f'
has err 'nothing_like_it; `sarrus plot` with the file alone lists the quantities$'
[ ! -e wrong.svg ] || fail "a picture of wrong names was written"
run 2 plot out.h5 body.x:joint.f?
has err 'name one quantity after the colon'
run 2 plot out.h5 joint.f:
has err 'joint.f:: nothing stands after the colon; write Y:X'
run 2 plot out.h5 :joint.f
has err ':joint.f: nothing stands before the colon'
run 2 plot out.h5 joint.f:bdy.x
has err 'out.h5 holds no quantity bdy.x; did you mean body.x'
run 2 plot out.h5 --snapshot 0.5 --from 2
has err '--from and --to choose the range of a moving picture'
run 2 plot out.h5 --snapshot 0.5 --to 2
# What names hold does not command the terminal; programs get it as it is.
escape=$(printf '\033[31m\302\233m')
run 2 plot out.h5 "bo${escape}dy" "$(printf 'missing\302\260')" -o wrong.svg
has err 'holds no quantity bo\\x1b\[31m\\xc2\\x9bmdy'
has err "$(printf 'missing\302\260')"
if tr -d '\n' <err | LC_ALL=C grep -q '[[:cntrl:]]'; then fail "control characters reach the terminal"; fi
run 2 plot "$escape.h5" x
has err '^\\x1b\[31m\\xc2\\x9bm.h5: error: '
run 2 plot out.h5 "bo${escape}dy" -o wrong.svg --json
json out '"bo\x1b[31m\x9bmdy" in v["errors"][0]["message"]'
run 2 plot out.h5 solver.step:body.x
has err "the solver's steps have other times"
run 2 plot missing.h5 body.x
has err '^missing.h5: error: cannot read'
run 2 plot out.h5 missing.h5 body.x
has err '^missing.h5: error: cannot read'
run 2 plot hostile.yaml body.x
run 2 plot
run 2 plot out.h5 body.x --from 1 --to 0.5
run 2 plot out.h5 body.x --from later
run 2 plot out.h5 body.x --width 3
run 2 plot out.h5 body.x -o out.h5
has err 'out.h5 is a file of results'
run 2 plot out.h5 body.x -o - --json
run 3 plot out.h5 body.x -o no/such/folder/x.svg
run 0 verify out.h5 --quiet

# A file of the name of a quantity is no results file.
: >body.x
run 0 plot out.h5 body.x --quiet

# A run that was killed: its journal is drawn as far as it goes, and says so; so the results of a run that is cut off.
sed 's/every: 0.05/every: step/' "$models/pendulum.yaml" >long.yaml
run_long() { exec "$program" run long.yaml --step 1e-4 --end 10000 -o long.h5 --quiet >/dev/null 2>&1; }
run_long &
child=$!
wait_for_journal long.h5.part 200000
kill_run
run 0 plot long.h5.part body.x solver.step --json
has err '^long.h5.part: warning: the results end at t = [0-9.]* s; the simulation was to go on to 10000 s; .*resume'
json out 'len(v["warnings"]) == 1 and "to go on" in v["warnings"][0]["message"]'
json out 'v["written"] == "long.svg" and len(v["curves"]) == 2 and all(c["points"] > 100 for c in v["curves"])'
size=$(wc -c <long.h5.part)
head -c "$((size - 13))" long.h5.part >torn.h5.part
run 0 plot torn.h5.part body.x --quiet
head -c 3000 out.h5 >torn.h5
run 2 plot torn.h5 body.x
has err '^torn.h5: error: '

# Ends and the middle of a beam by their names.
cat >beam.yaml <<'MODEL'
model: a beam
gravity: [0, 0, -9.81]
sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 250], mass: 1, inertia: [2e-3, 1e-3, 1e-3]}}
beams: {b: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 4, axis2: y}}
joints: {base: {type: fixed, between: [ground, b.start]}}
simulate: {end: 0.01}
MODEL
run 0 run beam.yaml -o beam.h5 --quiet
run 0 plot beam.h5 b.end.z b.mid.z b.start.z -o beam.svg
has out '^b\.n8\.z '
has out '^b\.n4\.z '
has out '^b\.n0\.z '
run 2 plot beam.h5 b.nd.z -o beam.svg
has err 'holds no quantity b.nd.z'
