#!/bin/sh
# Loads of a finite-element model: read from the deck, printed, written, and put on the body in a mechanism.
. "$(dirname "$0")/common"
data=$source_dir/tests/data/fe
cp "$data/plate.inp" "$data/plate.dof" "$data/plate.sti" "$data/plate.mas" .

# The point of the corner is where node 119 is, whose displacement CalculiX has computed.
run 0 reduce plate.inp -o plate.h5 --interface edge=edge --interface corner=corner:rigid@0.4,0.1,0.004 --modes 2
has out '12 of interfaces, 2 with them held, 3 of loads, less six rigid ones'
has out '^load wind: force (0, 0, -120) N, moment (0, 0, 0) N m$'
has out '^load mixed: force (90.952, 16, 16.936) N, moment (0.3484, 0.6484, -3.1488) N m$'
h5dump -d /loads/name plate.h5 >names
for name in wind weight mixed; do has names "\"$name"; done

# equilibrium CASE FACTOR TOLERANCE: the displacement of the corner in the mechanism is that of CalculiX for the case. With
# the whole load it differs by what is not linear: the load turns with the plate.
equilibrium() {
  cat >model.yaml <<MODEL
gravity: [0, 0, 0]
bodies: {plate: {type: modal, file: plate.h5}}
joints: {clamp: {type: fixed, between: [ground, plate.edge]}}
forces: {push: {type: modal-load, body: plate, case: $1, factor: "$2"}}
measures: {u: "sqrt((dx(plate.corner) - 0.4)^2 + (dy(plate.corner) - 0.1)^2 + (dz(plate.corner) - 0.004)^2)"}
simulate: {end: 1}
MODEL
  run 0 static model.yaml --csv rest.csv
  value=$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "u.value") at = i} END {print $at}' rest.csv)
  awk -F, -v case="$1" -v factor="$2" -v value="$value" -v tolerance="$3" '
    $2 == case && $3 == 119 {wanted = factor * sqrt($4 * $4 + $5 * $5 + $6 * $6)}
    END {
      printf "%s: %.7g, CalculiX %.7g, off by %.1e\n", case, value, wanted, value / wanted - 1
      exit !(wanted > 0 && (value / wanted - 1)^2 < tolerance^2)
    }' "$data/loads.csv" || fail "the corner does not move as in CalculiX: $1"
}
for case in wind weight mixed; do
  equilibrium $case 1 1e-3
  equilibrium $case 1e-3 2e-6
done
cat >model.yaml <<'MODEL'
bodies: {plate: {type: modal, file: plate.h5}}
joints: {clamp: {type: fixed, between: [ground, plate.edge]}}
forces: {push: {type: modal-load, body: plate, case: winds}}
MODEL
run 2 check model.yaml
has err 'wind'

# Without shapes of their own, what shapes of vibration leave out is said.
run 0 reduce plate.inp -o few.h5 --interface edge=edge --interface corner=corner --modes 10 --no-load-shapes
has out '12 of interfaces, 10 with them held, less six rigid ones'
has out '^load wind: .*; shapes leave out 0.00074 of its work$'
run 0 reduce plate.inp -o few.h5 --interface edge=edge --modes 10 --json
has out '"loads":\[{"name":"wind","force":\[.*\],"moment":\[.*\],"error":0},{"name":"weight"'
has out '"load_shapes":3,'

# with FILE LINES...: the deck of another model with a step of these lines behind it, as job.inp.
with() {
  rm -f job.*
  for file in "$data/ccx/$1".*; do cp "$file" "job.${file##*.}"; done
  shift
  for line in '*STEP' '*STATIC' "$@" '*END STEP'; do echo "$line" >>job.inp; done
}

