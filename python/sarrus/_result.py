"""Results in memory: columns over the output times."""

from __future__ import annotations

import difflib
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

import numpy
from numpy.typing import NDArray

from ._binding import ffi, lib
from ._messages import Message, text_of


Array = NDArray[numpy.float64]


class UnknownColumn(KeyError):
    """There is no such column; the message names those that resemble it."""

    def __str__(self) -> str:  # KeyError would quote it
        return str(self.args[0])


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


class Result(Mapping[str, Array]):
    """What a run gave: a mapping from the names of columns to arrays of float64, one value per output time.

    Names, units and values are those of the program's CSV file. The arrays are views of the library's memory: nothing is
    copied, they are read-only, and they stay valid when the result and the model are gone. `result["rod.x"].copy()` may
    be changed.
    """

    __hash__ = object.__hash__
    __eq__ = object.__eq__  # a result equals itself alone: comparing arrays is not for `==`

    def __init__(
        self,
        owner: Any,
        title: str,
        summary: Dict[str, Any],
        warnings: List[Message],
        output: Optional[str],
        write: Optional[Callable[[str], Any]] = None,
    ):
        self._owner = owner
        self._title = title
        self._index: Dict[str, int] = {
            text_of(lib.sar_table_name(owner.table, i)) or "": i for i in range(lib.sar_table_columns(owner.table))
        }
        self._units: Optional[Dict[str, str]] = None
        self._summary = summary
        self._warnings = warnings
        self._output = output
        self._write = write  # makes an HDF5 file of the same results

    def __getitem__(self, column: str) -> Array:
        index = self._index.get(column)
        if index is None:
            raise UnknownColumn(self._missing(column))
        return numpy.asarray(_Memory(self._owner, index))

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, column: object) -> bool:
        return column in self._index

    def _missing(self, column: object) -> str:
        text = f"there is no column `{column}`"
        inside = [name for name in self._index if isinstance(column, str) and name.startswith(column + ".")]
        near = difflib.get_close_matches(column, self._index, n=1) if isinstance(column, str) and not inside else []
        if inside:
            more = f" and {len(inside) - 8} more" if len(inside) > 8 else ""
            return f"{text}; it is an element with the columns {', '.join(inside[:8])}{more}"
        if near:
            return f"{text}; did you mean `{near[0]}`?"
        return f"{text}; .columns lists them"

    @property
    def time(self) -> Array:
        """The output times."""
        return self["time"]

    @property
    def columns(self) -> Tuple[str, ...]:
        """The names of all columns, in the order of the CSV file; the first one is `time`."""
        return tuple(self._index)

    @property
    def units(self) -> Dict[str, str]:
        """The unit of each column: those of the model."""
        if self._units is None:
            table = self._owner.table
            self._units = {name: text_of(lib.sar_table_unit(table, i)) or "" for name, i in self._index.items()}
        return self._units

    @property
    def rows(self) -> int:
        """The number of output times."""
        return int(lib.sar_table_rows(self._owner.table))

    @property
    def summary(self) -> Dict[str, Any]:
        """What the run did and how far its numbers can be trusted, with the keys of `sarrus run --json`.

        Times and lengths are in the model's units; `largest_step` and `smallest_step` come besides. NaN: not known.
        Processor time is that of the whole process, other threads included.
        """
        return self._summary

    @property
    def warnings(self) -> List[Message]:
        """Warnings about the model and the run."""
        return self._warnings

    @property
    def output(self) -> Optional[str]:
        """The path of the HDF5 file; None: none was written."""
        return self._output

    def __repr__(self) -> str:
        s, times, unit = self._summary, self.time, text_of(lib.sar_table_unit(self._owner.table, 0))
        lines = [
            f"<sarrus.Result of {self._title!r}: {s['status']} at t = {s['end_time']:.6g} {unit}",
            f"  {len(times)} rows of {len(self)} columns: {_some(self.columns)}",
            f"  {s['method']}, {s['steps']} steps ({s['rejected']} rejected), energy balance {s['energy_balance_max']:.3g}",
        ]
        lines += [f"  written to {self._output}"] if self._output else []
        lines += [f"  {warning}" for warning in self._warnings]
        return "\n".join(lines) + ">"


def _some(columns: Tuple[str, ...]) -> str:
    return ", ".join(columns[:6]) + (", ..." if len(columns) > 6 else "")
