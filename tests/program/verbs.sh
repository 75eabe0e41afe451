#!/bin/sh
# check, assemble, kinematics, methods, describe, order.
. "$(dirname "$0")/common"

run 0 check "$models/pendulum.yaml"
has out '^bodies  *1$'
has out '^coordinates  *6$'
has out '^constraints  *5$'
has out '^degrees of freedom  *1$'
run 0 check "$models/pendulum.yaml" --json
json out 'v["bodies"] == 1 and v["coordinates"] == 6 and v["constraints"] == 5 and v["degrees_of_freedom"] == 1'
json out 'v["redundant"] == [] and v["warnings"] == [] and v["initial_position_error"] < 1e-12'
run 0 check "$models/pendulum.yaml" --quiet
is_empty out
is_empty err

# A planar four-bar of spatial revolutes: three rows too many, and no contradiction.
run 0 check "$models/A02_Nfourbar_N2_natural.yaml" --json
json out 'len(v["redundant"]) > 0 and all(r["consistent"] and r["joint"] and r["equation"] for r in v["redundant"])'
json out 'all(isinstance(r["with"], list) for r in v["redundant"])'

# Two joints that cannot hold at once.
cat >apart.yaml <<'MODEL'
model: apart
ground: {frames: {left: {at: [0, 0, 0]}, right: {at: [5, 0, 0]}}}
bodies:
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0], frames: {a: {at: [-0.5, 0, 0]}, b: {at: [0.5, 0, 0]}}}
joints:
  A: {type: spherical, between: [ground.left, rod.a]}
  B: {type: spherical, between: [ground.right, rod.b]}
simulate: {end: 1}
MODEL
run 1 check apart.yaml
has err 'error: '
run 1 check apart.yaml --json
is_json out
run 1 run apart.yaml
has err 'error: '
run 1 run apart.yaml --json
json out 'v["status"] == "failed" and v["code"] == 1 and len(v["errors"]) > 0'

run 0 assemble "$models/pendulum.yaml" --csv start.csv
has out '^positions$'
has out '^body  *2  *0  *0  *0.7071'
has out '^velocities$'
has out '^reactions of joints'
has start.csv '^time,body.x,'
[ "$(wc -l <start.csv)" -eq 3 ] || fail "start.csv should have three lines"
run 0 assemble "$models/pendulum.yaml" --json
json out 'any(c["name"] == "body.x" and abs(c["value"] - 2) < 1e-12 and c["unit"] == "m" for c in v["columns"])'

run 0 kinematics "$models/driven_fourbar.yaml" --csv k.csv -o k.h5
[ -s k.h5 ] || fail "k.h5 was not written"
has k.csv '^time,'
run 0 kinematics "$models/driven_fourbar.yaml" --json --end 0.1
json out 'v["status"] == "done" and v["degrees_of_freedom"] == 0 and abs(v["end_time"] - 0.1) < 1e-12'
run 2 kinematics "$models/pendulum.yaml"
has err 'error: .*1 degree of freedom'

run 0 methods
has out '^hht '
run 0 methods hht
has out '^hht: '
run 0 methods radau5 # keys that it refuses are not listed
has out 'formulation=index3'
lacks out 'scaling='
lacks out 'augmentation='
run 0 methods lms3
has out 'scaling=step'
run 0 methods --json
json out 'any(m["name"] == "hht" and m["order"] == 2 for m in v)'
json out 'all(set("name family order order_index3 stages adaptive dissipation stability paper".split()) <= set(m) for m in v)'
json out 'all(set(m["order_si2"]) == {"position", "velocity", "multipliers"} for m in v)'
json out 'all(set(m["order_index3"]) == {"position", "velocity", "multipliers"} for m in v)'
run 0 methods hht:alpha=-0.1 --json
json out '[m["name"] for m in v] == ["hht"]'

run 0 describe
has out 'revolute'
run 0 describe spring-damper
has out 'stiffness'
run 0 describe spring-damper --json
is_json out
run 0 describe --schema
is_json out

run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 3
has out '^ *order  *[0-9.]* '
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 3 --json
json out 'v["steps"][0] == 0.02 and abs(v["steps"][1] / v["steps"][0] - 0.5) < 1e-12'
json out 'abs(v["position"]["order"] - 2) < 0.25 and len(v["position"]["errors"]) == len(v["steps"])'
