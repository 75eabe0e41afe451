"""Sarrus computes how mechanisms move and what forces they carry.

    import sarrus
    model = sarrus.load("pendulum.yaml", k=80)
    result = model.run(end=3, tolerance=1e-7)
    result.time, result["rod.x"], result.units["rod.x"]

docs/python.md of the project has the whole story.
"""

from ._binding import lib as _lib
from ._builder import Builder, Element
from ._check import Check
from ._columns import Columns, UnknownColumn
from ._errors import AnalysisError, Error, ModelError, SystemFailure
from ._facts import Facts
from ._functions import Function, Retry, function
from ._live import Live
from ._measure import Order, Race, methods
from ._messages import Message, text_of as _text_of
from ._model import Model, load
from ._modes import Modes, Response
from ._open import Results, open, read_csv
from ._program import convert, describe, export, page, plot, program, program_path, reduce, reproduce, spectrum, stress
from ._record import Comparison, Verification, compare, recover, resume, verify
from ._result import Result
from ._study import Optimum, Progress, Runs, optimize, plan, sweep
from ._yaml import to_yaml

__all__ = [
    "AnalysisError",
    "Builder",
    "Check",
    "Columns",
    "Comparison",
    "Element",
    "Error",
    "Facts",
    "Function",
    "Live",
    "Message",
    "Model",
    "ModelError",
    "Modes",
    "Optimum",
    "Order",
    "Progress",
    "Race",
    "Response",
    "Result",
    "Results",
    "Retry",
    "Runs",
    "SystemFailure",
    "UnknownColumn",
    "Verification",
    "compare",
    "convert",
    "describe",
    "export",
    "function",
    "load",
    "methods",
    "open",
    "optimize",
    "page",
    "plan",
    "plot",
    "program",
    "program_path",
    "read_csv",
    "recover",
    "reduce",
    "reproduce",
    "resume",
    "spectrum",
    "stress",
    "sweep",
    "to_yaml",
    "verify",
]

#: The version of the library, and what it was built with: builds whose texts differ may round differently.
__version__ = _text_of(_lib.sar_version())
__build__ = _text_of(_lib.sar_build())

for _name in __all__:  # what users see of them is where they find them
    globals()[_name].__module__ = __name__
del _name
