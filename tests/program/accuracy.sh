#!/bin/sh
# label: long. run --accuracy: reached, or the reason; goals of columns; what is refused.
. "$(dirname "$0")/common"

# errors_of FILE.csv FINE.csv LENGTH UNTIL: the largest error of positions over the length, up to a time.
errors_of() {
  python3 - "$@" <<'END'
import csv, sys
one, other = (list(csv.reader(open(name))) for name in sys.argv[1:3])
worst = 0
for row, fine in zip(one[2:], other[2:], strict=True):
    if float(row[0]) > float(sys.argv[4]): break
    for k, name in enumerate(other[0]):
        if name.rsplit(".", 1)[-1] in ("x", "y", "z"):
            worst = max(worst, abs(float(row[one[0].index(name)]) - float(fine[k])) / float(sys.argv[3]))
print("%.3e" % worst)
END
}

cp "$models/A01_simple_pendulum.yaml" model.yaml
run 0 run model.yaml -o none --csv fine.csv --method radau5 --tol 1e-12
for accuracy in 1e-3 1e-6; do
  run 0 run model.yaml --accuracy $accuracy -o out.h5 --csv out.csv --json
  json out 'v["accuracy"]["asked"] == '$accuracy' and v["accuracy"]["estimated"] <= '$accuracy' and v["accuracy"]["reason"] is None'
  json out 'v["accuracy"]["horizon"] == v["end_time"] == 10 and v["status"] == "done" and v["error_bars"] is not None'
  json out 'len(v["accuracy"]["runs"]) >= 3 and [r["method"] for r in v["accuracy"]["runs"][:2]] == ["bdf", "dopri5"]'
  json out '[r["end_time"] for r in v["accuracy"]["runs"][:2]] == [1, 1] and v["accuracy"]["runs"][-1]["end_time"] == 10'
  json out 'v["cpu"]["search"] > 0'
  length=$(python3 -c 'import json; print(json.load(open("out"))["length_scale"]["value"])')
  error=$(errors_of out.csv fine.csv "$length" 10)
  python3 -c "assert $error <= $accuracy, '$error'" || fail "the error is $error, asked was $accuracy"
done
run 0 verify out.h5
run 0 run model.yaml --accuracy 1e-4 -o said.h5
has out '^  accuracy  *[0-9.e-]* of L = [0-9.]* m and of a radian, asked: 0.0001; [0-9]* runs$'
run 0 run model.yaml --accuracy 1e-3 --method hht -o hht.h5 --json
json out 'all(r["method"] == "hht" for r in v["accuracy"]["runs"]) and v["method"].startswith("hht")'

# Columns, in their units or as a part of their largest value.
sed 's/^simulate: {/simulate: {accuracy: {bob.x: 1e-5, pivot.fx: 0.1 %}, /; s/, tolerance: [0-9e.-]*//' model.yaml >goals.yaml
grep -q 'accuracy: {bob.x' goals.yaml || fail "the model has no goals"
run 0 run goals.yaml -o goals.h5 --csv goals.csv --json
json out 'v["accuracy"]["asked"] == 1 and v["accuracy"]["estimated"] <= 1'
python3 - <<'END' || fail "the bars of the columns"
import csv
rows = list(csv.reader(open("goals.csv")))
column = lambda name: [float(row[rows[0].index(name)]) for row in rows[2:]]
largest = max((x * x + y * y) ** 0.5 for x, y in zip(column("pivot.fx"), column("pivot.fy")))
assert max(column("bob.x_error")) <= 1e-5 and max(column("pivot.fx_error")) <= 1.001e-3 * largest
END
run 0 run goals.yaml -o goals.h5
has out '^  accuracy  *[0-9.e-]* m of bob.x, asked: 1e-05 m; [0-9]* runs$'
# goals_of COLUMNS: the pendulum with other goals.
goals_of() { sed "s/^simulate: {/simulate: {accuracy: {$1}, /" model.yaml; }
# A part of the largest length of the vector, 1 m, and not of sqrt(1^2 + 1^2) m, that no row has.
goals_of 'bob.y: 0.1 %' >part.yaml
run 0 run part.yaml -o part.h5 --json
json out 'abs(v["accuracy"]["worst"]["allowed"] - 1e-3) < 1e-6 and v["accuracy"]["worst"]["column"] == "bob.y"'
json out 'v["accuracy"]["worst"]["unit"] == "m" and v["accuracy"]["worst"]["bar"] <= 1e-3'

