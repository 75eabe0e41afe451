#!/bin/sh
# The JSON schema: it is a schema, all models that read are valid by it, and it finds what a schema can find in the wrong
# ones. Needs Python's jsonschema and yaml modules; skipped without them.
. "$(dirname "$0")/common"
python3 -c 'import jsonschema, yaml; jsonschema.Draft202012Validator' 2>/dev/null ||
  { echo "there is no Python module jsonschema (with draft 2020-12) or yaml"; exit 77; }

run 0 describe --schema
cp out schema.json
cat >validate.py <<'PYTHON'
import glob, json, sys
import jsonschema, yaml

root = sys.argv[1]
schema = json.load(open("schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = 0


def errors(text):
    return list(validator.iter_errors(yaml.safe_load(text)))


def expect(condition, message):
    global failed
    if not condition:
        print(message)
        failed += 1


right = [p for f in ("examples/*/*.yaml", "tests/models/**/*.yaml", "tests/data/read/*.yaml", "tests/data/unsound/*.yaml")
         for p in glob.glob(root + "/" + f, recursive=True) if not p.endswith("/study.yaml")]
expect(len(right) >= 70, "only %d models were found" % len(right))
for path in right:
    found = errors(open(path, encoding="utf-8").read())
    expect(not found, "%s: %s" % (path, found and found[0].message))

rejected = 0
for path in glob.glob(root + "/tests/data/wrong/*.yaml"):
    try:
        rejected += bool(errors(open(path, encoding="utf-8").read()))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        pass  # not YAML at all
print(rejected, "wrong models are rejected")
expect(rejected >= 55, "the schema rejects only %d of the wrong models" % rejected)

# What an editor says: one error, at the right key.
for text, path, word in [
    ("joints: {j: {type: revolut, between: [a, b]}}", ["joints", "j", "type"], "revolut"),
    ("joints: {j: {type: revolute, between: [a, b], axs: z}}", ["joints", "j"], "axs"),
    ("joints: {j: {type: revolute, between: [a]}}", ["joints", "j", "between"], "a"),
    ("joints: {j: {between: [a, b]}}", ["joints", "j"], "type"),
    ("joints: {j: {type: revolute}}", ["joints", "j"], "between"),
    ("joints: {j: {type: spherical, between: [a, b], pitch: 1}}", ["joints", "j"], "pitch"),
    ("forces: {s: {type: spring-damper, between: [a, b], stifness: 1}}", ["forces", "s"], "stifness"),
    ("bodies: {a: {mas: 1}}", ["bodies", "a"], "mas"),
    ("bodies: {ground: {mass: 1}}", ["bodies"], "ground"),
    ("simulate: {end: -1}", ["simulate", "end"], "-1"),
    ("simulate: {method: htt}", ["simulate", "method"], "htt"),
    ("include: {l: {file: /etc/passwd}}", ["include", "l", "file"], "passwd"),
    ("include: {l: {at: [0, 0, 0]}}", ["include", "l"], "file"),
    ('bodies: {"a{i}": {for: {i: 5}}}', ["bodies", "a{i}", "for", "i"], "5"),
]:
    found = errors(text)
    expect(len(found) == 1 and list(found[0].path) == path and word in found[0].message,
           "%s: %s" % (text, [(list(e.path), e.message) for e in found]))

# Outlines: what belongs to another kind of them, is missing or has another form is found, in the profile and nowhere else.
for outline, right in [
    ("points: [[0, 0], [1, 0, 0.1], [0, 1]], radius: r, closed: false, width: w", True),
    ("arcs: [{centre: [0, 0], radius: r}], width: 1", True),
    ("arcs: [[1, 0], {centre: [0, 0], radius: r, from: 0, to: 90 deg}], radius: 0.1, width: 1", True),
    ("spline: outline.csv, closed: true, width: 1", True),
    ("spline: [[1, 0], [0, 1], [-1, 0]], width: 1", True),
    ("involute: {teeth: z, module: m, shift: -0.1}, width: 1", True),
    ("sprocket: {teeth: 18, pitch: p, roller: d}, width: 1", True),
    ("points: [[0, 0], [1, 0], [0, 1]], radius: 0.1", False),
    ("points: [[0, 0], [1, 0], [0, 1]], radius: -0.1, width: 1", False),
    ("points: [[0, 0], [1, 0], 3], width: 1", False),
    ("points: [{centre: [0, 0], radius: r}, [1, 0]], width: 1", False),
    ("arcs: [{centre: [0, 0], radius: r, from: 0}], width: 1", False),
    ("arcs: [{centre: [0, 0], radius: r, start: 0, to: 1}], width: 1", False),
    ("spline: [[1, 0], [0, 1], [-1, 0]], radius: 0.1, width: 1", False),
    ("spline: [[1, 0, 0], [0, 1], [-1, 0]], width: 1", False),
    ("involute: {teeth: 20}, width: 1", False),
    ("involute: {teeth: 20, module: 0.005, pitch: 1}, width: 1", False),
    ("involute: {teeth: 20, module: 0.005}, closed: true, width: 1", False),
    ("sprocket: {teeth: 18, pitch: p}, width: 1", False),
    ("spline: outline.csv, points: [[0, 0], [1, 0], [0, 1]], width: 1", False),
    ("width: 1", False),
]:
    found = errors("bodies: {a: {shapes: {s: {profile: {%s}}}}}" % outline)
    as_meant = not found if right else [list(e.path) for e in found] == [["bodies", "a", "shapes", "s", "profile"]]
    expect(as_meant, "%s: %s" % (outline, [(list(e.path), e.message) for e in found]))

# Every property is explained.
def walk(node, path):
    for key, value in node.get("properties", {}).items():
        yield path + [key], value
        yield from walk(value, path + [key])
    for key in ("additionalProperties", "then"):
        if isinstance(node.get(key), dict):
            yield from walk(node[key], path + [key])
    for part in node.get("allOf", []):
        yield from walk(part, path)


properties = list(walk(schema, []))
expect(len(properties) > 150, "only %d properties were seen" % len(properties))
for path, value in properties:
    expect("description" in value or "const" in value, "%s has no description" % "/".join(path))
sys.exit(1 if failed else 0)
PYTHON
python3 -W ignore validate.py "$source_dir" >out 2>err || fail "the schema is not as it should be"
cat out
