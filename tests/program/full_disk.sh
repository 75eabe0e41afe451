#!/bin/sh
# A disk that is really full: a file system of a megabyte or two in memory. What was written before can be rescued, and
# the run goes on when there is room.
. "$(dirname "$0")/common"

disk=$PWD/disk
mkdir -p "$disk"
umount_disk() { umount "$disk" 2>/dev/null || true; }
trap 'umount_disk; rm -rf "$folder"' EXIT
if ! mount -t tmpfs -o size=16k sarrus-test "$disk" 2>/dev/null; then
  echo "mounting a small file system is not permitted here: not tested"
  exit 77
fi
umount_disk
mount_disk() { # mount_disk SIZE
  umount_disk
  mount -t tmpfs -o "size=$1" sarrus-test "$disk"
}
rows_of() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["rows"])' "$1"; }
prefix() { # prefix PART WHOLE: all rows of PART are the first ones of WHOLE, bit for bit
  run 0 compare "$1" "$2" --tolerance 0 --json
  json out 'v["status"] == "equal" and not v["interpolated"] and v["difference"] == 0 and v["rows"] == v["rows_a"]'
}

sed 's/every: 0.05/every: step/' "$models/pendulum.yaml" >p.yaml
whole_run() { "$program" run p.yaml --step 1e-3 --end 20 -o "$1" --quiet --checkpoint 0.01; }
whole_run whole.h5 || fail "the undisturbed run fails"
cp whole.h5 same.h5

# 1. The disk is full while the run writes its journal.
mount_disk 1m
code=0
whole_run "$disk/out.h5" >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "full disk: exit status $code, expected 3"
has err "^sarrus: error: cannot write $disk/out.h5.part: No space left on device; free some space"
has err "\`sarrus recover $disk/out.h5.part\` makes a results file of what was written before"
[ "$(grep -c 'error:' err)" -eq 1 ] || fail "one failure, several messages"
[ ! -e "$disk/out.h5" ] || fail "out.h5 is there though the run failed"
held=$(wc -c <"$disk/out.h5.part")
[ "$held" -ge 1000000 ] || fail "the journal holds $held bytes of the megabyte only"
cp "$disk/out.h5.part" kept.part

# No other run overwrites it.
run 3 run p.yaml --end 1 -o "$disk/out.h5"
has err 'out.h5.part holds the results of a run that was cut off'
cmp -s "$disk/out.h5.part" kept.part || fail "the journal was changed"

# recover to the same disk has no room, and harms nothing; elsewhere it gives every row that fitted.
run 3 recover "$disk/out.h5.part"
has err 'No space left on device'
cmp -s "$disk/out.h5.part" kept.part || fail "the journal was changed"
[ "$(ls "$disk")" = out.h5.part ] || fail "half a file was left: $(ls "$disk")"
run 0 recover "$disk/out.h5.part" -o rescued.h5 --json
cp out facts
# What is cut is one record: a row, or a checkpoint of several kilobytes.
json facts "not v['complete'] and v['damaged_bytes'] < $held / 50"
[ ! -e "$disk/out.h5.part" ] || fail "the journal was not deleted"
prefix rescued.h5 whole.h5
rows=$(rows_of facts)
[ "$rows" -ge 100 ] || fail "only $rows rows were rescued"

# Continued where there is room: the same bytes as the run that was never cut off.
cp kept.part again.h5.part
run 0 resume again.h5 --quiet
run 0 compare again.h5 whole.h5 --quiet
run 0 resume rescued.h5 --quiet
run 0 compare rescued.h5 whole.h5 --quiet

# 2. On the same disk, after room was made.
mount_disk 1m
code=0
whole_run "$disk/out.h5" >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "full disk: exit status $code, expected 3"
mount -o remount,size=32m "$disk"
run 0 resume "$disk/out.h5" --quiet
run 0 compare "$disk/out.h5" whole.h5 --quiet
[ "$(ls "$disk")" = out.h5 ] || fail "more than the results was left: $(ls "$disk")"

# 3. The journal fits, the HDF5 file beside it does not; an older file stays.
"$program" run p.yaml --step 1e-3 --end 2 -o small.h5 --quiet
mount_disk 1100k
echo older >"$disk/out.h5"
code=0
"$program" run p.yaml --step 1e-3 --end 2 -o "$disk/out.h5" >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "no room for the HDF5 file: exit status $code, expected 3"
has err "No space left on device; the results are kept in $disk/out.h5.part; make room, then \`sarrus recover"
[ "$(cat "$disk/out.h5")" = older ] || fail "the older file was changed"
[ "$(ls "$disk" | tr '\n' ' ')" = "out.h5 out.h5.part " ] || fail "half a file was left: $(ls "$disk")"
run 0 recover "$disk/out.h5.part" -o elsewhere.h5 --json
json out 'v["complete"] and v["damaged_bytes"] == 0'
cmp -s elsewhere.h5 small.h5 || fail "the recovered file differs from that of a run with enough room"

# 4. A CSV file on the full disk: the results themselves are kept.
mount_disk 64k
code=0
"$program" run p.yaml --step 1e-3 --end 2 -o beside.h5 --csv "$disk/out.csv" >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "no room for the CSV file: exit status $code, expected 3"
has err "cannot write $disk/out.csv: No space left on device"
prefix beside.h5 small.h5
umount_disk
