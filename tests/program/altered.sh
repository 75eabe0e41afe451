#!/bin/sh
# `verify` covers the whole file, not its rows alone: title, method, units and steps that somebody has changed, also where
# only other programs read them.
. "$(dirname "$0")/common"
sed -e '/^model:/d' "$models/pendulum.yaml" >plain.yaml
{ echo 'model: a title of its own'; cat plain.yaml; } >model.yaml
run 0 run model.yaml --end 0.5 --method bdf:max_order=3 -o results.h5 --steps steps.csv --quiet
run 0 verify results.h5
has out 'repeated bit for bit'

# change NAME OLD NEW [last]: a copy in which the first (last) bytes OLD were changed (Python expressions).
change() {
  python3 - "$@" <<'PYTHON' || fail "$1 cannot be made"
import struct, sys
old, new = eval(sys.argv[2]), eval(sys.argv[3])
data = bytearray(open("results.h5", "rb").read())
assert len(old) == len(new) and old in data
at = data.rfind(old) if len(sys.argv) > 4 else data.find(old)
data[at:at + len(old)] = new
open(sys.argv[1], "wb").write(data)
PYTHON
}
change title.h5 'b"a title of its own"' 'b"the title of a lie"'
change unit.h5 'b"rad/s^2"' 'b"deg/s^2"' last
change method.h5 'b"bdf:max_order=3"' 'b"bdf:max_order=5"'
step=$(sed -n 7p steps.csv | cut -d, -f2)
change step.h5 "struct.pack('<d', float('$step'))" "struct.pack('<d', 2 * float('$step'))"
for name in title method step; do
  cmp -s results.h5 $name.h5 && fail "$name.h5 is not changed"
  run 1 verify $name.h5 --json
  json out 'not v["same"] and v["altered"] and v["code"] == 1'
  has err "$name.h5 .*other bytes than the same run writes\|$name.h5 was altered\|damaged"
done
# Units stand in the headers of tables, which have checksums.
# HDF5 1.10 keeps a handle of its own where it meets such a header: no leak of ours.
kept_options=${ASAN_OPTIONS-}
export ASAN_OPTIONS="${kept_options:+$kept_options:}detect_leaks=0"
run 2 verify unit.h5
has err 'the file has no right table'
export ASAN_OPTIONS="$kept_options"

# Also of a run that was cut off and completed all bytes are those of one run.
cut_run INT half.h5 30000 run model.yaml --step 1e-4 --end 3 --checkpoint 0.01
run 0 resume half.h5 --quiet
run 0 verify half.h5
