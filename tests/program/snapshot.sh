#!/bin/sh
# sarrus plot --snapshot and --animate: joints are drawn where they are recorded, and what cannot be drawn is refused.
. "$(dirname "$0")/common"

# Without looks: bodies that say how they look show no signs of their joints.
sed -e 's|^model:.*|model: "<script>alert(1)</script> \& \\"four-bar\\""|' -e '/looks:/d' -e '/colour:/d' \
  "$source_dir/examples/fourbar/model.yaml" >hostile.yaml
run 0 run hostile.yaml --end 1 -o out.h5 --csv out.csv --quiet

cat >read.py <<'PYTHON'
import csv, math, re, xml.etree.ElementTree as tree
SVG = "{http://www.w3.org/2000/svg}"

def table(path):
    rows = list(csv.reader(open(path)))
    return {name: [float(row[i]) for row in rows[2:]] for i, name in enumerate(rows[0])}

def numbers(text): return [float(x) for x in re.findall(r"-?[0-9.]+", text)]

def scale(root):
    """Pixels per unit of length, from the bar and its text."""
    bar = next(e for e in root.iter(SVG + "path") if e.get("class") == "scale")
    points = numbers(bar.get("d"))
    text = next(e.text for e in root.iter(SVG + "text") if re.fullmatch(r"[0-9.e-]+ m", e.text or ""))
    return (points[4] - points[2]) / float(text.split()[0])

def signs(group):
    """Middles of round signs, in pixels."""
    for e in group.iter(SVG + "g"):
        if e.get("transform"): yield numbers(e.get("transform"))[:2]
    for e in group.iter(SVG + "circle"): yield [float(e.get("cx")), float(e.get("cy"))]

def instants(root): return [e for e in root.iter(SVG + "g") if e.get("class") == "instant"]
PYTHON

# Joints, read back: from one to the other as recorded, also between two rows.
run 0 plot out.h5 --snapshot 0.5,0.7,0.8025 -o still.svg
is_empty err
has out '^written: still.svg$'
python3 - <<'PYTHON' || fail "still.svg does not show the recorded poses"
from read import *
t, root = table("out.csv"), tree.parse("still.svg").getroot()
k = scale(root)
def value(name, time):
    i = max(j for j, x in enumerate(t["time"]) if x <= time + 1e-9)
    part = (time - t["time"][i]) / (t["time"][i + 1] - t["time"][i])
    return (1 - part) * t[name][i] + part * t[name][i + 1]
times = (0.5, 0.7, 0.8025)
groups = instants(root)
assert len(groups) == 3 and [g.get("opacity") is None for g in groups] == [False, False, True]
for time, group in zip(times, groups):
    places = list(signs(group))
    frames = ["crank.A", "crank.B", "rocker.C", "rocker.D", "bell.hook"]
    ground = [value("crank.A.x", time), value("crank.A.y", time)]
    fits = []
    for a in places:  # the one for which all others fit is the crank's bearing
        wanted = [(a[0] + k * (value(f + ".x", time) - ground[0]), a[1] - k * (value(f + ".y", time) - ground[1])) for f in frames]
        fits.append(max(min(math.dist(w, p) for p in places) for w in wanted))
    assert min(fits) < 0.1, (time, fits)
assert root.find(SVG + "title").text == '<script>alert(1)</script> & "four-bar"'
assert "t = 0.5, 0.7, 0.8025 s" in [e.text for e in root.iter(SVG + "text")]
PYTHON
lacks still.svg '<script'
lacks still.svg 'nan'

# Moving: as many pictures as asked for, one after the other.
run 0 plot out.h5 --animate --frames 7 --from 0.2 --to 0.9 --duration 3 --json
json out 'v["written"] == "out.svg" and v["animated"] and len(v["times"]) == 7 and abs(v["times"][1] - 0.3) < 1e-12'
python3 - <<'PYTHON' || fail "out.svg does not move as it should"
from read import *
groups = instants(tree.parse("out.svg").getroot())
assert len(groups) == 7
assert [g.get("visibility") for g in groups] == [None] + 6 * ["hidden"]
shown = []
for g in groups:
    a = g.find(SVG + "animate")
    assert a.get("dur") == "3s" and a.get("repeatCount") == "indefinite" and a.get("attributeName") == "visibility"
    values, keys = a.get("values").split(";"), [float(x) for x in a.get("keyTimes").split(";")] + [1.0]
    assert len(values) == len(keys) - 1 and keys[0] == 0
    shown += [(keys[i], keys[i + 1]) for i, value in enumerate(values) if value == "visible"]
assert len(shown) == 7 and shown[0][0] == 0 and shown[-1][1] == 1
assert all(a[1] == b[0] for a, b in zip(shown, shown[1:])), shown
PYTHON

# Views, names, sizes; the same bytes again.
run 0 plot out.h5 --snapshot 0.5 --view iso --names --width 400 --height 300 -o iso.svg --quiet
is_empty out
has iso.svg 'width="400" height="300"'
[ "$(grep -c 'class="name"' iso.svg)" -eq 4 ] || fail "not all bodies are named"
run 0 plot out.h5 --snapshot 0.5 --view iso --names --width 400 --height 300 -o again.svg --quiet
cmp -s iso.svg again.svg || fail "the same picture has other bytes"
for view in x y z -30,20; do
  run 0 plot out.h5 --snapshot 0.5 --view=$view -o view.svg --quiet
  python3 -c 'import xml.etree.ElementTree as tree; tree.parse("view.svg")' || fail "--view $view is not well-formed"
done
run 0 plot out.h5 --snapshot 0.5 -o -
python3 -c 'import xml.etree.ElementTree as tree; tree.parse("out")' || fail "standard output is no picture"

