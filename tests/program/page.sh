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
has out '^four.html: [0-9.]* MB, 201 rows, 325 columns; open it in a browser$'
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
json out 'v["status"] == "done" and v["rows"] == 201 and v["columns"] == 325 and len(v["warnings"]) == 1'
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
has out '201 rows, [0-9]* columns of 325'
same_numbers some.html four.csv
json data.json '{"A.angle", "energy.balance", "crank.q0"} <= {c["name"] for c in v["runs"][0]["columns"]} and "B.fx" in v["runs"][0]["omitted"]'
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

# Files that are damaged, cut short, or nothing at all: a message, and no page.
for bytes in 100 3000 30000; do
  head -c "$bytes" four.h5 >cut.h5
  run 2 page cut.h5 -o cut.html
  has err 'cut.h5: error: '
  [ ! -e cut.html ] || fail "a page of a damaged file"
done
: >empty.h5
run 2 page empty.h5 -o cut.html
printf 'time,x\n# s,m\n0,1\n1,' >torn.csv
run 2 page torn.csv -o cut.html
printf 'time,x\n# s,m\n0,1\n1,nan\n2,inf\n' >nan.csv
run 0 page nan.csv
has err 'warning: 1 column of nan.csv holds nan or infinite numbers'
data nan.html
json data.json 'v["runs"][0]["scene"] is None and any("nan" in m["message"] for m in v["runs"][0]["messages"])'
printf 'time,x\n# s,m\n' >none.csv
run 0 page none.csv
has err 'warning: none.csv holds no rows'
