#!/bin/sh
# Ctrl-C: the run ends early, keeps what it has, and says so.
. "$(dirname "$0")/common"

"$program" run "$models/pendulum.yaml" --step 1e-5 --end 10000 --csv p.csv --json >out 2>err &
child=$!
sleep 1
kill -INT "$child" 2>/dev/null || fail "the run was over too early"
code=0
wait "$child" || code=$?
[ "$code" -eq 130 ] || fail "exit status $code, expected 130"
json out 'v["status"] == "interrupted" and 0 < v["end_time"] < 10000'
[ -s pendulum.h5 ] || fail "pendulum.h5 was not kept"
[ "$(wc -l <p.csv)" -ge 3 ] || fail "the rows were not kept"
