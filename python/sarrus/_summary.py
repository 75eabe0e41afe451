"""The summary of a run as a dict with the keys of `sarrus run --json`."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional

from ._binding import lib
from ._facts import fields_of, length_scale
from ._messages import text_of

STATUS = {
    lib.SAR_RUN_DONE: "done",
    lib.SAR_RUN_STOPPED: "stopped",
    lib.SAR_RUN_INTERRUPTED: "interrupted",
    lib.SAR_RUN_FAILED: "failed",
}
_TIMES = ("end_time", "largest_step", "smallest_step")
_PARTS = {
    "start": "start_seconds",
    "stepping": "stepping_seconds",
    "error_bars": "bars_seconds",
    "search": "search_seconds",
    "rows": "rows_seconds",
    "hdf5": "hdf5_seconds",
    "csv": "csv_seconds",
}
_ERROR_UNITS = {
    lib.SAR_ERROR_POSITION: b"m",
    lib.SAR_ERROR_ANGLE: b"rad",
    lib.SAR_ERROR_SPEED: b"m/s",
    lib.SAR_ERROR_ANGULAR_SPEED: b"rad/s",
    lib.SAR_ERROR_FORCE: b"N",
    lib.SAR_ERROR_TORQUE: b"N*m",
}


def _errors(errors: Dict[str, Any], model: Any, time: float) -> Optional[Dict[str, Any]]:
    """The largest error bars by kinds; None: they are not known."""
    if not errors["known"]:
        return None
    found: Dict[str, Any] = {}
    for kind, unit in _ERROR_UNITS.items():
        bar = errors["kinds"][kind]
        if math.isnan(bar["largest"]):
            continue
        name = (text_of(lib.sar_error_kind_name(kind)) or "").replace(" ", "_")
        found[name] = {**bar, "largest": bar["largest"] / lib.sar_model_unit(model, unit).si, "time": bar["time"] / time}
    found["second_run"] = {name: errors[name] for name in ("tolerance", "step", "steps", "ratio")}
    found["second_run"]["step"] /= time
    return found


def _worst(worst: Dict[str, Any], model: Any) -> Optional[Dict[str, Any]]:
    """The column whose bar is the largest over what is allowed; None: no column has one."""
    if not worst["name"]:
        return None
    unit = lib.sar_model_unit(model, (worst["unit"] or "").encode())
    return {
        "column": worst["name"],
        "unit": text_of(unit.name) or "",
        "bar": worst["bar"] / unit.si,
        "allowed": worst["allowed"] / unit.si,
    }


def _accuracy(accuracy: Dict[str, Any], model: Any, time: float) -> Optional[Dict[str, Any]]:
    """What became of an accuracy; None: nobody asked for one."""
    if not accuracy["runs"]:
        return None
    for run in accuracy["runs"]:
        run["end_time"] = run.pop("end") / time
    accuracy["horizon"] /= time
    del accuracy["by_columns"]
    accuracy["worst"] = _worst(accuracy["worst"], model)
    return accuracy


def phases_of(phases: List[Dict[str, Any]], modes: List[Dict[str, Any]], model: Any) -> List[Dict[str, Any]]:
    """The phases of a run, as `run --json` tells them."""
    time, energy = (lib.sar_model_unit(model, name).si for name in (b"s", b"N*m"))
    for number, phase in enumerate(phases, 1):
        change = phase.pop("change")
        phase["status"] = STATUS[phase["status"]]
        phase["begin"] /= time
        phase["end"] /= time
        phase["energy_change"] /= energy
        phase["moved"], phase["accelerated"] = change["moved"], change["accelerated"]
        phase["modes"] = [
            {
                "real": mode["real"],
                "imaginary": mode["imaginary"],
                "real_cycles": mode["real"] / (2 * math.pi),
                "imaginary_cycles": mode["imaginary"] / (2 * math.pi),
            }
            for mode in modes
            if mode["phase"] == number
        ]
    return phases


def summary_of(summary: Any, model: Any) -> Dict[str, Any]:
    """A SarRunSummary in the units of the model. What the library adds to it comes by itself."""
    unit = {name: lib.sar_model_unit(model, name.encode()) for name in ("m", "s", "rad")}
    length, time, angle = unit["m"].si, unit["s"].si, unit["rad"].si
    found = fields_of(summary)
    found["status"] = STATUS[summary.status]
    for name in _TIMES:
        found[name] /= time
    for event in found["events"]:
        event["last_time"] /= time
    found["cpu"] = {part: found.pop(name) for part, name in _PARTS.items()}
    found["rounding_error_max"] = found.pop("rounding_error")
    found["constraint_position_worst"] = {
        name: found.pop("constraint_position_" + name) for name in ("element", "equation")
    }
    phases = phases_of(found.pop("phases"), found.pop("phase_modes"), model)
    if phases:
        found["phases"] = phases
    found["accuracy"] = _accuracy(found["accuracy"], model, time)
    if not found["sensitivities"]["parameters"]:
        found["sensitivities"] = None
    found["error_bars"] = _errors(found.pop("errors"), model, time)
    found["length_scale"] = length_scale(found["length_scale"], model)
    start = found["start"]
    change = start["velocity_change"] / ((angle if start["rotation"] else length) / time)
    found["start"] = {
        "moved": start["moved"],
        "distance": start["distance"] / length,
        "angle": start["angle"] / angle,
        "accelerated": start["accelerated"],
        "velocity_change": 0.0 if start["rotation"] else change,
        "angular_velocity_change": change if start["rotation"] else 0.0,
    }
    return found
