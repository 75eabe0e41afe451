"""Messages of the library as Python objects, in the order and the words of the program."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, List, Optional, Protocol, Sequence, Tuple, Union

from ._binding import ffi, lib

Path = Tuple[Union[str, int], ...]


class PathOf(Protocol):
    """From lines and columns of a text that was made of a dict to the keys of that."""

    whole: str  #: what the dict is called: "model", "study"

    def __call__(self, line: int, column: int) -> Optional[Path]: ...


_SEVERITIES = {lib.SAR_NOTE: "note", lib.SAR_WARNING: "warning", lib.SAR_ERROR: "error"}


def text_of(characters: Any) -> Optional[str]:
    """A C string; None for a null pointer."""
    return None if characters == ffi.NULL else ffi.string(characters).decode("utf-8", "backslashreplace")


def place_in_dict(path: Path, whole: str = "model") -> str:
    """model['bodies']['rod']['at'][0]"""
    return whole + "".join(f"[{key!r}]" for key in path)


def _shown(text: str) -> str:
    """What comes from a file may not steer the terminal."""
    return re.sub("[\x00-\x09\x0b-\x1f\x7f-\x9f\udc80-\udcff]", lambda found: f"\\x{ord(found[0]) & 0xff:02x}", text)


@dataclass(frozen=True)
class Message:
    """What is wrong, where, and what to do about it. `str()` gives the line that the program prints."""

    severity: str  #: "error", "warning" or "note"
    message: str  #: what is wrong
    remedy: Optional[str] = None  #: what to do about it
    element: Optional[str] = None  #: the element concerned
    file: Optional[str] = None  #: where it stands: None if it has no place
    line: int = 0  #: from 1; 0: not known
    column: int = 0
    path: Optional[Path] = None  #: keys that lead to it in a model, or a study, that was given as a dict
    whole: str = "model"  #: what that dict is

    @property
    def place(self) -> str:
        """`model.yaml:3:7`, or `model['bodies']['rod']['mass']` in a dict."""
        if self.path is not None:
            return place_in_dict(self.path, self.whole)
        if self.file is None:
            return "sarrus"
        return ":".join([self.file] + [str(number) for number in (self.line, self.column if self.line else 0) if number > 0])

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity}: "
        if self.element and not re.search(rf"(?<![\w.]){re.escape(self.element)}(?![\w.])", self.message, re.ASCII):
            text += f"{self.element}: "
        text += self.message
        if self.remedy:
            text += (" " if self.message.endswith("?") else "; ") + self.remedy
        return _shown(text)


@dataclass(frozen=True)
class Report:
    """The messages of a context, sorted as the program sorts them."""

    messages: Sequence[Message]
    explaining: Sequence[bool]  #: notes that explain the error before them
    dropped: int  #: errors beyond those that are kept

    @property
    def warnings(self) -> List[Message]:
        return [message for message in self.messages if message.severity == "warning"]

    @property
    def of_errors(self) -> List[Message]:
        """Errors, each followed by the notes that explain it."""
        pairs = zip(self.messages, self.explaining)
        return [message for message, explains in pairs if explains or message.severity == "error"]


def _message(diagnostic: Any, path_of: Optional[PathOf]) -> Message:
    source = diagnostic.source
    file = None if source.file == ffi.NULL else os.fsdecode(ffi.string(source.file))
    return Message(
        severity=_SEVERITIES[diagnostic.severity],
        message=text_of(diagnostic.message) or "",
        remedy=text_of(diagnostic.remedy) or None,
        element=text_of(diagnostic.element),
        file=file,
        line=source.line,
        column=source.column,
        path=path_of(source.line, source.column) if path_of and file == DICT and source.line > 0 else None,
        whole=path_of.whole if path_of else "model",
    )


#: What messages call a model that was given as a dict.
DICT = "<dict>"


def report_of(context: Any, path_of: Optional[PathOf] = None) -> Report:
    """What a context holds. path_of: from lines and columns to keys, where the model was a dict."""
    found, explaining, keys = [], [], []
    files: List[Optional[str]] = []
    about = None  # the error that notes explain
    for index in range(lib.sar_context_count(context)):
        diagnostic = lib.sar_context_get(context, index)
        message = _message(diagnostic, path_of)
        explains = message.severity == "note" and diagnostic.status != lib.SAR_OK
        if message.severity == "error":
            about = message
        placed = about if explains and about else message
        if placed.file not in files:
            files.append(placed.file)
        far = float("inf")
        keys.append((far if placed.file is None else files.index(placed.file), placed.line or far, placed.column, index))
        found.append(message)
        explaining.append(explains)
    order = sorted(range(len(found)), key=keys.__getitem__)
    kept = sum(message.severity == "error" for message in found)
    return Report([found[i] for i in order], [explaining[i] for i in order], lib.sar_context_errors(context) - kept)
