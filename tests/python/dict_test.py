"""Models as dicts: what is written as YAML is what the reader of the program reads."""

import json
import os
import random
import unittest
from fractions import Fraction

import numpy
import sarrus
from support import model, pendulum, program


class Texts(unittest.TestCase):
    def read_back(self, text):
        return sarrus.load({"model": text}).title

    def test_awkward_texts(self):
        for text in (
            "no", "null", "~", "true", "1e3", "0x1f", "- a", "a: b", "a #b", "#", "", " ", "  two ", "*alias", "&anchor",
            "!tag", "%", "@", "`", "'", '"', "\\", "a\\nb", "[1, 2]", "{a: 1}", "? x", "| x", "> x", "---", "...", "<<",
            "tab\there", "line\nbreak", "é", "日本", "😀", "a\u2028b", "a\x85b", "\xa0", "\ufeffx", "=", "key:", ":x", "-", "1:2",
        ):  # fmt: skip
            with self.subTest(repr(text)):
                self.assertEqual(self.read_back(text), text)

    def test_random_texts(self):
        chance = random.Random(1)
        alphabet = " \t\n'\"\\:#-,[]{}&*!|>%@`?=~abzAZ019_.éß√→😀\x7f\x85\u2028"
        for _ in range(500):
            text = "".join(chance.choice(alphabet) for _ in range(chance.randrange(12)))
            self.assertEqual(self.read_back(text), text)


class Numbers(unittest.TestCase):
    def test_all_digits(self):
        chance = random.Random(2)
        values = [chance.uniform(-1, 1) * 10.0 ** chance.randrange(-300, 300) for _ in range(300)]
        values += [0.1, 1e-5, 1e16, 1e22, 123456789, -0.5, 2**53 + 1.0, 5e-324, 1.7976931348623157e308]
        given = {f"p{i}": value for i, value in enumerate(values)}
        self.assertEqual(sarrus.load({"model": "numbers", "parameters": given}).parameters, given)

    def test_kinds(self):
        given = {
            "a": numpy.float64(0.1), "b": numpy.int32(3), "c": numpy.float32(0.5), "d": Fraction(1, 4), "e": 10**20, "f": "2*a",
        }  # fmt: skip
        found = sarrus.load({"model": "kinds", "parameters": given}).parameters
        self.assertEqual(found, {"a": 0.1, "b": 3, "c": 0.5, "d": 0.25, "e": 1e20, "f": 0.2})

    def test_arrays_and_tuples(self):
        given = pendulum()
        given["gravity"] = numpy.array([0, -9.81, 0])
        given["ground"]["frames"]["wall"]["at"] = (-0.3, 0.0, 0)
        given["bodies"]["rod"]["unphysical"] = numpy.bool_(False)
        plain = sarrus.load(pendulum()).run()
        numpy.testing.assert_array_equal(sarrus.load(given).run()["rod.x"], plain["rod.x"])


class Structure(unittest.TestCase):
    def test_the_text(self):
        """Sections and elements in lines; what does not fit into one is divided at its own level."""
        given = pendulum()
        given["bodies"]["rod"]["frames"]["middle of it"] = {"at": [0, 0, 0]}
        given["splines"] = {"s": {"x": list(range(50)), "y": [0.5] * 50}}
        self.assertEqual(
            sarrus.to_yaml(given),
            """model: "pendulum with a spring"
gravity: [0, -9.81, 0]
parameters: {l: 0.5, k: 40}
ground:
  frames: {wall: {at: [-0.3, 0, 0]}}
bodies:
  rod: {
    shape: {rod: [0.01, l]},
    density: 7800,
    at: [0, "-l/2", 0],
    turn: {axis: z, angle: "-90 deg"},
    frames: {top: {at: ["-l/2", 0, 0]}, tip: {at: ["l/2", 0, 0]}, "middle of it": {at: [0, 0, 0]}}}
joints:
  pivot: {type: revolute, between: [ground, rod.top], axis: z}
forces:
  spring: {type: spring-damper, between: [ground.wall, rod.tip], stiffness: k, damping: 1, length: 0.4}
simulate: {end: 1}
splines:
  s: {
    x: ROW,
    y: HALVES}
""".replace("ROW", str(list(range(50)))).replace("HALVES", str([0.5] * 50)),
        )
        self.assertEqual(sarrus.to_yaml({"a": [{"b": []}, [1, {}]], "c": {}, "d": {"e": 1}}), "a: [{b: []}, [1, {}]]\nc: {}\nd: {e: 1}\n")

    def test_nothing(self):
        self.assertEqual(sarrus.to_yaml({}), "{}\n")

    def test_others_read_the_same(self):
        """The text is YAML for other readers too, where there is one."""
        try:
            import yaml
        except ImportError:
            self.skipTest("there is no python3-yaml")
        self.assertEqual(yaml.safe_load(sarrus.to_yaml(pendulum())), pendulum())

    def test_repeated_and_included(self):
        with open("corner.yaml", "w") as file:
            file.write(sarrus.to_yaml({"parameters": {"m": 1}, "bodies": {"hub": {"mass": "m", "inertia": [1, 1, 1]}}}))
        os.mkdir("below")
        given = {
            "model": "many",
            "bodies": {"link{i}": {"for": {"i": "0..4"}, "mass": 1, "inertia": [1, 1, 1], "at": ["i", 0, 0]}},
            "include": {"left": {"file": "corner.yaml", "parameters": {"m": 3}}},
            "simulate": {"end": 0.1},
        }
        loaded = sarrus.load(given, **{"left.m": 7})
        self.assertEqual(loaded.bodies, 6)
        self.assertIn("left.hub.x", loaded.run())

    def test_the_program_reads_it(self):
        with open("pendulum.yaml", "w") as file:
            file.write(sarrus.to_yaml(pendulum()))
        told = json.loads(program("check", "pendulum.yaml", "--json")[0])
        self.assertEqual((told["bodies"], told["degrees_of_freedom"]), (1, 1))

    def test_a_file_is_read_from_its_folder(self):
        import pathlib

        self.assertEqual(sarrus.load(pathlib.Path(model("pendulum.yaml"))).title, "pendulum")


if __name__ == "__main__":
    unittest.main()
