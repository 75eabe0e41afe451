#!/bin/sh
# Adams decks in the place of models: what every verb takes, and what results remember of them.
. "$(dirname "$0")/common"

mkdir decks other
cat >decks/swing.adm <<'DECK'
a pendulum that is driven
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1, REULER=0,90D,0
! adams_view_name='rod'
PART/2, MASS=2, CM=21, IP=.1,.1,.1
MARKER/21, PART=2, QP=1,0,0
MARKER/22, PART=2, REULER=0,90D,0
JOINT/1, REVOLUTE, I=22, J=11
SFORCE/1, ROTATION, I=22, J=11, FUNCTION=STEP(TIME,0,0,1,3)
, *SIN(5*TIME) - 0.1*WZ(22,11,11)
ACCGRAV/KGRAV=-9.81
END
DECK

# Without a command file the end must be given.
run 2 run decks/swing.adm
has err 'the time to simulate is not given; give `--end 2`, or a command file with SIMULATE by `--acf FILE`'
run 0 run decks/swing.adm --end 100 --tol 1e-9 -o whole.h5 --csv whole.csv
[ -s whole.csv ] || fail "there are no results"

# Results remember the deck: it may go.
mv decks/swing.adm kept
run 0 verify whole.h5
run 0 page whole.h5 -o page.html
[ -s page.html ] || fail "there is no page"
mv kept decks/swing.adm
cut_run INT cut.h5 100000 run decks/swing.adm --end 100 --tol 1e-9 --checkpoint 1000
mv decks/swing.adm kept
run 0 resume cut.h5
cmp -s cut.h5 whole.h5 || fail "the resumed results differ"
mv kept decks/swing.adm

# Every verb takes it.
run 0 check decks/swing.adm
run 0 assemble decks/swing.adm
run 0 static decks/swing.adm
run 0 modes decks/swing.adm
run 0 convert decks/swing.adm -o swing.yaml
run 0 run swing.yaml --end 100 --tol 1e-9 -o converted.h5 --csv converted.csv
cmp -s whole.csv converted.csv || fail "the converted model gives other results"

# What cannot be translated: refused, or left out and told.
sed 's/^ACCGRAV/BALLOON\/3, GAS=helium\n&/; s/STEP(TIME,0,0,1,3)/USER(3)/' decks/swing.adm >decks/strange.adm
run 2 run decks/strange.adm --end 1
has err 'decks/strange.adm:12:1: error: BALLOON/3: unknown statement `BALLOON`'
has err 'decks/strange.adm:10:..: error: .*USER'
run 2 run decks/strange.adm --end 1 --user one
has err 'write --user zero'
run 0 run decks/strange.adm --end 1 --skip-unsupported --user zero -o strange.h5
has err 'warning: BALLOON/3: left out: unknown statement'
grep -a -q 'note=line 12: BALLOON/3: left out: unknown statement' strange.h5 || fail "the results do not tell what was left out"
rm decks/strange.adm
run 0 verify strange.h5

# Command files: beside the deck, or given.
printf 'swing\nswing\nSIMULATE/DYNAMICS, END=1, STEPS=4\nSTOP\n' >decks/swing.acf
run 0 run decks/swing.adm -o beside.h5 --csv beside.csv
[ "$(grep -c "^[0-9]" beside.csv)" -eq 5 ] || fail "the command file beside the deck is not used"
printf '\nSIMULATE/DYNAMICS, DURATION=0.5, DTOUT=0.25\n' >other/short.acf
run 0 run decks/swing.adm --acf other/short.acf -o short.h5 --csv short.csv
[ "$(grep -c "^[0-9]" short.csv)" -eq 3 ] || fail "the command file that is given is not used"
rm -r other
mv decks/swing.acf kept
run 0 verify beside.h5
run 0 verify short.h5
mv kept decks/swing.acf

# Several simulations: the file beside the deck is kept with the results as well.
printf '\nSIMULATE/STATICS\nSFORCE/1, FUNCTION=2\nSIMULATE/DYNAMICS, END=1, STEPS=4\n' >decks/swing.acf
run 0 run decks/swing.adm -o phases.h5 --csv phases.csv
rm decks/swing.acf
run 0 verify phases.h5

