"""Studies: many runs of one model, the table of what they gave, and the parameters that are best or that fit data."""

from __future__ import annotations

import html
import os
import re
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from ._binding import ffi, lib
from ._c import PathLike, checked, context, count, file_name, mapping, owned, path_text, refuse_same_file, texts
from ._columns import Array, Columns, some
from ._facts import Facts, fields_of
from ._messages import DICT, Message, PathOf, place_in_dict, text_of
from ._program import program_path
from ._run import RunOptions
from ._yaml import Writer

if TYPE_CHECKING:
    from ._model import Model

#: A study file, or a dict that says what one would.
Study = Union[PathLike, Mapping[str, Any]]
#: Called with `Progress` after every row, and about once a second.
Watcher = Callable[["Progress"], Any]

_MOST_WORKERS = 4096
_SHOWN = 20  # rows in a notebook


@dataclass(frozen=True)
class Progress:
    """How far a study is."""

    done: int  #: runs, those of earlier calls included
    failed: int
    runs: int  #: of all; 0: not known, as of optimisations
    before: int  #: of `done` those that an earlier call has made
    seconds: float  #: since this call
    left: float  #: expected, s; NaN: not known
    workers: int
    objective: float  #: of the best point of an optimisation so far, of a fit the sum of squares; NaN: there is none
    violation: float  #: by how much of their size its constraints are broken; 0: they are kept


# ---- tables ----


class Runs(Columns):
    """The table of a study: `run`, the parameters, the responses, `status`, `message`, `steps`, `cpu_seconds`, `host` by name.

    Numbers are arrays, `status`, `message` and `host` arrays of texts. Responses of runs that failed are NaN. Rows are
    ordered by run.
    """

    def __init__(self, table: Any, warnings: Sequence[Message] = (), output: Optional[str] = None):
        """Copies a SarStudyTable."""
        self.warnings, self.output = list(warnings), output
        names: List[str] = []
        self._units: Dict[str, str] = {}
        #: Expressions of the responses.
        self.expressions: Dict[str, str] = {}
        column = ffi.new("SarStudyColumn *")
        while lib.sar_study_table_column(table, len(names), column):
            name = text_of(column.name) or ""
            names.append(name)
            self._units[name] = text_of(column.unit) or ""
            if column.expression != ffi.NULL:
                self.expressions[name] = text_of(column.expression) or ""
        varied = lib.sar_study_table_parameters(table)
        #: Names of the parameters, and of the responses.
        self.parameters: Tuple[str, ...] = tuple(names[:varied])
        self.responses: Tuple[str, ...] = tuple(names[varied : varied + lib.sar_study_table_responses(table)])
        self._fill(table)
        self._index = {name: i for i, name in enumerate(self._arrays)}

    def _fill(self, table: Any) -> None:
        rows = lib.sar_study_table_rows(table)
        varied, given = len(self.parameters), len(self.responses)
        numbers, answers = numpy.empty((varied, rows)), numpy.full((given, rows), numpy.nan)
        gradients: List[Optional[Array]] = []
        words: Dict[str, List[str]] = {"status": [], "message": [], "host": []}
        counts: Dict[str, List[int]] = {"run": [], "steps": []}
        spent = numpy.empty(rows)
        row = ffi.new("SarStudyRow *")
        for index in range(rows):
            lib.sar_study_table_row(table, index, row)
            numbers[:, index] = ffi.unpack(row.parameters, varied) if varied else []
            answers[:, index] = ffi.unpack(row.responses, given) if given and row.responses else numpy.nan
            known = row.gradient != ffi.NULL
            gradients.append(numpy.array(ffi.unpack(row.gradient, given * varied)).reshape(given, varied) if known else None)
            words["status"].append(text_of(lib.sar_row_status_name(row.status)) or "")
            words["message"].append(text_of(row.message) or "")
            words["host"].append(text_of(row.host) or "")
            counts["run"].append(row.run)
            counts["steps"].append(row.steps)
            spent[index] = row.cpu_seconds
        #: d response / d parameter of each row, where it was asked for; None: not known.
        self.gradients = gradients
        texts_of = {name: numpy.array(values, dtype=object) for name, values in words.items()}
        whole = {name: numpy.array(values, dtype=numpy.int64) for name, values in counts.items()}
        self._arrays: Dict[str, Any] = {"run": whole["run"]}
        self._arrays.update(zip(self.parameters, numbers))
        self._arrays.update(zip(self.responses, answers))
        self._arrays.update(status=texts_of["status"], message=texts_of["message"], steps=whole["steps"])
        self._arrays.update(cpu_seconds=spent, host=texts_of["host"])

    def _values(self, index: int) -> Array:
        array: Array = list(self._arrays.values())[index]
        return array

    @property
    def units(self) -> Dict[str, str]:
        """Units of parameters and responses: those of the model."""
        return {name: self._units.get(name, "s" if name == "cpu_seconds" else "") for name in self._index}

    @property
    def rows(self) -> int:
        """How many runs there are."""
        return len(self._arrays["run"])

    @property
    def done(self) -> Any:
        """Which of them have responses: an array of bool, for `runs["peak"][runs.done]`."""
        return numpy.isin(self._arrays["status"].astype(str), ["done", "stopped"])

    def close(self) -> None:
        """Nothing is held: the table is in memory. So that `with open(..)` suits both kinds of files."""

    def __enter__(self) -> Runs:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def row(self, index: int) -> Dict[str, Any]:
        """One row by names."""
        return {name: values[index] for name, values in self._arrays.items()}

    def _repr_html_(self) -> str:
        """For notebooks: the first rows."""
        heads = "".join(f"<th>{html.escape(_with_unit(name, self.units[name]))}</th>" for name in self)
        rows = [[_cell(values[index]) for values in self._arrays.values()] for index in range(min(self.rows, _SHOWN))]
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        more = f"<div>and {self.rows - _SHOWN} more</div>" if self.rows > _SHOWN else ""
        return f"<table><tr>{heads}</tr>{body}</table>{more}"

    def __repr__(self) -> str:
        bad = self.rows - int(self.done.sum())
        lines = [f"<sarrus.Runs: {self.rows} of them{f', {bad} without responses' if bad else ''}"]
        lines.append(f"  {some(self.columns)}")
        lines += [f"  written to {self.output}"] if self.output else []
        lines += [f"  {warning}" for warning in self.warnings]
        return "\n".join(lines) + ">"


