"""From Python's values to those of the library: checked numbers, texts, paths; owners; signals that end an analysis."""

from __future__ import annotations

import math
import numbers
import os
import threading
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

from ._binding import ffi, lib
from ._errors import error_of, out_of_memory
from ._functions import take_raised
from ._messages import PathOf, Report, report_of
from ._yaml import number_text

#: What is a number for type checkers: numpy's are none of Python's for them.
Number = Union[float, int, "numpy.floating[Any]", "numpy.integer[Any]"]
Numbers = Union[Sequence[Number], "NDArray[Any]"]
Rows = Union[Sequence[Numbers], "NDArray[Any]"]
PathLike = Union[str, "os.PathLike[str]"]


def number(name: str, value: Any, least: float = 0) -> float:
    """A number that is not NaN and not below `least`."""
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if math.isnan(value) or value < least:
        bound = "negative" if least == 0 else f"below {least:g}"
        raise ValueError(f"{name} must not be {bound} or NaN, but is {value!r}")
    return float(value)


def positive(name: str, value: Any) -> float:
    """A number above zero, and finite."""
    found = number(name, value)
    if not 0 < found < math.inf:
        raise ValueError(f"{name} must be above 0 and finite, but is {value!r}")
    return found


def mapping(name: str, value: Any) -> Mapping[Any, Any]:
    """What is to have names: a dict, or nothing."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a dict, not {value!r}")
    return value


def count(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    whole = int(value)
    if not least <= whole <= most:
        raise ValueError(f"{name} must be from {least} to {most}, but is {value!r}")
    return whole


def setting(name: str, value: Any) -> bytes:
    """NAME=VALUE, as `--set` takes it."""
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, (numbers.Real, str)):
        raise TypeError(f"the parameter {name} must be a number or a text, not {value!r}")
    if not isinstance(value, str) and not math.isfinite(value):
        raise ValueError(f"the parameter {name} must be finite, but is {value!r}")
    return c_text(name, f"{name}={value if isinstance(value, str) else number_text(value)}")


def c_text(name: str, text: Any) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a text, not {text!r}")
    if "\0" in text:
        raise ValueError(f"{name} holds a null character")
    return text.encode("utf-8", "surrogateescape")


def path_text(path: PathLike) -> str:
    return os.fsdecode(os.fspath(path))


def file_name(path: PathLike) -> bytes:
    text = path_text(path)
    if not text:
        raise ValueError("the path of a file is empty")
    if "\0" in text:
        raise ValueError(f"the path {text!r} holds a null character")
    return os.fsencode(text)


def refuse_same_file(**files: Optional[PathLike]) -> None:
    """Two outputs in one file: the second would overwrite the first."""
    seen: Dict[str, str] = {}
    for name, path in files.items():
        if path is None:
            continue
        real = os.path.realpath(path_text(path))
        if real in seen:
            raise ValueError(f"{seen[real]} and {name} go to the same file, {path_text(path)}: give each of them a file of its own")
        seen[real] = name


#: What arrays of texts point to lives as long as they do.
_pointed_to: weakref.WeakKeyDictionary[Any, List[Any]] = weakref.WeakKeyDictionary()


def texts(values: Sequence[bytes]) -> Tuple[Any, List[Any]]:
    """An array of texts for C, and the texts."""
    kept = [ffi.new("char[]", value) for value in values]
    array = ffi.new("char *[]", kept)
    _pointed_to[array] = kept
    return array, kept


def unit_of(model: Any, si_unit: str) -> float:
    """What the model's unit of something is in SI units: of "m" 0.001 if it is in mm; 1 where there is no model."""
    if model == ffi.NULL or not si_unit:
        return 1.0
    return float(lib.sar_model_unit(model, si_unit.encode()).si)


def context() -> Any:
    """An owned context."""
    made = lib.sar_context_create()
    if made == ffi.NULL:
        raise out_of_memory()
    return owned("SarContext", made, "sar_context_destroy")


def owned(kind: str, pointer: Any, destroy: str) -> Any:
    """A pointer of the library that is destroyed when nobody refers to it any more."""
    end = getattr(lib, destroy)

    def destroyed(gone: Any) -> None:
        end(ffi.new(f"{kind} **", gone))

    return ffi.gc(pointer, destroyed)


def ran() -> Any:
    """An owned context with an empty table."""
    made = lib.sarrus_ran_create()
    if made == ffi.NULL:
        raise out_of_memory()
    return ffi.gc(made, lib.sarrus_ran_end)


def raise_again(status: int, watched: Optional[BaseException] = None) -> None:
    """What a function of the model has raised, or the handler of a signal, ends the analysis and goes on from here."""
    raised = take_raised()
    if isinstance(raised, StopIteration):  # it would end the caller's loop over steps in silence; generators do the same
        raise RuntimeError("a function of the model raised StopIteration") from raised
    if raised is not None:
        raise raised
    if status == lib.SAR_INTERRUPTED or (status == lib.SAR_OK and watched):
        raise (watched or KeyboardInterrupt()).with_traceback(None) from None


def checked(status: int, messages: Any, watched: Optional[BaseException] = None, path_of: Optional[PathOf] = None) -> Report:
    """The messages of an analysis that ended well; else the exception that says why not."""
    raise_again(status, watched)
    report = report_of(messages, path_of)
    if status != lib.SAR_OK:
        raise error_of(status, report) from watched
    return report


class Watch:
    """Looks for signals while an analysis goes on in the thread that gets them; `function` and `c` are for its options."""

    def __init__(self, function: str = "sarrus_watch_step", anywhere: bool = False):
        """anywhere: which thread it will be is not known yet."""
        self.raised: Optional[BaseException] = None
        looks = anywhere or threading.current_thread() is threading.main_thread()
        self._handle = ffi.new_handle(self) if looks else ffi.NULL
        self.c = ffi.new("SarrusWatch *", {"handle": self._handle})
        self.function = ffi.addressof(lib, function)

    def of(self, options: Any) -> Watch:
        options.progress, options.progress_self = self.function, self.c
        return self


def _keep_raised(kind: Any, raised: BaseException, traceback: Any) -> int:
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = raised
    return 1


@ffi.def_extern(onerror=_keep_raised)  # type: ignore[misc]
def sarrus_poll(handle: Any) -> int:
    """Called by C now and then. Python runs the handlers of signals here; what they raise ends the analysis."""
    return 0
