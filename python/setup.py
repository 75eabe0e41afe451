"""Builds the package against an installed libsarrus, which pkg-config finds (PKG_CONFIG_PATH where it lies elsewhere).

`make build` of the project builds it without this file, and `make install` installs it.
"""

import os
import shlex
import subprocess
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_binding import builder  # noqa: E402


def pkg_config(*options):
    try:
        return subprocess.run(["pkg-config", *options, "sarrus"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        sys.exit("libsarrus was not found by pkg-config: install it (make install), or set PKG_CONFIG_PATH")


def folders(letter, words):
    return [word[2:] for word in words if word.startswith(letter)]


libraries = folders("-L", pkg_config("--libs-only-L", "--keep-system-libs"))
include = folders("-I", pkg_config("--cflags-only-I", "--keep-system-cflags"))
binding = builder(
    shlex.split(os.environ.get("CC", "cc")),
    include,
    sources=["binding.c"],
    include_dirs=[".", *include],
    library_dirs=libraries,
    runtime_library_dirs=[folder for folder in libraries if not folder.startswith("/usr/lib")],
    libraries=["sarrus"],
).distutils_extension("build")
binding.py_limited_api = True

setup(version=pkg_config("--modversion")[0], ext_modules=[binding], options={"bdist_wheel": {"py_limited_api": "cp38"}})
