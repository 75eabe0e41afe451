#!/bin/sh
# `auto` takes blocks where they cost less than KLU, and is then as good: the same steps, iterations and matrices, and
# results that differ by rounding. Numbers of a driven engine in mm, whose equations differ much in size: blocks that are
# exact by the norm of the whole matrix took 102 matrices there instead of 5.
. "$(dirname "$0")/common"

# counts SOLVER ARGUMENTS...: what the corrector did
counts() {
  solver=$1
  shift
  run 0 run "$@" --method "hht:alpha=-0.2,linear=$solver" -o "$solver.h5" --json
  grep -o '"\(steps\|rejected\|iterations\|jacobians\)":[0-9]*' out | head -4 >"$solver.counts"
}

# same TOLERANCE ARGUMENTS...: auto against KLU
same() {
  tolerance=$1
  shift
  counts klu "$@"
  counts auto "$@"
  cmp -s klu.counts auto.counts || fail "$1: auto takes other steps than klu: $(tr '\n' ' ' <auto.counts)"
  run 0 compare klu.h5 auto.h5 --tolerance "$tolerance" --columns '*.x' --columns '*.y' --columns '*.z'
}

by_blocks() {
  "$program" compare klu.h5 auto.h5 >out 2>err && fail "$1: not done by blocks"
  true
}

same 1e-11 "$source_dir/examples/hmmwv/model.yaml" --end 1
by_blocks HMMWV
same 1e-11 "$models/chain.yaml" --set N=60 --end 0.5
by_blocks chain
same 1e-11 "$source_dir/tests/data/findings/v8_fixed.yaml" --end 0.01
