#!/bin/sh
# The programs of docs/howto/read-results.md read what a run wrote: the same numbers as its CSV file.
. "$(dirname "$0")/common"
page="$source_dir/docs/howto/read-results.md"
block() { awk -v kind="$1" '$0 == "```" kind { on = 1; next } $0 == "```" { on = 0 } on' "$page"; }
block yaml >swing.yaml
run 0 run swing.yaml -o swing.h5 --csv swing.csv --quiet

h5ls swing.h5 | sed 's/ .*//' | sort >tables.txt
printf '%s\n' energy mass 'mass.eye' measures sarrus-header sarrus-types solver spring time | sort >expected.txt
cmp -s tables.txt expected.txt || fail "the file holds $(tr '\n' ' ' <tables.txt)"

# check FILE: the number behind "largest force" is the largest of the CSV file, its time and length those of that row.
check() {
  python3 - "$1" <<'PYTHON' || fail "$1 tells other numbers than the CSV file"
import csv, re, sys
rows = list(csv.DictReader(line for line in open("swing.csv") if not line.startswith("#")))
best = max(rows, key=lambda row: float(row["spring.force"]))
found = [float(number) for number in re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?", open(sys.argv[1]).readline())]
wanted = [float(best[name]) for name in ("spring.force", "time", "spring.length")]
assert found == wanted, (found, wanted)
PYTHON
}

if pkg-config --exists hdf5-serial; then
  block c >read.c
  cc read.c $(pkg-config --cflags --libs hdf5-serial) -o read || fail "the C program is not compiled"
  ./read >c.txt || fail "the C program fails"
  check c.txt
fi
for python in python3 /usr/bin/python3; do
  "$python" -c 'import h5py' 2>err || continue
  block python >read.py
  "$python" read.py >python.txt || fail "the Python program fails"
  check python.txt
  break
done
