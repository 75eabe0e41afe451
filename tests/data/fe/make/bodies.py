"""The meshes: each a Mesh with sets of nodes that are its interfaces, and its material (Young, Poisson, density)."""
import os
import subprocess

from box import Mesh, box

STEEL = (2.1e11, 0.3, 7800)
# As beams have it: a section that is held rigidly does not stiffen what is near it.
NO_POISSON = (2.1e11, 0, 7800)
HERE = os.path.dirname(os.path.abspath(__file__))
FRAME = os.path.join(HERE, "../../../../examples/modal_frame/make-body")


def ends(mesh, first, last, length):
    mesh.set(first, lambda x, y, z: abs(x) < 1e-9)
    mesh.set(last, lambda x, y, z: abs(x - length) < 1e-9)
    return mesh


def straight(length, across, up, elements, kind="C3D20"):
    return box(kind, (length, across, up), (elements, 1, 1), (0, -across / 2, -up / 2))


def bar():
    return ends(straight(1, 0.1, 0.05, 10), "left", "right", 1), STEEL


def two_bars():
    """Two bars end to end; the section where they meet is rigid."""
    mesh = ends(straight(2, 0.1, 0.05, 20), "left", "right", 2)
    mesh.set("mid", lambda x, y, z: abs(x - 1) < 1e-9)
    return mesh, STEEL


def arm():
    return ends(straight(1, 0.02, 0.03, 20), "root", "tip", 1), NO_POISSON


def rod():
    mesh = ends(straight(0.3, 0.006, 0.006, 20), "big", "small", 0.3)
    mesh.set("mid", lambda x, y, z: abs(x - 0.15) < 1e-9)
    return mesh, NO_POISSON


def coupler():
    mesh = ends(straight(0.4, 0.01, 0.02, 16), "left", "right", 0.4)
    mesh.set("mid", lambda x, y, z: abs(x - 0.2) < 1e-9)
    return mesh, NO_POISSON


def plate():
    mesh = box("C3D20R", (0.4, 0.3, 0.008), (4, 3, 1), (0, -0.15, -0.004))
    mesh.set("edge", lambda x, y, z: abs(x) < 1e-9)
    mesh.set("corner", lambda x, y, z: x > 0.299 and y > 0.049)
    return mesh, STEEL


def bracket():
    path = "bracket_mesh.inp"
    subprocess.run(["gmsh", "-v", "2", "-3", "-format", "inp", "-o", path, os.path.join(HERE, "bracket.geo")],
                   check=True)
    return read(path, ["pin", "bolt_1", "bolt_2", "bolt_3"]), STEEL


def frame():
    subprocess.run([FRAME, "--mesh-only", "frame.inp"], check=True)
    return read("frame.inp", ["front_left", "front_right", "shock_left", "shock_right", "swing_left", "swing_right",
                              "shock_rear", "engine", "rider", "bars"]), (7e10, 0.33, 2700)


def read(path, sets):
    """The tetrahedra and the named sets of an input file."""
    mesh, what, name = Mesh("C3D10"), None, None
    for line in open(path):
        if line.startswith("*"):
            words = [w.strip() for w in line.upper().split(",")]
            what = words[0]
            if what == "*ELEMENT":
                what = "*TETRAHEDRA" if "TYPE=C3D10" in words else None
            if what == "*NSET":
                name = next(w for w in words if w.startswith("NSET="))[5:].lower()
                what = "*NSET" if name in sets else None
            continue
        values = [v for v in line.replace(",", " ").split()]
        if what == "*NODE":
            mesh.at[int(values[0])] = tuple(map(float, values[1:4]))
        elif what == "*TETRAHEDRA":
            mesh.elements.append([int(v) for v in values[1:11]])
        elif what == "*NSET":
            mesh.sets.setdefault(name, []).extend(map(int, values))
    missing = [s for s in sets if s not in mesh.sets]
    if missing or not mesh.elements:
        raise SystemExit(f"{path}: no elements, or sets missing: {missing}")
    used = {n for e in mesh.elements for n in e}
    mesh.at = {n: p for n, p in sorted(mesh.at.items()) if n in used}
    return mesh


BODIES = {f.__name__: f for f in (bar, two_bars, arm, rod, coupler, plate, bracket, frame)}
