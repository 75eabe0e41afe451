"""Results in files."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy

from ._binding import ffi, lib
from ._c import PathLike, c_text, checked, context, file_name, path_text, ran
from ._columns import Array, Columns, Motion, some
from ._display import page_of_file
from ._errors import Error
from ._messages import text_of
from ._result import Result
from ._study import Runs, read_runs

_FACTS = ("title", "model", "parameters", "units", "method", "settings", "version", "hash")
_STEPS = ("time", "step", "iterations", "order", "error", "rejections", "constraint_position", "constraint_velocity")


def open(path: PathLike) -> Union[Results, Runs]:
    """Results in a file: HDF5, the journal `OUT.h5.part` of a run that goes on or was cut off, or CSV.

    Gives a mapping from the names of columns to arrays; columns are read when they are asked for. The table of a study
    (`sarrus.sweep`) gives `Runs`.
    """
    messages, out = context(), ffi.new("SarResults **")
    status = lib.sar_results_open(messages, file_name(path), out)
    if status != lib.SAR_OK:
        runs = _runs(path)
        if runs is not None:
            return runs
    report = checked(status, messages)
    return Results(path_text(path), out[0], messages, report.warnings)


def _runs(path: PathLike) -> Optional[Runs]:
    """The table of a study, if the file holds one."""
    try:
        return read_runs(path)
    except Error:
        return None


def read_csv(path: PathLike) -> Result:
    """A CSV file as results in memory: names in the first line, units in one that starts with `#`; the time comes first."""
    results = ran()
    report = checked(lib.sar_table_read_csv(results.table, file_name(path)), results.context)
    rows = lib.sar_table_rows(results.table)
    end = lib.sar_table_values(results.table, 0)[rows - 1] if rows else 0.0
    return Result(results, path_text(path), lambda: {"status": "read", "end_time": end}, list(report.warnings), path_text(path))


class _Steps(Columns):
    """Columns of the solver's steps."""

    def __init__(self, results: Results):
        self._results = results
        self._index = {name: i for i, name in enumerate(_STEPS)} if results.steps_taken else {}

    def _values(self, index: int) -> Array:
        return self._results._read(lib.sar_results_step_column, _STEPS[index].encode(), self._results.steps_taken)

    @property
    def units(self) -> Dict[str, str]:
        return {name: self._results.units["time"] if name in ("time", "step") else "" for name in self._index}

    @property
    def rows(self) -> int:
        return self._results.steps_taken


class Results(Motion):
    """Results in a file: a mapping from the names of columns to arrays, each read when it is asked for; made by `open`."""

    def __init__(self, path: str, opened: Any, messages: Any, warnings: List[Any]):
        self.path, self.warnings = path, warnings
        self._context = messages

        def close(results: Any, kept: Any = messages) -> None:
            lib.sar_results_close(ffi.new("SarResults **", results))

        self._opened: Any = ffi.gc(opened, close)

    @property
    def _c(self) -> Any:
        if self._opened is None:
            raise ValueError(f"{self.path} was closed")
        return self._opened

    def close(self) -> None:
        """Lets go of the file; columns that were read stay. Who does not call it lets go with the last reference."""
        self._opened = None

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return open, (os.path.abspath(self.path),)

    @cached_property
    def _index(self) -> Dict[str, int]:  # type: ignore[override]
        return {text_of(lib.sar_results_name(self._c, i)) or "": i for i in range(lib.sar_results_columns(self._c))}

    def _read(self, function: Any, which: Any, count: int) -> Array:
        values = numpy.empty(count)
        lib.sar_context_clear(self._context)
        checked(function(self._c, which, ffi.cast("double *", ffi.from_buffer(values))), self._context)
        return values

    def _values(self, index: int) -> Array:
        return self._read(lib.sar_results_column, index, self.rows)

    @cached_property
    def units(self) -> Dict[str, str]:
        """The unit of each column; "": not known."""
        return {name: text_of(lib.sar_results_unit(self._c, i)) or "" for name, i in self._index.items()}

    @property
    def rows(self) -> int:
        """The number of output times."""
        return int(lib.sar_results_rows(self._c))

    @property
    def steps_taken(self) -> int:
        """Steps of the solver; 0: the file does not tell."""
        return int(lib.sar_results_steps(self._c))

    @property
    def steps(self) -> Columns:
        """Columns of the solver's steps: `time`, `step`, `iterations`, `order`, `error`, `rejections`, ..."""
        return _Steps(self)

    @cached_property
    def facts(self) -> Dict[str, str]:
        """What the file says of its run: title, model (the text), parameters, units (JSON), method, settings, version, hash."""
        found = {name: text_of(lib.sar_results_fact(self._c, c_text("fact", name))) for name in _FACTS}
        return {name: value for name, value in found.items() if value is not None}

    @cached_property
    def files(self) -> Dict[str, str]:
        """Files that the model included, and their texts."""
        path, text = ffi.new("char const **"), ffi.new("char const **")
        found: Dict[str, str] = {}
        while lib.sar_results_file(self._c, len(found), path, text):
            found[text_of(path[0]) or ""] = text_of(text[0]) or ""
        return found

    def page(self, path: Optional[PathLike] = None, **options: Any) -> str:
        """The results page as a file, or as text where no path is given; options: those of `sarrus page`."""
        return page_of_file(self.path, None if path is None else path_text(path), options)

    def __repr__(self) -> str:
        if self._opened is None:
            return f"<sarrus.Results in {self.path}, closed>"
        title = self.facts.get("title") or self.path
        columns: Tuple[str, ...] = self.columns
        return f"<sarrus.Results of {title!r} in {self.path}\n  {self.rows} rows of {len(self)} columns: {some(columns)}>"
