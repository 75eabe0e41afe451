"""What a run gives: the numbers, names and units of the program's CSV file, bit for bit, and the summary of its JSON."""

import json
import math
import os
import unittest

import numpy
import sarrus
from support import example, model, pendulum, program, program_csv


class Values(unittest.TestCase):
    def compare(self, path, options=(), parameters=None, **asked):
        names, units, columns = program_csv(path, *options)
        result = sarrus.load(path, **(parameters or {})).run(**asked)
        self.assertEqual(list(result.columns), names)
        self.assertEqual(list(result.units.values()), units)
        self.assertEqual(list(result.units), names)
        for name, column in zip(names, columns):
            self.assertEqual(result[name].dtype, numpy.float64)
            numpy.testing.assert_array_equal(result[name], column, err_msg=name)
        return result

    def test_examples(self):
        for name in ("fourbar", "bouncing_ball", "hydraulic_actuator", "gear_train"):
            with self.subTest(name):
                self.compare(example(name))

    def test_other_units(self):
        folder = model("units")
        names = sorted(name for name in os.listdir(folder) if name.endswith(".yaml"))
        self.assertGreater(len(names), 1)
        for name in names[:4]:
            with self.subTest(name):
                self.compare(os.path.join(folder, name))

    def test_times_are_in_the_unit_of_the_model(self):
        with open("ms.yaml", "w") as file:
            file.write(sarrus.to_yaml({**slow_fall(), "units": {"length": "mm", "mass": "kg", "time": "ms", "angle": "deg"}}))
        result = self.compare("ms.yaml", ["--end", "300", "--step", "2"], end=300, step=2)
        self.assertEqual(result.units["time"], "ms")
        self.assertEqual(result.units["ball.x"], "mm")
        self.assertEqual(result.time[-1], 300)
        self.assertEqual(result.summary["end_time"], 300)
        self.assertEqual(result.summary["length_scale"]["unit"], "mm")
        self.assertEqual(result.summary["largest_step"], 2)

    def test_parameters(self):
        self.compare(example("fourbar"), ["--set", "a=0.08", "--set", "speed=2*pi*1.5"], {"a": 0.08, "speed": "2*pi*1.5"})
        self.assertEqual(sarrus.load(example("fourbar"), a=0.08).parameters["a"], 0.08)
        self.assertEqual(sarrus.load(example("fourbar"), a=numpy.float64(0.08)).parameters["a"], 0.08)
        self.assertEqual(sarrus.load(example("fourbar"), a=numpy.float32(0.5), h=1).parameters["h"], 1)
        for value in (1e300, -1.5e-300, 5e-324, 0.1 + 0.2, 1e16, 123456789012345678):
            loaded = sarrus.load({"model": "numbers", "parameters": {"p": 0}}, p=value)
            self.assertEqual(loaded.parameters, {"p": float(value)})

    def test_options(self):
        path = model("pendulum.yaml")
        self.compare(path, ["--end", "1.3", "--tol", "1e-7"], end=1.3, tolerance=1e-7)
        self.compare(path, ["--end", "1.3", "--method", "radau5"], end=1.3, method="radau5")
        self.compare(path, ["--end", "1.3", "--step", "0.01", "--method", "hht:alpha=-0.1"], end=1.3, step=0.01, method="hht:alpha=-0.1")

    def test_rows(self):
        loaded = sarrus.load(model("pendulum.yaml"))
        self.assertEqual(loaded.run(end=1, every=0.25).time.tolist(), [0, 0.25, 0.5, 0.75, 1])
        steps = loaded.run(end=1, every="step")
        self.assertEqual(steps.rows, steps.summary["steps"] + 1)
        self.assertEqual(loaded.run(end=1, every=0).rows, steps.rows)

    def test_a_dict_is_the_file(self):
        path = "pendulum.yaml"
        with open(path, "w") as file:
            file.write(sarrus.to_yaml(pendulum()))
        of_file, of_dict = sarrus.load(path).run(), sarrus.load(pendulum()).run()
        self.assertEqual(of_file.columns, of_dict.columns)
        for name in of_file:
            numpy.testing.assert_array_equal(of_file[name], of_dict[name])
        self.compare(path)

    def test_the_summary_is_that_of_the_program(self):
        for path in (example("bouncing_ball"), example("fourbar"), model("units") + "/" + sorted(os.listdir(model("units")))[0]):
            with self.subTest(path):
                told = json.loads(program("run", path, "-o", "none", "--csv", "told.csv", "--json")[0])
                summary = sarrus.load(path).run().summary
                for changing in ("cpu_seconds", "peak_memory_bytes"):
                    self.assertGreater(summary[changing], 0)
                    del told[changing]
                self.assertEqual(set(told.pop("cpu")) - {"page"}, set(summary["cpu"]))
                self.assertEqual(told.pop("files"), ["told.csv"])
                told.pop("warnings")
                for key, value in told.items():
                    self.assertIn(key, summary)
                    self.assertEqual(value, with_null(summary[key]), key)

    def test_error_bars(self):
        result = self.compare(model("pendulum.yaml"), ["--error-bars", "--end", "2"], end=2, error_bars=True)
        bar = result["body.x_error"]
        self.assertEqual(result.units["body.x_error"], result.units["body.x"])
        self.assertTrue((bar > 0).all())
        told = json.loads(program("run", model("pendulum.yaml"), "--error-bars", "--end", "2", "-o", "none", "--csv", "told.csv", "--json")[0])
        self.assertEqual(told["error_bars"], with_null(result.summary["error_bars"]))
        self.assertGreater(told["error_bars"]["position"]["largest"], 0)
        plain = sarrus.load(model("pendulum.yaml")).run(end=2)
        self.assertIsNone(plain.summary["error_bars"])
        numpy.testing.assert_array_equal(plain["body.x"], result["body.x"])
        self.assertNotIn("body.x_error", plain)

    def test_accuracy(self):
        path = model("pendulum.yaml")
        result = self.compare(path, ["--accuracy", "1e-4", "--end", "2"], accuracy=1e-4, end=2)
        told = json.loads(program("run", path, "--accuracy", "1e-4", "--end", "2", "-o", "none", "--csv", "told.csv", "--json")[0])["accuracy"]
        found = with_null(result.summary["accuracy"])
        self.assertTrue(found.pop("reached"))
        for run in told["runs"] + found["runs"]:
            del run["cpu_seconds"]
        self.assertEqual(found, told)
        self.assertLess(told["estimated"], 1e-4)
        exact = sarrus.load(path).run(end=2, method="radau5", tolerance=1e-12)
        self.assertLess(abs(result["body.x"] - exact["body.x"]).max(), 1e-4 * result.summary["length_scale"]["value"])

    def test_warnings(self):
        told = json.loads(program("run", example("gear_train"), "-o", "none", "--csv", "told.csv", "--json")[0])["warnings"]
        result = sarrus.load(example("gear_train")).run()
        self.assertGreater(len(told), 0)
        found = [{"element": w.element, "message": w.message, "remedy": w.remedy} for w in result.warnings]
        self.assertEqual(found, told)
        self.assertTrue(all(warning.severity == "warning" for warning in result.warnings))

    def test_warnings_of_the_model_come_with_it(self):
        odd = pendulum()
        odd["units"] = {"angle": "deg"}
        odd["measures"] = {"lean": {"value": "angle(pivot) - 30"}}  # degrees were meant
        loaded = sarrus.load(odd)
        self.assertEqual(len(loaded.warnings), 1, loaded.warnings)
        self.assertEqual(loaded.warnings[0].path, ("measures", "lean", "value"))
        self.assertIn(str(loaded.warnings[0]), repr(loaded))
        self.assertEqual([str(w) for w in loaded.run(end=0.1).warnings][:1], [str(loaded.warnings[0])])


