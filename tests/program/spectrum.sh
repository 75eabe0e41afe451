#!/bin/sh
# sarrus spectrum: table, JSON, CSV, picture, and what it refuses.
. "$(dirname "$0")/common"

run 0 spectrum lms2:rho_inf=0.6
has out '^lms2:rho_inf=0.6$'
has out '^order 2, error constant 0\..*, 1 stage, spectral radius at infinity 0.6$'
has out '^   Omega h/n  *h/(n T)  *radius  *decay, %  *elongation, %$'
[ "$(grep -c '^ *[0-9]' out)" -eq 41 ] || fail "there are not 41 rows"
is_empty err
run 0 spectrum hht:alpha=0
has out 'spectral radius at infinity 1$'
run 0 spectrum trapezoid --quiet
is_empty out

# Values that are known: the trapezoid, Bathe's method at rho_inf = 1 (two of them), the limits at both ends.
run 0 spectrum trapezoid bathe:rho_inf=1 esdirk436l2sa2 --points 5 --json
json out 'len(v) == 3 and [m["method"] for m in v] == ["trapezoid", "bathe:rho_inf=1", "esdirk436l2sa2"]'
json out '[m["order"] for m in v] == [2, 2, 4] and [m["stages"] for m in v] == [1, 2, 5]'
json out 'all(abs(a - b) < 1e-12 for m in v for a, b in zip(m["omega_h"], [0.01, 0.1, 1, 10, 100]))'
json out 'all(abs(m["elongation"][2] - (0.5 / math.atan(0.5) - 1)) < 1e-12 for m in v[:2])'
json out 'all(abs(r - 1) < 1e-12 for m in v[:2] for r in m["radius"])'
json out 'v[2]["radius_infinity"] == 0 and v[2]["radius"][4] < 0.02 and v[2]["radius_max"] <= 1 + 1e-12'
lacks out 'boundary'

# The region: that of the two-step backward difference formula meets the real axis at 0 and 4.
run 0 spectrum lms2:rho_inf=0 --region --json
json out 'abs(max(p[0] for line in v[0]["boundary"] for p in line) - 4) < 1e-2'
json out 'min(p[0] for line in v[0]["boundary"] for p in line) > -1e-3'
run 0 spectrum lms2:rho_inf=0 --region
has out '^boundary of stability, mu h/n: real part .* to 4, imaginary part up to 2.2'

run 0 spectrum newmark:beta=0.25,gamma=0.5 msstc3 --csv table.csv -o picture.svg --quiet
python3 - <<'PYTHON' || fail "table.csv or picture.svg is not as it should be"
import csv, xml.dom.minidom
rows = list(csv.reader(open("table.csv")))
assert rows[0][:3] == ["omega_h", "step_over_period", "newmark:beta=0.25,gamma=0.5.radius"], rows[0]
assert rows[0][5:] == ["msstc3:rho_inf=0.6." + name for name in ("radius", "decay", "elongation")]
assert rows[1][0].startswith("#") and len(rows) == 43 and all(len(row) == 8 for row in rows)
assert all(abs(float(row[2]) - 1) < 1e-12 for row in rows[2:])
paths = xml.dom.minidom.parse("picture.svg").getElementsByTagName("path")
assert sum(path.getAttribute("class") == "curve" for path in paths) == 8
PYTHON
cp picture.svg first.svg
run 0 spectrum newmark:beta=0.25,gamma=0.5 msstc3 -o picture.svg --quiet
cmp -s picture.svg first.svg || fail "the same figure gave other bytes"

run 2 spectrum
has err 'METHOD'
run 2 spectrum lms3:rho_inf=1
has err 'not zero-stable'
run 2 spectrum msstc33
has err 'did you mean "msstc3"'
run 2 spectrum hht --csv same --json -o same
has err 'both write'
is_json out
run 2 spectrum hht --points 1
has err 'points'
run 3 spectrum hht -o no/such/folder/x.svg
has err 'cannot write'

# As a page.
run 0 spectrum hht radau5 --points 5 --page spectrum.html
is_page spectrum.html
python3 - <<'PYTHON' || fail "spectrum.html does not show what is printed"
import xml.etree.ElementTree as tree
tables = [[["".join(cell.itertext()) for cell in row] for row in table.find("tbody")]
          for table in tree.parse("spectrum.html").getroot().iter("table")]
printed = [line.split() for line in open("out")]
assert [row[0].split(":")[0] for row in tables[0]] == ["hht", "radau5"]
assert [len(table) for table in tables] == [2, 5, 5]
for table in tables[1:]:
    for row in table: assert row in printed, row
PYTHON
run 0 spectrum ampc3 --region --per-step --points 5 --page region.html --quiet
is_page region.html
