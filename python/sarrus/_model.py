"""Models: read, compiled, run."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._binding import ffi, lib
from ._c import Number, PathLike, file_name, path_text, setting, texts
from ._errors import error_of, out_of_memory
from ._messages import DICT, Message, PathOf, report_of, text_of
from ._result import Result
from ._run import simulate
from ._yaml import Writer

Source = Union[PathLike, Mapping[str, Any]]


def load(source: Source, /, **parameters: Union[Number, str]) -> Model:
    """Reads a model: the path of a model file, or a dict that says what such a file would.

    parameters replace those of the model, as `--set` of the program does: numbers in its units, or expressions such as
    `"30 deg"`. Parameters of sub-models: `**{"left.ks": 30}`. Files that a dict includes are looked for in the current
    folder. ModelError names everything that is wrong, and where.
    """
    loaded = lib.sarrus_loaded_create()
    if loaded == ffi.NULL:
        raise out_of_memory()
    loaded = ffi.gc(loaded, lib.sarrus_loaded_end)
    settings, kept = texts([setting(name, value) for name, value in parameters.items()])
    model, path_of = ffi.new("SarModel **"), None
    if isinstance(source, Mapping):
        writer, path = Writer(source), None
        path_of, text = writer.path_of, writer.text.encode("utf-8")
        status = lib.sar_model_parse(loaded.context, DICT.encode(), text, settings, len(kept), model)
    else:
        path = path_text(source)
        status = lib.sar_model_read(loaded.context, file_name(path), settings, len(kept), model)
    loaded.model = model[0]
    if status == lib.SAR_OK:
        system = ffi.new("SarSystem **")
        status = lib.sar_system_compile(loaded.context, loaded.model, system)
        loaded.system = system[0]
    if status != lib.SAR_OK:
        raise error_of(status, report_of(loaded.context, path_of))
    return Model(loaded, path, path_of)


class Model:
    """A mechanism that is ready to run; made by `load`. It does not change: several threads may run it at the same time."""

    def __init__(self, loaded: Any, path: Optional[str], path_of: Optional[PathOf]):
        self._loaded = loaded
        self._path_of = path_of
        #: The path of the model file; None: it was a dict.
        self.path = path
        #: What `model:` or `title:` says.
        self.title: str = text_of(lib.sar_model_title(loaded.model)) or ""
        #: Parameters and their values, in the model's units.
        self.parameters: Dict[str, float] = _parameters(loaded.model)
        #: The number of bodies.
        self.bodies: int = lib.sar_system_bodies(loaded.system)
        #: What is suspicious about it.
        self.warnings: List[Message] = report_of(loaded.context, path_of).warnings

    def run(
        self,
        end: Optional[Number] = None,
        method: Optional[str] = None,
        tolerance: Optional[float] = None,
        accuracy: Optional[float] = None,
        every: Union[Number, str, None] = None,
        output: Optional[PathLike] = None,
        step: Optional[Number] = None,
        error_bars: bool = False,
        *,
        sensitivity: Union[str, Sequence[str]] = (),
        start_static: bool = False,
        max_step: Optional[Number] = None,
        min_step: Optional[Number] = None,
        initial_step: Optional[Number] = None,
        corrector_floor: bool = False,
        csv: Optional[PathLike] = None,
        steps_csv: Optional[PathLike] = None,
        checkpoint_seconds: Optional[float] = None,
    ) -> Result:
        """Simulates. What is not given, `simulate:` and `output:` of the model say.

        end: time at which it ends; method: the integrator, such as "bdf" or "hht:alpha=-0.1"; tolerance: error per step,
        or step: a fixed step; every: time between rows, or "step" for a row at every step; output: path of an HDF5 file
        (None: nothing is written), csv and steps_csv: of CSV files; error_bars: a second, coarser run tells how wrong the
        columns may be, in columns `..._error` behind them and in the summary. Times are in the model's unit.

        accuracy, instead of a tolerance or a step: the error that positions over the model's length and angles in rad may
        have at every row. The library then chooses method and tolerance; AnalysisError, with the results, where it cannot
        be reached.

        sensitivity: parameters by which all columns are differentiated, in columns `d_rod.x/d_k`. start_static: begins in
        the equilibrium. checkpoint_seconds: how often the journal of `output` keeps what `resume` needs (60).

        AnalysisError if it fails; its `result` holds what was computed before. Ctrl-C ends the run after the current
        step and raises KeyboardInterrupt; what was computed is in the file, if there is one, and `resume` goes on
        from there. Other Python threads go on while it runs.
        """
        given = {name: value for name, value in locals().items() if name != "self"}
        return simulate(self, lib.sar_run, given)

    def _refuse_own_file(self, output: str) -> None:
        """The program does not overwrite its own input either."""
        if self.path and os.path.exists(output) and os.path.exists(self.path) and os.path.samefile(output, self.path):
            raise ValueError(f"{output} is the model itself; give the file to write another name")

    @property
    def _name(self) -> str:
        return self.title or (os.path.basename(self.path) if self.path else DICT)

    def __repr__(self) -> str:
        bodies = f"{self.bodies} {'body' if self.bodies == 1 else 'bodies'}"
        values = ", ".join(f"{name}={value:.6g}" for name, value in list(self.parameters.items())[:8])
        more = ", ..." if len(self.parameters) > 8 else ""
        lines = [f"<sarrus.Model {self._name!r}: {bodies}" + (f"; {values}{more}" if values else "")]
        lines += [f"  {warning}" for warning in self.warnings]
        return "\n".join(lines) + ">"


def _parameters(model: Any) -> Dict[str, float]:
    name, value = ffi.new("char const **"), ffi.new("double *")
    found: Dict[str, float] = {}
    while lib.sar_model_parameter(model, len(found), name, value):
        found[text_of(name[0]) or ""] = value[0]
    return found
