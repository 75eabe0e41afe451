#!/bin/sh
# Ctrl-C: the run ends early, keeps what it has, and says so.
. "$(dirname "$0")/common"

"$program" run "$models/pendulum.yaml" --step 1e-5 --end 10000 --csv p.csv --json >out 2>err &
child=$!
wait_for_journal pendulum.h5.part 100000
kill -INT "$child" 2>/dev/null || fail "the run was over too early"
code=0
wait "$child" || code=$?
[ "$code" -eq 130 ] || fail "exit status $code, expected 130"
json out 'v["status"] == "interrupted" and 0 < v["end_time"] < 10000'
[ -s pendulum.h5 ] || fail "pendulum.h5 was not kept"
[ "$(wc -l <p.csv)" -ge 3 ] || fail "the rows were not kept"

# SIGTERM does the same: what is kept is the beginning of the whole run, and the run goes on from it to the same results.
sed 's/every: 0.05/every: step/' "$models/pendulum.yaml" >p.yaml
long_run="run p.yaml --step 1e-3 --end 60 --quiet --checkpoint 0.05"
run 0 $long_run -o whole.h5
for signal in TERM INT; do
  cut_run "$signal" cut.h5 1000000 $long_run
  [ ! -e cut.h5.part ] || fail "the journal was left after SIG$signal"
  run 0 compare cut.h5 whole.h5 --tolerance 0 --json
  json out 'v["difference"] == 0 and v["rows"] == v["rows_a"] < v["rows_b"]'
  run 0 resume cut.h5 --quiet
  run 0 compare cut.h5 whole.h5 --quiet
  rm cut.h5
done

# The results file cannot be made when the run is interrupted: that is an error, and no file is said to be written.
mkdir cut.h5.new
"$program" run p.yaml --step 1e-4 --end 10000 -o cut.h5 --json >out 2>err &
child=$!
wait_for_journal cut.h5.part 100000
kill -INT "$child" 2>/dev/null || fail "the run was over too early"
code=0
wait "$child" || code=$?
[ "$code" -eq 3 ] || fail "exit status $code where the results file cannot be written, expected 3"
json out 'v["status"] == "failed" and v["code"] == 3 and v["files"] == []'
has err 'cannot write cut.h5.new'
rmdir cut.h5.new
run 0 recover cut.h5.part --quiet
rm cut.h5

# kill -9 while the HDF5 file is made of the journal: the journal is still there and holds everything, an older file too.
tries=0
killed=no
while [ "$killed" = no ]; do
  tries=$((tries + 1))
  [ "$tries" -le 20 ] || fail "the conversion could not be met in $tries runs"
  rm -f cut.h5 cut.h5.part cut.h5.new
  echo older >cut.h5
  "$program" $long_run -o cut.h5 >out 2>err &
  child=$!
  until [ -e cut.h5.new ]; do
    kill -0 "$child" 2>/dev/null || break
  done
  kill -9 "$child" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  if [ -e cut.h5.part ] && [ -e cut.h5.new ]; then killed=yes; fi
done
[ "$(cat cut.h5)" = older ] || fail "the older file was replaced by half a file"
run 0 recover cut.h5.part --json
json out 'v["complete"] and v["damaged_bytes"] == 0'
run 0 compare cut.h5 whole.h5 --quiet
[ ! -e cut.h5.new ] && [ ! -e cut.h5.part ] || fail "recover left half a file"
