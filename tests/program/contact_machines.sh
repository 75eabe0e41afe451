#!/bin/sh
# label: numbers. Machines that work by contact do what their pages say: each against a closed form or a balance that the program does not know.
. "$(dirname "$0")/common"
for name in ball_bearing gripper; do
  run 0 run "$source_dir/examples/$name/model.yaml" --csv "$name.csv" -o "$name.h5" --quiet
  is_empty err
done
run 0 run "$source_dir/examples/gripper/model.yaml" --set grip=4.4 --csv slips.csv -o slips.h5 --quiet
run 0 run "$source_dir/examples/gripper/model.yaml" --set grip=3.5 --csv weak.csv -o weak.h5 --quiet
run 0 run "$source_dir/examples/bowling/model.yaml" --csv strike.csv -o strike.h5 --quiet
is_empty err
run 0 run "$source_dir/examples/bowling/model.yaml" --set aside=0 --csv split.csv -o split.h5 --quiet
run 0 run "$source_dir/examples/bowling/model.yaml" --set rows=1e-4 --end 0.2 --tol 1e-6 --csv hits.csv -o hits.h5 --quiet
run 0 run "$source_dir/examples/theo_jansen_walker/walk.yaml" --csv walk.csv -o walk.h5 --quiet
is_empty err
cat >formulas.py <<'PYTHON'
import math

from formulas_of_tests import finish, near, read


def at(d, name, when):
    """A column at a time, between rows."""
    t, y = d["time"], d[name]
    i = next(i for i in range(1, len(t)) if t[i] >= when)
    return y[i - 1] + (y[i] - y[i - 1]) * (when - t[i - 1]) / (t[i] - t[i - 1])


def root(f, a, b):
    for _ in range(200):
        m = (a + b) / 2
        a, b = (m, b) if (f(a) < 0) == (f(m) < 0) else (a, m)
    return (a + b) / 2


# Balls go round with w/2 (1 - d/D cos(45 deg)); contacts give a little: the angles are not quite 45 degrees. The shaft is carried by its balls and the sleeve's.
d = read("ball_bearing")
near("bearing: speed of the balls", d["cage.value"][-1] / d["shaft.wz"][-1], 0.5 * (1 - 0.2 * math.cos(math.pi / 4)), 1e-3)
for i in range(8):
    turn = d["ball%d.x" % i][-1] * d["ball%d.vy" % i][-1] - d["ball%d.y" % i][-1] * d["ball%d.vx" % i][-1]
    near("bearing: ball %d" % i, turn / 0.03 ** 2 / d["cage.value"][-1], 1, 2e-3)
near("bearing: a ball rolls on the wires that stand still", -d["ball0.wz"][-1] / d["cage.value"][-1], 1 / (0.2 * math.cos(math.pi / 4)), 0.01)
near("bearing: shaft in the middle", math.hypot(d["shaft.x"][-1], d["shaft.y"][-1]), 0, 1e-5)

# Two pads carry the weight and m a, and hold; with 4.4 N each they give 2 mu F at most while the hand starts faster; with 3.5 N the bottle stays.
m, g, mu, lift, T = 0.5, 9.81, 0.6, 0.3, 1.0
top = lift / 2 * math.pi ** 2 / T ** 2
d = read("gripper")
for when in (0.7, 0.9, 1.3, 1.9):
    a = top * math.cos(math.pi * (when - 0.5) / T) if when < 1.5 else 0
    near("gripper: force of both pads at %g s" % when, at(d, "pad0.fz2", when) + at(d, "pad1.fz2", when), m * (g + a), 0.03)
held = [s for t, s in zip(d["time"], d["slipped.value"]) if t >= 0.6]
near("gripper: it does not slip", max(held) - min(held), 0, 5e-5)
near("gripper: lifted", d["bottle.z"][-1] - d["bottle.z"][90], lift, 2e-4)
d = read("slips")
limit = 2 * mu * 4.4 / m - g
near("gripper, 4.4 N: force while it slips", at(d, "pad0.fz2", 0.7) + at(d, "pad1.fz2", 0.7), 2 * mu * 4.4, 1e-3)
# It slips from 0.5 s on, until the hand, at v = top T/pi sin(pi t/T), is as slow as the bottle, at limit t.
end = root(lambda t: top * T / math.pi * math.sin(math.pi * t / T) - limit * t, 0.3, 0.9)
slip = lift / 2 * (1 - math.cos(math.pi * end / T)) - limit * end ** 2 / 2
near("gripper, 4.4 N: it slips by", d["slipped.value"][90] - d["slipped.value"][-1], slip, 5e-4)
d = read("weak")
near("gripper, 3.5 N: it stays", d["bottle.z"][-1], 0.1, 1e-3)


# Bowling: a strike, and a split; the first impact keeps e of the speed along its normal; momentum changes by what the lane gives.
def upright(d, pin):
    return 1 - 2 * (d[pin + ".q1"][-1] ** 2 + d[pin + ".q2"][-1] ** 2)


