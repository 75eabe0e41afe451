#!/bin/sh
# label: long. FMUs in a model: the example, what is said of wrong ones, who may load their code, and runs that are cut off and go on.
. "$(dirname "$0")/common"

cp "$SAR_SOURCE_DIR"/examples/cosimulation/models/*.yaml .
mv arm.yaml model.yaml
run 2 check model.yaml
has err '^model.yaml:[0-9]*:[0-9]*: error: .*motor.fmu'
run 0 export motor.yaml
run 0 run model.yaml --csv model.csv
has out 'events  *motor: 600'
run 0 run whole.yaml --csv whole.csv -o none
run 0 compare model.csv whole.csv --columns shaft.angle --tolerance 0.2
run 2 export model.yaml
has err 'FMUs cannot hold other FMUs'
run 2 run model.yaml --sensitivity g -o none
run 0 describe fmus
for verb in static modes kinematics; do
  run 2 $verb model.yaml
  has err '^model.yaml:11:11: error: motor: an FMU is stepped in time'
done
printf 'include: {part: {file: model.yaml}}\nsimulate: {end: 1}\n' > including.yaml
run 2 check including.yaml
has err '^model.yaml:[0-9]*:[0-9]*: error: `fmus` of a file that is included cannot be used; put it into the file that includes'

# What is wrong is said with its place. broken FIELD TEXT WORDS: the line of the field becomes the text.
broken() {
  sed "s|^    $1:.*|    $2|" model.yaml > broken.yaml
  run 2 check broken.yaml
  has err "^broken.yaml:[0-9]*:[0-9]*: error: motor: $3"
}
broken step 'step: 0' '`step` must be positive'
broken step '' '`step` is missing'
broken set 'set: {V: 3}' 'the FMU `motor.fmu` has no variable `V`'
broken set 'set: {speed: 3}' '`speed` of the FMU `motor.fmu` is no parameter'
broken inputs 'inputs: {sped: t}' 'the FMU `motor.fmu` has no variable `sped`; did you mean `speed`?'
broken inputs 'inputs: {U: t}' '`U` of the FMU `motor.fmu` is no input'
broken inputs 'inputs: {speed: angle_rat(shaft)}' ''
broken outputs 'outputs: {T: torque, current: i.value}' 'the FMU `motor.fmu` has no variable `torque`'
sed 's|file: motor.fmu|file: nothing.fmu|' model.yaml > broken.yaml
run 2 check broken.yaml
has err '^broken.yaml:11:11: error: cannot read `nothing.fmu`'
broken file 'fil: motor.fmu' 'unknown key `fil` in an FMU'
sed 's|outputs: {T: torque.value, current: i.value}|outputs: [torque.value]|' model.yaml > broken.yaml
run 2 check broken.yaml
has err '`torque.value` is no name that expressions could use; give it one'

# FMUs of which something is missing or damaged. altered NAME: what Python does to the entries of the archive.
altered() {
  python3 - "$1" <<'PYTHON'
import sys, zipfile
source = zipfile.ZipFile("motor.fmu")
with zipfile.ZipFile("other.fmu", "w", zipfile.ZIP_DEFLATED) as out:
    for name in source.namelist():
        data = source.read(name)
        if sys.argv[1] == "machine" and name.startswith("binaries/"):
            name = name.replace("linux64", "win64").replace("aarch64-linux", "win64")
        if sys.argv[1] == "version" and name == "modelDescription.xml":
            data = data.replace(b'fmiVersion="2.0"', b'fmiVersion="1.0"')
        if sys.argv[1] == "exchange" and name == "modelDescription.xml":
            data = data.replace(b"CoSimulation", b"ModelExchange")
        if sys.argv[1] == "token" and name == "modelDescription.xml":
            data = data.replace(b'guid="{', b'guid="{0')
        if sys.argv[1] == "description" and name == "modelDescription.xml":
            continue
        if sys.argv[1] == "markup" and name == "modelDescription.xml":
            data = data[:300]
        if sys.argv[1] == "forgetful" and name == "modelDescription.xml":
            data = data.replace(b'canSerializeFMUstate="true"', b'canSerializeFMUstate="false"')
        if sys.argv[1] == "leaving" and name == "resources/contents.txt":
            name = "../contents.txt"
        out.writestr(name, data)
PYTHON
}
sed 's|file: motor.fmu|file: other.fmu|' model.yaml > other.yaml
refuses() { # refuses STATUS KIND WORDS
  altered "$2"
  run "$1" run other.yaml -o none
  has err "$3"
}
refuses 2 machine 'other.yaml:[0-9]*:[0-9]*: error: .*no shared object for this machine'
refuses 2 version 'other.yaml:[0-9]*:[0-9]*: error: .*is an FMU of version 1.0, which is not supported'
refuses 2 exchange 'other.yaml:[0-9]*:[0-9]*: error: .*not for co-simulation'
refuses 2 description 'other.yaml:[0-9]*:[0-9]*: error: .*is no FMU'
refuses 2 markup 'modelDescription.xml'
refuses 2 leaving 'a file whose path leaves its folder'
refuses 1 token 'cannot be instantiated.*the token'
head -c 100000 motor.fmu > other.fmu
run 2 run other.yaml -o none
has err 'is no zip archive, or it is damaged'

# Code that results name is loaded for those who say so.
run 2 verify model.h5
has err 'the model needs a plugin, which is code and not loaded unasked: .*motor.fmu'
run 0 verify model.h5 --allow-plugins
run 0 page model.h5 -o page.html

# A run that is cut off goes on with the state of the FMU, to the last bit; one whose FMU cannot save it says so.
run 0 run model.yaml --end 20 -o whole.h5
cut_run INT cut.h5 100000 run model.yaml --end 20 --checkpoint 1000
run 2 resume cut.h5
run 0 resume cut.h5 --allow-plugins
cmp -s cut.h5 whole.h5 || fail "the resumed results differ"
altered forgetful
cut_run INT cut.h5 100000 run other.yaml --end 20
run 2 resume cut.h5 --allow-plugins
has err 'states of FMUs that cannot be saved'