def _with_unit(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def read_runs(path: PathLike) -> Runs:
    """The table `/runs` of a results file, or of the journal of a study that goes on."""
    messages, out = context(), ffi.new("SarStudyTable **")
    report = checked(lib.sar_study_table_read(messages, file_name(path), out), messages)
    table = owned("SarStudyTable", out[0], "sar_study_table_destroy")
    return Runs(table, report.warnings, path_text(path))


# ---- what is asked for ----


class _Asked:
    """A study that was read, and its messages."""

    def __init__(self, study: Study):
        self.context = context()
        self.path_of: Optional[PathOf] = None
        out = ffi.new("SarStudy **")
        if isinstance(study, Mapping):
            self.path_of = writer = Writer(study, "study")
            status = lib.sar_study_parse(self.context, DICT.encode(), writer.text.encode("utf-8"), out)
        else:
            status = lib.sar_study_read(self.context, file_name(study), out)
        checked(status, self.context, path_of=self.path_of)
        kept = self.context

        def end(gone: Any, kept: Any = kept) -> None:  # its context must outlive it
            lib.sar_study_destroy(ffi.new("SarStudy **", gone))

        self.c = ffi.gc(out[0], end)

    def names(self, many: Any, get: Any) -> List[str]:
        column, found = ffi.new("SarStudyColumn *"), []
        for index in range(many(self.c)):
            get(self.c, index, column)
            found.append(text_of(column.name) or "")
        return found

    @property
    def parameters(self) -> List[str]:
        return self.names(lib.sar_study_parameters, lib.sar_study_parameter)

    @property
    def responses(self) -> List[str]:
        return self.names(lib.sar_study_responses, lib.sar_study_response)


_OF_ONE_RUN = ("sensitivity", "output", "csv", "steps_csv")


class _Options:
    """SarStudyOptions of keywords. `c`: for the library."""

    def __init__(
        self,
        model: Any,
        output: Optional[PathLike],
        *,
        csv: Optional[PathLike],
        workers: int,
        again: bool,
        progress: Optional[Watcher],
        run: Optional[Mapping[str, Any]],
    ):
        self.raised: Optional[BaseException] = None
        refuse_same_file(output=output, csv=csv)
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be callable, not {progress!r}")
        self.progress = progress
        self.c = ffi.new("SarStudyOptions *", lib.sar_study_options_default())
        for name in _OF_ONE_RUN:
            if mapping("run", run).get(name) is not None:
                raise TypeError(f"{name!r} belongs to a single run, and not to all runs of a study")
        self._handle, self._run = ffi.new_handle(self), RunOptions(model, run or {})
        files = {"output": output, "csv": csv}
        self._files = {name: ffi.new("char[]", file_name(path)) for name, path in files.items() if path is not None}
        for name, path in self._files.items():
            setattr(self.c, name, path)
        self.c.again, self.c.workers = bool(again), count("workers", workers, 0, _MOST_WORKERS)
        self._command, words = texts([os.fsencode(program_path()), b"worker"])
        self.c.command, self.c.ncommand = self._command, len(words)
        self.c.run = self._run.c[0]
        self.c.progress, self.c.progress_self = lib.sarrus_study_progress, self._handle


def _keep_raised(kind: Any, raised: BaseException, traceback: Any) -> int:
    ffi.from_handle(traceback.tb_frame.f_locals["handle"]).raised = raised
    return 1


@ffi.def_extern(onerror=_keep_raised)  # type: ignore[misc]
def sarrus_study_progress(handle: Any, progress: Any) -> int:
    """Python runs the handlers of signals here; what they, or the user's function, raise ends the study for now."""
    options: _Options = ffi.from_handle(handle)
    if options.progress is not None:
        told = {name: getattr(progress, name) for name in Progress.__dataclass_fields__}
        options.progress(Progress(**told))
    return 0


def sweep_of(study: Study, model: Any, output: Optional[PathLike], given: Mapping[str, Any]) -> Runs:
    """model: SarModel, in whose unit times are; null: in s."""
    asked, out = _Asked(study), ffi.new("SarStudyTable **")
    options = _Options(model, output, **given)
    status = lib.sar_sweep(asked.context, asked.c, options.c, out)
    table = owned("SarStudyTable", out[0], "sar_study_table_destroy") if out[0] else None
    report = checked(status, asked.context, options.raised, asked.path_of)
    assert table is not None
    return Runs(table, report.warnings, None if output is None else path_text(output))


def optimize_of(study: Study, model: Any, output: Optional[PathLike], given: Mapping[str, Any]) -> Optimum:
    asked, out = _Asked(study), ffi.new("SarOptimum const **")
    options = _Options(model, output, **given)
    status = lib.sar_optimize(asked.context, asked.c, options.c, out)
    try:
        report = checked(status, asked.context, options.raised, asked.path_of)
        return Optimum(out[0][0], asked, report.warnings, None if output is None else path_text(output))
    finally:
        lib.sar_optimum_destroy(out)


def sweep(
    study: Study,
    *,
    output: Optional[PathLike] = None,
    csv: Optional[PathLike] = None,
    workers: int = 0,
    again: bool = False,
    progress: Optional[Watcher] = None,
    run: Optional[Mapping[str, Any]] = None,
) -> Runs:
    """All runs of a study: of a file `study.yaml`, or a dict that says the same. Gives the table.

    Worker processes of the program do the runs (workers: one for each processor where it is 0); one that crashes or takes
    too long costs its run, which becomes a row with a message. output: an HDF5 file, to which every row goes at once: after
    Ctrl-C, or worse, the same call goes on where it was cut off. again: what is there is thrown away. progress: called
    with `Progress` after every row; what it raises ends the sweep as Ctrl-C does. run: options of all runs, as of `Model.run`:
    `run={"end": 3, "tolerance": 1e-8}`, with times in s.
    """
    given = {"csv": csv, "workers": workers, "again": again, "progress": progress, "run": run}
    return sweep_of(study, ffi.NULL, output, given)


class Optimum(Facts):
    """What an optimisation or a fit found: `parameters`, `objective`, `converged`, `reason`, `responses`, ... by name.

    Of a fit: `deviation` (standard deviations), `covariance` (an array in the order of the parameters), `quantile`, and `curves`:
    the columns and data that were compared, with `times` (s), `measured` and `model` as arrays.
    `history` has every evaluation.
    """

    def __init__(self, c: Any, asked: _Asked, warnings: Sequence[Message], output: Optional[str]):
        names, answers = asked.parameters, asked.responses
        found = fields_of(c)
        for name in ("parameters", "start", "deviation", "bounds"):
            values = getattr(c, name)
            found[name] = dict(zip(names, ffi.unpack(values, len(names)))) if values else None
        found["responses"] = dict(zip(answers, ffi.unpack(c.responses, len(answers)))) if c.responses else None
        square = len(names)
        known = c.covariance != ffi.NULL
        found["covariance"] = numpy.array(ffi.unpack(c.covariance, square**2)).reshape(square, square) if known else None
        for curve, known_of in zip(found["curves"], c.curves[0 : c.ncurves] if c.ncurves else []):
            for name in ("times", "measured", "model"):
                curve[name] = numpy.array(ffi.unpack(getattr(known_of, name), known_of.rows))
        for limit in found["limits"]:
            limit["response"] = answers[limit["response"]]
        found["history"] = Runs(c.history, (), output)
        super().__init__(found, warnings)


def optimize(
    study: Study,
    *,
    output: Optional[PathLike] = None,
    csv: Optional[PathLike] = None,
    workers: int = 0,
    again: bool = False,
    progress: Optional[Watcher] = None,
    run: Optional[Mapping[str, Any]] = None,
) -> Optimum:
    """The best parameters by `optimize:` of a study, or those that fit data by `fit:`. Keywords: as of `sweep`.

    With `output` the same call goes on where it was cut off: what was computed is not computed again.
    """
    given = {"csv": csv, "workers": workers, "again": again, "progress": progress, "run": run}
    return optimize_of(study, ffi.NULL, output, given)


def plan(study: Study) -> Dict[str, Any]:
    """What a study would do, without a run: `title`, `model`, `runs`, `responses`, and `parameters` of all runs as arrays."""
    asked = _Asked(study)
    names, runs = asked.parameters, lib.sar_study_runs(asked.c)
    values, row = numpy.empty((runs, len(names))), ffi.new("double[]", max(len(names), 1))
    for run in range(runs):
        checked(lib.sar_study_values(asked.c, run, row), asked.context, path_of=asked.path_of)
        values[run] = ffi.unpack(row, len(names)) if names else []
    return {
        "title": text_of(lib.sar_study_title(asked.c)) or "",
        "model": text_of(lib.sar_study_model(asked.c)) or "",
        "runs": runs,
        "responses": asked.responses,
        "parameters": dict(zip(names, values.T)),
    }


# ---- studies of a model that is loaded ----


def _varied(value: Any) -> Any:
    """(from, to, count) is a range; lists and arrays are values; all else is as the study file has it."""
    if isinstance(value, tuple):
        if len(value) not in (2, 3):
            raise TypeError(f"a range is (from, to) or (from, to, count), not {value!r}")
        return dict(zip(("from", "to", "count"), value))
    return value


_WRITTEN = "\n# written for the study beside it, and overwritten with it\n"


def _write_model(path: str, text: str) -> None:
    """A file of that name that somebody else has written is not overwritten."""
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            if not file.read().endswith(_WRITTEN):
                raise FileExistsError(f"{path} exists, and the model of the study would overwrite it; give another output")
    with tempfile.NamedTemporaryFile("w", dir=".", prefix=path, delete=False, encoding="utf-8") as new:
        new.write(text + _WRITTEN)
    os.replace(new.name, path)


@contextmanager
def study_of(
    model: Model, vary: Mapping[str, Any], output: Optional[PathLike], more: Mapping[str, Any]
) -> Iterator[Dict[str, Any]]:
    """The dict of a study. A model that has no file gets one in the current folder, where files that it includes are looked
    for: with the name of the output, or for as long as the study lasts."""
    if model._functions:
        names = ", ".join(model._functions)
        text = f"functions of Python cannot go to worker processes: {names}"
        raise ValueError(f"{text}; write them as expressions, or as a plugin")
    if model._deck:
        raise ValueError("options of decks and robots cannot go to worker processes: convert the model (sarrus.convert)")
    study: Dict[str, Any] = {"study": model._name, **{key: value for key, value in more.items() if value is not None}}
    study["vary"] = {name: _varied(value) for name, value in mapping("vary", vary).items()}
    fixed = {name: value for name, value in model._given.items() if name not in vary}
    if fixed:
        study["set"] = fixed
    if model.path is not None:
        yield {**study, "model": os.path.abspath(model.path)}
    elif model._text is None:
        raise ValueError("a model that was built element by element has no file for worker processes: write it as a dict")
    elif output is not None:
        path = os.path.splitext(os.path.basename(path_text(output)))[0] + ".model.yaml"
        _write_model(path, model._text)
        yield {**study, "model": os.path.abspath(path)}
    else:
        with tempfile.NamedTemporaryFile("w", dir=".", prefix="study-", suffix=".model.yaml", encoding="utf-8") as file:
            file.write(model._text)
            file.flush()
            yield {**study, "model": os.path.abspath(file.name)}


def name_places(runs: Runs, study: Mapping[str, Any], model: Model) -> None:
    """Messages of runs name places in the model's file. One that was written for the study alone is gone: they name its keys."""
    file = study["model"]
    if model._path_of is None or os.path.exists(file):
        return
    path_of: PathOf = model._path_of

    def place(found: Any) -> str:
        return place_in_dict(path_of(int(found[1]), int(found[2])) or ())

    pattern = re.compile(r"\S*" + re.escape(os.path.basename(file)) + r":(\d+):(\d+)(?=:)")
    messages = runs["message"]
    messages[:] = [pattern.sub(place, text) for text in messages]
