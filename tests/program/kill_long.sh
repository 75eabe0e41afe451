#!/bin/sh
# label: scan
# kill -9 at fifty random moments of four different runs: fifty rescued files, fifty resumptions to the same bytes.
. "$(dirname "$0")/common"
. "$source_dir/tests/program/kills"

kills 15 "$models/andrews_squeezer.yaml" --step 2e-7
kills 15 "$models/A02_Nfourbar_N2_natural.yaml" --tol 1e-9 --end 100
kills 10 "$models/heavy_top.yaml" --step 2e-6
kills 10 "$models/spatial_chain.yaml" --tol 1e-10 --end 2
