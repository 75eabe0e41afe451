/* cross-section: the cross-section of beams, from a shape and a material, or as stiffnesses. It has no equations. */
#include <math.h>
#include <string.h>

#include "element/class.h"
#include "element/structure/section.h"

enum { CIRCLE, TUBE, RECTANGLE, BOX, I, MATERIAL, SHEAR_FACTORS, STIFFNESS, MASS, INERTIA };
static const SarField fields[] = {
    [CIRCLE] = {.name = "circle", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "", .meaning = "radius"},
    [TUBE] = {.name = "tube", .kind = SAR_FIELD_REALS, .unit = "m", .fallback = "", .meaning = "[outer, inner] radius"},
    [RECTANGLE] = {.name = "rectangle",
                   .kind = SAR_FIELD_REALS,
                   .unit = "m",
                   .fallback = "",
                   .meaning = "[b, h]: b along section axis 2, h along axis 3"},
    [BOX] = {.name = "box",
             .kind = SAR_FIELD_REALS,
             .unit = "m",
             .fallback = "",
             .meaning = "[b, h, t]: a rectangle with walls of thickness t around a hollow"},
    [I] = {.name = "i",
           .kind = SAR_FIELD_REALS,
           .unit = "m",
           .fallback = "",
           .meaning = "[b, h, t_flange, t_web]: flanges of width b across the ends of h"},
    [MATERIAL] = {.name = "material",
                  .kind = SAR_FIELD_ELEMENT,
                  .unit = "",
                  .fallback = "",
                  .meaning = "of a shape: its name in `materials`",
                  .choices = "materials"},
    [SHEAR_FACTORS] = {.name = "shear_factors",
                       .kind = SAR_FIELD_REALS,
                       .unit = "",
                       .fallback = "",
                       .meaning =
                           "of a shape: [k2, k3], effective shear areas over the area, instead of those of theory"},
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_MATRIX,
                   .unit = "N*m^ij",
                   .fallback = "",
                   .meaning = "instead of a shape: [EA, GA2, GA3, GJ, EI2, EI3], or the symmetric 6x6 matrix from "
                              "strains (axial, shear 2 and 3; twist, bending about 2 and 3) to forces and moments"},
    [MASS] = {.name = "mass",
              .kind = SAR_FIELD_REAL,
              .unit = "kg/m",
              .fallback = "",
              .meaning = "with stiffness: mass per length"},
    [INERTIA] = {.name = "inertia",
                 .kind = SAR_FIELD_VECTOR,
                 .unit = "kg*m",
                 .fallback = "",
                 .meaning = "with stiffness: [J1, J2, J3], moments of inertia per length about the section axes; J1 = "
                            "J2 + J3"},
};

/* The fields of shapes have the names of the shapes. */
static const int shapes[] = {CIRCLE, TUBE, RECTANGLE, BOX, I};

/* The index of the shape that is given, -1: none. */
static int shape_of(const SarValue *values) {
  for (int i = 0; i < SAR_COUNT(shapes); i++) {
    if (values[shapes[i]].given) return i;
  }
  return -1;
}

static int32_t read_sizes(const SarValue *value, bool single, double sizes[SAR_SECTION_SIZES]) {
  if (single) sizes[0] = value->real;
  for (int32_t i = 0; !single && i < value->nlist && i < SAR_SECTION_SIZES; i++) sizes[i] = value->list[i];
  return single ? 1 : value->nlist;
}

/* ---- what a section is ---- */

static void of_stiffness(const SarValue *values, SarSectionData *out) {
  const SarValue *stiffness = &values[STIFFNESS];
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      out->stiffness[i][j] = stiffness->columns == 6 ? stiffness->list[6 * i + j] : i == j ? stiffness->list[i] : 0;
    }
  }
  out->mass = values[MASS].real;
  sar_vec3_store(values[INERTIA].vector, out->inertia);
}

const char *sar_section_material(const SarValue *section) {
  return section[MATERIAL].given ? section[MATERIAL].names[0] : NULL;
}

void sar_section_data(const SarValue *section, const SarValue *material, SarSectionData *out) {
  *out = (SarSectionData){.shape = NULL};
  int shape = shape_of(section);
  if (shape < 0) {
    of_stiffness(section, out);
    return;
  }
  SarSectionMaterial of = {material[0].real, material[1].real, material[2].real};
  SarSectionProperties p;
  read_sizes(&section[shapes[shape]], shapes[shape] == CIRCLE, out->sizes);
  out->shape = sar_section_shape_named(fields[shapes[shape]].name);
  sar_section_geometry(out->shape, out->sizes, of.poisson, &out->geometry);
  const SarValue *factors = &section[SHEAR_FACTORS];
  if (factors->given) out->geometry.shear2 = factors->list[0] * out->geometry.area;
  if (factors->given) out->geometry.shear3 = factors->list[1] * out->geometry.area;
  sar_section_properties(&out->geometry, &of, &p);
  const double diagonal[6] = {p.EA, p.GA2, p.GA3, p.GJ, p.EI2, p.EI3};
  for (int i = 0; i < 6; i++) out->stiffness[i][i] = diagonal[i];
  out->mass = p.mass;
  out->inertia[0] = p.J1, out->inertia[1] = p.J2, out->inertia[2] = p.J3;
}

/* ---- what must hold ---- */

