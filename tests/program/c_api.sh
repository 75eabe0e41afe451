#!/bin/sh
# The example in C and its twin as a model file give the same bits in every column.
. "$(dirname "$0")/common"

example=${SAR_BUILD_DIR:?}/tests/example_fourbar
[ -x "$example" ] || { echo "$example is not there"; exit 77; }
"$example" fourbar.csv >out 2>err || fail "the example ended with status $?"
is_empty err
has out '^[0-9]* steps to t = 2 s; the drive needs up to [0-9.]* N m$'
run 0 run "$source_dir/examples/c-api/model.yaml" --csv model.csv -o model.h5 --quiet
[ "$(wc -l <model.csv)" -eq 203 ] || fail "model.csv has $(wc -l <model.csv) lines, expected 203"
cmp fourbar.csv model.csv || fail "the program and the model file give different results"

# A controller outside of the model, and the same bits from saved bytes.
controller=$SAR_BUILD_DIR/tests/example_controller
"$controller" "$source_dir/examples/c-api/upright.yaml" >out 2>err || fail "the controller ended with status $?"
is_empty err
has out '^leaned by up to 0\.087 rad; at t = 5 s -0\.00099 rad, the cart at -0\.0079 m$'
has out '^the last two seconds once more: the same bits$'

# A wrong call says so and ends the program.
code=0
"$example" >out 2>err || code=$?
[ "$code" -eq 2 ] || fail "without a file name the example ends with $code"
code=0
"$example" /no/such/folder/x.csv >out 2>err || code=$?
[ "$code" -eq 3 ] || fail "a file that cannot be written ends the example with $code, expected 3"
has err 'no/such/folder'
