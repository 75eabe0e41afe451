#!/bin/sh
# assemble: what had to be moved, joints that close in two ways, locks, and what a run and a check say about it.
. "$(dirname "$0")/common"

run 0 assemble "$models/pendulum.yaml"
has out '^nothing had to be moved$'
has out '^way: direct'
run 0 assemble "$models/pendulum.yaml" --json
json out 'v["assembly"]["moved"] == [] and v["assembly"]["mirrors"] == [] and v["assembly"]["way"] == "direct"'

# An elbow that does not close as written: upper and lower arm of 1250 mm between points 2000 mm apart.
cat >elbow.yaml <<'MODEL'
units: {length: mm, angle: deg}
parameters: {u: 35 deg, l: -35 deg}
ground: {frames: {A: {at: [0, 0, 0]}, C: {at: [2000, 0, 0]}}}
bodies:
  upper: {mass: 1, inertia: [1e5, 1e5, 1e5], at: [0, 0, 0], turn: {axis: z, angle: u},
    frames: {A: {at: [0, 0, 0]}, B: {at: [1250, 0, 0]}}}
  lower: {mass: 1, inertia: [1e5, 1e5, 1e5], at: [2000, 0, 0], turn: {axis: z, angle: l},
    frames: {C: {at: [0, 0, 0]}, B: {at: [-1250, 0, 0]}}}
joints:
  A: {type: revolute, between: [ground.A, upper.A]}
  B: {type: revolute, between: [upper.B, lower.B]}
  C: {type: revolute, between: [ground.C, lower.C]}
simulate: {end: 0.01}
MODEL
run 0 assemble elbow.yaml
has out '^moved by assembly$'
has out '^upper  *0  *1.8699'
has out '^A, B, C: the other one turns [a-z]* by 73.74 deg$'
run 0 assemble elbow.yaml --json
json out 'v["assembly"]["position_error_written"] > 1e-3 and v["assembly"]["position_error"] < 1e-12'
json out '[m["body"] for m in v["assembly"]["moved"]] in (["upper", "lower"], ["lower", "upper"])'
json out 'all(abs(m["angle"] - 1.8698976) < 1e-6 for m in v["assembly"]["moved"])'
json out 'len(v["assembly"]["mirrors"]) == 1 and abs(v["assembly"]["mirrors"][0]["angle"] - 73.7397953) < 1e-5'
json out 'v["assembly"]["mirrors"][0]["joints"] == ["A", "B", "C"] and not v["assembly"]["mirrors"][0]["suspicious"]'

# A check notes the second way; a run names the body that moved most.
run 0 check elbow.yaml --verbose
has err 'note: joints `A`, `B`, `C` close in two ways'
run 0 run elbow.yaml
has err 'warning: the written pose does not close the joints: assembly moved `[a-z]*` by 0 mm and turned it by 1.87 deg'
has err '`sarrus assemble` lists all'

# Moved far: perhaps to the wrong side.
run 0 assemble elbow.yaml --set u=5 --set l=3
has err 'warning: wrong branch? joints `A`, `B`, `C` close in two ways'

# Locks: kept, or named where they cannot be kept.
sed 's/ lower: {/ lower: {lock: position, /' elbow.yaml >locked.yaml
run 1 assemble locked.yaml
has err '` stays open by .* mm while the lock of `lower` keeps the written pose'
sed 's/ upper: {/ upper: {lock: both, /' elbow.yaml >wrong.yaml
run 2 check wrong.yaml
has err 'none position velocity all'

# Impossible: what stays open, and the loop.
sed 's/2000, 0, 0\]}}/4000, 0, 0]}}/' elbow.yaml >apart.yaml
run 1 check apart.yaml
has err 'the joints cannot be closed: the best pose leaves .*open: `[ABC]` by .* mm.*; loop: `'
