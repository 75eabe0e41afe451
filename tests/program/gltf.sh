#!/bin/sh
# sarrus page --gltf: the file is sound, and its nodes, skins and morph targets are where the columns of the results are.
. "$(dirname "$0")/common"

python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import numpy' 2>/dev/null; then python=$candidate; fi
done
[ -n "$python" ] || { echo "numpy is not there"; exit 77; }

cat >glb.py <<'PY'
import csv, json, struct, sys
import numpy as np

SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KINDS = {5126: "<f4", 5125: "<u4", 5123: "<u2"}

class Glb:
    def __init__(self, path):
        data = open(path, "rb").read()
        magic, version, length, json_length, json_kind = struct.unpack_from("<5I", data)
        assert (magic, version, length, json_kind) == (0x46546C67, 2, len(data), 0x4E4F534A), "header"
        assert json_length % 4 == 0 and len(data) % 4 == 0
        self.g = json.loads(data[20 : 20 + json_length])
        bin_length, bin_kind = struct.unpack_from("<2I", data, 20 + json_length)
        assert bin_kind == 0x004E4942 and 28 + json_length + bin_length == len(data)
        self.bin = data[28 + json_length :]
        assert self.g["buffers"][0]["byteLength"] == bin_length

    def array(self, index):
        a = self.g["accessors"][index]
        v = self.g["bufferViews"][a["bufferView"]]
        n = a["count"] * SIZES[a["type"]]
        values = np.frombuffer(self.bin, KINDS[a["componentType"]], n, v["byteOffset"])
        if "min" in a:
            rows = values.reshape(a["count"], -1)
            assert np.array_equal(rows.min(0), np.float32(a["min"])) and np.array_equal(rows.max(0), np.float32(a["max"]))
        return values.reshape(a["count"], -1)

    def node(self, name):
        return next(i for i, n in enumerate(self.g["nodes"]) if n.get("name") == name)

    def channel(self, node, path):
        animation = self.g["animations"][0]
        c = next(c for c in animation["channels"] if c["target"] == {"node": node, "path": path})
        s = animation["samplers"][c["sampler"]]
        return self.array(s["input"])[:, 0], self.array(s["output"])

    def matrix(self, node, frame):
        """Of a body at a key frame, with the root's."""
        t, q = self.channel(node, "translation")[1][frame], self.channel(node, "rotation")[1][frame]
        root = self.g["nodes"][0]
        scale = np.diag([*root["scale"], 1.0])
        return place([0, 0, 0], root["rotation"]) @ scale @ place(t, q)

