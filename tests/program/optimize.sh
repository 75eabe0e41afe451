#!/bin/sh
# label: long
# sarrus optimize: what it finds and says, exit statuses, searches that are cut off, runs that fail.
. "$(dirname "$0")/common"
car=$source_dir/examples/quarter_car
cp "$car/model.yaml" "$car/measured.csv" "$car/study.yaml" .

# ---- a fit: the car that measure.py knows, inside its own 95 % intervals
run 0 optimize study.yaml --json -o fit.h5 --csv fit.csv
cp out fit.json
is_empty err
cat >fit.py <<'PYTHON'
import json

found = json.load(open("fit.json"))
assert found["status"] == "done" and found["converged"], found
assert found["method"].startswith("levenberg-marquardt"), found["method"]
assert found["residuals"] == 402 and len(found["curves"]) == 2
for p, truth in zip(found["parameters"], (16.4e3, 1180, 164e3)):
    off = abs(p["value"] - truth) / (found["quantile"] * p["deviation"])
    assert off < 1.5, (p, off)  # three intervals of 95 %: one of them may be left by a little
    assert p["deviation"] < 0.05 * truth and p["bound"] == "none" and p["determined"]
weighted = found["objective"] / (402 - 3)
assert 0.8 < weighted < 1.2, weighted
PYTHON
python3 fit.py || fail "the fit"
run 0 optimize study.yaml -o none
has out "found: "
has out "95 %"
has out "^sarrus run model.yaml --set k=1[0-9.]* --set c=1[0-9.]* --set kt=1"

# ---- the best: comfort with a limit of travel, which holds it back
cat >comfort.yaml <<'YAML'
study: comfort
model: model.yaml
vary: {k: {from: 5e3, to: 40e3, scale: log}, c: {from: 200, to: 5000, scale: log}}
responses: {comfort: "rms(seat.az)", travel: "range(strut.length)"}
optimize: {minimize: comfort, subject_to: {travel: "<= 0.045"}}
YAML
run 0 optimize comfort.yaml --json -o comfort.h5 --csv comfort.csv --workers 1
cp out comfort.json
cp comfort.csv one.csv
cat >same.py <<'PYTHON'
import csv, json, sys

"""Two searches are the same: what they found, and their runs but for time and place."""


def found(path):
    value = json.load(open(path))
    for key in ("before", "workers", "seconds", "table", "csv", "warnings"):
        value.pop(key)
    return value


def rows(path):
    lines = list(csv.reader(open(path)))
    drop = [lines[0].index(name) for name in ("cpu_seconds", "host")]
    return [[cell for i, cell in enumerate(line) if i not in drop] for line in lines if not line[0].startswith("#")]


assert found(sys.argv[1]) == found(sys.argv[2])
assert rows(sys.argv[3]) == rows(sys.argv[4])
PYTHON
cat >comfort.py <<'PYTHON'
import json

found = json.load(open("comfort.json"))
assert found["converged"] and found["limits"][0]["kept"]
assert abs(found["limits"][0]["value"] - 0.045) < 1e-5, "the limit is where it ends"
PYTHON
python3 comfort.py || fail "the best with a limit"

# What is printed to be run gives just that.
run 0 optimize comfort.yaml --csv - -o none
grep '^sarrus run' err >line || fail "no command"
set -- $(sed 's/^sarrus //' line)
run 0 "$@" -o none --csv best.csv --quiet
python3 - <<'PYTHON' || fail "the run of the best parameters"
import csv, json

table = [line for line in csv.reader(open("best.csv")) if not line[0].startswith("#")]
length = [float(line[table[0].index("strut.length")]) for line in table[1:]]
assert abs(max(length) - min(length) - json.load(open("comfort.json"))["responses"]["travel"]) < 1e-12
PYTHON

# ---- the number of workers makes no difference
run 0 optimize comfort.yaml --json -o workers.h5 --csv workers.csv --workers 3
cp out workers.json
python3 same.py comfort.json workers.json one.csv workers.csv || fail "three workers"

