"""Functions of Python for the expressions of a model: plugins in memory, whose functions are callables."""

from __future__ import annotations

import inspect
import math
import threading
import warnings
from dataclasses import dataclass
from typing import Any, Callable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from ._binding import ffi, lib
from ._errors import error_of
from ._messages import report_of

_STEP = 6e-6  # of differences, over the size of the input: eps^(1/3)
_MOST = 32  # SARRUS_PLUGIN_MAX_INPUTS and _OUTPUTS


class Retry(Exception):
    """To be raised by a function of a model that has no value at these inputs: the step is tried again with a smaller size."""


@dataclass(frozen=True)
class Function:
    """A callable with what a model has to know of it; made by `function`."""

    call: Callable[..., Any]
    inputs: Tuple[str, ...]
    outputs: Tuple[str, ...]
    derivatives: Optional[Callable[..., Any]]


def function(
    call: Callable[..., Any],
    *,
    derivatives: Optional[Callable[..., Any]] = None,
    inputs: Optional[Sequence[str]] = None,
    outputs: Sequence[str] = ("value",),
) -> Function:
    """A callable for `load(.., functions={"drag": function(drag, derivatives=slope)})`, where it alone does not say enough.

    derivatives: called with the same numbers, gives the derivative by each of them (of several outputs: a row for each
    output); without it differences are used, which cost two calls for each input. They are compared with differences once,
    and a RuntimeWarning names one that is another number. inputs: their names, where the
    signature does not tell how many numbers it takes. outputs: names of the numbers that it returns, where these are
    several; expressions choose one by `name.output(..)`.

    >>> import sarrus
    >>> def spring(x): return -40 * x**3
    >>> law = sarrus.function(spring, derivatives=lambda x: [-120 * x**2])
    >>> law.inputs, law.outputs
    (('x',), ('value',))
    """
    for name, given in (("the function", call), ("derivatives", derivatives)):
        if given is not None and not callable(given):
            raise TypeError(f"{name} must be callable, not {given!r}")
    for kind, given_names in (("inputs", inputs), ("outputs", outputs)):
        if isinstance(given_names, str) or not all(isinstance(one, str) for one in given_names or ()):
            raise TypeError(f"{kind} must be a list of names, not {given_names!r}")
    names = _names_of(call) if inputs is None else tuple(inputs)
    for kind, found in (("inputs", names), ("outputs", tuple(outputs))):
        if not 1 <= len(found) <= _MOST:
            raise ValueError(f"{_called(call)} has {len(found)} {kind}, not 1 to {_MOST}")
    return Function(call, names, tuple(outputs), derivatives)


def _called(call: Callable[..., Any]) -> str:
    return getattr(call, "__name__", None) or repr(call)


def _names_of(call: Callable[..., Any]) -> Tuple[str, ...]:
    """The names of the numbers that it takes, those without a default."""
    if isinstance(call, numpy.ufunc):
        return tuple(f"x{i + 1}" for i in range(call.nin))
    try:
        parameters = list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    plain = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    if not plain or any(p.kind is p.VAR_POSITIONAL for p in parameters):
        raise TypeError(
            f"how many numbers {_called(call)} takes is not known: say so by sarrus.function({_called(call)}, inputs=('x', ..))"
        )
    return tuple(p.name for p in plain)


# ---- what they raise ----

#: What a function has raised in this thread; the analysis that called it then ends and raises it again.
_here = threading.local()


def take_raised() -> Optional[BaseException]:
    """What a function has raised in this thread since the last time that somebody asked."""
    raised: Optional[BaseException] = getattr(_here, "raised", None)
    _here.raised = None
    return raised


def _keep_raised(kind: Any, raised: BaseException, traceback: Any) -> int:
    if isinstance(raised, Retry):
        return int(lib.SARRUS_PLUGIN_RETRY)
    if traceback and traceback.tb_next:  # what called it is none of the user's
        raised = raised.with_traceback(traceback.tb_next)
    _here.raised = raised
    return int(lib.SARRUS_PLUGIN_STOP)


