"""Methods: what there are, their measured order, and races between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from ._binding import ffi, lib
from ._c import Number, Numbers, PathLike, Watch, c_text, checked, context, count, file_name, number, owned, path_text, texts, unit_of
from ._errors import out_of_memory
from ._facts import Facts, fields_of
from ._messages import text_of

if TYPE_CHECKING:
    from ._model import Model

_QUANTITIES = ("position", "velocity", "multipliers")
_NEEDS = tuple(10.0 ** -k for k in range(2, 11))


def methods() -> List[Dict[str, Any]]:
    """The integrators and what is known of them, as `sarrus methods --json` tells it.

    >>> import sarrus
    >>> next(method["order"] for method in sarrus.methods() if method["name"] == "hht")
    2
    """
    return [_method(index) for index in range(lib.sar_methods_count())]


def _method(index: int) -> Dict[str, Any]:
    facts = fields_of(lib.sar_methods_get(index))
    orders = [facts.pop("order_" + name) for name in _QUANTITIES]
    facts["order_index3"] = {name: order if order > 0 else None for name, order in zip(_QUANTITIES, orders)}
    facts["order_si2"] = {name: order if order > 0 else None for name, order in zip(_QUANTITIES, facts["order_si2"])}
    facts["keys"] = []
    key = ffi.new("SarMethodKeyFacts *")
    while lib.sar_methods_key(index, len(facts["keys"]), key):
        words = text_of(key.words)
        told: Dict[str, Any] = {"name": text_of(key.name), "default": text_of(key.fallback), "meaning": text_of(key.meaning)}
        facts["keys"].append({**told, "choices": words} if words else told)
    return facts


# ---- orders ----


class Order(Facts):
    """A measured order of convergence, with the keys of `sarrus order --json`."""


def orders(
    model: Model,
    names: Sequence[str],
    step: Optional[Number],
    halvings: Optional[int],
    end: Optional[Number],
    reference: Optional[PathLike],
) -> List[Order]:
    """Of several methods: the runs that they are compared with are the same, and done once."""
    second = unit_of(model._loaded.model, "s")
    known = lib.sar_order_references_create()
    if known == ffi.NULL:
        raise out_of_memory()
    known = owned("SarOrderReferences", known, "sar_order_references_destroy")
    options = ffi.new("SarOrderOptions *", lib.sar_order_options_default())
    options.known = known
    if step is not None:
        options.step = number("step", step) * second
    if end is not None:
        options.end = number("end", end) * second
    if halvings is not None:
        options.halvings = count("halvings", halvings, 1, lib.SAR_ORDER_MAX - 1)
    kept = None if reference is None else ffi.new("char[]", file_name(reference))
    options.reference = ffi.NULL if kept is None else kept
    watch = Watch().of(options)
    return [_order(model, name, options, second, watch) for name in names]


def _order(model: Model, name: str, options: Any, second: float, watch: Watch) -> Order:
    text, messages, out = ffi.new("char[]", c_text("method", name)), context(), ffi.new("SarOrderResult *")
    options.method = text if name else ffi.NULL
    status = lib.sar_order(messages, model._loaded.system, options, out)
    report = checked(status, messages, watch.raised, model._path_of)
    found = fields_of(out[0])
    found["steps"] = [one / second for one in found["steps"]]
    for series in (*_QUANTITIES, "reactions"):
        found[series]["errors"] = found[series]["errors"][: len(found["steps"])]
    return Order(found, [*model.warnings, *report.warnings])


# ---- races ----


class Race(Facts):
    """What methods need for which error, with the keys of `sarrus race --json`."""

    def __init__(self, model: Model, owner: Any, found: Dict[str, Any], messages: Any):
        super().__init__(found)
        self._model, self._c, self._context = model, owner, messages

    def _of(self, method: str) -> Any:
        for index in range(self._c.nmethods):
            if text_of(self._c.methods[index].method) == method:
                return ffi.addressof(self._c.methods[index])
        known = ", ".join(text_of(self._c.methods[i].method) or "" for i in range(self._c.nmethods))
        raise KeyError(f"{method} has not run: {known}")

    def cpu_for(self, method: str, error: float) -> float:
        """CPU seconds that a method needs for a position error, between its runs; NaN: it does not come so far."""
        return float(lib.sar_race_cpu_for(self._of(method), number("error", error)))

    def solves_for(self, method: str, error: float) -> float:
        """The same in solves of linear systems."""
        return float(lib.sar_race_solves_for(self._of(method), number("error", error)))

    def write_csv(self, path: PathLike) -> None:
        """One row per run."""
        second = unit_of(self._model._loaded.model, "s")
        checked(lib.sar_race_write_csv(self._context, self._c, second, file_name(path)), self._context)

    def draw(self, path: PathLike) -> None:
        """Errors over CPU time and over solves, as SVG."""
        title = self._model.title.encode()
        checked(lib.sar_race_draw(self._context, self._c, title, file_name(path)), self._context)


def race(
    model: Model,
    names: Sequence[str],
    tolerances: Numbers,
    steps: Numbers,
    end: Optional[Number],
    budget: Optional[Number],
) -> Race:
    second = unit_of(model._loaded.model, "s")
    options = ffi.new("SarRaceOptions *", lib.sar_race_options_default())
    listed, kept = texts([c_text("methods", name) for name in names])
    options.methods, options.nmethods = listed, len(kept)
    rungs = [ffi.new("double[]", [number("tolerances", one) for one in tolerances])]
    rungs.append(ffi.new("double[]", [number("steps", one) * second for one in steps]))
    options.tolerances, options.ntolerances = rungs[0], len(tolerances)
    options.steps, options.nsteps = rungs[1], len(steps)
    if end is not None:
        options.end = number("end", end) * second
    if budget is not None:
        options.budget = number("budget", budget)
    watch = Watch("sarrus_watch_race").of(options)
    messages, out = context(), ffi.new("SarRace const **")
    status = lib.sar_race(messages, model._loaded.system, options, out)
    owner = owned("SarRace const", out[0], "sar_race_destroy") if out[0] else None
    checked(status, messages, watch.raised, model._path_of)
    assert owner is not None
    return Race(model, owner, _race_facts(owner, second), messages)


def _race_facts(c: Any, second: float) -> Dict[str, Any]:
    found = fields_of(c[0])
    found["references"] = [name for name in found["references"] if name]
    found["end_time"] = found.pop("end") / second
    if not found["budget"] > 0:
        found["budget"] = float("nan")
    for index, method in enumerate(found["methods"]):
        one = c.methods[index]
        for number_of, run in enumerate(method["runs"]):
            run["step"] /= second
            run["status"] = text_of(lib.sar_race_run_status(ffi.addressof(one.runs[number_of])))
    return found
