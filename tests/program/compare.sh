#!/bin/sh
# compare: exit status, table and JSON.
. "$(dirname "$0")/common"

run 0 run "$models/pendulum.yaml" --end 1 -o a.h5 --csv a.csv --quiet
run 0 run "$models/pendulum.yaml" --end 1 -o b.h5 --tol 1e-7 --csv b.csv --quiet
run 0 compare a.h5 a.csv
has out '^identical: 38 columns, 21 rows$'
is_empty err

run 1 compare a.h5 b.h5
has out '^21 rows compared, t = 0 to 1 s$'
has out '^[0-9]* of 38 columns differ$'
has out '^column  *unit  *maximum  *rms  *relative  *at t$'
has out '^body.x  *m  *[0-9.]*e-[0-9]*  *[0-9.]*e-[0-9]*  *[0-9.]*e-[0-9]*  *[0-9.]*$'
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
    assert c["difference"] <= before, c
    before = c["difference"]
PYTHON

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