pins = ["pin%d_%d" % (row, n) for row in range(1, 5) for n in range(1, row + 1)]
d, split = read("strike"), read("split")
near("bowling: pins that fell", sum(upright(d, pin) < 0.5 for pin in pins), 10, 0)
near("bowling: pins that stand after a hit in the middle", sum(upright(split, pin) > 0.99 for pin in pins), 2, 0)
near("bowling: these are in the corners", upright(split, "pin4_1") + upright(split, "pin4_4"), 2, 1e-2)
near("bowling: symmetry", max(abs(split["pin2_1.x"][i] - split["pin2_2.x"][i]) for i in range(60)), 0, 1e-6)
near("bowling: energy balance over what was lost", max(map(abs, d["energy.balance"])) / d["energy.dissipated"][-1], 0, 5e-3)
near("bowling: energy from nothing over what was lost", max(max(d["energy.balance"]), 0) / d["energy.dissipated"][-1], 0, 1e-3)
d = read("hits")
t = d["time"]
for c in "xyz":
    p = [6.8 * d["ball.v" + c][i] + 1.5 * sum(d[pin + ".v" + c][i] for pin in pins) for i in range(len(t))]
    f = [sum(d[k + ".f" + c][i] for k in ("stand", "fall", "roll")) - (21.8 * 9.81 if c == "z" else 0) for i in range(len(t))]
    impulse = sum((f[i] + f[i + 1]) / 2 * (t[i + 1] - t[i]) for i in range(len(t) - 1))
    near("bowling: momentum along %s and the impulse of the lane" % c, p[-1] - p[0], impulse, 1e-3 * 6.8 * 8)
b = root(lambda b: b * 3 - math.log(1 + b * 3) + 2.1 * b + math.log(1 - 2.1 * b), 1e-3, 0.47)  # restitution 0.7 at 3 m/s
gap = [math.hypot(x - X, y - Y) - 0.1085 - 0.0595 for x, y, X, Y in zip(d["ball.x"], d["ball.y"], d["pin1_1.x"], d["pin1_1.y"])]
hit = next(i for i in range(len(t)) if gap[i] < 0)


def approach(i):
    """How fast ball and pin come together where they touch, along the line between them."""
    nx, ny = d["pin1_1.x"][i] - d["ball.x"][i], d["pin1_1.y"][i] - d["ball.y"][i]
    n = math.hypot(nx, ny)
    down = d["ball.z"][i] - d["pin1_1.z"][i]  # the pin is touched below its centre
    vx = d["pin1_1.vx"][i] + d["pin1_1.wy"][i] * down
    vy = d["pin1_1.vy"][i] - d["pin1_1.wx"][i] * down
    return ((d["ball.vx"][i] - vx) * nx + (d["ball.vy"][i] - vy) * ny) / n


before = approach(hit - 1)
away = next(i for i in range(hit, len(t)) if d["hits.count"][i] == 0)
e = root(lambda e: b * before - math.log(1 + b * before) + b * e * before + math.log(1 - b * e * before), 1e-3, min(1, 1 / (b * before)) - 1e-9)
near("bowling: first impact, speed along the normal", before, 8 * math.sqrt(1 - (0.06 / 0.168) ** 2), 0.02)
near("bowling: restitution there", -approach(away) / before, e, 0.02)


# Jansen's walker: what its lowest feet, behind and in front, do in a turn; the balls of the feet roll.
def meet(p, r, q, s, side):
    """The point r from p and s from q, to the left (1) or right (-1) of p -> q."""
    along = (abs(q - p) ** 2 + r * r - s * s) / (2 * abs(q - p))
    return p + (q - p) / abs(q - p) * complex(along, side * math.sqrt(r * r - along * along))


def leg(phi):
    """The foot and the direction of its link."""
    M, P = 15 * complex(math.cos(phi), math.sin(phi)), complex(-38, -7.8)
    X, Z = meet(P, 41.5, M, 50, 1), meet(P, 39.3, M, 61.9, -1)
    W = meet(Z, 36.7, meet(P, 40.1, X, 55.8, 1), 39.4, 1)
    F = meet(Z, 49, W, 65.7, 1)
    return F, (F - Z) / abs(F - Z)


def step(side, phi, dphi):
    """How far the sole of the lowest of three feet goes on one side of the beast."""
    own = lambda a: a if side > 0 else math.pi - a
    angle = min((phi + k * 2 * math.pi / 3 for k in range(3)), key=lambda a: leg(own(a))[0].imag)
    (f, u), (g, w) = leg(own(angle)), leg(own(angle + dphi))
    return side * (g.real - f.real) + 1.62 * side * (w / u).imag


count = 2000
dphi = 2 * math.pi / count
way = sum(step(side, i * dphi, dphi) / 2 for side in (1, -1) for i in range(count))
d = read("walk")
advance = (at(d, "backbone.x", 8.9) - at(d, "backbone.x", 2.9)) / 2
near("walker: way of a turn by kinematics", abs(way), 140.9, 0.2)
near("walker: way of a turn over that", advance / -way, 1, 0.02)
weight = 9.81 * (3 + 0.5 + 6 * 2e-3 * (41.5 + 55.8 + 40.1 + 36.7 + 65.7 + 49 + 39.3 + 39.4 + 50 + 61.9))
feet = ["%s%d_foot.fz2" % (side, n) for side in ("left", "right") for n in (1, 2, 3)]
carried = [sum(d[f][i] for f in feet) for i, t in enumerate(d["time"]) if t > 2.9]
near("walker: the feet carry it, on average", sum(carried) / len(carried) / weight, 1, 0.05)
near("walker: it stays level", max(abs(2 * q) for q in d["backbone.q2"]), 0, 0.02)
finish()
PYTHON
use_formulas python3 formulas.py >out 2>err || { cat out; fail "a machine differs from its formula: $(grep WRONG out || true)"; }
cat out
