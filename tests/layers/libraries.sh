#!/bin/sh
# Each outside library is known to one file only, so that it can be replaced by changing one file.
set -eu
cd "${SAR_SOURCE_DIR:?}"

status=0
one() { # one HEADER
  files=$(grep -rlE "^[ \t]*#[ \t]*include[ \t]*[<\"]([A-Za-z0-9_]+/)?$1[>\"]" src include || true)
  count=$(printf '%s' "$files" | grep -c . || true)
  if [ "$count" -ne 1 ]; then
    echo "$1 is included by $count files, it must be exactly one:" $files
    status=1
  fi
}
one yaml.h
one hdf5.h
one klu.h
one SuiteSparseQR_C.h
exit $status
