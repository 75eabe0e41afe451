"""Structs of the library as Python's values, and what an analysis says as an object with their names."""

from __future__ import annotations

import difflib
import html
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from ._binding import ffi, lib
from ._messages import Message, text_of


def fields_of(struct: Any) -> Dict[str, Any]:
    """Any struct: numbers, texts (None where they are empty), structs as dicts, arrays as lists.

    `nlist` says how many a `list` has and is left out; pointers to anything else are left out, too.
    """
    members = dict(ffi.typeof(struct).fields)
    found: Dict[str, Any] = {}
    for name, field in members.items():
        value, kind = getattr(struct, name), field.type
        if kind.kind in ("array", "pointer") and kind.item.cname == "char":
            value = text_of(value) or None
        elif kind.kind == "array":
            value = _values(value[0 : _length_of(struct, name)], kind.item)
        elif kind.kind == "struct":
            value = fields_of(value)
        elif kind.kind == "pointer":
            if "n" + name not in members:
                continue
            value = _values(value[0 : _length_of(struct, name)] if value else [], kind.item)
        found[name] = value
    return {name: value for name, value in found.items() if not (name[0] == "n" and isinstance(found.get(name[1:]), list))}


def _values(values: Any, item: Any) -> List[Any]:
    if item.kind == "struct":
        return [fields_of(one) for one in values]
    return [text_of(one) if item.kind == "pointer" else one for one in values]


def _length_of(struct: Any, name: str) -> int:
    """Of an array `list` as many as `nlist` says; all where nothing does."""
    return int(getattr(struct, "n" + name)) if hasattr(struct, "n" + name) else len(getattr(struct, name))


def length_scale(scale: Mapping[str, Any], model: Any) -> Dict[str, Any]:
    """SarLengthScale as the program tells it."""
    metre = lib.sar_model_unit(model, b"m")
    return {"value": scale["length"] / metre.si, "unit": text_of(metre.name), "from": scale["from"]}


class Facts(Mapping[str, Any]):
    """What an analysis says, with the keys of the program's `--json`: `check["degrees_of_freedom"]` or `check.degrees_of_freedom`.

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
        rows = [f"<tr><th style='text-align:left'>{html.escape(key)}</th><td style='text-align:left'>{html.escape(_short(value))}</td></tr>" for key, value in self._found.items()]
        return f"<table>{''.join(rows)}</table>" + "".join(f"<div>{html.escape(str(warning))}</div>" for warning in self._warnings)


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
