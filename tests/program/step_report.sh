#!/bin/sh
# What limited the steps, in the summary and as JSON; and after a failure the story of the last steps and its causes.
. "$(dirname "$0")/common"

cp "$models/pendulum.yaml" .
run 0 run pendulum.yaml --end 1
has out '^  step limited by        error of body (.*) [0-9]* %'
lacks out 'limited by$'
run 0 run pendulum.yaml --end 1 --verbose
has out '^       steps rejected  share  limited by$'
has out '^ *[0-9][0-9]* *[0-9][0-9]* *[0-9]* %  error of body (.*)$'
run 0 run pendulum.yaml --end 1 --json
json out 'sum(x["steps"] for x in v["limits"]) == v["steps"] and sum(x["rejected"] for x in v["limits"]) == v["rejected"]'
json out 'abs(sum(x["share"] for x in v["limits"]) - 1) < 1e-9 and v["limits"][0]["element"] == "body"'
json out 'set(v["limits"][0]) == {"reason", "element", "equation", "steps", "rejected", "share"} and "notes" not in v'
run 0 run pendulum.yaml --end 1 --step 1e-2 --json
json out 'v["limits"] == [{"reason": "fixed step", "element": None, "equation": None, "steps": 100, "rejected": 0, "share": 1}]'

cat >jump.yaml <<'MODEL'
model: jump
gravity: [0, -9.81, 0]
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}
joints:
  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}
motions:
  drive: {joint: A, rotation: "0.1*sign(t - 0.5)"}
simulate: {method: hht, end: 1}
MODEL
run 1 run jump.yaml
has err '^sarrus: error: the step became too small at t = 0.5 s'
has err '^sarrus: note: the last attempts:$'
has err '^ *t *step  outcome *error  it  culprit$'
has err '^ *0.49999999.* error too large .* arm, rotation about its z$'
has err '^jump.yaml:8:3: note: likely cause 1: the motion `drive` jumps at t = 0.5 s, from -0.1 to 0.1; let it change'
[ "$(sed -n 's/^\([^ ]*\) \(error\|note\):.*/\2/p' err | tr '\n' ' ')" = "error note note " ] || fail "order of messages"
run 1 run jump.yaml --quiet
lacks err 'note:'
run 1 run jump.yaml --json
json out 'v["status"] == "failed" and len(v["errors"]) == 1 and len(v["notes"]) == 2'
json out 'v["notes"][1]["element"] == "drive" and v["notes"][1]["line"] == 8 and "tanh" in v["notes"][1]["remedy"]'

# A controller has several states: what limits the steps is told apart.
cat >pid.yaml <<'MODEL'
model: pid
states:
  U: {type: pid, input: "sin(5*t)", kp: 1, ki: 2, kd: 0.1, filter: 0.01}
simulate: {method: hht, end: 1}
MODEL
run 0 run pid.yaml --json
json out '{x["equation"] for x in v["limits"] if x["element"] == "U"} <= {"filtered", "integral"}'
json out 'any(x["element"] == "U" and x["equation"] == "filtered" for x in v["limits"])'
