"""The tutorial (docs/tutorial.md) as a script: check a four-bar, cure it, drive it, look at what it carries.

    python3 fourbar.py [FOLDER]        # results and pictures go there; without it nothing is written
"""

import sys

import sarrus


def rod(name, radius, length, at, angle=0, ends="AB", **frames):
    """A rod along its x axis, with a frame at each end."""
    body = {"shape": {"rod": [radius, length]}, "density": 2700, "at": at, "turn": {"axis": "z", "angle": f"{angle} deg"}}
    body["frames"] = {ends[0]: {"at": [f"-{length}/2", 0, 0]}, ends[1]: {"at": [f"{length}/2", 0, 0]}, **frames}
    return {name: body}


def hinge(first, second):
    return {"type": "revolute", "between": [first, second], "axis": "z"}


fourbar = {
    "model": "my four-bar",
    "gravity": [0, -9.81, 0],
    "parameters": {"a": 0.10, "b": 0.35, "c": 0.30, "d": 0.40, "rpm": 60},
    "ground": {"frames": {"D": {"at": ["d", 0, 0]}}},
    "bodies": {
        **rod("crank", 0.010, "a", ["a/2", 0, 0], ends="AB"),
        **rod("coupler", 0.008, "b", [0.25, 0.12, 0], 50, ends="BC", tracer={"at": [0, 0.12, 0]}),
        **rod("rocker", 0.010, "c", [0.38, 0.15, 0], 100, ends="DC"),
    },
    "joints": {
        "A": hinge("ground", "crank.A"),
        "B": hinge("crank.B", "coupler.B"),
        "C": hinge("rocker.C", "coupler.C"),
        "D": hinge("ground.D", "rocker.D"),
    },
    "output": {"every": 5e-3},
    "simulate": {"end": 2},
}

# 1. Three constraints repeat others, and the check knows a cure.
check = sarrus.load(fourbar).check()
print(f"{check.degrees_of_freedom} degree of freedom, {len(check.redundant)} redundant constraints")
for edit in check.edits:
    print(f"cure: {edit['element']} becomes {edit['to']}")
    fourbar["joints"][edit["element"]]["type"] = edit["to"]
assert not sarrus.load(fourbar).check().redundant

# 2. The written poses were guesses: assembly closes the joints.
start = sarrus.load(fourbar).assemble()
moved = start.summary["assembly"]["moved"][0]
print(f"assembly moved {moved['body']} by {moved['distance']:.4f} m")

# 3. Driven and loaded.
fourbar["forces"] = {"load": {"type": "rotational-spring-damper", "between": ["ground", "rocker.D"], "axis": "z", "damping": 0.2}}
fourbar["motions"] = {"drive": {"joint": "A", "rotation": "rpm*2*pi/60*t"}}
model = sarrus.load(fourbar)
result = model.run(output=f"{sys.argv[1]}/fourbar.h5" if len(sys.argv) > 1 else None)
torque = result["drive.tz2"]
print(f"torque of the drive: {torque.min():.3f} to {torque.max():.3f} {result.units['drive.tz2']}")
print(f"work {result['energy.work'][-1]:.3f}, dissipated {result['energy.dissipated'][-1]:.3f} {result.units['energy.work']}")

# 4. The same at other speeds.
for rpm in (30, 120):
    torque = sarrus.load(fourbar, rpm=rpm).run(end=60 / rpm)["drive.tz2"]
    print(f"{rpm} rpm: at most {torque.max():.3f} N*m")

if len(sys.argv) > 1:
    result.page(f"{sys.argv[1]}/fourbar.html")
