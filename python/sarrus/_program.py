"""The program `sarrus`, for what it has beyond the library: pages, pictures, conversions, and workers of studies."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, List, Mapping, Optional

from ._binding import ffi, lib
from ._c import PathLike, path_text
from ._errors import AnalysisError, Error, ModelError, SystemFailure
from ._messages import Message

_BEFORE = "sarrus: error: "  # what the program prints before a message without a place, as Message does
_KINDS = {kind.code: kind for kind in (AnalysisError, ModelError)}


def program_path() -> str:
    """Where the program is: what SARRUS_PROGRAM names, else the one that belongs to the library, else the first on the PATH."""
    asked = os.environ.get("SARRUS_PROGRAM")
    if asked:
        found = shutil.which(asked)
        if not found:
            text = f"SARRUS_PROGRAM is {asked}, which is no program"
            raise SystemFailure([_message(text, "let it name the program `sarrus`")])
        return os.path.abspath(found)
    for path in _beside_the_library():
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("sarrus")
    if found:
        return os.path.abspath(found)
    raise SystemFailure([_message("the program `sarrus` was not found", "put it on the PATH, or let SARRUS_PROGRAM name it")])


def _beside_the_library() -> List[str]:
    """In a build folder both lie together; below a prefix it is in `bin`, and the library in `lib` or a folder of that."""
    library = lib.sarrus_library()
    if library == ffi.NULL:
        return []
    folder = os.path.dirname(os.path.abspath(os.fsdecode(ffi.string(library))))
    places = [folder, os.path.join(folder, "..", "bin"), os.path.join(folder, "..", "..", "bin")]
    return [os.path.normpath(os.path.join(place, "sarrus")) for place in places]


def program(verb: str, *operands: PathLike, **options: Any) -> Any:
    """Runs a command of the program and gives what it answers as JSON: `sarrus.program("methods")`.

    Options are keywords: `max_size=5` is `--max-size 5`, `True` a word alone, a list an option several times, one letter
    `-o`. What goes wrong is raised as of all other functions. The program is the one that SARRUS_PROGRAM names, that
    belongs to the library, or that is on the PATH.

    >>> import sarrus
    >>> sarrus.program("describe", "revolute")[0]["name"]
    'revolute'
    """
    words = [verb, *(path_text(operand) for operand in operands)]
    for name, value in options.items():
        option = f"-{name}" if len(name) == 1 else "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is None or one is False:
                continue
            words += [option] if one is True else [option, one if isinstance(one, str) else path_or_number(one)]
    done = subprocess.run([program_path(), *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    answer = _answer(done.stdout)
    if done.returncode == 130:
        raise KeyboardInterrupt
    if done.returncode != 0:
        raise _error(done.returncode, answer, done.stderr.decode("utf-8", "replace"))
    return answer


def path_or_number(value: Any) -> str:
    return os.fsdecode(value) if isinstance(value, (os.PathLike, bytes)) else str(value)


def _answer(text: bytes) -> Any:
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except ValueError:
        return None


def _error(code: int, answer: Any, printed: str) -> Error:
    told: List[Mapping[str, Any]] = answer.get("errors", []) if isinstance(answer, dict) else []
    known = ("message", "remedy", "element", "file", "line", "column")
    messages = [Message("error", **{name: one[name] for name in known if one.get(name) is not None}) for one in told]
    kind = _KINDS.get(code, SystemFailure)
    said = printed.strip()
    if said.startswith(_BEFORE):
        said = said[len(_BEFORE) :]
    return kind(messages or [_message(said or f"the program ended with status {code}")])


def _message(text: str, remedy: Optional[str] = None) -> Message:
    return Message("error", text, remedy)


# ---- commands ----


def page(results: PathLike, *others: PathLike, output: PathLike, **options: Any) -> Dict[str, Any]:
    """Results as a page for any browser; others are laid over the first. Options: those of `sarrus page`."""
    return dict(program("page", results, *others, o=output, **options))


def plot(results: PathLike, *quantities: str, output: PathLike, **options: Any) -> Any:
    """Columns of a results file, or the mechanism, as a picture (SVG). Options: those of `sarrus plot`."""
    return program("plot", results, *quantities, o=output, **options)


def convert(source: PathLike, output: PathLike, **options: Any) -> Any:
    """Another form of a model, such as an Adams deck as a model file. Options: those of `sarrus convert`."""
    return program("convert", source, o=output, **options)


def export(model: PathLike, output: PathLike, **options: Any) -> Any:
    """A model file as an FMU, for co-simulation in other programs. Options: those of `sarrus export`."""
    return program("export", model, o=output, **options)


def reduce(*files: PathLike, output: PathLike, **options: Any) -> Any:
    """A flexible body with few unknowns from a finite-element model. Options: those of `sarrus reduce`."""
    return program("reduce", *files, o=output, **options)


def stress(results: PathLike, body: str, **options: Any) -> Any:
    """Stresses in a flexible body during a run. Options: those of `sarrus stress`."""
    return program("stress", results, body, **options)


def spectrum(*methods: str, **options: Any) -> Any:
    """How methods damp and delay an oscillator. Options: those of `sarrus spectrum`."""
    return program("spectrum", *methods, **options)


def describe(*names: str, **options: Any) -> Any:
    """The elements of a model file and what they take: of one class, or all of them."""
    return program("describe", *names, **options)


def reproduce(*items: str, **options: Any) -> Any:
    """A published result, computed again; without an item: what there is."""
    return program("reproduce", *items, **options)
