#!/bin/sh
# Files that cannot be written: exit status 3, the reason and what to do.
. "$(dirname "$0")/common"
[ -w /dev/full ] || exit 77
# Without a file of results: the rows go to CSV, or nowhere.
run 0 run "$models/pendulum.yaml" --end 0.1 -o none --csv rows.csv
[ ! -e none ] && [ ! -e none.part ] && [ ! -e pendulum.h5 ] && [ -s rows.csv ] || fail "-o none: no results file, and a CSV file"
run 0 kinematics "$models/driven_fourbar.yaml" --end 0.1 -o none
[ ! -e none ] || fail "kinematics -o none writes a file"
run 2 run "$models/pendulum.yaml" --end 0.1 -o none --page p.html
has err "a page is made from the results"


run 3 run "$models/pendulum.yaml" --end 1 -o no/such/folder/p.h5
has err '^sarrus: error: cannot write no/such/folder/p.h5: No such file or directory; create the folder'
run 3 run "$models/pendulum.yaml" --end 1 -o p.h5 --csv no/such/folder/p.csv
has err 'cannot write no/such/folder/p.csv: No such file'
run 3 run "$models/pendulum.yaml" --end 1 -o p.h5 --csv /dev/full
has err 'cannot write /dev/full: No space left on device; free some space'
run 3 run "$models/pendulum.yaml" --end 1 -o p.h5 --steps /dev/full
has err 'cannot write /dev/full: No space left on device'
run 3 run "$models/pendulum.yaml" --end 1 -o /dev/full
has err 'cannot write /dev/full: No space left on device'
[ "$(grep -c 'error:' err)" -eq 1 ] || fail "one failure, several messages"
run 3 assemble "$models/pendulum.yaml" --csv /dev/full
has err 'No space left'

code=0
"$program" methods >/dev/full 2>err || code=$?
[ "$code" -eq 3 ] || fail "methods to a full disk: exit status $code, expected 3"
has err 'cannot write to standard output'
