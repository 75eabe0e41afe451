#!/bin/sh
# Runs that would never end, or fill the disk: refused with their place, or told of and stopped by any of the signals that
# end a process; what was computed is kept.
. "$(dirname "$0")/common"
hostile=$source_dir/tests/data/findings/hostile
command -v timeout >/dev/null || exit 77

# Counted before.
cp "$hostile/every1.yaml" "$hostile/steps1.yaml" "$hostile/steps4.yaml" "$hostile/expmotion.yaml" .
run 2 run every1.yaml
has err '^every1.yaml:3:17: error: `every` of 1e-300 s makes more than 1e9 rows'
run 2 run steps4.yaml
has err '^steps4.yaml:2:32: error: `max_step` of 1e-30 s makes steps below the rounding of the time'
run 2 run steps1.yaml
has err '^steps1.yaml:2:28: error: `step` of 1e-300 s makes steps below the rounding of the time'
run 2 run steps1.yaml --step 1e-14
has err '^sarrus: error: `step` of 1e-14 s makes more than 1e12 steps'
sed -e 's/1e-300/1e-13/' steps1.yaml >year.yaml
run 2 run year.yaml --end 1
has err '^year.yaml:2:28: error: `step` of 1e-13 s makes more than 1e12 steps of a run of 1 s'
printf 'bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\nsimulate: {end: 1, min_step: 0.1, max_step: 0.01}\n' >bounds.yaml
run 2 run bounds.yaml
has err '^bounds.yaml:2:45: error: `min_step` is larger than `max_step`'
[ ! -e every1.h5 ] && [ ! -e every1.h5.part ] || fail "something was written"

# stopped SIGNAL FILE ARGUMENTS...: the run ends soon after the signal with 130, and says what it has.
stopped() {
  signal=$1
  file=$2
  shift 2
  rm -f "$file" "$file.part"
  ( # should it not end, it shall not fill the disk either
    ulimit -f 400000
    exec "$program" "$@" -o "$file" --json >out 2>err </dev/null
  ) &
  child=$!
  wait_for_journal "$file.part" 300000
  kill -"$signal" "$child"
  ( # its sleep outlives it, and must not keep open what the caller of this test reads to its end
    sleep 30
    kill -9 "$child"
  ) >/dev/null 2>&1 &
  guard=$!
  code=0
  wait "$child" || code=$?
  kill "$guard" 2>/dev/null || true
  [ "$code" -eq 130 ] || fail "exit status $code after SIG$signal, expected 130"
  json out 'v["status"] == "interrupted" and v["files"] == ["'"$file"'"]'
  [ -s "$file" ] && [ ! -e "$file.part" ] || fail "$file was not kept after SIG$signal"
  mv err said
  run 0 plot "$file" --json
}
for signal in TERM HUP XCPU PIPE XFSZ; do
  stopped "$signal" exp.h5 run expmotion.yaml
done

# `ulimit -t` sets the hard limit, too, at which the kernel kills: the run ends before, and what it has is kept.
rm -f limit.h5 limit.h5.part
code=0
(
  ulimit -t 2
  ulimit -f 4000000
  exec "$program" run expmotion.yaml -o limit.h5 --json >out 2>err </dev/null
) || code=$?
[ "$code" -eq 130 ] || fail "exit status $code at the limit of CPU time, expected 130"
json out 'v["status"] == "interrupted" and v["files"] == ["limit.h5"]'
rm -f limit.h5

# A single step with millions of rows: the signal is seen between them. It is said that they are many. The step is fixed:
# one that is chosen may be short, and over before a busy machine sends the signal.
cat >rows.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
simulate: {end: 1}
output: {every: 2e-8}
MODEL
stopped TERM rows.h5 run rows.yaml --step 1
has said '^rows.yaml:3:17: warning: `every` of 2e-08 s makes 5e+07 rows, 4e+02 MB of every column'
run 0 compare rows.h5 rows.h5 --json
json out '100 < v["rows"] < 1000000'
run 2 resume rows.h5 # not after a step: there is nothing to go on from
has err 'rows.h5 ends at t = .* and holds no checkpoint'

# nohup asks to go on.
(
  trap '' HUP
  exec "$program" run "$models/pendulum.yaml" --end 5 --step 1e-4 -o hup.h5 --quiet >out 2>err
) &
child=$!
wait_for_journal hup.h5.part 20000
kill -HUP "$child"
wait "$child" || fail "a run that ignores SIGHUP ended"

# The reader of a pipe goes away, a file may not become larger: errors of writing, and the rows are kept.
code=0
{ "$program" run "$models/pendulum.yaml" --end 50 --csv - -o pipe.h5 2>err || echo $? >code; } | head -2 >/dev/null
[ "$(cat code)" = 3 ] || fail "exit status $(cat code) after the pipe was closed, expected 3"
has err 'cannot write standard output: Broken pipe'
[ -s pipe.h5 ] && [ ! -e pipe.h5.part ] || fail "the rows were not kept"
(
  ulimit -f 300
  "$program" run "$models/pendulum.yaml" --end 2000 --step 0.01 -o large.h5 >out 2>err || echo $? >code
)
[ "$(cat code)" = 3 ] || fail "exit status $(cat code) at the largest size of a file, expected 3"
has err 'File too large; allow larger files (`ulimit -f`)'
lacks err 'free some space'
[ -s large.h5.part ] || fail "the journal was not kept"

# Where the memory of the process is limited, it ends, with 0 or 3, and does not wait for memory for ever.
# A sanitizer maps terabytes before anything else, and aborts.
case $(nm "$program" 2>/dev/null) in *__asan_init* | *__tsan_init*) exit 0 ;; esac
for kilobytes in 100000 150000 200000 300000 500000; do
  code=0
  (
    ulimit -v "$kilobytes" || exit 0
    timeout -k 1 20 "$program" run "$models/pendulum.yaml" --end 0.1 -o small.h5 --quiet >out 2>err
  ) || code=$?
  case $code in
    0) ;;
    3) has err 'error: .*memory\|address space' ;;
    127) has err 'shared libraries' ;; # the system cannot even load it
    *) fail "exit status $code with $kilobytes kB of memory" ;;
  esac
done
