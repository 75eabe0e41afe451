#!/bin/sh
# compare: exit status, table and JSON.
. "$(dirname "$0")/common"

run 0 run "$models/pendulum.yaml" --end 1 --method hht -o a.h5 --csv a.csv --quiet
run 0 run "$models/pendulum.yaml" --end 1 --method hht -o b.h5 --tol 1e-7 --csv b.csv --quiet
run 0 compare a.h5 a.csv
has out '^identical: 38 columns, 21 rows$'
is_empty err

run 1 compare a.h5 b.h5
has out '^21 rows compared, t = 0 to 1 s$'
has out '^[0-9]* of 38 columns differ$'
has out '^column  *unit  *maximum  *rms  *relative  *share  *at t$'
has out '^body.x  *m  *[0-9.]*e-[0-9]*  *[0-9.]*e-[0-9]*  *[0-9.]*e-[0-9]*  *[0-9.]*e-[0-9]*  *[0-9.]*$'
has out 'and [0-9]* more; --verbose shows them'
has err '^sarrus: error: the results differ: '
[ "$(grep -c 'e[-+][0-9][0-9]  *[0-9]' out)" -eq 20 ] || fail "the table does not show twenty columns"
run 1 compare a.h5 b.h5 --verbose
lacks out 'more; --verbose'
run 1 compare a.h5 b.h5 --quiet
is_empty out
run 1 compare a.h5 b.h5 --tolerance 1e-9
run 0 compare a.h5 b.h5 --tolerance 1
is_empty err

# The numbers, against a comparison of the CSV files of the same runs.
run 1 compare a.h5 b.h5 --json
json out 'v["status"] == "different" and not v["identical"] and v["rows"] == 21 and len(v["columns"]) == 38'
python3 - <<'PYTHON' || fail "wrong differences"
import csv, json, math
def read(path):
    lines = [row for row in csv.reader(open(path))]
    return dict(zip(lines[0], zip(*[[float(x) for x in row] for row in lines[2:]])))
a, b, v = read("a.csv"), read("b.csv"), json.load(open("out"))
before = math.inf
for c in v["columns"]:
    d = [abs(x - y) for x, y in zip(a[c["name"]], b[c["name"]])]
    largest = max(map(abs, a[c["name"]]))
    assert c["maximum"] == max(d), c
    assert abs(c["rms"] - math.sqrt(sum(x * x for x in d) / len(d))) <= 1e-14 * c["maximum"], c
    if largest > 0: assert abs(c["relative"] - max(d) / largest) <= 1e-15 * c["relative"], c
    of_unit = [a[o["name"]] + b[o["name"]] for o in v["columns"] if o["unit"] == c["unit"]]
    whole = max(max(x) - min(x) for x in of_unit) or max(max(map(abs, a[o["name"]])) for o in v["columns"] if o["unit"] == c["unit"])
    if max(d) > 0: assert abs(c["share"] - max(d) / whole) <= 1e-14 * c["share"], c
    assert c["share"] <= before * (1 + 1e-6), c  # six digits rank them
    before = c["share"]
assert v["difference"] == max(c["difference"] for c in v["columns"])
PYTHON

# Rounding in a component that rests is not what one looks for first: it is ranked by its share of the largest range in
# its unit, not by what it is of itself.
cat >quiet_a.csv <<'CSV'
t,b.x,b.y,b.vx,k.x
# s,m,m,m/s,m
0,0,1e-17,0,5
1,1,-2e-17,1,5
2,2,3e-17,2,5
CSV
sed 's/^1,1,-2e-17,1,5/1,1.01,4e-17,1.0001,5/' quiet_a.csv >quiet_b.csv
run 1 compare quiet_a.csv quiet_b.csv --json
json out '[c["name"] for c in v["columns"]] == ["b.x", "b.vx", "b.y", "k.x"]'
json out 'abs(v["columns"][0]["share"] - 0.005) < 1e-12 and abs(v["columns"][1]["share"] - 5e-5) < 1e-12'
json out '0 < v["columns"][2]["share"] < 1e-16 and v["columns"][2]["relative"] > 1 and v["columns"][3]["share"] == 0'
run 1 compare quiet_a.csv quiet_b.csv
has err 'the results differ: b.x by 0.01 m at t = 1 s'
run 1 compare quiet_a.csv quiet_b.csv --tolerance 5e-3
has err 'b.x by 0.01'