def place(t, q):
    x, y, z, w = np.asarray(q, float) / np.linalg.norm(q)
    m = np.eye(4)
    m[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                 [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    m[:3, 3] = t
    return m

def table(path):
    rows = list(csv.reader(open(path)))
    return {name: np.array([float(row[i]) for row in rows[2:]]) for i, name in enumerate(rows[0])}
PY

# bodies, in millimetres, with z up: y of the file is z of the model, in metres
cat >top.yaml <<'MODEL'
model: a top with a look
units: {length: mm, mass: kg, time: ms, force: N, angle: deg}
gravity: [0, 0, -9.81e-3]
ground: {looks: {plate: {box: [50, 50, 2], colour: "#336699"}}}
bodies:
  top: {mass: 1, inertia: [200, 200, 100], at: [10, 20, 300], omega: [0.4, 0, 2], velocity: [0.02, 0, 0.3],
        looks: {disc: {cylinder: [40, 10]}, stem: {capsule: [5, 80], at: [0, 0, 40]}, ball: {sphere: 8, at: [0, 0, -50], colour: red}}}
simulate: {end: 300}
output: {every: 3}
MODEL
run 0 run top.yaml -o top.h5 --csv top.csv --quiet
run 0 page top.h5 --gltf top.glb --json
json out 'v["status"] == "done" and v["rows"] == 101 and v["rows_kept"] == 101'
[ ! -e top.html ] || fail "a page was written that nobody asked for"
"$python" - <<'PY' || fail "the top is somewhere else"
from glb import *
g, t = Glb("top.glb"), table("top.csv")
top = g.node("top")
seconds, places = g.channel(top, "translation")
assert np.allclose(seconds, t["time"] / 1000, atol=1e-7)
for frame in (0, 40, 100):
    m = g.matrix(top, frame)
    x, y, z = (t["top." + c][frame] / 1000 for c in "xyz")
    assert np.allclose(m[:3, 3], [x, z, -y], atol=1e-6), frame
    w, a, b, c = (t["top.q%d" % k][frame] for k in range(4))
    axis = place([0, 0, 0], [a, b, c, w])[:3, 2]  # z of the body, ground axes
    assert np.allclose(m[:3, 2] * 1000, [axis[0], axis[2], -axis[1]], atol=1e-5), frame
turns = g.channel(top, "rotation")[1]
assert (np.sum(turns[1:] * turns[:-1], axis=1) > 0).all(), "turns jump"
node = g.g["nodes"][top]
assert len(node["children"]) == 3 and len(g.g["nodes"][g.node("ground")]["children"]) == 1
for m in g.g["meshes"]:  # closed, and outside is outside: the volume is positive
    p = m["primitives"][0]
    v, i = g.array(p["attributes"]["POSITION"]).astype(float), g.array(p["indices"]).reshape(-1, 3)
    volume = np.einsum("ij,ij->i", v[i[:, 0]], np.cross(v[i[:, 1]], v[i[:, 2]])).sum() / 6
    assert volume > 0, m["name"]
exact = [50 * 50 * 2, np.pi * 40**2 * 10, np.pi * 25 * 80 + 4 / 3 * np.pi * 125, 4 / 3 * np.pi * 512]
found = []
for m in g.g["meshes"]:
    p = m["primitives"][0]
    v, i = g.array(p["attributes"]["POSITION"]).astype(float), g.array(p["indices"]).reshape(-1, 3)
    found.append(np.einsum("ij,ij->i", v[i[:, 0]], np.cross(v[i[:, 1]], v[i[:, 2]])).sum() / 6)
assert np.allclose(found, exact, rtol=0.02), (found, exact)
PY

# a beam: the skin goes through its nodes
cat >beam.yaml <<'MODEL'
model: a tube on a hinge
gravity: [0, -9.81, 0]
materials: {st: {young: 2e8, poisson: 0.3, density: 7800}}
sections: {s: {tube: [0.01, 0.008], material: st}}
beams:
  arm: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: 4, axis2: y}
joints: {hinge: {type: revolute, between: [ground, arm.start], axis: z}}
simulate: {end: 0.4}
output: {every: 0.1}
MODEL
run 0 run beam.yaml -o beam.h5 --csv beam.csv --quiet
run 0 page beam.h5 --gltf beam.glb --quiet
"$python" - <<'PY' || fail "the skin of the beam is somewhere else"
from glb import *
g, t = Glb("beam.glb"), table("beam.csv")
skin = g.g["skins"][0]
p = g.g["meshes"][0]["primitives"][0]
points = np.c_[g.array(p["attributes"]["POSITION"]).astype(float), np.ones(g.g["accessors"][p["attributes"]["POSITION"]]["count"])]
joints, weights = g.array(p["attributes"]["JOINTS_0"]), g.array(p["attributes"]["WEIGHTS_0"])
assert np.allclose(weights.sum(1), 1)
inverse = g.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)
bent = 0
for frame in range(5):
    world = np.array([g.matrix(j, frame) @ inverse[i] for i, j in enumerate(skin["joints"])])
    moved = np.einsum("nk,nkij,nj->ni", weights, world[joints], points)[:, :3]
    for k in (0, 4, 8):  # three nodes of order 2
        node = np.array([t["arm.n%d.%s" % (k, c)][frame] for c in "xyz"])
        ring = moved[np.linalg.norm(points[:, :3] - [k / 8, 0, 0], axis=1) < 0.0101]
        assert len(ring) > 8 and np.allclose(ring.mean(0), node, atol=2e-5), (frame, k, ring.mean(0), node)
    tip, middle = (np.array([t["arm.n%d.%s" % (k, c)][frame] for c in "xyz"]) for k in (8, 4))
    bent = max(bent, np.linalg.norm(middle - tip / 2))
assert bent > 0.01, bent  # it does bend
PY

# wrong use
run 2 page beam.h5 --gltf beam.gltf
has err 'ends in .glb'
run 2 page beam.h5 top.h5 --gltf both.glb
has err 'one run'
cp beam.h5 same.glb
run 2 page same.glb --gltf same.glb
has err 'overwrite the results'
