#!/bin/sh
# sarrus sweep: the same table whoever makes the runs, what is printed, exit statuses, and files that are there already.
. "$(dirname "$0")/common"
. "$(dirname "$0")/sweeps"
pendulum_study 6

run 0 sweep study.yaml --workers 1 --csv one.csv -o one.h5
has out '^pendulums: 12 of 12 runs$'
has out '^table: /runs of one.h5$'
is_empty err
[ ! -e one.h5.part ] || fail "the journal is still there"
has one.csv '^run,l,w,low,peak,status,message,steps,cpu_seconds,host$'
has one.csv '^# ,.*,m,m/s,,,,s,$'
[ "$(grep -c ',done,,' one.csv)" -eq 12 ] || fail "not all runs are done"
for workers in 2 4; do
  run 0 sweep study.yaml --workers $workers --csv many.csv -o $workers.h5 --quiet
  is_empty out
  same_rows one.csv many.csv
done
# against single runs
run 0 run pendulum.yaml --set l=2 --set w=1 --csv single.csv -o none --quiet
python3 - <<'PYTHON' || fail "the last row is not that of a single run"
import csv
rows = list(csv.reader(open("single.csv")))
z, vz = rows[0].index("bob.z"), rows[0].index("bob.vz")
last = list(csv.reader(open("one.csv")))[-1]
assert float(last[1]) == 2 and float(last[2]) == 1
assert float(last[3]) == min(float(r[z]) for r in rows[2:])
assert float(last[4]) == max(abs(float(r[vz])) for r in rows[2:])
PYTHON
if command -v h5dump >/dev/null; then
  h5dump -H -d /runs one.h5 >header
  for field in run l w low peak status message steps cpu_seconds host; do has header "\"$field\";"; done
  h5dump -a study_text one.h5 | grep -q 'study: pendulums' || fail "the text of the study is not in the table"
  h5dump -a model_text one.h5 | grep -q 'model: pendulum' || fail "the text of the model is not in the table"
fi

# A model with --vary.
run 0 sweep pendulum.yaml --vary l=0.5:2:6 --set w=1 --response "low=min(bob.z)" --csv words.csv --json
json out 'v["status"] == "done" and v["runs"] == v["rows"] == v["counts"]["done"] == 6 and v["table"] == "pendulum-runs.h5"'
[ -s pendulum-runs.h5 ] || fail "there is no table of the model"
python3 - <<'PYTHON' || fail "the responses of --vary are not those of the study"
import csv
a = [r[3] for r in csv.reader(open("one.csv"))][3::2]
b = [r[2] for r in csv.reader(open("words.csv"))][2:]
assert len(b) == 6 and a == b, (a, b)
PYTHON
run 0 sweep study.yaml -o none --csv - --quiet --end 0.1 --method hht
has out '^11,2,1,'

# What would be run.
run 0 sweep study.yaml --dry-run -o dry.h5
has out '^# run  l  w$'
has out '^11  2  1$'
[ ! -e dry.h5 ] && [ ! -e dry.h5.part ] || fail "--dry-run has written a file"
run 0 sweep study.yaml --dry-run --json
json out 'v["parameters"] == ["l", "w"] and len(v["runs"]) == 12 and v["runs"][11] == [2, 1]'

# A table that is there: complete, of another study, or something else.
run 0 sweep study.yaml -o one.h5 --csv again.csv
has out '^12 of them were there before$'
cmp -s one.csv again.csv || fail "the table that was there gives another CSV file"
run 2 sweep study.yaml -o one.h5 --tol 1e-4
has err 'one.h5 holds runs of `sarrus sweep` .* do not belong to this study.*--again'
sed -i 's/l: 1.0/l: 1.1/' pendulum.yaml
run 2 sweep study.yaml -o one.h5
has err 'one.h5 holds runs'
run 0 sweep study.yaml -o one.h5 --again --quiet
run 0 run pendulum.yaml -o results.h5 --quiet
run 2 sweep study.yaml -o results.h5 --again
has err 'results.h5 exists and is no table of runs'
for option in -o --csv --page; do
  run 2 sweep study.yaml $option study.yaml
  has err 'study.yaml is the study itself; give the file to write another name'
done
mkdir runs # of another study, in the same folder
cp results.h5 runs/0.h5
run 0 sweep study.yaml -o one.h5 --page one.html
is_empty err
rm -r runs
for option in --csv --page; do # said before the first run
  run 3 sweep study.yaml -o early.h5 $option nowhere/x.html
  has err '^sarrus: error: cannot write nowhere/x.html: No such file or directory; create the folder or choose another path$'
  [ ! -e early.h5 ] && [ ! -e early.h5.part ] || fail "a sweep that did not begin has left a file"
