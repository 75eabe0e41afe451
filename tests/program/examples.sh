#!/bin/sh
# The examples with user-defined physics, and those of the gallery, do what their pages say: each against a formula that the program does not know.
. "$(dirname "$0")/common"
for name in dc_motor_pid abs_brake hydraulic_actuator flyball_governor rolling_coin chaplygin_sleigh bouncing_ball woodpecker; do
  run 0 run "$source_dir/examples/$name/model.yaml" --csv "$name.csv" -o "$name.h5" --quiet
  is_empty err
done
# The current follows the speed of the shaft, and inherits its error, of the order tolerance^(2/3).
run 0 run "$source_dir/examples/dc_motor_pid/model.yaml" --tol 1e-6 --csv dc_motor_pid.csv -o dc_motor_pid.h5 --quiet
run 0 run "$source_dir/examples/abs_brake/model.yaml" --set abs=0 --csv locked.csv -o locked.h5 --quiet
for tol in 1e-6 3e-7; do # a relay that fires twice at a crossing is not chattering
  run 0 run "$source_dir/examples/abs_brake/model.yaml" --tol $tol -o finer_brake.h5 --quiet
done
run 0 run "$source_dir/examples/rolling_coin/model.yaml" --set "lean=0.1 deg" --end 1 --csv upright.csv -o upright.h5 --quiet
run 0 run "$source_dir/examples/woodpecker/model.yaml" --tol 1e-7 --csv finer.csv -o finer.h5 --quiet
for name in sarrus_linkage gyroscope theo_jansen_walker robot_arm; do
  run 0 run "$source_dir/examples/$name/model.yaml" --csv "$name.csv" -o "$name.h5" --quiet
done
run 0 run "$source_dir/examples/sarrus_linkage/model.yaml" --set pairs=4 --csv four_pairs.csv -o four_pairs.h5 --quiet
run 0 run "$source_dir/examples/gyroscope/model.yaml" --set pushed=1 --method radau5 --csv pushed.csv -o pushed.h5 --quiet
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, near, read


def mean(data, name, start, end):
    """The mean of a column over time, by trapezia."""
    t, y = data["time"], data[name]
    steps = [i for i in range(1, len(t)) if start <= t[i - 1] and t[i] <= end]
    return sum((t[i] - t[i - 1]) * (y[i] + y[i - 1]) / 2 for i in steps) / sum(t[i] - t[i - 1] for i in steps)


def crossings(t, y):
    return [t[i] - y[i] * (t[i + 1] - t[i]) / (y[i + 1] - y[i]) for i in range(len(t) - 1) if (y[i] < 0) != (y[i + 1] < 0)]


# The crank turns twice per second; the voltage is back EMF and resistance; the damper takes what the shaft gives.
d = read("dc_motor_pid")
near("speed of the crank", mean(d, "A.angle_rate", 5, 6), 4 * math.pi, 1e-3)
current = mean(d, "i.value", 5, 6)
near("voltage of the motor", mean(d, "U.value", 5, 6), 0.052 * 20 * 4 * math.pi + 0.9 * current, 1e-3)
d["shaft"] = [0.052 * i * w for i, w in zip(d["i.value"], d["shaft.angle_rate"])]
at5 = d["time"].index(5)
near("power of the motor", mean(d, "shaft", 5, 6), d["energy.dissipated"][-1] - d["energy.dissipated"][at5], 0.05)

# Braking: between the best friction and the locked one, which is that of the wheel without the relay.
d, locked = read("abs_brake"), read("locked")
best = 0.2 * 30 + (30 ** 2 - 2 ** 2) / (2 * 0.82 * 9.81)
near("braking distance over the shortest", d["distance.value"][-1] / best, 1.1, 0.05)
# The caliper is smooth through zero, so that a locked wheel creeps: 1500 tanh(w/0.5) is what the road gives.
mu = 0.82 * math.sin(1.7 * math.atan(8))
creep = 0.31 * 0.5 * math.atanh(0.31 * mu * 420 * 9.81 / 1500)
v, w = locked["chassis.vx"][300], locked["chassis.vx"][900]
slip = 1 - creep * math.log(v / w) / (v - w)
near("locked deceleration", (v - w) / (locked["time"][900] - locked["time"][300]),
     9.81 * 0.82 * math.sin(1.7 * math.atan(8 * slip)), 1e-3)
near("slip of the relay", max(d["slip.value"]), 0.24, 0.04)

# The jack carries the level boom, with its rod and barrel; the load swings a little.
d = read("hydraulic_actuator")
length = math.hypot(0.5, 0.95)
near("force of the jack", mean(d, "force_of_jack.value", 7.5, 9), (180 * 1.2 + 800 * 2.4) * 9.81 / (0.8 * 0.95 / length), 400)
near("angle of the boom", d["boom_angle.value"][-1], 0, 1e-3)

