"""Mistakes: the class, the messages with their places, the words of the program."""

import glob
import os
import pickle
import unittest

import sarrus
from support import SOURCE, pendulum, program


class FromFiles(unittest.TestCase):
    def test_the_words_of_the_program(self):
        """Every wrong model of tests/data/wrong gives the lines that the program prints."""
        tried = 0
        for path in sorted(glob.glob(os.path.join(SOURCE, "tests", "data", "wrong", "*.yaml"))):
            with self.subTest(os.path.basename(path)):
                with self.assertRaises(sarrus.ModelError) as caught:
                    sarrus.load(path)
                printed = [line for line in program("run", path, "-o", "none", status=2)[1].splitlines() if ": warning: " not in line]
                self.assertEqual(str(caught.exception).splitlines(), printed)
                self.assertTrue(caught.exception.errors)
                tried += 1
        self.assertGreater(tried, 100)

    def test_places(self):
        with open("wrong.yaml", "w") as file:
            file.write("model: wrong\nbodies:\n  rod: {mass: -1, inertia: [1, 1, 1]}\n  bar: {mas: 1, inertia: [1, 1, 1]}\n")
        with self.assertRaises(sarrus.ModelError) as caught:
            sarrus.load("wrong.yaml")
        error = caught.exception
        self.assertIsInstance(error, sarrus.Error)
        self.assertEqual(error.code, 2)
        self.assertEqual([(e.file, e.line, e.element) for e in error.errors[:2]], [("wrong.yaml", 3, "rod"), ("wrong.yaml", 4, "bar")])
        self.assertGreater(error.errors[0].column, 0)
        self.assertIn("mass", error.errors[0].message)
        self.assertTrue(error.errors[0].remedy)
        self.assertIsNone(error.errors[0].path)
        self.assertEqual(str(error), "\n".join(str(e) for e in error.errors))
        self.assertTrue(str(error).startswith(f"wrong.yaml:3:{error.errors[0].column}: error: "), str(error))

    def test_no_such_file(self):
        with self.assertRaisesRegex(sarrus.ModelError, "nosuch.yaml.*No such file"):
            sarrus.load("nosuch.yaml")
        with self.assertRaises(ValueError):
            sarrus.load("null\0.yaml")
        with self.assertRaises(TypeError):
            sarrus.load(3)

    def test_further_errors_are_counted(self):
        wrong = {"model": "many", "bodies": {f"b{i}": {"mass": -1, "inertia": [1, 1, 1]} for i in range(30)}}
        with self.assertRaisesRegex(sarrus.ModelError, "sarrus: 10 further errors are not shown") as caught:
            sarrus.load(wrong)
        self.assertEqual(len(caught.exception.errors), 20)