# ---- cut off and taken up: the same, bit for bit
cut_run KILL cut.h5 17 optimize comfort.yaml # behind the magic comes the head; its rows take a second each
head=$(wc -c <cut.h5.part)
cut_run KILL cut.h5 $((head + 1)) optimize comfort.yaml
row=$(($(wc -c <cut.h5.part) - head))
for cut in "KILL 1" "KILL 5" "INT 3"; do # after so many rows
  cut_run ${cut% *} cut.h5 $((head + ${cut#* } * row)) optimize comfort.yaml --csv cut.csv
  run 0 optimize comfort.yaml --json -o cut.h5 --csv cut.csv
  cp out cut.json
  [ ! -e cut.h5.part ] || fail "the journal is still there"
  python3 same.py comfort.json cut.json comfort.csv cut.csv || fail "taken up after $cut"
  python3 -c 'import json; assert json.load(open("cut.json"))["before"] >= int("'"${cut#* }"'")' || fail "not all was taken up"
done
cut_run KILL cut.h5 60000 optimize study.yaml --csv cut.csv
run 0 optimize study.yaml --json -o cut.h5 --csv cut.csv
cp out cut.json
python3 same.py fit.json cut.json fit.csv cut.csv || fail "a fit taken up"
cut_run INT cut.h5 $((head + 3 * row)) optimize comfort.yaml
has out "interrupted after [0-9]* runs"
has out "the same command goes on"

# ---- the same command once more: the same answer, table and page without a run; another study does not go into its file
for name in comfort study; do
  run 0 optimize $name.yaml -o twice.h5 --csv twice.csv --page twice.html --again
  cp out first.out
  cp err first.err
  for file in h5 csv html; do mv twice.$file first.$file; done
  cp first.h5 twice.h5
  run 0 optimize $name.yaml -o twice.h5 --csv twice.csv --page twice.html
  for file in h5 csv html; do cmp first.$file twice.$file || fail "$name: another $file"; done
  cmp first.err err || fail "$name: other messages"
  sed 's/, [0-9]* were there before$//' out | cmp - first.out || fail "$name: another summary"
  run 0 optimize $name.yaml -o twice.h5 --json
  python3 -c 'import json; a = json.load(open("out")); assert a["before"] == a["evaluations"] and a["workers"] == 0' || fail "$name: made again"
done
sed 's/0.045/0.05/' comfort.yaml >other.yaml
run 2 optimize other.yaml -o comfort.h5
has err "comfort.h5"
run 0 optimize other.yaml -o comfort.h5 --again

# ---- what cannot be: said, with exit status 1
sed 's/<= 0.045"/<= 0.001"/' comfort.yaml >never.yaml
run 1 optimize never.yaml -o never.h5
has err "no point was found that keeps all constraints; at the nearest one travel <= 0.001 is 0.0"
has out "BROKEN"
cat >few.yaml <<'YAML'
study: few
model: model.yaml
vary: {k: {from: 5e3, to: 40e3}, c: {from: 200, to: 5000}}
responses: {comfort: "rms(seat.az)"}
optimize: {minimize: comfort, evaluations: 2}
YAML
run 1 optimize few.yaml -o few.h5
has err "after 2 runs, the most that were allowed"

# ---- what data do not determine: in words
sed 's/parameters:/parameters:\n  scale: 1/; s/stiffness: k,/stiffness: "k*scale",/' model.yaml >scaled.yaml
sed 's/model.yaml/scaled.yaml/; s/^vary:/vary:\n  scale: {from: 0.5, to: 2}/' study.yaml >degenerate.yaml
run 0 optimize degenerate.yaml -o degenerate.h5
has err "the data do not determine these parameters one by one"
has err "scale by [+-][0-9.]* %, k by [+-][0-9.]* %"
has out "not determined"

# ---- runs that fail on the way: links that do not reach each other
cp "$source_dir/examples/fourbar_path/model.yaml" fourbar.yaml
cat >reach.yaml <<'YAML'
study: the longest reach
model: fourbar.yaml
vary: {a: {from: 0.1, to: 2}, c: {from: 0.3, to: 2}}
responses: {reach: "range(coupler.pin.x)"}
optimize: {maximize: reach, method: cobyla, evaluations: 200, tolerance: 1e-4}
YAML
code=0
"$program" optimize reach.yaml -o reach.h5 --json >out 2>err || code=$?
[ "$code" -le 1 ] || fail "runs that fail"
python3 - <<'PYTHON' || fail "a search among runs that fail"
import json

found = json.load(open("out"))
assert found["failed"] > 0, "none failed"
assert found["objective"] > 2 * 0.25, found["objective"]
PYTHON

# ---- mistakes
sed '/^optimize/d; s/^vary.*/vary: {k: [1e4, 2e4]}/' comfort.yaml >goalless.yaml
run 2 optimize goalless.yaml -o none
has err "the study does not say what to look for"
run 2 optimize comfort.yaml -o model.yaml
has err "is the model itself"
run 2 optimize missing.yaml
run 2 optimize
run 2 optimize comfort.yaml --workers 0
