#!/bin/sh
# Each outside library is known to one file only, so that it can be replaced by changing one file; HDF5 to the files
# src/store/hdf5*.c and src/result/hdf5*.c, the sink and its driver, KLU to src/linear/klu*.c, real and complex, and zlib to what
# packs pages and to src/store/zip*.c.
set -eu
cd "${SAR_SOURCE_DIR:?}"

status=0
including() { grep -rlE "^[ \t]*#[ \t]*include[ \t]*[<\"]([A-Za-z0-9_]+/)?$1[>\"]" src include || true; }
one() { # one HEADER
  files=$(including "$1")
  count=$(printf '%s' "$files" | grep -c . || true)
  if [ "$count" -ne 1 ]; then
    echo "$1 is included by $count files, it must be exactly one:" $files
    status=1
  fi
}
only() { # only HEADER PATTERN: in files that match, and in at least one
  files=$(including "$1")
  others=$(printf '%s' "$files" | grep -vxE "$2" || true)
  if [ -z "$files" ] || [ -n "$others" ]; then
    echo "$1 must be included by files $2 only; it is by:" $files
    status=1
  fi
}
one yaml.h
only klu.h 'src/linear/klu[a-z_]*\.c'
one SuiteSparseQR_C.h
one amd.h
one cholmod.h
one cblas.h
one ida.h
one cvode.h
one dlfcn.h
only zlib.h 'src/(result/pack|store/zip[a-z_]*)\.c'
one expat.h
one nlopt.h
one mpi.h
only hdf5.h 'src/(result|store)/hdf5[a-z_]*\.c'
exit $status
