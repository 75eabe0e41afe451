#!/bin/sh
# page: one HTML file of results, from every kind of file, with hostile and damaged ones among them; `--page` of run,
# kinematics and resume.
. "$(dirname "$0")/common"

# data PAGE: its data as JSON, and that the page asks for nothing from outside, in `data.json`.
data() {
  python3 - "$1" >data.json <<'PYTHON' || fail "$1 is no page"
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
found = re.findall(r'<script type="application/json" id="sarrus-data">(.*?)</script>', text, re.S)
assert len(found) == 1 and "<!--SARRUS-DATA-->" not in text.replace(found[0], "")
assert not re.search(r'[<>&\u2028\u2029]', found[0])
assert not re.search(r'(src|href)\s*=\s*["\']?(https?:)?//', text.replace(found[0], ""))
print(found[0])
PYTHON
}

# same_numbers PAGE CSV: all columns of the page are those of the CSV file, bit by bit; run 0.
same_numbers() {
  data "$1"
  python3 - "$2" <<'PYTHON' || fail "$1 and $2 differ"
import base64, csv, json, struct, sys, zlib
run = json.load(open("data.json"))["runs"][0]
def numbers(text):
    raw = zlib.decompress(base64.b64decode(text, validate=True))
    n = len(raw) // 8
    return struct.unpack("<%dd" % n, bytes(raw[k * n + i] for i in range(n) for k in range(8)))
lines = list(csv.reader(open(sys.argv[1])))
units = ["# ".join(lines[1]).lstrip("# ")] and [lines[1][0].lstrip("# ")] + lines[1][1:]
table = {name: (unit, column) for name, unit, column in zip(lines[0], units, zip(*lines[2:]))}
rows, kept, every = (run["rows"][k] for k in ("total", "kept", "every"))
assert rows == len(lines) - 2
page = [("time", run["units"]["time"], run["time"])] + [(c["name"], c["unit"], c["data"]) for c in run["columns"]]
for name, unit, text in page:
    values = numbers(text)
    assert len(values) == kept and unit == table[name][0], (name, unit)
    for i, value in enumerate(values):
        expected = float(table[name][1][min(i * every, rows - 1)])
        assert struct.pack("<d", value) == struct.pack("<d", expected) or value != value != expected, (name, i)
assert {p[0] for p in page} | set(run["omitted"]) == set(table)
PYTHON
}

# From HDF5, CSV and a journal.
run 0 run "$source_dir/examples/fourbar/model.yaml" --end 1 -o four.h5 --csv four.csv --quiet
run 0 page four.h5
has out '^four.html: [0-9.]* MB, 201 rows, 326 columns; open it in a browser$'
is_empty err
same_numbers four.html four.csv
json data.json 'v["format"] == 1 and v["kind"] == "results" and v["program"].startswith("Sarrus ")'
json data.json 'v["runs"][0]["title"] == "crank-rocker with a bell" and v["runs"][0]["text"].startswith("# A crank")'
json data.json '[b["name"] for b in v["runs"][0]["scene"]["bodies"]] == ["crank", "coupler", "rocker", "bell"]'
json data.json 'all(b["shapes"] and "fixed" not in b for b in v["runs"][0]["scene"]["bodies"])'
json data.json '{j["name"]: j["sides"][0]["body"] for j in v["runs"][0]["scene"]["joints"]}["A"] == "ground"'
json data.json 'any("1 degree of freedom" in m["message"] for m in v["runs"][0]["doctor"])'
json data.json 'v["runs"][0]["messages"] == [] and v["runs"][0]["settings"]["end"] == "1 s"'
json data.json '["rotation", "speed*(t - rise*(1 - exp(-t/rise)))"] in v["runs"][0]["tree"][-1]["items"][0]["properties"]'
cp four.html first.html
run 0 page four.h5 --quiet -o four.html
is_empty out
cmp -s four.html first.html || fail "the same file gives another page"
run 0 page four.h5 -o - --quiet
cmp -s out first.html || fail "standard output gets another page"
run 0 page four.csv -o csv.html --json
json out 'v["status"] == "done" and v["rows"] == 201 and v["columns"] == 326 and len(v["warnings"]) == 1'
has err 'warning: four.csv holds no model: only its columns are shown'
same_numbers csv.html four.csv

