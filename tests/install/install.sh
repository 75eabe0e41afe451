#!/bin/sh
# label: numbers
# Installs into an empty folder, moves it elsewhere, and uses it as others would: the program, pkg-config (shared and
# static), find_package(sarrus) (shared and static), the Python package, the manual page.
set -eu
build=${SAR_BUILD_DIR:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if grep -qE '^(SARRUS_SANITIZE:STRING=.|SARRUS_COVERAGE:BOOL=ON)' "$build/CMakeCache.txt"; then
  echo "An instrumented library is not installed."
  exit 77
fi

echo "== install"
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
cmake --install "$build" --prefix "$scratch/first" > "$scratch/log" || { cat "$scratch/log"; exit 1; }
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix
lib=$(dirname "$(find "$prefix" -name libsarrus.so)")
export LD_LIBRARY_PATH="$lib"

for file in bin/sarrus include/sarrus/base.h include/sarrus/status.def share/man/man1/sarrus.1 \
  share/bash-completion/completions/sarrus share/zsh/site-functions/_sarrus \
  share/fish/vendor_completions.d/sarrus.fish; do
  [ -s "$prefix/$file" ] || { echo "$file was not installed"; exit 1; }
done
if grep -rlF "$scratch/first" "$prefix"; then
  echo "these installed files hold the absolute path of the prefix"
  exit 1
fi
"$prefix/bin/sarrus" --version | grep -F "$version"
grep -qF "Sarrus $version" "$prefix/share/man/man1/sarrus.1" || { echo "the manual page has another version"; exit 1; }
bash -n "$prefix/share/bash-completion/completions/sarrus"
if command -v man > /dev/null; then man --warnings -l "$prefix/share/man/man1/sarrus.1" > /dev/null; fi

printf 'states: {x: {start: 1, rate: -x}}\noutputs: [x.value]\nsimulate: {end: 1}\n' > "$scratch/decay.yaml"
(cd "$scratch" && "$prefix/bin/sarrus" export decay.yaml --quiet) || { echo "the installed program cannot export"; exit 1; }
fmu=$(find "$prefix" -name sarrus-fmu.so)
if nm -D --defined-only "$fmu" | awk '$2 ~ /[TDBRVW]/ {print $3}' | grep -v '^fmi[23]'; then
  echo "the shared object of FMUs exports more than the functions of the standard"
  exit 1
fi

mkdir "$scratch/user"
cat > "$scratch/user/user.c" << 'END'
#include <stdio.h>

#include "sarrus/base.h"
#include "sarrus/model.h"

int main(void) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarStatus status = sar_model_create(context, &model);
  printf("%s %s\n", sar_version(), sar_status_text(status));
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return status == SAR_OK ? 0 : 1;
}
END
cat > "$scratch/user/CMakeLists.txt" << END
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(sarrus $version REQUIRED)
add_executable(user_shared user.c)
target_link_libraries(user_shared PRIVATE sarrus::sarrus)
add_executable(user_static user.c)
target_link_libraries(user_static PRIVATE sarrus::sarrus_static)
END
cd "$scratch/user"
expect() { # expect PROGRAM
  out=$("$1")
  [ "$out" = "$version done" ] || { echo "$1 said: $out"; exit 1; }
}

echo "== pkg-config"
CC=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
export PKG_CONFIG_PATH="$lib/pkgconfig"
[ "$(pkg-config --modversion sarrus)" = "$version" ]
# shellcheck disable=SC2046 # one word per flag
"$CC" -std=c17 user.c $(pkg-config --cflags --libs sarrus) -o with_pkg_config
expect ./with_pkg_config
# shellcheck disable=SC2046 # one word per flag
"$CC" -std=c17 user.c $(pkg-config --cflags sarrus) "$lib/libsarrus.a" \
  $(pkg-config --static --libs sarrus | sed 's/-lsarrus//') -o with_pkg_config_static
LD_LIBRARY_PATH='' expect ./with_pkg_config_static

echo "== find_package"
cmake -S . -B build -G Ninja -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" > log || { cat log; exit 1; }
cmake --build build > log || { cat log; exit 1; }
expect build/user_shared
LD_LIBRARY_PATH='' expect build/user_static

echo "== Python"
package=$prefix/$(sed -n 's/^SARRUS_PYTHON_DIR:STRING=//p' "$build/CMakeCache.txt")
if [ -n "${SAR_PYTHON:-}" ]; then
  for file in __init__.py py.typed _binding.abi3.so; do
    [ -e "$package/sarrus/$file" ] || { echo "$package/sarrus/$file was not installed"; exit 1; }
  done
  said=$(cd / && LD_LIBRARY_PATH='' PYTHONPATH="$package" PYTHONDONTWRITEBYTECODE=1 "$SAR_PYTHON" -c '
import sarrus
result = sarrus.load({"model": "fall", "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1], "velocity": [2, 0, 0]}}}).run(end=1)
print(sarrus.__version__, round(result["b.x"][-1], 9))')
  [ "$said" = "$version 2.0" ] || { echo "the Python package said: $said"; exit 1; }
fi

echo "== what the library shows: only sar_ names"
if nm -D --defined-only "$lib/libsarrus.so" | awk '$2 ~ /[TDBRVW]/ {print $3}' | grep -v '^sar_'; then
  echo "the shared library exports names without the prefix sar_"
  exit 1
fi
