"""Makes the C source of sarrus._binding from the public headers, for CMake and for setup.py.

    python3 build_binding.py --compiler cc --include ../include --output _binding.c

The declarations are those of the headers themselves, taken from the preprocessor: a new function, option or number
of a summary needs no edit here. The C compiler checks them (cffi's API mode).
"""

import argparse
import os
import re
import subprocess

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
#: Functions in Python that the library, or binding.c, calls.
CALLED_BY_C = """
extern "Python+C" int sarrus_poll(void *handle);
extern "Python" {
int sarrus_function(const void *data, const double *parameters, const double *inputs, double *outputs, double *jacobian);
int sarrus_equilibrium(void *handle, const SarStaticState *state);
int sarrus_study_progress(void *handle, const SarStudyProgress *progress);
}
"""
EXPORT = '__attribute__((visibility("default")))'


def public_declarations(compiler, include):
    """All types and functions, as <sarrus/sarrus.h> declares them, without what it includes from the system."""
    command = [*compiler, "-std=c17", "-E", "-x", "c", "-"] + ["-I" + folder for folder in include]
    text = subprocess.run(command, input="#include <sarrus/sarrus.h>\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    kept, ours = [], False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            ours = re.search(r"/sarrus/[a-z]+\.(h|def)$", marker[1])
        elif ours:
            kept.append(line.replace(EXPORT, ""))
    text = re.sub(r"const (double \w+\[3\]\[3\])", r"\1", "\n".join(kept))  # cffi has no C for a matrix of constants
    return re.sub(r"const SarPlugin \*sarrus_plugin\(void\);", "", text)  # shared objects have it, the library has not


def public_constants(compiler, include):
    """The whole numbers among the macros of the headers."""
    command = [*compiler, "-std=c17", "-E", "-dM", "-x", "c", "-"] + ["-I" + folder for folder in include]
    text = subprocess.run(command, input="#include <sarrus/sarrus.h>\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    names = re.findall(r"^#define (SAR(?:RUS)?_[A-Z_]+) \(?-?\d+\)?$", text, re.M)
    return "".join(f"#define {name} ...\n" for name in sorted(names))


def own_declarations():
    with open(os.path.join(HERE, "binding.h"), encoding="utf-8") as header:
        return re.search(r"/\* cdef: .*?\*/(.*)/\* end of cdef \*/", header.read(), re.S)[1]


def builder(compiler, include, **build):
    """The cffi builder of sarrus._binding; `build`: what setuptools needs to compile it."""
    ffi = cffi.FFI()
    ffi.cdef(public_declarations(compiler, include))
    ffi.cdef(public_constants(compiler, include))
    ffi.cdef(own_declarations())
    ffi.cdef(CALLED_BY_C)
    ffi.set_source("sarrus._binding", '#include "binding.h"\n', **build)
    return ffi


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--compiler", default="cc")
    arguments.add_argument("--include", action="append", default=[])
    arguments.add_argument("--output", required=True)
    given = arguments.parse_args()
    builder([given.compiler], given.include).emit_c_code(given.output)


if __name__ == "__main__":
    main()