class Files(unittest.TestCase):
    def test_the_output_is_that_of_the_program(self):
        loaded = sarrus.load(model("pendulum.yaml"))
        result = loaded.run(end=1, output="python.h5")
        self.assertEqual(result.output, "python.h5")
        program("run", model("pendulum.yaml"), "--end", "1", "-o", "program.h5", "--quiet")
        self.assertTrue(json.loads(program("compare", "python.h5", "program.h5", "--json", "--tolerance", "0")[0])["identical"])
        program("verify", "python.h5", "--quiet")

    def test_the_output_of_a_dict_can_be_repeated(self):
        sarrus.load(pendulum(), k=30).run(output="dict.h5", tolerance=1e-6)
        program("verify", "dict.h5", "--quiet")

    def test_nothing_is_written_unless_asked(self):
        before = set(os.listdir("."))
        sarrus.load(pendulum()).run(end=0.1)
        self.assertEqual(set(os.listdir(".")), before)


def with_null(value):
    """Numbers that are not known, as JSON writes them."""
    if isinstance(value, dict):
        return {key: with_null(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_null(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def slow_fall():
    return {
        "model": "a ball in other units",
        "gravity": [0, -9.81e-3, 0],
        "bodies": {"ball": {"mass": 1, "inertia": [1, 1, 1], "at": [500, 0, 0]}},
        "joints": {"hinge": {"type": "revolute", "between": ["ground", "ball"], "at": [0, 0, 0], "axis": "z"}},
        "simulate": {"end": 1000},
    }


if __name__ == "__main__":
    unittest.main()
