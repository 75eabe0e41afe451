"""Results in memory: columns over the output times."""

from __future__ import annotations

import os
import tempfile
from functools import cached_property
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy

from ._binding import ffi, lib
from ._c import PathLike, context, checked, file_name, path_text
from ._columns import Array, Motion, some
from ._display import CELL_SECONDS, page_of_file
from ._errors import AnalysisError
from ._messages import Message, text_of


class _Memory:
    """A column in the library's memory. Arrays made of it keep it, and so the table, alive."""

    def __init__(self, owner: Any, column: int):
        self._owner = owner
        address = int(ffi.cast("uintptr_t", lib.sar_table_values(owner.table, column)))
        self.__array_interface__ = {
            "version": 3,
            "shape": (lib.sar_table_rows(owner.table),),
            "typestr": numpy.dtype(numpy.float64).str,
            "data": (address, True),  # read-only
        }


class _Table:
    """The table of the library, which `owner` holds."""

    def __init__(self, owner: Any):
        self._owner = owner

    def texts(self, get: Any) -> List[str]:
        table = self._owner.table
        return [text_of(get(table, index)) or "" for index in range(lib.sar_table_columns(table))]

    @property
    def names(self) -> List[str]:
        return self.texts(lib.sar_table_name)

    @property
    def units(self) -> List[str]:
        return self.texts(lib.sar_table_unit)

    @property
    def rows(self) -> int:
        return int(lib.sar_table_rows(self._owner.table))

    def values(self, column: int) -> Array:
        return numpy.asarray(_Memory(self._owner, column))

    def write_csv(self, path: PathLike) -> None:
        messages = context()
        checked(lib.sar_table_write_csv(messages, self._owner.table, file_name(path)), messages)


class _Copy:
    """A table that has come from another process: an array with a row for each column."""

    def __init__(self, names: List[str], units: List[str], array: Array):
        self.names, self.units, self._array = names, units, array
        array.flags.writeable = False

    @property
    def rows(self) -> int:
        return int(self._array.shape[1])

    def values(self, column: int) -> Array:
        row: Array = self._array[column]
        return row

    def write_csv(self, path: PathLike) -> None:
        with open(file_name(path), "w", encoding="utf-8") as file:
            file.write(",".join(self.names) + "\n# " + ",".join(self.units) + "\n")
            file.writelines(",".join(map(repr, row)) + "\n" for row in self._array.T.tolist())


class Result(Motion):
    """What an analysis gave: a mapping from the names of columns to arrays of float64, one value per output time.

    Names, units and values are those of the program's CSV file. The arrays are views of the library's memory: nothing is
    copied, they are read-only, and they stay valid when the result and the model are gone. `result["rod.x"].copy()` may
    be changed. Pickled, a result takes its columns, its summary and its warnings along.

    >>> import sarrus
    >>> fall = sarrus.load({"bodies": {"b": {"mass": 1, "inertia": [1, 1, 1]}}, "gravity": [0, 0, -10]}).run(end=1)
    >>> print(f"{fall['b.z'][-1]:.6f} {fall.units['b.z']} at {fall.time[-1]:g} {fall.units['time']}")
    -5.000000 m at 1 s
    """

    def __init__(
        self,
        owner: Any,
        title: str,
        summary: Callable[[], Dict[str, Any]],
        warnings: List[Message],
        output: Optional[str] = None,
        write: Optional[Callable[[str], Any]] = None,
    ):
        self._table: Union[_Table, _Copy] = owner if isinstance(owner, _Copy) else _Table(owner)
        self._title = title
        self._make_summary = summary
        self._warnings = warnings
        self._output = output
        self._write = write  # makes an HDF5 file of the same results

    @cached_property
    def _index(self) -> Dict[str, int]:  # type: ignore[override]
        return {name: index for index, name in enumerate(self._table.names)}

    def _values(self, index: int) -> Array:
        return self._table.values(index)

    @cached_property
    def units(self) -> Dict[str, str]:
        """The unit of each column: those of the model."""
        return dict(zip(self._table.names, self._table.units))

    @property
    def rows(self) -> int:
        """The number of output times."""
        return self._table.rows

    @cached_property
    def summary(self) -> Dict[str, Any]:
        """What was done and how far the numbers can be trusted, with the keys of `--json` of the program's verb.

        Times and lengths are in the model's units; of a run `largest_step` and `smallest_step` come besides. NaN: not
        known. Processor time is that of the whole process, other threads included.
        """
        return self._make_summary()

    @property
    def warnings(self) -> List[Message]:
        """Warnings about the model and the run."""
        return self._warnings

    @property
    def output(self) -> Optional[str]:
        """The path of the HDF5 file; None: none was written."""
        return self._output

    def write_csv(self, path: PathLike) -> None:
        """The columns as a CSV file, as `--csv` writes them."""
        self._table.write_csv(path)

    def page(self, path: Optional[PathLike] = None, **options: Any) -> str:
        """The results page, in which the mechanism moves and columns are plotted: as a file that any browser opens, or as text.

        options: as of `sarrus page`, such as `columns="rod.*"`. The program makes it (see `sarrus.program`) from the HDF5
        file; where none was written, the run is repeated for one.
        """
        given = None if path is None else path_text(path)
        if self._output is not None:
            return page_of_file(self._output, given, options)
        if self._write is None:
            raise ValueError("there is no results file to make a page of: give `output=`")
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results.h5")
            try:
                self._write(results)
            except AnalysisError:  # these are results of a run that fails: the file has what was computed before
                if not os.path.exists(results):
                    raise
            return page_of_file(results, given, options)

    def _cell(self) -> Optional[str]:
        quick = self.summary.get("cpu_seconds", 0) < CELL_SECONDS
        return super()._cell() if self._output is not None or quick else None

    def __reduce__(self) -> Any:
        array = numpy.array([self[name] for name in self]).reshape(len(self), self.rows)
        copied = (list(self), list(self.units.values()), array)
        return _copied, (copied, self._title, self.summary, self._warnings, self._output)

    def __repr__(self) -> str:
        s, unit = self.summary, self.units.get("time", "")
        at = s["end_time"] if "end_time" in s else s.get("time", 0.0)
        lines = [
            f"<sarrus.Result of {self._title!r}: {s['status']} at t = {at:.6g}{' ' + unit if unit else ''}",
            f"  {self.rows} {'row' if self.rows == 1 else 'rows'} of {len(self)} columns: {some(self.columns)}",
        ]
        if "method" in s:
            balance = f"energy balance {s['energy_balance_max']:.3g}"
            lines.append(f"  {s['method']}, {s['steps']} steps ({s['rejected']} rejected), {balance}")
        if "stable" in s:
            lines.append(f"  {'stable' if s['stable'] else 'unstable'}, residual {s['residual']:.2g}")
        lines += [f"  written to {self._output}"] if self._output else []
        lines += [f"  {warning}" for warning in self._warnings]
        return "\n".join(lines) + ">"


def _copied(
    table: Tuple[List[str], List[str], Array],
    title: str,
    summary: Dict[str, Any],
    warnings: List[Message],
    output: Optional[str],
) -> Result:
    """A result that was pickled. The run cannot be repeated for a page: where there is no file, there is none."""
    return Result(_Copy(*table), title, lambda: summary, warnings, output)
