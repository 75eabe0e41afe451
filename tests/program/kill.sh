#!/bin/sh
# kill -9 at five random moments; kill_long.sh has fifty.
. "$(dirname "$0")/common"
. "$source_dir/tests/program/kills"

kills 3 "$models/andrews_squeezer.yaml" --tol 1e-10
kills 2 "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-8
