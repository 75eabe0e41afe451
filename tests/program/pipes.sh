#!/bin/sh
# Pipes, devices and folders where files are read: a message at once, never a program that waits for ever.
. "$(dirname "$0")/common"
command -v timeout >/dev/null || exit 77

mkfifo pipe
mkdir folder
run 0 run "$models/pendulum.yaml" --end 0.1 -o p.h5 --quiet

quick() { # quick ARGUMENTS...: exit status 2 within some seconds
  code=0
  timeout 20 "$program" "$@" >out 2>err </dev/null || code=$?
  [ "$code" -ne 124 ] || fail "sarrus $*: waits for ever"
  [ "$code" -eq 2 ] || fail "sarrus $*: exit status $code, expected 2"
}
for kind in "pipe:a pipe" "/dev/zero:a device" "folder:a folder"; do
  name=${kind%%:*}
  what=${kind#*:}
  quick check "$name"
  has err "\`$name\` is $what, not a file; give the path of a model file"
  quick order "$models/pendulum.yaml" --end 0.1 --step 0.01 --halvings 1 --reference "$name"
  has err "^$name: error: this is $what, not a file; give the path of a CSV file"
  quick compare p.h5 "$name"
  has err "^$name: error: this is $what, not a file"
  quick compare "$name" p.h5
  has err "^$name: error: this is $what, not a file"
  quick recover "$name" -o out.h5
  has err "^$name: error: this is $what, not a file; give the .*part. file of a run"
  quick resume "$name"
  has err "$name: error: this is $what, not a file"
  quick verify "$name"
  has err "^$name: error: this is $what, not a file"
done
[ ! -e out.h5 ] || fail "a file was made of nothing"
