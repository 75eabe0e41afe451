#!/bin/sh
# A run that is killed leaves its rows in the journal; recover makes a results file of them.
. "$(dirname "$0")/common"

sed 's/every: 0.05/every: step/' "$models/pendulum.yaml" >p.yaml
run_long() { exec "$program" run p.yaml --step 1e-4 --end 10000 -o p.h5 --quiet >out 2>err; }

# Killed: only the journal is there, and it is locked no more.
run_long &
child=$!
wait_for_journal p.h5.part 200000
run 3 run p.yaml --end 1 -o p.h5
has err '^sarrus: error: another run is writing p.h5.part; wait for it'
run 3 recover p.h5.part
has err 'another run is writing p.h5.part'
kill_run
[ ! -e p.h5 ] || fail "p.h5 is there though the run was killed"
cp p.h5.part copy

run 3 run p.yaml --end 1 -o p.h5
has err 'p.h5.part holds the results of a run that was cut off at t = [0-9.]* s; `sarrus recover p.h5.part` makes a results file'
lacks err 'sarrus resume' # it holds no checkpoint to go on from
cmp -s p.h5.part copy || fail "the journal was changed"

# What is rescued is the beginning of the run that nobody killed, bit for bit.
run 0 recover p.h5.part --json
json out 'v["status"] == "done" and v["written"] == "p.h5" and v["rows"] > 100 and v["steps"] >= v["rows"] - 1'
json out 'not v["complete"] and 0 < v["last_time"] < 10000 and abs(v["last_time"] - 1e-4 * (v["rows"] - 1)) < 1e-6'
cp out facts
[ ! -e p.h5.part ] || fail "the journal was not deleted"
end=$(python3 -c 'import json; print("%.4f" % (json.load(open("facts"))["last_time"] + 0.1))')
run 0 run p.yaml --step 1e-4 --end "$end" -o whole.h5 --csv whole.csv --quiet
run 0 compare p.h5 whole.h5 --tolerance 0 --json
cp out difference
json difference 'v["status"] == "equal" and not v["interpolated"] and v["difference"] == 0'
python3 - <<'PYTHON' || fail "not all rescued rows were compared"
import json
rows = json.load(open("facts"))["rows"]
v = json.load(open("difference"))
assert v["rows"] == v["rows_a"] == rows < v["rows_b"], v
PYTHON
run 1 compare p.h5 whole.h5
has err 'do not hold the same columns and rows'
run 0 compare p.h5 copy
has out '^identical: '

# To another name; a tail that is damaged; the words for people.
printf 'rubbish' >>copy
run 0 recover copy -o other.h5
has out '^other.h5: [0-9]* rows rescued, the last one at t = [0-9.]* s$'
has out 'the run was cut off'
has out 'bytes of the journal hold no whole record'
run 0 compare p.h5 other.h5

# What is there already and is something else stays as it is, and so does the journal.
cut_run KILL again.h5 200000 run p.yaml --step 1e-4 --end 10000 --quiet
cp again.h5.part again.copy
cp whole.h5 whole.copy
# refused FILE MESSAGE: nothing is changed.
refused() {
  cp "$1" before
  run 2 recover again.h5.part -o "$1"
  has err "^sarrus: error: $1 is there already and $2; give the results another name, or delete it first$"
  cmp -s "$1" before || fail "$1 was overwritten"
  cmp -s again.h5.part again.copy || fail "the journal was changed"
}
refused whole.h5 'holds the results of another run' # another end: another run
refused p.yaml 'holds something else than results'
refused whole.csv 'holds something else than results'
head -c 30000 whole.h5 >cut.h5
refused cut.h5 'holds something else than results'
mkdir folder
run 2 recover again.h5.part -o folder
has err 'folder is there already and is no plain file'
run 2 recover again.h5.part -o /dev/null
has err '/dev/null is there already and is no plain file'
[ -c /dev/null ] || fail "/dev/null is gone"
cmp -s again.h5.part again.copy || fail "the journal was changed"
# A recovered file of the same run with fewer rows gives way to one with more, but not the other way round.
head -c 100000 again.copy >less.h5.part
run 0 recover less.h5.part -o kept.h5
run 0 recover again.h5.part -o kept.h5
head -c 100000 again.copy >less.h5.part
cp less.h5.part again.copy
cp less.h5.part again.h5.part
refused kept.h5 'holds more rows of this run than the journal'
# The name that the run had may be there: the run would have replaced it.
for name in '' again.h5; do
  cp less.h5.part again.h5.part
  cp whole.h5 again.h5
  run 0 recover again.h5.part ${name:+-o "$name"}
  run 1 compare again.h5 whole.h5
done

# The disk is too small for the HDF5 file, which has the model's text twice: the journal stays, and is enough.
{ awk 'BEGIN { for (i = 0; i < 500; i++) print "# a comment of some length, line after line, for nothing" }'
  cat "$models/pendulum.yaml"; } >long.yaml
code=0
(
  trap '' XFSZ
  ulimit -f 100 # of 512 bytes
  exec "$program" run long.yaml --end 1 -o small.h5 >out 2>err
) || code=$?
[ "$code" -eq 3 ] || fail "no room: exit status $code, expected 3"
has err 'the results are kept in small.h5.part; make room, then `sarrus recover small.h5.part`'
[ "$(grep -c 'error:' err)" -eq 1 ] || fail "one failure, several messages"
lacks out 'written .*small.h5'
[ ! -e small.h5 ] || fail "half a file was left"
run 0 recover small.h5.part
has out '^small.h5: 21 rows rescued, the last one at t = 1 s$'
has out 'nothing is lost'
run 0 run long.yaml --end 1 -o roomy.h5 --quiet
cmp -s small.h5 roomy.h5 || fail "the recovered file differs from that of an undisturbed run"

# What cannot be recovered.
run 2 recover nothing.h5.part
has err '^nothing.h5.part: error: cannot read: No such file'
run 2 recover p.yaml
has err 'does not end in .part; give a journal'
run 2 recover p.yaml -o new.h5
has err '^p.yaml: error: the file is not the journal of a run'
cp p.h5 fake.part
run 2 recover fake.part --json
json out 'v["status"] == "error" and v["code"] == 2'
[ -s fake.part ] || fail "a file that is no journal was deleted"
[ ! -e new.h5 ] || fail "a file was made of nothing"

# A journal with a checkpoint can be continued, and that is said.
cut_run KILL long.h5 20000+checkpoint run p.yaml --step 1e-4 --end 10000 --checkpoint 0.001 --quiet
run 3 run p.yaml --end 1 -o long.h5
has err 'long.h5.part holds the results of .*; `sarrus resume long.h5` continues it, `sarrus recover long.h5.part` makes'
rm long.h5.part

# A journal that somebody deletes while the run goes on: its rows are not lost, and nothing else is deleted in its place.
"$program" run "$models/pendulum.yaml" --end 3000 --step 0.01 -o lost.h5 --quiet >out 2>err &
child=$!
wait_for_journal lost.h5.part 1000
rm lost.h5.part
code=0
wait "$child" || code=$?
if [ -e /proc/self/fd ]; then
  [ "$code" -eq 0 ] || fail "exit status $code where the journal was deleted"
  run 0 run "$models/pendulum.yaml" --end 3000 --step 0.01 -o undisturbed.h5 --quiet
  cmp -s lost.h5 undisturbed.h5 || fail "results differ where the journal was deleted"
else
  has err 'lost.h5.part was deleted: its rows are lost'
fi
