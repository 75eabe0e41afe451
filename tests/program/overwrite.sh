#!/bin/sh
# What a command writes never takes the place of what it reads, nor of other models and results.
. "$(dirname "$0")/common"

mkdir parts
cat >m.yaml <<'MODEL'
model: of several files
include: {left: {file: parts/sub.yaml}}
splines: {law: {file: law.csv, columns: [x, y]}}
bodies:
  arm: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0], looks: {a: {mesh: part.obj}}}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}
forces:
  push: {type: force, between: [ground, arm], force: ["akispl(t, law)", "0", "0"]}
simulate: {end: 0.1}
MODEL
echo 'bodies: {tip: {mass: 1, inertia: [1, 1, 1]}}' >parts/sub.yaml
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >part.obj
printf 'x,y\n0,0\n1,1\n2,4\n3,9\n' >law.csv
run 0 run m.yaml -o res.h5 --csv res.csv --quiet
cp res.h5 other.h5
mkdir kept
keep() { cp m.yaml parts/sub.yaml part.obj law.csv res.h5 other.h5 kept; }
same() {
  for one in m.yaml parts/sub.yaml part.obj law.csv res.h5 other.h5; do
    cmp -s "$one" "kept/${one#parts/}" || fail "$one was overwritten: $*"
  done
}
# refused MESSAGE ARGUMENTS...: exit status 2, that message, and nothing is lost.
refused() {
  message=$1
  shift
  run 2 "$@"
  has err "$message"
  same "$@"
}
keep

# Files that the model names: every kind of them, and for one of them every command that writes.
ln -s part.obj link.html
for file in parts/sub.yaml ./parts/../parts/sub.yaml part.obj law.csv link.html; do
  refused 'is a file of the model' run m.yaml --steps "$file"
  [ "$file" = parts/sub.yaml ] || continue
  for option in --page --csv -o; do refused 'is a file of the model' run m.yaml "$option" "$file"; done
  refused 'is a file of the model' order m.yaml --step 0.01 --page "$file"
  refused 'is a file of the model' order m.yaml --step 0.01 -o "$file"
  refused 'is a file of the model' race m.yaml --method hht --csv "$file"
  refused 'is a file of the model' kinematics m.yaml --csv "$file"
  refused 'is a file of the model' assemble m.yaml --csv "$file"
  refused 'is a file of the model' check m.yaml --fix "$file"
done
refused 'is the model itself' run m.yaml --csv m.yaml
refused 'is the model itself' order m.yaml --step 0.01 --page m.yaml
if [ -f "${SAR_BUILD_DIR:-}/plugins/libtyre.so" ]; then
  mkdir tyre
  cp "$SAR_BUILD_DIR/plugins/libtyre.so" "$source_dir/examples/tyre-plugin/model.yaml" tyre
  run 2 run tyre/model.yaml --end 0.1 --page tyre/libtyre.so
  has err 'is a file of the model'
  cmp -s "$SAR_BUILD_DIR/plugins/libtyre.so" tyre/libtyre.so || fail "the plugin was overwritten"
fi

# Other results and models, whatever writes a page, a picture or a table: all files for one command, all commands for one
# file that is there and one whose name says what it would be.
run_long() { exec "$program" run m.yaml --step 1e-5 --end 10000 -o long.h5 --quiet >/dev/null 2>&1; }
run_long &
child=$!
wait_for_journal long.h5.part 20000
kill_run
cp long.h5.part journal.html
cp long.h5.part journal.before
cp other.h5 results.html
for file in other.h5 new.h5 new.h5.part new.yml m.yaml results.html journal.html long.h5.part; do
  case $file in m.yaml | new*) what='has the name of' ;; *) what='holds results' ;; esac
  refused "$what" page res.h5 -o "$file"
  case $file in other.h5 | new.yml | m.yaml) ;; *) refused "$what" run m.yaml --csv "$file" && continue ;; esac
  refused "$what" page res.csv -o "$file"
  refused "$what" plot res.h5 arm.x -o "$file"
  refused "$what" plot res.h5 --snapshot 0 -o "$file"
  refused "$what" spectrum hht --page "$file"
  refused "$what" spectrum hht --csv "$file"
  refused "$what" spectrum hht -o "$file"
  refused "$what" reproduce 5.table3 --page "$file"
  [ "$file" = m.yaml ] && continue # there it is the model itself
  refused "$what" run m.yaml --page "$file"
  refused "$what" run m.yaml --csv "$file"
  refused "$what" run m.yaml --steps "$file"
  refused "$what" assemble m.yaml --csv "$file"
  refused "$what" order m.yaml --step 0.01 -o "$file"
  refused "$what" race m.yaml --method hht --page "$file"
  refused "$what" resume res.h5 --csv "$file"
  refused "$what" resume res.h5 --page "$file"
done
has err 'give it another name'
cmp -s long.h5.part journal.before || fail "a journal was overwritten"
cmp -s journal.html journal.before || fail "a journal of another name was overwritten"
cmp -s results.html other.h5 || fail "results of another name were overwritten"
for file in new.h5 new.h5.part new.yml; do [ ! -e "$file" ] || fail "$file was written"; done

# What may be written again: tables, pictures, pages, and the results of a run.
for again in 1 2; do
  run 0 run m.yaml -o res.h5 --csv res.csv --steps steps.csv --page res.html --quiet
  run 0 plot res.h5 arm.x -o res.svg --quiet
  run 0 page res.h5 -o res.html --quiet
done

# One file in two spellings, there or not, is one file.
mkdir -p spell && cd spell
ln -s two.csv ahead.csv # leads to a file that the run would make
for pair in "--csv n.csv --steps ./n.csv" "--csv n.csv --steps ../spell/n.csv" "--csv two.csv --steps ahead.csv" \
  "--csv n.html --page ./n.html" "-o n.dat --csv ./n.dat" "-o $PWD/n.dat --steps n.dat" "-o n.dat --page .//n.dat"; do
  run 2 run "$models/pendulum.yaml" --end 0.1 $pair
  has err 'two outputs go to the same file'
done
ln -s n.dat.part journal.csv
run 2 run "$models/pendulum.yaml" --end 0.1 -o n.dat --csv journal.csv
has err 'two outputs go to the same file'
: >here.csv
ln here.csv hard.csv
run 2 run "$models/pendulum.yaml" --end 0.1 --csv here.csv --steps hard.csv
has err 'two outputs go to the same file'
cut_run INT half.h5 100000 run "$models/pendulum.yaml" --step 1e-4 --end 10000
run 2 resume half.h5 --csv n.csv --steps ./n.csv
has err '\-\-csv and --steps both write'
rm out err
[ "$(ls)" = "ahead.csv
half.h5
hard.csv
here.csv
journal.csv" ] || fail "something was written: $(ls)"
cd ..
