#!/bin/sh
# The checks of this folder can fail: each is run on a small tree with exactly one fault and must notice it.
set -eu
checks=${SAR_SOURCE_DIR:?}/tests/layers
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

fresh() { # a small tree without faults
  rm -rf "$tree"
  mkdir -p "$tree/cmake" "$tree/include/sarrus" "$tree/src/base" "$tree/src/linear" "$tree/src/method" "$tree/src/element" \
    "$tree/src/read" "$tree/src/result" "$tree/src/store" "$tree/src/study" "$tree/src/mpi"
  cp "$SAR_SOURCE_DIR/cmake/modules.cmake" "$tree/cmake/"
  echo 'int sar_one(void);' > "$tree/include/sarrus/one.h"
  echo 'int sar_base(void);' > "$tree/src/base/base.h"
  echo 'int sar_method(void);' > "$tree/src/method/method.h"
  printf '#include "base/base.h"\n#include "method/method.h"\n#include "sarrus/one.h"\n' > "$tree/src/method/method.c"
  printf '#include <klu.h>\n' > "$tree/src/linear/klu.c"
  printf '#include <SuiteSparseQR_C.h>\n' > "$tree/src/linear/rank.c"
  printf '#include <amd.h>\n' > "$tree/src/linear/ldl.c"
  printf '#include <cholmod.h>\n' > "$tree/src/linear/cholesky.c"
  printf '#include <yaml.h>\n' > "$tree/src/read/yaml.c"
  printf '#include <expat.h>\n' > "$tree/src/base/xml.c"
  printf '#include <nlopt.h>\n' > "$tree/src/study/nlopt.c"
  printf '#include <mpi.h>\n' > "$tree/src/mpi/message.c"
  printf '#include <cblas.h>\n' > "$tree/src/linear/blas.c"
  printf '#include <dlfcn.h>\n' > "$tree/src/element/loader.c"
  printf '#include <ida/ida.h>\n' > "$tree/src/method/ida.c"
  printf '#include <cvode/cvode.h>\n' > "$tree/src/method/cvode.c"
  printf '#include <zlib.h>\n' > "$tree/src/result/pack.c"
  printf '#include <hdf5.h>\n' | tee "$tree/src/result/hdf5.c" "$tree/src/store/hdf5_access.c" > "$tree/src/result/hdf5_driver.c"
}
status=0
run() { SAR_SOURCE_DIR=$tree sh "$checks/$1.sh" > "$tree/log" 2>&1; }
clean() { run "$1" || { echo "$1: complains about a tree without faults:"; cat "$tree/log"; status=1; }; }
faulty() { ! run "$1" || { echo "$1: did not notice: $2"; status=1; }; }

fresh
for check in levels libraries headers size; do clean $check; done

echo '#include "method/method.h"' > "$tree/src/base/up.c"
faulty levels "base includes method"
fresh && echo '#include "method/method.h"' > "$tree/src/element/side.c"
faulty levels "element includes method, of the same level"
fresh && echo '#include "method.h"' > "$tree/src/method/bare.c"
faulty levels "include without its folder"
fresh && echo '#include "base/base.h"' >> "$tree/include/sarrus/one.h"
faulty levels "public header includes an internal one"
fresh && mkdir "$tree/src/other"
faulty levels "folder without a level"
fresh && echo '#include <hdf5.h>' > "$tree/src/result/second.c"
faulty libraries "hdf5.h in a file of another name"
fresh && echo '#include <hdf5.h>' > "$tree/src/result/hdf5.h"
faulty libraries "hdf5.h in a header"
fresh && echo '#include <hdf5.h>' > "$tree/src/store/second.c"
faulty libraries "hdf5.h in a file of another name of store"
fresh && rm "$tree"/src/result/hdf5*.c "$tree"/src/store/hdf5*.c
faulty libraries "hdf5.h in no file"
fresh && echo '#include <yaml.h>' > "$tree/src/read/second.c"
faulty libraries "yaml.h in two files"
fresh && echo '#include <dlfcn.h>' > "$tree/src/base/second.c"
faulty libraries "dlfcn.h in two files"
fresh && echo '#include <ida/ida.h>' > "$tree/src/method/second.c"
faulty libraries "ida.h in two files"
fresh && echo '#include <cvode/cvode.h>' > "$tree/src/method/second.c"
faulty libraries "cvode.h in two files"
fresh && echo '#include <mpi.h>' > "$tree/src/study/second.c"
faulty libraries "mpi.h in two files"
fresh && rm "$tree/src/read/yaml.c"
faulty libraries "yaml.h in no file"
fresh && echo 'size_t sar_size(void);' >> "$tree/include/sarrus/one.h"
faulty headers "public header that does not compile alone"
fresh && echo 'int class;' >> "$tree/include/sarrus/one.h"
[ -z "$(command -v g++ || command -v clang++ || true)" ] || faulty headers "public header that is not C++"
fresh && echo 'Unknown sar_x(void);' >> "$tree/src/base/base.h"
faulty headers "internal header that does not compile alone"
fresh && yes 'int sar_base(void);' | head -n 601 > "$tree/src/base/long.h"
faulty size "file of 601 lines"
fresh && { echo 'int f(void) {'; yes '  g();' | head -n 99; echo '}'; } > "$tree/src/base/long.c"
faulty size "function of 101 lines"
fresh && { echo 'int f(void) {'; yes '  g();' | head -n 98; echo '}'; } > "$tree/src/base/long.c"
clean size

# the store of a system: twenty files that may know it, and one of result that asks
stored() {
  fresh
  mkdir -p "$tree/src/system"
  echo '#include "base/base.h"' | tee "$tree/src/system/compiled.h" > "$tree/src/system/system.h"
  for i in $(seq 20); do echo '#include "system/compiled.h"' > "$tree/src/system/part$i.c"; done
  echo '#include "system/system.h"' > "$tree/src/result/asks.c"
}
stored && clean system
echo '#include "system/compiled.h"' > "$tree/src/result/knows.c"
faulty system "result includes the store of a system"
stored && echo '#include "system/compiled.h"' >> "$tree/src/system/system.h"
faulty system "result reaches the store of a system through a header"
stored && rm "$tree/src/system/compiled.h"
faulty system "the store of a system is gone"

fresh && mkdir -p "$tree/viewer/src/deep"
export SAR_LEAST_IMPORTS=2
echo 'import { b } from "./deep/b";' > "$tree/viewer/src/a.ts"
echo 'import { c } from "../c";' > "$tree/viewer/src/deep/b.ts"
echo > "$tree/viewer/src/c.ts"
clean viewer_circles
echo 'import type { A } from "./a";' > "$tree/viewer/src/c.ts"
faulty viewer_circles "three modules that import each other"
exit $status
