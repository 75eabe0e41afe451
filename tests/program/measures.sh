#!/bin/sh
# measures: what expressions ask for in millimetres and radians is what the columns show in millimetres and degrees;
# angles follow their turns also where a torque depends on them; wrong calls are reported where they stand.
. "$(dirname "$0")/common"

# same MEASURE COLUMN FACTOR FLOOR: the columns MEASURE.value and FACTOR * COLUMN of m.csv agree to 1e-10 of the largest.
same() {
  python3 - "$@" <<'PYTHON' || fail "$1 is not $2"
import csv, sys
rows = list(csv.reader(open("m.csv")))
i, j = rows[0].index(sys.argv[1] + ".value"), rows[0].index(sys.argv[2])
factor, floor = float(sys.argv[3]), float(sys.argv[4])
pairs = [(float(row[i]), factor * float(row[j])) for row in rows[2:]]
largest = max(abs(b) for a, b in pairs)
sys.exit(0 if largest > floor and all(abs(a - b) <= 1e-10 * largest for a, b in pairs) else 1)
PYTHON
}
rad=0.017453292519943295

cat >m.yaml <<'MODEL'
model: all kinds of measures
units: {length: mm, angle: deg}
gravity: [0, -9810, 0]
bodies:
  crank: {mass: 1, inertia: [1e4, 2e4, 2e4], at: [100, 0, 0], frames: {tip: {at: [100, 0, 0], turn: {axis: [1, 2, 3], angle: 40 deg}}}}
  wheel: {mass: 2, inertia: [1e4, 2e4, 2e4], at: [500, 0, 0]}
  rack: {mass: 1, inertia: [1e4, 1e4, 1e4], at: [0, 300, 0]}
  bob: {mass: 1, inertia: [1e4, 1e4, 1e4], at: [250, 50, 30], frames: {eye: {at: [10, 20, 30]}}}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}
  W: {type: revolute, between: [ground, wheel], at: [500, 0, 0], axis: z}
  R: {type: prismatic, between: [ground, rack], at: [0, 300, 0], axis: x}
  S: {type: spherical, between: [crank.tip, bob], at: [200, 0, 0]}
  mesh: {type: gear, joints: [A, W], ratio: -2}
  pinion: {type: rack-pinion, joints: [A, R], radius: 30}
motions:
  drive: {joint: A, rotation: "(2*t + 5*t^2)"}
forces:
  s: {type: spring-damper, between: [ground, bob.eye], stiffness: 0.02, length: 90, damping: 0.01}
coordinates:
  c: {mass: 0.5, at: 0.3}
equations:
  tie: {position: "c - 0.3 + t^3"}
  turned: {velocity: "wz(bob)", kind: angle}
states:
  v: {type: vector, start: [1, 2], rate: ["-t", "dx(bob)"]}
measures:
  m1: dx(bob.eye)
  m2: vy(bob.eye)
  m3: accz(bob.eye)
  m4: wx(bob)
  m5: wdty(bob)
  m6: fx(S)
  m8: reaction(mesh)
  m9: reaction(pinion)
  m10: power(drive)
  m27: torque(drive)
  m11: angle(W)
  m12: displacement_rate(R)
  m13: length(s)
  m14: force(s)
  m15: value(drive)
  m16: rate(drive)
  m18: motion(drive, 1, 8)
  m19: state(v, 2)
  m20: az(wheel)
  m22: fx2(pinion)
  m23: RATE(s)
  m24: multiplier(tie)
  m25: multiplier(turned)*1
  m26: fx(crank.tip, bob)
