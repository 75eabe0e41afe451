#!/bin/sh
# label: numbers
# `pip install` builds the Python package against an installed library, without the network, and what it installs runs.
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
"$SAR_PYTHON" -m pip install --no-build-isolation --no-index --no-deps --target "$scratch/site" "$scratch/python" \
  > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cd /
export PYTHONPATH="$scratch/site" PYTHONDONTWRITEBYTECODE=1
[ -e "$scratch/site/sarrus/py.typed" ] || { echo "py.typed was not installed"; exit 1; }
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
said=$("$SAR_PYTHON" -c '
import importlib.metadata, sarrus
result = sarrus.load({"model": "fall", "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1], "velocity": [2, 0, 0]}}}).run(end=1)
print(sarrus.__version__, importlib.metadata.version("sarrus"), round(result["b.x"][-1], 9))')
[ "$said" = "$version $version 2.0" ] || { echo "the package said: $said"; exit 1; }

# Without the library it says what is missing.
code=0
PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere "$SAR_PYTHON" "$scratch/python/setup.py" --version > "$scratch/log" 2>&1 || code=$?
[ "$code" -ne 0 ] && grep -q 'libsarrus was not found by pkg-config' "$scratch/log" || { cat "$scratch/log"; exit 1; }
