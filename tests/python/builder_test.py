"""Models built element by element: the same numbers as those of a dict, and mistakes."""

import math
import unittest

import numpy
import sarrus

UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def pendulum():
    b = sarrus.Builder("pendulum")
    b.gravity(0, -9.81, 0)
    b.parameter("k", 40)
    rod = b.add("bodies", "rod")
    rod.real("mass", 2)
    rod.inertia("inertia", numpy.diag([0.01, 0.2, 0.2]))
    rod.vector("at", 0.5, 0, 0)
    rod.frame("tip", [0.5, 0, 0])
    pin = b.add("joints", "pin", "revolute")
    pin.sides("between", "ground", "rod")
    pin.vector("at", 0, 0, 0)
    pin.vector("axis", 0, 0, 1)
    pull = b.add("forces", "pull", "force")
    pull.sides("between", "ground", "rod.tip")
    pull.functions("force", "0", "-k*dy(rod)", "0")
    b.simulation(end=1, tolerance=1e-8)
    return b


IN_WORDS = {
    "model": "pendulum",
    "gravity": [0, -9.81, 0],
    "parameters": {"k": 40},
    "bodies": {"rod": {"mass": 2, "inertia": [0.01, 0.2, 0.2], "at": [0.5, 0, 0], "frames": {"tip": {"at": [0.5, 0, 0]}}}},
    "joints": {"pin": {"type": "revolute", "between": ["ground", "rod"], "at": [0, 0, 0], "axis": "z"}},
    "forces": {"pull": {"type": "force", "between": ["ground", "rod.tip"], "force": [0, "-k*dy(rod)", 0]}},
    "simulate": {"end": 1, "tolerance": 1e-8},
}


class Building(unittest.TestCase):
    def test_the_same_as_a_dict(self):
        built, loaded = pendulum().model(), sarrus.load(IN_WORDS)
        self.assertEqual((built.title, built.bodies, built.parameters), (loaded.title, loaded.bodies, loaded.parameters))
        one, other = built.run(), loaded.run()
        self.assertEqual(one.columns, other.columns)
        for name in one:
            numpy.testing.assert_array_equal(one[name], other[name], name)

    def test_numbers_that_are_too_few(self):
        """cffi would take zeros for those that are missing."""
        b = sarrus.Builder()
        stone = b.add("bodies", "stone")
        for wrong in (
            lambda: stone.inertia("inertia", [[1, 0], [0, 1]]),
            lambda: stone.inertia("inertia", [[1, 0, 0], [0, 1, 0]]),
            lambda: stone.inertia("inertia", [[1, 0, 0], [0, 1], [0, 0, 1]]),
            lambda: stone.frame("f", [1, 2]),
            lambda: stone.frame("f", [1, 2, 3], [1, 0, 0]),
            lambda: stone.turn("turn", [0, 1], 1),
            lambda: stone.matrix("x", [[1, 2], [3]]),
            lambda: stone.look("l", "box", [1, 1, 1], at=[0]),
            lambda: stone.touching("s", "sphere", [1], at=[0, 0, 0, 0]),
        ):
            with self.assertRaisesRegex(ValueError, "takes .* numbers, not"):
                wrong()
        stone.frame("f", [1, 2, 3])  # none of them has left anything

    def test_mistakes(self):
        b = sarrus.Builder()
        stone = b.add("bodies", "stone")
        self.assertIn("stone", repr(stone))
        for wrong, words in (
            (lambda: stone.real("masss", 1), "did you mean `mass`"),
            (lambda: stone.real("mass", math.nan), "give a finite number"),
            (lambda: stone.text("mass", "heavy"), "takes a number"),
            (lambda: b.add("bodies", "stone"), "already used"),
            (lambda: b.add("joints", "pin", "hinge"), "there is no type `hinge`"),
            (lambda: b.model(), "no mass and inertia"),
        ):
            with self.assertRaisesRegex(sarrus.ModelError, words):
                wrong()
        stone.real("mass", 1)
        stone.inertia("inertia", UNIT)
        self.assertEqual(b.model().bodies, 1)
        for late in (lambda: stone.real("mass", 2), lambda: b.add("bodies", "other"), b.model):
            with self.assertRaisesRegex(ValueError, "does not change any more"):
                late()


if __name__ == "__main__":
    unittest.main()
