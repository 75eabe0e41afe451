"""Type hints: the package is clean for mypy in its strict mode, and so is what a user writes."""

import os
import subprocess
import sys
import unittest

from support import SOURCE

USE = """
import numpy
import sarrus

model: sarrus.Model = sarrus.load("pendulum.yaml", k=80, functions={"drag": lambda v: -v})
result = model.run(end=3, tolerance=1e-7)
peak: float = float(abs(result["rod.x"]).max())
units: str = result.units["rod.x"]
for state in model.steps(0.01):
    state.set(u=-state["rod.x"])
    state.set(u=numpy.float64(3))
frequencies = model.modes().frequencies
model.run(end=result.time[-1], every=numpy.float32(0.1))
model.static(times=numpy.array([0, 10, 5]))
built = sarrus.Builder("a stone").add("bodies", "stone")
built.inertia("inertia", numpy.eye(3))
built.frame("top", numpy.zeros(3))
with sarrus.open("out.h5") as kept:
    mean: float = float(kept["rod.x"].mean())
try:
    model.sweep({"k": numpy.linspace(1, 2, 3), "l": (1, 2, 3)}, {"peak": "max(rod.x)"}).done.all()
except sarrus.AnalysisError as error:
    if error.result is not None:
        error.result["rod.x"]
reveal_type(result)
reveal_type(state)
model.run(end="late")
"""


class Types(unittest.TestCase):
    def mypy(self, *arguments):
        return subprocess.run([sys.executable, "-m", "mypy", *arguments], stdout=subprocess.PIPE, text=True, env={**os.environ, "LD_PRELOAD": ""})

    def setUp(self):
        if os.environ.get("SAR_PRELOAD"):
            self.skipTest("sanitizers have nothing to see here")
        if self.mypy("--version").returncode != 0:
            self.skipTest("there is no python3-mypy")

    def test_the_package(self):
        done = self.mypy("--config-file", os.path.join(SOURCE, "python", "pyproject.toml"), "--cache-dir", ".", os.path.join(SOURCE, "python", "sarrus"))
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1][:8]), (0, "Success:"), done.stdout)
        with open("use.py", "w") as file:
            file.write(USE)
        done = self.mypy("--strict", "--cache-dir", ".", "use.py")
        told = [line for line in done.stdout.splitlines() if line.startswith("use.py:")]
        self.assertEqual(len(told), 3, done.stdout)
        self.assertIn("sarrus._result.Result", told[0])
        self.assertIn("sarrus._live.Live", told[1])
        self.assertIn('Argument "end"', told[2])


if __name__ == "__main__":
    unittest.main()
