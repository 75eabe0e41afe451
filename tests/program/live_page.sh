#!/bin/sh
# sarrus page --live: what the engine cannot do is refused before anything runs; what is missing is named; the page holds the model and the engine.
. "$(dirname "$0")/common"

cat >pendulum.yaml <<'MODEL'
model: a pendulum </script><script>
gravity: [0, -9.81, 0]
parameters:
  l: 0.5 # m, <b>length</b>
bodies: {bob: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], at: [l, 0, 0]}}
joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: z}}
simulate: {end: 0.2}
output: {every: 0.02}
MODEL

# ---- refused, with what to do; nothing is written ----
run 2 page --live "$models/modal/fourbar.yaml" -o refused.html
has err 'fourbar.yaml:6:3: error: coupler is a modal body'
sed 's/end: 0.2/end: 0.2, method: ida/' pendulum.yaml >ida.yaml
run 2 page --live ida.yaml -o refused.html
has err 'the method ida is one of SUNDIALS'
has err 'sarrus methods'
sed 's/end: 0.2/end: 0.2, method: "adams:max_order=3"/' pendulum.yaml >adams.yaml
run 2 page --live adams.yaml -o refused.html
has err 'SUNDIALS'
printf 'A deck\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\nPART/1,GROUND\nPART/2,MASS=1,CM=21,IP=1,1,1\nMARKER/21,PART=2\nEND\n' >deck.adm
run 2 page --live deck.adm -o refused.html
has err 'live pages hold those alone'
has err 'sarrus convert'
run 2 page --live pendulum.yaml pendulum.yaml -o refused.html
has err 'one model'
run 2 page --live pendulum.yaml --gltf refused.glb
has err 'exclude each other'
sed 's/mass: 1/mas: 1/' pendulum.yaml >typo.yaml
run 2 page --live typo.yaml -o refused.html
has err 'typo.yaml:5:'
[ ! -e refused.html ] && [ ! -e refused.glb ] || fail "something was written"

# ---- without an engine, with that of another version, with one: a program that stands elsewhere ----
mkdir -p there/bin
cp "$program" there/bin/sarrus
program=$folder/there/bin/sarrus
run 3 page --live pendulum.yaml -o page.html
has err 'the engine of live pages is not there'
has err 'make live'
engine=there/share/sarrus/live
mkdir -p $engine
printf '// Sarrus 0.0.0, engine of live pages\n' >$engine/live.js
printf '\0asm' >$engine/live.wasm
run 3 page --live pendulum.yaml -o page.html
has err 'is not that of Sarrus'
printf '// Sarrus %s, engine of live pages\nonmessage = null;\n' "$("$program" version | sed -n '1s/^[^0-9]*\([0-9.]*\).*/\1/p')" >$engine/live.js
run 0 page --live pendulum.yaml -o page.html --quiet
[ ! -e page.html.live.h5 ] || fail "the results that only served for the page are left"
python3 - <<'END' || fail "the page does not hold what it must"
import base64, re, zlib
page = open("page.html", encoding="utf-8").read()
assert "a pendulum </script>" not in page and "<b>length</b>" not in page, "the model is markup"
packed = dict(re.findall(r'id="(sarrus-(?:worker|engine))"[^>]*>([^<]*)<', page))
unpacked = {name: zlib.decompress(base64.b64decode(text)) for name, text in packed.items()}
assert unpacked["sarrus-worker"].endswith(b"onmessage = null;\n") and unpacked["sarrus-engine"] == b"\0asm", unpacked
END
