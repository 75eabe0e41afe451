"""Sweeps, optimisations and fits from Python: the table, going on after an interruption, mistakes."""

import math
import os
import signal
import threading
import unittest

import numpy
import sarrus

#: A mass that falls for one second from the height h0 with gravity g: h = h0 - g/2.
FALL = {
    "model": "a fall",
    "parameters": {"g": 10, "h0": 3},
    "gravity": [0, 0, "-g"],
    "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1], "at": [0, 0, "h0"]}},
    "simulate": {"end": 1},
}
RESPONSES = {"height": "final(b.z)", "speed": "max(abs(b.vz))"}


def fall(path="fall.yaml"):
    with open(path, "w") as file:
        file.write(sarrus.to_yaml(FALL))
    return path


class Sweeps(unittest.TestCase):
    def right(self, runs):
        begin = runs["h0"] if "h0" in runs else 3
        numpy.testing.assert_allclose(runs["height"], begin - runs["g"] / 2, atol=1e-6)
        numpy.testing.assert_allclose(runs["speed"], runs["g"], rtol=1e-6)

    def test_a_model(self):
        runs = sarrus.load(fall()).sweep({"g": (5, 15, 3), "h0": [1, 2]}, RESPONSES, workers=2)
        self.assertEqual(runs.columns, ("run", "g", "h0", "height", "speed", "status", "message", "steps", "cpu_seconds", "host"))
        self.assertEqual((runs.parameters, runs.responses, runs.rows), (("g", "h0"), ("height", "speed"), 6))
        self.assertEqual(runs["run"].tolist(), list(range(6)))
        self.assertEqual(runs["g"].tolist(), [5, 5, 10, 10, 15, 15])  # the last name changes fastest
        self.assertEqual(set(runs["status"]), {"done"})
        self.right(runs)
        self.assertTrue(runs.done.all())
        self.assertEqual(runs.units["height"], "m")
        self.assertEqual(runs.row(3)["h0"], 2)
        self.assertEqual(runs.expressions["height"], "final(b.z)")
        self.assertIn("6 of them", repr(runs))
        self.assertEqual(runs._repr_html_().count("<tr>"), 7)
        self.assertIn("<th>height, m</th>", runs._repr_html_())
        with self.assertRaisesRegex(sarrus.UnknownColumn, "did you mean `height`"):
            runs["heigth"]

    def test_a_dict_and_given_parameters(self):
        before = set(os.listdir("."))
        runs = sarrus.load(FALL, h0=7).sweep({"g": numpy.array([4.0, 8.0])}, RESPONSES, workers=1)
        self.assertEqual(runs["height"].round(6).tolist(), [5, 3])
        self.assertEqual(set(os.listdir(".")), before)  # the model's file was for the study alone

    def test_options_of_the_runs(self):
        model = sarrus.load({**FALL, "units": {"time": "ms"}, "gravity": [0, 0, "-g*1e-6"], "simulate": {"end": 1000}})
        runs = model.sweep({"g": [10]}, RESPONSES, run={"end": 2000}, workers=1)
        self.assertAlmostEqual(runs["height"][0], 3 - 20, places=5)

    def test_a_study_file(self):
        study = {"study": "falls", "model": fall(), "vary": {"g": {"from": 1, "to": 2, "count": 3}}, "responses": RESPONSES}
        with open("study.yaml", "w") as file:
            file.write(sarrus.to_yaml(study))
        seen = []
        runs = sarrus.sweep("study.yaml", output="study.h5", csv="study.csv", workers=2, progress=seen.append)
        self.right(runs)
        self.assertEqual((seen[-1].done, seen[-1].runs, seen[-1].failed), (3, 3, 0))
        read = sarrus.open("study.h5")
        self.assertIsInstance(read, sarrus.Runs)
        for name in runs:
            numpy.testing.assert_array_equal(runs[name], read[name], name)
        planned = sarrus.plan("study.yaml")
        self.assertEqual((planned["title"], planned["runs"], planned["responses"]), ("falls", 3, ["height", "speed"]))
        numpy.testing.assert_array_equal(planned["parameters"]["g"], runs["g"])
        again = sarrus.sweep(study, workers=1)
        numpy.testing.assert_array_equal(again["height"], runs["height"])

    def test_runs_that_fail_are_rows(self):
        model = {**FALL, "parameters": {"g": 10, "h0": 3, "m": 1}}
        model["bodies"] = {"b": {**FALL["bodies"]["b"], "mass": "m"}}
        runs = sarrus.load(model).sweep({"m": [1, -1, 2]}, RESPONSES, workers=2)
        self.assertEqual([status == "done" for status in runs["status"]], [True, False, True])
        self.assertTrue(math.isnan(runs["height"][1]))
        self.assertIn("mass", runs["message"][1])
        self.assertEqual(runs.done.tolist(), [True, False, True])

    def test_an_interrupted_sweep_goes_on(self):
        """What `progress` raises ends it, as Ctrl-C does; the same call makes the rest."""

        class Enough(Exception):
            pass

        def cut(progress):
            if progress.done >= 5:
                raise Enough

        asked = {"vary": {"g": (1, 20, 20)}, "responses": RESPONSES, "output": "cut.h5", "workers": 2}
        model = sarrus.load(fall())
        with self.assertRaises(Enough):
            model.sweep(**asked, progress=cut)
        seen = []
        runs = model.sweep(**asked, progress=seen.append)
        self.assertGreaterEqual(seen[0].before, 5)
        self.assertEqual(runs["run"].tolist(), list(range(20)))
        self.right(runs)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                model.sweep({"g": (1, 2, 100000)}, RESPONSES, output="long.h5", workers=1)
            timer.join()
        finally:
            signal.signal(signal.SIGINT, before)

    def test_what_cannot_be_done(self):
        model = sarrus.load(fall())
        with self.assertRaisesRegex(ValueError, "cannot go to worker processes: f"):
            sarrus.load(FALL, functions={"f": lambda x: x}).sweep({"g": [1]}, RESPONSES)
        with self.assertRaises(sarrus.ModelError) as caught:
            model.sweep({"gg": [1]}, RESPONSES)
        self.assertIn("gg", str(caught.exception))
        self.assertEqual(caught.exception.errors[0].path[:2], ("vary", "gg"))
        with self.assertRaises(sarrus.ModelError):
            model.sweep({"g": [1]}, {"height": "final(b.zz)"})
        with self.assertRaises(TypeError):
            model.sweep({"g": (1, 2, 3, 4)}, RESPONSES)
        with self.assertRaises(ValueError):
            model.sweep({"g": [1]}, RESPONSES, workers=-1)
        with self.assertRaises(TypeError):
            model.sweep({"g": [1]}, RESPONSES, run={"nonsense": 1})
        with self.assertRaises(sarrus.ModelError):
            sarrus.sweep("nosuch.yaml")
        os.environ["SARRUS_PROGRAM"] = "/nowhere/sarrus"
        try:
            with self.assertRaisesRegex(sarrus.SystemFailure, "SARRUS_PROGRAM"):
                model.sweep({"g": [1]}, RESPONSES)
        finally:
            del os.environ["SARRUS_PROGRAM"]