# Below rounding: said after the pilots and one run, with the column, its bar and what can be asked for.
goals_of 'bob.x: 1e-14, pivot.fx: 1 %' >tiny.yaml
run 1 run tiny.yaml -o tiny.h5 --json
json out 'v["accuracy"]["reason"] == "rounding" and [r["end_time"] for r in v["accuracy"]["runs"]] == [1, 1, 10]'
json out 'v["accuracy"]["worst"]["column"] == "bob.x" and v["accuracy"]["worst"]["allowed"] == 1e-14'
has err 'error: the accuracy of `bob.x` is not reached: error bars are never smaller than 1e-10 of the largest value'
has err 'the error bars reach [0-9.e-]* m, and 1e-14 m is asked for; allow the columns 2e+04 times as much; the results are kept$'
[ -s tiny.h5 ] || fail "the results are not kept"
run 1 run model.yaml --accuracy 1e-12 --method radau5 -o tiny.h5 --json
json out 'v["accuracy"]["reason"] == "rounding" and len(v["accuracy"]["runs"]) == 2'
has err 'most in `[a-z.0-9]*`; ask for 6.3e-10 or more; the results are kept$'

# Columns that are zero say so; no columns at all are a mistake.
goals_of 'bob.x: 1e-3, pivot.tz: 1 %, pivot.tx: 1e-3, bob.z: 1 %' >zero.yaml
run 0 run zero.yaml -o zero.h5
has err '^zero.yaml:[0-9]*:[0-9]*: warning: `pivot.tz` is zero throughout, and so is every part of its largest value: '
has err '^zero.yaml:[0-9]*:[0-9]*: warning: `pivot.tx` is zero throughout: any run reaches its accuracy; ask for another'
lacks err 'bob.z'
goals_of '' >wrong.yaml
run 2 run wrong.yaml -o wrong.h5
has err '^wrong.yaml:[0-9]*:[0-9]*: error: `accuracy` names no column; write a number for positions and angles, '
sed 's/bob.x: 1e-5/bob.xx: 1e-5/' goals.yaml >wrong.yaml
run 2 run wrong.yaml -o wrong.h5
has err '^wrong.yaml:[0-9]*:[0-9]*: error: there is no column `bob.xx` in the results; did you mean `bob.'
sed 's/0.1 %/-1 %/' goals.yaml >wrong.yaml
run 2 run wrong.yaml -o wrong.h5
has err '^wrong.yaml:[0-9]*:[0-9]*: error: `-1 %` is no accuracy of `pivot.fx`; give a positive number'
sed 's/^simulate: {/simulate: {tolerance: 1e-5, /' goals.yaml >wrong.yaml
run 2 run wrong.yaml -o wrong.h5
has err '`accuracy` and `tolerance` or `step` exclude each other'
run 2 run model.yaml --accuracy 1e-3 --tol 1e-5
has err '--accuracy chooses the tolerance: it excludes --tol and --step'
{ cat model.yaml; echo 'output: {of: [energy]}'; } | grep -v '^output: {every' >energy.yaml
run 2 run energy.yaml --accuracy 1e-3 -o wrong.h5
has err 'an accuracy is asked for, and the results have neither positions nor angles'
[ ! -e wrong.h5 ] && [ ! -e wrong.h5.part ] || fail "there are files of a run that was refused"

# Bars promise ten digits of the largest value and no more: where that is not enough, one run says so.
cat >turns.yaml <<'END'
model: many turns
bodies:
  disc: {mass: 1, inertia: [1, 1, 2], at: [0, 0, 0], omega: [0, 0, 1000]}
joints:
  A: {type: revolute, between: [ground, disc], at: [0, 0, 0], axis: z}
forces:
  drag: {type: torque, between: [ground, disc], torque: [0, 0, "-0.1*angle_rate(A)"]}
