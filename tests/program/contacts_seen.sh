#!/bin/sh
# What a person sees of contacts: what their laws mean, overlaps at the start, and what touched during a run.
. "$(dirname "$0")/common"

# Laws in numbers that have closed forms: pi sqrt(m/k) of a linear law, (m g/k)^(1/e), restitutions of numerics-contact.
cat >laws.yaml <<'MODEL'
model: laws
parameters: {g: 9.81, friction_v: 1e-3}
gravity: [0, 0, -g]
ground: {shapes: {floor: {plane: z}}}
bodies:
  a: {mass: 2, inertia: [1e-2, 1e-2, 1e-2], at: [0, 0, 0.1], shapes: {skin: {sphere: 0.1}}}
  b: {mass: 1, inertia: [1e-2, 1e-2, 1e-2], at: [1, 0, 0.1], shapes: {skin: {sphere: 0.1}}}
  c: {mass: 1, inertia: [1e-2, 1e-2, 1e-2], at: [2, 0, 0.1], shapes: {skin: {sphere: 0.1}}}
contacts:
  linear: {between: [ground.floor, a.skin], law: linear, stiffness: 2e5}
  adams: {between: [ground.floor, b.skin], law: impact, stiffness: 1e8, exponent: 1.5, damping: 1000, damping_depth: 1e-4}
  hunt: {between: [ground.floor, c.skin], stiffness: 1e8, damping: 0.1, friction: {static: 0.4, v_s: 1e-3}}
  pair: {between: [a.skin, b.skin], law: linear, stiffness: 2e5}
simulate: {end: 10}
MODEL
run 0 check laws.yaml --start-only --json
json out 'v["contacts"] == 4 and [c["name"] for c in v["contact_laws"]] == ["linear", "adams", "hunt", "pair"]'
json out 'abs(v["contact_laws"][0]["period"]["value"] / (3.141592653589793*(2/2e5)**0.5) - 1) < 1e-12'
json out 'abs(v["contact_laws"][0]["depth"]["value"] / (2*9.81/2e5) - 1) < 1e-12 and abs(v["contact_laws"][0]["restitution"]["value"] - 1) < 1e-6'
json out 'abs(v["contact_laws"][1]["restitution"]["value"] - 0.41655302) < 1e-6'
json out 'abs(v["contact_laws"][2]["restitution"]["value"] - 0.909015741) < 1e-8'
json out 'abs(v["contact_laws"][2]["depth"]["value"] / (9.81/1e8)**(2/3) - 1) < 1e-12 and v["contact_laws"][2]["creep"]["value"] == 0'
json out 'abs(v["contact_laws"][3]["period"]["value"] / (3.141592653589793*(2/3/2e5)**0.5) - 1) < 1e-12'
json out 'v["contact_laws"][0]["creep"]["value"] is None and v["contact_laws"][0]["period"]["pair"] == "ground.floor and a.skin"'
run 0 check laws.yaml --start-only
has out '^contacts  *law  *pairs  *period  *depth at rest  *restitution  *creep$'
has out '^  adams  *impact  *1 .* 0.417 '
is_empty err

# A box stands on four corners, a capsule lies on two ends: each bears its share.
cat >flat.yaml <<'MODEL'
gravity: [0, 0, -9.81]
ground: {shapes: {floor: {plane: z}}}
bodies:
  box: {mass: 4, inertia: [1e-2, 1e-2, 1e-2], at: [0, 0, 0.05], shapes: {skin: {box: [0.2, 0.2, 0.1]}}}
  bar: {mass: 4, inertia: [1e-2, 1e-2, 1e-2], at: [1, 0, 0.05], shapes: {skin: {capsule: [0.05, 0.2], turn: {axis: x, angle: 90 deg}}}}
contacts:
  stands: {between: [box, ground], stiffness: 1e6}
  lies: {between: [bar, ground], stiffness: 1e6}
simulate: {end: 1}
MODEL
run 0 check flat.yaml --start-only --json
json out 'abs(v["contact_laws"][0]["depth"]["value"] / (9.81/1e6)**(2/3) - 1) < 1e-12'
json out 'abs(v["contact_laws"][1]["depth"]["value"] / (2*9.81/1e6)**(2/3) - 1) < 1e-12'
is_empty err

