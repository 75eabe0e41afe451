#!/bin/sh
# `output: of:` with single columns and patterns, and `compress`.
. "$(dirname "$0")/common"
model() { # model OUTPUT
  cat >model.yaml <<MODEL
gravity: [0, -9.81, 0]
bodies:
  "link{i}": {for: {i: 0..3}, mass: 1, inertia: [0.1, 0.1, 0.1], at: ["i + 0.5", 0, 0], frames: {end: {at: [0.5, 0, 0]}}}
joints:
  pin0: {type: revolute, between: [ground, link0], at: [0, 0, 0], axis: z}
  "pin{i}": {for: {i: 1..3}, type: revolute, between: ["link{i-1}", "link{i}"], at: [i, 0, 0], axis: z}
output: $1
simulate: {end: 0.5}
MODEL
}
columns() { sed -n 1p out.csv; }

model '{every: 0.1}'
run 0 run model.yaml -o all.h5 --csv all.csv --quiet
# chosen OF COLUMNS: these columns, with the numbers that they have without a choice.
chosen() {
  model "{every: 0.1, of: $1}"
  run 0 run model.yaml -o out.h5 --csv out.csv --quiet
  [ "$(columns)" = "time,$2" ] || fail "of: $1 gives $(columns)"
  run 0 compare all.h5 out.h5 --tolerance 0 --json
  json out 'v["difference"] == 0 and not v["only_b"]'
  run 0 verify out.h5
}
chosen '["link?.x"]' 'link0.x,link1.x,link2.x,link3.x'
chosen '["link[13].x", "link2.end.v?"]' 'link1.x,link2.end.vx,link2.end.vy,link2.end.vz,link3.x'
chosen '["*.x"]' 'link0.x,link0.end.x,link1.x,link1.end.x,link2.x,link2.end.x,link3.x,link3.end.x'
chosen '[energy.balance, pin3.angle]' 'pin3.angle,energy.balance'
chosen '[link1.end.x, link1.end]' "$(sed -n 1p all.csv | tr ',' '\n' | grep '^link1\.end\.' | paste -sd,)"
chosen '["pin*", energy]' "$(sed -n 1p all.csv | tr ',' '\n' | grep '^pin\|^energy' | paste -sd,)"
chosen '["link{2*1}.x"]' 'link2.x'

# What fits nothing is an error at its place; nothing is written.
rm -f out.h5
for wrong in 'link*.colour' 'link1.colour' 'pin9?' 'energy.colour'; do
  model "{every: 0.1, of: [link0, \"$wrong\"]}"
  run 2 run model.yaml -o out.h5
  has err "^model.yaml:7:[0-9]*: error: \(no element and no column fits\|there is no column\) .*colour\|pin9?"
  [ ! -e out.h5 ] || fail "results of a wrong choice"
done
model '{every: 0.1, of: [link9.x]}'
run 2 run model.yaml -o out.h5
has err 'there is no element `link9.x`'

# Compressed: the same numbers in fewer bytes, by filters that HDF5 brings itself.
model '{every: 1e-3}'
run 0 run model.yaml -o plain.h5 --quiet
model '{every: 1e-3, compress: true}'
run 0 run model.yaml -o packed.h5 --quiet
run 0 compare plain.h5 packed.h5
has out '^identical'
run 0 verify packed.h5
[ "$(wc -c <packed.h5)" -lt "$(wc -c <plain.h5)" ] || fail "the compressed file is larger"
h5dump -H -p -d /link2 packed.h5 >packed.txt
has packed.txt 'DEFLATE'
h5dump -H -p -d /link2 plain.h5 >plain.txt
has plain.txt 'CONTIGUOUS'
run 0 page packed.h5 -o packed.html --quiet
model '{every: 0.1, compress: perhaps}'
run 2 run model.yaml -o out.h5
has err '^model.yaml:7:.*compress'

# `of: all` is everything, as without it.
sed 's/^output:.*//' "$models/pendulum.yaml" >plain.yaml
{ cat plain.yaml; echo; echo 'output: {of: all}'; } >all.yaml
run 0 run plain.yaml -o none --csv plain.csv --quiet
run 0 run all.yaml -o none --csv all.csv --quiet
cmp plain.csv all.csv || fail "all is not everything"
sed 's/of: all/of: everything/' all.yaml >word.yaml
run 2 check word.yaml
has err '`of` takes `all` or a list of elements, not a text'