# Files without a model or without poses.
run 0 plot out.csv --snapshot 0.5 -o boxes.svg
has err 'warning: out.csv holds no model: what has a pose is drawn as a box'
sed 's/^output:.*/output: {every: 5e-3, of: [A, crank]}/' hostile.yaml >few.yaml
run 0 run few.yaml --end 0.1 -o few.h5 --quiet
run 0 plot few.h5 --snapshot 0.05 -o few.svg
has err 'warning: 3 bodies are drawn where the model has them: the poses are not recorded'

awk -F, 'NR < 3 { print } NR >= 3 { printf "%s", $1; for (i = 2; i <= NF; i++) printf ",%s", i % 3 ? "1e308" : "nan"; print "" }' \
  out.csv >far.csv
run 0 plot far.csv --snapshot 0.5 -o far.svg
has err 'the poses are not recorded'
python3 -c 'import xml.etree.ElementTree as tree; tree.parse("far.svg")' || fail "far.svg is not well-formed"
lacks far.svg 'nan\|inf'

# What is refused.
run 2 plot out.h5 --snapshot 3
has err 't = 3 s is not recorded; give a time from 0 to 1 s$'
run 2 plot out.h5 --snapshot 0.2,0.1
has err 'is no list of ascending times'
run 2 plot out.h5 --snapshot soon
run 2 plot out.h5 --snapshot 0.5 --view sideways
has err 'AZIMUTH,ELEVATION'
run 2 plot out.h5 --snapshot 0.5 --view 10,100
run 2 plot out.h5 --snapshot 0.5 --animate
run 2 plot out.h5 crank.x --snapshot 0.5
run 2 plot out.h5 few.h5 --snapshot 0.05
run 2 plot out.h5 --animate --from 5
run 2 plot out.h5 --animate --frames 1
run 3 plot out.h5 --snapshot 0.5 -o no/such/folder/x.svg
run 2 plot out.h5 --snapshot 0.5 --colour moment
has err 'the results hold no bending moment of a beam; leave out --colour: only beams are coloured$'

# Beams: a cantilever sags in a smooth line from node to node, and its colours stand for the recorded moments.
cat >sag.yaml <<'YAML'
materials: {steel: {young: 210e9, poisson: 0.3, density: 7800}}
gravity: [0, 0, -9.81]
sections: {flat: {rectangle: [0.1, 0.01], material: steel}}
beams: {strip: {section: flat, points: [[0, 0, 0], [5, 0, 0]], elements: 5, order: 1, axis2: y}}
joints: {A: {type: fixed, between: [ground, strip.start]}}
YAML
run 0 static sag.yaml -o sag.h5 --csv sag.csv --quiet
run 0 plot sag.h5 --snapshot 0 --colour moment --names -o sag.svg
python3 - <<'PYTHON' || fail "sag.svg does not show the beam"
import sys; sys.path.insert(0, ".")
from read import *
root, data = tree.parse("sag.svg").getroot(), table("sag.csv")
texts = [e.text for e in root.iter(SVG + "text")]
assert [e.text for e in root.iter(SVG + "text") if e.get("class") == "name"] == ["strip"] # nodes have none
moments = [math.hypot(data["strip.e%d.m2" % i][0], data["strip.e%d.m3" % i][0]) for i in range(5)]
assert "bending moment, N*m" in texts and "%.4g" % max(moments) in texts, texts
# Corners of faces in pixels: in steps of less than a quarter of an element, from one end to the other and as far down as recorded.
faces = [numbers(e.get("d")) for g in instants(root) for e in g.iter(SVG + "path") if (e.get("fill") or "none") != "none"]
across = sorted({round(x) for f in faces for x in f[0::2]})
size = scale(root)
length = data["strip.n5.x"][0] * size
assert abs(across[-1] - across[0] - length) < 0.05 * length, (across[0], across[-1], length)
assert max(b - a for a, b in zip(across, across[1:])) < 0.3 * length / 5 + 2
down = max(max(f[1::2]) for f in faces) - min(min(f[1::2]) for f in faces)
assert abs(down / size + data["strip.n5.z"][0]) < 0.05 * abs(data["strip.n5.z"][0]), (down / size, data["strip.n5.z"][0])
PYTHON
run 2 plot sag.h5 --snapshot 0 --colour weight
has err 'give moment, axial, torsion, shear or stress$'

# Contacts: a dot and an arrow where a ball lies on the floor, none where it is in the air.
cat >ball.yaml <<'MODEL'
model: a ball
gravity: [0, 0, -9.81]
ground: {shapes: {floor: {plane: z}}}
bodies: {ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], at: [0, 0, 0.3], shapes: {skin: {sphere: 0.1}}}}
contacts: {rest: {between: [ground.floor, ball.skin], stiffness: 1e4, damping: 2}}
simulate: {end: 2}
MODEL
run 0 run ball.yaml -o ball.h5 --quiet
run 0 plot ball.h5 --snapshot 2 --view y --contacts -o lies.svg --quiet
[ "$(grep -c 'class="touch"' lies.svg)" -eq 2 ] || fail "one arrow and the one of the scale are drawn"
has lies.svg 'contacts: [0-9.]* N'
run 0 plot ball.h5 --snapshot 0.1 --view y --contacts -o flies.svg --quiet
! grep -q 'class="touch"' flies.svg || fail "a force is drawn in the air"
run 0 plot ball.h5 --snapshot 2 -o plain.svg --quiet
! grep -q 'class="touch"' plain.svg || fail "forces are drawn that nobody asked for"
run 2 plot sag.h5 --snapshot 0 --contacts
has err 'no contact is recorded in these results; leave --contacts out'