done
run 2 sweep study.yaml --vary l=1:2:3
[ "$(cat err)" = 'sarrus: error: study.yaml is a study, which says itself what varies: --vary belongs to a model; leave --vary out, or give the model' ] || fail "a study with --vary"
run 2 sweep pendulum.yaml
has err '^pendulum.yaml:1:1: error: this is a model, not a study; write a study with `model:` and `vary:`; or give `sarrus sweep` the model'
: >empty.yaml
run 2 sweep empty.yaml
has err '^empty.yaml:1:1: error: the file is empty; start with `model:` and `vary:`$'
run 2 sweep .
has err '`.` is a folder, not a file; give the path of a study file'
run 2 sweep study.yaml -o pendulum.yaml
has err 'pendulum.yaml is the model itself'
run 2 sweep study.yaml -o x.h5 --csv x.h5
printf 'l,w\n1,0\n2,1\n' >runs.csv
printf 'model: pendulum.yaml\ncsv: runs.csv\nresponses: {low: min(bob.z)}\n' >listed.yaml
for option in --csv -o --page; do
  run 2 sweep listed.yaml $option runs.csv
  has err 'runs.csv'
  has runs.csv '^2,1$'
done
run 2 sweep listed.yaml --csv runs.csv
has err '^sarrus: error: runs.csv is read by the study; give the file to write another name$'
run 0 sweep listed.yaml --csv listed.csv
has out '^pendulum.yaml: 2 of 2 runs$'

# A model that is right with what the study sets alone; a study that is a search.
sed 's/m: 2.0/m: -1/' pendulum.yaml >wrong.yaml
printf 'model: wrong.yaml\nset: {m: 2}\nvary: {l: [1, 2]}\nresponses: {low: min(bob.z)}\n' >set.yaml
run 0 sweep set.yaml --quiet
printf 'model: pendulum.yaml\nvary: {l: {from: 1, to: 2}}\nresponses: {low: min(bob.z)}\noptimize: {minimize: low}\n' >search.yaml
run 2 sweep search.yaml
has err '^search.yaml: error: the study is a search'

# Rows that were damaged on the disk are told, and made again; a head that is wrong is not thrown away.
run 0 sweep study.yaml -o none --csv whole.csv --quiet
journal() { # journal FILE OFFSET: a sweep that was cut off, with one byte changed
  rm -f cut.h5 cut.h5.part
  "$program" sweep study.yaml -o cut.h5 --workers 1 --step 1e-5 --method hht --quiet >out 2>err </dev/null &
  child=$!
  until [ "$(rows cut.h5.part)" -ge 4 ]; do kill -0 "$child" || fail "the sweep was over too early"; done
  kill -9 "$child"
  wait "$child" 2>/dev/null || true
  python3 - "$1" "$2" <<'PYTHON'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
at, places = 16, []
while at + 16 <= len(data):
    places.append(at)
    at += 16 + struct.unpack_from("<Q", data, at + 4)[0]
data[places[int(sys.argv[2])] + 20] ^= 1
open(sys.argv[1], "wb").write(data)
PYTHON
}
journal cut.h5.part 3
run 0 sweep study.yaml -o cut.h5 --csv cut.csv --step 1e-5 --method hht
has err '^sarrus: warning: cut.h5.part is damaged behind its first 2 rows: [0-9]* bytes are dropped'
[ "$(grep -c ',done,,' cut.csv)" -eq 12 ] || fail "not all runs are done"
journal cut.h5.part 0
run 2 sweep study.yaml -o cut.h5 --step 1e-5 --method hht
has err 'cut.h5.part exists, but its head is damaged, or of another format; `--again` throws it away'

# Wrong words.
run 2 sweep
run 2 sweep nothing.yaml
run 2 sweep study.yaml --vary k=1:2:3
run 2 sweep study.yaml --set l=1
has err '^sarrus: error: --set belongs to a model with --vary'
run 2 sweep study.yaml --workers 0
run 2 sweep study.yaml --tol 1e-4 --step 1e-3
run 2 sweep pendulum.yaml --vary nothing=1:2:3
run 3 sweep study.yaml -o /nowhere/x.h5
has err 'nowhere/x.h5'

# Runs that fail are rows; if all do, that is an error.
run 0 sweep pendulum.yaml --vary m=-1:1:3 --response "low=min(bob.z)" --csv fails.csv -o fails.h5
has err '^sarrus: warning: [12] of 3 runs have no responses'
has fails.csv '^0,-1,nan,error,'
has fails.csv '^2,1,-[0-9.]*,done,'
run 1 sweep pendulum.yaml --vary m=-2:-1:2 --response "low=min(bob.z)" -o all.h5
has err '^sarrus: error: no run has succeeded'
run 1 sweep pendulum.yaml --vary m=-2:-1:2 --response "low=min(bob.z)" -o all.h5 --json
json out 'v["status"] == "failed" and v["code"] == 1 and v["counts"]["error"] == 2 and len(v["errors"]) == 1'
