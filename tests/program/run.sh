#!/bin/sh
# A run: files, their first lines, the summary, options, and the same results from two runs.
. "$(dirname "$0")/common"

cp "$models/pendulum.yaml" .
run 0 run pendulum.yaml --end 1 --csv p.csv --steps steps.csv
is_empty err
has out '^pendulum: done at t = 1 s$'
has out '^  steps  *[0-9]'
has out '^  constraint drift  *[0-9.e-]* '
has out '^  written  *pendulum.h5$'
[ -s pendulum.h5 ] || fail "pendulum.h5 was not written"
head -1 p.csv >names
has names '^time,body.x,body.y,body.z,body.q0,'
has names ',joint.fx,'
has names ',energy.kinetic,'
head -2 p.csv | tail -1 >units
has units '^# s,m,m,m,1,1,1,1,m/s,'
[ "$(wc -l <p.csv)" -eq 23 ] || fail "p.csv has $(wc -l <p.csv) lines, expected 23: every 0.05 s up to 1 s"
[ "$(head -1 p.csv | tr ',' '\n' | wc -l)" -eq "$(sed -n 3p p.csv | tr ',' '\n' | wc -l)" ] || fail "ragged rows"
has steps.csv '^time,step,iterations,order,error,rejections,constraint_position,constraint_velocity$'
has steps.csv '^# s,s,1,1,1,1,1,1/s$'

# The same run gives the same bytes.
mv pendulum.h5 first.h5
mv p.csv first.csv
sleep 1
run 0 run pendulum.yaml --end 1 --csv p.csv --quiet
is_empty out
is_empty err
cmp -s p.csv first.csv || fail "two runs gave different CSV files"
cmp -s pendulum.h5 first.h5 || fail "two runs gave different HDF5 files"

# CSV on standard output, the summary out of its way.
run 0 run pendulum.yaml --end 1 --csv - -o other.h5
cmp -s out first.csv || fail "--csv - differs from the file"
has err '^pendulum: done'

# JSON
run 0 run pendulum.yaml --end 1 --json --method hht:alpha=-0.1 --step 1e-2
is_empty err
json out 'v["status"] == "done" and v["end_time"] == 1 and v["bodies"] == 1 and v["degrees_of_freedom"] == 1'
json out 'v["steps"] == 100 and v["rejected"] == 0 and v["method"].startswith("hht:") and "-0.1" in v["method"]'
for name in status end_time method bodies degrees_of_freedom steps rejected iterations residuals jacobians \
  factorisations solves fallbacks cpu_seconds peak_memory_bytes constraint_position_max constraint_velocity_max \
  energy_balance_max warnings; do
  has out "[{,]\"$name\":"
done
json out '0 <= v["constraint_position_max"] < 1e-6 and v["warnings"] == []'
# Where the time goes: parts that were not asked for take none, and all together make the time of the analysis and more.
json out 'list(v["cpu"]) == ["start", "stepping", "rows", "search", "error_bars", "hdf5", "csv", "page"] and v["cpu"]["csv"] == v["cpu"]["page"] == 0'
json out 'all(v["cpu"][part] > 0 for part in ["start", "stepping", "rows", "hdf5"]) and sum(v["cpu"].values()) >= v["cpu_seconds"] - 1e-9'
json out 'v["rows"] == 21 and v["matrix_fill"] > 0 and v["matrix_operations"] > v["matrix_fill"] / 2 and v["crossing_values"] == 0'
run 0 run pendulum.yaml --end 0.5 --json --csv parts.csv --page parts.html
json out 'v["cpu"]["csv"] > 0 and v["cpu"]["page"] > 0'
run 0 run pendulum.yaml --end 0.5 --verbose
has out 'CPU of steps  *[0-9]'
lacks out 'CPU of page'

# Matrices that linear=block leaves to KLU are counted, and told of when asked.
run 0 run "$models/bauchau_problemII.yaml" --end 0.1 --json --method hht:linear=block
json out 'v["factorisations"] >= v["fallbacks"] > 0'
run 0 run "$models/bauchau_problemII.yaml" --end 0.1 --verbose --method hht:linear=block
has out 'fallbacks to KLU  *[1-9]'
run 0 run pendulum.yaml --end 0.1 --verbose
lacks out 'fallbacks'

# Options are in the model's unit of time, parameters replace those of the model.
cat >swing.yaml <<'MODEL'
model: swing
units: {length: mm, time: ms, angle: deg}
gravity: [0, 0, -9.81e-3]
parameters: {l: 1000, m: 2}
bodies:
  body: {mass: m, inertia: ["m*l^2/12", "m*l^2/12", 1e-4], at: [0, 0, "-l"]}
joints:
  joint: {type: revolute, between: [ground, body], at: [0, 0, 0], axis: y}
simulate: {end: 2000}
MODEL
run 0 run swing.yaml --end 100 --csv a.csv --json
json out 'abs(v["end_time"] - 100) < 1e-9'
sed -n 2p a.csv >units
has units '^# ms,mm,mm,mm,1,1,1,1,mm/ms,'
tail -1 a.csv >last
has last '^100,'
run 0 run swing.yaml --end 100 --csv b.csv --set l=500 --quiet
sed -n 3p b.csv >first
has first '^0,0,0,-500,'
