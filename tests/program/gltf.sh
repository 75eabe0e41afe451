#!/bin/sh
# sarrus page --gltf, --vtk: the files are sound, and their nodes, skins and morph targets are where the columns of the results are.
. "$(dirname "$0")/common"

python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import numpy' 2>/dev/null; then python=$candidate; fi
done
[ -n "$python" ] || { echo "numpy is not there"; exit 77; }

cat >glb.py <<'PY'
import base64, csv, json, struct, sys
import xml.etree.ElementTree as xml
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

    def surface(self, frame):
        """Corners of all meshes as a viewer draws them, in the order of the nodes; in the units and axes of the results."""
        back = np.linalg.inv(place([0, 0, 0], self.g["nodes"][0]["rotation"]) @ np.diag([*self.g["nodes"][0]["scale"], 1.0]))
        parents = {child: i for i, node in enumerate(self.g["nodes"]) for child in node.get("children", [])}
        moving = {c["target"]["node"] for c in self.g["animations"][0]["channels"] if c["target"]["path"] == "translation"}
        corners = []
        for i, node in enumerate(self.g["nodes"]):
            if "mesh" not in node:
                continue
            p = self.g["meshes"][node["mesh"]]["primitives"][0]
            points = self.array(p["attributes"]["POSITION"]).astype(float)
            if "targets" in p:
                weights = self.channel(i, "weights")[1].reshape(-1, len(p["targets"]))[frame]
                points = points + sum(w * self.array(t["POSITION"]) for w, t in zip(weights, p["targets"]))
            points = np.c_[points, np.ones(len(points))]
            if "skin" in node:
                skin = self.g["skins"][node["skin"]]
                inverse = self.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)
                world = np.array([back @ self.matrix(j, frame) @ inverse[k] for k, j in enumerate(skin["joints"])])
                joints, weights = self.array(p["attributes"]["JOINTS_0"]), self.array(p["attributes"]["WEIGHTS_0"])
                corners.append(np.einsum("nk,nkij,nj->ni", weights, world[joints], points)[:, :3])
                continue
            own = place(node.get("translation", [0, 0, 0]), node.get("rotation", [0, 0, 0, 1]))
            body = parents[i]
            world = back @ self.matrix(body, frame) if body in moving else np.eye(4)
            corners.append((points @ (world @ own).T)[:, :3])
        return np.concatenate(corners)

class Vtu:
    """A surface: every array is the base64 of its size in bytes, and that of its numbers."""
    def __init__(self, path):
        root = xml.parse(path).getroot()
        assert root.get("type") == "UnstructuredGrid" and root.get("header_type") == "UInt64" and root.get("byte_order") == "LittleEndian"
        piece = root[0][0]
        points, cells = int(piece.get("NumberOfPoints")), int(piece.get("NumberOfCells"))
        counts = {"PointData": points, "CellData": cells, "Points": points}
        self.arrays = {}
        for group in piece:
            for array in group:
                kind = {"Float32": "<f4", "Int32": "<i4", "UInt32": "<u4", "UInt8": "u1", "Int64": "<i8"}[array.get("type")]
                text, parts = array.text.strip(), int(array.get("NumberOfComponents"))
                size, = struct.unpack("<Q", base64.b64decode(text[:12]))
                values = np.frombuffer(base64.b64decode(text[12:]), kind)
                assert values.nbytes == size and (group.tag == "Cells" or len(values) == parts * counts[group.tag]), array.get("Name")
                self.arrays[array.get("Name")] = values.reshape(-1, parts)
        corners, offsets = self.arrays["connectivity"][:, 0], self.arrays["offsets"][:, 0]
        assert len(corners) == 3 * cells and np.array_equal(offsets, 3 * np.arange(1, cells + 1)) and (self.arrays["types"] == 5).all()
        assert corners.min() >= 0 and corners.max() < points
        self.points, self.triangles = self.arrays["points"].astype(float), corners.reshape(-1, 3)

