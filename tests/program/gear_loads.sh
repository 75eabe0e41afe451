#!/bin/sh
# Gears and couplers act on angles alone: it is said, once, where loads of their joints are written, that teeth push on
# bearings too.
. "$(dirname "$0")/common"
findings=$source_dir/tests/data/findings

run 0 run "$findings/planetary.yaml" --end 0.01 --json
json out '[w["element"] for w in v["warnings"] if "bearings" in w["message"]] == ["sunmesh0"]'
json out '"as do 5 others like it" in v["warnings"][0]["message"]'
[ "$(grep -c 'push on the bearings' err)" -eq 1 ] || fail "it should be said once"
# Not where nobody reads them, nor where nothing turns.
{ cat "$findings/planetary.yaml"; echo 'output: {of: [sun, carrier, energy]}'; } >motion.yaml
run 0 run motion.yaml --end 0.01
lacks err 'bearings'
cat >levers.yaml <<'MODEL'
bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], at: [0, 1, 0]}}
joints:
  A: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: x}
  B: {type: prismatic, between: [ground, b], at: [0, 1, 0], axis: x}
  C: {type: coupler, joints: [A, B], ratios: [1, 2]}
simulate: {end: 0.01}
MODEL
run 0 run levers.yaml
lacks err 'bearings'
for type in gear coupler rack-pinion; do
  run 0 describe $type
  has out 'push on the bearings besides is not in the forces of the joints'
done
run 0 describe gear --json
json out '"bearings" in str(v)'

# What a run says of redundant relations is true of `check`.
run 0 run "$findings/planetary.yaml" --end 0.01
has err 'ringmesh1: redundant: .*leave it out'
lacks err 'check'
run 0 check "$findings/planetary.yaml"
has out '^no edit of joint types was found that cures this$'
sed '/ringmesh/d' "$findings/planetary.yaml" >cured.yaml
echo '  ringmesh0: {type: coupler, joints: [C, P0], ratios: [rr, rp]}' >ring
sed -i '/"sunmesh{i}"/r ring' cured.yaml
run 0 check cured.yaml
lacks out 'redundant; depends'
