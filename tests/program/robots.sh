#!/bin/sh
# Robots in URDF: the same motion as models written by hand, conversion, meshes of packages, and what is wrong with files.
. "$(dirname "$0")/common"
robots=$source_dir/tests/data/robots

# against models written by hand, to rounding: every column that both have
compare_with_hand() { # robot, end, settings
  robot=$1 end=$2
  shift 2
  run 0 run "$robots/$robot.urdf" --end "$end" --every 0.01 --method radau5 --step 1e-3 --csv robot.csv -o none --quiet "$@"
  run 0 run "$robots/$robot.yaml" --end "$end" --every 0.01 --method radau5 --step 1e-3 --csv hand.csv -o none --quiet
  python3 - "$robot" <<'PY' || fail "$robot moves in another way than the one written by hand"
import csv, sys
def table(path):
    rows = list(csv.reader(open(path)))
    return rows[0], [[float(x) for x in row] for row in rows[2:]]
names, robot = table("robot.csv")
other_names, hand = table("hand.csv")
assert len(robot) == len(hand) > 20, (len(robot), len(hand))
kinds = {"x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz", "angle", "angle_rate", "displacement", "displacement_rate"}
compared, moved = 0, 0
for name in names:
    if name not in other_names or name.split(".")[-1] not in kinds:
        continue
    a = [row[names.index(name)] for row in robot]
    b = [row[other_names.index(name)] for row in hand]
    size = 1 + max(abs(x) for x in b)
    if name.split(".")[-1] in ("q0", "q1", "q2", "q3") and sum(x * y for x, y in zip(a, b)) < 0:
        b = [-y for y in b]
    worst = max(abs(x - y) for x, y in zip(a, b)) / size
    assert worst < 1e-9, (name, worst)  # the same steps: nothing but rounding
    compared += 1
    moved += max(b) - min(b) > 1e-3
assert compared > 40 and moved > 10, (compared, moved)
PY
}
compare_with_hand arm 0.5 --set q_shoulder=0.4 --set shoulder_effort=3
compare_with_hand gripper 0.3 --set q_close=0.2 --set close_effort=0.2
compare_with_hand quadruped 0.4 --set fl_abduct_effort=2

# converted: the same bytes of results
for robot in arm gripper quadruped; do
  run 0 convert "$robots/$robot.urdf" -o "$robot.yaml"
  run 0 run "$robots/$robot.urdf" --end 0.1 --csv first.csv -o none --quiet
  run 0 run "$robot.yaml" --end 0.1 --csv second.csv -o none --quiet
  cmp -s first.csv second.csv || fail "$robot and its conversion give other numbers"
done
grep -q '^# left out, as it does not move anything: transmission, gazebo$' arm.yaml || fail "what was left out is not said"

# a free root is told of, and may be held
run 0 check "$robots/quadruped.urdf"
grep -q 'the root of the robot is free' err || fail "nobody says that the trunk falls"
run 0 run "$robots/quadruped.urdf" --base fixed --end 0.2 --every 0.1 --csv held.csv -o held.h5 --quiet
python3 -c '
import csv
rows = list(csv.reader(open("held.csv")))
z = rows[0].index("trunk.z")
assert max(abs(float(row[z]) - 0.02) for row in rows[2:]) < 1e-9' || fail "a root that is held moves"
run 0 verify held.h5 # results know how the robot was read
run 2 run "$robots/quadruped.urdf" --base free --end 1
grep -q -e '--base free' err || fail "--base takes anything"
run 2 run "$robots/arm.urdf"
grep -q -e '--end' err || fail "no word about the missing end"

# meshes: beside the robot, in a package by its name, in one above
cat >tetra.stl <<'STL'
solid t
facet normal 0 0 -1
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
endsolid t
STL
one() { # file name of the mesh, attributes
  cat <<URDF
<robot name="one"><link name="world"/>
<link name="rod"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<visual><geometry><mesh filename="$1" $2/></geometry></visual>
<collision><geometry><mesh filename="$1"/></geometry></collision></link>
<joint name="pin" type="continuous"><parent link="world"/><child link="rod"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/></joint></robot>
URDF
}
one tetra.stl 'scale="0.1 0.1 0.1"' >beside.urdf
run 0 run beside.urdf --end 0.1 -o beside.h5 --page beside.html --quiet
mkdir -p stack/cell/urdf stack/cell/meshes
mv tetra.stl stack/cell/meshes/
one package://cell/meshes/tetra.stl '' >named.urdf
run 2 check named.urdf
grep -q 'named.urdf:3:1: error: the package `cell` is nowhere; give --package cell=FOLDER' err || fail "a package that is missing"
run 0 run named.urdf --package cell=stack/cell --end 0.1 -o named.h5 --quiet
cp named.urdf stack/cell/urdf/
run 2 check stack/cell/urdf/named.urdf
touch stack/cell/package.xml
run 0 check stack/cell/urdf/named.urdf
rm -r stack # results have the mesh
run 0 page named.h5 -o named.html
run 0 verify named.h5
one package://cell/../../etc/passwd.stl '' >out.urdf
run 2 check out.urdf --package cell=.
one part.dae '' >dae.urdf
run 0 check dae.urdf
grep -q 'only STL and OBJ are read' err || fail "meshes of other formats are not told of"

# what is wrong: the first line of each file says it
count=0
for file in "$robots"/wrong/*.urdf; do
  expected=$(sed -n '1s/^<!-- \(.*\) -->$/\1/p' "$file")
  [ -n "$expected" ] || fail "$file does not say what is wrong with it"
  cp "$file" wrong.urdf
  run 2 check wrong.urdf
  grep -qF "wrong.urdf:$expected" err || { cat err; fail "$(basename "$file"): expected $expected"; }
  count=$((count + 1))
done
[ "$count" -ge 30 ] || fail "only $count wrong robots"
