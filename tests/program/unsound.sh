#!/bin/sh
# Models that read well and cannot be run. The first line of every file in tests/data/unsound says what `sarrus run` must
# answer: the exit status, and the first line on standard error. A `*` stands for numbers that differ between machines.
. "$(dirname "$0")/common"

count=0
cp "$source_dir"/tests/data/unsound/*.yaml .
for model in *.yaml; do
  expected=$(sed -n '1s/^# expect: //p' "$model")
  [ -n "$expected" ] || fail "$model does not say what is expected"
  run "${expected%% *}" run "$model" --quiet -o out.h5
  is_empty out
  # shellcheck disable=SC2254 # the pattern is meant as one; brackets and question marks stand for themselves
  pattern=$(printf '%s' "${expected#* }" | sed 's/[][?\\]/\\&/g')
  case $(head -1 err) in
  $pattern) ;;
  *) fail "$model: expected: ${expected#* }" ;;
  esac
  count=$((count + 1))
done
[ "$count" -ge 16 ] || fail "only $count models were found"
