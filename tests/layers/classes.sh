#!/bin/sh
# Classes are known by name to src/element alone: whoever wants to know what kind of thing an element is asks its class (a
# field of SarElementClass, SarJointSpec or SarForceClass). No text of code outside src/element is the name of a joint, a
# force, an equation or a control, but for those names that are other words, too: columns, fields, units. src/read/adams
# and src/read/urdf write model files, as a person would: they have to name what they write.
set -eu
cd "${SAR_SOURCE_DIR:?}"

# the names of all classes; a definition begins with "const SarElementClass", its name follows
names=$(find src/element -name '*.c' | sort | xargs awk '
  /^const SarElementClass / { inside = 1 }
  inside && match($0, /\.name = "[a-z0-9-]+"/) { print substr($0, RSTART + 9, RLENGTH - 10); inside = 0 }
  /^}/ { inside = 0 }' | sort -u)
count=$(echo "$names" | wc -l)
[ "$count" -ge 35 ] || { echo "only $count classes were seen"; exit 1; }

# Words with another meaning: quantities and columns (distance, angle, force, torque), keys and words of files and messages
# (fixed, event, material, measure, motion, state, variable, constraint, coordinate, filter, vector, input).
words=" distance force torque fixed event material measure motion state variable constraint coordinate filter rigid vector input "
status=0
for name in $names; do
  case $words in *" $name "*) continue ;; esac
  found=$(grep -rnF "\"$name\"" src --include=*.c --include=*.h | grep -vE '^src/(element|read/adams|read/urdf)/' |
    grep -vE '^[^:]*:[0-9]*: *(/?\*|//)|/\*[^*]*"'"$name"'"' || true)
  [ -z "$found" ] || { echo "the class \`$name\` is known by name:"; echo "$found"; status=1; }
done
exit $status
