#!/bin/sh
# Contacts as a user meets them: a start inside each other, a spring that is too soft, and too many pairs.
. "$(dirname "$0")/common"

cat >deep.yaml <<'END'
model: a ball
parameters: {z: -0.2, k: 1e6}
gravity: [0, 0, -9.81]
ground: {shapes: {floor: {plane: z}}}
bodies:
  ball: {mass: 1, inertia: [1e-2, 1e-2, 1e-2], at: [0, 0, z], shapes: {skin: {sphere: 0.1}}}
contacts:
  landing: {between: [ground.floor, ball.skin], stiffness: k}
simulate: {end: 1}
END
run 2 run deep.yaml -o out.h5
has err 'deep.yaml:8:3: error: landing: ground.floor and ball.skin overlap by 0.3 m at the start, so that their cores meet; half of the larger radius, 0.05 m, is the most; move them apart until they just touch'
run 2 check deep.yaml
is_empty out
has err 'landing: ground.floor and ball.skin overlap'
run 1 run deep.yaml --set z=0.2 --set k=1 -o out.h5
has err 'error: landing: the step became too small at t = 0.2019.* s .*: two shapes of this contact reach 0.1 m into each other'
has err 'likely cause 1: ground.floor and ball.skin touch: 0.1 m deep, closing at [0-9.]* m/s, stiffness [0-9.]* N/m there, natural period .*; raise `stiffness` or `damping`'
run 0 run deep.yaml --set z=0.2 -o out.h5

# A step in which bodies pass by what they might touch.
cat >many.yaml <<'END'
model: many balls, too fast
bodies:
  "ball{i}": {for: {i: 1..70}, mass: 1, inertia: [1, 1, 1], at: [3*i, 0, 0], velocity: [0, 0, 50*i], shapes: {skin: {sphere: 1, group: balls}}}
contacts:
  all: {groups: [balls], stiffness: 1e6}
simulate: {end: 1}
END
run 0 run many.yaml -o many.h5
run 1 run many.yaml --step 0.01 --method hht -o many.h5
has err 'ball70: .*it moves by .* m at once, farther than contacts look ahead: it would pass by what it might touch; take smaller steps'

# An ellipsoid on an ellipsoid bounces; one solid in another one is an error.
cat >inside.yaml <<'END'
model: an ellipsoid over another one
parameters: {z: 0.17}
gravity: [0, 0, -9.81]
ground: {shapes: {w: {ellipsoid: [0.05, 0.04, 0.06]}}}
bodies:
  a: {at: [0.012, 0.007, z], shapes: {s: {ellipsoid: [0.05, 0.04, 0.06], density: 1000}}}
contacts:
  c: {between: [a, ground], stiffness: 2e6}
simulate: {end: 0.2}
END
run 0 run inside.yaml -o out.h5
has out ' 1 .* c: a.s and ground.w'
run 2 run inside.yaml --set z=0.05 -o out.h5
has err 'c: a.s and ground.w overlap by 0.0[67][0-9]* m at the start, so that their cores meet'
swallow() { # what, in what
  printf 'ground: {shapes: {w: {%s}}}\nbodies: {a: {at: [0.005, 0.01, 0], shapes: {s: {%s, density: 1000}}}}\n' "$2" "$1" >swallowed.yaml
  printf 'contacts: {c: {between: [a, ground], stiffness: 1e6}}\nsimulate: {end: 0.1}\n' >>swallowed.yaml
  run 2 run swallowed.yaml -o out.h5
  has err 'c: a.s and ground.w overlap by 0\.[0-9]* m at the start, so that their cores meet'
}
for small in 'ellipsoid: [0.03, 0.04, 0.05]' 'capsule: [0.02, 0.04]' 'box: [0.05, 0.06, 0.07]' 'cylinder: [0.03, 0.06]'; do
  for large in 'ellipsoid: [0.15, 0.12, 0.1]' 'box: [0.2, 0.2, 0.2]' 'cylinder: [0.1, 0.2]'; do
    swallow "$small" "$large"
  done
done
swallow 'capsule: [0.02, 0.5]' 'box: [0.2, 0.2, 0.2]'
swallow 'profile: {arcs: [{centre: [0, 0], radius: 0.03}], width: 0.02}' 'profile: {arcs: [{centre: [0, 0], radius: 0.05}], width: 0.02}'
