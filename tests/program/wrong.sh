#!/bin/sh
# Wrong input: exit status 2, one line per mistake with its place, nothing on standard output.
. "$(dirname "$0")/common"

run 2 run nosuch.yaml
is_empty out
has err 'nosuch.yaml'
has err 'No such file'
[ ! -e nosuch.h5 ] || fail "a results file was left behind"

run 2 run .
is_empty out

cat >wrong.yaml <<'MODEL'
model: wrong
gravity: [0, 0, -9.81]
bodies:
  body: {mass: 1, inertia: [0.04, 0.1, 0.1], at: [2, 0, 0]}
  other: {mas: 1, inertia: [0.04, 0.1, 0.1]}
joints:
  joint: {type: revolut, between: [ground, body], at: [0, 0, 0], axis: y}
simulate: {end: 1}
MODEL
run 2 run wrong.yaml
is_empty out
has err '^wrong.yaml:5:[0-9]*: error: .*mas.*mass'
has err '^wrong.yaml:7:[0-9]*: error: .*revolut.*revolute'
[ ! -e wrong.h5 ] || fail "a results file was left behind"

run 2 check wrong.yaml --json
json out 'v["status"] == "error" and v["code"] == 2 and len(v["errors"]) >= 2'
json out 'v["errors"][0]["file"] == "wrong.yaml" and v["errors"][0]["line"] == 5 and v["errors"][0]["column"] > 0'
json out 'all(set(e) == {"file", "line", "column", "element", "message", "remedy"} for e in v["errors"])'

# One misspelt section is one error: what it holds is known all the same.
cat >sections.yaml <<'MODEL'
model: sections
paramters: {F: 3}
body:
  m: {mass: 1, inertia: [1, 1, 1]}
forces:
  f: {type: force, between: [ground, m], force: [F, 0, 0]}
MODEL
run 2 check sections.yaml --json
json out 'len(v["errors"]) == 2 and "parameters" in v["errors"][0]["message"] and "bodies" in v["errors"][1]["message"]'

run 2 run "$models/pendulum.yaml" --tol 1e-6 --step 1e-3
has err '^sarrus: error: --step .* --tol .*exclude each other; give one of them$'
run 2 run "$models/pendulum.yaml" --tolerance 1e-6
has err 'unknown option --tolerance; did you mean --tol?'
run 2 run "$models/pendulum.yaml" --tol -1
has err '--tol -1 is not a positive number'
run 2 run "$models/pendulum.yaml" --end later
run 2 run "$models/pendulum.yaml" --set nosuch=1
has err 'nosuch'
run 2 run "$models/pendulum.yaml" --method nosuch
has err 'nosuch'
run 2 run "$models/pendulum.yaml" --csv - --json
has err 'standard output'

cp "$models/pendulum.yaml" own.yaml
run 2 run own.yaml -o own.yaml
has err 'own.yaml is the model itself'
cmp -s own.yaml "$models/pendulum.yaml" || fail "the model was overwritten"

run 2 methods htt
has err 'did you mean hht?$'
run 2 describe revolut
has err 'revolute'
run 2 order "$models/pendulum.yaml" --halvings 99
has err 'whole number from 1 to '
