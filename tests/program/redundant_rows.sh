#!/bin/sh
# Which equations of a linkage are redundant, by screw theory and exact fractions; the program has no part in it.
#
# A closed loop of hinges has one twist per hinge, (axis; point x axis). The wrenches that do no work on any of them run
# through the loop unseen: every hinge passes the same wrench on, and as many equations are redundant as there are such
# wrenches, 6 minus the rank of the twists (1 for Bricard and Sarrus, 3 for Bennett). An equation takes part if it carries
# some of them: the component of the force, or of the moment about the hinge's point, along its direction. A set of
# equations may be left out together if no wrench but zero has vanishing components in all of them: then nothing loads what
# remains, and its rank is full. Which of these sets is named is the program's choice.
. "$(dirname "$0")/common"

cat >screws.py <<'CODE'
import json, re, sys
from fractions import Fraction as F

def cross(a, b): return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]
def dot(a, b): return sum(x*y for x, y in zip(a, b))
def vector(text):
    if text in ("x", "y", "z"): return [F(int(text == k)) for k in "xyz"]
    return [F(part.strip()) for part in text.strip("[]").split(",")]

def null_space(rows, n):
    rows, pivots = [row[:] for row in rows], []
    for column in range(n):
        k = next((i for i in range(len(pivots), len(rows)) if rows[i][column]), None)
        if k is None: continue
        at = len(pivots)
        rows[at], rows[k] = rows[k], rows[at]
        rows[at] = [x / rows[at][column] for x in rows[at]]
        for i in range(len(rows)):
            if i != at: rows[i] = [x - rows[i][column]*y for x, y in zip(rows[i], rows[at])]
        pivots.append(column)
    basis = []
    for free in (c for c in range(n) if c not in pivots):
        one = [F(0)]*n
        one[free] = F(1)
        for i, column in enumerate(pivots): one[column] = -rows[i][free]
        basis.append(one)
    return basis

hinges = {}
for line in open(sys.argv[1]):
    m = re.match(r"  (\w+): \{type: revolute, .*at: (\[.*?\]), axis: (\[.*?\]|\w)", line)
    if m: hinges[m[1]] = (vector(m[2]), vector(m[3]))
assert len(hinges) >= 4
# Wrenches (force; moment about the origin) whose work on every twist is zero.
wrenches = null_space([cross(p, a) + a for p, a in hinges.values()], 6)
found = json.load(open("out"))["redundant"]
assert len(found) == len(wrenches), (len(found), len(wrenches))
rows, seen = [], []
for one in found:
    p, axis = hinges[one["joint"]]
    m = re.fullmatch(r"(rotation about|translation along) (\w|\[.*\]) of the ground", one["equation"])
    assert m, one["equation"]
    d, turns = vector(m[2]), m[1].startswith("rotation")
    if turns:  # printed with three digits, but at right angles to the axis, as all that a hinge holds
        off = dot(d, axis) / dot(axis, axis)
        assert abs(float(off)) < 2e-3, "the hinge turns freely about that"
        d = [x - off*y for x, y in zip(d, axis)]
    for joint, kind, other in seen: assert (joint, kind) != (one["joint"], turns) or abs(float(dot(d, other))) < 2e-3
    seen.append((one["joint"], turns, d))
    parts = [dot([b - c for b, c in zip(w[3:], cross(p, w[:3]))] if turns else w[:3], d) for w in wrenches]
    assert any(parts), one["joint"] + " does not take part: " + one["equation"]
    rows.append(parts)
    assert set(one["with"]) == set(hinges) - {one["joint"]}, one["with"]  # the wrench runs through all of them
assert not null_space(rows, len(wrenches)), "without these equations others are still redundant"
CODE

# The same linkage with its joints written in the other order, and with other names of the axes: other equations are named.
cat >variants.py <<'CODE'
import re, sys
lines = [line for line in open(sys.argv[1]) if not line.startswith("#")]
first = lines.index("joints:\n") + 1
last = first + sum(1 for line in lines[first:] if line.startswith("  "))
other = lines[:first] + lines[first:last][::-1] + lines[last:]
open("reversed.yaml", "w").writelines(other)
def turned(line):
    line = re.sub(r"(at|axis|gravity): \[([^,\]]*), ([^,\]]*), ([^,\]]*)\]", r"\1: [\4, \2, \3]", line)
    line = re.sub(r"inertia: \[([^,\]]*), ([^,\]]*), ([^,\]]*)\]", r"inertia: [\3, \1, \2]", line)
    return re.sub(r"axis: ([xyz])\b", lambda m: "axis: " + {"x": "y", "y": "z", "z": "x"}[m[1]], line)
open("turned.yaml", "w").writelines(map(turned, lines))
CODE
for name in 05_bricard 06_bennett 07_sarrus; do
  cp "$source_dir/tests/data/sick/$name.yaml" written.yaml
  python3 variants.py written.yaml
  for model in written reversed turned; do
    run 0 check $model.yaml --start-only --json
    python3 screws.py $model.yaml || fail "$name, $model: the equations named are not redundant, or not all"
  done
done

# The check can fail: an equation that no such wrench loads, and one too few.
run 0 check written.yaml --start-only --json
cp out good
sed 's/"equation":"rotation about z of the ground"/"equation":"rotation about y of the ground"/' good >out
python3 screws.py written.yaml 2>/dev/null && fail "a wrong equation is taken for redundant"
sed 's/"redundant":\[{[^}]*}\]/"redundant":[]/' good >out
python3 screws.py written.yaml 2>/dev/null && fail "a missing one is not missed"
true