# Engine and load agree; arms and speed too.
d = read("flyball_governor")
near("throttle", d["throttle.value"][-1], 14 / 20, 2e-3)
cosine = (0.25 * math.cos(math.pi / 6) + 0.2 / 25) / 0.25
tangent, sine = math.sqrt(1 / cosine ** 2 - 1), math.sqrt(1 - cosine ** 2)
near("speed of the governor", d["bearing.angle_rate"][-1], math.sqrt(9.81 * tangent * 2 / (0.03 + 0.25 * sine)), 5e-3)

# A coin keeps its energy and does not slip; nearly upright it sways as the linear theory says.
d, upright = read("rolling_coin"), read("upright")
energy = [k + p for k, p in zip(d["energy.kinetic"], d["energy.potential"])]
near("energy of the coin", max(abs(e / energy[0] - 1) for e in energy), 0, 1e-4)
t, sway = upright["time"], upright["tilt.value"]
middle = (max(sway) + min(sway)) / 2
zeros = crossings(t, [s - middle for s in sway])
near("period of the coin", 2 * (zeros[-1] - zeros[0]) / (len(zeros) - 1),
     2 * math.pi / math.sqrt(2.4 * (0.35 / 0.01163) ** 2 - 0.8 * 9.81 / 0.01163), 1e-3)

# v = V tanh(a V t/J + c).
d = read("chaplygin_sleigh")
j = 1.5 / 12 + 0.3 ** 2
fast = math.sqrt(0.98 ** 2 + j * 0.43 ** 2)
error = max(abs(v - fast * math.tanh(0.3 * fast * t / j + math.atanh(-0.98 / fast))) for t, v in zip(d["time"], d["speed.value"]))
near("speed of the sleigh", error, 0, 5e-5)
near("slip of the sleigh", max(map(abs, d["slip.value"])), 0, 1e-12)

# t1 (1 + 2 (e + .. + e^(n - 1))).
d = read("bouncing_ball")
t, count = d["time"], d["count.value"]
hits = [t[i] for i in range(1, len(t)) if count[i] > count[i - 1]]
near("number of bounces", len(hits), 20, 0)
exact = [math.sqrt(2 / 9.81) * (1 + 2 * sum(0.8 ** k for k in range(1, n + 1))) for n in range(len(hits))]
near("times of the bounces", max(abs(a / b - 1) for a, b in zip(hits, exact)), 0, 1e-9)

# The bird climbs down, knocking, and a finer run comes as far. Jammed, the sleeve creeps only.
d, finer = read("woodpecker"), read("finer")
near("descent", d["height.value"][-1], finer["height.value"][-1], 2e-3)
knocks = sum(1 for a, b in zip(d["beak.value"], d["beak.value"][1:]) if a == 0 and b > 0)
near("knocks in a second", knocks, 7, 1)
near("sleeve at rest", sum(1 for v in d["sleeve.vz"] if abs(v) <= 1.2e-3) / len(d["time"]), 0.3, 0.1)

# Sarrus' linkage: a straight line, no rotation, and the height of two panels. The plate is 6 mm thick.
for name in ("sarrus_linkage", "four_pairs"):
    d = read(name)
    aside = max(max(abs(x), abs(y)) for x, y in zip(d["plate.x"], d["plate.y"]))
    turned = max(abs(q) for k in (1, 2, 3) for q in d["plate.q%d" % k])
    swing = [math.radians(20) + math.radians(55) * (1 - math.cos(math.pi * t / 2)) / 2 for t in d["time"]]
    height = max(abs(z - 0.003 - 0.32 * math.sin(a)) for z, a in zip(d["plate.z"], swing))
    near(name + ", aside", aside, 0, 1e-9)
    near(name + ", turned", turned, 0, 1e-9)
    near(name + ", height", height, 0, 1e-9)
    near(name + ", rise", max(d["plate.z"]) - min(d["plate.z"]), 0.32 * (math.sin(math.radians(75)) - math.sin(math.radians(20))), 1e-9)

# A gyroscope: rotor, hoops and weight give H and the moments of inertia about both pivots.
d, pushed = read("gyroscope"), read("pushed")
rotor, moment = 8500 * math.pi * 0.06 ** 2 * 0.02, 0.4 * 9.81 * 0.13
H, across = rotor * 0.06 ** 2 / 2 * 150, rotor * (0.06 ** 2 / 4 + 0.02 ** 2 / 12) + 0.4 * 0.13 ** 2
inner, outer = across + 0.25 * 0.08 ** 2 / 2, across + 0.25 * 0.08 ** 2 + 0.35 * 0.105 ** 2 / 2
nutation = H / math.sqrt(inner * outer)
t, dip = d["time"], d["dip.value"]
zeros = crossings(t, [a - moment / (inner * nutation ** 2) for a in dip])
near("nutation", math.pi * (len(zeros) - 1) / (zeros[-1] - zeros[0]) / nutation, 1, 2e-3)
near("dip", max(dip) / (2 * moment / (inner * nutation ** 2)), 1, 3e-3)
near("rises again", min(dip), 0, 1e-6)
turns = (len(zeros) - 1) // 2 * 2  # whole nutations
at = lambda when: next(a + (b - a) * (when - u) / (v - u) for u, v, a, b in
                       zip(t, t[1:], d["azimuth.value"], d["azimuth.value"][1:]) if u <= when <= v)
