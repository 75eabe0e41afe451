#!/bin/sh
# Iterations of steps and of a run: the summary and its JSON tell both numbers, by the names that the page has; the steps
# sum up to the one that says so.
. "$(dirname "$0")/common"

cat >ball.yaml <<'MODEL'
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1]}}
forces:
  drag: {type: force, between: [ground, ball], force: [0, 0, "-0.3*vz(ball)*abs(vz(ball))"]}
events:
  floor: {when: "dz(ball)", direction: down, restitution: 0.7}
simulate: {end: 2}
MODEL
cat >sum.py <<'CODE'
import csv, json, sys
rows = list(csv.DictReader(line for line in open("steps.csv") if not line.startswith("#")))
v, total = json.load(open("out")), sum(int(row["iterations"]) for row in rows)
assert len(rows) == v["steps"], (len(rows), v["steps"])
assert total == v["accepted_iterations"], (total, v["accepted_iterations"])
assert v["iterations"] >= total, (v["iterations"], total)
if len(sys.argv) > 1: assert (v["iterations"] > total) == (sys.argv[1] == "more"), (v["iterations"], total)
CODE
# An event is looked for inside of steps that are then made shorter: more iterations than the steps tell.
run 0 run ball.yaml --steps steps.csv -o ball.h5 --json
python3 sum.py more || fail "the steps of the ball do not sum up"
all=$(python3 -c 'import json; print(json.load(open("out"))["iterations"])')
steps=$(python3 -c 'import json; print(json.load(open("out"))["accepted_iterations"])')
run 0 run ball.yaml -o ball.h5
has out "^  iterations  *$all, $steps in accepted steps\$"
run 0 run "$source_dir/examples/woodpecker/model.yaml" --end 0.1 --steps steps.csv -o bird.h5 --json
python3 sum.py more || fail "the steps of the woodpecker do not sum up"

# Where no attempt was in vain both are one, and one is told; other kinds of methods count alike.
run 0 run "$models/pendulum.yaml" --step 0.01 --end 0.5 --steps steps.csv -o plain.h5 --json
python3 sum.py same || fail "the steps of the pendulum do not sum up"
run 0 run "$models/pendulum.yaml" --step 0.01 --end 0.5 -o plain.h5
has out '^  iterations  *[0-9]*$'
for method in radau5 esdirk325l2sa rosenbrock-nystrom dopri5; do
  run 0 run ball.yaml --method $method --steps steps.csv -o ball.h5 --json
  python3 sum.py || fail "$method: the steps do not sum up"
done

# A run that was cut off and resumed counts as one.
cut_run INT half.h5 30000 run ball.yaml --step 1e-4 --end 1.5 --checkpoint 0.01
run 0 resume half.h5 --json
cp out resumed
run 0 run ball.yaml --step 1e-4 --end 1.5 -o whole.h5 --json
python3 -c 'import json; a, b = json.load(open("resumed")), json.load(open("out"))
assert [a[k] - b[k] for k in ("steps", "iterations", "accepted_iterations")] == [0, 0, 0], [(a[k], b[k]) for k in ("steps", "iterations", "accepted_iterations")]' || fail "a resumed run counts otherwise"
