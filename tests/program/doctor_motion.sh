#!/bin/sh
# What the doctor says of a motion: cures are followed before they are called healthy and keep forces where they can, the
# joint that is named takes part in the singular pose, and `run` and `check` say the same.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings
cp "$findings/excavator.yaml" "$findings/cylinder.yaml" "$findings/hooke.yaml" "$findings/s620.yaml" .

# A linkage that moves by its special dimensions alone: not every sleeve that cures it at the start leaves its motion as
# it is. The one proposed meets no singular pose, as the model itself.
run 0 check "$source_dir/examples/bricard/model.yaml" --fix bricard.yaml --json
json out 'v["edits_motion"]["followed"] and v["edits_motion"]["singular"] == 0 and v["edits_motion"]["singular_before"] == 0'
json out 'v["edits_motion"]["end_time"] == 10 and v["fixed"]["healthy"] and v["fixed"]["followed"]'
run 0 check bricard.yaml --json
json out 'v["motion"]["singular"] == [] and v["redundant"] == []'
is_empty err

# Where nobody followed the motion, nothing is said of it.
run 0 check "$source_dir/examples/bricard/model.yaml" --start-only
has out '^  with it the mechanism is healthy at the start and keeps its 1 degree of freedom; its motion was not followed$'

# The damping of a bearing stays: the drive has to overcome 0.6 N m of it, with the cure as without.
run 0 check hooke.yaml --fix hooke_fixed.yaml --json
json out 'len(v["edits"]) > 0 and all(e["loses"] == "" for e in v["edits"]) and v["fixed"]["healthy"]'
[ "$(grep -c 'angle_damping: c' hooke_fixed.yaml)" -eq 2 ] || fail "a damper is lost"
run 0 run hooke.yaml --csv before.csv -o before.h5
run 0 run hooke_fixed.yaml --csv after.csv -o after.h5
cat >torque.py <<'CODE'
import csv
def read(path):
    rows = list(csv.DictReader(line for line in open(path) if not line.startswith("#")))
    names = {name.split(" ")[0]: name for name in rows[0]}
    return [float(row[names["d2.tx"]]) for row in rows]
before, after = read("before.csv"), read("after.csv")
assert len(before) == len(after) == 101
assert all(abs(abs(x) - 0.6) < 1e-3 for x in before), before[:3]
assert all(abs(x - y) < 1e-3 for x, y in zip(before, after)), list(zip(before, after))[:3]
CODE
python3 torque.py || fail "the torque of the drive is another one"

# Where every cure loses a force, that is said, and the word healthy is not.
cat >door.yaml <<'MODEL'
bodies: {door: {mass: 20, inertia: [1, 1, 2], at: [0.4, 0, 1]}}
joints:
  lower: {type: revolute, between: [ground, door], at: [0, 0, 0.2], axis: z, damping: 3}
  upper: {type: revolute, between: [ground, door], at: [0, 0, 1.8], axis: z, damping: 3}
simulate: {end: 1}
MODEL
run 0 check door.yaml --fix door_fixed.yaml
has out 'it loses `damping` of this joint'
has out '^  with .* nothing is redundant and the mechanism keeps its 1 degree of freedom$'
has out '^  but forces are lost: '
lacks out 'is healthy'
has out '^door_fixed.yaml is written: nothing is redundant in it, with 1 degree of freedom, but it is not healthy$'
run 0 check door.yaml --json
json out 'any(e["loses"] == "damping" for e in v["edits"]) and v["edits_suffice"]'

# One joint that keeps no force gives way before one that does.
sed 's/\(upper: .*\), damping: 3/\1/' door.yaml >one_damper.yaml
run 0 check one_damper.yaml --json
json out '{e["element"] for e in v["edits"]} == {"upper"} and v["edits"][0]["loses"] == ""'

# The excavator's bucket locks; boom and stick have nothing to do with it. Who speaks of that pose names one joint.
bucket='bucketpin|rockerpin|linkpin|linkbucket|kcA|kcB|buckcyl.slide|buckdrive'
run 0 check excavator.yaml
grep 'warning: ' err >warnings
[ "$(wc -l <warnings)" -ge 2 ] || fail "the pose and the failure should be said"
grep -vE "\`($bucket)\`" warnings && fail "a joint that takes no part is blamed"
grep -E '`(boompin|stickpin|bcA|bcB|scA|scB|boomdrive|stickdrive)`' warnings && fail "a joint that takes no part is named"
[ "$(sed 's/^[^`]*`\([^`]*\)`.*/\1/' warnings | sort -u | wc -l)" -eq 1 ] || fail "several joints are blamed first"
has err 'says the same as the other constraints (above all those of `.*`, `.*` and `.*`)'

# Singular poses: run and check find the same ones, at the same times.
run 0 check s620.yaml
grep -o 'at t = [0-9.]* s the mechanism [a-z ]* a singular pose: `j4`' err >by_check
run 0 run s620.yaml -o s620.h5
grep -o 'at t = [0-9.]* s the mechanism [a-z ]* a singular pose: `j4`' err >by_run
[ -s by_check ] || fail "check finds no singular pose"
cmp by_check by_run || fail "run and check differ"
run 0 check s620.yaml --json
cp out check.json
run 0 run s620.yaml -o s620.h5 --json
python3 -c 'import json; c, r = json.load(open("check.json")), json.load(open("out"));
assert r["singular_poses"] == len(c["motion"]["singular"]) > 6, r["singular_poses"]' || fail "the numbers of poses differ"

# A pose that assembly had to move: check, too, says it.
cat >moved.yaml <<'MODEL'
bodies:
  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], frames: {tip: {at: [0, 0, 0]}}}
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2.1, 0, 0], frames: {end: {at: [-1, 0, 0]}}}
joints:
  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: y}
  knee: {type: revolute, between: [bob.tip, rod.end], axis: y}
simulate: {end: 0.1}
MODEL
for verb in check run; do
  run 0 "$verb" moved.yaml
  grep -o 'the written pose does not close the joints: assembly moved .*' err >"moved_$verb" || fail "$verb is silent"
done
cmp moved_check moved_run || fail "run and check differ"

# A start that is nearly singular: run and assemble say it as check does.
cat >nearly.yaml <<'MODEL'
gravity: [0, 0, 0]
parameters: {theta: 1e-7}
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [cos(theta)/2, sin(theta)/2, 0], turn: {axis: z, angle: theta}, frames: {pin: {at: [0.5, 0, 0]}}}
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5*cos(theta), sin(theta)/2, 0], turn: {axis: z, angle: -theta},
    frames: {pin: {at: [-0.5, 0, 0]}, end: {at: [0.5, 0, 0]}}}
  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2*cos(theta), 0, 0]}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}
  B: {type: revolute, between: [crank.pin, rod.pin], axis: z}
  C: {type: point-on-line, between: [slider, rod.end], axis: z}
  D: {type: prismatic, between: [ground, slider], at: [2, 0, 0], axis: x}
motions:
  hold: {joint: D, translation: 0}
simulate: {end: 0.01}
MODEL
for verb in check run assemble; do
  "$program" "$verb" nearly.yaml >out 2>err || true
  has err 'the mechanism starts in a singular pose or very near to one'
done