simulate: {end: 0.5}
output: {every: 0.05}
MODEL
run 0 run m.yaml -o m.h5 --csv m.csv
same m1 bob.eye.x 1 1
same m2 bob.eye.vy 1 1
same m3 bob.eye.az 1 1
same m4 bob.wx $rad 0.1
same m5 bob.alphay $rad 0.001
same m6 S.fx 1 1
same m8 mesh.reaction 1 1
same m9 pinion.reaction 1 1
same m10 drive.power 1 1
same m27 drive.torque 1 1
same m11 W.angle $rad 0.01
same m12 R.displacement_rate 1 1
same m13 s.length 1 1
same m14 s.force 1 1
same m15 drive.value $rad 0.01
same m16 drive.rate $rad 0.01
same m18 drive.tz2 1 1
same m19 v.x2 1 1
same m20 W.angle $rad 0.01
same m22 pinion.fx2 1 1
same m23 s.rate 1 1
same m24 tie.multiplier 1 0.1
same m25 turned.multiplier 1 1
same m26 S.fx 1 1

# All that acts on a body between frames, with gravity, is mass times acceleration (Newton) and inertia times angular
# acceleration (Euler; a ball, about its centre), in any axes. What joint and motion do is together what the frames feel.
cat >sum.yaml <<'MODEL'
units: {length: mm, angle: deg}
gravity: [0, -9810, 0]
bodies:
  crank: {mass: 1, inertia: [1e4, 2e4, 2e4], at: [100, 0, 0], frames: {tip: {at: [100, 0, 0], turn: {axis: [1, 2, 3], angle: 40 deg}}}}
  bob: {mass: 3, inertia: [1e4, 1e4, 1e4], at: [250, 50, 30], frames: {eye: {at: [10, 20, 30], turn: {axis: [1, 2, 3], angle: 40 deg}}}}
ground: {frames: {up: {at: [0, 1, 0]}}}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}
  S: {type: spherical, between: [crank.tip, bob], at: [200, 0, 0]}
motions: {drive: {joint: A, rotation: "2*t + 5*t^2"}}
forces:
  s: {type: spring-damper, between: [ground, bob.eye], stiffness: 0.02, length: 90, damping: 0.01}
  push: {type: force, between: [crank, bob.eye], force: ["3", "2*t", "1"]}
measures:
  newton_x: fx(bob) - 3*accx(bob)
  newton_y: FY(bob) - 3*accy(bob) - 3*9810
  newton_turned: "fx(bob, 0, bob.eye) - 3*accx(bob, 0, bob.eye) - 3*9810*dx(ground.up, 0, bob.eye)"
  euler_x: tx(bob) - 1e4*wdtx(bob)
  euler_y: ty(bob, 0, ground) - 1e4*wdty(bob)
  euler_z: tz(bob) - 1e4*wdtz(bob)
  apart: fx(bob) - fx(bob, ground) - fx(bob, crank)
  at_eye: fx(bob.eye) - fx2(s) - fx2(push)
  spring: fm(bob.eye, ground) - abs(force(s))
  hinge: tz(ground, crank) - tz(A) - tz(drive)
  back: fy(crank, ground) + fy(ground, crank)
  turned: fz(crank.tip, bob, bob.eye) - fz(S, bob.eye)
simulate: {end: 0.5}
output: {every: 0.05}
MODEL
run 0 run sum.yaml -o sum.h5 --csv sum.csv
python3 - <<'PYTHON' || fail "sums of actions"
import csv, sys
rows = list(csv.reader(open("sum.csv")))
names = "newton_x newton_y newton_turned euler_x euler_y euler_z apart at_eye spring hinge back turned".split()
row = [dict(zip(rows[0], map(float, r))) for r in rows[2:]]
force = max(abs(r["S.fx"]) for r in row)
worst = {n: max(abs(r[n + ".value"]) for r in row) for n in names}
bad = [n for n in names if worst[n] > 1e-10 * force * (100 if n in ("euler_x", "euler_y", "euler_z", "hinge") else 1)]
print(bad, worst, file=sys.stderr)
sys.exit(1 if bad or force < 1e3 else 0)
PYTHON

