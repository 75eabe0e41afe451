#!/bin/sh
# The track of an excavator (61 bodies, 690 pairs of shapes): counts of the publication, the loop closes, it stands and begins to move.
. "$(dirname "$0")/common"
model=$source_dir/examples/excavator_track/model.yaml

run 0 check "$model" --start-only --json
json out 'v["bodies"] == 61 and v["degrees_of_freedom"] == 61 and v["gruebler"] == 61 and v["constraints"] == 305 and v["redundant"] == []'
json out 'sum(c["pairs"] for c in v["contact_laws"]) == 690 and v["warnings"] == [] and v["initial_position_error"] < 1e-14'

# As written nothing touches: all that acts at t = 0 is gravity, the recoil spring and joints.
run 0 run "$model" --set preload=0 --end 1e-9 --step 1e-9 --csv written.csv -o none --json
# From the equilibrium, with the sprocket starting at once.
run 0 run "$model" --set t_go=0.1 --set t_full=0.6 --end 0.8 --csv track.csv -o track.h5 --page track.html --json
json out 'v["steps"]["accepted"] < 1000 and v["constraint_drift"] < 1e-6'
[ "$(wc -c <track.html)" -lt 30000000 ] || fail "the page has 30 MB or more"
