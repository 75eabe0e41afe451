#!/bin/sh
# Names in a results file made by hand that are meant to run as script: page, plots and pictures show them as text.
. "$(dirname "$0")/common"
cp "$source_dir/tests/data/hostile/names.h5" .

# The page: nothing but its own script, and all names in its data.
run 0 page names.h5 -o names.html
has err 'names.h5 holds no model'
python3 - <<'PYTHON' || fail "the page holds a name that is not text"
import html.parser, json
text = open("names.html", encoding="utf-8").read()
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.scripts, self.tags, self.on, self.inside, self.data = 0, set(), [], None, ""
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.on += [name for name, value in attributes if name.startswith("on")]
        self.scripts += tag == "script"
        self.inside = dict(attributes).get("id") if tag == "script" else None
    def handle_data(self, data):
        if self.inside == "sarrus-data": self.data += data
    def handle_endtag(self, tag):
        self.inside = None
reader = Reader()
reader.feed(text)
assert reader.scripts == 2 and "img" not in reader.tags and not reader.on, (reader.scripts, reader.tags, reader.on)
run = json.loads(reader.data)["runs"][0]
names = [column["name"] for column in run["columns"]]
for name in ("<script>hacked=alert(1)</script>.x", '"><img src=x onerror=hacked=4>.<b>y</b>', "__proto__.constructor", "a/b.c/d",
             "\u202elive.\u2028", "<script>" * 1280 + ".<svg onload=hacked=10>", "]]><!--SARRUS-DATA-->.<![CDATA["):
    assert name in names, name
assert [body["name"] for body in run["scene"]["bodies"]] == ["<svg onload=hacked=11>"]
assert run["units"]["time"] == "<b>" and run["title"] == "</title><script>hacked=14</script>"
assert "</script><script>hacked=3" in [column["unit"] for column in run["columns"]]
assert "hacked" not in text.replace(reader.data, "")
PYTHON

# Pictures: well-formed, without any element or attribute that runs or fetches something.
run 0 plot names.h5 '*' -o all.svg
run 0 plot names.h5 '*hacked=alert*' '__proto__.constructor:constructor.__proto__' -o some.svg --json
json out '[c["quantity"] for c in v["curves"]][0] == "<script>hacked=alert(1)</script>.x"'
run 0 plot names.h5 --snapshot 0,1 --names -o still.svg
run 0 plot names.h5 --animate --names -o moving.svg
for picture in all some still moving; do
  python3 - "$picture.svg" <<'PYTHON' || fail "$picture.svg holds a name that is not text"
import sys, xml.etree.ElementTree as tree
allowed = {"svg", "title", "desc", "g", "path", "polyline", "polygon", "line", "rect", "circle", "text", "tspan", "defs", "clipPath",
           "style", "use", "ellipse", "animate", "set", "marker"}
root = tree.parse(sys.argv[1]).getroot()
for element in root.iter():
    tag = element.tag.split("}")[-1]
    assert tag in allowed, tag
    assert not any(key.split("}")[-1] in ("href", "src") or key.startswith("on") for key in element.attrib), element.attrib
assert "hacked=" in "".join(root.itertext())
PYTHON
done

# The list of quantities, for people and for programs; comparing and verifying.
run 0 plot names.h5
has out '^<script>hacked=alert(1)</script>: x'
run 0 plot names.h5 --json
json out 'any(c["name"] == "constructor.__proto__" for c in v)'
run 0 compare names.h5 names.h5
run 2 verify names.h5
