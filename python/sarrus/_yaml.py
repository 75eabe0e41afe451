"""A model of dicts, lists, numbers and texts as the text of a model file, and the way back from a place in that text."""

from __future__ import annotations

import bisect
import json
import numbers
import os
import re
from typing import Any, List, Mapping, Optional, Tuple

import numpy

from ._messages import Path, place_in_dict

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_DEPTH = 64  # what the reader takes


def to_yaml(model: Mapping[str, Any]) -> str:
    """The text of the model file that says the same: to look at, or to keep as a file.

    Numbers keep all their digits; numpy's numbers and arrays are numbers and lists.
    """
    return Writer(model).text


class Writer:
    """Writes one key or one list of numbers in a line and remembers where everything stands."""

    def __init__(self, model: Mapping[str, Any]):
        self._lines: List[str] = [""]
        self._marks: List[Tuple[int, int]] = []  # lines and columns, from 1
        self._paths: List[Path] = []
        if not model:
            self._put("{}")
        self._block(_plain_data(model, (), 0), (), 0)
        self.text = "\n".join(self._lines) + "\n"

    def path_of(self, line: int, column: int) -> Optional[Path]:
        """The keys that lead to what stands there, or before it."""
        index = bisect.bisect_right(self._marks, (line, column if column > 0 else 1 << 30)) - 1
        return self._paths[index] if index >= 0 else ()

    def _put(self, text: str) -> None:
        self._lines[-1] += text

    def _mark(self, path: Path) -> None:
        self._marks.append((len(self._lines), len(self._lines[-1]) + 1))
        self._paths.append(path)

    def _line(self, indent: int) -> None:
        if self._lines[-1]:
            self._lines.append("")
        self._put(" " * indent)

    def _block(self, value: Any, path: Path, indent: int) -> None:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in pairs:
            below = path + (key,)
            self._line(indent)
            self._mark(below)
            self._put("-" if isinstance(key, int) else _quoted(key, below) + ":")
            if _is_inline(item):
                self._put(" ")
                self._inline(item, below)
            else:
                self._block(item, below, indent + 2)

    def _inline(self, value: Any, path: Path) -> None:
        if isinstance(value, dict):
            self._put("{}")  # others are blocks
        elif isinstance(value, list):
            self._put("[")
            for index, item in enumerate(value):
                self._put(", " if index else "")
                self._mark(path + (index,))
                self._inline(item, path + (index,))
            self._put("]")
        else:
            self._put(_scalar(value, path))


def _is_inline(value: Any) -> bool:
    if isinstance(value, dict):
        return not value
    return not isinstance(value, list) or all(not isinstance(item, dict) and _is_inline(item) for item in value)


def _plain_data(value: Any, path: Path, depth: int) -> Any:
    """Dicts with texts as keys, lists, numbers and texts, nothing else."""
    if depth > _DEPTH:
        raise ValueError(f"{place_in_dict(path[:4])}... is nested more than {_DEPTH} levels deep: does it contain itself?")
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"{place_in_dict(path)}: the key {key!r} is no text")
        return {str(key): _plain_data(item, path + (key,), depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [_plain_data(item, path + (index,), depth + 1) for index, item in enumerate(value)]
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, (bool, numbers.Real, str)):
        return value
    if value is None:
        raise TypeError(f"{place_in_dict(path)} is None: leave the key out")
    raise TypeError(f"{place_in_dict(path)} is a {type(value).__name__}: give a dict, a list, a number or a text")


def number_text(value: numbers.Real) -> str:
    """All digits of a number."""
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def _scalar(value: Any, path: Path) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _quoted(value, path) if isinstance(value, str) else number_text(value)


def _quoted(text: str, path: Path) -> str:
    """As it is where that cannot be misread, else in double quotes, whose escapes are those of JSON."""
    if _PLAIN.fullmatch(text):
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{place_in_dict(path)}: {text!r} is no text that can be written as UTF-8") from None
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)
