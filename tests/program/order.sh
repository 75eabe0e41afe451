#!/bin/sh
# `sarrus order`: the table, and the fields of its JSON.
. "$(dirname "$0")/common"

run 0 order "$models/pendulum.yaml" --end 2 --step 0.02 --json
is_empty err
json out 'set(v) == {"method", "steps", "position", "velocity", "multipliers", "reactions"}'
json out 'v["method"].startswith("hht")'
json out 'len(v["steps"]) == 5 and all(abs(a - 0.02/2**i) < 1e-12 for i, a in enumerate(v["steps"]))'
json out 'all(set(v[k]) == {"errors", "at_rounding", "order"} for k in ("position", "velocity", "multipliers", "reactions"))'
json out 'all(len(v[k]["errors"]) == 5 for k in ("position", "velocity", "multipliers", "reactions"))'
json out 'all(a > b > 0 for k in ("position", "velocity", "multipliers", "reactions")
  for a, b in zip(v[k]["errors"], v[k]["errors"][1:]))'
json out 'all(abs(v[k]["order"] - 2) <= 0.25 for k in ("position", "velocity", "multipliers", "reactions"))'

# Fewer halvings, another method; without constraints there are no multipliers.
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method hht:alpha=-0.1 --json
json out 'len(v["steps"]) == 3 and "-0.1" in v["method"]'
run 0 order "$models/free_top.yaml" --end 2 --step 0.04 --halvings 3 --json
json out 'v["multipliers"]["order"] is None and v["reactions"]["order"] is None and abs(v["position"]["order"] - 2) <= 0.25'

# Errors at rounding are marked and left out: a method of order 5 reaches it on a free top.
run 0 order "$models/free_top.yaml" --method mssth5 --json
json out 'all(v[k]["at_rounding"] >= 1 and abs(v[k]["order"] - 5) <= 0.25 for k in ("position", "velocity"))'
json out 'all(v[k]["errors"][-1] < 1e-11 < v[k]["errors"][2] for k in ("position", "velocity"))'
run 0 order "$models/free_top.yaml" --method mssth5
has out ' ~[0-9.]*e-1[2-9] '
has out '^~ at rounding: left out of the order$'
run 0 order "$models/free_top.yaml" --end 2 --step 0.04 --halvings 3
lacks out 'rounding'

# Steps are in the model's unit of time.
run 0 order "$models/units/mm_kg_ms.yaml" --end 100 --step 5 --halvings 2 --json
json out 'v["steps"] == [5, 2.5, 1.25] and abs(v["position"]["order"] - 2) <= 0.25'

run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 3
has out ' position  *velocity  *multipliers  *reactions$'
has out '^ *order  *[0-9.]*  *[0-9.]*  *[0-9.]*  *[0-9.]*$'

# Without dissipation: not where it would leave multipliers undamped, else as any other.
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method hht:alpha=0
has err 'formulation=si2'
has err 'choose alpha < 0, or formulation=si2'
for undamped in trapezoid newmark:beta=0.25,gamma=0.5; do
  run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method $undamped
  has err 'without dissipation.*formulation=si2'
  lacks err 'rho_inf'
done
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method generalized-alpha:rho_inf=1
has err 'choose rho_inf < 1, or formulation=si2'
# Almost none is taken, with a warning.
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method lms2:rho_inf=0.999999
has err 'warning: lms2 .*damps errors of the multipliers by half in 693147 steps only.*formulation=si2'
[ "$(grep -c warning err)" -eq 1 ] || fail "the warning comes more than once"
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --method lms2:rho_inf=0.9
is_empty err
run 2 order "$models/pendulum.yaml" --end 1 --step 0.02 --method newmark:beta=0.1
has err 'unstable.*choose gamma > 1/2 with beta'
run 0 order "$models/free_top.yaml" --end 2 --step 0.04 --halvings 3 --method hht:alpha=0 --json
json out 'abs(v["position"]["order"] - 2) <= 0.25'
run 2 run "$models/stiff_derivative.yaml" --method hht:alpha=0,states=paper,formulation=si2
has err 'switches the error estimate off'

run 2 order "$models/pendulum.yaml" --halvings 40
run 2 order "$models/pendulum.yaml" --method nothing

# As a picture and as a page, which show what the table says; a title is shown as text.
sed 's|^model:.*|model: "<script>alert(1)</script> \& \\"pendulum\\""|' "$models/pendulum.yaml" >hostile.yaml
run 0 order hostile.yaml --end 1 --step 0.02 --halvings 3 -o order.svg --page order.html --json
is_page order.html
python3 - <<'PYTHON' || fail "order.html or order.svg does not show the numbers"
import json, xml.etree.ElementTree as tree
v = json.load(open("out"))
root = tree.parse("order.html").getroot()
text = "".join(root.itertext())
assert 'Model: <script>alert(1)</script> & "pendulum" (hostile.yaml)' in text
assert "sarrus order hostile.yaml --end 1 --step 0.02 --halvings 3 -o order.svg --page order.html --json" in text
rows = [[cell.text for cell in row] for row in root.find(".//table/tbody")]
names = ("position", "velocity", "multipliers", "reactions")
for i, step in enumerate(v["steps"]):
    assert rows[i] == [f"{step:.4e}"] + [f"{v[name]['errors'][i]:.3e}" for name in names], rows[i]
assert rows[4] == ["order"] + [f"{v[name]['order']:.2f}" for name in names], rows[4]
svg = tree.parse("order.svg").getroot()
assert [e.text for e in svg.iter() if e.get("class") == "legend"] == list(names)
PYTHON
run 0 order "$models/pendulum.yaml" --end 1 --step 0.02 --halvings 2 --page - --quiet
mv out page.html
is_page page.html
run 2 order hostile.yaml --page hostile.yaml
has err 'hostile.yaml is the model itself'
run 2 order hostile.yaml --page same -o same
has err '^sarrus: error: -o and --page both write same; give two different names$'
run 2 order hostile.yaml --page - --json
has err 'page - and --json both want standard output'
run 3 order "$models/pendulum.yaml" --end 0.2 --step 0.02 --halvings 2 --page no/such/folder/x.html
has err 'cannot write no/such/folder/x.html'
