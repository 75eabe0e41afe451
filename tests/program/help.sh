#!/bin/sh
# Help, version, and what the program says about words it does not know.
. "$(dirname "$0")/common"

run 2
is_empty out
has err '^usage: sarrus VERB'

run 0 --version
has out '^sarrus [0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*$'
is_empty err

run 0 --help
for verb in run check assemble kinematics recover compare order race spectrum reproduce methods describe; do
  has out "^  $verb "
done
has out '^exit status: 0 done, 1 '
cp out all
run 0 help
cmp -s out all || fail "help and --help differ"

for verb in run check assemble kinematics recover compare order race spectrum reproduce methods describe; do
  run 0 "$verb" --help
  has out "^usage: sarrus $verb"
  has out '^  --json '
  has out '^examples:$'
  is_empty err
done
run 0 run --help
for option in -o --csv --steps --method --tol --step --end --set --json --quiet --verbose; do
  has out "^  $option "
done

run 2 rnu model.yaml
has err 'unknown verb rnu; did you mean `sarrus run`?$'
run 2 somethingelse
has err 'unknown verb somethingelse; `sarrus --help` lists the verbs$'
run 2 --versoin
has err 'unknown option --versoin'
run 2 run --mehtod hht model.yaml
has err '^sarrus: error: unknown option --mehtod; did you mean --method?$'
run 2 run
has err 'MODEL is missing; usage: sarrus run MODEL$'
run 2 check a.yaml b.yaml
has err 'b.yaml is one argument too many'
