#!/bin/sh
# stress: hot spots against CalculiX, files that it writes, and what may be wrong.
. "$(dirname "$0")/common"

# A bar (tests/data/fe/bar.inp, reduced with --modes 4), held at its left end and loaded at its right one.
cp "$source_dir/tests/data/fe/bar.h5" bar.h5
cat >bar.yaml <<'YAML'
model: bar
units: {length: mm, mass: kg, time: s, force: N}
bodies:
  bar: {type: modal, file: bar.h5}
joints:
  held: {type: fixed, between: [ground, bar.left]}
forces:
  load: {type: force, between: [ground, bar.right], force: [1000, 2000, -3000]}
output: {every: 1e-4}
simulate: {end: 0.02, method: "hht:alpha=-0.05"}
YAML
run 0 static bar.yaml -o static.h5 --quiet
run 0 stress static.h5 bar --top 10 --apart 0 --json
json out 'v["unit"] == "N/mm^2" and v["length_unit"] == "mm" and v["nodes"] == 128 and v["modes"] == 10 and v["times"] == 1'
python3 - "$source_dir/tests/data/fe/stresses.csv" <<'PYTHON' || fail "other stresses than CalculiX has"
import csv, json, sys
theirs = [row for row in csv.DictReader(open(sys.argv[1])) if row["body"] == "bar"]
rows = json.load(open("out"))["rows"]
assert len(rows) == len(theirs) == 10
for mine, row in zip(rows, theirs):
    assert mine["node"] == int(row["node"]), (mine, row)
    assert abs(1e6 * mine["value"] - float(row["mises"])) < 2e-3 * float(row["mises"]), (mine, row)  # measured: 1.3e-3
    for axis in "xyz":
        assert abs(mine[axis] - 1000 * float(row[axis])) < 1e-3, (mine, row)
PYTHON

# Over the time: the load comes at once, so that the bar swings to nearly twice that.
run 0 run bar.yaml -o out.h5 --csv out.csv --quiet
run 0 stress out.h5 bar --top 3 --apart 200 --csv table.csv --history history.csv --vtk pictures --frames 5 --scale 100
has out '^bar: 10 modes, 128 nodes on the surface, 201 times$'
has out '^ *No\. *node *von Mises *at t *x *y *z$'
is_empty err
python3 - <<'PYTHON' || fail "wrong tables"
import csv
table = [row for row in csv.reader(open("table.csv"))]
assert table[0] == ["number", "node", "von_mises", "time", "x", "y", "z"] and table[1] == ["# 1", "1", "N/mm^2", "s", "mm", "mm", "mm"]
spots = [[float(x) for x in row] for row in table[2:]]
assert len(spots) == 3
for i, a in enumerate(spots):
    for b in spots[:i]:
        assert sum((p - q) ** 2 for p, q in zip(a[4:], b[4:])) ** 0.5 >= 200
history = [row for row in csv.reader(open("history.csv"))]
assert len(history) == 203 and history[0] == ["time"] + ["bar.node%d" % s[1] for s in spots]
for k, spot in enumerate(spots):
    column = [float(row[k + 1]) for row in history[2:]]
    top = max(column)
    assert top == spot[2] and float(history[2 + column.index(top)][0]) == spot[3], spot
assert 1.6 * 91.5 < spots[0][2] < 2.1 * 91.5, spots[0]
PYTHON
run 0 plot history.csv 'bar.*' -o history.svg --quiet

# Pictures are XML, their arrays as long as they say, and the last one is where the results end.
python3 - <<'PYTHON' || fail "wrong pictures"
import base64, struct
import xml.etree.ElementTree as xml
sets = xml.parse("pictures/bar.pvd").getroot().findall("Collection/DataSet")
assert len(sets) == 5 and all(abs(float(s.get("timestep")) - 0.005 * i) < 1e-15 for i, s in enumerate(sets))
for entry in sets:
    piece = xml.parse("pictures/" + entry.get("file")).getroot().find("UnstructuredGrid/Piece")
    points, cells = int(piece.get("NumberOfPoints")), int(piece.get("NumberOfCells"))
    sizes = {"von_mises": 4 * points, "displacement": 12 * points, "node": 8 * points, "points": 12 * points,
             "connectivity": 12 * cells, "offsets": 4 * cells, "types": cells}
    for array in piece.iter("DataArray"):
        text = array.text.strip()
        size, = struct.unpack("<Q", base64.b64decode(text[:12]))
        data = base64.b64decode(text[12:])
        assert size == len(data) == sizes.pop(array.get("Name")), array.get("Name")
        if array.get("Name") == "connectivity":
            assert max(struct.unpack("<%di" % (3 * cells), data)) < points
    assert not sizes, sizes
PYTHON
run 0 stress out.h5 bar --vtk some --at 0,0.00501,0.1 --quiet
[ "$(ls some | wc -l)" -eq 4 ] || fail "not the pictures that were asked for"
has some/bar.pvd 'timestep="0.005"'

# Results in CSV, and in another folder than the model; the body is found, or must be named.
run 2 stress out.csv bar
has err 'do not say which file the reduced body `bar` is in; say where it is: --body BODY.h5'
run 0 stress out.csv bar --body bar.h5 --json --top 1
mkdir away
run 0 static bar.yaml -o away/bar.h5 --quiet
run 0 stress away/bar.h5 bar --top 1
run 0 page away/bar.h5 -o page.html
is_empty err
has page.html '"bending":\[{"name":"bar"'

# What may be wrong.
run 2 stress out.h5 barr
has err 'no amplitudes of a body `barr`; did you mean `bar`'
run 0 run "$models/pendulum.yaml" --end 0.1 -o rigid.h5 --quiet
run 2 stress rigid.h5 body
has err 'the results have no modal body: there are no columns body.mode1'
run 2 stress out.h5 bar --body out.h5
has err 'not the file of a reduced body'
run 2 stress out.h5 bar --body nothing.h5
run 2 stress out.h5 bar --apart -1
has err '\-\-apart -1 is no number that is 0 or larger'
run 2 stress out.h5 bar --vtk x --at 2,1
has err 'no list of ascending times'
run 2 stress out.h5 bar --csv out.h5
has err 'out.h5 holds results'
run 3 stress out.h5 bar --vtk /dev/null/x
mv bar.h5 gone.h5
run 2 stress out.h5 bar
has err 'cannot read .*bar.h5'
has err '`--body BODY.h5` says where'
run 0 stress out.h5 bar --body gone.h5 --quiet