class FromDicts(unittest.TestCase):
    def wrong(self, change):
        given = pendulum()
        change(given)
        with self.assertRaises(sarrus.ModelError) as caught:
            sarrus.load(given)
        return caught.exception

    def test_paths(self):
        cases = [
            (lambda m: m["bodies"]["rod"].update(density=-1), ("bodies", "rod", "density")),
            (lambda m: m["bodies"]["rod"]["at"].__setitem__(1, "-l/2 + missing"), ("bodies", "rod", "at", 1)),
            (lambda m: m["joints"]["pivot"].update(type="revolut"), ("joints", "pivot", "type")),
            (lambda m: m["joints"]["pivot"].update(between=["ground", "rod.topp"]), ("joints", "pivot", "between", 1)),
            (lambda m: m["forces"]["spring"].update(stifness=3), ("forces", "spring", "stifness")),
            (lambda m: m.update(bodys={}), ("bodys",)),
            (lambda m: m["simulate"].update(end=float("inf")), ("simulate", "end")),
            (lambda m: m["simulate"].update(end=float("nan")), ("simulate", "end")),
            (lambda m: m["forces"]["spring"].pop("between"), ("forces", "spring")),
            (lambda m: m["bodies"].update({"link{i}": {"for": {"i": "0..2"}, "mass": -1, "inertia": [1, 1, 1]}}), ("bodies", "link{i}", "mass")),
        ]
        for change, path in cases:
            with self.subTest(path):
                error = self.wrong(change).errors[0]
                self.assertEqual(error.path, path, error)
                self.assertEqual(error.file, "<dict>")
                self.assertGreater(error.line, 0)
                place = "model" + "".join(f"[{key!r}]" for key in path)
                self.assertTrue(str(error).startswith(f"{place}: error: "), str(error))

    def test_the_line_is_that_of_the_text(self):
        given = pendulum()
        given["bodies"]["rod"]["density"] = -1
        line = self.wrong(lambda m: m["bodies"]["rod"].update(density=-1)).errors[0].line
        self.assertIn("density: -1", sarrus.to_yaml(given).splitlines()[line - 1])

    def test_what_no_model_can_hold(self):
        for value, kind in ((None, TypeError), (b"x", TypeError), ({1}, TypeError), (1j, TypeError), ("\ud800", ValueError)):
            with self.subTest(repr(value)), self.assertRaisesRegex(kind, r"model\['bodies'\]\['rod'\]\['density'\]"):
                given = pendulum()
                given["bodies"]["rod"]["density"] = value
                sarrus.load(given)
        with self.assertRaisesRegex(TypeError, "the key 1 is no text"):
            sarrus.load({"bodies": {1: {}}})
        endless = {}
        endless["bodies"] = endless
        with self.assertRaisesRegex(ValueError, "contain itself"):
            sarrus.load(endless)

    def test_parameters(self):
        with self.assertRaisesRegex(sarrus.ModelError, "there is no parameter `kk`; did you mean `k`"):
            sarrus.load(pendulum(), kk=3)
        with self.assertRaises(sarrus.ModelError):
            sarrus.load(pendulum(), k="3 +")
        for wrong in (None, True, [1]):
            with self.assertRaisesRegex(TypeError, "the parameter k"):
                sarrus.load(pendulum(), k=wrong)
        with self.assertRaisesRegex(ValueError, "the parameter k must be finite, but is nan"):
            sarrus.load(pendulum(), k=float("nan"))
        with self.assertRaisesRegex(TypeError, "set must be a dict"):
            sarrus.load(pendulum(), set=[("k", 3)])

    def test_options_of_files(self):
        for wrong in ({"acf": "a.acf"}, {"skip_unsupported": True}, {"user": "zero"}, {"packages": {"a": "b"}}, {"fixed_base": True}):
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, "say how files are read, not a dict"):
                sarrus.load(pendulum(), **wrong)
        with self.assertRaisesRegex(TypeError, "packages must be a dict"):
            sarrus.load("arm.urdf", packages=["arm=meshes"])


