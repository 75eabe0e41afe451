/* linear-beam: a massless straight beam between two frames, linear in its displacements; Adams' BEAM.
 *
 * The beam lies along x of the second frame, where it is clamped; its other end, the first frame, is at rest at
 * (length, 0, 0), turned by nothing. With Py = 12 E Izz ay/(G A l^2), Pz = 12 E Iyy az/(G A l^2), the stiffness of
 * Timoshenko's beam at its end is
 *
 *   K11 = E A/l                        K44 = G Ixx/l
 *   K22 = 12 E Izz/(l^3 (1 + Py))      K66 = (4 + Py) E Izz/(l (1 + Py))      K26 = K62 = - 6 E Izz/(l^2 (1 + Py))
 *   K33 = 12 E Iyy/(l^3 (1 + Pz))      K55 = (4 + Pz) E Iyy/(l (1 + Pz))      K35 = K53 = + 6 E Iyy/(l^2 (1 + Pz))
 *
 * and the rest is that of a field (linear.h). */
#include "element/force/linear.h"

enum { BETWEEN, LENGTH, AREA, AREA_MOMENTS, YOUNG, SHEAR_MODULUS, SHEAR_RATIOS, DAMPING, DAMPING_RATIO };
static const SarField fields[] = {
    [BETWEEN] = SAR_LINEAR_BETWEEN,
    [LENGTH] = {.name = "length",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "of the beam, along x of the second side: there the first side is at rest"},
    [AREA] = {.name = "area", .kind = SAR_FIELD_REAL, .unit = "m^2", .meaning = "of the cross-section"},
    [AREA_MOMENTS] = {.name = "area_moments",
                      .kind = SAR_FIELD_VECTOR,
                      .unit = "m^4",
                      .meaning = "[Ixx, Iyy, Izz]: torsion constant, second moments of area about y and z"},
    [YOUNG] = {.name = "young", .kind = SAR_FIELD_REAL, .unit = "N/m^2", .meaning = "Young's modulus"},
    [SHEAR_MODULUS] = {.name = "shear_modulus",
                       .kind = SAR_FIELD_REAL,
                       .unit = "N/m^2",
                       .meaning = "of the material: G"},
    [SHEAR_RATIOS] = {.name = "shear_ratios",
                      .kind = SAR_FIELD_REALS,
                      .unit = "",
                      .fallback = "",
                      .meaning = "[ay, az]: area over effective shear area along y and z, as 1.2 of a rectangle; "
                                 "default: zeros, no shear"},
    [DAMPING] = SAR_LINEAR_DAMPING,
    [DAMPING_RATIO] = SAR_LINEAR_DAMPING_RATIO,
};

/* The stiffness in one plane of bending: displacement `i`, angle `j`, whose coupling has the sign. */
static void bend(double stiffness, double l, double shear, int i, int j, double sign, double K[6][6]) {
  double k = stiffness / (l * (1 + shear));
  K[i][i] = 12 * k / (l * l);
  K[j][j] = (4 + shear) * k;
  K[i][j] = K[j][i] = sign * 6 * k / l;
}

static void stiffness_of(const SarValue *values, double K[6][6]) {
  double l = values[LENGTH].real, A = values[AREA].real, E = values[YOUNG].real, G = values[SHEAR_MODULUS].real;
  SarVec3 I = values[AREA_MOMENTS].vector;
  const SarValue *ratios = &values[SHEAR_RATIOS];
  double ay = ratios->given ? ratios->list[0] : 0, az = ratios->given ? ratios->list[1] : 0,
         shear = 12 * E / (G * A * l * l);
  K[0][0] = E * A / l;
  K[3][3] = G * I.x / l;
  bend(E * I.z, l, shear * I.z * ay, 1, 5, -1, K);
  bend(E * I.y, l, shear * I.y * az, 2, 4, 1, K);
}

static void matrices(const SarValue *values, SarLinearForce *data) {
  stiffness_of(values, data->stiffness);
  sar_linear_damping(&values[DAMPING], &values[DAMPING_RATIO], data);
}

static void springs(const SarValue *values, SarSprings *out) {
  SarLinearForce data = {.rest = {0}};
  matrices(values, &data);
  sar_linear_springs(&data, out);
}

static SarStatus build(SarBuilder *b) {
  SarLinearForce data = {.rest = {b->values[LENGTH].real}};
  matrices(b->values, &data);
  return sar_linear_force_build(b, &data);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  static const int positive[] = {LENGTH, AREA, YOUNG, SHEAR_MODULUS};
  for (int i = 0; i < SAR_COUNT(positive); i++) {
    const SarField *field = &fields[positive[i]];
    SAR_TRY(sar_field_check_positive(context, name, field, &values[positive[i]], "give a positive number"));
  }
  SarVec3 I = values[AREA_MOMENTS].vector;
  if (!(I.x >= 0 && I.y >= 0 && I.z >= 0)) {
    return sar_report(context, SAR_INPUT, values[AREA_MOMENTS].source, name, "give numbers that are zero or positive",
                      "`area_moments` must not be negative");
  }
  const SarValue *ratios = &values[SHEAR_RATIOS];
  if (ratios->given && (ratios->nlist != 2 || ratios->list[0] < 0 || ratios->list[1] < 0)) {
    return sar_report(context, SAR_INPUT, ratios->source, name, "write shear_ratios: [1.2, 1.2], as of a rectangle",
                      "the shear ratios are two numbers, not negative");
  }
  return sar_linear_check_damping(context, name, &fields[DAMPING], &values[DAMPING], &values[DAMPING_RATIO]);
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_force_linear_beam = {
    .name = "linear-beam",
    .section = SAR_SECTION_FORCES,
    .summary = "a massless beam between two frames, linear: a field from a cross-section",
    .remark = "for small deflections; `beams:` are exact, and have mass",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .mark = {.holds = true},
    .springs = springs,
    .check = check,
};