class _Given:
    """A function as the library calls it."""

    def __init__(self, name: str, what: Function):
        self.name, self.function = name, what
        self.ninputs, self.noutputs = len(what.inputs), len(what.outputs)
        self._checked = what.derivatives is None

    def fill(self, inputs: List[float], outputs: Any) -> None:
        found = self.function.call(*inputs)
        if self.noutputs == 1 and not isinstance(found, (tuple, list)):
            outputs[0] = self.number(found)
            return
        values = list(found) if numpy.iterable(found) else [found]
        if len(values) != self.noutputs:
            raise TypeError(f"the function {self.name} must return {self._numbers(self.noutputs)}, not {found!r}")
        for index, value in enumerate(values):
            outputs[index] = self.number(value)

    def fill_derivatives(self, inputs: List[float], jacobian: Any) -> None:
        assert self.function.derivatives is not None
        rows = self._rows(self.function.derivatives(*inputs))
        for index, value in enumerate(rows.ravel()):
            jacobian[index] = value
        if not self._checked:
            self._checked = True
            self._compare(inputs)

    def _rows(self, found: Any) -> Any:
        """Derivatives as an array, a row for each output."""
        try:
            if found is None:  # numpy makes NaN of it
                raise TypeError
            return numpy.asarray(found, dtype=float).reshape(self.noutputs, self.ninputs)
        except (TypeError, ValueError):
            count = self.noutputs * self.ninputs
            raise TypeError(f"the derivatives of {self.name} must be {self._numbers(count)}, not {found!r}") from None

    def _compare(self, inputs: List[float]) -> None:
        """Warns once where derivatives differ from slopes: at the first inputs, and at both sides of them, for there may be a kink."""
        assert self.function.derivatives is not None
        wrong: Optional[Any] = None
        for place in (0.0, 1e-3, -1e-3):
            at = [u + place * (abs(u) or 1.0) for u in inputs]
            try:
                given, (left, right, noise) = self._rows(self.function.derivatives(*at)), self._slopes(at)
            except Exception:  # there is no value beside these inputs: nothing is known
                return
            allowed = noise + 1e-4 * numpy.maximum(abs(given), numpy.maximum(abs(left), abs(right)))
            with numpy.errstate(invalid="ignore"):
                fits = (given >= numpy.minimum(left, right) - allowed) & (given <= numpy.maximum(left, right) + allowed)
            bad = ~fits & numpy.isfinite(left) & numpy.isfinite(right)
            wrong = bad if wrong is None else wrong & bad
            if place == 0.0:
                first = (given, (left + right) / 2)
        if wrong is None or not wrong.any():
            return
        row, column = (int(index[0]) for index in numpy.nonzero(wrong))
        output, by = self.function.outputs[row], self.function.inputs[column]
        named = self.name if self.noutputs == 1 else f"{self.name}.{output}"
        warnings.warn(
            f"the derivative of {named} by {by} at {tuple(inputs)} is given as {first[0][row, column]:g}, "
            f"but by differences it is {first[1][row, column]:g}",
            RuntimeWarning,
            stacklevel=3,
        )

    def _slopes(self, at: List[float]) -> Tuple[Any, Any, Any]:
        """To the left and to the right, an array each, and what rounding does to them."""
        centre = self._values(at)
        left, right, noise = (numpy.empty((self.noutputs, self.ninputs)) for _ in range(3))
        for column, u in enumerate(at):
            h = _STEP * (abs(u) or 1.0)
            beside = [self._values([*at[:column], u + side * h, *at[column + 1 :]]) for side in (-1, 1)]
            left[:, column], right[:, column] = (centre - beside[0]) / h, (beside[1] - centre) / h
            noise[:, column] = 1e-12 * abs(centre) / h
        return left, right, noise

    def _values(self, inputs: List[float]) -> Any:
        outputs = [math.nan] * self.noutputs
        self.fill(inputs, outputs)
        return numpy.array(outputs)

    def number(self, value: Any) -> float:
        if type(value) is float:
            return value
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"the function {self.name} must return a number, not {value!r}") from None

    @staticmethod
    def _numbers(count: int) -> str:
        return "a number" if count == 1 else f"{count} numbers"


@ffi.def_extern(onerror=_keep_raised)  # type: ignore[misc]
def sarrus_function(data: Any, parameters: Any, inputs: Any, outputs: Any, jacobian: Any) -> int:
    """Called by the library in the thread of the analysis; Python's lock is taken for this alone."""
    if getattr(_here, "raised", None) is not None:
        return int(lib.SARRUS_PLUGIN_STOP)
    given: _Given = ffi.from_handle(data)
    numbers = ffi.unpack(inputs, given.ninputs)
    given.fill(numbers, outputs)
    if jacobian:
        given.fill_derivatives(numbers, jacobian)
    return 0


# ---- as plugins ----


class _Plugin:
    """A SarPlugin with one function that has its name. It must outlive the models that call it."""

    def __init__(self, name: str, what: Function):
        self._kept: List[Any] = []
        given = _Given(name, what)
        self.handle = self._keep(ffi.new_handle(given))
        called = self._text(name)
        functions = self._keep(ffi.new("SarPluginFunction[]", 1))
        functions[0] = {
            "name": called,
            "summary": self._text(""),
            "inputs": self._values("SarPluginInput[]", what.inputs, typical=float("nan")),
            "ninputs": given.ninputs,
            "outputs": self._values("SarPluginOutput[]", what.outputs),
            "noutputs": given.noutputs,
            "evaluate": lib.sarrus_function,
            "has_jacobian": what.derivatives is not None,
        }
        self.c = self._keep(ffi.new("SarPlugin *"))
        self.c[0] = {
            "abi": lib.SARRUS_PLUGIN_ABI,
            "name": called,
            "version": self._text("Python"),
            "summary": self._text(""),
            "functions": functions,
            "nfunctions": 1,
        }
        self._kept.append(given)

    def _keep(self, made: Any) -> Any:
        self._kept.append(made)
        return made

    def _text(self, text: str) -> Any:
        return self._keep(ffi.new("char[]", text.encode()))

    def _values(self, kind: str, names: Sequence[str], **more: float) -> Any:
        one, nothing = self._text("1"), self._text("")
        values = [{"name": self._text(name), "unit": one, "meaning": nothing, **more} for name in names]
        return self._keep(ffi.new(kind, values))


#: What `functions=` takes: callables by the names that expressions call them by.
Functions = Mapping[str, Union[Callable[..., Any], Function]]


def add_functions(context: Any, functions: Optional[Functions]) -> List[Any]:
    """Gives them to what is read with the context; what comes back must be kept as long as the models."""
    plugins = []
    if functions is not None and not isinstance(functions, Mapping):
        raise TypeError(f"functions must be a dict of callables, not {functions!r}")
    for name, given in (functions or {}).items():
        if not isinstance(name, str) or "\0" in name:
            raise TypeError(f"the name of a function must be a text, not {name!r}")
        plugin = _Plugin(name, given if isinstance(given, Function) else function(given))
        plugins.append(plugin)
        status = lib.sar_context_add_plugin(context, name.encode(), plugin.c, plugin.handle)
        if status != lib.SAR_OK:
            raise error_of(status, report_of(context))
    return plugins
