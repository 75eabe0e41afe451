#!/bin/sh
# Axes of plots: room for all numbers, digits that tell values apart, the same scale along both only where it is meant.
. "$(dirname "$0")/common"

cat >nearly.csv <<'CSV'
time,m.value,A.angle,B.angle,b.x,b.y,long.value
# s,N,rad,rad,m,m,N
0,1000,0,0,0,0,-123456.5
100000.5,1000.0001,1,0.01,1,0.01,-123456.4
200001,1000.00005,2,0.02,2,0.02,-123456.45
CSV

# What hardly changes has long numbers beside its axis, and they are inside of the picture; so is the last one below.
cat >inside.py <<'CODE'
import re, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
width, seen = float(root.get("width")), 0
for text in root.iter("{http://www.w3.org/2000/svg}text"):
    words = "".join(text.itertext())
    if not re.fullmatch("[\u22120-9.e]+", words): continue
    room = 6.5 * len(words) # a figure of 13 pixels is at least this wide in any usual font
    x, anchor = float(text.get("x")), text.get("text-anchor")
    low, high = (x - room, x) if anchor == "end" else (x - room / 2, x + room / 2)
    assert low >= 0 and high <= width, (words, low, high, width)
    seen += len(words) >= 7
assert seen >= 3, "the picture has no long numbers"
CODE
for quantity in m.value long.value; do
  run 0 plot nearly.csv "$quantity" -o nearly.svg
  python3 inside.py nearly.svg || fail "a number of $quantity is cut off"
done
run 0 plot nearly.csv m.value -o nearly.svg
has out '^m.value  *N  *1000  *0  *1000\.0001  *100000$'
run 0 plot nearly.csv A.angle -o plain.svg
has out '^A.angle  *rad  *0  *0  *2  *200001$'

# Two angles over each other fill the picture; a path is drawn as it is, and so is what is asked for.
cat >height.py <<'CODE'
import re, sys
d = re.search(r'class="curve"[^>]* d="([^"]*)"', open(sys.argv[1]).read()).group(1)
points = [tuple(map(float, p.split(","))) for p in re.findall(r"[-0-9.]+,[-0-9.]+", d)]
span = [max(p[k] for p in points) - min(p[k] for p in points) for k in (0, 1)]
assert (span[1] / span[0] < 0.02) == (sys.argv[2] == "equal"), span
CODE
run 0 plot nearly.csv B.angle:A.angle -o angles.svg
python3 height.py angles.svg free || fail "angles are forced to the same scale"
run 0 plot nearly.csv B.angle:A.angle --equal -o angles.svg
python3 height.py angles.svg equal || fail "--equal has no effect"
run 0 plot nearly.csv b.y:b.x -o path.svg
python3 height.py path.svg equal || fail "a path is distorted"
