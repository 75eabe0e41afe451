"""Small motions about a state: eigenvalues, shapes, frequency responses, matrices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._binding import ffi, lib
from ._c import Number, Numbers, PathLike, Watch, c_text, checked, context, count, file_name, number, owned, path_text, unit_of
from ._columns import Array, Columns
from ._facts import Facts, fields_of
from ._messages import Message, text_of
from ._run import RunOptions

if TYPE_CHECKING:
    from ._model import Model

_SOLVERS = {"auto": lib.SAR_MODES_AUTO, "dense": lib.SAR_MODES_DENSE, "sparse": lib.SAR_MODES_SPARSE}
_POINTS = 401


class ModesOptions:
    """SarModesOptions of keywords. `c`: for the library."""

    def __init__(
        self, model: Model, at: Optional[Number], static: bool, many: int, axes: Union[str, Numbers], solver: str
    ):
        self.c = ffi.new("SarModesOptions *", lib.sar_modes_options_default())
        if at is not None and static:
            raise ValueError("at and static name two different states: give one of them")
        if at is not None:
            self.c.at = number("at", at) * unit_of(model._loaded.model, "s")
        self._run = RunOptions(model._loaded.model, {})  # to that state
        self.watch = Watch().of(self._run.c)
        self.c.run = self._run.c
        self.c.from_static = bool(static)
        self.c.count = count("count", many, 1, 1000000)
        if solver not in _SOLVERS:
            raise ValueError(f"solver must be one of {', '.join(_SOLVERS)}, not {solver!r}")
        self.c.solver = _SOLVERS[solver]
        self._axes(axes)

    def _axes(self, axes: Union[str, Numbers]) -> None:
        """ground; rotating: with what turns fastest; the name of a body after `rotating:`; an angular velocity, rad/s."""
        if isinstance(axes, str):
            kind, _, body = axes.partition(":")
            if kind not in ("ground", "rotating") or (body and kind == "ground"):
                raise ValueError(f'axes must be "ground", "rotating", "rotating:BODY" or three numbers in rad/s, not {axes!r}')
            self.c.rotating = kind == "rotating"
            self._body = ffi.new("char[]", c_text("axes", body)) if body else ffi.NULL
            self.c.body = self._body
            return
        rate = [float(value) for value in axes]
        if len(rate) != 3 or not all(map(math.isfinite, rate)):
            raise ValueError(f"axes must turn by three numbers in rad/s, not {axes!r}")
        self.c.rotating, self.c.rate = True, rate


class Modes(Facts):
    """Modes of small motions, with the keys of `sarrus modes --json`: `modes.modes[0]["frequency"]`. Arrays besides.

    frequencies (Hz), damping (ratios) and eigenvalues (complex, 1/s) have one value per mode; `shape(k)` is how bodies move
    in mode k.
    """

    def __init__(self, model: Model, options: ModesOptions, owner: Any, messages: Any, warnings: Sequence[Message]):
        c = owner[0]
        super().__init__(_modes_facts(c, model), warnings)
        self._model, self._options, self._c, self._context = model, options, owner, messages
        each = [c.modes[i] for i in range(c.nmodes)]
        self.frequencies: Array = numpy.array([mode.frequency for mode in each])
        self.damping: Array = numpy.array([mode.damping for mode in each])
        self.eigenvalues: NDArray[numpy.complex128] = numpy.array([complex(mode.real, mode.imaginary) for mode in each])
        #: Bodies, and then coordinates, in the order of shapes.
        self.names: List[str] = [text_of(c.names[i]) or "" for i in range(c.nbodies + c.ncoordinates)]

    def shape(self, mode: int) -> Dict[str, NDArray[numpy.complex128]]:
        """Complex amplitudes by body: three displacements of its centre of mass and three rotations; of a coordinate one."""
        c = self._c[0]
        if not 0 <= mode < c.nmodes:
            raise IndexError(f"there is no mode {mode}: {c.nmodes} were found")
        size = 6 * c.nbodies + c.ncoordinates
        parts = (c.modes[mode].shape_real, c.modes[mode].shape_imaginary)
        real, imaginary = (numpy.array(ffi.unpack(part, size)) for part in parts)
        amplitudes = real + 1j * imaginary
        shapes = {name: amplitudes[6 * i : 6 * i + 6] for i, name in enumerate(self.names[: c.nbodies])}
        shapes.update({name: amplitudes[6 * c.nbodies + i :][:1] for i, name in enumerate(self.names[c.nbodies :])})
        return shapes

    def write(self, path: PathLike) -> None:
        """Eigenvalues, shapes and names as datasets of an HDF5 file."""
        self._model._refuse_own_file(path_text(path))
        checked(lib.sar_modes_write(self._context, self._c, file_name(path)), self._context)

    def animate(self, path: PathLike) -> None:
        """An HDF5 file of results in which the modes move one after the other, for pages and pictures."""
        self._model._refuse_own_file(path_text(path))
        system = self._model._loaded.system
        checked(lib.sar_modes_animate(self._context, system, self._options.c, self._c, file_name(path)), self._context)


def modes(model: Model, options: ModesOptions) -> Modes:
    messages, out = context(), ffi.new("SarModes const **")
    status = lib.sar_modes(messages, model._loaded.system, options.c, out)
    report = checked(status, messages, options.watch.raised, model._path_of)
    owner = owned("SarModes const", out[0], "sar_modes_destroy")
    return Modes(model, options, owner, messages, [*model.warnings, *report.warnings])


def _modes_facts(c: Any, model: Model) -> Dict[str, Any]:
    second = unit_of(model._loaded.model, "s")
    found: Dict[str, Any] = {"status": "done", "time": c.time / second}
    found.update({name: text_of(getattr(c, name)) for name in ("state", "solver", "axes")})
    found.update({"order": c.order, "constant": bool(c.constant)})
    found["modes"] = [_mode(c.modes[i], second) for i in range(c.nmodes)]
    return found


def _mode(mode: Any, second: float) -> Dict[str, Any]:
    told = {name: getattr(mode, name) for name in ("frequency", "damping", "real", "imaginary")}
    told["real_cycles"] = mode.real * second / (2 * math.pi)
    told["imaginary_cycles"] = mode.imaginary * second / (2 * math.pi)
    told["multiplicity"] = mode.multiplicity
    shares = [fields_of(mode.shares[i]) for i in range(mode.nshares)]
    told["energy"] = [{key: value for key, value in share.items() if value == value} for share in shares]
    return told


# ---- responses ----


class Response(Columns):
    """How an output answers to an input that swings: columns `frequency` (Hz), `magnitude` and `phase` (degrees)."""

    def __init__(
        self,
        columns: Mapping[str, Array],
        units: Mapping[str, str],
        input_name: str,
        output_name: str,
        warnings: Sequence[Message],
    ):
        self._columns, self._units = dict(columns), dict(units)
        self._index = {name: i for i, name in enumerate(self._columns)}
        self.input, self.output, self.warnings = input_name, output_name, list(warnings)

    def _values(self, index: int) -> Array:
        return list(self._columns.values())[index]

    @property
    def units(self) -> Mapping[str, str]:
        """The unit of each column."""
        return self._units

    @property
    def rows(self) -> int:
        """The number of frequencies."""
        return len(self._columns["frequency"])

    @property
    def frequency(self) -> Array:
        """Hz."""
        return self._columns["frequency"]

    @property
    def magnitude(self) -> Array:
        """Of the column over that of the input; `units` has its unit."""
        return self._columns["magnitude"]

    @property
    def phase(self) -> Array:
        """Degrees."""
        return self._columns["phase"]

    def __repr__(self) -> str:
        between = f"{self.frequency[0]:g} to {self.frequency[-1]:g} Hz"
        return f"<sarrus.Response of {self.output} to {self.input}: {self.rows} frequencies, {between}>"


def response(
    model: Model,
    options: ModesOptions,
    input_name: str,
    output_name: str,
    between: Tuple[Number, Number],
    points: Optional[int],
) -> Response:
    first, last = between
    texts = [ffi.new("char[]", c_text(name, text)) for name, text in (("input", input_name), ("output", output_name))]
    asked = ffi.new("SarResponseOptions *", {"to": number("between", last), "input": texts[0], "output": texts[1]})
    setattr(asked, "from", number("between", first))
    asked.points = count("points", _POINTS if points is None else points, 2, 1 << 30)
    messages, out = context(), ffi.new("SarResponse const **")
    status = lib.sar_modes_response(messages, model._loaded.system, options.c, asked, out)
    try:
        report = checked(status, messages, options.watch.raised, model._path_of)
        r = out[0]
        columns = {name: numpy.array(ffi.unpack(getattr(r, name), r.count)) for name in ("frequency", "magnitude", "phase")}
        over, by = text_of(r.output_unit) or "1", text_of(r.input_unit) or "1"
        units = {"frequency": "Hz", "magnitude": "1" if over == by else f"{over} per {by}", "phase": "deg"}
    finally:
        lib.sar_response_destroy(out)
    return Response(columns, units, input_name, output_name, [*model.warnings, *report.warnings])


def matrices(model: Model, options: ModesOptions, path: PathLike) -> None:
    model._refuse_own_file(path_text(path))
    messages = context()
    status = lib.sar_modes_matrices(messages, model._loaded.system, options.c, file_name(path))
    checked(status, messages, options.watch.raised, model._path_of)