# Command files that others call are kept, too: beside the deck, and where --acf has named one.
mkdir -p decks/sub other/sub
printf '\nFILE/COMMAND=sub/load.acf\nSIMULATE/DYNAMICS, END=1, STEPS=4\n' | tee decks/swing.acf >other/calls.acf
printf 'SIMULATE/STATICS\nSFORCE/1, FUNCTION=2\n' | tee decks/sub/load.acf >other/sub/load.acf
run 0 run decks/swing.adm -o called.h5 --csv called.csv
cmp -s called.csv phases.csv || fail "commands of a file that is called differ from those in its place"
run 0 run decks/swing.adm --acf other/calls.acf -o outside.h5
run 0 convert decks/swing.adm -o called.yaml
run 0 run called.yaml -o none --csv converted.csv
cmp -s called.csv converted.csv || fail "the converted model gives other results"
printf 'SIMULATE/STATICS\nSFORCE/1, FUNCTON=2\n' >decks/sub/load.acf
run 2 run decks/swing.adm
has err 'decks/sub/load.acf:2:11: error: SFORCE/1: unknown argument `FUNCTON`'
rm -r decks/swing.acf decks/sub other
run 0 verify called.h5
run 0 verify outside.h5

# Who looks at the start alone says so, unless there is one phase.
printf '\nSIMULATE/STATICS\nSIMULATE/DYNAMICS, END=1, STEPS=4\nDEACTIVATE/SFORCE, ID=1\nLINEAR/EIGENSOL\n' >decks/swing.acf
for verb in modes static assemble; do
  run 0 $verb decks/swing.adm
  has err "decks/swing.acf:3:1: warning: .$verb. looks at the start of the first of 3 phases: phases 2 to 3 are left out"
  has err 'eigenvalues of LINEAR to OUT.phase3.modes.h5'
done
run 0 run decks/swing.adm -o linear.h5
[ -s linear.phase3.modes.h5 ] || fail "the eigenvalues are not where the warning says"
run 0 convert decks/swing.adm -o linear.yaml
run 0 modes linear.yaml
has err 'warning: .modes. looks at the start of the first of 3 phases.*eigenvalues of `analysis: modes`'
printf '\nSIMULATE/STATICS\n' >decks/swing.acf
run 0 modes decks/swing.adm
! grep -q 'phases' err || fail "there is one phase, of which nothing is left out"

# Command files without commands.
: >decks/swing.acf
run 2 run decks/swing.adm
has err 'the time to simulate is not given; the command file has no SIMULATE: write one, or give `--end 2`'
run 0 run decks/swing.adm --end 1 -o none
printf '\nSIMULATE/DYNAMICS, EDN=1\n' >decks/swing.acf
run 0 run decks/swing.adm --acf /dev/null --end 1 -o without.h5
run 0 verify without.h5

# One warning of all USER; the conversion has them one by one.
sed 's/STEP(TIME,0,0,1,3)/USER(3)/; s/SIN(5.TIME)/USER(4)/' decks/swing.adm >decks/user.adm
run 0 convert decks/user.adm --user zero -o user.yaml
[ "$(grep -c 'warning: .*USER' err)" -eq 1 ] || fail "USER has not one warning"
[ "$(grep -c '^# line .*USER' user.yaml)" -eq 2 ] || fail "the conversion does not name every USER"

# What is wrong with command files.
printf '\nSIMULATE/DYNAMICS, EDN=1\n' >decks/swing.acf
run 2 run decks/swing.adm
has err 'decks/swing.acf:2:20: error: SIMULATE: unknown argument `EDN`; did you mean `END`?'
run 2 run decks/swing.adm --acf missing.acf
has err 'missing.acf'
run 2 run "$models/A01_simple_pendulum.yaml" --acf decks/swing.acf
has err 'it is no Adams deck'
printf '\nSIMULATE/DYNAMICS, END=1, STEPS=4\n' >decks/swing.acf
run 2 run decks/swing.adm -o decks/swing.acf
has err 'is a file of the model'

# A light part on a stiff bushing beside a heavy one on a joint: shifts of the size of the fastest mode make the pivots
# of the joint rounding. The heavy one swings with the root of 2E5 / (1E5 + 1E5 * 1^2), about y and z.
cat >decks/light.adm <<'DECK'
light and heavy
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=0,0,5
PART/2, MASS=1E5, CM=20, IP=1E5,1E5,1E5, QG=1,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0
JOINT/1, SPHERICAL, I=21, J=1
BUSHING/1, I=21, J=1, KT=2E5,2E5,2E5
PART/3, MASS=1E-3, CM=30, IP=1E-3,1E-3,1E-3, QG=0,0,5
MARKER/30, PART=3
BUSHING/2, I=30, J=2, K=1E13,1E13,1E13, KT=1E13,1E13,1E13
END
DECK
run 0 modes decks/light.adm --solver sparse --count 2
has out '0.159155'

