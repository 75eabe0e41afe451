#!/bin/sh
# modelDescription.xml is what the schemas of the standard ask for, of examples of all kinds; an FMU holds the model's files, and
# the same export gives the same bytes. What cannot be exported is said with its place.
set -eu
program=${1:?}
source=${SAR_SOURCE_DIR:?}
command -v xmllint > /dev/null || { echo "xmllint is not there (libxml2-utils)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*"; exit 1; }

check() { # check VERSION MODEL [OPTION...]
  version=$1 model=$2
  shift 2
  "$program" export "$model" --fmi "$version" -o a.fmu --quiet "$@" || fail "$model cannot be exported"
  unzip -p a.fmu modelDescription.xml > description.xml
  xmllint --noout --schema "$source/tests/data/fmi/v$version/fmi${version}ModelDescription.xsd" description.xml 2> log || fail "$model: $(cat log)"
}
for version in 2 3; do
  check $version "$source/examples/c-api/upright.yaml"
  check $version "$source/examples/dc_motor_pid/model.yaml"   # no list of outputs: all columns
  check $version "$source/examples/double_wishbone/model.yaml" # with files
  check $version "$source/tests/data/fmi/units.yaml"           # other units, words of the user's own, markup in texts
  check $version "$source/tests/data/robots/arm.urdf" --end 1
done
unzip -l a.fmu | grep -q resources/arm.urdf || fail "the text of the model is not in the FMU"

cp "$source/tests/data/fmi/units.yaml" .
"$program" export units.fmu --quiet || fail "units.fmu is not made from units.yaml"
"$program" export units.yaml -o again.fmu --quiet
cmp units.fmu again.fmu || fail "the same export gives other bytes"
unzip -p units.fmu modelDescription.xml | grep -q '<Unit name="mm/s"><BaseUnit m="1" s="-1" factor="0.001"/></Unit>' || fail "mm/s is not described"

refused() { # refused WORDS ARGUMENT...
  words=$1
  shift
  status=0
  "$program" export -o no.fmu "$@" > log 2>&1 || status=$?
  [ $status -eq 2 ] || fail "exit status $status: $*"
  grep -q "$words" log || fail "$* does not say \`$words\`: $(cat log)"
  [ ! -e no.fmu ] || fail "$*: a file was left"
}
refused "model.yaml:[0-9]*:[0-9]*: error: frame: FMUs cannot hold files of reduced bodies" "$source/examples/atv_shaker/model.yaml"
[ ! -e "$SAR_BUILD_DIR/plugins/libtyre.so" ] || refused "tyre.yaml:10:.* FMUs cannot hold plugins" "$SAR_BUILD_DIR/plugins/tyre.yaml"
refused "cannot read" nothing.yaml
refused "from 2 to 3" units.yaml --fmi 4
refused "units.h5 is no name of an FMU" units.yaml -o units.h5