# Nor is it where a whole unit is rounding, as all angular velocities and accelerations of what is driven evenly are.
cat >even.yaml <<'YAML'
model: driven hinge and slider
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1]}
  b: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, 0], velocity: [1, 0, 0]}
joints:
  h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 2, 3]}
  s: {type: prismatic, between: [ground, b], at: [0.3, 0, 0], axis: x}
forces:
  k: {type: force, between: [ground, b], force: [-50*displacement(s), 0, 0]}
motions:
  m: {joint: h, rotation: 2*t}
simulate: {end: 1}
YAML
run 0 run even.yaml --tol 1e-5 -o even_a.h5 --quiet
run 0 run even.yaml --tol 1e-8 -o even_b.h5 --quiet
run 1 compare even_a.h5 even_b.h5 --json
json out 'any(c["unit"] == "rad/s^2" for c in v["columns"]) and not v["identical"]'
json out 'all(c["share"] < 1e-11 for c in v["columns"] if "rad" in c["unit"] or c["unit"] == "N*m/s")'
json out 'v["columns"][0]["share"] > 1e-5 and v["columns"][0]["name"].split(".")[0] in ("b", "s", "k", "energy")'
run 1 compare even_a.h5 even_b.h5
lacks err 'a\.alpha\|a\.w\|m\.'

# Only some of the columns: an element, or patterns.
run 1 compare quiet_a.csv quiet_b.csv --columns '*.vx' --json
json out '[c["name"] for c in v["columns"]] == ["b.vx"] and v["only_a"] == [] and v["only_b"] == []'
run 0 compare quiet_a.csv quiet_b.csv --columns k
has out '^identical: 1 columns, 3 rows$'
run 1 compare quiet_a.csv quiet_b.csv --columns k --columns 'b.?' --json
json out '[c["name"] for c in v["columns"]] == ["b.x", "b.y", "k.x"]'
run 2 compare quiet_a.csv quiet_b.csv --columns 'crank.*'
has err 'no column in common that a pattern selects'

# Other times and other columns.
run 0 run "$models/pendulum.yaml" --end 0.72 -o short.h5 --quiet
run 1 compare a.h5 short.h5
has out '^15 rows compared, t = 0 to 0.7 s$'
has out '^a.h5 has 21 rows, short.h5 has 16$'
cut -d, -f1,2,4 a.csv >few.csv
run 1 compare few.csv a.h5
has out '^only in the second file: body.y body.q0 '
has err 'do not hold the same columns and rows'
run 0 compare few.csv a.h5 --tolerance 0
awk -F, 'NR <= 2 || NR % 2' a.csv >half.csv
run 1 compare a.csv half.csv --json
json out 'v["interpolated"] and v["rows_b"] < v["rows_a"]'
run 1 compare a.csv half.csv
has out 'the times differ: half.csv is interpolated linearly at the times of a.csv'

# Wrong input.
run 2 compare a.h5
has err 'A B is missing'
run 2 compare a.h5 nothing.h5
has err '^nothing.h5: error: cannot read: No such file'
run 2 compare a.h5 "$program"
has err 'neither HDF5 nor a journal nor CSV'
run 2 compare a.h5 b.h5 --tolerance -1
has err 'tolerance -1 is no number'
head -c 5000 a.h5 >torn.h5
run 2 compare a.h5 torn.h5 --json
json out 'v["status"] == "error" and v["code"] == 2 and v["errors"][0]["file"] == "torn.h5"'
