#!/bin/sh
# label: long. Sweeps that are killed or interrupted: the same command goes on, to the same table; workers do not outlive their master.
. "$(dirname "$0")/common"
. "$(dirname "$0")/sweeps"
pendulum_study 40
sed -i 's/end: 0.5/end: 3, tolerance: 1e-10/' pendulum.yaml # long enough to be cut off
run 0 sweep study.yaml --workers 2 --csv whole.csv -o whole.h5 --quiet

workers() { pgrep -P "$child" 2>/dev/null || true; }
# No process of the list is left, after a moment.
all_gone() {
  for pid in "$@"; do
    waited=0
    while kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null; do
      sleep 0.02
      waited=$((waited + 1))
      [ "$waited" -lt 500 ] || fail "worker $pid outlives its master"
    done
  done
}

# cut_sweep SIGNAL ROWS: begins the sweep, and sends the signal to the master when so many rows are there.
cut_sweep() {
  for attempt in 1 2 3 4 5; do
    rm -f cut.h5 cut.h5.part
    "$program" sweep study.yaml --workers 2 --csv cut.csv -o cut.h5 >out 2>err </dev/null &
    child=$!
    wait_for_rows cut.h5.part "$2" || continue
    left=$(workers)
    kill -"$1" "$child" 2>/dev/null || continue
    code=0
    wait "$child" 2>/dev/null || code=$?
    [ "$code" -ne 0 ] && [ ! -e cut.h5 ] || continue
    # shellcheck disable=SC2086 # one word per process
    all_gone $left
    return 0
  done
  fail "the sweep was over too early, $attempt times"
}

cut_sweep KILL 15
[ "$code" -eq 137 ] || fail "exit status $code after SIGKILL"
made=$(rows cut.h5.part)
run 0 sweep study.yaml --workers 2 --csv cut.csv -o cut.h5
has out "^$made of them were there before$"
same_rows whole.csv cut.csv

# Interrupted: what was made is said, and kept.
cut_sweep INT 15
[ "$code" -eq 130 ] || fail "exit status $code after SIGINT"
has out '^interrupted: the same command goes on, the rows are in cut.h5.part$'
# ... and with another study it does not go on.
run 2 sweep study.yaml -o cut.h5 --end 0.4
has err 'cut.h5.part holds runs'
# A torn end is no harm.
printf 'torn' >>cut.h5.part
run 0 sweep study.yaml --workers 2 --csv cut.csv -o cut.h5 --json
json out 'v["status"] == "done" and v["rows"] == 80 and 0 < v["before"] < 80'
same_rows whole.csv cut.csv

# Begun again, and cut off: the table of before stands until the new one is complete.
cp cut.h5 before.h5
"$program" sweep study.yaml --workers 2 -o cut.h5 --again >out 2>err </dev/null &
child=$!
wait_for_rows cut.h5.part 10 || true
kill -9 "$child" 2>/dev/null || true
wait "$child" 2>/dev/null || true
if [ -e cut.h5.part ]; then
  cmp -s cut.h5 before.h5 || fail "a table was destroyed before the new one was complete"
fi
run 0 sweep study.yaml --workers 2 --csv cut.csv -o cut.h5 --quiet
same_rows whole.csv cut.csv

# Workers that somebody kills cost nothing: their runs are made again.
rm -f cut.h5
"$program" sweep study.yaml --workers 3 --csv cut.csv -o cut.h5 --json >out 2>err </dev/null &
child=$!
killed=0
for goal in 5 20 35 50; do
  wait_for_rows cut.h5.part $goal || break
  victim=$(workers | head -1)
  [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null && killed=$((killed + 1))
done
code=0
wait "$child" || code=$?
[ "$code" -eq 0 ] || fail "exit status $code after workers were killed"
[ "$killed" -gt 0 ] || fail "no worker was killed"
json out 'v["counts"]["done"] == 80'
same_rows whole.csv cut.csv

# Only one writes.
"$program" sweep study.yaml --workers 1 -o two.h5 >first 2>first.err </dev/null &
child=$!
if wait_for_rows two.h5.part 1; then
  code=0
  "$program" sweep study.yaml --workers 1 -o two.h5 >out 2>err </dev/null || code=$?
  if kill -0 "$child" 2>/dev/null; then
    [ "$code" -eq 3 ] || fail "two sweeps into one table: exit status $code"
    has err 'another run is writing two.h5.part'
  fi
fi
wait "$child" || fail "the first sweep failed"

# What a killed worker has left of results that are kept does not stand in the way.
sed 's/end: 3, tolerance: 1e-10/end: 1e4/' pendulum.yaml >long.yaml
cut_run KILL left.h5 5000 run long.yaml
mkdir runs
cp left.h5.part runs/3.h5.part
printf 'keep: [0, 3]\n' >>study.yaml
run 0 sweep study.yaml --workers 2 --csv kept.csv -o kept.h5 --quiet
same_rows whole.csv kept.csv
[ "$(ls runs)" = "$(printf '0.h5\n3.h5')" ] || fail "kept: $(ls runs)"