output: {of: [A], every: 0.1}
simulate: {end: 5}
END
run 0 run turns.yaml --accuracy 1e-5 -o turns.h5 --json
run 1 run turns.yaml --accuracy 1e-7 -o turns.h5 --json
json out 'v["accuracy"]["reason"] == "rounding" and 1e-7 < v["accuracy"]["estimated"] < 1e-6'
json out 'sum(r["end_time"] == 5 for r in v["accuracy"]["runs"]) <= 3'
[ -s turns.h5 ] || fail "the results are not kept"

# A motion that begins slowly misleads the pilots: another run of the whole follows, and may be compared with the first.
cat >slow.yaml <<'END'
model: pendulum that begins upright
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1, inertia: [0.001, 0.0833, 0.0833], at: ["-0.5*sin(0.05)", "0.5*cos(0.05)", 0], turn: {axis: z, angle: "pi/2 + 0.05"}, frames: {end: {at: [-0.5, 0, 0]}}}
joints:
  A: {type: revolute, between: [ground, rod.end], at: [0, 0, 0], axis: z}
simulate: {end: 12}
END
run 0 run slow.yaml -o none --csv slow_fine.csv --method radau5 --tol 1e-13
for accuracy in 1e-3 1e-5 1e-7; do
  run 0 run slow.yaml --accuracy $accuracy -o slow.h5 --csv slow.csv --json
  length=$(python3 -c 'import json; print(json.load(open("out"))["length_scale"]["value"])')
  error=$(errors_of slow.csv slow_fine.csv "$length" 12)
  python3 -c "assert $error <= $accuracy, '$error'" || fail "the error is $error, asked was $accuracy"
  json out 'sum(r["end_time"] == 12 for r in v["accuracy"]["runs"]) == 2'
  cp out told
  run 0 verify slow.h5 # with its bars, whichever run they come from
done
json told 'v["error_bars"]["second_run"]["tolerance"] == v["accuracy"]["runs"][-2]["tolerance"]'

# Beams vibrate fast and undamped: methods that are of no use there are not tried.
cp "$models/flexible/flying_rod_planar.yaml" rod.yaml
run 0 run rod.yaml --end 3 -o none --csv rod_fine.csv --method radau5 --tol 1e-9
run 0 run rod.yaml --end 3 --accuracy 1e-3 -o none --csv rod.csv --json
json out '{r["method"] for r in v["accuracy"]["runs"]} == {"hht", "radau5"} and v["accuracy"]["horizon"] == 3'
length=$(python3 -c 'import json; print(json.load(open("out"))["length_scale"]["value"])')
error=$(errors_of rod.csv rod_fine.csv "$length" 3)
python3 -c "assert 0 < $error <= 1e-3, '$error'" || fail "the error of the beam is $error"

# Chaos: the time up to which it holds is true, and the results are kept.
cat >double.yaml <<'END'
model: double pendulum
gravity: [0, -9.81, 0]
bodies:
  a: {mass: 1, inertia: [0.001, 0.0833, 0.0833], at: [0.5, 0, 0], frames: {end: {at: [0.5, 0, 0]}}}
  b: {mass: 1, inertia: [0.001, 0.0833, 0.0833], at: [1, 0.5, 0], turn: {axis: z, angle: 90 deg}, frames: {start: {at: [-0.5, 0, 0]}}}
joints:
  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}
  B: {type: revolute, between: [a.end, b.start], axis: z}
output: {of: [a, b]}
length_scale: 0.5
simulate: {end: 30}
END
run 1 run double.yaml --accuracy 1e-3 -o double.h5 --csv double.csv --json
json out 'v["accuracy"]["reason"] == "chaos" and 5 < v["accuracy"]["horizon"] < 25 and v["accuracy"]["estimated"] > 0.1'
has err 'error: the accuracy of 0.001 (of L = [0-9.]* m, of a radian) is not reached: the motion is chaotic, .*; it holds up to t = [0-9.]* s, '
[ -s double.h5 ] || fail "the results are not kept"
horizon=$(python3 -c 'import json; print(json.load(open("out"))["accuracy"]["horizon"])')
run 0 run double.yaml -o none --csv tight.csv --method dopri5 --tol 1e-13
error=$(errors_of double.csv tight.csv 0.5 "$horizon")
python3 -c "assert $error <= 1e-3, '$error'" || fail "at its horizon of $horizon s the error is $error"