near("precession", (at(zeros[turns]) - at(zeros[0])) / (zeros[turns] - zeros[0]) / (moment / H), 1, 2e-3)
near("steady precession", pushed["azimuth.value"][-1] / t[-1] / (moment / H), 1, 1e-6)
near("level axis", max(map(abs, pushed["dip.value"])), 0, 1e-6)


# Jansen's leg from its thirteen lengths: points where circles meet, as complex numbers.
def meet(p, r, q, s, side):
    """The point r from p and s from q, to the left (1) or right (-1) of p -> q."""
    along = (abs(q - p) ** 2 + r * r - s * s) / (2 * abs(q - p))
    return p + (q - p) / abs(q - p) * complex(along, side * math.sqrt(r * r - along * along))


def foot(phi):
    M, P = 15 * complex(math.cos(phi), math.sin(phi)), complex(-38, -7.8)
    X, Z = meet(P, 41.5, M, 50, 1), meet(P, 39.3, M, 61.9, -1)
    W = meet(Z, 36.7, meet(P, 40.1, X, 55.8, 1), 39.4, 1)
    return meet(Z, 49, W, 65.7, 1)


d = read("theo_jansen_walker")
t = d["time"]
for n in (1, 2, 3):
    for side, turn in (("left", 1), ("right", -1)):
        path = [complex(turn * x, z) for x, z in zip(d["%s%d.lower.foot.x" % (side, n)], d["%s%d.lower.foot.z" % (side, n)])]
        angle = [math.pi * s + (n - 2) * 2 * math.pi / 3 for s in t]
        error = max(abs(p - foot(a if turn > 0 else math.pi - a)) for p, a in zip(path, angle))
        near("foot %s%d" % (side, n), error, 0, 1e-6)
        near("closed path of %s%d" % (side, n), max(abs(p - q) for p, q in zip(path, path[t.index(2):])), 0, 1e-6)
ideal = [foot(math.pi * i / 1800) for i in range(3600)]
path = [complex(x, z) for x, z in zip(d["left2.lower.foot.x"], d["left2.lower.foot.z"])]
for name, part in (("stride", lambda p: p.real), ("lift", lambda p: p.imag)):
    spread = max(map(part, ideal)) - min(map(part, ideal))
    near(name, max(map(part, path)) - min(map(part, path)), spread, 0.02)
    near(name + " of the page", spread, {"stride": 67.91, "lift": 22.46}[name], 0.01)

# The arm: forward kinematics of its six angles give the tip, which keeps to the ring, and the torch its tilt; at rest the shoulder
# and the elbow carry the weights.
d = read("robot_arm")


def rotated(axis, angle, v):
    c, s = math.cos(angle), math.sin(angle)
    x, y, z = v
    return (c * x - s * y, s * x + c * y, z) if axis == "z" else (c * x + s * z, y, c * z - s * x)


worst = ring = 0
for i, t in enumerate(d["time"]):
    v = (0.0, 0.0, 0.0)
    for k, axis, length in ((6, "z", 0.16), (5, "y", 0), (4, "z", 0.35), (3, "y", 0), (2, "y", 0.40), (1, "z", 0.40)):
        v = rotated(axis, d["axis%d.angle" % k][i], (v[0], v[1], v[2] + length))
    tip = [d["torch.tip." + c][i] for c in "xyz"]
    worst = max(worst, max(abs(a - b) for a, b in zip(v, tip)))
    if 2 <= t <= 6:
        ring = max(ring, math.hypot(math.hypot(tip[0] - 0.55, tip[1]) - 0.10, tip[2] - 0.25))
near("forward kinematics of the arm", worst, 0, 1e-8)
near("tip from the ring", ring, 0, 3e-4)
near("tip from where it should be", max(e for t, e in zip(d["time"], d["tip_error.value"]) if t >= 2), 0, 3.5e-4)
masses = {"upper": 0.12 * 0.10 * 0.46, "fore": 0.10 * 0.09 * 0.20, "roll": math.pi * 0.035 ** 2 * 0.17,
          "hand": math.pi * 0.03 ** 2 * 0.08, "torch": 0.05 * 0.05 * 0.08}
elbow = 0.40 * math.sin(d["axis2.angle"][-1])
near("torque of the shoulder", d["motor2.ty2"][-1], -sum(1500 * 9.81 * v * d[n + ".x"][-1] for n, v in masses.items()), 0.01)
near("torque of the elbow", d["motor3.ty2"][-1],
     -sum(1500 * 9.81 * v * (d[n + ".x"][-1] - elbow) for n, v in masses.items() if n != "upper"), 0.01)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || fail "an example differs from its formula: $(grep WRONG out || true)"
cat out
