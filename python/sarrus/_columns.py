"""Named columns over times: what results in memory and results of files have in common."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._display import draw, page_in_a_cell

if TYPE_CHECKING:
    from ._c import PathLike

Array = NDArray[numpy.float64]


class UnknownColumn(KeyError):
    """There is no such column; the message names those that resemble it."""

    def __str__(self) -> str:  # KeyError would quote it
        return str(self.args[0])


class Columns(Mapping[str, Array]):
    """A mapping from the names of columns to arrays of float64, one value per output time."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__  # results equal themselves alone: comparing arrays is not for `==`

    #: Names of columns and where they stand.
    _index: Mapping[str, int]

    def _values(self, index: int) -> Array:
        raise NotImplementedError

    def __getitem__(self, column: str) -> Array:
        index = self._index.get(column)
        if index is None:
            raise UnknownColumn(self._missing(column))
        return self._values(index)

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
    def columns(self) -> Tuple[str, ...]:
        """The names of all columns, in the order of the CSV file; of results the first one is `time`."""
        return tuple(self._index)

    @property
    def units(self) -> Mapping[str, str]:
        """The unit of each column: those of the model."""
        raise NotImplementedError

    @property
    def rows(self) -> int:
        """How many values a column has."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a pandas.DataFrame, where pandas is there."""
        import pandas

        return pandas.DataFrame({name: self[name] for name in self})


class Motion(Columns):
    """Columns over time."""

    @property
    def time(self) -> Array:
        """The output times."""
        return self["time"]

    def plot(self, *columns: str, over: str = "time", axes: Any = None, **style: Any) -> Any:
        """Draws columns with matplotlib, where it is there, and gives the axes: `result.plot("rod.x", "rod.y")`.

        over: what stands on the x axis; axes: where to draw, new ones without; style goes to matplotlib's `plot`.
        """
        return draw(self, columns, over, axes, style)

    def page(self, path: Union[PathLike, None] = None, **options: Any) -> str:
        """The results page, in which the mechanism moves and columns are plotted: as a file that any browser opens, or as text.

        options: as of `sarrus page`, such as `columns="rod.*"`. It is made by the program (see `sarrus.program`).
        """
        raise NotImplementedError

    def _cell(self) -> Optional[str]:
        """What a notebook shows instead of `repr`: None where that is better."""
        return page_in_a_cell(self)

    def _repr_html_(self) -> Optional[str]:
        return self._cell()


def some(columns: Tuple[str, ...]) -> str:
    return ", ".join(columns[:6]) + (", ..." if len(columns) > 6 else "")
