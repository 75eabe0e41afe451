"""A model of dicts, lists, numbers and texts as the text of a model file, and the way back from a place in that text."""

from __future__ import annotations

import bisect
import json
import numbers
import os
import re
from typing import Any, Dict, List, Mapping, Tuple, Union

import numpy

from ._messages import Path, place_in_dict

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_DEPTH = 64  # what the reader takes
_WIDTH = 120

#: A value whose keys and scalars are texts of YAML already.
_Node = Union[str, List[Any], Dict[str, Any]]


def to_yaml(model: Mapping[str, Any]) -> str:
    """The text of the model file that says the same: to look at, or to keep as a file.

    Numbers keep all their digits; numpy's numbers and arrays are numbers and lists.
    """
    return Writer(model).text


class Writer:
    """Writes sections and their elements in lines, what they hold in braces, and remembers where everything stands.

    A mapping in braces begins at its brace and not at its first key: so a place tells one from the other.
    """

    def __init__(self, model: Mapping[str, Any], whole: str = "model"):
        """whole: what it is called in messages."""
        self.whole = whole
        self._lines: List[str] = [""]
        self._marks: List[Tuple[int, int]] = []  # lines and columns, from 1
        self._paths: List[Path] = []
        self._sections(_node(model, (), 0, whole))
        self.text = "\n".join(self._lines) + "\n"

    def __call__(self, line: int, column: int) -> Path:
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

    def _sections(self, model: Any) -> None:
        if not model:
            self._put("{}")
        for key, section in model.items():
            path = (_plain(key),)
            self._line(0)
            self._mark(path)
            self._put(key + ":")
            elements = section.values() if isinstance(section, dict) else ()
            if elements and all(isinstance(element, dict) for element in elements):
                for name, element in section.items():
                    self._line(2)
                    self._entry(name, element, path, 2)
            else:
                self._put(" ")
                self._value(section, path, 0)

    def _entry(self, key: str, item: _Node, path: Path, indent: int) -> None:
        below = path + (_plain(key),)
        self._mark(below)
        self._put(key + ": ")
        self._value(item, below, indent)

    def _value(self, value: _Node, path: Path, indent: int) -> None:
        self._mark(path)
        if isinstance(value, str):
            self._put(value)
            return
        lines = len(self._lines[-1]) + _length(value) > _WIDTH and not _is_row(value)
        self._put("{" if isinstance(value, dict) else "[")
        for index, entry in enumerate(value):
            self._put("" if index == 0 else "," if lines else ", ")
            if lines:
                self._line(indent + 2)
            if isinstance(value, dict):
                self._entry(entry, value[entry], path, indent + 2)
            else:
                self._value(entry, path + (index,), indent + 2)
        self._put("}" if isinstance(value, dict) else "]")


def _length(value: _Node) -> int:
    """Of a value in one line."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return 2 + sum(len(key) + 4 + _length(item) for key, item in value.items())
    return 2 + sum(2 + _length(item) for item in value)


def _is_row(value: _Node) -> bool:
    """A list of scalars, which stays in one line however long it is."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _node(value: Any, path: Path, depth: int, whole: str) -> _Node:
    """Dicts, lists and texts of YAML; TypeError and ValueError for all that a model cannot hold."""
    if depth > _DEPTH:
        raise ValueError(f"{place_in_dict(path[:4], whole)}... is nested more than {_DEPTH} levels deep: does it contain itself?")
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"{place_in_dict(path, whole)}: the key {key!r} is no text")
        return {_quoted(key, path, whole): _node(item, path + (key,), depth + 1, whole) for key, item in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [_node(item, path + (index,), depth + 1, whole) for index, item in enumerate(value)]
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Real):
        return number_text(value)
    if isinstance(value, str):
        return _quoted(value, path, whole)
    if value is None:
        raise TypeError(f"{place_in_dict(path, whole)} is None: leave the key out")
    raise TypeError(f"{place_in_dict(path, whole)} is a {type(value).__name__}: give a dict, a list, a number or a text")


def number_text(value: numbers.Real) -> str:
    """All digits of a number."""
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def _quoted(text: str, path: Path, whole: str) -> str:
    """As it is where that cannot be misread, else in double quotes, whose escapes are those of JSON."""
    if _PLAIN.fullmatch(text):
        return str(text)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{place_in_dict(path, whole)}: {text!r} is no text that can be written as UTF-8") from None
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _plain(text: str) -> str:
    """The way back from `_quoted`."""
    return str(json.loads(text)) if text.startswith('"') else text
