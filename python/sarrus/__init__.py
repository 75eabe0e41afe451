"""Sarrus computes how mechanisms move and what forces they carry.

    import sarrus
    model = sarrus.load("pendulum.yaml", k=80)
    result = model.run(end=3, tolerance=1e-7)
    result.time, result["rod.x"], result.units["rod.x"]

docs/python.md of the project has the whole story.
"""

from ._binding import lib as _lib
from ._errors import AnalysisError, Error, ModelError, SystemFailure
from ._messages import Message, text_of as _text_of
from ._model import Model, load
from ._result import Result, UnknownColumn
from ._yaml import to_yaml

__all__ = [
    "AnalysisError",
    "Error",
    "Message",
    "Model",
    "ModelError",
    "Result",
    "SystemFailure",
    "UnknownColumn",
    "load",
    "to_yaml",
]

#: The version of the library.
__version__ = _text_of(_lib.sar_version())

for _name in __all__:  # what users see of them is where they find them
    globals()[_name].__module__ = __name__
del _name