# On a slope of 0.3 with a coefficient of 0.4 it creeps at 0.557874698 v_s; sticking does not.
sed 's/gravity: .*/gravity: [2.81898, 0, -9.3966]/' laws.yaml >slope.yaml
run 0 check slope.yaml --start-only --json
json out 'abs(v["contact_laws"][2]["creep"]["value"] / 5.57874698e-3 - 1) < 1e-4'
has err 'slope.yaml:12:3: warning: hunt: friction that is a law of speed lets ground.floor and c.skin creep by 0.00558 m within the run, though it would hold them; add `stick: true` to its friction, or give `v_s: 0.00018`'
sed 's/v_s: 1e-3/v_s: 1e-3, stick: true/' slope.yaml >stick.yaml
run 0 check stick.yaml --start-only
has out '^  hunt .* sticks$'
is_empty err

# Too soft a spring.
sed 's/linear, stiffness: 2e5}$/linear, stiffness: 200}/' laws.yaml >soft.yaml
run 0 check soft.yaml --start-only
has err 'warning: linear: ground.floor and a.skin sink into each other by 0.0981 m under their weight, which is more than half of their radius; raise `stiffness`'

# Overlaps at the start: errors deepest first, at most 20; a warning above the depth at rest.
cat >deep.yaml <<'MODEL'
model: deep
units: {length: mm}
gravity: [0, 0, -9810]
parameters: {d: 5.5}
ground: {shapes: {floor: {plane: z}}}
bodies:
  "b{i}": {for: {i: 0..39}, mass: 1, inertia: [1e3, 1e3, 1e3], at: ["500*i", 0, "100 - d*(i + 1)"], shapes: {s: {sphere: 100, group: balls}}}
contacts:
  all: {groups: [balls, ground], stiffness: 1e6}
simulate: {end: 0.01}
MODEL
run 2 check deep.yaml --json
json out 'v["code"] == 2 and len(v["errors"]) == 20 and v["errors"][0]["line"] == 9'
json out '"b39.s and ground.floor overlap by 220 mm at the start, so that their cores meet; half of the larger radius, 50 mm" in v["errors"][0]["message"]'
json out '"b38.s" in v["errors"][1]["message"] and "11 more pairs overlap that much" in v["errors"][19]["message"]'
run 0 run deep.yaml --set d=0.5 -o none
has err 'deep.yaml:9:3: warning: all: b39.s and ground.floor overlap by 20 mm at the start, deeper than the .* mm that weight would press them: they begin with stored energy; so do 39 other pairs'

# What touched.
run 0 run laws.yaml --set g=9.81 --end 0.1 -o none --json
json out 'v["contacts"] == 4 and v["touching_pairs"] == 3 and len(v["contact_table"]) == 3'
json out 'set(v["contact_table"][0]) == {"element", "pair", "touches", "points", "time", "force", "force_time", "depth", "depth_time", "rejected", "stiffness", "period"}'
json out 'all(abs(c["stiffness"]*c["period"]**2/9.8696044 - m) < 1e-3 for c in v["contact_table"] for m in [2 if c["element"] == "linear" else 1])'
json out 'abs([c for c in v["contact_table"] if c["element"] == "linear"][0]["force"] / (2*2*9.81) - 1) < 2e-2'
run 0 run laws.yaml --end 0.1 -o none
has out '^  contacts  *3 pairs of shapes touched$'
has out '^ *touches  *peak, N  *at t, s  *depth, m  *rejected  *period, s$'

# Flores' formula: a = 16 (1 - e)/(15 e v), of which the restitution is not quite e.
cat >flores.yaml <<'MODEL'
model: flores
ground: {shapes: {floor: {plane: z}}}
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0.101], velocity: [0, 0, -1], shapes: {s: {sphere: 0.1}}}}
contacts: {c: {between: [ground.floor, b.s], stiffness: 1e9, damping: flores, restitution: 0.7, impact_speed: 1}}
simulate: {end: 0.01, tolerance: 1e-8, method: hht}
length_scale: 0.01
MODEL
sed 's/damping: flores, restitution: 0.7, impact_speed: 1/damping: 16*0.3\/(15*0.7)/' flores.yaml >same.yaml
run 0 run flores.yaml -o none --csv flores.csv --quiet
run 0 run same.yaml -o none --csv same.csv --quiet
cmp flores.csv same.csv || fail "flores is another damping than its formula"
run 0 check flores.yaml --start-only --json
json out '0.68 < v["contact_laws"][0]["restitution"]["value"] < 0.69'
sed 's/, restitution: 0.7, impact_speed: 1//' flores.yaml >lonely.yaml
run 2 check lonely.yaml
has err 'lonely.yaml:4:71: error: c: `damping: flores` follows from a restitution, which is missing; add `restitution:` and `impact_speed:`, or give a number'
sed 's/damping: flores/law: linear, damping: flores/' flores.yaml >linear.yaml
run 2 check linear.yaml
has err 'the law linear does not take a restitution'
run 0 describe contact
has out 'flores'