# Joint points of the scene meet in every row: poses and sides go together.
python3 - first.html <<'PYTHON' || fail "the sides of a joint are apart"
import base64, json, re, struct, sys, zlib
v = json.loads(re.search(r'id="sarrus-data">(.*?)</script>', open(sys.argv[1]).read(), re.S).group(1))["runs"][0]
def numbers(text):
    raw = zlib.decompress(base64.b64decode(text)); n = len(raw) // 8
    return struct.unpack("<%dd" % n, bytes(raw[k * n + i] for i in range(n) for k in range(8)))
c = {c["name"]: numbers(c["data"]) for c in v["columns"] if c["quantity"] in "x y z q0 q1 q2 q3".split()}
def place(side, i):
    if side["body"] == "ground": return side["at"]
    x, y, z, w, a, b, d = (c[side["body"] + "." + q][i] for q in "x y z q0 q1 q2 q3".split())
    p, q, r = side["at"]
    return (x + p*(1-2*(b*b+d*d)) + q*2*(a*b-w*d) + r*2*(a*d+w*b), y + p*2*(a*b+w*d) + q*(1-2*(a*a+d*d)) + r*2*(b*d-w*a),
            z + p*2*(a*d-w*b) + q*2*(b*d+w*a) + r*(1-2*(a*a+b*b)))
for joint in v["scene"]["joints"]:
    for i in range(v["rows"]["kept"]):
        one, two = (place(s, i) for s in joint["sides"])
        assert max(abs(s - t) for s, t in zip(one, two)) < 1e-9, (joint["name"], i)
PYTHON

# Several files; options.
run 0 page four.h5 four.csv ./four.h5 -o more.html
data more.html
json data.json '[r["name"] for r in v["runs"]] == ["four", "four 2", "four 3"] and v["runs"][1]["file"] == "four.csv"'
run 0 page four.h5 --columns 'A.*' --columns 'energy.*' -o some.html
has out '201 rows, [0-9]* columns of 326'
same_numbers some.html four.csv
json data.json '{"A.angle", "energy.balance", "crank.q0"} <= {c["name"] for c in v["runs"][0]["columns"]} and "B.fx" in v["runs"][0]["omitted"]'
run 2 page four.h5 --columns 'crnak.*' --columns 'A.*' --columns '*.angel' --columns nothing_like_it -o wrong.html
has err 'error: --columns crnak.\*: no column has such a name; did you mean `crank.\*`?$'
has err 'error: --columns \*.angel: no column has such a name; did you mean `\*.angle`?$'
has err '--columns nothing_like_it: no column has such a name; `sarrus plot` with the file alone lists the columns$'
lacks err 'A\.\*'
[ ! -e wrong.html ] || fail "a page of columns that are not there"

# Files in different units are not laid over each other.
cat >metre.yaml <<'MODEL'
model: in metres
bodies: {arm: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}
gravity: [0, 0, -9.81]
simulate: {end: 1}
MODEL
sed 's/model:.*/units: {length: mm}/; s/at: \[1/at: [1000/; s/-9.81/-9810/; s/\[1, 1, 1\]/[1e6, 1e6, 1e6]/' metre.yaml >millimetre.yaml
sed 's/model:.*/units: {time: ms}/; s/-9.81/-9.81e-6/; s/end: 1/end: 1000/' metre.yaml >millisecond.yaml
for name in metre millimetre millisecond; do run 0 run $name.yaml -o $name.h5 --csv $name.csv --quiet; done
run 2 page metre.h5 metre.csv millimetre.h5 -o units.html
has err 'metre.h5 and millimetre.h5 are in different units: arm.x is in m and in mm; make a page of each of them'
run 2 page metre.csv millisecond.h5 -o units.html
has err 'are in different units: the time is in s and in ms'
[ ! -e units.html ] || fail "a page in two units"
sed 2d metre.csv >unknown.csv # no units: those of the other file are taken
run 0 page metre.h5 unknown.csv -o units.html

