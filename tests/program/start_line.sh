#!/bin/sh
# The summary says what assembly changed of the written start, however little, and what length everything refers to.
. "$(dirname "$0")/common"

# The written velocity of the bob does not belong to its angular velocity, by half a per cent: no warning, but a line.
cat >off.yaml <<'MODEL'
bodies:
  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], velocity: [0, 40, 0], omega: [0, 0, 40.2]}
joints:
  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: z}
simulate: {end: 0.1}
MODEL
run 0 run off.yaml
is_empty err
has out '^  start  *written angular velocity of bob changed by 0\.1[0-9]* of 40\.2 rad/s$'
run 0 run off.yaml --json
# The smallest change in the norm of the mass matrix keeps angular momentum about the pin: (40 + 4.02)/1.1.
json out 'v["start"]["accelerated"] == "bob" and v["start"]["moved"] is None'
json out 'abs(v["start"]["angular_velocity_change"] - (40.2 - 44.02/1.1)) < 1e-9'

# A pose that is off by a thousandth.
cat >gap.yaml <<'MODEL'
units: {length: mm, mass: kg, time: s, angle: deg}
bodies:
  bob: {mass: 1, inertia: [1e5, 1e5, 1e5], at: [1000, 0, 0], frames: {eye: {at: [-999, 0, 0]}}}
joints:
  pin: {type: revolute, between: [ground, bob.eye], at: [0, 0, 0], axis: z}
simulate: {end: 0.1}
MODEL
run 0 run gap.yaml
is_empty err
has out '^  start  *bob moved by 1 mm and turned by 0 deg to close the joints$'
has out '^  length scale  *999 mm, from the places of joints and forces$'
run 0 run gap.yaml --json
json out 'abs(v["start"]["distance"] - 1) < 1e-9 and v["start"]["moved"] == "bob"'
json out 'abs(v["length_scale"]["value"] - 999) < 1 and v["length_scale"]["unit"] == "mm"'
json out 'v["length_scale"]["from"] == "joints and forces"'

# A sound start has no such line.
run 0 run "$models/driven_fourbar.yaml"
lacks out '^  start'
run 0 check "$models/driven_fourbar.yaml" --start-only
has out '^length scale  *0\.13'
run 0 check "$models/driven_fourbar.yaml" --json --start-only
json out 'abs(v["length_scale"]["value"] - 0.136) < 1e-3'
run 0 assemble "$models/driven_fourbar.yaml"
has out '^length scale 0\.13.* m, from the places of joints and forces$'
run 0 assemble "$models/driven_fourbar.yaml" --json
json out 'abs(v["assembly"]["length_scale"]["value"] - 0.136) < 1e-3'

# A free body: its radius of gyration is no measure of its way, and the summary says what to do.
run 0 run "$source_dir/tests/data/findings/drag.yaml" --end 0.1
has out '^  length scale  *0\.0321.* m, the largest radius of gyration.*`length_scale:`'

# check names the stiffest force. What it feels, joints included, gives the rate that the whole motion has.
run 0 check "$source_dir/examples/stiff_double_pendulum/model.yaml" --start-only
has out '^stiffest force  *spring2, which damps at 1e+05 1/s (fastest motion of all: 1e+05 1/s)$'
run 0 check "$source_dir/examples/stiff_double_pendulum/model.yaml" --start-only --json
json out 'v["stiffest_force"]["element"] == "spring2" and v["stiffest_force"]["damps"]'
json out 'abs(v["stiffest_force"]["rate"]/abs(v["dominant_eigenvalue"]["real"]) - 1) < 0.01'
run 0 check "$source_dir/examples/double_wishbone/model.yaml" --start-only --json
json out 'abs(v["stiffest_force"]["rate"]/math.hypot(*v["dominant_eigenvalue"].values()) - 1) < 0.1' # bushings
