#!/bin/sh
# Explicit methods: what the program says of them, what they refuse, and their limits.
. "$(dirname "$0")/common"

crank=$models/wu_crank_slider_equations.yaml

run 0 methods mampc3
has out 'order  *4 (unconstrained); index 1: position 3'
has out 'baumgarte_force=false'
lacks out 'scaling'
lacks out 'predictor='

# Table 2 of paper 5, and the region of figure 1.
run 0 spectrum ab3 ampc3 mampc3 hht --points 2 --json
json out '[round(m["limit_real"], 5) for m in v[:3]] == [0.54545, 1.72878, 1.93461] and v[3]["limit_real"] is None'
run 0 spectrum ampc3 mampc3 --region --per-step --points 2 -o regions.svg
has out '^stability limit on the negative real axis, -mu h: 1.72878$'
has out '^boundary of stability, mu h: real part -1.73 to'
grep -q 'real part of mu h<' regions.svg || fail "regions.svg has no such axis"
run 0 spectrum ampc3 --region --points 2
has out '^boundary of stability, mu h/n: real part -0.864 to'

# Fixed steps only, and constants of Baumgarte within the limit.
run 2 run "$crank" --method ampc3 --tol 1e-6 -o no.h5
has err 'ampc3 has no error estimate'
run 2 run "$crank" --method ampc3:scaling=none --step 0.01 -o no.h5
has err 'method ampc3 has no key "scaling"'
run 2 run "$crank" --method dopri5:formulation=si2 -o no.h5
has err 'formulation=si2 is not available for dopri5'
run 2 run "$crank" --method ampc3:alpha=180 --step 0.01 -o no.h5
has err 'are 1.04 of what ampc3 can follow with steps of 0.01 s'
has err 'baumgarte_force=true'
run 0 run "$crank" --method ampc3:alpha=100 --step 0.01 --end 0.2 -o warned.h5
has err 'warning: .* are 0.58 of the stability limit of ampc3'

# A step that is too long is named as what it is.
run 1 run "$models/governor.yaml" --method mampc4 --step 1e-3 -o long.h5
has err 'explicit methods are unstable'

run 0 run "$crank" --method dopri5 --tol 1e-8 --end 1 -o d.h5
has out 'constraint drift  *[0-9.]*e-1[5-9]'

# So is one in which a body turns around, although the substeps of the start are exact.
run 1 run "$models/pendulum.yaml" --method mampc4 --step 10 -o around.h5
has err 'a body turned too far within one step'

# Orders in independent coordinates are not called those of index 3, and nothing is advised that a verb lacks.
run 0 methods adams
has out 'independent coordinates: position 12'
run 2 order "$models/pendulum.yaml" --method adams
has err '`sarrus run --tol E`'
run 2 run "$crank" --method rosenbrock-nystrom:matrix=approximate -o no.h5
lacks err ' yet'
