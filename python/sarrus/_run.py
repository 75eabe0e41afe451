"""Runs: the options of the library, and what becomes of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from ._binding import ffi, lib
from ._c import (
    Number, PathLike, Watch, c_text, file_name, number, path_text, positive, raise_again, ran, refuse_same_file, texts, unit_of,
)  # fmt: skip
from ._errors import AnalysisError, error_of
from ._messages import Message, PathOf, report_of
from ._result import Result
from ._summary import summary_of

if TYPE_CHECKING:
    from ._model import Model

_NUMBERS = ("tolerance", "checkpoint_seconds")
_TIMES = ("end", "step", "min_step")
_POSITIVE_TIMES = ("max_step", "initial_step")  # the library takes 0 for one that is not given
_FLAGS = ("error_bars", "start_static", "corrector_floor")
_FILES = {"output": "hdf5", "csv": "csv", "steps_csv": "steps_csv"}


class RunOptions:
    """SarRunOptions of keywords; those that are None stay as they are by default. `c`: for the library."""

    def __init__(self, model: Any, given: Mapping[str, Any]):
        """model: SarModel, in whose unit times are."""
        self._kept: List[Any] = []  # what C looks at while it runs
        self.c = ffi.new("SarRunOptions *", lib.sar_run_options_default())
        second = unit_of(model, "s")
        for name, value in given.items():
            if value is None:
                continue
            if name in _NUMBERS:
                setattr(self.c, name, number(name, value))
            elif name in _TIMES:
                setattr(self.c, name, number(name, value) * second)
            elif name in _POSITIVE_TIMES:
                setattr(self.c, name, positive(name, value) * second)
            elif name == "accuracy":
                self.c.accuracy = positive(name, value)
            elif name in _FLAGS:
                setattr(self.c, name, bool(value))
            elif name in _FILES:
                setattr(self.c, _FILES[name], self._keep(file_name(value)))
            elif name == "every":
                self.c.output_every = 0 if isinstance(value, str) and value == "step" else number(name, value) * second
            elif name == "method":
                self.c.method = self._keep(c_text(name, value))
            elif name == "sensitivity":
                self._sensitivity([value] if isinstance(value, str) else value)
            else:
                raise TypeError(f"there is no option {name!r} of a run")

    def _keep(self, text: bytes) -> Any:
        self._kept.append(ffi.new("char[]", text))
        return self._kept[-1]

    def _sensitivity(self, parameters: Sequence[str]) -> None:
        array, kept = texts([c_text("sensitivity", name) for name in parameters])
        self.c.sensitivity, self.c.nsensitivity = array, len(kept)
        self._kept.append(array)


def simulate(model: Model, function: Any, given: Mapping[str, Any]) -> Result:
    """`run` and `kinematics`. given: the options as keywords of Python."""
    refuse_same_file(**{name: given.get(name) for name in _FILES})
    for name in _FILES:
        if given.get(name) is not None:
            model._refuse_own_file(path_text(given[name]))
    results, options = ran(), RunOptions(model._loaded.model, given)
    options.c.table = results.table
    watch = Watch().of(options.c)
    summary = ffi.new("SarRunSummary *", {"status": lib.SAR_RUN_FAILED})
    status = function(results.context, model._loaded.system, options.c, summary)
    output = given.get("output")
    again = {name: value for name, value in given.items() if name not in _FILES}
    return finished(
        status,
        results,
        summary,
        watch.raised,
        model=model._loaded.model,
        title=model._name,
        warnings=model.warnings,
        output=None if output is None else path_text(output),
        path_of=model._path_of,
        write=lambda path: simulate(model, function, {**again, "output": path}),
        keep=model._loaded,
    )


def finished(
    status: int,
    results: Any,
    summary: Any,
    raised: Optional[BaseException],
    *,
    model: Any,
    title: str,
    warnings: Sequence[Message],
    output: Optional[str],
    path_of: Optional[PathOf] = None,
    messages: Any = None,
    write: Optional[Callable[[str], Any]] = None,
    keep: Any = None,
) -> Result:
    """The result of a run, or the exception that ended it. messages: the context, where it is not that of the results;
    keep: what must live as long as the summary is asked for, besides what `write` knows."""
    raise_again(status, raised)
    report = report_of(results.context if messages is None else messages, path_of)
    result = None
    if status == lib.SAR_OK or lib.sar_table_rows(results.table) > 0:

        def told(kept: Any = keep) -> Dict[str, Any]:
            return summary_of(summary[0], model)

        result = Result(results, title, told, [*warnings, *report.warnings], output, write)
        if status == lib.SAR_OK:
            return result
    error = error_of(status, report)
    if isinstance(error, AnalysisError):
        error.result = result
    raise error from raised
