#!/bin/sh
# label: numbers
# `pip install` builds the Python package against an installed library, or one that was only built, without the network, and what it
# installs runs; also in an environment of its own.
set -eu
build=${SAR_BUILD_DIR:?}
source_dir=${SAR_SOURCE_DIR:?}
if [ -z "${SAR_PYTHON:-}" ]; then
  echo "There is no Python with cffi, numpy and headers."
  exit 77
fi
if ! "$SAR_PYTHON" -c 'import setuptools, wheel, pip' 2> /dev/null; then
  echo "There is no pip with setuptools and wheel (scripts/install-dependencies test)."
  exit 77
fi
if grep -qE '^(SARRUS_SANITIZE:STRING=.|SARRUS_COVERAGE:BOOL=ON)' "$build/CMakeCache.txt"; then
  echo "An instrumented library is not installed."
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" > "$scratch/log" || { cat "$scratch/log"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name sarrus.pc)")
export PKG_CONFIG_PATH
cp -r "$source_dir/python" "$scratch/python" # pip leaves what it builds beside the sources
cd /
export PYTHONDONTWRITEBYTECODE=1
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

# works PYTHON: the package is there, of this version, runs a model, and finds the program that belongs to it.
works() {
  said=$("$1" -c '
import importlib.metadata, os, sarrus
result = sarrus.load({"model": "fall", "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1], "velocity": [2, 0, 0]}}}).run(end=1)
assert os.path.exists(os.path.join(os.path.dirname(sarrus.__file__), "py.typed"))
print(sarrus.__version__, importlib.metadata.version("sarrus"), round(result["b.x"][-1], 9), sarrus.program_path())')
  [ "$said" = "$version $version 2.0 $2" ] || { echo "the package said: $said"; exit 1; }
}

# In an environment, as docs/python.md says; where there is no python3-venv, in a folder.
if "$SAR_PYTHON" -m venv --system-site-packages "$scratch/V" > "$scratch/log" 2>&1; then
  "$scratch/V/bin/pip" install --no-index --no-build-isolation "$scratch/python" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  works "$scratch/V/bin/python" "$scratch/prefix/bin/sarrus"
else
  "$SAR_PYTHON" -m pip install --no-build-isolation --no-index --no-deps --target "$scratch/site" "$scratch/python" \
    > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  PYTHONPATH="$scratch/site" works "$SAR_PYTHON" "$scratch/prefix/bin/sarrus"
fi

# Again from the same sources, with the library in another place: nothing of the first build is taken.
cmake --install "$build" --prefix "$scratch/other" > "$scratch/log" || { cat "$scratch/log"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/other" -name sarrus.pc)") "$SAR_PYTHON" -m pip install --no-build-isolation --no-index --no-deps \
  --target "$scratch/again" "$scratch/python" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
PYTHONPATH="$scratch/again" works "$SAR_PYTHON" "$scratch/other/bin/sarrus"

# A source distribution has all that is needed to build it elsewhere.
(cd "$scratch/python" && "$SAR_PYTHON" setup.py -q sdist --dist-dir "$scratch/dist" > "$scratch/log" 2>&1) || { cat "$scratch/log"; exit 1; }
"$SAR_PYTHON" -m pip install --no-build-isolation --no-index --no-deps --target "$scratch/from-sdist" "$scratch"/dist/sarrus-*.tar.gz \
  > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
PYTHONPATH="$scratch/from-sdist" works "$SAR_PYTHON" "$scratch/prefix/bin/sarrus"

# Without the library it says what is missing.
export PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere
code=0
"$SAR_PYTHON" "$scratch/python/setup.py" --version > "$scratch/log" 2>&1 || code=$?
[ "$code" -ne 0 ] && grep -q 'libsarrus was not found by pkg-config' "$scratch/log" || { cat "$scratch/log"; exit 1; }

# A clone in which it was built serves as well.
mkdir -p "$scratch/clone/build"
ln -s "$build" "$scratch/clone/build/release"
ln -s "$source_dir/include" "$scratch/clone/include"
cp -r "$source_dir/python" "$scratch/clone/python"
"$SAR_PYTHON" -m pip install --no-build-isolation --no-index --no-deps --target "$scratch/built" "$scratch/clone/python" \
  > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
PYTHONPATH="$scratch/built" works "$SAR_PYTHON" "$scratch/clone/build/release/sarrus"
