"""Structured meshes of quadratic hexahedra, written as CalculiX input without loads and steps."""

# Corners and middles of edges of the element C3D20, in halves of the element's sides.
C3D20 = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2),
         (1, 0, 0), (2, 1, 0), (1, 2, 0), (0, 1, 0), (1, 0, 2), (2, 1, 2), (1, 2, 2), (0, 1, 2),
         (0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1)]

# Nodes of the faces, with those in the middle of edges.
TET_FACES = [(0, 1, 2, 4, 5, 6), (0, 1, 3, 4, 8, 7), (1, 2, 3, 5, 9, 8), (2, 0, 3, 6, 7, 9)]
HEX_FACES = [(0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15), (0, 1, 5, 4, 8, 17, 12, 16),
             (1, 2, 6, 5, 9, 18, 13, 17), (2, 3, 7, 6, 10, 19, 14, 18), (3, 0, 4, 7, 11, 16, 15, 19)]


class Mesh:
    """Nodes by number, elements as lists of node numbers, sets of nodes by name."""

    def __init__(self, kind):
        self.kind, self.at, self.elements, self.sets = kind, {}, [], {}

    def set(self, name, where):
        """The nodes for which where(x, y, z) holds."""
        nodes = [n for n, p in self.at.items() if where(*p)]
        if not nodes:
            raise SystemExit(f"set {name} is empty")
        self.sets[name] = nodes

    def surface(self):
        """The nodes on faces that belong to one element only."""
        faces = TET_FACES if self.kind == "C3D10" else HEX_FACES
        count = {}
        for nodes in self.elements:
            for face in faces:
                key = tuple(sorted(nodes[i] for i in face))
                count[key] = count.get(key, 0) + 1
        return {n for key, times in count.items() if times == 1 for n in key}

    def text(self, title, young, poisson, density):
        lines = [f"** {title}", "*NODE, NSET=all"]
        lines += [f"{n}, {x:.9g}, {y:.9g}, {z:.9g}" for n, (x, y, z) in self.at.items()]
        lines += [f"*ELEMENT, TYPE={self.kind}, ELSET=body"]
        for number, nodes in enumerate(self.elements, 1):
            words = [str(number)] + [str(n) for n in nodes]
            lines += rows(words)
        for name, nodes in self.sets.items():
            lines += [f"*NSET, NSET={name}"] + [", ".join(map(str, nodes[i:i + 12])) for i in range(0, len(nodes), 12)]
        lines += ["*MATERIAL, NAME=metal", "*ELASTIC", f"{young:g}, {poisson:g}", "*DENSITY", f"{density:g}",
                  "*SOLID SECTION, ELSET=body, MATERIAL=metal"]
        return "\n".join(lines) + "\n"


def rows(words):
    """Lines of at most 12 entries; a comma at the end says that it goes on."""
    parts = [words[i:i + 12] for i in range(0, len(words), 12)]
    return [", ".join(p) + ("," if p is not parts[-1] else "") for p in parts]


def box(kind, size, counts, corner=(0, 0, 0), shape=lambda x, y, z: (x, y, z)):
    """A box of counts elements along its sides; shape bends it."""
    mesh, number = Mesh(kind), {}
    nx, ny, nz = counts
    for i in range(2 * nx + 1):
        for j in range(2 * ny + 1):
            for k in range(2 * nz + 1):
                if (i % 2) + (j % 2) + (k % 2) < 2:
                    number[i, j, k] = len(number) + 1
                    p = [c + s * a / (2 * n) for c, s, a, n in zip(corner, size, (i, j, k), counts)]
                    mesh.at[number[i, j, k]] = shape(*p)
    for i in range(nx):
        for j in range(ny):
            for k in range(nz):
                mesh.elements.append([number[2 * i + a, 2 * j + b, 2 * k + c] for a, b, c in C3D20])
    return mesh
