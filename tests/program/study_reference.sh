#!/bin/sh
# The reference of study files: what `describe study` lists stands in docs/studies.md, and its schema takes the studies that
# read and finds what a schema can find in the wrong ones. The schema needs Python's jsonschema and yaml modules.
. "$(dirname "$0")/common"

page=$source_dir/docs/studies.md
run 0 describe study
for key in study model set vary csv sample responses keep limit from to count scale uniform normal lognormal kind seed \
  grid random latin sobol max min range final first mean rms percentile time_of settling; do
  grep -qw -e "$key" out || fail "describe study lacks $key"
  grep -qw -e "$key" "$page" || fail "docs/studies.md lacks $key"
done
run 0 describe study --json
is_json out
run 0 describe study --schema
is_json out
cp out schema.json

python3 -c 'import jsonschema, yaml; jsonschema.Draft202012Validator' 2>/dev/null || exit 0
cat >validate.py <<'PYTHON'
import glob
import json
import sys

import jsonschema
import yaml

schema = json.load(open("schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
good = glob.glob(sys.argv[1] + "/fuzz/corpus/study/*.yaml")
wrong = glob.glob(sys.argv[1] + "/tests/data/study/wrong/*.yaml")
assert len(good) >= 5 and len(wrong) >= 40
for path in good:
    errors = [e.message for e in validator.iter_errors(yaml.load(open(path), yaml.BaseLoader))]
    assert not errors, (path, errors)
rejected = set()
for path in wrong:
    try:
        tree = yaml.load(open(path), yaml.BaseLoader)
    except yaml.YAMLError:
        continue
    if any(True for _ in validator.iter_errors(tree)):
        rejected.add(path.split("/")[-1].split(".")[0])
expected = "keys vary_types distributions sample_kind responses keep_map sequence optimize fit_sigma no_model".split()
assert set(expected) <= rejected, rejected
PYTHON
python3 -W ignore validate.py "$source_dir" >out 2>err || fail "the schema is not as it should be"
