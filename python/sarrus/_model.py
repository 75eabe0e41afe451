"""Models: read, compiled, run."""

from __future__ import annotations

import math
import numbers
import os
import threading
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy

from ._binding import ffi, lib
from ._errors import AnalysisError, ModelError, error_of, out_of_memory
from ._messages import DICT, Message, PathOf, report_of, text_of
from ._result import Result
from ._summary import summary_of
from ._yaml import Writer, number_text

Number = Union[float, int]
Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def load(source: Source, /, **parameters: Union[Number, str]) -> Model:
    """Reads a model: the path of a model file, or a dict that says what such a file would.

    parameters replace those of the model, as `--set` of the program does: numbers in its units, or expressions such as
    `"30 deg"`. Parameters of sub-models: `**{"left.ks": 30}`. Files that a dict includes are looked for in the current
    folder. ModelError names everything that is wrong, and where.
    """
    loaded = lib.sarrus_loaded_create()
    if loaded == ffi.NULL:
        raise out_of_memory()
    loaded = ffi.gc(loaded, lib.sarrus_loaded_end)
    texts = [ffi.new("char[]", _setting(name, value)) for name, value in parameters.items()]
    settings = ffi.new("char *[]", texts)
    model, path_of = ffi.new("SarModel **"), None
    if isinstance(source, Mapping):
        writer, path = Writer(source), None
        path_of, text = writer.path_of, writer.text.encode("utf-8")
        status = lib.sar_model_parse(loaded.context, DICT.encode(), text, settings, len(texts), model)
    else:
        path = os.fsdecode(os.fspath(source))
        status = lib.sar_model_read(loaded.context, _file_name(path), settings, len(texts), model)
    loaded.model = model[0]
    if status == lib.SAR_OK:
        system = ffi.new("SarSystem **")
        status = lib.sar_system_compile(loaded.context, loaded.model, system)
        loaded.system = system[0]
    if status != lib.SAR_OK:
        raise error_of(status, report_of(loaded.context, path_of))
    return Model(loaded, path, path_of)


