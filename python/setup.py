"""Builds the package against libsarrus: an installed one, which pkg-config finds (PKG_CONFIG_PATH where it lies elsewhere), or
else the one that `make build` has made in the clone that this folder belongs to.

`make build` of the project builds the package without this file, and `make install` installs it.
"""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from typing import List

from setuptools import setup

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from build_binding import builder  # noqa: E402


@dataclass
class Library:
    version: str
    include: List[str]
    folders: List[str]


def pkg_config(*options):
    command = ["pkg-config", *options, "sarrus"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return done.stdout.split()


def folders(letter, words):
    return [word[2:] for word in words if word.startswith(letter)]


def installed():
    try:
        return Library(
            pkg_config("--modversion")[0],
            folders("-I", pkg_config("--cflags-only-I", "--keep-system-cflags")),
            folders("-L", pkg_config("--libs-only-L", "--keep-system-libs")),
        )
    except (OSError, subprocess.CalledProcessError):
        return None


def of_the_clone():
    build = os.path.join(os.path.dirname(HERE), "build", "release")
    try:
        with open(os.path.join(build, "sarrus.pc"), encoding="utf-8") as file:
            version = re.search(r"^Version: (\S+)", file.read(), re.M)[1]
    except OSError:
        return None
    if not os.path.exists(os.path.join(build, "libsarrus.so")):
        return None
    return Library(version, [os.path.join(os.path.dirname(HERE), "include")], [build])


library = installed() or of_the_clone()
if library is None:
    sys.exit("libsarrus was not found by pkg-config: install it (make install), or set PKG_CONFIG_PATH; or run make build here")
binding = builder(
    shlex.split(os.environ.get("CC", "cc")),
    library.include,
    sources=["binding.c"],
    include_dirs=[".", *library.include],
    library_dirs=library.folders,
    runtime_library_dirs=[folder for folder in library.folders if not folder.startswith("/usr/lib")],
    libraries=["sarrus"],
).distutils_extension("build")
binding.py_limited_api = True

# Built anew every time: what an earlier build has left beside the sources may belong to a library somewhere else.
options = {"bdist_wheel": {"py_limited_api": "cp38"}, "build_ext": {"force": True}}
setup(version=library.version, ext_modules=[binding], options=options)