# A marker on a part that is not there is said once, whoever asks for the marker.
printf 'lost\nPART/1,GROUND\nPART/2,MASS=1,CM=20,IP=1,1,1\nMARKER/20,PART=3\nMARKER/1,PART=1\nJOINT/1,SPHERICAL,I=20,J=1\nEND\n' >lost.adm
run 2 check lost.adm
[ "$(grep -c 'there is no PART/3' err)" -eq 1 ] || fail "the missing part is said more than once"

# Files of Adams have the numbers of the statements, whatever digits their names end in, the names and units that requests
# give their components, and the kind of each request.
cat >decks/told.adm <<'DECK'
numbers and names of statements
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
! adams_view_name='PART_2'
PART/7, MASS=1, CM=20, IP=1,1,1, VX=3
MARKER/20, PART=7
! adams_view_name='wheel_travel_10'
REQUEST/5, DISPLACEMENT, I=20, J=10
! adams_view_name='REQUEST_5'
REQUEST/10, VELOCITY, I=20, J=10, RESULTS_NAME=speed of it
, CNAMES="","VX_BODY","VY <BODY>","VZ_BODY","","WX","WY","WZ"
REQUEST/11, FORCE, I=20, J=10
REQUEST/12, F2=DX(20)\F3=7, CNAMES="", "way", "seven", CUNITS="", "mm", "no_units"
MREQUEST/3, VELOCITY, PARTS=ALL
END
DECK
run 0 run decks/told.adm --end 1 --every 0.5 -o told.h5 --res told.res --req told.req
has told.res '<Entity name="PART_2_XFORM" entity="PART_2" entType="Part" objectId="7">'
has told.res '<Entity name="wheel_travel_10" entity="wheel_travel_10" entType="Request" objectId="5">'
has told.res '<Entity name="speed of it" entity="REQUEST_5" entType="Request" objectId="10">'
has told.res '<Entity name="mrequest3_PART_2" entity="mrequest3_PART_2" entType="Request" objectId="13">'
has told.res '<Component name="F2" unitsValue="mm" id='
has told.res '<Component name="F6" unitsValue="rad" id='
has told.res '<Component name="VX_BODY" unitsValue="mm/s" id='
has told.res '<Component name="VY &lt;BODY&gt;" unitsValue="mm/s" id='
has told.res '<Component name="WX" unitsValue="rad/s" id='
has told.res '<Component name="F8" unitsValue="N.mm" id='
has told.res '<Component name="way" unitsValue="mm" id='
has told.res '<Component name="seven" unitsValue="no_units" id='
sed -n '4,13p' told.req | tr -s ' \n' ' ' >kinds
has kinds '^ 5 1 wheel_travel_10 10 2 speed of it 11 4 request11 12 5 request12 13 5 mrequest3_PART_2 *$'
tail -4 told.req | head -1 | tr -s ' ' >kinds # REQUEST/10 at the end: without the sizes
has kinds '^ 3.00000E+00 0.00000E+00 0.00000E+00 0.00000E+00'
tail -2 told.req | head -1 | tr -s ' ' >kinds
has kinds '^ 3.00000E+00 7.00000E+00 0.00000E+00'
run 0 compare told.h5 told.res
run 0 convert decks/told.adm -o told.yaml
run 0 run told.yaml --end 1 --every 0.5 -o counted.h5 --res counted.res
has counted.res 'entity="wheel_travel_10" entType="Request" objectId="1">'
has counted.res 'entity="REQUEST_5" entType="Request" objectId="2">'

# Every analysis has steps of its type.
printf '\nSIMULATE/STATICS\nSIMULATE/DYNAMICS, END=1, STEPS=2\nSIMULATE/STATICS, END=2, STEPS=2\n' >decks/swing.acf
run 0 run decks/swing.adm -o types.h5 --res types.res
grep -o '<Data name="[a-zA-Z]*\|<Step type="[a-zA-Z]*' types.res | sed 's/.*"//' | tr '\n' ' ' >types
has types '^static static dynamic dynamic dynamic dynamic static static static static $'
run 0 run decks/swing.adm --acf /dev/null --end 1 --every 0.5 -o types.h5 --res types.res
grep -o '<Data name="[a-zA-Z]*\|<Step type="[a-zA-Z]*' types.res | sed 's/.*"//' | tr '\n' ' ' >types
has types '^initialConditions initialConditions dynamic dynamic dynamic $'
