#!/bin/sh
# Poles that a step goes over are named, whatever the expression depends on and however it is written: forces and motions of time alone,
# laws of springs, squares, tangents, powers; and none where there is none.
. "$(dirname "$0")/common"

# model NAME FORCE: a pendulum that swings through the lowest point at 0.837 s, and one more force on it
model() {
  cat >"$1.yaml" <<MODEL
gravity: [0, 0, -9.81]
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints: {j: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: y}}
forces:
  f: {$2}
simulate: {end: 1.1}
output: {every: 0.037}
MODEL
}
# pole NAME COLUMN TIME WORDS: every method names it; no output row and no step is at it
pole() {
  for method in hht dopri5 bdf; do
    rm -f out.h5
    run 0 run "$1.yaml" --method $method -o out.h5
    has err "$1.yaml:5:$2: warning: at t = $3 s $4"
  done
}
division='a divisor in `f` passes zero: it has a pole there'
between='between: [ground, b]'

model time "type: force, $between, force: [\"0.01/(t - 0.5)\", 0, 0]"
pole time 55 0.5 "$division"
model torque "type: torque, $between, torque: [0, \"0.01/(t - 0.5)\", 0]"
pole torque 60 0.5 "$division"
model square "type: force, $between, force: [\"1e-5/(t - 0.5)^2\", 0, 0]"
pole square 55 0.5 "$division"
model power "type: force, $between, force: [\"0.01*(t - 0.5)^-1\", 0, 0]"
pole power 65 0.5 '`^` in `f` has a pole'
model tangent "type: force, $between, force: [\"0.01*tan(3*t)\", 0, 0]"
pole tangent 56 0.523598776 '`tan` in `f` has a pole'
model law "type: rotational-spring-damper, $between, at: [0, 0, 0], axis: y, law: \"0.01/(angle - 1)\""
pole law 95 '0.649[0-9]*' "$division"
model law_of_time "type: rotational-spring-damper, $between, at: [0, 0, 0], axis: y, law: \"0.01/(t - 0.5)\""
pole law_of_time 95 0.5 "$division"
model touch "type: force, $between, force: [\"1e-6/dx(b)^2\", 0, 0]"
pole touch 55 '0.837[0-9]*' "$division"
# abs has a kink there, on which steps end: the pole is then between two short steps, or on an end. What a method makes of it is left to
# it (a step that ends on the pole to the last bit fails), but not in silence.
model kink "type: force, $between, force: [\"1e-4/abs(dx(b))\", 0, 0]"
for method in dopri5 hht bdf; do
  rm -f out.h5
  if "$program" run kink.yaml --method $method -o out.h5 >out 2>err </dev/null; then
    has err "kink.yaml:5:[0-9]*: warning: at t = 0.[0-9]* s $division"
  else
    has err 'error: '
  fi
done
# in the very first step
model first "type: force, $between, force: [\"1e-9/(t - 1e-7)\", 0, 0]"
rm -f out.h5
run 0 run first.yaml --method hht --step 0.01 -o out.h5
has err "first.yaml:5:[0-9]*: warning: at t = 1e-07 s $division"

# A motion of time alone.
cat >motion.yaml <<'MODEL'
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints: {j: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: y}}
motions: {m: {joint: j, rotation_velocity: "0.001/(t - 0.5)"}}
simulate: {end: 1, method: ab3, step: 0.003}
output: {every: 0.037}
MODEL
rm -f out.h5
run 0 run motion.yaml -o out.h5
has err 'motion.yaml:3:[0-9]*: warning: at t = 0.5 s a divisor in `m` passes zero'

# What stays finite has no pole: quotients of two that vanish together, branches that are not taken, divisors that only come near.
model finite "type: force, $between, force: [\"0.1*sin(t - 0.5)/(t - 0.5)\", \"if(abs(t - 0.5) < 0.1, 0, 0.01/(t - 0.5))\", \"0.01/((t - 0.5)^2 + 1e-4)\"]"
model finite_law "type: rotational-spring-damper, $between, at: [0, 0, 0], axis: y, law: \"0.1*sin(angle - 1)/(angle - 1) + 0.1/sqrt((angle - 1)^2 + 0.01)\""
for name in finite finite_law; do
  for method in hht dopri5 bdf; do
    rm -f out.h5
    run 0 run $name.yaml --method $method -o out.h5
    lacks err 'pole'
  done
done