whole=$(wc -c <four.html)
small=$(awk "BEGIN { print ($whole - 70000)/1e6 }")
run 0 page four.h5 --max-size "$small" -o small.html --json
json out "v['bytes'] <= $small*1e6 and (v['rows_kept'] < 201 or v['columns_omitted'] > 0) and v['warnings']"
same_numbers small.html four.csv
json data.json 'any("four.h5" in m["message"] for m in v["runs"][0]["messages"])'
run 0 page four.h5 --full -o full.html --json
json out 'v["rows_kept"] == 201 and v["columns_omitted"] == 0'
run 2 page four.h5 --full --max-size 3
has err 'exclude each other'
run 2 page four.h5 --max-size 0
run 2 page
has err 'OUT.h5... is missing; usage: sarrus page OUT.h5...'
run 2 page four.h5 -o ./four.h5
has err 'the page would overwrite the results in ./four.h5'
run 0 compare four.h5 four.csv
run 2 page missing.h5
has err 'missing.h5: error: '
run 3 page four.h5 -o no/such/folder/p.html
has err 'cannot write no/such/folder/p.html: No such file or directory; create the folder'
run 3 page four.h5 -o /dev/full
has err 'cannot write /dev/full: No space left on device'
[ -c /dev/full ] || fail "/dev/full is gone"

# With the run.
run 0 run "$models/pendulum.yaml" --end 1 -o p.h5 --page p.html
has out 'p.html'
run 0 page p.h5 -o again.html --quiet
cmp -s p.html again.html || fail "run --page and page differ"
run 0 kinematics "$models/driven_fourbar.yaml" --end 0.1 -o k.h5 --page k.html --json
data k.html
json data.json 'v["runs"][0]["steps"] is None'
run 2 run "$models/pendulum.yaml" --end 1 -o p.h5 --page p.h5
run 2 run "$models/pendulum.yaml" --end 1 -o /dev/null --page q.html
run 2 run "$models/pendulum.yaml" --end 1 --page -
run 3 run "$models/pendulum.yaml" --end 1 -o p.h5 --page no/such/p.html
has err 'cannot write no/such/p.html'
[ -s p.h5 ] || fail "the results are lost because the page could not be written"
cp "$models/pendulum.yaml" own.yaml
run 2 run own.yaml --end 1 --page own.yaml
cmp -s "$models/pendulum.yaml" own.yaml || fail "the model was overwritten"

# A run that ends early, and its journal.
cat >fails.yaml <<'MODEL'
model: falls, then a law has no value
gravity: [0, 0, -9.81]
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
forces: {f: {type: force, between: [ground, b], force: ["sqrt(0.5 - t)", "0", "0"]}}
simulate: {end: 1}
MODEL
run 1 run fails.yaml -o fails.h5 --page fails.html
data fails.html
json data.json 'any("the results end at t = 0." in m["message"] and "reach 1 s" in m["message"] for m in v["runs"][0]["messages"])'

# Hostile free text, in the model and in its name.
cat >"hostile <b>.yaml" <<'MODEL'
model: "</script><script>alert('model')</script> \" ' & <img src=x onerror=alert(1)> \u2028 \U0001F6B2 <!--SARRUS-DATA-->"
bodies: {b: {mass: 1, inertia: [1, 1, 1]}} # </script><script>alert(2)</script>
simulate: {end: 0.1}
MODEL
run 0 run "hostile <b>.yaml" -o "h<i>&'.h5" --page h.html --quiet
data h.html
json data.json 'v["runs"][0]["name"] == "h<i>&\x27" and v["runs"][0]["title"].startswith("</script><script>alert(\x27model")'
json data.json '"</script><script>alert(2)" in v["runs"][0]["text"] and "\u2028" in v["runs"][0]["title"]'
python3 -c 'print("model: \"" + "<script>" * 1300 + "\"\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\nsimulate: {end: 0.1}")' >long.yaml
run 0 run long.yaml --page long.html --quiet
data long.html
json data.json 'v["runs"][0]["title"] == "<script>" * 1300'

