#!/bin/sh
# Memory of a chain of hinges in one line grows with the chain: the order that pivots spoil there is given up on the way.
# label: numbers
. "$(dirname "$0")/common"

cat >chain.yaml <<'MODEL'
model: straight chain of hinges
gravity: [0, -9.81, 0]
parameters: {N: 100, l: 0.1}
bodies:
  "rod{i}":
    for: {i: 0..N-1}
    mass: 0.1
    inertia: [5e-6, 8.58e-5, 8.58e-5]
    at: ["l*(i+0.5)", 0, 0]
    frames: {start: {at: [-l/2, 0, 0]}, end: {at: [l/2, 0, 0]}}
joints:
  joint0: {type: revolute, between: [ground, rod0.start], axis: z}
  "joint{i}": {for: {i: 1..N-1}, type: revolute, between: ["rod{i-1}.end", "rod{i}.start"], axis: z}
output: {every: 0.05, of: [energy]}
simulate: {end: 0.01, step: 1e-3}
MODEL
bytes() { "$program" run chain.yaml --set N="$1" -o none --json | sed 's/.*"peak_memory_bytes":\([0-9]*\).*/\1/'; }
few=$(bytes 200) more=$(bytes 600) most=$(bytes 1800)
echo "bytes: $few, $more, $most"
# What does not grow cancels: 400 and 1200 rods; the power 1.1 is 3.35 times as much.
[ $((100 * (most - more))) -le $((335 * (more - few))) ] || fail "memory grows faster than the chain"