class Optima(unittest.TestCase):
    def test_optimize(self):
        """(h0 - g/2 - 1)^2 is least where g = 2 (h0 - 1)."""
        model = sarrus.load(fall())
        best = model.optimize({"g": (1, 9)}, {"miss": "final((b.z - 1)^2)"}, minimize="miss", run={"tolerance": 1e-9}, workers=1)
        self.assertTrue(best.converged, best)
        self.assertAlmostEqual(best.parameters["g"], 4, places=2)
        self.assertAlmostEqual(best.objective, 0, places=4)
        self.assertGreater(best.history.rows, 2)
        self.assertEqual(best.history.parameters, ("g",))
        self.assertIsNone(best.covariance)

    def test_limits(self):
        model = sarrus.load(fall())
        best = model.optimize(
            {"g": (1, 9)}, {"height": "final(b.z)", "speed": "max(abs(b.vz))"}, minimize="height", subject_to={"speed": "<= 5"}, workers=1
        )
        self.assertAlmostEqual(best.parameters["g"], 5, places=3)
        self.assertEqual((best.limits[0]["response"], best.limits[0]["kind"]), ("speed", "<="))

    def test_fit(self):
        times = numpy.linspace(0, 1, 51)
        chance = numpy.random.default_rng(1)
        measured = 3 - 0.5 * 7.5 * times**2 + 1e-3 * chance.standard_normal(len(times))
        numpy.savetxt("data.csv", numpy.column_stack([times, measured]), delimiter=",", header="time,height", comments="")
        found = sarrus.load(fall()).fit({"g": (1, 20), "h0": (0, 10)}, "data.csv", {"b.z": "height"}, workers=1)
        self.assertTrue(found.converged)
        self.assertEqual(found.covariance.shape, (2, 2))
        for name, exact in (("g", 7.5), ("h0", 3)):
            self.assertLess(abs(found.parameters[name] - exact), 5 * found.deviation[name])
            self.assertLess(found.deviation[name], 5e-3)
        curve = found.curves[0]
        self.assertEqual((curve["column"], curve["data"], curve["unit"]), ("b.z", "height", "m"))
        numpy.testing.assert_allclose(curve["measured"], measured, rtol=1e-12)
        numpy.testing.assert_allclose(curve["model"] - measured, 0, atol=5e-3)
        self.assertAlmostEqual(math.sqrt(found.covariance[0, 0]), found.deviation["g"], places=12)

    def test_options_of_searches_and_sweeps(self):
        model, seen = sarrus.load(fall()), []
        best = model.optimize(
            {"g": (1, 9)}, {"miss": "final((b.z - 1)^2)"}, minimize="miss", evaluations=3, tolerance=1e-9, workers=1, progress=seen.append
        )
        self.assertFalse(best.converged)
        self.assertLessEqual(best.evaluations, 4)
        self.assertEqual(seen[-1].violation, 0)
        self.assertLess(seen[-1].objective, 1)
        for name, value in {"sensitivity": "g", "csv": "x.csv", "output": "x.h5"}.items():
            with self.assertRaisesRegex(TypeError, "single run"):
                model.sweep({"g": [1, 2]}, RESPONSES, run={name: value})

    def test_the_models_file_spares_others(self):
        with open("mine.model.yaml", "w") as file:
            file.write("precious")
        model = sarrus.load(FALL)
        with self.assertRaisesRegex(FileExistsError, "mine.model.yaml exists"):
            model.sweep({"g": [1, 2]}, RESPONSES, output="mine.h5")
        with open("mine.model.yaml") as file:
            self.assertEqual(file.read(), "precious")
        for _ in range(2):
            self.assertEqual(model.sweep({"g": [1, 2]}, RESPONSES, output="own.h5", again=True).rows, 2)

    def test_places_in_a_dict(self):
        """The file that workers have read is gone: messages name the keys."""
        model = sarrus.load({
            "parameters": {"k": 1},
            "coordinates": {"x": {"mass": 1}},
            "forces": {"g": {"type": "generalized", "coordinate": "x", "force": "sqrt(k - t)"}},
            "simulate": {"end": 1},
        })
        runs = model.sweep({"k": [0.5, 2]}, {"far": "max(x.value)"}, workers=1)
        self.assertEqual(runs["status"].tolist(), ["failed", "done"])
        self.assertTrue(runs["message"][0].startswith("model['forces']['g']['force']: g: "), runs["message"][0])
        runs = model.sweep({"k": [0.5, 2]}, {"far": "max(x.value)"}, workers=1, output="far.h5")
        self.assertRegex(runs["message"][0], r"far\.model\.yaml:\d+:\d+: g: ")

    def test_places_in_a_study(self):
        """Keys that lead there are those of a study, not of a model."""
        model = sarrus.load(fall())
        with self.assertRaises(sarrus.ModelError) as caught:
            model.sweep({"gg": [1]}, RESPONSES)
        self.assertTrue(str(caught.exception).startswith("study['vary']['gg']: error: "), caught.exception)
        self.assertEqual(caught.exception.errors[0].path, ("vary", "gg"))
        with self.assertRaisesRegex(sarrus.ModelError, r"^study\['modell'\]: error: unknown key"):
            sarrus.plan({"modell": fall(), "vary": {"g": [1]}, "responses": RESPONSES})
        with self.assertRaisesRegex(TypeError, r"^study\['responses'\]\['low'\] is None"):
            model.sweep({"g": [1]}, {"low": None})
        with self.assertRaisesRegex(TypeError, "vary must be a dict"):
            model.sweep([("g", [1])], RESPONSES)
        with self.assertRaisesRegex(TypeError, "progress must be callable"):
            model.sweep({"g": [1]}, RESPONSES, progress=3)

    def test_nothing_to_optimize(self):
        with self.assertRaises(sarrus.ModelError):
            sarrus.optimize({"model": fall(), "vary": {"g": {"from": 1, "to": 2}}, "responses": RESPONSES})


if __name__ == "__main__":
    unittest.main()