static SarStatus check_shape(SarContext *context, const char *name, const SarValue *values, int index) {
  const SarField *field = &fields[shapes[index]];
  const SarValue *value = &values[shapes[index]];
  const SarSectionShape *shape = sar_section_shape_named(field->name);
  double sizes[SAR_SECTION_SIZES] = {0};
  int32_t count = read_sizes(value, shapes[index] == CIRCLE, sizes);
  if (count != shape->nsizes) {
    return sar_report(context, SAR_INPUT, value->source, name, field->meaning, "`%s` takes %d sizes, not %d",
                      field->name, (int)shape->nsizes, (int)count);
  }
  const char *wrong = sar_section_fault(shape, sizes);
  if (wrong) return sar_report(context, SAR_INPUT, value->source, name, field->meaning, "%s", wrong);
  if (!values[MATERIAL].given) {
    return sar_report(context, SAR_INPUT, value->source, name, "add `material:`, the name of one of the `materials`",
                      "a section with a shape needs a material");
  }
  const SarValue *factors = &values[SHEAR_FACTORS];
  if (!factors->given) return SAR_OK;
  if (factors->nlist == 2 && factors->list[0] > 0 && factors->list[1] > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, factors->source, name, "write shear_factors: [k2, k3], as 5/6 of a rectangle",
                    "the shear factors must be two positive numbers");
}

/* Whether the matrix has a Cholesky factor. */
static bool is_positive(double a[6][6]) {
  for (int j = 0; j < 6; j++) {
    double d = a[j][j];
    for (int k = 0; k < j; k++) d -= a[j][k] * a[j][k];
    if (!(d > 1e-14 * a[j][j]) || !(a[j][j] > 0)) return false;
    a[j][j] = sqrt(d);
    for (int i = j + 1; i < 6; i++) {
      double sum = a[i][j];
      for (int k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      a[i][j] = sum / a[j][j];
    }
  }
  return true;
}

static SarStatus check_stiffness(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *value = &values[STIFFNESS];
  static const char form[] = "write stiffness: [EA, GA2, GA3, GJ, EI2, EI3], or six rows of six numbers";
  bool diagonal = value->nlist == 6 && value->columns == 1, full = value->nlist == 6 && value->columns == 6;
  if (!diagonal && !full) {
    return sar_report(context, SAR_INPUT, value->source, name, form, "a stiffness has 6 or 6x6 numbers, not %dx%d",
                      (int)value->nlist, (int)value->columns);
  }
  SarSectionData data = {0};
  of_stiffness(values, &data);
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < i; j++) {
      double a = data.stiffness[i][j], b = data.stiffness[j][i];
      if (fabs(a - b) <= 1e-9 * sqrt(fabs(data.stiffness[i][i] * data.stiffness[j][j]))) continue;
      return sar_report(context, SAR_INPUT, value->source, name, "give the same number on both sides of the diagonal",
                        "the stiffness is not symmetric: %g in row %d, %g in row %d", a, i + 1, b, j + 1);
    }
  }
  if (!is_positive(data.stiffness)) {
    return sar_report(context, SAR_INPUT, value->source, name,
                      "all stiffnesses must be positive, and couplings smaller than what they couple",
                      "the stiffness is not positive definite: some strain would cost no energy");
  }
  return SAR_OK;
}

static SarStatus check_mass(SarContext *context, const char *name, const SarValue *values) {
  if (!values[MASS].given || !values[INERTIA].given) {
    SarSource source = values[STIFFNESS].source;
    return sar_report(context, SAR_INPUT, source, name, "add `mass:` per length and `inertia: [J1, J2, J3]` per length",
                      "a section with stiffnesses needs mass and inertia");
  }
  SarVec3 j = values[INERTIA].vector;
  if (values[MASS].real >= 0 && j.x >= 0 && j.y >= 0 && j.z >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[MASS].source, name, "give values that are zero or positive",
                    "mass and moments of inertia per length must not be negative");
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  int given = values[STIFFNESS].given, shape = shape_of(values);
  for (int i = 0; i < SAR_COUNT(shapes); i++) given += values[shapes[i]].given;
  if (given != 1) {
    return sar_report(context, SAR_INPUT, values[STIFFNESS].source, name,
                      "give one of circle, tube, rectangle, box, i with a material, or stiffness, mass and inertia",
                      given ? "a section has one shape or one stiffness, not %d" : "this section has no shape", given);
  }
  if (shape >= 0 && (values[MASS].given || values[INERTIA].given)) {
    const SarValue *value = &values[values[MASS].given ? MASS : INERTIA];
    return sar_report(
        context, SAR_INPUT, value->source, name, "leave it out, or give `stiffness` instead of the shape",
        "`%s` has no meaning here: mass and inertia follow from the shape and the density of the material",
        values[MASS].given ? "mass" : "inertia");
  }
  if (shape >= 0) return check_shape(context, name, values, shape);
  SAR_TRY(check_stiffness(context, name, values));
  return check_mass(context, name, values);
}

const SarElementClass sar_structure_cross_section = {
    .name = "cross-section",
    .section = SAR_SECTION_SECTIONS,
    .summary = "the cross-section of beams",
    .remark =
        "Section axes: 1 along the beam, 2 and 3 across; EI2 resists bending about axis 2. Shear factors of circles "
        "and "
        "tubes are Cowper's, of rectangles 5/6; of box and i the walls along the shear carry it. Torsion constants are "
        "exact for circles, tubes and rectangles (a series), Bredt's for box, sums of thin walls for i.",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};
