#!/bin/sh
# label: long. Each public header compiles alone, as C17 and as C++17, under strict flags; each internal header compiles alone.
set -eu
cd "${SAR_SOURCE_DIR:?}"

CC=${CC:-$(command -v gcc || command -v clang)}
CXX=${CXX:-$(command -v g++ || command -v clang++ || true)}
strict="-fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude"
status=0

for header in include/sarrus/*.h; do
  name=${header#include/}
  echo "#include \"$name\"" | "$CC" -std=c17 $strict -x c - || { echo "$header fails as C17"; status=1; }
  [ -n "$CXX" ] || continue
  echo "#include \"$name\"" | "$CXX" -std=c++17 $strict -x c++ - || { echo "$header fails as C++17"; status=1; }
done
[ -n "$CXX" ] || echo "There is no C++ compiler: the headers were not tried as C++17."

for header in $(find src -name '*.h'); do
  echo "#include \"${header#src/}\"" | "$CC" -std=c17 -fsyntax-only -Wall -Wextra -Werror -Isrc -Iinclude -x c - ||
    { echo "$header does not compile alone"; status=1; }
done
exit $status