# The same in a sub-model that is moved and turned: what is left out, and `ground`, are its own.
cat >placed.yaml <<'MODEL'
units: {length: mm, angle: deg}
gravity: [0, -9810, 0]
include: {sub: {file: sum.yaml, at: [100, 200, 300], turn: {axis: [1, 1, 2], angle: 70}}}
simulate: {end: 0.5}
output: {every: 0.05}
MODEL
run 0 run placed.yaml -o placed.h5 --csv placed.csv
python3 - <<'PYTHON' || fail "sums of actions in a sub-model"
import csv, sys
rows = list(csv.reader(open("placed.csv")))
names = "euler_x euler_y euler_z apart at_eye spring hinge back turned".split() # gravity has another direction here
row = [dict(zip(rows[0], map(float, r))) for r in rows[2:]]
force = max(abs(r["sub.S.fx"]) for r in row)
worst = {n: max(abs(r["sub." + n + ".value"]) for r in row) for n in names}
bad = [n for n in names if worst[n] > 1e-10 * force * (100 if n in ("euler_x", "euler_y", "euler_z", "hinge") else 1)]
print(bad, worst, file=sys.stderr)
sys.exit(1 if bad or force < 1e3 else 0)
PYTHON

# A bushing whose force an expression asks for is made of equations: the same motion and the same forces as that which
# is computed. From rest in its own middle (small angles) through angles beyond a radian.
cat >bushing.yaml <<'MODEL'
gravity: [0, 0, -9.81]
ground: {frames: {seat: {at: [0.1, 0.2, 0.3], turn: {axis: [1, 2, 3], angle: 0.7}}}}
bodies:
  block: {mass: 2, inertia: [0.02, 0.03, 0.04], at: [0.1, 0.2, 0.3], turn: {axis: [1, 2, 3], angle: 0.7}, omega: [3, 0, 1]}
  tail: {mass: 0.5, inertia: [0.01, 0.01, 0.02], at: [0.4, 0.2, 0.3], omega: [0, 9, 4], frames: {hook: {at: [-0.2, 0, 0], turn: {axis: x, angle: 0.4}}}}
forces:
  mount: {type: bushing, between: [ground.seat, block], stiffness: [900, 800, 700], damping: [5, 4, 3],
          torsional_stiffness: [3, 4, 5], torsional_damping: [0.02, 0.01, 0.03], preload: [1, 2, 20], torsional_preload: [0.1, 0.2, 0]}
  link: {type: bushing, between: [block, tail.hook], at: [0.2, 0.2, 0.3], stiffness: [500, 500, 500], damping: [2, 2, 2], torsional_stiffness: [1, 1, 2]}
simulate: {end: 1, tolerance: 1e-7}
output: {every: 0.02}
MODEL
run 0 run bushing.yaml -o computed.h5 --csv computed.csv
(cat bushing.yaml && echo 'measures: {a: "bush(mount, 0, 6)", b: "ty2(link, tail)", c: "fm(block, tail.hook)"}') >asked.yaml
run 0 run asked.yaml -o asked.h5 --csv asked.csv
python3 - <<'PYTHON' || fail "the two forms of a bushing"
import csv, sys
def read(name):
    rows = list(csv.reader(open(name)))
    return {n: [float(r[i]) for r in rows[2:]] for i, n in enumerate(rows[0])}
a, b = read("computed.csv"), read("asked.csv")
bad = []
for n in a:
    if n.startswith("energy.") and n != "energy.kinetic": continue
    largest = max(map(abs, a[n])) + 1e-3
    if max(abs(x - y) for x, y in zip(a[n], b[n])) > 1e-7 * largest: bad.append(n)
if max(abs(x - y) for x, y in zip(b["a.value"], b["mount.tx"])) > 1e-12: bad.append("a")
size = [(x*x + y*y + z*z)**0.5 for x, y, z in zip(b["link.fx"], b["link.fy"], b["link.fz"])]
if max(abs(x - y) for x, y in zip(b["c.value"], size)) > 1e-10 * max(size): bad.append("c")
print(bad, file=sys.stderr)
sys.exit(1 if bad or max(map(abs, a["mount.tx"])) < 0.5 else 0)
PYTHON

# A torque that holds one rotor to another through many turns; az goes on, psi stays within a turn.
cat >turns.yaml <<'MODEL'
gravity: [0, 0, 0]
bodies:
  rotor: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], omega: [0, 0, 10], frames: {arm: {at: [0.5, 0, 0]}}}
  nut: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 3]}