class Runs(unittest.TestCase):
    def test_wrong_options(self):
        loaded = sarrus.load(pendulum())
        with self.assertRaisesRegex(sarrus.ModelError, "there is no method|unknown method|`hhtt`"):
            loaded.run(method="hhtt")
        with self.assertRaisesRegex(sarrus.ModelError, "exclude each other"):
            loaded.run(step=1e-3, tolerance=1e-6)
        with self.assertRaisesRegex(sarrus.ModelError, "tolerance must be between 0 and 1") as caught:
            loaded.run(tolerance=2)
        self.assertEqual(caught.exception.errors[0].path, ("simulate",))
        for wrong in ({"end": 0}, {"step": 0}, {"end": float("inf")}):
            with self.subTest(wrong), self.assertRaises(sarrus.ModelError):
                loaded.run(**wrong)
        for wrong in ({"end": "1"}, {"tolerance": True}, {"step": [1]}, {"every": "steps"}, {"method": 3}):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, next(iter(wrong))):
                loaded.run(**wrong)
        for wrong in ({"end": -1}, {"tolerance": float("nan")}, {"every": -0.1}, {"method": "hht\0"}, {"output": "a\0b"}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                loaded.run(**wrong)
        for wrong in (0, float("inf")):
            with self.subTest(wrong), self.assertRaisesRegex(sarrus.ModelError, "the end of a run is a time above zero"):
                loaded.run(end=wrong)
        for wrong in ({"accuracy": 0}, {"max_step": 0}, {"initial_step": float("inf")}):
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, "must be above 0 and finite"):
                loaded.run(**wrong)

    def test_two_outputs_in_one_file(self):
        loaded = sarrus.load(pendulum())
        with self.assertRaisesRegex(ValueError, "output and csv go to the same file, ./one"):
            loaded.run(output="one", csv="./one")
        with self.assertRaisesRegex(ValueError, "csv and steps_csv"):
            loaded.run(csv="one", steps_csv=os.path.abspath("one"))
        with self.assertRaisesRegex(ValueError, "output and csv"):
            loaded.static(output="one", csv="one")
        with self.assertRaisesRegex(ValueError, "output and csv"):
            loaded.sweep({"k": [1]}, {"low": "min(rod.y)"}, output="one", csv="one")
        self.assertFalse(os.path.exists("one"))

    def test_no_path(self):
        """What would become of it is a journal `.part` that stands in the way of the next one."""
        with self.assertRaisesRegex(ValueError, "the path of a file is empty"):
            sarrus.load(pendulum()).run(output="")
        self.assertFalse(os.path.exists(".part"))

    def test_no_end(self):
        given = pendulum()
        del given["simulate"]
        with self.assertRaisesRegex(sarrus.ModelError, "the time to simulate is not given"):
            sarrus.load(given).run()
        self.assertEqual(sarrus.load(given).run(end=0.1).time[-1], 0.1)

    def test_a_failed_run_keeps_what_it_has(self):
        """A force that has no value from t = 0.5 on."""
        given = pendulum()
        given["forces"]["push"] = {"type": "force", "between": ["ground", "rod"], "force": ["sqrt(0.5 - t)", 0, 0]}
        with self.assertRaises(sarrus.AnalysisError) as caught:
            sarrus.load(given).run(output="failed.h5")
        error = caught.exception
        self.assertEqual(error.code, 1)
        self.assertTrue(error.errors)
        self.assertEqual(error.result.summary["status"], "failed")
        self.assertGreater(error.result.rows, 10)
        self.assertLess(error.result.time[-1], 0.51)
        self.assertEqual(len(error.result["rod.x"]), error.result.rows)
        self.assertIn(("forces", "push"), [note.path for note in error.notes])
        with open("failed.yaml", "w") as file:
            file.write(sarrus.to_yaml(given))
        printed = program("run", "failed.yaml", "-o", "none", "--csv", "failed.csv", status=1)[1].splitlines()
        with self.assertRaises(sarrus.AnalysisError) as caught:
            sarrus.load("failed.yaml").run()
        self.assertEqual(str(caught.exception).splitlines(), [line for line in printed if ": warning: " not in line])
        self.assertTrue(os.path.exists("failed.h5"))

    def test_contradictions(self):
        given = pendulum()
        given["motions"] = {
            "one": {"joint": "pivot", "rotation": "t"},
            "two": {"joint": "pivot", "rotation": "2*t"},
        }
        with self.assertRaises(sarrus.AnalysisError) as caught:
            sarrus.load(given).run()
        self.assertTrue(caught.exception.errors)

    def test_files_that_cannot_be_written(self):
        with self.assertRaisesRegex(sarrus.SystemFailure, "no/such/folder") as caught:
            sarrus.load(pendulum()).run(output="/no/such/folder/x.h5")
        self.assertEqual(caught.exception.code, 3)

    def test_the_model_is_not_overwritten(self):
        with open("own.yaml", "w") as file:
            file.write(sarrus.to_yaml(pendulum()))
        os.symlink("own.yaml", "link.yaml")
        for name in ("own.yaml", "link.yaml"):
            with self.assertRaisesRegex(ValueError, "is the model itself"):
                sarrus.load("own.yaml").run(output=name)
        sarrus.load("own.yaml")

    def test_an_accuracy_that_cannot_be_reached(self):
        with self.assertRaisesRegex(sarrus.AnalysisError, "accuracy") as caught:
            sarrus.load(pendulum()).run(end=0.05, accuracy=1e-15)
        result = caught.exception.result
        self.assertGreater(result.rows, 10)
        self.assertFalse(result.summary["accuracy"]["reached"])
        self.assertTrue(result.summary["accuracy"]["reason"])

    def test_accuracy_excludes_the_others(self):
        loaded = sarrus.load(pendulum())
        for other in ({"tolerance": 1e-5}, {"step": 1e-3}):
            with self.assertRaisesRegex(sarrus.ModelError, "accuracy"):
                loaded.run(accuracy=1e-3, **other)


class Objects(unittest.TestCase):
    def test_other_processes_get_the_messages(self):
        with self.assertRaises(sarrus.ModelError) as caught:
            sarrus.load({"model": "x", "bodies": {"b": {"mass": -1}}})
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertIs(type(again), sarrus.ModelError)
        self.assertEqual(str(again), str(caught.exception))
        self.assertEqual(again.errors, caught.exception.errors)

    def test_texts_of_files_do_not_steer_the_terminal(self):
        message = sarrus.Message("error", "a \x1b[31m name\x9b and \udcff")
        self.assertEqual(str(message), "sarrus: error: a \\x1b[31m name\\x9b and \\xff")

    def test_classes(self):
        for kind, code in ((sarrus.AnalysisError, 1), (sarrus.ModelError, 2), (sarrus.SystemFailure, 3)):
            self.assertTrue(issubclass(kind, sarrus.Error))
            self.assertEqual(kind.code, code)
            self.assertEqual(kind.__module__, "sarrus")


if __name__ == "__main__":
    unittest.main()
