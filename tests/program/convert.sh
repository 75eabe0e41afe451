#!/bin/sh
# `sarrus convert`: where the model goes, what is not overwritten, and that it runs.
. "$(dirname "$0")/common"

cat >fall.adm <<'DECK'
a stone
PART/1, GROUND
! adams_view_name='stone'
PART/2, MASS=2, CM=21, IP=1,1,1, VX=3
MARKER/21, PART=2
ACCGRAV/KGRAV=-9.80665
FLEX_BODY/3
END
DECK
run 2 convert fall.adm
grep -q 'fall.adm:7:1: error: .*FLEX_BODY' err || fail "what cannot be converted is not named"
run 2 convert fall.adm -o fall.yaml
[ ! -e fall.yaml ] || fail "a deck that cannot be converted left a file"

run 0 convert fall.adm --skip-unsupported
grep -q '^# converted from fall.adm$' out || fail "the model does not say where it comes from"
grep -q '^# line 7: .*left out' out || fail "what was left out is no comment"
grep -q 'warning' err || fail "what was left out is no warning"
cp out shown.yaml
run 0 convert fall.adm --skip-unsupported -o -
cmp -s out shown.yaml || fail "-o - is not standard output"
run 0 convert fall.adm --skip-unsupported -o fall.yaml
cmp -s fall.yaml shown.yaml || fail "the file is another model"
[ ! -s out ] || fail "something was printed"
run 0 run fall.yaml --end 1 --every 0.5 -o none --csv model.csv --quiet
run 0 run fall.adm --end 1 --every 0.5 -o none --csv deck.csv --quiet --skip-unsupported
cmp -s model.csv deck.csv || fail "deck and model give other numbers"
[ "$(wc -l <model.csv)" -eq 5 ] || fail "--every 0.5 gives other rows"

# again, and onto files of others
run 0 convert fall.adm --skip-unsupported -o fall.yaml --json
grep -q '"model": *"fall.yaml"' out || fail "no JSON"
echo 'bodies: {}' >mine.yaml
run 2 convert fall.adm --skip-unsupported -o mine.yaml
grep -q 'mine.yaml is there already' err || fail "no reason"
[ "$(cat mine.yaml)" = 'bodies: {}' ] || fail "a file of somebody else was overwritten"
run 2 convert fall.adm --skip-unsupported -o fall.adm
grep -q 'is the model itself' err || fail "the deck would be overwritten"
printf 'SIMULATE/DYNAMICS, END=1, STEPS=10\nSTOP\n' >go.acf
run 2 convert fall.adm --skip-unsupported --acf go.acf -o go.acf
run 2 convert fall.adm --skip-unsupported --json
grep -q 'both want standard output' err || fail "JSON and model on one stream"
run 2 convert fall.yaml
grep -q 'is neither an Adams deck nor a robot' err || fail "a model file was converted"
run 2 convert fall.adm --user one
run 2 convert missing.adm

# Into a pipe, which stays one
mkfifo pipe
cat pipe >through.yaml &
run 0 convert fall.adm --skip-unsupported -o pipe
wait
[ -p pipe ] || fail "the pipe was replaced by a file"
cmp -s through.yaml shown.yaml || fail "another model came through the pipe"
