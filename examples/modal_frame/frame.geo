// A welded frame of square tubes of aluminium, about the size of an all-terrain vehicle: x forward, y left, z up, metres.
// The inside of all tubes is one hollow; their ends are closed.
SetFactory("OpenCASCADE");

w = 0.05;    // side of the tubes
t = 0.005;   // their walls
DefineConstant[ size = 0.05 ]; // of the elements

// Stations of the tubes' middle lines.
back = 0.26; swing = 0.46; engine = 0.72; bars = 0.98; front = 1.18; nose = 1.38;
rail = 0.13; shock = 0.2;
low = 0.22; high = 0.51; top = 0.63;

h = w / 2;
outer[] = {};
inner[] = {};
Macro Tube // from (x0, y0, z0) to (x1, y1, z1), and on to the far walls of the tubes that it ends at
  a = newv;
  Box(a) = {x0 - h, y0 - h, z0 - h, x1 - x0 + w, y1 - y0 + w, z1 - z0 + w};
  outer[] += a;
  i = h - t;
  a = newv;
  Box(a) = {x0 - i, y0 - i, z0 - i, x1 - x0 + 2 * i, y1 - y0 + 2 * i, z1 - z0 + 2 * i};
  inner[] += a;
Return

// Both sides: lower and upper rail, risers, posts of the hoop that carries the handle bars.
For side In {-1 : 1 : 2}
  y0 = side * rail; y1 = y0;
  x0 = back; x1 = nose; z0 = low; z1 = low; Call Tube;
  x0 = back; x1 = front; z0 = high; z1 = high; Call Tube;
  x0 = back; x1 = back; z0 = low; z1 = high; Call Tube;
  x0 = swing; x1 = swing; Call Tube;
  x0 = front; x1 = front; Call Tube;
  x0 = bars; x1 = bars; z0 = high; z1 = top; Call Tube;
EndFor
// Across: below, above, the hoop; the one above in front stands out on both sides and carries the shock absorbers.
y0 = -rail; y1 = rail;
z0 = low; z1 = low;
x0 = back; x1 = back; Call Tube;
x0 = swing; x1 = swing; Call Tube;
x0 = engine; x1 = engine; Call Tube;
x0 = front; x1 = front; Call Tube;
x0 = nose; x1 = nose; Call Tube;
z0 = high; z1 = high;
x0 = back; x1 = back; Call Tube;
x0 = swing; x1 = swing; Call Tube;
z0 = top; z1 = top; x0 = bars; x1 = bars; Call Tube;
z0 = high; z1 = high; x0 = front; x1 = front; y0 = -shock; y1 = shock; Call Tube;

skin[] = BooleanUnion{ Volume{outer[0]}; Delete; }{ Volume{outer[{1 : #outer[] - 1}]}; Delete; };
hollow[] = BooleanUnion{ Volume{inner[0]}; Delete; }{ Volume{inner[{1 : #inner[] - 1}]}; Delete; };
frame[] = BooleanDifference{ Volume{skin[]}; Delete; }{ Volume{hollow[]}; Delete; };

Physical Volume("body") = {frame[]};
Mesh.CharacteristicLengthMin = size;
Mesh.CharacteristicLengthMax = size;
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 1; // every wall is flat
