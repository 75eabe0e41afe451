#!/bin/sh
# Results that version 0.6 wrote, one dataset per column, are read by every verb: what they show is what a run of today
# shows. All numbers of the model are dyadic fractions, so they are the same bits on every machine.
. "$(dirname "$0")/common"
stored="$(dirname "$0")/../data/layout"
cp "$stored/columns.h5" old.h5
cp "$stored/columns.yaml" model.yaml
run 0 run model.yaml -o new.h5 --csv new.csv --quiet
run 0 compare old.h5 new.h5
has out '^identical: 56 columns, 9 rows$'
run 0 compare new.csv old.h5
run 0 verify old.h5
has out 'repeated bit for bit'
run 0 verify new.h5

for file in old new; do
  run 0 plot $file.h5 ball.x twice.value solver.step -o $file.svg
  run 0 page $file.h5 -o $file.html --quiet
  run 0 plot $file.h5 --json
  mv out $file.columns
done
cmp -s old.svg new.svg || fail "the plots differ"
cmp -s old.columns new.columns || fail "the lists of columns differ"
grep -q '"twice.value"' old.html || fail "the page has no measures"

# A run that was cut off; the checkpoint is of another build, so nothing is done, but the file was read.
cp "$stored/checkpoint.h5" cut.h5
run 0 plot cut.h5 'A.angle' 'crank.pin.vx' -o cut.svg
run 2 resume cut.h5
[ ! -e cut.h5.part ] || fail "resume made a journal of what it cannot continue"
cp "$stored/journal.h5.part" journal.h5.part
run 0 recover journal.h5.part
has out '^journal.h5: 40 rows rescued'
run 0 compare journal.h5 cut.h5
has out '^identical: 3 columns, 40 rows$'

# Cut short by a copy: what is left is shown.
head -c 100000 "$stored/columns.h5" >short.h5
run 0 plot short.h5 ball.x -o short.svg
has err 'is cut short'
run 2 compare short.h5 new.h5
