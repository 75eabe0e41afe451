#!/bin/sh
# resume after Ctrl-C, and what it refuses; verify.
. "$(dirname "$0")/common"

cp "$models/A02_Nfourbar_N2_natural.yaml" model.yaml
run 0 run model.yaml --tol 1e-9 --end 30 -o whole.h5
cut_run INT cut.h5 100000 run model.yaml --tol 1e-9 --end 30 --checkpoint 1000
[ -s cut.h5 ] && [ ! -f cut.h5.part ] || fail "Ctrl-C did not complete the file"
rm model.yaml # the file remembers it
run 2 verify cut.h5
has err 'cut.h5 holds a run that was cut off at t = .*; complete it first with `sarrus resume`'
run 0 resume cut.h5
cmp -s cut.h5 whole.h5 || fail "the resumed results differ"
run 2 resume cut.h5
has err 'error: cut.h5 is complete; there is nothing left to do'

# The error test of stiff states looks back on nodes and solves with an old matrix: both go through the file.
set -- "$models/stiff_filter.yaml" --set T=1e-5 --tol 1e-9 --end 60
run 0 run "$@" -o whole_filter.h5
cut_run INT filter.h5 500000 run "$@" --checkpoint 1000
run 0 resume filter.h5
cmp -s filter.h5 whole_filter.h5 || fail "the resumed results of stiff states differ"

# Anchored friction remembers from step to step, and matrices belong to the touches that they were made for.
set -- "$models/contact/shaken_box.yaml" --end 40
run 0 run "$@" -o whole_box.h5
cut_run INT box.h5 100000 run "$@" --checkpoint 1000
run 0 resume box.h5
cmp -s box.h5 whole_box.h5 || fail "the resumed results of a contact differ"

# Balls in a pit: what is near what, and the pattern that follows it, go through the file.
set -- "$models/contact/pit.yaml" --end 1.5
run 0 run "$@" -o whole_pit.h5
cut_run INT pit.h5 400000 run "$@" --checkpoint 1000
run 0 resume pit.h5
cmp -s pit.h5 whole_pit.h5 || fail "the resumed results of a crowd differ"

# A checkpoint that is refused: the files stay as they are, with all rows behind it.
"$program" run "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 1000 -o part.h5 --checkpoint 0.05 --quiet \
  >out 2>err &
child=$!
wait_for_journal part.h5.part 400000+checkpoint
kill_run
cp part.h5.part right.part
for where in 0 1000; do # the build, and the state
  python3 - "$where" <<'END'
# one byte of the last checkpoint is changed, and the checksum of its record made right
import struct, sys
data = bytearray(open("right.part", "rb").read())
at, last = 16, None
while at + 16 <= len(data):
    kind, length = struct.unpack_from("<IQ", data, at)
    if at + 16 + length > len(data): break
    if kind == 4: last = (at, length)
    at += 16 + length
at, length = last
data[at + 12 + int(sys.argv[1])] ^= 1
crc = 0xffffffff
for byte in data[at:at + 12 + length]:
    crc ^= byte
    for _ in range(8): crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
struct.pack_into("<I", data, at + 12 + length, crc ^ 0xffffffff)
open("part.h5.part", "wb").write(data)
END
  cp part.h5.part before.part
  run 2 resume part.h5
  has err 'error: the checkpoint \(was written by another build\|does not fit this model, or it is damaged\)'
  cmp -s part.h5.part before.part || fail "a refused resume changed the journal"
  [ ! -e part.h5 ] || fail "a refused resume made a results file"
done
rm -f part.h5.part

# verify
run 0 verify whole.h5
has out '^whole.h5: repeated bit for bit, hash [0-9a-f]*$'
run 0 verify whole.h5 --json
json out 'v["same"] and not v["altered"] and v["stored"] == v["repeated"]'
python3 - <<'END'
# one byte of a row in the middle of the file is changed; the hash attribute is not
data = bytearray(open("whole.h5", "rb").read())
data[len(data) // 2] ^= 1
open("altered.h5", "wb").write(data)
END
code=0
"$program" verify altered.h5 >out 2>err || code=$?
[ "$code" -eq 1 ] || [ "$code" -eq 2 ] || fail "verify of an altered file: exit status $code, expected 1 or 2"

# A run with included files and --set, with every setting away from its default, in other units
mkdir parts
cat >parts/link.yaml <<'END'
units: {length: mm}
parameters: {l: 100}
bodies: {rod: {mass: 1, inertia: [1e-4, 1e-3, 1e-3], at: [l/2, 0, 0], frames: {top: {at: [-l/2, 0, 0]}}}}
END
cat >inc.yaml <<'END'
units: {length: mm, angle: deg}
gravity: [0, -9810, 0]
parameters: {l: 80}
include: {arm: {file: parts/link.yaml, parameters: {l: l}}}
joints: {hinge: {type: revolute, between: [ground, arm.rod.top], axis: z}}
simulate: {end: 1}
END
run 0 run inc.yaml --set l=120 --step 1e-3 --method hht:alpha=-0.1 --end 0.5 -o inc.h5
rm -r parts inc.yaml
run 0 verify inc.h5

# What cannot be resumed or verified
run 2 resume nothing.h5
has err 'nothing.h5'
printf 'time,x\n# s,m\n0,1\n' >table.csv
run 2 verify table.csv
has err 'table.csv'

# A run that is over but whose results file could not be made: verify and resume say the same.
mkdir over.h5.new
run 3 run "$models/pendulum.yaml" --end 0.2 -o over.h5
for verb in verify resume; do
  run 2 $verb over.h5
  has err 'over.h5.part is complete; `sarrus recover` makes the results file of it'
done
rmdir over.h5.new
run 0 recover over.h5.part
run 0 verify over.h5
