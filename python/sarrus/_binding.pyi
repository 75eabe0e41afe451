# The extension module that build_binding.py makes of the public headers.
from typing import Any

ffi: Any
lib: Any
