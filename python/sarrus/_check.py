"""What is known of a model before it moves: checks, singular poses on its way, assembly."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from ._binding import ffi, lib
from ._c import Number, PathLike, Watch, checked, context, file_name, number, path_text, raise_again, ran, unit_of
from ._errors import AnalysisError, error_of
from ._facts import Facts, fields_of, length_scale
from ._messages import Message, report_of, text_of
from ._result import Result
from ._summary import phases_of

if TYPE_CHECKING:
    from ._model import Model

_ROUNDING = 1e-9  # in L, rad and per second: smaller changes by assembly are not told


class Check(Facts):
    """What `Model.check` found: `degrees_of_freedom`, `redundant`, `edits`, ... with the keys of `sarrus check --json`."""


def check(model: Model, end: Optional[Number], start_only: bool, fix: Optional[PathLike]) -> Check:
    messages, out = context(), ffi.new("SarCheck const **")
    second = unit_of(model._loaded.model, "s")
    until = 0.0 if start_only else math.nan if end is None else number("end", end) * second
    if math.isnan(until):
        status = lib.sar_check(messages, model._loaded.system, out)
    else:
        status = lib.sar_check_until(messages, model._loaded.system, until, out)
    try:
        found = _check_facts(out[0], model) if out[0] else {}
        warnings: List[Message] = []
        if status == lib.SAR_OK and not start_only:
            more, warnings = _follow(model, until)
            found.update(more)
        if status == lib.SAR_OK and fix is not None and out[0].nredundant > 0:
            model._refuse_own_file(path_text(fix))
            status = lib.sar_check_fix(messages, model._loaded.system, out[0], file_name(fix))
    finally:
        lib.sar_check_destroy(out)
    raise_again(status)
    report = report_of(messages, model._path_of)
    facts = Check(found, [*model.warnings, *report.warnings, *warnings])
    if status != lib.SAR_OK:
        error = error_of(status, report)
        if isinstance(error, AnalysisError):
            error.result = facts
        raise error
    return facts


def _follow(model: Model, until: float) -> Tuple[Dict[str, Any], List[Message]]:
    """The motion, or the phases of a model that has a list of them, which cannot be watched; nothing where no end is known."""
    status, messages, found = lib.SAR_INPUT, context(), {}
    if _has_end(model, until):
        found["motion"], status = _watch(messages, model, until)
    phases = _follow_phases(model) if status == lib.SAR_INPUT else None
    if phases is not None:
        return {"phases": phases[0]}, phases[1]
    return found, checked(status, messages, path_of=model._path_of).warnings if found else []


def _has_end(model: Model, until: float) -> bool:
    return not math.isnan(until) or not math.isnan(lib.sar_model_simulation(model._loaded.model).end)


def _check_facts(c: Any, model: Model) -> Dict[str, Any]:
    """SarCheck as `sarrus check --json` tells it."""
    owner = model._loaded.model
    second, metre = unit_of(owner, "s"), unit_of(owner, "m")
    found = fields_of(c[0])
    found["length_scale"] = length_scale(found["length_scale"], owner)
    for name in ("dominant_eigenvalue", "slowest_eigenvalue"):
        real, imaginary = found[name]
        found[name] = {"real": real * second, "imaginary": imaginary * second}
    stiffest = found.pop("stiffest")
    found["stiffest_force"] = {**stiffest, "rate": stiffest["rate"] * second}
    laws = found.pop("contacts")
    for law in laws:
        law["period"]["value"] /= second
        law["depth"]["value"] /= metre
        law["creep"]["value"] /= metre
    found["contacts"], found["contact_laws"] = len(laws), laws
    motion = found["edits_motion"]
    motion["end_time"] = motion.pop("end") / second
    for edit in found["edits"]:
        edit.update({name: edit[name] or "" for name in ("to", "axis", "axis2", "drops", "loses")})
    return found


def _watch(messages: Any, model: Model, until: float) -> Any:
    """The motion as `sarrus check --json` tells it, and the status."""
    out = ffi.new("SarWatch const **")
    status = lib.sar_watch(messages, model._loaded.system, until, out)
    second = unit_of(model._loaded.model, "s")
    try:
        if not out[0]:
            return None, status
        found = fields_of(out[0][0])
    finally:
        lib.sar_watch_destroy(out)
    found["end_time"] /= second
    for pose in found["singular"]:
        pose["time"] /= second
    return found, status


def _follow_phases(model: Model) -> Optional[Tuple[List[Dict[str, Any]], List[Message]]]:
    """The phases of a run without results, where `simulate:` is a list, which cannot be watched; None: it is none.

    What goes wrong in a phase is a warning of the check.
    """
    messages, options = context(), ffi.new("SarRunOptions *", lib.sar_run_options_default())
    options.no_output = options.study = True
    watch, summary = Watch().of(options), ffi.new("SarRunSummary *")
    status = lib.sar_run(messages, model._loaded.system, options, summary)
    raise_again(status, watch.raised)
    report = report_of(messages, model._path_of)
    if summary.nphases == 0:
        return None
    if status in (lib.SAR_INPUT, lib.SAR_NO_MEMORY):
        raise error_of(status, report)
    found = fields_of(summary[0])
    warnings = [replace(message, severity="warning") for message in report.messages if message.severity != "note"]
    return phases_of(found["phases"], found["phase_modes"], model._loaded.model), warnings


# ---- assembly ----


def assemble(model: Model) -> Result:
    results, out = ran(), ffi.new("SarAssembly const **")
    status = lib.sar_assemble_report(results.context, model._loaded.system, results.table, out)
    try:
        assembly = _assembly_facts(out[0], model) if out[0] else {}
    finally:
        lib.sar_assembly_destroy(out)
    report = checked(status, results.context, path_of=model._path_of)
    summary = {"status": "done", "time": 0.0, "assembly": assembly}
    return Result(results, model._name, lambda: summary, [*model.warnings, *report.warnings])


def _assembly_facts(a: Any, model: Model) -> Dict[str, Any]:
    owner = model._loaded.model
    unit = {name: unit_of(owner, name) for name in ("m", "rad", "m/s", "rad/s")}
    found: Dict[str, Any] = {"way": text_of(lib.sar_assembly_way_name(a.way))}
    found.update({name: getattr(a, name) for name in ("iterations", "stages", "restarts")})
    found["length_scale"] = length_scale(fields_of(a.length_scale), owner)
    for kind in ("position", "velocity"):
        found[kind + "_error_written"] = getattr(a, kind + "_error_written")
        found[kind + "_error"] = getattr(a, kind + "_error")
    found["moved"] = [_moved(a.moved[i], a.length, unit) for i in range(a.nbodies) if _has_changed(a.moved[i], a.length)]
    found["mirrors"] = [_mirror(a.mirrors[i], unit) for i in range(a.nmirrors)]
    return found


def _has_changed(moved: Any, length: float) -> bool:
    changes = (moved.distance / length, moved.angle, moved.velocity / length, moved.angular_velocity)
    return bool(max(changes) > _ROUNDING)


def _moved(moved: Any, length: float, unit: Dict[str, float]) -> Dict[str, Any]:
    return {
        "body": text_of(moved.body),
        "distance": moved.distance / unit["m"],
        "distance_over_length": moved.distance / length,
        "angle": moved.angle / unit["rad"],
        "velocity": moved.velocity / unit["m/s"],
        "angular_velocity": moved.angular_velocity / unit["rad/s"],
    }


def _mirror(mirror: Any, unit: Dict[str, float]) -> Dict[str, Any]:
    names: Dict[str, List[Optional[str]]] = {
        "joints": [text_of(name) for name in mirror.joints[0 : mirror.njoints]],
        "bodies": [text_of(name) for name in mirror.bodies[0 : mirror.nbodies]],
    }
    return {
        **names,
        "turned": text_of(mirror.turned),
        "angle": mirror.angle / unit["rad"],
        "distance": mirror.distance / unit["m"],
        "suspicious": bool(mirror.suspicious),
    }
