#!/bin/sh
# label: long. run --error-bars: columns, files, summary; true errors inside the bars; what goes on without bars.
. "$(dirname "$0")/common"

cp "$models/A01_simple_pendulum.yaml" model.yaml
run 0 run model.yaml -o plain.h5 --csv plain.csv --method hht --tol 1e-5
run 0 run model.yaml -o barred.h5 --csv barred.csv --method hht --tol 1e-5 --error-bars --json
json out 'v["error_bars"]["position"]["largest"] > 1e-4 and v["error_bars"]["second_run"]["tolerance"] == 5e-5'
json out 'v["steps"] > 1.3 * v["error_bars"]["second_run"]["steps"] and v["cpu"]["error_bars"] > 0'
json out 'v["error_bars"]["position"]["column"].startswith("bob.") and 0 < v["error_bars"]["position"]["relative"] < 1'
run 0 run model.yaml -o said.h5 --method hht --tol 1e-5 --error-bars
has out '^  error bars up to .* m of position at t = .* s (bob'

# The same numbers as without, each followed by its bar.
python3 - <<'END' || fail "the columns of the CSV file"
plain = [line.rstrip("\n").split(",") for line in open("plain.csv")]
barred = [line.rstrip("\n").split(",") for line in open("barred.csv")]
assert barred[0][1::2] == plain[0][1:] and barred[0][2::2] == [name + "_error" for name in plain[0][1:]]
assert barred[1][2::2] == plain[1][1:] # units
for one, other in zip(plain[2:], barred[2:], strict=True):
    assert other[0] == one[0] and other[1::2] == one[1:]
    assert all(float(bar) >= 0 for bar in other[2::2])
END
h5dump -H barred.h5 >layout.txt
has layout.txt 'GROUP "error" {'
h5dump -y -w 0 -d /error/bob barred.h5 >/dev/null || fail "there is no table /error/bob"
run 0 compare plain.h5 barred.h5 --tolerance 0

# A much finer run lies inside them: nearly everywhere within twice the bar.
run 0 run model.yaml -o none --csv fine.csv --method radau5 --tol 1e-11
python3 - <<'END' || fail "the true errors and their bars"
import csv
fine = list(csv.reader(open("fine.csv")))
barred = list(csv.reader(open("barred.csv")))
inside = cases = 0
for one, other in zip(fine[2:], barred[2:], strict=True):
    for k, value in enumerate(one[1:]):
        error, bar = abs(float(other[1 + 2 * k]) - float(value)), float(other[2 + 2 * k])
        if error < 1e-9: continue
        cases += 1
        inside += error <= 2 * bar
assert cases > 5000 and inside >= 0.99 * cases, (cases, inside)
END

# The model can ask for them; fixed steps have them, too; a spinning body, whose steps do not follow the tolerance.
{ cat "$models/pendulum.yaml"; } | sed 's/^simulate: {/simulate: {error_bars: true, /' >asks.yaml
grep -q 'error_bars: true' asks.yaml || fail "the model does not ask"
run 0 run asks.yaml -o asks.h5 --step 0.01 --json
json out 'v["error_bars"]["second_run"]["step"] == 0.02 and v["error_bars"]["position"]["largest"] > 0'
run 0 run "$models/free_top.yaml" -o top.h5 --method radau5 --tol 1e-4 --error-bars --json
json out 'v["error_bars"]["second_run"]["steps"] > v["steps"] and v["error_bars"]["angle"]["largest"] > 1e-5'
# Speeds of a shaft that only turns, and torques in a ball joint, are rounding: so are their errors.
run 0 run "$source_dir/examples/cardan_shaft/model.yaml" -o shaft.h5 --error-bars --json
json out '0 < v["error_bars"]["speed"]["largest"] < 1e-12 and v["error_bars"]["speed"]["relative"] < 1e-3'
run 0 run "$source_dir/examples/heavy_top/model.yaml" -o top.h5 --error-bars --json
json out '0 < v["error_bars"]["torque"]["largest"] < 1e-9 and v["error_bars"]["torque"]["relative"] < 1e-2'
json out '1e-6 < v["error_bars"]["force"]["relative"] < 0.1'
sed 's/error_bars: true/error_bars: perhaps/' asks.yaml >wrong.yaml
run 2 run wrong.yaml
has err 'wrong.yaml:[0-9]*:[0-9]*: error: '

