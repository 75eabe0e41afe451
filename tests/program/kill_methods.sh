#!/bin/sh
# label: long. kill -9 at a random moment of runs whose methods remember more than the last step: matrices that are kept, rates of steps
# before, a split of the coordinates.
. "$(dirname "$0")/common"
. "$source_dir/tests/program/kills"

kills 1 "$models/andrews_squeezer.yaml" --method rosenbrock-nystrom --tol 1e-8
kills 1 "$models/andrews_squeezer.yaml" --method w-method:keep=3 --tol 1e-4
kills 1 "$models/A02_Nfourbar_N2_natural.yaml" --method mampc4 --step 4e-4
kills 1 "$models/andrews_squeezer.yaml" --method dopri5 --tol 1e-10

# A method from outside keeps its state to itself, and says so.
run 2 run "$models/pendulum.yaml" --method adams --end 0.1 --checkpoint 1 -o adams.h5
has err 'checkpoints cannot be taken with this method: its state cannot be saved'
