"""Equilibria."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from ._binding import ffi, lib
from ._c import Number, Numbers, PathLike, count, file_name, number, path_text, raise_again, ran, refuse_same_file, unit_of
from ._errors import AnalysisError, error_of
from ._facts import fields_of
from ._messages import report_of
from ._result import Result
from ._summary import STATUS

if TYPE_CHECKING:
    from ._model import Model

_OF_SUMMARY = ("bodies", "degrees_of_freedom", "residuals", "factorisations", "solves", "cpu_seconds")


class _Series:
    """The equilibria as they are found."""

    def __init__(self, second: float, buckling: bool):
        self._second, self._buckling = second, buckling
        self.rows: List[Dict[str, Any]] = []
        self.raised: Optional[BaseException] = None

    def facts(self, state: Any) -> Dict[str, Any]:
        found = fields_of(state)
        buckling = found.pop("buckling")
        if self._buckling:
            found["buckling"] = {**buckling, "factors": buckling["factors"][: buckling.pop("count")]}
        found["time"] /= self._second
        if not found["imaginary"] > 0:
            del found["imaginary"]
        return found


def _keep_raised(kind: Any, raised: BaseException, traceback: Any) -> int:
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = raised
    return 1


@ffi.def_extern(onerror=_keep_raised)  # type: ignore[misc]
def sarrus_equilibrium(handle: Any, state: Any) -> int:
    series = ffi.from_handle(handle)
    series.rows.append(series.facts(state[0]))
    return 0


def static(
    model: Model,
    times: Optional[Numbers],
    relax: bool,
    buckling: int,
    output: Optional[PathLike],
    csv: Optional[PathLike],
) -> Result:
    second = unit_of(model._loaded.model, "s")
    refuse_same_file(output=output, csv=csv)
    results, options = ran(), ffi.new("SarStaticOptions *", lib.sar_static_options_default())
    kept = [_file(model, options, name, path) for name, path in (("hdf5", output), ("csv", csv)) if path is not None]
    if times is not None:
        begin, options.to, options.count = _times(times, second)
        setattr(options, "from", begin)
    options.relax = bool(relax)
    options.buckling = count("buckling", buckling, 0, lib.SAR_BUCKLING_MOST)
    options.table = results.table
    series = _Series(second, buckling > 0)
    handle = ffi.new_handle(series)
    options.each, options.self = lib.sarrus_equilibrium, handle
    summary = ffi.new("SarStaticSummary *")
    status = lib.sar_static(results.context, model._loaded.system, options, summary)
    del kept
    raise_again(status, series.raised)
    report = report_of(results.context, model._path_of)
    told: Dict[str, Any] = {"status": STATUS[summary.status], **series.facts(summary.state)}
    told.update({name: getattr(summary, name) for name in _OF_SUMMARY})
    if times is not None:
        told["rows"] = series.rows
    result = Result(
        results,
        model._name,
        lambda: told,
        [*model.warnings, *report.warnings],
        None if output is None else path_text(output),
        lambda path: static(model, times, relax, buckling, path, None),
    )
    if status != lib.SAR_OK:
        error = error_of(status, report)
        if isinstance(error, AnalysisError) and result.rows:
            error.result = result
        raise error
    return result


def _times(times: Numbers, second: float) -> Tuple[float, float, int]:
    try:
        begin, end, many = times
    except (TypeError, ValueError):
        raise TypeError(f"times must be (from, to, count), not {times!r}") from None
    return number("times", begin) * second, number("times", end) * second, count("times", many, 1, 1 << 30)


def _file(model: Model, options: Any, name: str, path: PathLike) -> Any:
    model._refuse_own_file(path_text(path))
    text = ffi.new("char[]", file_name(path))
    setattr(options, name, text)
    return text
