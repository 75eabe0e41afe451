"""Models built element by element, through the functions of the library that do so. Numbers are in SI units."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence, Tuple

from ._binding import ffi, lib
from ._c import Number, Numbers, Rows, c_text, checked, number, texts
from ._errors import out_of_memory
from ._model import Model

_NUMBERS = ("end", "tolerance", "accuracy", "step", "max_step", "min_step", "initial_step", "output_every")
_FLAGS = ("error_bars", "output_every_step", "output_raw", "output_compress", "start_static")


class Builder:
    """A model that is built element by element, in SI units, where a dict (`load`) would be in the way.

    >>> import sarrus
    >>> b = sarrus.Builder("a falling stone")
    >>> b.gravity(0, 0, -10)
    >>> stone = b.add("bodies", "stone")
    >>> stone.real("mass", 2); stone.inertia("inertia", [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> fall = b.model().run(end=1)
    >>> round(float(fall["stone.z"][-1]), 6)
    -5.0
    """

    def __init__(self, title: str = ""):
        loaded = lib.sarrus_loaded_create()
        if loaded == ffi.NULL:
            raise out_of_memory()
        self._loaded = ffi.gc(loaded, lib.sarrus_loaded_end)
        out = ffi.new("SarModel **")
        self._check(lib.sar_model_create(self._loaded.context, out))
        self._loaded.model = out[0]
        self._made: Optional[Model] = None
        if title:
            self._check(lib.sar_model_set_title(out[0], c_text("title", title)))

    def _check(self, status: int) -> None:
        try:
            checked(status, self._loaded.context)
        except BaseException:
            lib.sar_context_clear(self._loaded.context)
            raise

    @property
    def _c(self) -> Any:
        if self._made is not None:
            raise ValueError("the model is made, and does not change any more")
        return self._loaded.model

    def gravity(self, x: Number, y: Number, z: Number) -> None:
        """m/s^2"""
        lib.sar_model_set_gravity(self._c, x, y, z)

    def length_scale(self, length: Number) -> None:
        """The length, in m, to which tolerances refer."""
        self._check(lib.sar_model_set_length_scale(self._c, length))

    def output_of(self, names: Sequence[str]) -> None:
        """The elements to record."""
        self._check(lib.sar_model_set_output_of(self._c, *_list("output_of", names)))

    def outputs(self, columns: Sequence[str]) -> None:
        """The columns that whoever steps reads (`Model.steps`)."""
        self._check(lib.sar_model_set_outputs(self._c, *_list("outputs", columns)))

    def parameter(self, name: str, value: Number) -> None:
        """A number that expressions may use and events may change; before the expressions that name it."""
        self._check(lib.sar_model_add_parameter(self._c, c_text("name", name), value))

    def spline(self, name: str, x: Numbers, y: Numbers) -> None:
        """A table that spline functions run through, x increasing."""
        if len(x) != len(y):
            raise ValueError(f"the spline {name} has {len(x)} x and {len(y)} y")
        self._check(lib.sar_model_add_spline(self._c, c_text("name", name), _reals(x), _reals(y), len(x)))

    def simulation(self, method: Optional[str] = None, **numbers: Any) -> None:
        """What `simulate:` and `output:` say: end, tolerance, step, ..., output_every, error_bars, start_static, ..."""
        simulation = ffi.new("SarSimulation *", lib.sar_simulation_default())
        text = None if method is None else ffi.new("char[]", c_text("method", method))
        if text is not None:
            simulation.method = text
        for name, value in numbers.items():
            if name not in _NUMBERS + _FLAGS:
                raise TypeError(f"there is no {name!r} in a simulation: {', '.join(_NUMBERS + _FLAGS)}")
            setattr(simulation, name, bool(value) if name in _FLAGS else number(name, value))
        lib.sar_model_set_simulation(self._c, simulation)

    def add(self, section: str, name: str, type: Optional[str] = None) -> Element:
        """An element: `add("joints", "pin", "revolute")`."""
        out = ffi.new("SarElementId *")
        kind = ffi.NULL if type is None else c_text("type", type)
        self._check(lib.sar_model_add(self._c, c_text("section", section), kind, c_text("name", name), out))
        return Element(self, out[0], name)

    @property
    def ground(self) -> Element:
        """The ground, for frames, looks and shapes."""
        return Element(self, ffi.new("SarElementId *", {"index": -1})[0], "ground")

    def validate(self) -> None:
        """ModelError names everything that is wrong before the model is compiled; `model` does it, too."""
        self._check(lib.sar_model_validate(self._c))

    def model(self) -> Model:
        """The model, ready to run. It does not change any more."""
        system = ffi.new("SarSystem **")
        self._check(lib.sar_system_compile(self._loaded.context, self._c, system))
        self._loaded.system = system[0]
        self._made = Model(self._loaded, None, None)
        return self._made


class Element:
    """An element of a `Builder`. Its methods set fields, as `sarrus describe` lists them, by the kind of their values."""

    def __init__(self, builder: Builder, handle: Any, name: str):
        self._builder, self._id, self.name = builder, handle, name

    def __repr__(self) -> str:
        return f"<sarrus.Element {self.name!r}>"

    def _set(self, function: Any, field: str, *values: Any) -> None:
        self._builder._check(function(self._builder._c, self._id, c_text("field", field), *values))

    def _texts(self, function: Any, field: str, names: Sequence[str]) -> None:
        self._set(function, field, *_list(field, names))

    def real(self, field: str, value: Number) -> None:
        """A number, in SI units."""
        self._set(lib.sar_model_set_real, field, value)

    def vector(self, field: str, x: Number, y: Number, z: Number) -> None:
        """Three numbers."""
        self._set(lib.sar_model_set_vector, field, x, y, z)

    def reals(self, field: str, values: Numbers) -> None:
        """A list of numbers."""
        self._set(lib.sar_model_set_reals, field, _reals(values), len(values))

    def quaternion(self, field: str, w: Number, x: Number, y: Number, z: Number) -> None:
        """A rotation."""
        self._set(lib.sar_model_set_quaternion, field, w, x, y, z)

    def turn(self, field: str, axis: Numbers, angle: Number) -> None:
        """The rotation about a direction by an angle in rad."""
        self._set(lib.sar_model_set_turn_axis, field, *_so_many(field, axis, 3), angle)

    def inertia(self, field: str, tensor: Rows) -> None:
        """The tensor: three rows of three numbers."""
        rows = list(tensor)
        if len(rows) != 3:
            raise ValueError(f"{field} takes three rows of three numbers, not {tensor!r}")
        self._set(lib.sar_model_set_inertia, field, ffi.new("double[3][3]", [_so_many(field, row, 3) for row in rows]))

    def shape(self, field: str, kind: str, sizes: Numbers) -> None:
        """A solid, such as a "rod" with its radius and its length."""
        self._set(lib.sar_model_set_shape, field, c_text("kind", kind), _reals(sizes), len(sizes))

    def function(self, field: str, text: str) -> None:
        """An expression, in SI units."""
        self._set(lib.sar_model_set_function, field, c_text(field, text))

    def functions(self, field: str, x: str, y: str, z: str) -> None:
        """Expressions of three components."""
        self._set(lib.sar_model_set_functions, field, *(c_text(field, text) for text in (x, y, z)))

    def function_list(self, field: str, texts_of: Sequence[str]) -> None:
        """A list of expressions."""
        self._texts(lib.sar_model_set_function_list, field, texts_of)

    def settings(self, field: str, values: Mapping[str, str]) -> None:
        """Parameters that an event changes, and expressions of their new values."""
        names, kept = texts([c_text(field, name) for name in values])
        new, _ = texts([c_text(field, value) for value in values.values()])
        self._set(lib.sar_model_set_settings, field, names, new, len(kept))

    def matrix(self, field: str, rows: Rows) -> None:
        """Rows of numbers, all of one length."""
        width = len(rows[0]) if len(rows) else 0
        flat: List[float] = [value for row in rows for value in _so_many(field, row, width)]
        self._set(lib.sar_model_set_matrix, field, _reals(flat), len(rows), len(flat) // max(len(rows), 1))

    def text(self, field: str, text: str) -> None:
        """A text."""
        self._set(lib.sar_model_set_text, field, c_text(field, text))

    def element(self, field: str, name: str) -> None:
        """The name of another element."""
        self._set(lib.sar_model_set_element, field, c_text(field, name))

    def elements(self, field: str, names: Sequence[str]) -> None:
        """Names of other elements."""
        self._texts(lib.sar_model_set_elements, field, names)

    def words(self, field: str, words: Sequence[str]) -> None:
        """Words of those that the field knows."""
        self._texts(lib.sar_model_set_words, field, words)

    def names(self, field: str, names: Sequence[str]) -> None:
        """Names that the element gives."""
        self._texts(lib.sar_model_set_names, field, names)

    def pairs(self, field: str, pairs: Sequence[Sequence[str]]) -> None:
        """Pairs of names, such as those that a contact excludes."""
        flat, kept = texts([c_text(field, name) for pair in pairs for name in pair])
        if len(kept) != 2 * len(pairs):
            raise ValueError(f"{field} takes pairs of names, not {pairs!r}")
        self._set(lib.sar_model_set_pairs, field, flat, len(pairs))

    def flag(self, field: str, value: bool) -> None:
        """Yes or no."""
        self._set(lib.sar_model_set_bool, field, bool(value))

    def choice(self, field: str, word: str) -> None:
        """One of the words that the field knows."""
        self._set(lib.sar_model_set_choice, field, c_text(field, word))

    def sides(self, field: str, first: str, second: str) -> None:
        """Each "ground", "body" or "body.frame"."""
        self._set(lib.sar_model_set_sides, field, c_text(field, first), c_text(field, second))

    def side(self, field: str, side: str) -> None:
        """One of "ground", "body" or "body.frame"."""
        self._set(lib.sar_model_set_side, field, c_text(field, side))

    def joint(self, field: str, name: str) -> None:
        """The name of a joint."""
        self._set(lib.sar_model_set_joint, field, c_text(field, name))

    def joints(self, field: str, names: Sequence[str]) -> None:
        """Names of joints."""
        self._texts(lib.sar_model_set_joints, field, names)

    def start(self, field: str, coordinate: str, value: Number) -> None:
        """A coordinate of a joint, or its rate, at the start."""
        self._set(lib.sar_model_set_start, field, c_text("coordinate", coordinate), value)

    def frame(self, name: str, at: Numbers, quaternion: Numbers = (1, 0, 0, 0)) -> None:
        """A named frame of a body or of the ground, from its reference point, in its axes."""
        place = _place(at, quaternion)
        self._builder._check(lib.sar_model_add_frame(self._builder._c, self._id, c_text("name", name), *place))

    def look(
        self, name: str, kind: str, sizes: Numbers, at: Numbers = (0, 0, 0),
        quaternion: Numbers = (1, 0, 0, 0), colour: Optional[str] = None,
    ) -> None:  # fmt: skip
        """What pictures show of it."""
        place = _place(at, quaternion)
        paint = ffi.NULL if colour is None else c_text("colour", colour)
        texts_of = (c_text("name", name), c_text("kind", kind), _reals(sizes), len(sizes))
        self._builder._check(lib.sar_model_add_look(self._builder._c, self._id, *texts_of, *place, paint))

    def touching(
        self, name: str, kind: str, sizes: Numbers = (), at: Numbers = (0, 0, 0),
        quaternion: Numbers = (1, 0, 0, 0), *, radius: Number = 0, density: Number = 0,
        group: Optional[str] = None, material: Optional[str] = None, colour: Optional[str] = None,
    ) -> None:  # fmt: skip
        """A shape that touches others."""
        words = {"group": group, "material": material, "colour": colour}
        kept = {key: ffi.new("char[]", c_text(key, word)) for key, word in words.items() if word is not None}
        traits = ffi.new("SarShapeTraits *", {"radius": radius, "density": density, **kept})
        place = _place(at, quaternion)
        texts_of = (c_text("name", name), c_text("kind", kind), _reals(sizes), len(sizes))
        self._builder._check(lib.sar_model_add_shape(self._builder._c, self._id, *texts_of, *place, traits))


def _so_many(name: str, values: Numbers, count: int) -> List[float]:
    found = [float(value) for value in values]
    if len(found) != count:
        raise ValueError(f"{name} takes {count} numbers, not {values!r}")
    return found


def _place(at: Numbers, quaternion: Numbers) -> Tuple[Any, Any]:
    return ffi.new("double[3]", _so_many("at", at, 3)), ffi.new("double[4]", _so_many("quaternion", quaternion, 4))


def _reals(values: Numbers) -> Any:
    return ffi.new("double[]", [float(value) for value in values] or 1)


def _list(name: str, values: Sequence[str]) -> Tuple[Any, int]:
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of texts, not {values!r}")
    array, kept = texts([c_text(name, value) for value in values])
    return array, len(kept)
