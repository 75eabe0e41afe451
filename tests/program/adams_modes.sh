#!/bin/sh
# Eigenvalues of a deck with FIELDs and joints: two twisted blades on a hub. Their angles at rest are not zero, so that
# the Jacobian is not symmetric, and pairs of nearly equal modes get small real parts that have no physical cause: Adams
# has them too. The blades are nearly as stiff in both directions, which is what makes these parts large enough to see.
. "$(dirname "$0")/common"
data=$source_dir/tests/data/adams

cat >compare.py <<'END'
import json, sys
found = [(m["imaginary_cycles"], m["real_cycles"]) for m in json.load(open("out"))["modes"]]
lines = [l for l in open(sys.argv[1]) if not l.startswith("#")]
expected = [tuple(float(x) for x in l.split(","))[::-1] for l in lines]
order = lambda p: (round(p[0], 5), p[1])
found.sort(key=order), expected.sort(key=order)
assert len(found) == len(expected) == 121, len(found)
worst = max(abs(complex(*a) - complex(*b)) / abs(complex(*b)) for a, b in zip(found, expected))
print("largest relative difference", worst)
assert worst < 1e-9, worst
assert max(a[1] for a in found) > float(sys.argv[2])
END

run 0 modes $data/field_blades.adm --count 200 --json
python3 compare.py $data/field_blades_undamped.csv 7 || fail "the eigenvalues differ"
run 0 modes $data/field_blades.adm --count 3
has out '^mode   frequency Hz      damping  real cycles/s      imaginary  kinetic energy$'
has out '^   2 *1.22183 .* 1.22183 '

sed 's/^\(FIELD.*\)$/\1, CRATIO=0.0002/' $data/field_blades.adm >damped.adm
run 0 modes damped.adm --count 200 --json
python3 compare.py $data/field_blades_damped.csv 0.3 || fail "the damped eigenvalues differ"

# The converted model has the same ones.
run 0 convert damped.adm -o damped.yaml
run 0 modes damped.yaml --count 200 --json
python3 compare.py $data/field_blades_damped.csv 0.3 || fail "those of the converted model differ"
