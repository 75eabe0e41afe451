"""Live motions: advanced step by step, read and pushed on the way, for controllers and for learning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, NoReturn, Optional, Tuple, TypeVar

import numpy

from ._binding import ffi, lib
from ._c import Number, Watch, checked, number, positive, raise_again, unit_of
from ._columns import Array, UnknownColumn
from ._errors import error_of, out_of_memory
from ._messages import Report, report_of, text_of
from ._run import RunOptions

if TYPE_CHECKING:
    from ._model import Model

_next, _get_all, _set, _time = lib.sarrus_live_next, lib.sarrus_live_read, lib.sarrus_live_set, lib.sarrus_live_time
T = TypeVar("T")
_OVER, _BUSY = lib.SARRUS_LIVE_OVER, lib.SARRUS_LIVE_BUSY


class Live:
    """A motion that stands at a time, and goes on when it is told so; made by `Model.steps`.

    `for state in model.steps(0.01)` goes from 0 to the end in steps of 0.01 and gives the same object at every time:
    `state["rod.x"]` reads an output, `state.set(u=3)` gives an input another value from that time on. The steps of the
    integrator are its own, and do not depend on where the motion is read.

    It belongs to one thread at a time, and the functions of its own model have no part in it: who comes while it is being
    advanced gets a RuntimeError.
    """

    def __init__(self, model: Model, dt: Number, given: Mapping[str, Any]):
        self._model = model  # whose system must outlive it
        self._second = unit_of(model._loaded.model, "s")
        self._step = positive("dt", dt) * self._second
        self._options = RunOptions(model._loaded.model, given)
        self._watch = Watch(anywhere=True).of(self._options.c)  # the thread that advances it may be another one
        self._live = live = self._begin()
        self._known = False
        self._outputs = _names(live.stepper, lib.sar_stepper_outputs, lib.sar_stepper_output)
        self._inputs = _names(live.stepper, lib.sar_stepper_inputs, lib.sar_stepper_input)
        self._index: Dict[str, int] = {name: i for i, name in enumerate(self._outputs)}
        self._places: Dict[str, int] = {name: i for i, name in enumerate(self._inputs)}
        self._array = numpy.empty(len(self._outputs))
        self._numbers = ffi.cast("double *", ffi.from_buffer(self._array))
        self._shown = self._array.view()
        self._shown.flags.writeable = False

    def _begin(self) -> Any:
        live = lib.sarrus_live_create()
        if live == ffi.NULL:
            raise out_of_memory()

        def end(gone: Any, kept: Any = (self._model, self._options, self._watch)) -> None:  # these must outlive it
            lib.sarrus_live_end(gone)

        live = ffi.gc(live, end)
        out = ffi.new("SarStepper **")
        status = lib.sar_stepper_create(live.context, self._model._loaded.system, self._options.c, out)
        live.stepper = out[0]
        checked(status, live.context, self._watch.raised, self._model._path_of)
        given = self._options.c.end
        live.end = lib.sar_model_simulation(self._model._loaded.model).end if math.isnan(given) else given
        live.step = self._step
        return live

    def _alone(self, work: Callable[[Any], T]) -> T:
        """Nobody else uses it meanwhile. Not a context manager: Ctrl-C between two of its steps would keep it taken for ever."""
        live, hold = self._live, ffi.new("SarrusHold *")
        try:
            if not lib.sarrus_live_take(live, hold):
                raise _busy()
            return work(live)
        finally:
            lib.sarrus_live_give_back(hold)

    # ---- time ----

    def __iter__(self) -> Iterator[Live]:
        return self

    def __next__(self) -> Live:
        code = _next(self._live)
        self._known = False
        if code:
            if code == _OVER:
                raise StopIteration
            self._fail(code)
        return self

    def advance(self, time: Number) -> Live:
        """On to a time, in the model's unit; steps of `dt` are counted from there on."""
        code = lib.sarrus_live_advance(self._live, number("time", time) * self._second)
        self._known = False
        if code:
            self._fail(code)
        return self

    def reset(self) -> Live:
        """Back to the start, with the inputs as the model has them: the next step of a loop is the first again."""

        def begin(live: Any) -> None:
            self._live = self._begin()
            self._known = False

        self._alone(begin)
        return self

    @property
    def time(self) -> float:
        """Where it stands, in the model's unit."""
        return float(_time(self._live) / self._second)

    @property
    def end(self) -> float:
        """Where it ends."""
        return float(self._live.end / self._second)

    @property
    def stopped(self) -> bool:
        """An event has stopped the motion."""
        return bool(lib.sarrus_live_stopped(self._live))

    @property
    def done(self) -> bool:
        """It has come to its end, or an event has stopped it."""
        return self.stopped or _time(self._live) >= self._live.end

    # ---- outputs ----

    def __getitem__(self, name: str) -> float:
        if not self._known:
            self._read()
        try:
            return self._numbers[self._index[name]]  # type: ignore[no-any-return]
        except KeyError:
            raise UnknownColumn(self._no_output(name)) from None

    def _read(self) -> None:
        code = _get_all(self._live, self._numbers, len(self._index))
        if code:
            self._fail(code)
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

        def ask(live: Any) -> str:
            lib.sar_stepper_find_output(live.stepper, str(name).encode("utf-8", "replace"), ffi.new("int32_t *"))
            report = report_of(live.context)
            lib.sar_context_clear(live.context)
            return report.of_errors[-1].message

        return self._alone(ask)

    # ---- inputs ----

    def set(self, values: Optional[Mapping[str, Number]] = None, /, **inputs: Number) -> None:
        """Other values of inputs, from now on: `set(u=3)`, or a mapping where names are not words: `set({"left.u": 3})`."""
        given = inputs if values is None else {**values, **inputs}
        if len(given) > 1:  # all of them, or none
            for name, value in given.items():
                if name not in self._places:
                    self._no_input(name)
                if not math.isfinite(value):
                    given = {name: value}  # the library says what is wrong with it
                    break
        for name, value in given.items():
            place = self._places.get(name)
            if place is None:
                self._no_input(name)
            code = _set(self._live, place, value)
            if code:
                self._fail(code)
        self._known = False

    def _no_input(self, name: object) -> NoReturn:
        text, index = str(name).encode("utf-8", "replace"), ffi.new("int32_t *")
        self._fail(self._alone(lambda live: int(lib.sar_stepper_find_input(live.stepper, text, index))))

    @property
    def inputs(self) -> Dict[str, float]:
        """The inputs and the values that they have."""
        value = ffi.new("double *")

        def ask(live: Any) -> Dict[str, float]:
            found: Dict[str, float] = {}
            for name, place in self._places.items():
                lib.sar_stepper_value(live.stepper, place, value)
                found[name] = value[0]
            return found

        return self._alone(ask)

    @property
    def units(self) -> Dict[str, str]:
        """Units of outputs and inputs."""
        return {**self._outputs, **self._inputs}

    # ---- events, bytes ----

    @property
    def events(self) -> Dict[str, Dict[str, Any]]:
        """Events of the model that have happened so far: how often, and when the last time (`count`, `last_time`)."""
        event = ffi.new("SarEventCount *")

        def ask(live: Any) -> Dict[str, Dict[str, Any]]:
            found, index = {}, 0
            while lib.sar_stepper_event(live.stepper, index, event):
                if event.count > 0:
                    found[text_of(event.name) or ""] = {"count": event.count, "last_time": event.last_time / self._second}
                index += 1
            return found

        return self._alone(ask)

    def save(self) -> bytes:
        """All that the rest of the motion depends on: for `restore`, also in another process with the same build."""
        room, size = ffi.new("void const **"), ffi.new("size_t *")

        def copy(live: Any) -> Tuple[int, bytes]:
            status = lib.sar_stepper_save(live.stepper, room, size)
            return status, b"" if status else bytes(ffi.buffer(room[0], size[0]))

        status, saved = self._alone(copy)
        if status:
            self._fail(status)
        return saved

    def restore(self, saved: bytes) -> Live:
        """Back, or on, to where `save` was called, of the same model and options; it goes on from there bit for bit."""
        given = ffi.from_buffer(saved)

        def put(live: Any) -> int:
            found = lib.sar_stepper_restore(live.stepper, given, len(given))
            lib.sarrus_live_count_from_here(live)
            self._known = False
            return int(found)

        status = self._alone(put)
        if status:
            self._fail(status)
        return self

    def _fail(self, code: int) -> NoReturn:
        if code == _BUSY:
            raise _busy()
        watched, self._watch.raised = self._watch.raised, None

        def take(live: Any) -> Report:
            report = report_of(live.context, self._model._path_of)
            lib.sar_context_clear(live.context)
            return report

        try:
            report = self._alone(take)
        finally:
            raise_again(code, watched)
        raise error_of(code, report)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a live motion cannot be copied or pickled: take the model and the bytes of save()")

    def __repr__(self) -> str:
        stopped = ", stopped" if self.stopped else ""
        return f"<sarrus.Live {self._model._name!r}: t = {self.time:.6g} of {self.end:.6g}{stopped}>"


def _busy() -> RuntimeError:
    return RuntimeError(
        "the motion is being advanced: it belongs to one thread at a time, and a function of its model cannot use it"
    )


def _names(stepper: Any, count: Any, get: Any) -> Dict[str, str]:
    value = ffi.new("SarStepperValue *")
    found: Dict[str, str] = {}
    for index in range(count(stepper)):
        get(stepper, index, value)
        found[text_of(value.name) or ""] = text_of(value.unit) or ""
    return found
