"""The Python code of docs/python.md and README.md does what the pages say, and the examples run."""

import doctest
import inspect
import os
import re
import subprocess
import sys
import unittest

import sarrus
from support import SOURCE, tutorial_files


class Page(unittest.TestCase):
    def test_the_page(self):
        with open(os.path.join(SOURCE, "docs", "python.md"), encoding="utf-8") as file:
            page = file.read()
        names, blocks = {}, 0
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        for kind, text in re.findall(r"^```(yaml|python)\n(.*?)^```$", page, re.S | re.M):
            if kind == "yaml":
                with open(re.match(r"# (\S+\.yaml)\n", text)[1], "w") as file:
                    file.write(text)
                continue
            blocks += 1
            if text.startswith(">>>"):
                test = doctest.DocTestParser().get_doctest(text, names, f"block {blocks}", "docs/python.md", 0)
                said = []
                runner.run(test, out=said.append, clear_globs=False)
                names.update(test.globs)
                self.assertEqual(said, [], "".join(said))
            else:
                exec(compile(text, "docs/python.md", "exec"), names)
        self.assertGreaterEqual(blocks, 6)


    def test_the_first_page(self):
        with open(os.path.join(SOURCE, "README.md"), encoding="utf-8") as file:
            page = file.read()
        with open("pendulum.yaml", "w") as file:
            file.write(re.search(r"^```yaml\n(# pendulum.yaml\n.*?)^```$", page, re.S | re.M)[1])
        code = re.search(r"^```python\n(import sarrus\n.*?)^```$", page, re.S | re.M)[1]
        done = subprocess.run([sys.executable, "-W", "error", "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        self.assertRegex(done.stdout, r"^\d+\.\d+ N\n$")


class Docstrings(unittest.TestCase):
    def test_examples_of_docstrings(self):
        done = doctest.testmod(sarrus, optionflags=doctest.ELLIPSIS)
        self.assertEqual(done.failed, 0)
        self.assertGreater(done.attempted, 15)

    def test_all_methods_are_explained(self):
        for kind in (sarrus.Model, sarrus.Live, sarrus.Result, sarrus.Results, sarrus.Modes, sarrus.Builder):
            for name, member in inspect.getmembers(kind):
                if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                    self.assertTrue(inspect.getdoc(member), f"{kind.__name__}.{name}")


class Examples(unittest.TestCase):
    def test_the_tutorial(self):
        """The script builds the mechanism of the tutorial: the same numbers come out, to all digits."""
        path = os.path.join(SOURCE, "examples", "python", "fourbar.py")
        done = subprocess.run([sys.executable, "-W", "error", path, "."], stdout=subprocess.PIPE, text=True, check=True)
        for words in (
            "1 degree of freedom, 3 redundant constraints",
            "cure: C becomes point-on-line",
            "assembly moved coupler by 0.0523 m",
            "torque of the drive: -0.213 to 0.451 N*m",
            "work 0.985, dissipated 0.985 N*m",
        ):
            self.assertIn(words, done.stdout)
        file = sarrus.load(tutorial_files()["fourbar.yaml"]).run()
        script = sarrus.open("fourbar.h5")
        for name in file:
            self.assertLess(abs(file[name] - script[name]).max(), 1e-9 * max(1, abs(file[name]).max()), name)
        self.assertTrue(os.path.exists("fourbar.html"))

    def test_period(self):
        path = os.path.join(SOURCE, "examples", "python", "period.py")
        done = subprocess.run([sys.executable, "-W", "error", path], stdout=subprocess.PIPE, text=True, check=True)
        rows = re.findall(r"^ *(\d+) deg +([\d.]+) s +([\d.]+) s$", done.stdout, re.M)
        self.assertEqual([int(row[0]) for row in rows], [10, 30, 60, 90, 120, 150])
        for _, measured, exact in rows:  # the run's own error is near 1e-6, that of the crossings below it
            self.assertLess(abs(float(measured) / float(exact) - 1), 2e-5)


if __name__ == "__main__":
    unittest.main()
