"""Results in files: read, compared, rescued, gone on with; and the program for what it makes of them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy
import sarrus
from support import PROGRAM, model, pendulum


class Open(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = sarrus.load(pendulum()).run(end=0.5, output="run.h5", csv="run.csv", steps_csv="steps.csv")

    def test_hdf5_and_csv(self):
        for path in ("run.h5", "run.csv"):
            with self.subTest(path):
                found = sarrus.open(path)
                self.assertIsInstance(found, sarrus.Results)
                self.assertEqual(found.columns, self.result.columns)
                self.assertEqual(found.rows, self.result.rows)
                self.assertEqual(found.units["rod.x"], "m")
                for name in found:
                    numpy.testing.assert_array_equal(found[name], self.result[name], name)
                with self.assertRaisesRegex(sarrus.UnknownColumn, "did you mean `rod.x`"):
                    found["rod.xx"]

    def test_facts_and_steps(self):
        found = sarrus.open("run.h5")
        self.assertEqual(found.facts["title"], "pendulum with a spring")
        self.assertIn("stiffness: k", found.facts["model"])
        self.assertEqual(json.loads(found.facts["parameters"])["k"], 40)
        self.assertEqual(found.files, {})
        self.assertEqual(found.steps_taken, self.result.summary["steps"])
        self.assertEqual(found.steps["step"].sum().round(9), 0.5)
        self.assertEqual(int(found.steps["iterations"].sum()), self.result.summary["accepted_iterations"])
        self.assertIn("pendulum with a spring", repr(found))
        plain = sarrus.open("run.csv")
        self.assertEqual((plain.facts, plain.steps_taken, list(plain.steps)), ({}, 0, []))

    def test_a_journal(self):
        code = "import sarrus, sys; sarrus.load(sys.argv[1]).run(end=1e5, step=1e-4, every='step', output='cut.h5')"
        child = subprocess.Popen([sys.executable, "-c", code, model("pendulum.yaml")])
        while not os.path.exists("cut.h5.part") or os.path.getsize("cut.h5.part") < 200000:
            time.sleep(0.01)
        child.kill()
        child.wait()
        found = sarrus.open("cut.h5.part")
        self.assertGreater(found.rows, 10)
        last, kept = found["body.x"][-1], found.rows
        recovered = sarrus.recover("cut.h5.part")
        self.assertEqual((recovered.written, recovered.rows, recovered.complete), ("cut.h5", kept, False))
        self.assertEqual(sarrus.open("cut.h5")["body.x"][-1], last)
        self.assertFalse(os.path.exists("cut.h5.part"))

    def test_closing(self):
        sarrus.load(pendulum()).run(end=0.1, output="closed.h5")
        with sarrus.open("closed.h5") as opened:
            x = opened["rod.x"]
        opened.close()  # twice is no mistake
        self.assertEqual(len(x), 1001)
        self.assertIn("closed", repr(opened))
        for use in (lambda: opened["rod.x"], lambda: opened.rows, lambda: opened.steps["step"], lambda: opened.facts):
            with self.assertRaisesRegex(ValueError, "closed.h5 was closed"):
                use()

    def test_arrays_outlive_the_file(self):
        column = sarrus.open("run.h5")["rod.x"]
        numpy.testing.assert_array_equal(column, self.result["rod.x"])

    def test_what_cannot_be_read(self):
        with open("text.h5", "w") as file:
            file.write("no results\n")
        for path in ("text.h5", "nosuch.h5"):
            with self.subTest(path), self.assertRaises(sarrus.ModelError):
                sarrus.open(path)

    def test_csv_in_memory(self):
        found = sarrus.read_csv("run.csv")
        self.assertIsInstance(found, sarrus.Result)
        numpy.testing.assert_array_equal(found["rod.x"], self.result["rod.x"])
        found.write_csv("again.csv")
        self.assertTrue(sarrus.compare("run.csv", "again.csv"))
        self.assertIn("read at t = 0.5", repr(found))

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaises(ImportError):
                self.result.to_pandas()
            return
        self.assertEqual(list(self.result.to_pandas().columns), list(self.result.columns))


class Runs(unittest.TestCase):
    def test_verify_and_compare(self):
        loaded = sarrus.load(pendulum())
        loaded.run(end=0.5, output="one.h5")
        loaded.run(end=0.5, output="other.h5", tolerance=1e-4)
        found = sarrus.verify("one.h5")
        self.assertTrue(found)
        self.assertEqual(found.stored, found.repeated)
        self.assertTrue(sarrus.compare("one.h5", "one.h5"))
        differs = sarrus.compare("one.h5", "other.h5", "rod.*")
        self.assertFalse(differs)
        self.assertGreater(differs.difference, 0)
        self.assertTrue(all(column["name"].startswith("rod.") for column in differs.columns))
        self.assertEqual(len(sarrus.compare("one.h5", "other.h5", ["rod.x", "rod.y"]).columns), 2)
        with self.assertRaises(sarrus.ModelError):
            sarrus.compare("one.h5", "other.h5", "nothing.*")

    def test_a_changed_file_is_not_verified(self):
        sarrus.load(pendulum()).run(end=0.1, output="whole.h5")
        with open("whole.h5", "rb") as file:
            text = file.read()
        at = text.find(b"damping: 1")
        self.assertGreater(at, 0)
        with open("changed.h5", "wb") as file:
            file.write(text[:at] + b"damping: 2" + text[at + len(b"damping: 1") :])
        try:
            self.assertFalse(sarrus.verify("changed.h5"))
        except sarrus.Error:
            pass  # nothing in it can be believed

    def test_resume(self):
        def late(number, frame):
            raise TimeoutError

        before = signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        loaded = sarrus.load(pendulum())
        try:
            with self.assertRaises(TimeoutError):
                loaded.run(end=300, step=1e-3, every=1, output="long.h5", checkpoint_seconds=0)
        finally:
            signal.signal(signal.SIGALRM, before)
        reached = sarrus.open("long.h5").time[-1]
        self.assertLess(reached, 300)
        resumed = sarrus.resume("long.h5", csv="resumed.csv")
        whole = loaded.run(end=300, step=1e-3, every=1)
        numpy.testing.assert_array_equal(resumed["rod.x"], whole["rod.x"])
        self.assertEqual((resumed.output, resumed.summary["status"]), ("long.h5", "done"))
        self.assertEqual(len(sarrus.open("resumed.csv")["rod.x"]), whole.rows)


class Program(unittest.TestCase):
    def test_where_it_is(self):
        self.assertEqual(os.path.realpath(sarrus.program_path()), os.path.realpath(PROGRAM))
        try:
            os.environ["SARRUS_PROGRAM"] = "/nowhere/sarrus"
            with self.assertRaisesRegex(sarrus.SystemFailure, "SARRUS_PROGRAM is /nowhere/sarrus"):
                sarrus.program("methods")
            with open("mine", "w") as file:
                file.write("#!/bin/sh\necho '{\"mine\": true}'\n")
            os.chmod("mine", 0o755)
            os.environ["SARRUS_PROGRAM"] = os.path.abspath("mine")
            self.assertEqual(sarrus.program("methods"), {"mine": True})
        finally:
            del os.environ["SARRUS_PROGRAM"]

    def test_without_one(self):
        """A library without the program beside it, and no program on the PATH."""
        code = (
            "import sarrus, sarrus._program as p, os\n"
            "p._beside_the_library = lambda: []\n"
            "os.environ['PATH'] = '/nowhere'\n"
            "try: sarrus.describe('revolute')\n"
            "except sarrus.SystemFailure as error: print(error)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        self.assertIn("put it on the PATH, or let SARRUS_PROGRAM name it", done.stdout)

    def test_commands(self):
        self.assertEqual(sarrus.describe("revolute")[0]["name"], "revolute")
        self.assertTrue(sarrus.spectrum("hht", points=5))
        self.assertTrue(sarrus.reproduce())
        sarrus.load(pendulum()).run(end=0.2, output="made.h5")
        sarrus.plot("made.h5", "rod.x", output="made.svg", width=300)
        sarrus.page("made.h5", output="made.html", columns=["rod.*", "energy.*"])
        with open("made.svg") as picture, open("made.html") as page:
            self.assertIn("<svg", picture.read())
            self.assertIn("<html", page.read())

    def test_paths_of_bytes(self):
        sarrus.load(pendulum()).run(end=0.1, output=b"\xfe.h5")
        sarrus.page(b"\xfe.h5", output=b"\xfd.html")
        self.assertIn(b"\xfd.html", os.listdir(b"."))
        self.assertEqual(sarrus.open(b"\xfe.h5").rows, 1001)

    def test_mistakes(self):
        with self.assertRaises(sarrus.ModelError) as caught:
            sarrus.stress("nosuch.h5", "body")
        self.assertIn("nosuch.h5", str(caught.exception))
        with self.assertRaises(sarrus.ModelError):
            sarrus.reduce("nosuch.inp", output="body.h5")
        with self.assertRaises(sarrus.ModelError):
            sarrus.convert("nosuch.adm", "out.yaml")
        with self.assertRaises(sarrus.Error) as caught:
            sarrus.program("nonsense")
        self.assertEqual(str(caught.exception).count("error:"), 1)


class Display(unittest.TestCase):
    def test_a_page_in_a_cell(self):
        result = sarrus.load(pendulum()).run(end=0.2)
        cell = result._repr_html_()
        self.assertTrue(cell.startswith("<iframe srcdoc=") and cell.endswith("</iframe>"))
        self.assertLess(len(cell), 12e6)
        before, after = cell.split('srcdoc="', 1)[1].split('"', 1)
        self.assertNotIn("<", before)
        self.assertNotIn("<", after.split(">", 1)[0])
        result = sarrus.load(pendulum()).run(end=0.2, output="cell.h5")
        self.assertIn("<iframe", result._repr_html_())
        self.assertIn("<iframe", sarrus.open("cell.h5")._repr_html_())
        self.assertEqual(result.page("cell.html"), "cell.html")
        self.assertTrue(os.path.getsize("cell.html") > 0)

    def test_a_page_of_a_run_that_failed(self):
        given = {**pendulum(), "forces": {"f": {"type": "force", "between": ["ground", "rod"], "force": ["sqrt(0.5 - t)", 0, 0]}}}
        with self.assertRaises(sarrus.AnalysisError) as caught:
            sarrus.load(given).run()
        caught.exception.result.page("failed.html")
        self.assertGreater(os.path.getsize("failed.html"), 100000)
        self.assertIn("<iframe", caught.exception.result._repr_html_())

    def test_the_text_where_there_is_no_page(self):
        result = sarrus.load(pendulum()).run(end=0.2)
        os.environ["SARRUS_PROGRAM"] = "/nowhere/sarrus"
        try:
            self.assertTrue(result._repr_html_() is None)
            with self.assertRaises(sarrus.SystemFailure):
                result.page()
        finally:
            del os.environ["SARRUS_PROGRAM"]
        result.__dict__["summary"] = {"cpu_seconds": 1000.0}
        self.assertTrue(result._repr_html_() is None)  # it would be repeated for the page

    def test_plots(self):
        result = sarrus.load(pendulum()).run(end=0.2)
        with self.assertRaises(TypeError):
            result.plot()
        with self.assertRaises(sarrus.UnknownColumn):
            result.plot("rod.xx")
        try:
            import matplotlib
        except ImportError:
            with self.assertRaisesRegex(ImportError, "python3-matplotlib"):
                result.plot("rod.x")
            return
        matplotlib.use("Agg")
        axes = result.plot("rod.x", "rod.y", linewidth=2)
        self.assertEqual([line.get_label() for line in axes.get_lines()], ["rod.x", "rod.y"])
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("time, s", "m"))
        numpy.testing.assert_array_equal(axes.get_lines()[0].get_ydata(), result["rod.x"])
        same = result.plot("pivot.angle_rate", over="pivot.angle", axes=axes)
        self.assertIs(same, axes)
        axes.figure.savefig("plot.svg")


if __name__ == "__main__":
    unittest.main()
