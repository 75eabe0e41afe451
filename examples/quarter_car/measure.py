"""Writes measured.csv: what sensors would have shown of a car whose spring, damper and tyre are known here alone.

The motion is integrated by itself, without Sarrus, and noise is added: 0.2 m/s^2 to the acceleration of the seat and
half a millimetre to the length of the strut.
"""
import math
import random
import sys

K, C, KT = 16.4e3, 1180.0, 164e3
SEAT, WHEEL = 280.0, 35.0


def road(t):
    return 0.04 * math.exp(-(((t - 0.3) / 0.06) ** 2))


def rates(t, s):
    """s: seat and wheel about rest, then their velocities."""
    strut = K * (s[0] - s[1]) + C * (s[2] - s[3])
    tyre = KT * (s[1] - road(t))
    return (s[2], s[3], -strut / SEAT, (strut - tyre) / WHEEL)


def step(t, s, h):
    k1 = rates(t, s)
    k2 = rates(t + h / 2, [a + h / 2 * b for a, b in zip(s, k1)])
    k3 = rates(t + h / 2, [a + h / 2 * b for a, b in zip(s, k2)])
    k4 = rates(t + h, [a + h * b for a, b in zip(s, k3)])
    return [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(s, k1, k2, k3, k4)]


def main():
    noise = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    state, small = [0.0] * 4, 20
    print("time,acceleration,strut\n# s,m/s^2,m")
    for i in range(201):
        t = 0.01 * i
        acceleration = rates(t, state)[2] + noise.gauss(0, 0.2)
        strut = 0.5 + state[0] - state[1] + noise.gauss(0, 5e-4)
        print(f"{t:.2f},{acceleration:.4f},{strut:.6f}")
        for k in range(small):
            state = step(t + k * 0.01 / small, state, 0.01 / small)


main()