def pictures(path):
    """Times and surfaces of a .pvd."""
    sets = xml.parse(path).getroot()[0]
    folder = path.rsplit("/", 1)[0]
    return [(float(one.get("timestep")), Vtu(folder + "/" + one.get("file"))) for one in sets]

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

# a modal body: weights times morph targets are what `sarrus stress` draws of it, which sums all modes itself
cp "$models/modal/fourbar.yaml" "$models/modal/coupler.h5" .
run 0 run fourbar.yaml -o modal.h5 --csv modal.csv --quiet
run 0 page modal.h5 --gltf modal.glb --quiet
run 0 stress modal.h5 coupler --vtk bent --frames 7 --quiet
"$python" - <<'PY' || fail "the modal body bends otherwise"
from glb import *
g = Glb("modal.glb")
seconds = g.channel(g.node("coupler"), "translation")[0]
bends = 0
for time, drawn in pictures("bent/coupler.pvd"):
    frame = int(np.argmin(abs(seconds - time)))
    assert abs(seconds[frame] - time) < 1e-6
    all = g.surface(frame)
    far = np.array([np.linalg.norm(all - point, axis=1).min() for point in drawn.points])
    bend = np.linalg.norm(drawn.arrays["displacement"], axis=1).max()
    bends = max(bends, bend)
    assert far.max() < 2e-7 + 2e-3 * bend, (time, far.max(), bend)
assert bends > 1e-4, bends
PY

# pictures for ParaView: what the animation shows, in the units of the results
run 0 page top.h5 --vtk pictures --frames 5 --json
json out 'v["status"] == "done" and v["pictures"] == 5 and v["rows"] == 101'
run 0 page beam.h5 --vtk pictures --quiet
run 0 page modal.h5 --vtk pictures --frames 4 --gltf again.glb --quiet
cmp again.glb modal.glb || fail "the animation is another one beside pictures"
"$python" - <<'PY' || fail "pictures and animation differ"
from glb import *
for name, count in ("top", 5), ("beam", 5), ("modal", 4):
    g, t = Glb(name + ".glb"), table(name + ".csv")
    all = pictures("pictures/%s.pvd" % name)
    assert len(all) == count and all[0][0] == t["time"][0] and all[-1][0] == t["time"][-1], [time for time, _ in all]
    for time, drawn in all:
        row = int(np.argmin(abs(t["time"] - time)))
        assert t["time"][row] == time
        corners = g.surface(row)
        size = abs(corners).max()
        assert corners.shape == drawn.points.shape and abs(corners - drawn.points).max() < 3e-6 * size, (name, time, abs(corners - drawn.points).max())
        assert drawn.arrays["body"].min() >= -1 and drawn.arrays["body"].max() < len(g.g["nodes"])
# the top: body 1; its stem, 80 long around z = 40, has its middle there
t, (time, drawn) = table("top.csv"), pictures("pictures/top.pvd")[2]
row = int(np.argmin(abs(t["time"] - time)))
mine = np.unique(drawn.triangles[drawn.arrays["body"][:, 0] == 1])
at = np.array([t["top." + c][row] for c in "xyz"])
far = np.linalg.norm(drawn.points[mine] - at, axis=1)
assert abs(far.max() - 85) < 0.01, far.max()  # the end of the capsule: 40 + 40 + 5
plate = drawn.triangles[drawn.arrays["body"][:, 0] == 0]
assert np.allclose(drawn.points[plate].reshape(-1, 3).max(0), [25, 25, 1]) and (drawn.arrays["colour"][drawn.arrays["body"][:, 0] == 0] == [0x33, 0x66, 0x99]).all()
PY

# wrong use
run 2 page beam.h5 --gltf beam.gltf
has err 'ends in .glb'
run 2 page beam.h5 top.h5 --gltf both.glb
has err 'one run'
cp beam.h5 same.glb
run 2 page same.glb --gltf same.glb
has err 'overwrite the results'
run 2 page beam.h5 top.h5 --vtk both
has err 'one run'
run 2 page beam.h5 --frames 5
has err '--vtk DIR'
run 3 page beam.h5 --vtk /dev/null/x
