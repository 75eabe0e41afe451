"""How the period of a pendulum grows with its amplitude: six runs in two threads, beside the exact formula."""

from concurrent.futures import ThreadPoolExecutor
from math import cos, pi, radians, sqrt

import numpy as np
import sarrus

GRAVITY, LENGTH = 9.81, 0.5

ROD = {
    "model": "a rod that swings",
    "gravity": [0, -GRAVITY, 0],
    "parameters": {"l": LENGTH, "amplitude": "10 deg"},
    "bodies": {
        "rod": {
            "mass": 1,
            "inertia": ["l^2/1200", "l^2/12", "l^2/12"],
            "at": [0, "-l/2", 0],  # it is written hanging straight down: there the angle of the pivot is zero
            "turn": {"axis": "z", "angle": "-90 deg"},
        }
    },
    "joints": {
        "pivot": {"type": "revolute", "between": ["ground", "rod"], "at": [0, 0, 0], "axis": "z", "start": {"angle": "amplitude"}}
    },
}


def measured(amplitude):
    """The period in s, from the times at which the rod swings through the vertical."""
    model = sarrus.load(ROD, amplitude=f"{amplitude} deg")
    result = model.run(end=8, method="radau5", tolerance=1e-8, every=0.005)
    time, angle = result.time, result["pivot.angle"]
    before = np.flatnonzero((angle[:-1] > 0) & (angle[1:] <= 0))  # downwards: once in a period
    crossings = time[before] + angle[before] / (angle[before] - angle[before + 1]) * (time[before + 1] - time[before])
    return float(np.diff(crossings).mean())


def exact(amplitude):
    """That of small swings over the arithmetic-geometric mean of 1 and cos(amplitude / 2)."""
    a, g = 1.0, cos(radians(amplitude) / 2)
    for _ in range(6):
        a, g = (a + g) / 2, sqrt(a * g)
    return 2 * pi * sqrt(2 * LENGTH / (3 * GRAVITY)) / a


if __name__ == "__main__":
    amplitudes = [10, 30, 60, 90, 120, 150]
    with ThreadPoolExecutor(2) as pool:
        periods = list(pool.map(measured, amplitudes))
    print("amplitude   period      exact")
    for amplitude, period in zip(amplitudes, periods):
        print(f"{amplitude:5} deg   {period:.5f} s   {exact(amplitude):.5f} s")
