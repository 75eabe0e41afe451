"""Live motions: advanced step by step, read and pushed on the way, for controllers and for learning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, NoReturn, Optional

import numpy

from ._binding import ffi, lib
from ._c import Number, Watch, checked, number, raise_again, unit_of
from ._columns import Array, UnknownColumn
from ._errors import error_of, out_of_memory
from ._messages import report_of, text_of
from ._run import RunOptions

if TYPE_CHECKING:
    from ._model import Model

_next, _get_all, _set, _time = lib.sarrus_live_next, lib.sar_stepper_get_all, lib.sar_stepper_set, lib.sar_stepper_time


class Live:
    """A motion that stands at a time, and goes on when it is told so; made by `Model.steps`.

    `for state in model.steps(0.01)` goes from 0 to the end in steps of 0.01 and gives the same object at every time:
    `state["rod.x"]` reads an output, `state.set(u=3)` gives an input another value from that time on. The steps of the
    integrator are its own, and do not depend on where the motion is read.

    It belongs to one thread at a time.
    """

    def __init__(self, model: Model, dt: Number, given: Mapping[str, Any]):
        self._model = model  # whose system must outlive it
        self._second = unit_of(model._loaded.model, "s")
        self._step = number("dt", dt) * self._second
        if not 0 < self._step < math.inf:
            raise ValueError(f"dt must be above 0, but is {dt!r}")
        self._options = RunOptions(model._loaded.model, given)
        self._watch = Watch().of(self._options.c)
        self._begin()
        live = self._live
        self._outputs = _names(live.stepper, lib.sar_stepper_outputs, lib.sar_stepper_output)
        self._inputs = _names(live.stepper, lib.sar_stepper_inputs, lib.sar_stepper_input)
        self._index: Dict[str, int] = {name: i for i, name in enumerate(self._outputs)}
        self._places: Dict[str, int] = {name: i for i, name in enumerate(self._inputs)}
        self._array = numpy.empty(len(self._outputs))
        self._numbers = ffi.cast("double *", ffi.from_buffer(self._array))
        self._shown = self._array.view()
        self._shown.flags.writeable = False

    def _begin(self) -> None:
        live = lib.sarrus_live_create()
        if live == ffi.NULL:
            raise out_of_memory()

        def end(gone: Any, kept: Any = (self._model, self._options, self._watch)) -> None:  # these must outlive it
            lib.sarrus_live_end(gone)

        self._live = live = ffi.gc(live, end)
        out = ffi.new("SarStepper **")
        status = lib.sar_stepper_create(live.context, self._model._loaded.system, self._options.c, out)
        live.stepper = out[0]
        checked(status, live.context, self._watch.raised, self._model._path_of)
        given = self._options.c.end
        live.end = lib.sar_model_simulation(self._model._loaded.model).end if math.isnan(given) else given
        live.step = self._step
        self._stepper = live.stepper
        self._known = False

    # ---- time ----

    def __iter__(self) -> Iterator[Live]:
        return self

    def __next__(self) -> Live:
        code = _next(self._live)
        self._known = False
        if code:
            if code == 1:
                raise StopIteration
            self._fail(code)
        return self

    def advance(self, time: Number) -> Live:
        """On to a time, in the model's unit; steps of `dt` are counted from there on."""
        status = lib.sar_stepper_advance(self._stepper, number("time", time) * self._second)
        self._known = False
        lib.sarrus_live_count_from_here(self._live)
        if status:
            self._fail(status)
        return self

    def reset(self) -> Live:
        """Back to the start, with the inputs as the model has them: the next step of a loop is the first again."""
        self._begin()
        return self

    @property
    def time(self) -> float:
        """Where it stands, in the model's unit."""
        return float(_time(self._stepper) / self._second)

    @property
    def end(self) -> float:
        """Where it ends."""
        return float(self._live.end / self._second)

    @property
    def stopped(self) -> bool:
        """An event has stopped the motion."""
        return bool(lib.sar_stepper_stopped(self._stepper))

    @property
    def done(self) -> bool:
        """It has come to its end, or an event has stopped it."""
        return self.stopped or _time(self._stepper) >= self._live.end

    # ---- outputs ----

    def __getitem__(self, name: str) -> float:
        if not self._known:
            self._read()
        try:
            return self._numbers[self._index[name]]  # type: ignore[no-any-return]
        except KeyError:
            raise UnknownColumn(self._no_output(name)) from None

    def _read(self) -> None:
        status = _get_all(self._stepper, self._numbers, len(self._index))
        if status:
            self._fail(status)
        self._known = True

    @property
    def values(self) -> Array:
        """All outputs, in the order of `outputs`: the same array at every time, to be copied where it is kept."""
        if not self._known:
            self._read()
        return self._shown

    @property
    def outputs(self) -> Dict[str, str]:
        """The columns that can be read, and their units: `outputs:` of the model, or all."""
        return self._outputs

    def _no_output(self, name: object) -> str:
        """What the library says of it."""
        lib.sar_stepper_find_output(self._stepper, str(name).encode("utf-8", "surrogateescape"), ffi.new("int32_t *"))
        report = report_of(self._live.context)
        lib.sar_context_clear(self._live.context)
        return report.of_errors[-1].message

    # ---- inputs ----

    def set(self, values: Optional[Mapping[str, Number]] = None, /, **inputs: Number) -> None:
        """Other values of inputs, from now on: `set(u=3)`, or a mapping where names are not words: `set({"left.u": 3})`."""
        for name, value in (inputs if values is None else {**values, **inputs}).items():
            place = self._places.get(name)
            if place is None:
                self._no_input(name)
            status = _set(self._stepper, place, value)
            if status:
                self._fail(status)
        self._known = False

    def _no_input(self, name: str) -> NoReturn:
        index = ffi.new("int32_t *")
        status = lib.sar_stepper_find_input(self._stepper, name.encode("utf-8", "surrogateescape"), index)
        self._fail(status)

    @property
    def inputs(self) -> Dict[str, float]:
        """The inputs and the values that they have."""
        value = ffi.new("double *")
        found: Dict[str, float] = {}
        for name, place in self._places.items():
            lib.sar_stepper_value(self._stepper, place, value)
            found[name] = value[0]
        return found

    @property
    def units(self) -> Dict[str, str]:
        """Units of outputs and inputs."""
        return {**self._outputs, **self._inputs}

    # ---- events, bytes ----

    @property
    def events(self) -> Dict[str, Dict[str, Any]]:
        """Events of the model that have happened so far: how often, and when the last time (`count`, `last_time`)."""
        event, found = ffi.new("SarEventCount *"), {}
        index = 0
        while lib.sar_stepper_event(self._stepper, index, event):
            if event.count > 0:
                found[text_of(event.name) or ""] = {"count": event.count, "last_time": event.last_time / self._second}
            index += 1
        return found

    def save(self) -> bytes:
        """All that the rest of the motion depends on: for `restore`, also in another process with the same build."""
        room, size = ffi.new("void const **"), ffi.new("size_t *")
        status = lib.sar_stepper_save(self._stepper, room, size)
        if status:
            self._fail(status)
        return bytes(ffi.buffer(room[0], size[0]))

    def restore(self, saved: bytes) -> Live:
        """Back, or on, to where `save` was called, of the same model and options; it goes on from there bit for bit."""
        status = lib.sar_stepper_restore(self._stepper, ffi.from_buffer(saved), len(saved))
        self._known = False
        lib.sarrus_live_count_from_here(self._live)
        if status:
            self._fail(status)
        return self

    def _fail(self, status: int) -> NoReturn:
        watched, self._watch.raised = self._watch.raised, None
        raise_again(status, watched)
        context = self._live.context
        report = report_of(context, self._model._path_of)
        lib.sar_context_clear(context)
        raise error_of(status, report)

    def __repr__(self) -> str:
        stopped = ", stopped" if self.stopped else ""
        return f"<sarrus.Live {self._model._name!r}: t = {self.time:.6g} of {self.end:.6g}{stopped}>"


def _names(stepper: Any, count: Any, get: Any) -> Dict[str, str]:
    value = ffi.new("SarStepperValue *")
    found: Dict[str, str] = {}
    for index in range(count(stepper)):
        get(stepper, index, value)
        found[text_of(value.name) or ""] = text_of(value.unit) or ""
    return found