class Model:
    """A mechanism that is ready to run; made by `load`. It does not change: several threads may run it at the same time."""

    def __init__(self, loaded: Any, path: Optional[str], path_of: Optional[PathOf]):
        self._loaded = loaded
        self._path_of = path_of
        #: The path of the model file; None: it was a dict.
        self.path = path
        #: What `model:` or `title:` says.
        self.title: str = text_of(lib.sar_model_title(loaded.model)) or ""
        #: Parameters and their values, in the model's units.
        self.parameters: Dict[str, float] = _parameters(loaded.model)
        #: The number of bodies.
        self.bodies: int = lib.sar_system_bodies(loaded.system)
        #: What is suspicious about it.
        self.warnings: List[Message] = report_of(loaded.context, path_of).warnings

    def run(
        self,
        end: Optional[Number] = None,
        method: Optional[str] = None,
        tolerance: Optional[float] = None,
        accuracy: Optional[float] = None,
        every: Union[Number, str, None] = None,
        output: Union[str, "os.PathLike[str]", None] = None,
        step: Optional[Number] = None,
        error_bars: bool = False,
    ) -> Result:
        """Simulates. What is not given, `simulate:` and `output:` of the model say.

        end: time at which it ends; method: the integrator, such as "bdf" or "hht:alpha=-0.1"; tolerance: error per step,
        or step: a fixed step; every: time between rows, or "step" for a row at every step; output: path of an HDF5 file
        (None: nothing is written); error_bars: a second, coarser run tells how wrong the columns may be, in columns
        `..._error` behind them and in the summary. Times are in the model's unit.

        accuracy, instead of a tolerance or a step: the error that positions over the model's length and angles in rad may
        have at every row. The library then chooses method and tolerance; AnalysisError, with the results, where it cannot
        be reached.

        AnalysisError if it fails; its `result` holds what was computed before. Ctrl-C ends the run after the current
        step and raises KeyboardInterrupt; what was computed is in the file, if there is one, and `sarrus resume` goes on
        from there. Other Python threads go on while it runs.
        """
        ran = lib.sarrus_ran_create()
        if ran == ffi.NULL:
            raise out_of_memory()
        ran = ffi.gc(ran, lib.sarrus_ran_end)
        second = lib.sar_model_unit(self._loaded.model, b"s").si
        options = ffi.new("SarRunOptions *", lib.sar_run_options_default())
        for name, value in (("tolerance", tolerance), ("accuracy", accuracy)):
            if value is not None:
                setattr(options, name, _number(name, value))
        for name, value in (("end", end), ("step", step)):
            if value is not None:
                setattr(options, name, _number(name, value) * second)
        if every is not None:
            options.output_every = 0 if every == "step" else _number("every", every) * second
        options.error_bars = bool(error_bars)
        options.table = ran.table
        kept = []  # texts that C looks at while it runs
        if method is not None:
            kept.append(ffi.new("char[]", _c_text("method", method)))
            options.method = kept[-1]
        if output is not None:
            output = os.fsdecode(os.fspath(output))
            self._refuse_own_file(output)
            kept.append(ffi.new("char[]", _file_name(output)))
            options.hdf5 = kept[-1]
        watch = _Watch(options)
        summary = ffi.new("SarRunSummary *", {"status": lib.SAR_RUN_FAILED})
        status = lib.sar_run(ran.context, self._loaded.system, options, summary)
        return self._finished(status, ran, summary, watch.raised, output)

    def _finished(self, status: int, ran: Any, summary: Any, raised: Optional[BaseException], output: Optional[str]) -> Result:
        """The result, or the exception that ended the run."""
        report = report_of(ran.context, self._path_of)
        if status == lib.SAR_INTERRUPTED or (status == lib.SAR_OK and raised):
            raise (raised or KeyboardInterrupt()).with_traceback(None) from None
        result = None
        if status == lib.SAR_OK or lib.sar_table_rows(ran.table) > 0:
            numbers_of_it = summary_of(summary[0], self._loaded.model)
            result = Result(ran, self._name, numbers_of_it, self.warnings + report.warnings, output)
            if status == lib.SAR_OK:
                return result
        error = error_of(status, report)
        if isinstance(error, AnalysisError):
            error.result = result
        raise error from raised

    def _refuse_own_file(self, output: str) -> None:
        """The program does not overwrite its own input either."""
        if self.path and os.path.exists(output) and os.path.exists(self.path) and os.path.samefile(output, self.path):
            raise ValueError(f"{output} is the model itself; give the file to write another name")

    @property
    def _name(self) -> str:
        return self.title or (os.path.basename(self.path) if self.path else DICT)

    def __repr__(self) -> str:
        bodies = f"{self.bodies} {'body' if self.bodies == 1 else 'bodies'}"
        values = ", ".join(f"{name}={value:.6g}" for name, value in list(self.parameters.items())[:8])
        more = ", ..." if len(self.parameters) > 8 else ""
        lines = [f"<sarrus.Model {self._name!r}: {bodies}" + (f"; {values}{more}" if values else "")]
        lines += [f"  {warning}" for warning in self.warnings]
        return "\n".join(lines) + ">"


class _Watch:
    """Looks for signals while a run goes on in the thread that gets them."""

    def __init__(self, options: Any):
        self.raised: Optional[BaseException] = None
        main = threading.current_thread() is threading.main_thread()
        self._handle = ffi.new_handle(self) if main else ffi.NULL
        self._c = ffi.new("SarrusWatch *", {"handle": self._handle})
        options.progress = ffi.addressof(lib, "sarrus_watch_step")
        options.progress_self = self._c


def _keep_raised(kind: Any, raised: BaseException, traceback: Any) -> int:
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = raised
    return 1


@ffi.def_extern(onerror=_keep_raised)  # type: ignore[misc]
def sarrus_poll(handle: Any) -> int:
    """Called by C now and then. Python runs the handlers of signals here; what they raise ends the run."""
    return 0


def _parameters(model: Any) -> Dict[str, float]:
    name, value = ffi.new("char const **"), ffi.new("double *")
    found: Dict[str, float] = {}
    while lib.sar_model_parameter(model, len(found), name, value):
        found[text_of(name[0]) or ""] = value[0]
    return found


def _number(name: str, value: Any) -> float:
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if math.isnan(value) or value < 0:
        raise ValueError(f"{name} must not be negative or NaN, but is {value!r}")
    return float(value)


def _setting(name: str, value: Any) -> bytes:
    """NAME=VALUE, as `--set` takes it."""
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, (numbers.Real, str)):
        raise TypeError(f"the parameter {name} must be a number or a text, not {value!r}")
    return _c_text(name, f"{name}={value if isinstance(value, str) else number_text(value)}")


def _c_text(name: str, text: Any) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a text, not {text!r}")
    if "\0" in text:
        raise ValueError(f"{name} holds a null character")
    return text.encode("utf-8", "surrogateescape")


def _file_name(path: str) -> bytes:
    if "\0" in path:
        raise ValueError(f"the path {path!r} holds a null character")
    return os.fsencode(path)
