#!/bin/sh
# label: numbers. Modal bodies from the outside: what is recorded, what is warned of, results and the body's file together.
. "$(dirname "$0")/common"
cp "$source_dir/tests/data/modal/lumped.h5" frame.h5

cat >swing.yaml <<'MODEL'
model: a frame that swings
gravity: [0, 0, -1]
bodies: {frame: {type: modal, file: frame.h5, damping: 0.1, frames: {eye: {node: right, at: [0, 0.1, 0]}}}}
joints: {pin: {type: revolute, between: [ground, frame.left], axis: y}}
forces: {push: {type: modal-load, body: frame, case: wind, factor: "0.1*sin(2*t)"}}
measures: {second: "amplitude(frame, 2)"}
output: {every: 0.05}
simulate: {end: 0.5}
MODEL
run 0 check swing.yaml
has out '^bodies  *1$'
has out '^nodes  *2$'
has out '^degrees of freedom  *5$'
run 0 run swing.yaml -o out.h5 --csv out.csv
head -1 out.csv >columns
for column in frame.x frame.left.x frame.right.q0 frame.eye.z frame.mode1 frame.mode4 second.value; do
  tr ',' '\n' <columns | grep -qx "$column" || fail "there is no column $column"
done
! tr ',' '\n' <columns | grep -qx frame.mode5 || fail "the body has four modes"
h5dump -H -d /frame.modes out.h5 >modes
has modes 'SIMPLE { ( 11, 4 ) / ( 11, 4 ) }'
h5dump -H out.h5 >all
has all '"amplitude"'
# The second amplitude is the measure of it.
run 0 compare out.h5 out.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  NR > 2 && $at["frame.mode2"] != $at["second.value"] { exit 1 }
  END { if (NR != 13) exit 1 }' out.csv || fail "amplitude(frame, 2) is not the column"

# What bends too far, or turns too fast, is said with its size.
run 0 run swing.yaml --end 0.5
lacks err 'turns fast'
sed 's/damping: 0.1,/damping: 0.1, omega: [0, 2, 0],/' swing.yaml >fast.yaml
run 0 run fast.yaml
has err 'frame.*turns fast.*may be wrong by about [0-9.]* %.*take beams'

# A slewing arm with a free frame, at 0.47 of its frequency held at the root; of another arm it was 3.4 % against beams.
cat >slew.yaml <<'MODEL'
bodies: {arm: {type: modal, file: arm.h5, omega: [0, 0, 50]}}
simulate: {end: 1e-4}
MODEL
cp "$source_dir/tests/models/modal/arm.h5" .
run 0 run slew.yaml
has err 'wrong by about [45][0-9.]* %.*is 16.[0-9]* Hz'
sed 's/50/15/' slew.yaml >slow.yaml
run 0 run slow.yaml
lacks err 'turns fast'

# Inertia that does not follow the bending is warned of; a frame is no interface; of: chooses modes, too.
sed 's/damping: 0.1,/damping: 0.1, terms: constant,/' swing.yaml >constant.yaml
run 0 check constant.yaml
has err 'stays that of the unloaded body.*first_order'
sed 's/node: right/node: eye/' swing.yaml >eye.yaml
run 2 check eye.yaml
has err 'no interface `eye`'
lacks err 'did you mean `eye`'
for of in second 'second, frame.mode2' frame; do
  sed "s/every: 0.05/every: 0.05, of: [$of]/" swing.yaml >of.yaml
  run 0 run of.yaml --csv of.csv
  echo "$of: $(head -1 of.csv | tr ',' '\n' | grep -c 'frame.mode')" >>chosen
done
printf 'second: 0\nsecond, frame.mode2: 1\nframe: 4\n' | cmp -s - chosen || fail "of: chooses the wrong modes: $(cat chosen)"
sed 's/"0.1\*sin(2\*t)"/50/' swing.yaml >hard.yaml
run 0 run hard.yaml --end 0.3
has err 'turns by .* rad at t = .*: shapes are added up'
has err 'reaches .* of the size of the body'

# A run goes on from its checkpoint with the same bits, and notices another body.
long="run swing.yaml --end 300 --tol 1e-9"
run 0 $long -o whole.h5
cut_run INT half.h5 300000 $long --checkpoint 1000
run 0 resume half.h5
cmp -s half.h5 whole.h5 || fail "the resumed results differ"
run 0 verify whole.h5
run 0 static swing.yaml
mv frame.h5 other.h5
run 2 verify whole.h5
has err 'frame.h5'

# A sub-model with a modal body can be moved, not mirrored.
cp other.h5 frame.h5
echo 'include: {there: {file: swing.yaml, at: [3, 0, 0], turn: {axis: z, angle: 1}}}' >moved.yaml
run 0 check moved.yaml
echo 'include: {there: {file: swing.yaml, mirror: y}}' >mirrored.yaml
run 2 check mirrored.yaml
has err 'a modal body cannot be mirrored'

# A bracket that is dropped: it flies without stress, touches when its lowest foot should, and the worst nodes are apart.
run 0 run "$source_dir/examples/dropped_bracket/model.yaml" -o drop.h5 --csv drop.csv --quiet
run 0 stress drop.h5 bracket --body "$source_dir/examples/dropped_bracket/bracket.h5" --top 6 --apart 0.01 --json
cat >drop.py <<'PYTHON'
import csv, json, math
rows = list(csv.reader(open("drop.csv")))
at = {name: i for i, name in enumerate(rows[0])}
lowest = min(float(rows[2][at[f"bracket.bolt_{k}.z"]]) for k in (1, 2, 3)) - 0.004
touch = math.sqrt(2 * lowest / 9.81)
flight = [r for r in rows[2:] if float(r[0]) < touch - 1e-4]
assert len(flight) > 1000
assert max(abs(float(r[at[f"bracket.mode{i}"]])) for r in flight for i in (1, 2, 3)) < 1e-12
first = next(float(r[0]) for r in rows[2:] if float(r[at["feet.normal"]]) > 0)
assert abs(first - touch) < 1e-4, (first, touch)
spots = json.load(open("out"))["rows"]
assert len(spots) == 6 and all(a["value"] >= b["value"] for a, b in zip(spots, spots[1:]))
place = [(s["x"], s["y"], s["z"]) for s in spots]
assert min(math.dist(a, b) for i, a in enumerate(place) for b in place[:i]) >= 0.01
assert touch < spots[0]["time"] < touch + 1e-3 and abs(spots[0]["value"] / 1.0847e8 - 1) < 0.01  # of a run at 1e-8
print(touch, first)
PYTHON
python3 drop.py || fail "the dropped bracket"

# The doctor asks modal bodies for nothing that they were not told.
for model in "$models"/modal/*.yaml; do
  run 0 check "$model" --start-only
  lacks err 'density would be'
done
