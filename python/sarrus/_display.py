"""What notebooks show, and pictures by matplotlib."""

from __future__ import annotations

import html
import os
import tempfile
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

if TYPE_CHECKING:
    from ._columns import Motion

#: A page in a cell is stored in the notebook: it is made so large at most, in MB ...
CELL_SIZE = 6
#: ... so high, in pixels ...
CELL_HEIGHT = 640
#: ... and not at all where the run would have to be repeated for it and took longer, in s.
CELL_SECONDS = 5


def in_a_frame(page: str) -> str:
    """A whole page inside of a cell, with nothing in common with what is around it."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{CELL_HEIGHT}px;border:1px solid #ccc"></iframe>'
    )


def page_in_a_cell(motion: Motion) -> Optional[str]:
    """The results page; None where it cannot be made, or would take long: then the text is shown."""
    try:
        return in_a_frame(motion.page(max_size=CELL_SIZE))
    except Exception:  # a cell shows the text instead
        return None


def page_of_file(results: str, path: Optional[str], options: Mapping[str, Any]) -> str:
    """The page of a results file, as `path`, or as text where that is None."""
    from ._program import page

    if path is not None:
        page(results, output=path, **options)
        return path
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "page.html")
        page(results, output=made, **options)
        with open(made, encoding="utf-8") as file:
            return file.read()


def draw(motion: Motion, columns: Sequence[str], over: str, axes: Any, style: Mapping[str, Any]) -> Any:
    """Columns over another one. All of one unit share their axis; the legend names them."""
    if not columns:
        raise TypeError('plot needs the name of a column: plot("rod.x")')
    values = [motion[name] for name in columns]  # unknown ones are told before matplotlib is asked for
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need matplotlib (Debian: python3-matplotlib)") from None
    if axes is None:
        axes = pyplot.subplots()[1]
    for name, column in zip(columns, values):
        axes.plot(motion[over], column, **{"label": name, **style})
    units = {motion.units[name] for name in columns}
    label = columns[0] if len(columns) == 1 else ""
    unit = units.pop() if len(units) == 1 else ""
    axes.set_ylabel(", ".join(text for text in (label, unit) if text))
    axes.set_xlabel(", ".join(text for text in (over, motion.units[over]) if text))
    if len(columns) > 1:
        axes.legend()
    return axes
