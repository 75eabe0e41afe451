#!/bin/sh
# A finite-element model by CalculiX becomes a reduced body: what is printed, what is written, what is refused.
. "$(dirname "$0")/common"

data=$source_dir/tests/data/fe/ccx
for end in inp dof sti mas; do cp "$data/hexi.$end" brick.$end; done
sed -e 's/^\*MATERIAL/*NSET, NSET=A\n11, 14, 15, 18\n*NSET, NSET=B\n12, 13, 16, 17\n*NSET, NSET=EDGE\n11, 14\n*NSET, NSET=C\n11, 12, 13\n*MATERIAL/' "$data/hexi.inp" >brick.inp
ends='--interface a=A:rigid --interface b=B:distributed --units mm-t-s'

# shellcheck disable=SC2086 # words
run 0 reduce brick.inp -o brick.h5 $ends --modes 3
has out '^8 nodes, 33 unknowns -> 9 shapes (12 of interfaces, 3 with them held, less six rigid ones)$'
has out '^mass 1.5197e-05 kg'
has out '^interface b at'
has out 'compliance between interfaces: [0-9.]*e-1[0-9]$'
has err 'factorised in'
cp brick.h5 first.h5
# shellcheck disable=SC2086
run 0 reduce brick.inp -o brick.h5 $ends --modes 3 --json
has out '"status":"done","nodes":8,"unknowns":33,"interfaces":\[{"name":"a","at":'
has out '"modes":9,'
has out '"warnings":\[\]}$'
is_empty err
# shellcheck disable=SC2086
run 0 reduce brick.inp -o clamped.h5 $ends --modes 3 --frame a --quiet
is_empty out
cmp -s first.h5 brick.h5 || fail 'the same command has made another body'
run 0 reduce brick.inp -o moved.h5 --interface a=A:rigid --interface b=B:distributed@5,0,0 --units mm-t-s --up-to 1 --json
has out '"name":"b","at":\[0.005,0,0\]'
has out '"fixed_shapes":0,'
run 0 reduce brick.inp -o wrong_units.h5 --interface a=A --modes 2 --quiet
run 0 reduce brick.inp -o wrong_units.h5 --interface a=A --modes 2
has err 'warning: .* 7.8e-09 kg/m^3; with --units mm-t-s it would be like a solid material'

# refused MESSAGE ARGUMENTS...: exit status 2, that message, and nothing is written.
refused() {
  message=$1
  shift
  run 2 reduce "$@"
  has err "$message"
  [ ! -e none.h5 ] || fail "something was written: $*"
}
refused 'where shall the body go' brick.inp --interface a=A --modes 1
refused 'is a file of the finite-element model' brick.inp -o brick.inp --interface a=A --modes 1
refused 'nothing could hold it' brick.inp -o none.h5 --modes 1
refused 'how many shapes' brick.inp -o none.h5 --interface a=A
refused 'both say how many' brick.inp -o none.h5 --interface a=A --modes 1 --up-to 5
refused 'no name, or nothing behind it' brick.inp -o none.h5 --interface =A --modes 1
refused 'no name, or nothing behind it' brick.inp -o none.h5 --interface a= --modes 1
refused 'a set is rigid or distributed' brick.inp -o none.h5 --interface a=A:loose --modes 1
refused '@ without three numbers' brick.inp -o none.h5 --interface a=A:rigid@1,2 --modes 1
refused 'a node is no set' brick.inp -o none.h5 --interface a=11:rigid --modes 1
refused 'a node of a solid has no rotation' brick.inp -o none.h5 --interface a=11 --modes 1
refused 'there is no node 99999999999999999999\|there is no node 9' brick.inp -o none.h5 --interface a=99999999999999999999 --modes 1
refused 'there is no set of nodes `AA`; did you mean `A`?' brick.inp -o none.h5 --interface a=AA --modes 1
refused 'fewer than three nodes' brick.inp -o none.h5 --interface a=EDGE --modes 1
refused 'both have node 11' brick.inp -o none.h5 --interface a=A --interface c=C --modes 1
refused 'two interfaces have the name' brick.inp -o none.h5 --interface a=A --interface a=B --modes 1
refused 'there is no interface `c`' brick.inp -o none.h5 --interface a=A --frame c --modes 1
refused 'there is no unit of mass `stone`' brick.inp -o none.h5 --interface a=A --modes 1 --units mm-stone-s
refused 'these are no three units' brick.inp -o none.h5 --interface a=A --modes 1 --units mm-t
refused '100 shapes are wanted' brick.inp -o none.h5 --interface a=A --modes 100
refused 'make a rigid body' brick.inp -o none.h5 --interface a=A --modes 0
refused 'cannot read' nothing.inp -o none.h5 --interface a=A --modes 1
refused 'error: ' brick.inp brick.inp -o none.h5 --interface a=A --modes 1

# A spring to the ground: the first entry of the stiffness, of the node 11, is a little larger.
awk 'NR == 1 {$3 *= 1.001} {print}' brick.sti >held.sti
cp brick.inp held.inp && cp brick.dof held.dof && cp brick.mas held.mas
refused 'has no six rigid motions' held.inp -o none.h5 --interface b=B --modes 3 --units mm-t-s

# Stiffness and mass of different models.
for end in dof sti mas; do cp "$data/tet.$end" tet.$end; done
cp brick.inp mixed.inp && cp brick.dof mixed.dof && cp brick.sti mixed.sti && cp tet.mas mixed.mas
refused 'error: ' mixed.inp -o none.h5 --interface b=B --modes 3
