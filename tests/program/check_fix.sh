#!/bin/sh
# `sarrus check`: the proposed edits, and the model that `--fix` writes.
. "$(dirname "$0")/common"

cat >fourbar.yaml <<'MODEL'
# A planar four-bar of hinges.
gravity: [3, -9.81, 0]
parameters: {m: 1}
bodies:
  crank: {mass: m, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}
  coupler: {mass: m, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}
  rocker: {mass: m, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}
  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}
  C: {type: revolute, between: [coupler, rocker], at: [2, 1, 0], axis: z} # closes the loop
  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}
simulate: {end: 0.2}
MODEL
cp fourbar.yaml before.yaml

run 0 check fourbar.yaml
has out '^redundant constraints  *3$'
has out "^Gruebler's count is -2, the mechanism has 1 degree of freedom: 3 constraints repeat others$"
has out '^  D: rotation about x of the ground: redundant; depends on A, B, C$'
has out '^  line 11: joint C: replace `type: revolute` by `type: point-on-line`$'
run 0 check fourbar.yaml --json
json out 'v["gruebler"] == -2 and v["degrees_of_freedom"] == 1 and v["edits_suffice"] and "fixed" not in v'
json out 'len(v["edits"]) == 1 and set(v["edits"][0]) == {"element", "count", "action", "from", "to", "axis", "axis2", "drops", "loses",
  "file", "line", "column", "included", "why"}'
json out '[v["edits"][0][k] for k in ("element", "action", "from", "to", "file", "line", "column")] ==
  ["C", "replace type", "revolute", "point-on-line", "fourbar.yaml", 11, 13]'

run 0 check fourbar.yaml --set m=2 --fix fixed.yaml
has out '^fixed.yaml is written: it is healthy, with 1 degree of freedom$'
is_empty err
[ "$(diff fourbar.yaml fixed.yaml | grep -c '^>')" -eq 1 ] || fail "one line should differ"
has fixed.yaml '^  C: {type: point-on-line, between: \[coupler, rocker\], at: \[2, 1, 0\], axis: z} # closes the loop$'
cmp fourbar.yaml before.yaml || fail "the model was changed"
run 0 check fixed.yaml --json
json out 'v["redundant"] == [] and v["edits"] == [] and v["gruebler"] == 1'
run 0 run fixed.yaml -o fixed.h5
run 0 check fourbar.yaml --fix fixed2.yaml --json
is_empty err
json out 'v["fixed"] == {"file": "fixed2.yaml", "healthy": True, "followed": True, "redundant": 0, "degrees_of_freedom": 1}'

# Never the model itself, nor a folder.
run 2 check fourbar.yaml --fix fourbar.yaml
run 2 check fourbar.yaml --fix ./fourbar.yaml
cmp fourbar.yaml before.yaml || fail "the model was changed"
run 3 check fourbar.yaml --fix nowhere/fixed.yaml
has err 'cannot write nowhere/fixed.yaml'

# Nothing to do.
run 0 check "$models/pendulum.yaml" --fix pendulum.yaml
has out '^nothing to fix: pendulum.yaml is not written$'
[ ! -e pendulum.yaml ] || fail "pendulum.yaml was written"

# A contradiction: the run says where to look, and the fixed model runs.
cat >twice.yaml <<'MODEL'
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}
motions:
  B: {joint: A, rotation: t}
  C: {joint: A, rotation: 2*t}
simulate: {end: 0.1}
MODEL
run 1 run twice.yaml
has err 'sarrus check MODEL --fix FIXED.yaml'
run 1 check twice.yaml
has out '^  C: driven rotation: conflicting; depends on B$'
has out '^  line 5: motion C: remove it$'
run 0 check twice.yaml --fix once.yaml
is_empty err
has out '^once.yaml is written: it is healthy, with 0 degrees of freedom$'
lacks once.yaml 'C:'
run 0 kinematics once.yaml --end 0.1 --csv once.csv

# An edit in an included file is named there and not made; an own one is made.
mkdir part
sed '/gravity\|simulate\|# A planar/d' fourbar.yaml >part/loop.yaml
printf 'gravity: [3, -9.81, 0]\ninclude: {left: {file: part/loop.yaml}}\n' >with.yaml
run 0 check with.yaml
has out '^  part/loop.yaml, line 9: joint left.C: replace `type: revolute` by `type: point-on-line`$'
run 1 check with.yaml --fix with_fixed.yaml
has err '^part/loop.yaml:9:13: error: .*included file.*replace `type: revolute` by `type: point-on-line`'
[ ! -e with_fixed.yaml ] || fail "with_fixed.yaml was written"

# Nothing can be done about a length.
cat >stiff.yaml <<'MODEL'
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
ground: {frames: {o: {at: [0, 0, 0]}}}
joints:
  A: {type: distance, between: [ground.o, a], length: 1}
  B: {type: distance, between: [ground.o, a], length: 2}
MODEL
run 1 check stiff.yaml
has out 'conflicting'