# An HDF5 file that was cut short: what is left, said on the page and when it is made; the numbers are those of the file.
size=$(wc -c <four.h5)
for percent in 40 70 99; do
  head -c $((size * percent / 100)) four.h5 >cut.h5
  run 0 page cut.h5 -o cut.html --json
  json out 'len(v["warnings"]) == 1 and v["rows"] == 201 and 1 < v["columns"] <= 326'
  has err "^sarrus: warning: cut.h5 is cut short, [0-9]* of $size bytes are there: left are 201 of 201 rows, up to t = 1 s, "
  has err 'of 326 columns and 0 of [0-9]* steps of the solver; copy it again from where it is whole, or run the model again$'
  data cut.html
  json data.json '["warning"] == [m["severity"] for m in v["runs"][0]["messages"]] and "is cut short" in v["runs"][0]["messages"][0]["message"]'
  json data.json 'v["runs"][0]["title"] == "crank-rocker with a bell" and v["runs"][0]["tree"] and v["runs"][0]["scene"]["bodies"]'
  python3 - <<'PYTHON' || fail "cut.html holds other numbers"
import base64, csv, json, struct, zlib
run = json.load(open("data.json"))["runs"][0]
lines = list(csv.reader(open("four.csv")))
table = dict(zip(lines[0], zip(*lines[2:])))
for column in run["columns"]:
    raw = zlib.decompress(base64.b64decode(column["data"]))
    n = len(raw) // 8
    assert struct.unpack("<%dd" % n, bytes(raw[k * n + i] for i in range(n) for k in range(8))) == tuple(map(float, table[column["name"]]))
PYTHON
  run 0 plot cut.h5 crank.x -o cut.svg
  has err 'cut.h5 is cut short'
  run 0 plot cut.h5 --snapshot 0.5 -o cut.svg
  run 0 page four.h5 cut.h5 -o both.html
  # Who judges results does not take a part for the whole.
  run 2 verify cut.h5
  run 2 compare cut.h5 four.h5
  has err "^cut.h5: error: the file is cut short: [0-9]* of $size bytes are there; copy it again"
  run 2 resume cut.h5
done
rm cut.html cut.svg

# Files that are damaged, cut at their beginning, or nothing at all: a message, and no page.
for bytes in 100 3000 30000; do
  head -c "$bytes" four.h5 >cut.h5
  run 2 page cut.h5 -o cut.html
  has err "^cut.h5: error: the file is cut short, $bytes of $size bytes are there, and no row of it can be read; copy it again"
  [ "$(wc -l <err)" -eq 1 ] || fail "more than one message"
  [ ! -e cut.html ] || fail "a page of a damaged file"
done
: >empty.h5
run 2 page empty.h5 -o cut.html
head -c 20 /dev/zero | tr '\000' '\233' >random.h5 # no control characters, and no line feed
for name in random.h5 random.h5.part random.csv; do
  [ -e "$name" ] || cp random.h5 "$name"
  run 2 page "$name" -o cut.html
  run 2 plot "$name" x -o cut.svg
