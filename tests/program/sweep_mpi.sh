#!/bin/sh
# Sweeps under mpirun: the same table, killed ranks, commands that differ, and a program without its MPI part.
. "$(dirname "$0")/common"
. "$(dirname "$0")/sweeps"
[ -x "$program-mpi" ] && command -v mpirun >/dev/null || { echo "MPI is not there"; exit 77; }
case $(nm "$program-mpi" 2>/dev/null | grep -c __asan_init) in 0) ;; *) echo "MPI itself leaks"; exit 77 ;; esac
pendulum_study 20
mpi() { # mpi STATUS RANKS WORDS...
  wanted=$1
  ranks=$2
  shift 2
  code=0
  timeout -k 5 120 mpirun --allow-run-as-root --oversubscribe -n "$ranks" "$program" "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "mpirun -n $ranks sarrus $*: exit status $code, expected $wanted"
}

run 0 sweep study.yaml --workers 2 --csv whole.csv -o whole.h5 --quiet
mpi 0 1 sweep study.yaml --csv one.csv -o one.h5
same_rows whole.csv one.csv
mpi 0 3 sweep study.yaml --csv three.csv -o three.h5 --json
grep '^{' out >value
json value 'v["workers"] == 2 and v["rows"] == 40'
same_rows whole.csv three.csv
mpi 0 2 sweep study.yaml --dry-run
[ "$(grep -c '^39  2  1$' out)" -eq 1 ] || fail "--dry-run does not print once"
mpi 2 3 sweep nothing.yaml
[ "$(grep -c 'cannot read .nothing.yaml' err)" -eq 1 ] || fail "the mistake is not told once"

# Poisoned runs cost a worker, not the job.
if [ -f "${SAR_BUILD_DIR:?}/plugins/poison.so" ]; then
  mkdir poisoned
  cp "$SAR_BUILD_DIR/plugins/poison.so" poisoned
  cat >poisoned/model.yaml <<'MODEL'
model: poison
parameters: {kind: 0}
plugins: {poison: {file: poison.so, version: "1.0"}}
bodies: {block: {mass: 1, inertia: [1, 1, 1]}}
joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}
forces: {push: {type: force, between: [ground, block], force: ["1 + poison.drink(kind)", 0, 0]}}
simulate: {end: 0.1}
MODEL
  printf 'model: model.yaml\nvary: {kind: [0, 1, 2, 3, 0, 0]}\nresponses: {far: max(block.x)}\nlimit: 0.3\n' >poisoned/study.yaml
  run 0 sweep poisoned/study.yaml --csv a.csv -o a.h5 --quiet
  mpi 0 3 sweep poisoned/study.yaml --csv b.csv -o b.h5 --quiet
  same_rows a.csv b.csv
fi

# A rank that is killed ends the job, and the same command goes on.
pendulum_study 40
sed -i 's/end: 0.5/end: 3, tolerance: 1e-10/' pendulum.yaml
run 0 sweep study.yaml --workers 2 --csv whole.csv -o long.h5 --quiet
for victim in last first; do
  rm -f cut.h5 cut.h5.part
  timeout -k 5 120 mpirun --allow-run-as-root --oversubscribe -n 3 "$program" sweep study.yaml --csv cut.csv -o cut.h5 >out 2>err </dev/null &
  child=$!
  wait_for_rows cut.h5.part 10 || fail "the sweep was over too early"
  launcher=$(pgrep -P "$child")
  ranks=$(pgrep -P "$launcher")
  case $victim in last) rank=$(echo "$ranks" | tail -1) ;; first) rank=$(echo "$ranks" | head -1) ;; esac
  kill -9 "$rank" || true
  code=0
  wait "$child" || code=$?
  [ "$code" -ne 0 ] || [ -e cut.h5 ] || fail "a killed rank: exit status $code"
  mpi 0 3 sweep study.yaml --csv cut.csv -o cut.h5
  same_rows whole.csv cut.csv
done

# Processes that have nothing to do with each other.
code=0
timeout -k 5 60 mpirun --allow-run-as-root --oversubscribe -n 1 "$program" sweep study.yaml -o x.h5 : -n 1 "$program" sweep study.yaml -o y.h5 \
  >out 2>err </dev/null || code=$?
[ "$code" -eq 2 ] || fail "different commands: exit status $code"
has err 'have got different commands'

# Machines with files that are not the same.
mkdir here there
cp pendulum.yaml study.yaml here
sed 's/9.81/1.62/' pendulum.yaml >there/pendulum.yaml
cp study.yaml there
code=0
timeout -k 5 60 mpirun --allow-run-as-root --oversubscribe -n 2 --wdir "$PWD/here" "$program" sweep study.yaml : \
  -n 1 --wdir "$PWD/there" "$program" sweep study.yaml >out 2>err </dev/null || code=$?
[ "$code" -eq 2 ] || fail "different models: exit status $code"
has err 'is not the same for the rank on'

# Without sarrus-mpi beside it.
mkdir alone
ln "$program" alone/sarrus 2>/dev/null || cp "$program" alone/sarrus
code=0
OMPI_COMM_WORLD_SIZE=4 alone/sarrus sweep study.yaml -o z.h5 >out 2>err </dev/null || code=$?
[ "$code" -eq 3 ] || fail "without sarrus-mpi: exit status $code"
has err 'sarrus-mpi cannot be run: No such file'
SARRUS_MPI=no OMPI_COMM_WORLD_SIZE=4 alone/sarrus sweep study.yaml -o z.h5 --quiet --end 0.1 >out 2>err </dev/null || fail "SARRUS_MPI=no does not help"