# On a node of shells a force acts in the middle surface; pressure acts along the normal, on the lower side. The first
# triangle has 2 mm^2, its lower side a little more or less: its corners lie along mean normals.
with shell '*CLOAD' '2, 1, 3.' '*STEP, NAME=up' '*DLOAD, OP=NEW' '1, P, 100.' '*CLOAD, OP=NEW'
run 0 reduce job.inp -o job.h5 --interface edge=EDGE --modes 3 --units mm-t-s --json
python3 - out <<'END' || fail 'loads of shells'
import json, sys
answer = json.load(open(sys.argv[1]))
force, up = answer["loads"]
assert force["name"] == "step2" and up["name"] == "up", answer["loads"]
x = [a - b for a, b in zip((0.002, 0, 0), answer["centre"])]
assert force["force"] == [3, 0, 0]
assert all(abs(a - b) < 1e-15 for a, b in zip(force["moment"], (0, x[2] * 3, -x[1] * 3))), (force["moment"], x)
assert abs(up["force"][2] / 200 - 1) < 0.01 and abs(up["force"][2]) > 20 * abs(up["force"][0]), up
END

# An amplitude is not read, loads of earlier steps are not taken along; both are said.
with hexi '*NSET, NSET=A' '11, 14, 15, 18' '*CLOAD, AMPLITUDE=A1' '12, 1, 3.' '*END STEP' '*STEP, NAME=second' '*CLOAD' '13, 1, 3.'
run 0 reduce job.inp -o job.h5 --interface a=A --modes 2 --units mm-t-s
has err 'job.inp:27:1: warning: AMPLITUDE=A1 is not read'
has err 'job.inp:30:1: warning: .*CalculiX goes on with loads of earlier steps here; the load case `second` has only those of its own step'

# refused MODEL PLACE MESSAGE LINES...: these lines in a step are an error there.
refused() {
  model=$1 place=$2 message=$3
  shift 3
  with "$model" "$@"
  run 2 reduce job.inp -o none.h5 --interface a=EDGE --modes 2 --units mm-t-s
  has err "^job.inp:$place: error: $message"
  [ ! -e none.h5 ] || fail "something was written: $*"
}
refused hexi 26:1 'there is no node 99' '*CLOAD' '99, 1, 3.'
refused tet 32:1 'there is no set of elements `blok`; did you mean `Block`?' '*DLOAD' 'blok, P1, 3.'
refused hexi 26:1 'there is no set of nodes `E`' '*CLOAD' 'E, 1, 3.'
refused hexi 26:5 '`7, 3.` is no direction' '*CLOAD' '12, 7, 3.'
refused hexi 26:1 'node 12 has no rotation 4 that a moment could act on' '*CLOAD' '12, 4, 3.'
refused hexi 26:8 '`x` is not a number' '*CLOAD' '12, 1, x'
refused hexi 26:6 '`` is not a number' '*CLOAD' '12, 1'
refused hexi 26:1 '`, 1, 3.` is neither a number nor the name of a set' '*CLOAD' ', 1, 3.'
refused hexi 26:4 'loads of the kind `CENTRIF` are not read' '*DLOAD' 'E, CENTRIF, 3.'
refused hexi 26:4 'loads of the kind `P1NU` are not read' '*DLOAD' 'E, P1NU, 3.'
refused hexi 26:1 'P does not fit element 1: it is a solid' '*DLOAD' 'E, P, 3.'
refused tet 32:1 'P5 does not fit element 1: it is a solid' '*DLOAD' '1, P5, 3.'
refused shell 26:1 'P2 does not fit element 1: it is a shell' '*DLOAD' '1, P2, 3.'
refused hexi 26:21 'the acceleration has no direction' '*DLOAD' 'E, GRAV, 9.81, 0,0,0'
refused hexi 26:14 '`` is not a number' '*DLOAD' 'E, GRAV, 9.81'
refused hexi 25:1 'loads with LOADCASE are not read' '*CLOAD, LOADCASE=2' '12, 1, 3.'
refused hexi 25:1 'pressure on surfaces (\*DSLOAD) is not read' '*DSLOAD' 'S, P, 3.'
refused hexi 26:1 'loads stand outside of a step' '*END STEP' '*CLOAD' '12, 1, 3.'
refused hexi 25:1 '`1st` is no name of a load case' '*STEP, NAME=1st' '*CLOAD' '12, 1, 3.'
refused hexi 27:1 'two steps have the name `step2`' '*CLOAD' '12, 1, 3.' '*STEP, NAME=step2' '*CLOAD' '13, 1, 3.'
refused tet 32:1 'node 9 has no unknown in direction 2: it is fixed, tied to others, or belongs to no element' '*CLOAD' '9, 2, 3.'
