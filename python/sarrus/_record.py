"""Results files as records of runs: gone on with, repeated, rescued, compared."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

from ._binding import ffi, lib
from ._c import PathLike, Watch, c_text, checked, context, file_name, raise_again, ran, texts
from ._errors import error_of
from ._facts import Facts, fields_of
from ._functions import Functions, add_functions
from ._messages import report_of, text_of
from ._result import Result
from ._run import RunOptions, finished


class _Record:
    """A run as its results file remembers it."""

    def __init__(self, path: PathLike, functions: Optional[Functions], load_plugins: bool):
        self.context = context()
        self._plugins = add_functions(self.context, functions)
        out = ffi.new("SarRecord **")
        checked(lib.sar_record_open(self.context, file_name(path), out), self.context)
        plugins = self._plugins

        def close(record: Any, kept: Any = (self.context, plugins)) -> None:  # these must outlive it
            lib.sar_record_close(ffi.new("SarRecord **", record))

        self.c = ffi.gc(out[0], close)
        if load_plugins and self._has_shared_objects():
            checked(lib.sar_record_load_plugins(self.c), self.context)

    def _has_shared_objects(self) -> bool:
        plugin, index = ffi.new("SarRecordPlugin *"), 0
        while lib.sar_record_plugin(self.c, index, plugin):
            if text_of(plugin.path):
                return True
            index += 1
        return False

    @property
    def model(self) -> Any:
        return lib.sar_record_model(self.c)

    @property
    def bodies(self) -> int:
        return int(lib.sar_system_bodies(lib.sar_record_system(self.c)))

    @property
    def results(self) -> str:
        return text_of(lib.sar_record_results(self.c)) or ""


def resume(
    results: PathLike,
    *,
    functions: Optional[Functions] = None,
    load_plugins: bool = False,
    csv: Optional[PathLike] = None,
    steps_csv: Optional[PathLike] = None,
    checkpoint_seconds: Optional[float] = None,
) -> Result:
    """Goes on with a run that was cut off, to its end: bit for bit as if it had never been cut off.

    results: its HDF5 file or journal, which is completed. functions: those of Python that the model calls, as `load` got
    them. load_plugins: shared objects that the file names are loaded; they may do whatever you may, so only for files
    that you trust.
    """
    record, got = _Record(results, functions, load_plugins), ran()
    given = {"csv": csv, "steps_csv": steps_csv, "checkpoint_seconds": checkpoint_seconds}
    options = RunOptions(record.model, given)
    options.c.table = got.table
    watch, summary = Watch().of(options.c), ffi.new("SarRunSummary *", {"status": lib.SAR_RUN_FAILED})
    status = lib.sar_resume(record.c, options.c, summary)
    return finished(
        status,
        got,
        summary,
        watch.raised,
        model=record.model,
        title=text_of(lib.sar_model_title(record.model)) or record.results,
        warnings=[],
        output=record.results,
        messages=record.context,
        keep=record,
    )


class Verification(Facts):
    """Whether a run gave the same again, with the keys of `sarrus verify --json`."""

    def __bool__(self) -> bool:
        return bool(self["same"])


def verify(results: PathLike, *, functions: Optional[Functions] = None, load_plugins: bool = False) -> Verification:
    """Runs the model of a results file again and compares the bits. True if they are the same, and the file unchanged."""
    record = _Record(results, functions, load_plugins)
    options = RunOptions(record.model, {})
    watch, out = Watch().of(options.c), ffi.new("SarVerification *")
    status = lib.sar_verify(record.c, options.c, out)
    raise_again(status, watch.raised)
    report = report_of(record.context)
    told = status == lib.SAR_OK or (status == lib.SAR_FAILED and not out.same and out.stored[0] != b"\0")
    if not told:
        raise error_of(status, report)
    found = fields_of(out[0])
    found["lacks_error_bars"] = found.pop("lacks_bars")
    return Verification(found, report.warnings)


def recover(journal: PathLike, output: Optional[PathLike] = None) -> Facts:
    """Makes the HDF5 file of a journal (`OUT.h5.part`) that a run has left, and deletes the journal.

    output: its path; without it the journal's name without `.part`. Keys: those of `sarrus recover --json`.
    """
    messages, out = context(), ffi.new("SarRecovery *")
    hdf5 = ffi.NULL if output is None else ffi.new("char[]", file_name(output))
    status = lib.sar_recover(messages, file_name(journal), hdf5, out)
    try:
        report = checked(status, messages)
        found = fields_of(out[0])
    finally:
        lib.sar_recovery_free(out)
    found["written"], found["complete"] = found.pop("path"), found.pop("ended")
    return Facts(found, report.warnings)


class Comparison(Facts):
    """How two results files differ, with the keys of `sarrus compare --json`; true if they are identical."""

    def __bool__(self) -> bool:
        return bool(self["identical"])


def compare(one: PathLike, other: PathLike, columns: Union[str, Sequence[str]] = ()) -> Comparison:
    """How two results files differ, column by column; the largest difference first.

    columns: patterns such as "crank.*" or "*.angle"; without them all columns.
    """
    messages, out = context(), ffi.new("SarComparison const **")
    asked = [columns] if isinstance(columns, str) else list(columns)
    if asked:
        patterns, kept = texts([c_text("columns", pattern) for pattern in asked])
        status = lib.sar_compare_columns(messages, file_name(one), file_name(other), patterns, len(kept), out)
    else:
        status = lib.sar_compare(messages, file_name(one), file_name(other), out)
    try:
        report = checked(status, messages)
        found = fields_of(out[0][0])
    finally:
        lib.sar_comparison_destroy(out)
    found["difference"] = found.pop("worst")
    for column in found["columns"]:
        column["time"] = column.pop("at")
    return Comparison(found, report.warnings)