joints:
  A: {type: revolute, between: [ground, rotor], at: [0, 0, 0], axis: z}
  N: {type: revolute, between: [ground, nut], at: [0, 0, 3], axis: z}
forces:
  hold: {type: torque, between: [ground, nut], torque: ["0", "0", "20*(az(rotor) - az(nut)) + 5*(wz(rotor) - wz(nut))"]}
measures:
  turned: az(rotor)
  followed: az(nut)
  held: tz2(hold)
  within: "cos(psi(rotor)) - cos(az(rotor)) + max(0, abs(psi(rotor)) - pi)"
  centripetal: accx(rotor.arm, 0, rotor) + 0.5*wz(rotor)^2
  seen: accx(rotor.arm, 0, rotor, rotor)
simulate: {end: 4}
output: {every: 0.1}
MODEL
run 0 run turns.yaml -o turns.h5 --csv m.csv
same turned A.angle 1 30
same followed N.angle 1 30
same held hold.tz2 1 1
python3 - <<'PYTHON' || fail "psi, or the centripetal acceleration"
import csv, sys
rows = list(csv.reader(open("m.csv")))
columns = [rows[0].index(name + ".value") for name in ("within", "centripetal", "seen")]
sys.exit(0 if all(abs(float(row[i])) < 1e-10 for row in rows[2:] for i in columns) else 1)
PYTHON

# Wrong calls.
wrong() { # MEASURE PATTERN
  sed "s/^  turned: .*/  turned: $1/" turns.yaml >wrong.yaml
  run 2 run wrong.yaml -o wrong.h5
  has err "^wrong.yaml:11:.*error: .*$2"
}
wrong 'joint(A, 2, 3)' 'body number 2'
wrong 'joint(A, 0, 9)' 'component number 9'
wrong 'joint(A, 0, 2.5)' 'component number 2.5'
wrong 'length(A)' 'has no `length`'
wrong 'state(A, 0)' 'state number 0'
wrong '2*tme + angle(A)' 'unknown name `tme`; did you mean `time`?'
wrong 'fx(rotor.arm)' 'no joint or force acts on `rotor.arm`; name frames as they stand in `between:`'
wrong 'fx(rotor, nut)' 'no joint or force acts between `rotor` and `nut`'
wrong 'fx(A, rotor, nut)' '`fx` of an element takes one frame only'
wrong 'fm(A, rotor)' '`fm` of an element takes no frame'
wrong 'fx(rotor.leg)' '`rotor` has no frame `leg`'
wrong 'multiplier(A)' 'has no `multiplier`'
wrong 'dx(rotr)' 'rotr'

# A unit of the user's own is a label: shown, never converted, and it survives the journal.
sed 's/^  turned: .*/  turned: {value: az(rotor), unit: furlong}/' turns.yaml >unit.yaml
run 0 run unit.yaml -o unit.h5 --csv unit.csv
[ "$(sed -n 2p unit.csv | tr ',' '\n' | grep -c '^furlong$')" -eq 1 ] || fail "the label of a measure"
run 0 verify unit.h5
sed -i 's/furlong/"km, h"/' unit.yaml
run 2 run unit.yaml -o unit.h5
has err 'the unit of a measure has 1 to 20 plain letters; write it like mm/s^2'

# A measure without a value is said once, with the first time.
cat >gone.yaml <<'MODEL'
units: {time: ms}
coordinates: {x: {mass: 1, velocity: 1}}
measures: {pole: "1/(t - 500)", root: "log(t - 1000)", good: "x"}
output: {every: 100}
simulate: {end: 2000}
MODEL
run 0 run gone.yaml -o gone.h5
has err '^gone.yaml:3:18: warning: the measure `pole` is infinite at t = 500 ms; 1 of 21 rows of the results'
has err '^gone.yaml:3:39: warning: the measure `root` has no value at t = 0 ms; 11 of 21 rows of the results'
[ "$(grep -c warning err)" -eq 2 ] || fail "not two warnings"