done
printf 'time,x\033\n0,1\n' >control.csv
run 2 page control.csv -o cut.html
has err 'control.csv: error: the file holds no results'
run 2 page own.yaml -o cut.html
has err '^own.yaml: error: this is a model, not results; run it first with `sarrus run`'
[ ! -e cut.html ] || fail "a page of something else"
# A table that is cut in its last line is shown without it; damage elsewhere is not passed over.
for tail in '1,' '1,-' '1' '1,2e' '1,2.5'; do
  printf 'time,x\n# s,m\n0,1\n%s' "$tail" >torn.csv
  run 0 page torn.csv -o torn.html --json
  json out 'v["rows"] == 1 and any("cut off in its last line" in w["message"] for w in v["warnings"])'
  data torn.html
  json data.json 'any("cut off in its last line" in m["message"] for m in v["runs"][0]["messages"])'
  has err '^torn.csv:4:[0-9]*: warning: the file is cut off in its last line, which is left out; '
  run 0 plot torn.csv x -o torn.svg --json
  json out 'v["curves"][0]["points"] == 1 and len(v["warnings"]) == 1'
done
run 2 compare torn.csv nothing.csv
printf 'time,x\n0,1\n1,2.5' >foreign.csv # without units: a table from elsewhere, and all of it
run 0 page foreign.csv -o foreign.html --json
json out 'v["rows"] == 2'
for rows in '0,1\n1,\n2,3\n' '0,1\n1,\n' '0,1\n1,2,3' 'x,1\n1,2'; do
  printf "time,x\n# s,m\n$rows" >hurt.csv
  run 2 page hurt.csv -o cut.html
  has err 'is missing or wrong\|the line goes on behind its 2 numbers'
done
printf 'time,x\n# s,m\n0,1\n1,nan\n2,inf\n' >nan.csv
run 0 page nan.csv
has err 'warning: 1 column of nan.csv holds nan or infinite numbers'
data nan.html
json data.json 'v["runs"][0]["scene"] is None and any("nan" in m["message"] for m in v["runs"][0]["messages"])'
printf 'time,x\n# s,m\n' >none.csv
run 0 page none.csv
has err 'warning: none.csv holds no rows'

# A plugin that is not there any more: the model is shown all the same, for plugins are never loaded to show results.
if [ -f "${SAR_BUILD_DIR:-}/plugins/libtyre.so" ]; then
  mkdir -p elsewhere
  cp "$SAR_BUILD_DIR/plugins/libtyre.so" "$source_dir/examples/tyre-plugin/model.yaml" elsewhere
  run 0 run elsewhere/model.yaml --end 0.2 -o tyre.h5 --quiet
  run 0 page tyre.h5 -o tyre.html
  is_empty err
  rm elsewhere/libtyre.so
  run 0 page tyre.h5 -o tyre.html
  is_empty err
  data tyre.html
  json data.json 'v["runs"][0]["tree"] and v["runs"][0]["scene"]["joints"] and v["runs"][0]["scene"]["bodies"]'
  has data.json 'the model uses plugins (tyre), which are code and are not loaded to show results'
fi

# The journal of a run that was killed; with its beginning alone there is still a page.
cat >long.yaml <<'MODEL'
model: for ever
gravity: [0, 0, -9.81]
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints: {j: {type: spherical, between: [ground, b], at: [0, 0, 0]}}
simulate: {end: 1e6, step: 1e-3}
output: {every: step}
MODEL
"$program" run long.yaml -o long.h5 --quiet >/dev/null 2>&1 &
child=$!
wait_for_journal long.h5.part 100000
run 0 page long.h5.part -o live.html # while the run goes on
kill_run
run 0 page long.h5.part -o dead.html
has err 'warning: long.h5.part is the journal of a run that was cut off or still goes on; wait for it, or let `sarrus recover` end it here'
data dead.html
json data.json 'v["runs"][0]["rows"]["total"] > 10 and v["runs"][0]["name"] == "long" and v["runs"][0]["scene"]["bodies"]'
head -c 50000 long.h5.part >torn.h5.part
run 0 page torn.h5.part -o torn.html
head -c 200 long.h5.part >torn.h5.part
run 2 page torn.h5.part -o nothing.html
[ ! -e nothing.html ] || fail "a page of a journal without a header"
