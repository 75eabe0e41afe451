"""Exceptions: one class for each exit status of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Union

from ._binding import lib
from ._messages import Message, Report, text_of

if TYPE_CHECKING:
    from ._check import Check
    from ._result import Result


class Error(Exception):
    """What went wrong. `str()` gives the messages as the program prints them, one in a line."""

    code = 0  #: the program's exit status

    def __init__(self, messages: Sequence[Message] = (), dropped: int = 0):
        super().__init__(tuple(messages), dropped)
        #: All errors: file, line, column, element, message, remedy. At most 20 are kept.
        self.errors: List[Message] = [message for message in messages if message.severity == "error"]
        #: What explains them: the last attempts of a run that failed, likely causes.
        self.notes: List[Message] = [message for message in messages if message.severity == "note"]

    def __str__(self) -> str:
        messages, dropped = self.args
        lines = [str(message) for message in messages]
        if dropped:
            lines.append(f"sarrus: {dropped} further errors are not shown")
        return "\n".join(lines)

    def __reduce__(self) -> Any:  # to another process go the messages, not the results in memory
        return type(self), self.args


class AnalysisError(Error):
    """The analysis failed: it does not converge, is singular, constraints contradict each other (exit status 1)."""

    code = 1
    #: What was computed before, of `check` what it has found; None if there was nothing.
    result: Union[Result, Check, None] = None


class ModelError(Error):
    """The model, or what was asked of it, is wrong (exit status 2)."""

    code = 2


class SystemFailure(Error):
    """The environment failed: a file cannot be written, memory is exhausted (exit status 3)."""

    code = 3


def out_of_memory() -> SystemFailure:
    return SystemFailure([Message("error", text_of(lib.sar_status_text(lib.SAR_NO_MEMORY)) or "")])


def error_of(status: int, report: Report) -> Error:
    """The exception for a status of the library and the messages that came with it."""
    code = lib.sar_status_exit_code(status)
    kind = next((kind for kind in (AnalysisError, ModelError) if kind.code == code), SystemFailure)
    messages = report.of_errors or [Message("error", text_of(lib.sar_status_text(status)) or "")]
    return kind(messages, report.dropped)
