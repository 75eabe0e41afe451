"""Models: read, compiled, looked at in all ways that the library has."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._binding import ffi, lib
from ._c import Number, Numbers, PathLike, c_text, file_name, mapping, path_text, raise_again, setting, texts, unit_of
from ._check import Check, assemble, check
from ._errors import error_of, out_of_memory
from ._facts import fields_of, length_scale
from ._functions import Functions, add_functions
from ._live import Live
from ._measure import Order, Race, orders, race
from ._messages import DICT, Message, PathOf, report_of, text_of
from ._modes import Modes, ModesOptions, Response, matrices, modes, response
from ._result import Result
from ._run import simulate
from ._static import static
from ._study import Optimum, Runs, Watcher, name_places, optimize_of, study_of, sweep_of
from ._yaml import Writer

Source = Union[PathLike, Mapping[str, Any]]


def load(
    source: Source,
    /,
    *,
    functions: Optional[Functions] = None,
    outputs: Optional[Sequence[str]] = None,
    acf: Optional[PathLike] = None,
    skip_unsupported: bool = False,
    user: Optional[str] = None,
    packages: Optional[Mapping[str, PathLike]] = None,
    fixed_base: bool = False,
    set: Optional[Mapping[str, Union[Number, str]]] = None,
    **parameters: Union[Number, str],
) -> Model:
    """Reads a model: the path of a model file, of an Adams deck (`.adm`) or a robot (`.urdf`), or a dict that says what a model
    file would.

    parameters replace those of the model, as `--set` of the program does: numbers in its units, or expressions such as
    `"30 deg"`. Names that are no words, or that are keywords of this function, go into `set={"left.ks": 30}`. Files that
    a dict includes are looked for in the current folder. ModelError names everything that is wrong, and where.

    functions: callables that expressions of the model may call, by name: `functions={"drag": f}` for `drag(v)`. They take and
    give numbers as expressions write them, and must depend on nothing else. Their derivatives are differences, unless
    `sarrus.function` gives them. An exception in one ends the analysis and is raised again.

    outputs: the columns that `steps` reads, in place of `outputs:` of the model; fewer of them are read faster.

    acf, skip_unsupported, user: how a deck is read. acf: its command file, without it the one of the same name; what cannot be
    translated is left out with a warning, instead of an error; user="zero": USER(...) is 0.

    packages, fixed_base: how a robot is read. The folders of packages of meshes by name; its root does not move, though
    it has mass.

    >>> import sarrus
    >>> model = sarrus.load({
    ...     "parameters": {"k": 4},
    ...     "coordinates": {"x": {"mass": 1, "at": 1}},
    ...     "forces": {"spring": {"type": "generalized", "coordinate": "x", "force": "-pull(x)*k"}},
    ... }, functions={"pull": lambda x: x}, k=9)
    >>> end = model.run(end=1, method="radau5", tolerance=1e-9)["x.value"][-1]
    >>> print(f"{end:.5f}")  # cos(3)
    -0.98999
    """
    given = {**mapping("set", set), **parameters}
    asked = {
        "functions": functions, "outputs": outputs, "acf": acf, "skip_unsupported": skip_unsupported, "user": user,
        "packages": packages, "fixed_base": fixed_base, "set": given,
    }  # fmt: skip
    reading, deck = _Reading(functions, given), _deck_options(acf, skip_unsupported, user, packages, fixed_base)
    if isinstance(source, (Mapping, Writer)):
        if deck is not None:
            raise ValueError("acf, skip_unsupported, user, packages and fixed_base say how files are read, not a dict")
        writer, path = source if isinstance(source, Writer) else Writer(source), None
        text: Optional[str] = writer.text
        path_of: Optional[PathOf] = writer
        reading.parse(writer.text)
    else:
        path, path_of, text = path_text(source), None, None
        reading.read(path, deck)
    reading.compile(outputs, path_of)
    model = Model(reading.loaded, path, path_of)
    model._functions, model._deck, model._given, model._text = tuple(functions or ()), deck is not None, given, text
    model._asked = asked
    return model


def _load_again(source: Any, asked: Mapping[str, Any]) -> Model:
    return load(source, **asked)


def _deck_options(
    acf: Optional[PathLike],
    skip_unsupported: bool,
    user: Optional[str],
    packages: Optional[Mapping[str, PathLike]],
    fixed_base: bool,
) -> Any:
    """SarDeckOptions, and what they point to; None: as by default."""
    if user not in (None, "zero"):
        raise ValueError(f'user can only be "zero", not {user!r}')
    if acf is None and not (skip_unsupported or user or packages or fixed_base):
        return None
    commands = ffi.NULL if acf is None else ffi.new("char[]", file_name(acf))
    chosen = {"commands": commands, "skip_unsupported": bool(skip_unsupported), "user_zero": user is not None}
    folders, kept = texts([c_text("packages", name) + b"=" + file_name(folder) for name, folder in mapping("packages", packages).items()])
    chosen.update(packages=folders, npackages=len(kept), fixed_base=bool(fixed_base))
    return ffi.new("SarDeckOptions *", chosen), commands, folders


class _Reading:
    """From a text or a file to a compiled system; its functions live as long as what is loaded."""

    def __init__(self, functions: Optional[Functions], parameters: Mapping[str, Union[Number, str]]):
        loaded = lib.sarrus_loaded_create()
        if loaded == ffi.NULL:
            raise out_of_memory()
        plugins: List[Any] = []

        def end(gone: Any, kept: Any = plugins) -> None:  # they must outlive it
            lib.sarrus_loaded_end(gone)

        self.loaded = ffi.gc(loaded, end)
        plugins += add_functions(self.loaded.context, functions)
        self._settings, kept = texts([setting(name, value) for name, value in parameters.items()])
        self._count = len(kept)
        self._out = ffi.new("SarModel **")
        self._status: int = lib.SAR_OK

    def parse(self, text: str) -> None:
        encoded = text.encode("utf-8")
        self._status = lib.sar_model_parse(self.loaded.context, DICT.encode(), encoded, self._settings, self._count, self._out)

    def read(self, path: str, deck: Any) -> None:
        where = (self.loaded.context, file_name(path))
        given = (self._settings, self._count, self._out)
        if deck is None:
            self._status = lib.sar_model_read(*where, *given)
        else:
            self._status = lib.sar_model_read_deck(*where, deck[0], *given)

    def compile(self, outputs: Optional[Sequence[str]], path_of: Optional[PathOf]) -> None:
        loaded, status = self.loaded, self._status
        loaded.model = self._out[0]
        if status == lib.SAR_OK and outputs is not None:
            if isinstance(outputs, str):
                raise TypeError(f"outputs must be a list of columns, not {outputs!r}")
            names, kept = texts([c_text("outputs", name) for name in outputs])
            status = lib.sar_model_set_outputs(loaded.model, names, len(kept))
        if status == lib.SAR_OK:
            system = ffi.new("SarSystem **")
            status = lib.sar_system_compile(loaded.context, loaded.model, system)
            loaded.system = system[0]
        raise_again(status)
        if status != lib.SAR_OK:
            raise error_of(status, report_of(loaded.context, path_of))


class Model:
    """A mechanism that is ready to run; made by `load`. It does not change: several threads may run it at the same time.

    Pickled, it takes along its dict, or the path of its file, which is read again.
    """

    # How it was read, for processes that read it again: names of functions, whether options of decks were given,
    # parameters, and the text of a dict; all that `load` was asked.
    _functions: Tuple[str, ...] = ()
    _deck: bool = False
    _given: Mapping[str, Union[Number, str]] = {}
    _text: Optional[str] = None
    _asked: Optional[Mapping[str, Any]] = None

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
        #: Of them those that are nodes of beams, and the number of constraints, redundant ones included.
        self.nodes: int = lib.sar_system_nodes(loaded.system)
        self.constraints: int = lib.sar_system_constraints(loaded.system)
        #: What is suspicious about it.
        self.warnings: List[Message] = report_of(loaded.context, path_of).warnings

    def run(
        self,
        end: Optional[Number] = None,
        method: Optional[str] = None,
        tolerance: Optional[Number] = None,
        accuracy: Optional[Number] = None,
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
        checkpoint_seconds: Optional[Number] = None,
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

    def kinematics(
        self,
        end: Optional[Number] = None,
        every: Optional[Number] = None,
        output: Optional[PathLike] = None,
        *,
        csv: Optional[PathLike] = None,
    ) -> Result:
        """The motion and the reactions of a mechanism that its motions determine completely: no degree of freedom is left."""
        return simulate(self, lib.sar_kinematics, {"end": end, "every": every, "output": output, "csv": csv})

    def check(self, end: Optional[Number] = None, *, start_only: bool = False, fix: Optional[PathLike] = None) -> Check:
        """Counts freedoms, finds redundant constraints and their cure, and singular poses along the motion.

        end: the motion is watched up to this time instead of the model's end; start_only: not at all. fix: where the text
        of the model with the proposed edits goes. Keys: those of `sarrus check --json`. AnalysisError, with what was
        found as its `result`, where constraints contradict each other or the mechanism cannot be assembled.
        """
        return check(self, end, start_only, fix)

    def assemble(self) -> Result:
        """Positions and velocities that satisfy the constraints, and the reactions there: one row.

        `summary["assembly"]` tells what was moved, and joints that close in a second way.
        """
        return assemble(self)

    def static(
        self,
        times: Optional[Numbers] = None,
        *,
        relax: bool = False,
        buckling: int = 0,
        output: Optional[PathLike] = None,
        csv: Optional[PathLike] = None,
    ) -> Result:
        """The equilibrium, with the columns of a run, and in the summary whether it is stable.

        times: (from, to, count), a series of equilibria with motions and loads as at these times. relax: goes downhill by
        dynamic relaxation from the beginning. buckling: so many load factors with which it buckles. AnalysisError names
        the direction in which nothing holds the mechanism.
        """
        return static(self, times, relax, buckling, output, csv)

    def modes(
        self,
        at: Optional[Number] = None,
        *,
        static: bool = False,
        count: int = 20,
        axes: Union[str, Numbers] = "ground",
        solver: str = "auto",
    ) -> Modes:
        """Eigenvalues and shapes of small motions about the start, about the state of a run `at` a time, or the equilibrium.

        count: those with the smallest modulus. axes: "ground", "rotating" (with what turns fastest), "rotating:BODY", or
        an angular velocity (rad/s). solver: auto, dense (all eigenvalues) or sparse (those nearest to zero).
        """
        return modes(self, ModesOptions(self, at, static, count, axes, solver))

    def response(
        self,
        input: str,
        output: str,
        between: Tuple[Number, Number],
        points: Optional[int] = None,
        *,
        at: Optional[Number] = None,
        static: bool = False,
    ) -> Response:
        """How a column answers to an input that swings, with frequencies `between` two, in Hz.

        input: one of the model's inputs, a motion, or a component of a force ("wind.fx").
        """
        return response(self, ModesOptions(self, at, static, 20, "ground", "auto"), input, output, between, points)

    def matrices(self, path: PathLike, at: Optional[Number] = None, *, static: bool = False) -> None:
        """The linearised equations as matrices, in SI units, into an HDF5 file, with Matrix Market beside it."""
        matrices(self, ModesOptions(self, at, static, 20, "ground", "auto"), path)

    def order(
        self,
        method: str = "",
        *,
        step: Optional[Number] = None,
        halvings: Optional[int] = None,
        end: Optional[Number] = None,
        reference: Optional[PathLike] = None,
    ) -> Order:
        """The measured order of convergence of a method, by fixed steps that are halved."""
        return orders(self, [method], step, halvings, end, reference)[0]

    def orders(
        self,
        methods: Union[str, Sequence[str]],
        *,
        step: Optional[Number] = None,
        halvings: Optional[int] = None,
        end: Optional[Number] = None,
    ) -> List[Order]:
        """The same of several methods, which share the runs that they are compared with."""
        return orders(self, [methods] if isinstance(methods, str) else methods, step, halvings, end, None)

    def race(
        self,
        methods: Union[str, Sequence[str]] = (),
        *,
        tolerances: Numbers = (),
        steps: Numbers = (),
        end: Optional[Number] = None,
        budget: Optional[Number] = None,
    ) -> Race:
        """What methods need for which error: each with a ladder of tolerances, or of fixed steps.

        methods: all where none is named; budget: seconds within which it is to answer. `cpu_for(method, error)` reads it.
        """
        return race(self, [methods] if isinstance(methods, str) else methods, tolerances, steps, end, budget)

    def steps(
        self,
        dt: Number,
        end: Optional[Number] = None,
        *,
        method: Optional[str] = None,
        tolerance: Optional[Number] = None,
        step: Optional[Number] = None,
        max_step: Optional[Number] = None,
        min_step: Optional[Number] = None,
        initial_step: Optional[Number] = None,
        start_static: bool = False,
    ) -> Live:
        """A live motion, in steps of `dt`: read on the way, and given other inputs. For controllers and for learning.

        The loop begins at the start and ends at `end`, or where an event stops the motion.

        >>> import sarrus
        >>> model = sarrus.load({
        ...     "inputs": {"u": 0},
        ...     "coordinates": {"x": {"mass": 1, "at": 1}},
        ...     "forces": {"push": {"type": "generalized", "coordinate": "x", "force": "u"}},
        ... })
        >>> for state in model.steps(0.01, end=20):
        ...     state.set(u=-2 * state["x.value"] - 2 * state["x.rate"])
        >>> abs(state["x.value"]) < 1e-6, state.time
        (True, 20.0)
        """
        given = {
            "end": end, "method": method, "tolerance": tolerance, "step": step, "max_step": max_step,
            "min_step": min_step, "initial_step": initial_step, "start_static": start_static,
        }  # fmt: skip
        return Live(self, dt, given)

    def sweep(
        self,
        vary: Mapping[str, Any],
        responses: Mapping[str, str],
        *,
        sample: Optional[Mapping[str, Any]] = None,
        keep: Union[str, Sequence[int], None] = None,
        limit: Optional[Number] = None,
        output: Optional[PathLike] = None,
        csv: Optional[PathLike] = None,
        workers: int = 0,
        again: bool = False,
        progress: Optional[Watcher] = None,
        run: Optional[Mapping[str, Any]] = None,
    ) -> Runs:
        """Many runs with other parameters, in worker processes; gives the table of what they gave.

        vary: `{"k": (1e4, 3e4, 11)}` is a range, a list or an array are values, a dict is as in a study file
        (`{"normal": [10, 1]}`, `{"from": 1, "to": 100, "count": 5, "scale": "log"}`). responses: expressions over the columns,
        `{"peak": "max(abs(seat.az))"}`. sample, keep, limit: as in a study file. run: options of all runs, as of `run`. The
        rest is as of `sarrus.sweep`.
        """
        more = {"responses": responses, "sample": sample, "keep": keep, "limit": limit}
        given = {"csv": csv, "workers": workers, "again": again, "progress": progress, "run": run}
        with study_of(self, vary, output, more) as study:
            runs = sweep_of(study, self._loaded.model, output, given)
        name_places(runs, study, self)
        return runs

    def optimize(
        self,
        vary: Mapping[str, Any],
        responses: Mapping[str, str],
        *,
        minimize: Union[str, Sequence[str], None] = None,
        maximize: Union[str, Sequence[str], None] = None,
        subject_to: Optional[Mapping[str, Any]] = None,
        method: Optional[str] = None,
        start: Optional[Mapping[str, Number]] = None,
        tolerance: Optional[Number] = None,
        evaluations: Optional[int] = None,
        seed: Optional[int] = None,
        keep: Union[str, Sequence[int], None] = None,
        limit: Optional[Number] = None,
        output: Optional[PathLike] = None,
        csv: Optional[PathLike] = None,
        workers: int = 0,
        again: bool = False,
        progress: Optional[Watcher] = None,
        run: Optional[Mapping[str, Any]] = None,
    ) -> Optimum:
        """The best parameters: `optimize({"k": (1e4, 3e4)}, {"peak": "max(abs(seat.az))"}, minimize="peak")`.

        subject_to: limits of responses, `{"sag": "<= 0.1"}`. method: of NLopt. start: where it begins. tolerance, evaluations,
        seed: of the search, as in a study file. The rest is as of `sweep`.
        """
        goal: Dict[str, Any] = {"minimize": minimize, "maximize": maximize, "subject_to": subject_to, "method": method}
        goal.update(start=start, tolerance=tolerance, evaluations=evaluations, seed=seed)
        asked = {name: value for name, value in goal.items() if value is not None}
        more = {"responses": responses, "optimize": asked, "keep": keep, "limit": limit}
        given = {"csv": csv, "workers": workers, "again": again, "progress": progress, "run": run}
        with study_of(self, vary, output, more) as study:
            best = optimize_of(study, self._loaded.model, output, given)
        name_places(best.history, study, self)
        return best

    def fit(
        self,
        vary: Mapping[str, Any],
        data: PathLike,
        match: Mapping[str, Any],
        *,
        keep: Union[str, Sequence[int], None] = None,
        limit: Optional[Number] = None,
        output: Optional[PathLike] = None,
        csv: Optional[PathLike] = None,
        workers: int = 0,
        again: bool = False,
        progress: Optional[Watcher] = None,
        run: Optional[Mapping[str, Any]] = None,
        **options: Any,
    ) -> Optimum:
        """The parameters with which columns come nearest to measured ones, and how sure they are.

        data: a CSV file with the time in its first column; match: columns of the results and of the data, `{"seat.az": "acc"}`.
        options: further keys of `fit:` in a study file. The rest is as of `sweep`.
        """
        more = {"fit": {"data": os.path.abspath(path_text(data)), "match": dict(match), **options}, "keep": keep, "limit": limit}
        given = {"csv": csv, "workers": workers, "again": again, "progress": progress, "run": run}
        with study_of(self, vary, output, more) as study:
            best = optimize_of(study, self._loaded.model, output, given)
        name_places(best.history, study, self)
        return best

    @property
    def length(self) -> float:
        """The characteristic length, to which positions are compared, in the model's unit."""
        return float(lib.sar_system_length(self._loaded.system) / unit_of(self._loaded.model, "m"))

    @property
    def length_scale(self) -> Dict[str, Any]:
        """The same, and where it comes from."""
        return length_scale(fields_of(lib.sar_system_length_scale(self._loaded.system)), self._loaded.model)

    def _refuse_own_file(self, output: str) -> None:
        """The program does not overwrite its own input either."""
        if self.path and os.path.exists(output) and os.path.exists(self.path) and os.path.samefile(output, self.path):
            raise ValueError(f"{output} is the model itself; give the file to write another name")

    def __reduce__(self) -> Any:
        if self._asked is None:
            raise TypeError("a model that was built element by element cannot be pickled: write it as a dict")
        return _load_again, (self._path_of if self.path is None else os.path.abspath(self.path), self._asked)

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