# Repeated, cut off, resumed: the same bytes.
run 0 verify barred.h5
cut_run INT cut.h5 100000 run "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 100 --checkpoint 1000 --error-bars
run 0 resume cut.h5
run 0 run "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 100 --error-bars -o whole.h5
cmp -s cut.h5 whole.h5 || fail "the resumed results differ"
# Cut off in the second run, which begins where the first one leaves its checkpoint: the rows are verified, and the bars
# can be made, after Ctrl-C and after a crash. The second run takes long enough to be met by the signal.
cut_run INT second.h5 1+checkpoint run "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 100 --checkpoint 1000 --error-bars
has err 'warning: there are no error bars: the second run was interrupted; `sarrus resume` makes them'
run 0 verify second.h5 --json
json out 'v["same"] and v["lacks_error_bars"] and not v["altered"]'
has err 'warning: second.h5 has no error bars, though they were asked for: the second run, .*, was interrupted; `sarrus resume` makes them$'
run 0 resume second.h5
cmp -s second.h5 whole.h5 || fail "the bars that were made later differ"
run 0 verify second.h5 --json
json out 'v["same"] and not v["lacks_error_bars"]'
cut_run KILL second.h5 1+checkpoint run "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 100 --checkpoint 1000 --error-bars
run 0 resume second.h5
cmp -s second.h5 whole.h5 || fail "the bars that were made after a crash differ"
run 0 plot barred.h5 bob.x bob.x_error -o bars.svg

# Events: a ball whose impacts come a little later in the other run.
cat >ball.yaml <<'END'
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 1]}}
forces: {spring: {type: force, between: [ground, ball], force: ["-3*dx(ball)", 0, 0]}}
events: {hit: {when: "dz(ball)", direction: down, restitution: 0.9}}
simulate: {end: 3, tolerance: 1e-4}
END
run 0 run ball.yaml -o ball.h5 --csv ball.csv --error-bars --json
json out 'v["events"][0]["count"] > 3 and v["error_bars"] is not None'
python3 - <<'END' || fail "bars near impacts are larger than the jumps"
import csv
rows = list(csv.reader(open("ball.csv")))
column = lambda name: [float(row[rows[0].index(name)]) for row in rows[2:]]
assert max(column("ball.vz_error")) <= 2.01 * max(map(abs, column("ball.vz")))
END

# Near an event, which comes a little later in one run than in truth, the bar is the jump; positions do not jump. The row
# at 1.565 s lies between the third strike of the run and that of the truth, and is not one of those that are compared.
cat >hammer.yaml <<'END'
model: hammer that strikes a wall
gravity: [0, 0, -9.81]
bodies:
  hammer: {mass: 0.5, inertia: [2e-3, 2e-3, 2e-3], at: ["-0.3*sin(70 deg)", 0, "-0.3*cos(70 deg)"], turn: {axis: y, angle: 70 deg}, frames: {top: {at: [0, 0, 0.3]}}}
joints:
  pivot: {type: revolute, between: [ground, hammer.top], at: [0, 0, 0], axis: y}
forces:
  drag: {type: torque, between: [ground, hammer], torque: [0, "-0.005*wy(hammer)", 0]}
events:
  strike: {when: "dx(hammer) - 0.02", direction: up, restitution: 0.6}
simulate: {end: 3}
output: {every: 5e-3}
END
run 0 run hammer.yaml -o none --csv strikes_fine.csv --method radau5 --tol 1e-12
for tolerance in 1e-4 1e-5 1e-6; do
  run 0 run hammer.yaml -o none --csv strikes.csv --method hht --tol $tolerance --error-bars
  python3 - <<'END' || fail "bars near events, tolerance $tolerance"
import csv
def rows_of(name):
    lines = list(csv.reader(open(name)))
    rows, twice = {}, set()
    for line in lines[2:]:
        time = "%.9g" % float(line[0])
        if time in rows: twice.add(time)
        rows[time] = dict(zip(lines[0], map(float, line)))
    return {time: row for time, row in rows.items() if time not in twice}
run, fine = rows_of("strikes.csv"), rows_of("strikes_fine.csv")
common = run.keys() & fine.keys()
assert len(common) > 590
for column in ("pivot.angle_rate", "hammer.vx", "pivot.angle", "hammer.x", "energy.work", "energy.balance"):
    for time in common:
        error, bar = abs(run[time][column] - fine[time][column]), run[time][column + "_error"]
        assert error <= 2 * bar, (column, time, error, bar)
assert max(row["hammer.x_error"] for row in run.values()) < 0.02
END
done

# Rows of CSV files wait for their bars in TMPDIR, in files that have no name any more.
mkdir own
TMPDIR=$folder/own run 0 run model.yaml -o none --csv own.csv --method hht --tol 1e-5 --error-bars
cmp -s own.csv barred.csv || fail "the CSV file differs where TMPDIR is another folder"
[ -z "$(ls own)" ] || fail "a temporary file is left"
TMPDIR=$folder/nowhere run 3 run model.yaml -o none --csv own.csv --error-bars
has err "error: cannot write a temporary file in $folder/nowhere (TMPDIR chooses the folder): No such file or directory"
