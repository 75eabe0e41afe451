#!/bin/sh
# label: long
# The catalogue of sick mechanisms, tests/data/sick: what is wrong is found and named, and the remedy cures it.
#
# The first lines of every NN_name.yaml say what must happen (patterns are basic regular expressions):
#   # sick: TEXT         what is wrong, as an engineer would say it
#   # command: VERB      check (default), run or assemble
#   # status: N          its exit status, default 0
#   # says: PATTERN      a line that it must print; `lacks:` one that it must not
#   # cure: fix          `check --fix` writes a healthy model, with the edits that match `# edit: PATTERN` and no other
#   # cure: hand         NN_name.cured.yaml is the model after doing what the remedy says
#   # freedom: N         degrees of freedom of the cured model
#   # moves: COLUMNS     columns of the results that must be the same in the sick and the cured model
#
# Which of several equations is called redundant is the program's choice; that those named for Bricard, Bennett and Sarrus
# may be chosen is shown by tests/program/redundant_rows.sh.
. "$(dirname "$0")/common"

# values KEY: what the lines with this key say, one per line.
values() { sed -n "s/^# $1: //p" "$model"; }

# diagnose: the command, its exit status, and what it says.
diagnose() {
  verb=$(values command)
  status=$(values status)
  run "${status:-0}" "${verb:-check}" "$model"
  cat out err >said
  values says >patterns
  [ -s patterns ] || fail "$model: there is nothing that must be said"
  while IFS= read -r pattern; do
    grep -q -e "$pattern" said || fail "$model: nothing says: $pattern"
  done <patterns
  values lacks >patterns
  while IFS= read -r pattern; do
    if grep -q -e "$pattern" said; then fail "$model: should not say: $pattern"; fi
  done <patterns
}

# fix: the model that `check --fix` writes, with the edits wanted and no other.
fix() {
  values edit >patterns
  [ -s patterns ] || fail "$model: no edit is expected"
  run 0 check "$model" --fix cured.yaml
  is_empty err
  grep '^  line [0-9]*: ' out >edits || true
  while IFS= read -r pattern; do
    grep -q -e "$pattern" edits || fail "$model: no edit is: $pattern"
  done <patterns
  [ "$(wc -l <edits)" -eq "$(wc -l <patterns)" ] || fail "$model: other edits than wanted: $(cat edits)"
  has out '^cured.yaml is written: it is healthy'
}

# take_cure: the model cured by hand, which differs from the sick one in one line.
take_cure() {
  cp "${model%.yaml}.cured.yaml" cured.yaml || fail "$model has no cure"
  sed '/^# [a-z]*: /d' "$model" | diff - cured.yaml | grep '^[<>]' | cut -c1 | sort | uniq -c >changes || true
  if grep -v -q ' 1 ' changes || [ ! -s changes ]; then fail "$model: not one line is changed"; fi
}

# is_healthy: the cured model gives no reason for a warning and runs. Of gears every run says that bearings do not feel
# their teeth, however healthy they are.
is_healthy() {
  run 0 check cured.yaml --json
  is_empty err
  json out "v['redundant'] == [] and v['assembled'] and v['warnings'] == [] and v['motion']['singular'] == [] and
    not v['motion']['failed'] and v['degrees_of_freedom'] == $1"
  run 0 run cured.yaml -o cured.h5
  grep -v ' warning: `[^`]*` ([a-z-]*) acts.* by torques about the axes of its joints alone: ' err >others || true
  is_empty others
}

# moves_as_before: the columns of both models are the same but for the tolerance.
moves_as_before() {
  "$program" run "$model" --quiet --tol 1e-8 --csv sick.csv >out 2>err || fail "$model cannot be run"
  "$program" run cured.yaml --quiet --tol 1e-8 --csv cured.csv >out 2>err || fail "the cured $model cannot be run"
  python3 -c "
import csv, sys
before, after = (list(csv.reader(open(f))) for f in ('sick.csv', 'cured.csv'))
rows = [[[float(x) for x in r] for r in t if r and r[0][:1] in '0123456789.-'] for t in (before, after)]
assert len(rows[0]) == len(rows[1]) > 5, 'other rows'
for name in sys.argv[1:]:
    columns = [next(r for r in t if name in r).index(name) for t in (before, after)]
    a, b = ([r[c] for r in table] for table, c in zip(rows, columns))
    assert max(a) - min(a) > 1e-6, name + ' does not move'
    assert max(abs(x - y) for x, y in zip(a, b)) < 1e-3 * (max(a) - min(a)), name + ' moves otherwise'
" "$@" || fail "$model: the cured model moves otherwise: $*"
}

count=0
cp "$source_dir"/tests/data/sick/*.yaml .
for model in [0-9]*.yaml; do
  case $model in *.cured.yaml) continue ;; esac
  [ -n "$(values sick)" ] || fail "$model does not say what is wrong"
  freedom=$(values freedom)
  [ -n "$freedom" ] || fail "$model does not say its degrees of freedom"
  rm -f cured.yaml
  diagnose
  case $(values cure) in
    fix) fix ;;
    hand) take_cure ;;
    *) fail "$model does not say how it is cured" ;;
  esac
  is_healthy "$freedom"
  # shellcheck disable=SC2046 # names of columns, apart
  [ -z "$(values moves)" ] || moves_as_before $(values moves)
  count=$((count + 1))
done
[ "$count" -ge 25 ] || fail "only $count mechanisms were found"
echo "$count sick mechanisms are diagnosed and cured"
