"""The other analyses: what they say is what the program says as JSON, key for key, in the units of the model."""

import json
import math
import os
import unittest

import numpy
import sarrus
from support import SOURCE, example, pendulum, program, tutorial_files

#: Changes from run to run.
TIMED = {"cpu_seconds", "seconds", "peak_memory_bytes"}


def in_other_units():
    given = pendulum()
    given["units"] = {"length": "mm", "time": "ms", "angle": "deg"}
    given["gravity"] = [0, -9.81e-3, 0]
    given["parameters"] = {"l": 500, "k": 40e-6}
    given["ground"]["frames"]["wall"]["at"] = [-300, 0, 0]
    given["bodies"]["rod"]["shape"] = {"rod": [10, "l"]}
    given["bodies"]["rod"]["density"] = 7800e-9
    given["forces"]["spring"].update(length=400, damping=1e-3)
    given["simulate"] = {"end": 500}
    with open("units.yaml", "w") as file:
        file.write(sarrus.to_yaml(given))
    return "units.yaml"


class Told(unittest.TestCase):
    def same(self, told, found, place=""):
        """All that the program tells is found; numbers that are not known are null there."""
        if isinstance(told, dict):
            for key, value in told.items():
                if key in TIMED or (not place and key == "warnings"):
                    continue
                self.assertIn(key, found, place)
                self.same(value, found[key], f"{place}.{key}")
        elif isinstance(told, list):
            self.assertEqual(len(told), len(found), place)
            for index, value in enumerate(told):
                self.same(value, found[index], f"{place}[{index}]")
        elif told is None:
            self.assertTrue(found is None or not math.isfinite(found), (place, found))
        else:
            self.assertEqual(told, "" if found is None else found, place)

    def json(self, *words, status=0):
        return json.loads(program(*words, "--json", status=status)[0])

    def test_check(self):
        for path in (example("fourbar"), example("bouncing_ball"), example("box_stack"), in_other_units()):
            with self.subTest(path):
                found = sarrus.load(path).check(start_only=True)
                self.same(self.json("check", path, "--start-only"), found)
        found = sarrus.load("units.yaml").check()
        told = self.json("check", "units.yaml")
        self.same(told, found)
        self.assertEqual(found.motion["end_time"], 500)
        self.same(self.json("check", "units.yaml", "--end", "100")["motion"], sarrus.load("units.yaml").check(end=100)["motion"])
        self.assertEqual(found.degrees_of_freedom, 1)
        with self.assertRaisesRegex(AttributeError, "did you mean 'degrees_of_freedom'"):
            found.degrees_of_fredom
        with self.assertRaisesRegex(KeyError, "did you mean 'bodies'"):
            found["body"]
        self.assertIn("degrees_of_freedom: 1", repr(found))
        self.assertIn("<table>", found._repr_html_())

    def test_phases(self):
        """A model whose simulation is a list: check follows it."""
        with open("phases.yaml", "w") as file:
            file.write(sarrus.to_yaml({**pendulum(), "simulate": [{"analysis": "static"}, {"end": 0.2}, {"set": {"k": 60}, "end": 0.4}]}))
        loaded = sarrus.load("phases.yaml")
        self.same(self.json("check", "phases.yaml"), loaded.check())
        self.assertEqual([phase["analysis"] for phase in loaded.check().phases], ["static", "dynamics", "dynamics"])
        self.assertEqual(loaded.run().time[-1], 0.4)

    def test_check_of_a_conflict(self):
        given = pendulum()
        given["joints"]["other"] = {"type": "revolute", "between": ["ground.wall", "rod.top"], "axis": "z"}
        with self.assertRaises(sarrus.AnalysisError) as caught:
            sarrus.load(given).check()
        self.assertFalse(caught.exception.result.assembled)

    def test_fix(self):
        path = tutorial_files()["loop.yaml"]
        before = sarrus.load(path).check(start_only=True, fix="fixed.yaml")
        self.assertGreater(len(before.redundant), 0)
        after = sarrus.load("fixed.yaml").check(start_only=True)
        self.assertEqual((len(after.redundant), after.degrees_of_freedom), (0, before.degrees_of_freedom))
        with self.assertRaisesRegex(ValueError, "the model itself"):
            with open("own.yaml", "w") as own, open(path) as file:
                own.write(file.read())
            sarrus.load("own.yaml").check(start_only=True, fix="own.yaml")

    def test_assemble(self):
        for path in (tutorial_files()["loop.yaml"], in_other_units()):
            with self.subTest(path):
                told = self.json("assemble", path)
                found = sarrus.load(path).assemble()
                self.same(told["assembly"], found.summary["assembly"])
                self.assertEqual([column["name"] for column in told["columns"]], list(found.columns))
                for column in told["columns"]:
                    self.assertEqual((column["value"], column["unit"]), (found[column["name"]][0], found.units[column["name"]]))
                self.assertIn("1 row of", repr(found))

    def test_static(self):
        path = in_other_units()
        found = sarrus.load(path).static(output="rest.h5", csv="rest.csv")
        self.same(self.json("static", path), found.summary)
        self.assertEqual(sarrus.compare("rest.h5", "rest.csv")["difference"], 0)
        self.assertIn("stable", repr(found))
        self.assertLess(abs(found["rod.ax"][0]), 1e-6)
        series = sarrus.load(path).static(times=(0, 400, 5))
        self.same(self.json("static", path, "--times", "0:400:5"), series.summary)
        numpy.testing.assert_allclose(series.time, [0, 100, 200, 300, 400], rtol=1e-14)
        with self.assertRaises(TypeError):
            sarrus.load(path).static(times=3)

    def test_static_without_an_equilibrium(self):
        with self.assertRaises(sarrus.AnalysisError):
            sarrus.load({"bodies": {"b": {"mass": 1, "inertia": [1, 1, 1]}}, "gravity": [0, 0, -9.81]}).static()

    def test_buckling(self):
        path = in_other_units()
        found = sarrus.load(path).static(buckling=2)
        self.same(self.json("static", path, "--buckling", "2"), found.summary)
        self.assertIn("factors", found.summary["buckling"])

    def test_kinematics(self):
        path = "driven.yaml"
        given = pendulum()
        given["motions"] = {"drive": {"joint": "pivot", "rotation": "2*t"}}
        with open(path, "w") as file:
            file.write(sarrus.to_yaml(given))
        program("kinematics", path, "-o", "told.h5", "--quiet")
        found = sarrus.load(path).kinematics(output="found.h5")
        self.assertTrue(sarrus.compare("told.h5", "found.h5"))
        numpy.testing.assert_allclose(found["pivot.angle"], 2 * found.time, atol=1e-12)
        with self.assertRaises(sarrus.Error):
            sarrus.load(pendulum()).kinematics()

    def test_modes(self):
        for path, options, keywords in (
            (in_other_units(), ["--static"], {"static": True}),
            (example("gyroscope"), ["--count", "4"], {"count": 4}),
            (in_other_units(), ["--at", "100"], {"at": 100}),
        ):
            with self.subTest(path):
                found = sarrus.load(path).modes(**keywords)
                self.same(self.json("modes", path, *options), found)
                self.assertEqual(len(found.frequencies), len(found.modes))
                self.assertEqual(found.eigenvalues[-1], complex(found.modes[-1]["real"], found.modes[-1]["imaginary"]))

    def test_shapes(self):
        """A mass between springs moves along their axis alone: omega^2 = k/m."""
        modes = sarrus.load({
            "ground": {"frames": {"w": {"at": [-1, 0, 0]}}},
            "bodies": {"b": {"mass": 2, "inertia": [1, 1, 1]}},
            "joints": {"rail": {"type": "prismatic", "between": ["ground", "b"], "at": [0, 0, 0], "axis": "x"}},
            "forces": {"s": {"type": "spring-damper", "between": ["ground.w", "b"], "stiffness": 50, "length": 1}},
        }).modes()  # fmt: skip
        self.assertAlmostEqual(modes.frequencies[0], 5 / (2 * math.pi), places=9)
        shape = abs(modes.shape(0)["b"])
        numpy.testing.assert_allclose(shape / shape[0], [1, 0, 0, 0, 0, 0], atol=1e-9)
        with self.assertRaises(IndexError):
            modes.shape(9)
        modes.write("modes.h5")
        modes.animate("film.h5")
        self.assertGreater(sarrus.open("film.h5").rows, 10)
        self.assertTrue(os.path.getsize("modes.h5") > 0)

    def test_wrong_options_of_modes(self):
        loaded = sarrus.load(pendulum())
        for wrong in ({"axes": "moving"}, {"axes": [1, 2]}, {"axes": [0, 0, math.nan]}, {"solver": "fast"}, {"count": 0}, {"at": 1, "static": True}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                loaded.modes(**wrong)
        with self.assertRaises(sarrus.Error):
            loaded.modes(axes="rotating:nobody")

    def test_a_method_alone(self):
        model = sarrus.load(pendulum())
        self.assertEqual(model.orders("hht", halvings=2, end=0.2)[0].method, model.orders(["hht"], halvings=2, end=0.2)[0].method)
        self.assertEqual(len(model.race("bdf", tolerances=[1e-3, 1e-4], end=0.2).methods), 1)

    def test_response(self):
        given = pendulum()
        given["inputs"] = {"u": {"value": 0, "unit": "N"}}
        given["forces"]["push"] = {"type": "force", "between": ["ground", "rod"], "force": ["u", 0, 0]}
        with open("pushed.yaml", "w") as file:
            file.write(sarrus.to_yaml(given))
        told = self.json("modes", "pushed.yaml", "u", "rod.x", "--response", "0.1:50", "--points", "30", "--static")
        found = sarrus.load("pushed.yaml").response("u", "rod.x", (0.1, 50), 30, static=True)
        for name in ("frequency", "magnitude", "phase"):
            self.assertEqual(told[name], found[name].tolist())
        self.assertEqual((found.units["magnitude"], found.rows), ("m per N", 30))
        self.assertIn("rod.x to u", repr(found))

    def test_matrices(self):
        sarrus.load(pendulum()).matrices("matrices.h5")
        self.assertTrue(os.path.exists("matrices.h5") and os.path.exists("matrices.M.mtx"))

    def test_order(self):
        path = in_other_units()
        told = self.json("order", path, "--method", "hht", "--step", "10", "--halvings", "3", "--end", "200")
        loaded = sarrus.load(path)
        self.same(told, loaded.order("hht", step=10, halvings=3, end=200))
        one, other = loaded.orders(["hht", "radau5"], step=10, halvings=3, end=200)
        self.assertEqual(dict(one), dict(loaded.order("hht", step=10, halvings=3, end=200)))
        self.assertGreater(other.position["order"], one.position["order"])

    def test_race(self):
        loaded = sarrus.load(pendulum())
        found = loaded.race(["bdf", "hht"], tolerances=[1e-3, 1e-5], end=0.3)
        self.assertEqual([method["method"].split(":")[0] for method in found.methods], ["bdf", "hht"])
        runs = found.methods[0]["runs"]
        self.assertEqual([run["status"] for run in runs], ["done", "done"])
        self.assertLess(runs[1]["errors"]["position"], runs[0]["errors"]["position"])
        name = found.methods[0]["method"]
        self.assertEqual(found.solves_for(name, runs[0]["errors"]["position"]), runs[0]["solves"])
        self.assertGreater(found.cpu_for(name, 1.0), 0)
        self.assertTrue(math.isnan(found.cpu_for(name, 1e-30)))
        found.write_csv("race.csv")
        found.draw("race.svg")
        with open("race.csv") as file:
            self.assertGreater(len(file.readlines()), 4)
        with self.assertRaises(KeyError):
            found.cpu_for("nothing", 1)

    def test_methods(self):
        told, found = json.loads(program("methods", "--json")[0]), sarrus.methods()
        self.same(told, found, "methods")


class Models(unittest.TestCase):
    def test_facts(self):
        loaded = sarrus.load(in_other_units())
        self.assertEqual((loaded.bodies, loaded.nodes, loaded.constraints), (1, 0, 5))
        self.assertEqual(loaded.length_scale["unit"], "mm")
        self.assertEqual(loaded.length, loaded.length_scale["value"])

    def test_parameters_with_names_of_keywords(self):
        loaded = sarrus.load({"model": "m", "parameters": {"user": 1, "outputs": 2}}, set={"user": 3, "outputs": 4})
        self.assertEqual(loaded.parameters, {"user": 3, "outputs": 4})

    def test_sensitivity(self):
        """z = -g t^2/2: d z / d g = -t^2/2."""
        fall = {"parameters": {"g": 10, "m": 2}, "gravity": [0, 0, "-g"], "bodies": {"b": {"mass": "m", "inertia": [1, 1, 1]}}}
        found = sarrus.load(fall).run(end=1, sensitivity=["g", "m"])
        numpy.testing.assert_allclose(found["d_b.z/d_g"], -found.time**2 / 2, atol=1e-6)
        numpy.testing.assert_allclose(found["d_b.z/d_m"], 0, atol=1e-9)
        self.assertIn("d_b.vz/d_g", sarrus.load(fall).run(end=0.1, sensitivity="g"))
        with self.assertRaisesRegex(sarrus.ModelError, "gg"):
            sarrus.load(fall).run(end=1, sensitivity="gg")

    def test_decks(self):
        with open("ball.adm", "w") as file:
            file.write(DECK)
        fall = sarrus.load("ball.adm").run(end=1)
        self.assertAlmostEqual(fall[next(name for name in fall if name.endswith(".z"))][-1], -4.9, places=6)
        with open("odd.adm", "w") as file:
            file.write(DECK.replace("END", "BALLOON/3, GAS=helium\nEND"))
        with self.assertRaises(sarrus.ModelError):
            sarrus.load("odd.adm")
        self.assertTrue(sarrus.load("odd.adm", skip_unsupported=True).warnings)
        with open("other.acf", "w") as file:
            file.write("ball\n\nSIMULATE/DYNAMIC, END=0.5, STEPS=10\nSTOP\n")
        self.assertEqual(sarrus.load("ball.adm", acf="other.acf").run().time[-1], 0.5)
        with self.assertRaises(ValueError):
            sarrus.load("ball.adm", user="one")
        self.assertEqual(sarrus.load("ball.adm", user="zero").bodies, 1)
        sarrus.convert("ball.adm", "ball.yaml")
        again = sarrus.load("ball.yaml").run(end=1)
        numpy.testing.assert_array_equal(again.time, fall.time)


    def test_export(self):
        """A model as an FMU, which another one steps; options are those of the program."""
        with open("drive.yaml", "w") as file:
            file.write("inputs: {u: {value: 0}}\nstates: {y: {start: 1, rate: u}}\noutputs: [y.value]\nsimulate: {end: 2}\n")
        answer = sarrus.export("drive.yaml", "drive.fmu", fmi=3, tol=1e-6)
        self.assertEqual((answer["fmi"], answer["inputs"], answer["outputs"]), (3, 1, 1))
        with open("user.yaml", "w") as file:
            file.write(
                "fmus: {d: {file: drive.fmu, step: 0.25, inputs: {u: 2}, outputs: {y: y.value}}}\n"
                "states: {x: {start: 0, rate: y}}\nsimulate: {end: 1}\n"
            )
        run = sarrus.load("user.yaml").run()
        self.assertAlmostEqual(run["x.value"][-1], 0.25 * (1 + 1.5 + 2 + 2.5), 6)
        with self.assertRaises(sarrus.ModelError):
            sarrus.export("nosuch.yaml", "drive.fmu")

    def test_robots(self):
        """The numbers are those of the model file that convert makes of it; options are taken."""
        arm = os.path.join(SOURCE, "tests", "data", "robots", "arm.urdf")
        sarrus.convert(arm, "arm.yaml")
        one, other = (sarrus.load(path).run(end=0.1) for path in (arm, "arm.yaml"))
        for name in one:
            numpy.testing.assert_array_equal(one[name], other[name], name)
        robot = os.path.join(SOURCE, "tests", "data", "robots", "quadruped.urdf")
        free, held = sarrus.load(robot), sarrus.load(robot, fixed_base=True, packages={"nothing": "."})
        self.assertEqual(free.check(start_only=True).degrees_of_freedom - held.check(start_only=True).degrees_of_freedom, 6)


DECK = """a ball
PART/1, GROUND
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
ACCGRAV/KGRAV = -9.8
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
END
"""


if __name__ == "__main__":
    unittest.main()
