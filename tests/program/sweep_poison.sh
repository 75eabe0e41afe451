#!/bin/sh
# Runs that would take the program along: a plugin that crashes, goes on for ever, is killed, ends the process or prints; disks
# that are full, workers that cannot start.
. "$(dirname "$0")/common"
. "$(dirname "$0")/sweeps"
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0" # a crash is to be one
plugins=${SAR_BUILD_DIR:?}/plugins
[ -f "$plugins/poison.so" ] || { echo "the plugins are not built"; exit 77; }
cp "$plugins/poison.so" .
cat >model.yaml <<'MODEL'
model: poison
parameters: {kind: 0, f: 1}
plugins: {poison: {file: poison.so, version: "1.0"}}
bodies: {block: {mass: 1, inertia: [1, 1, 1]}}
joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}
forces: {push: {type: force, between: [ground, block], force: ["f + poison.drink(kind)", 0, 0]}}
simulate: {end: 0.1}
output: {every: 0.05}
MODEL
cat >study.yaml <<'STUDY'
study: poisoned
model: model.yaml
vary: {kind: [0, 1, 2, 3, 4, 5], f: [1, 2]}
responses: {far: max(block.x)}
limit: 0.5
STUDY
run 0 sweep study.yaml --workers 2 --csv rows.csv -o rows.h5
has err '^sarrus: warning: 8 of 12 runs have no responses (2 limit, 6 crashed)'
for run in 0 1 10 11; do has rows.csv "^$run,[05],[12],0.0[0-9]*,done,,"; done
for run in 2 3; do has rows.csv "^$run,1,[12],nan,crashed,the worker process died of signal 11"; done
for run in 4 5; do has rows.csv "^$run,2,[12],nan,limit,the run took more than 0.5 s of CPU time"; done
for run in 6 7; do has rows.csv "^$run,3,[12],nan,crashed,\"the worker process was killed (signal 9)"; done
for run in 8 9; do has rows.csv "^$run,4,[12],nan,crashed,the worker process ended with status 5"; done
has err 'what a plugin prints does not get among the answers'
# The same with one worker, which is replaced again and again.
run 0 sweep study.yaml --workers 1 --csv single.csv -o single.h5 --quiet
same_rows rows.csv single.csv

# Models that take too long to be read or assembled: a row, where it is so with some parameters; the end, where the study
# itself cannot be read.
cat >beam.yaml <<'MODEL'
model: beam
parameters: {n: 4, f: 1}
materials: {steel: {density: 7800, young: 2e11, poisson: 0.3}}
sections: {round: {material: steel, circle: 0.01}}
beams: {rod: {section: round, points: [[0, 0, 0], [1, 0, 0]], elements: n}}
joints: {clamp: {type: fixed, between: [ground, rod.start]}}
forces: {push: {type: force, between: [ground, rod.end], force: [0, f, 0]}}
simulate: {end: 1e-3}
MODEL
cat >beams.yaml <<'STUDY'
model: beam.yaml
vary: {n: [2, 100000, 1e9]}
responses: {y: max(rod.n1.y)}
limit: 1
STUDY
run 0 sweep beams.yaml --csv beams.csv -o beams.h5
has beams.csv '^0,2,[0-9.e+-]*,done,,'
has beams.csv '^1,100000,nan,limit,the run took more than 1 s of CPU time'
has beams.csv '^2,1000000000,nan,error,.*beam.yaml:5:73: rod: 1e+09 elements are too many'
sed 's/^vary.*/set: {n: 100000}\nvary: {f: [1, 2]}/; s/^limit.*/limit: 1e-4/' beams.yaml >never.yaml
run 1 sweep never.yaml --csv never.csv -o never.h5
has err '^never.yaml:5:8: error: reading the model has taken more than 0.001 s of CPU time, 10 times what `limit` gives to a run'
[ ! -e never.h5 ] && [ ! -e never.h5.part ] && [ ! -e never.csv ] || fail "a sweep that did not begin has left a file"
run 1 optimize never.yaml --json
json out 'v["code"] == 1 and v["errors"][0]["line"] == 5'

# A full disk is a clear end, and the sweep goes on when there is room again.
pendulum_study 30
run 0 sweep study.yaml --csv whole.csv -o whole.h5 --quiet
code=0
(ulimit -f 8; exec "$program" sweep study.yaml --csv cut.csv -o cut.h5) >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "a full disk: exit status $code"
has err 'cannot write cut.h5.part: File too large; allow larger files'
made=$(rows cut.h5.part)
[ "$made" -gt 5 ] && [ "$made" -lt 60 ] || fail "$made rows before the disk was full"
run 0 sweep study.yaml --csv cut.csv -o cut.h5
has out "^$made of them were there before$"
same_rows whole.csv cut.csv
# So are results of runs that cannot be kept: no row is lost to it.
printf 'keep: all\n' >>study.yaml
: >runs # which should be a folder
run 3 sweep study.yaml -o kept.h5 --csv kept.csv
has err '^sarrus: error: run [0-9]*: cannot write runs/[0-9]*.h5.*; once that is mended, the same command goes on$'
rm runs
run 0 sweep study.yaml -o kept.h5 --csv kept.csv
[ "$(ls runs | wc -l)" -eq 60 ] || fail "not all results were kept"
same_rows whole.csv kept.csv
rm -r runs
sed -i '/^keep/d' study.yaml
if [ "$(id -u)" -eq 0 ] && mkdir small && mount -t tmpfs -o size=16k tmpfs small 2>/dev/null; then
  code=0
  "$program" sweep study.yaml -o small/t.h5 >out 2>err || code=$?
  umount -l small
  [ "$code" -eq 3 ] || fail "a full file system: exit status $code"
  has err 'cannot write small/t.h5.*: No space left on device'
fi

# Workers that cannot start: not enough descriptors for all of them.
code=0
(ulimit -n 24; exec "$program" sweep study.yaml -o many.h5 --workers 40) >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "too many workers: exit status $code"
has err 'a worker process cannot be started .*; allow more open files (`ulimit -n`), or use fewer workers'
[ ! -e many.h5 ] && [ ! -e many.h5.part ] || fail "a sweep that did not begin has left a file"
