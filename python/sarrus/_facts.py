"""Structs of the library as Python's values, and what an analysis says as an object with their names."""

from __future__ import annotations

import difflib
import functools
import html
import sys
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ._binding import ffi, lib
from ._messages import Message, text_of


@functools.lru_cache(maxsize=None)
def _layout(kind: Any) -> List[Tuple[str, Any, Optional[str]]]:
    """Names and types of the members of a struct, and the member that says how many a list has."""
    members = dict(kind.fields)
    found = []
    for name, field in members.items():
        counted = sys.intern("n" + name) if "n" + name in members else None
        is_count = name[0] == "n" and name[1:] in members and members[name[1:]].type.kind in ("array", "pointer")
        pointer = field.type.kind == "pointer" and field.type.item.cname != "char"
        if not is_count and not (pointer and counted is None):
            found.append((sys.intern(name), field.type, counted))
    return found


def fields_of(struct: Any) -> Dict[str, Any]:
    """Any struct: numbers, texts (None where they are empty), structs as dicts, arrays as lists.

    `nlist` says how many a `list` has and is left out; pointers to anything else are left out, too.
    """
    found: Dict[str, Any] = {}
    for name, kind, counted in _layout(ffi.typeof(struct)):
        value = getattr(struct, name)
        if kind.kind in ("array", "pointer"):
            if kind.item.cname == "char":
                value = text_of(value) or None
            else:
                count = len(value) if counted is None else getattr(struct, counted)
                value = _values(value[0:count] if count and value else [], kind.item)
        elif kind.kind == "struct":
            value = fields_of(value)
        found[name] = value
    return found


def _values(values: Any, item: Any) -> List[Any]:
    if item.kind == "struct":
        return [fields_of(one) for one in values]
    return [text_of(one) for one in values] if item.kind == "pointer" else list(values)


def length_scale(scale: Mapping[str, Any], model: Any) -> Dict[str, Any]:
    """SarLengthScale as the program tells it."""
    metre = lib.sar_model_unit(model, b"m")
    return {"value": scale["length"] / metre.si, "unit": text_of(metre.name), "from": scale["from"]}


class Facts(Mapping[str, Any]):
    """What an analysis says, with the keys of the program's `--json`: `check["bodies"]` or `check.bodies`.

    Numbers are in the model's units; NaN: not known. `dict(facts)` is a plain dict.
    """

    def __init__(self, found: Mapping[str, Any], warnings: Sequence[Message] = ()):
        self._found = dict(found)
        self._warnings = list(warnings)

    @property
    def warnings(self) -> List[Message]:
        """The warnings that the program would have printed."""
        return self._warnings

    def __getitem__(self, key: str) -> Any:
        try:
            return self._found[key]
        except KeyError:
            raise KeyError(f"there is no {key!r}{_meant(key, self._found)}") from None

    def __getattr__(self, name: str) -> Any:
        found: Optional[Dict[str, Any]] = self.__dict__.get("_found")
        if found is None or name not in found:
            raise AttributeError(f"{type(self).__name__} has no {name!r}{_meant(name, found or {})}")
        return found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._found]

    def __repr__(self) -> str:
        lines = [f"<sarrus.{type(self).__name__}"]
        lines += [f"  {key}: {_short(value)}" for key, value in self._found.items()]
        lines += [f"  {warning}" for warning in self._warnings]
        return "\n".join(lines) + ">"

    def _repr_html_(self) -> str:
        """For notebooks: a table."""
        rows = [(html.escape(key), html.escape(_short(value))) for key, value in self._found.items()]
        cells = "".join(f"<tr style='text-align:left'><th>{key}</th><td>{value}</td></tr>" for key, value in rows)
        return f"<table>{cells}</table>" + "".join(f"<div>{html.escape(str(warning))}</div>" for warning in self._warnings)


def _meant(key: object, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(key, known, n=1) if isinstance(key, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)) and len(value) > 4:
        return f"{len(value)} of them"
    text = repr(value) if not isinstance(value, str) else value
    return text if len(text) <= 100 else text[:97] + "..."
