// A bracket: a foot with two holes for bolts, a lug with a hole for a pin, a rib between them. Metres; z up.
SetFactory("OpenCASCADE");
Box(1) = {-0.04, -0.03, 0, 0.08, 0.06, 0.008};        // foot
Box(2) = {-0.006, -0.025, 0, 0.012, 0.05, 0.07};      // lug
Cylinder(3) = {-0.006, 0, 0.07, 0.012, 0, 0, 0.025};  // its round end
Box(4) = {-0.04, -0.005, 0, 0.04, 0.01, 0.04};        // rib
BooleanUnion(5) = { Volume{1}; Delete; }{ Volume{2, 3, 4}; Delete; };
Cylinder(6) = {-0.1, 0, 0.07, 0.2, 0, 0, 0.01};       // pin
Cylinder(7) = {-0.026, 0.019, -0.1, 0, 0, 0.2, 0.0055}; // bolts
Cylinder(8) = {0.026, 0.0, -0.1, 0, 0, 0.2, 0.0055};
Cylinder(9) = {-0.026, -0.019, -0.1, 0, 0, 0.2, 0.0055};
BooleanDifference(10) = { Volume{5}; Delete; }{ Volume{6, 7, 8, 9}; Delete; };
e = 1e-4;
Physical Volume("body") = {10};
Physical Surface("pin") = Surface In BoundingBox{-0.006 - e, -0.01 - e, 0.06 - e, 0.006 + e, 0.01 + e, 0.08 + e};
Physical Surface("bolt_1") = Surface In BoundingBox{-0.0315 - e, 0.0135 - e, -e, -0.0205 + e, 0.0245 + e, 0.008 + e};
Physical Surface("bolt_2") = Surface In BoundingBox{0.0205 - e, -0.0055 - e, -e, 0.0315 + e, 0.0055 + e, 0.008 + e};
Physical Surface("bolt_3") = Surface In BoundingBox{-0.0315 - e, -0.0245 - e, -e, -0.0205 + e, -0.0135 + e, 0.008 + e};
Mesh.CharacteristicLengthMin = 0.006;
Mesh.CharacteristicLengthMax = 0.012;
Mesh.CharacteristicLengthFromCurvature = 1;
Mesh.MinimumCirclePoints = 6;
Mesh.ElementOrder = 2;
Mesh.SaveGroupsOfNodes = 1;
