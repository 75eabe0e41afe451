"""What the tests of the Python package share. Each test file runs in an empty folder of its own."""

import csv
import json
import os
import re
import subprocess

SOURCE = os.environ["SAR_SOURCE_DIR"]
PROGRAM = os.environ["SAR_PROGRAM"]

#: A pendulum with a spring, as a dict; `pendulum()` gives a copy to change.
PENDULUM = {
    "model": "pendulum with a spring",
    "gravity": [0, -9.81, 0],
    "parameters": {"l": 0.5, "k": 40},
    "ground": {"frames": {"wall": {"at": [-0.3, 0, 0]}}},
    "bodies": {
        "rod": {
            "shape": {"rod": [0.01, "l"]},
            "density": 7800,
            "at": [0, "-l/2", 0],
            "turn": {"axis": "z", "angle": "-90 deg"},
            "frames": {"top": {"at": ["-l/2", 0, 0]}, "tip": {"at": ["l/2", 0, 0]}},
        }
    },
    "joints": {"pivot": {"type": "revolute", "between": ["ground", "rod.top"], "axis": "z"}},
    "forces": {
        "spring": {
            "type": "spring-damper",
            "between": ["ground.wall", "rod.tip"],
            "stiffness": "k",
            "damping": 1,
            "length": 0.4,
        }
    },
    "simulate": {"end": 1},
}


def pendulum():
    return json.loads(json.dumps(PENDULUM))


def example(name):
    return os.path.join(SOURCE, "examples", name, "model.yaml")


def model(name):
    return os.path.join(SOURCE, "tests", "models", name)


def program(*arguments, status=0):
    """Runs the program; gives its standard output and standard error."""
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != status:
        raise AssertionError(f"sarrus {' '.join(arguments)}: exit status {done.returncode}, not {status}: {done.stderr}")
    return done.stdout, done.stderr


def program_csv(path, *arguments):
    """Names, units and columns of the CSV file that the program writes."""
    program("run", path, "-o", "none", "--csv", "program.csv", "--quiet", *arguments)
    with open("program.csv", newline="") as file:
        rows = list(csv.reader(file))
    units = [rows[1][0][len("# ") :]] + rows[1][1:]
    return rows[0], units, list(zip(*([float(cell) for cell in row] for row in rows[2:])))


def tutorial_files():
    """Writes the models of docs/tutorial.md into the current folder; their paths by name."""
    with open(os.path.join(SOURCE, "docs", "tutorial.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```yaml\n(# (\S+\.yaml)\n.*?)^```$", file.read(), re.S | re.M)
    for text, name in blocks:
        with open(name, "w") as file:
            file.write(text)
    return {name: name for _, name in blocks}
