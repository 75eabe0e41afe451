/* beam: a chain of elements that bend, twist and stretch along a line. Validation makes nodes (bodies) and elements of
 * it, with names of their own: model/beam.h. */
#include "element/structure/beam.h"

#include <math.h>

#include "element/class.h"

static const SarField fields[] = {
    [SAR_BEAM_FIELD_SECTION] = {.name = "section",
                                .kind = SAR_FIELD_ELEMENT,
                                .unit = "",
                                .meaning = "the name of one of the `sections`",
                                .choices = "sections"},
    [SAR_BEAM_FIELD_POINTS] = {.name = "points",
                               .kind = SAR_FIELD_MATRIX,
                               .unit = "m",
                               .meaning = "the line that it runs along, unstrained: at least two points, ground axes"},
    [SAR_BEAM_FIELD_CURVE] =
        {.name = "curve",
         .kind = SAR_FIELD_CHOICE,
         .unit = "",
         .fallback = "line",
         .meaning = "between the points: straight pieces (a corner shares its node), a spline through all "
                    "of them, or the arc of a circle through three",
         .choices = "line spline arc"},
    [SAR_BEAM_FIELD_ELEMENTS] =
        {.name = "elements",
         .kind = SAR_FIELD_MATRIX,
         .unit = "",
         .fallback = "",
         .meaning = "how many on each piece between two points, or a list: one number per piece; default "
                    "8. Of splines and arcs: in all"},
    [SAR_BEAM_FIELD_ORDER] =
        {.name = "order",
         .kind = SAR_FIELD_REAL,
         .unit = "",
         .fallback = "2",
         .meaning = "1, 2 or 3: 2, 3 or 4 nodes per element; errors fall with its number to the power 2, 4 "
                    "or 6"},
    [SAR_BEAM_FIELD_AXIS2] = {.name = "axis2",
                              .kind = SAR_FIELD_AXES,
                              .unit = "",
                              .fallback = "",
                              .meaning =
                                  "section axis 2, projected on every section, ground axes; a list: one per point; "
                                  "default: y, or z where the beam begins along y"},
    [SAR_BEAM_FIELD_TWIST] =
        {.name = "twist",
         .kind = SAR_FIELD_FUNCTION,
         .unit = "rad",
         .fallback = "0",
         .meaning = "angle by which the sections are turned about the line, of the length s from its start",
         .variables = "s:m"},
    [SAR_BEAM_FIELD_DAMPING] =
        {.name = "damping",
         .kind = SAR_FIELD_REAL,
         .unit = "s",
         .fallback = "0",
         .meaning = "stress of strain rates over that of strains (Kelvin-Voigt): a vibration of angular "
                    "frequency w has the damping ratio w/2 times this"},
    [SAR_BEAM_FIELD_START] = {.name = "start",
                              .kind = SAR_FIELD_SIDE,
                              .unit = "",
                              .fallback = "",
                              .meaning = "the node of another beam, a body or its frame that is the first node"},
    [SAR_BEAM_FIELD_END] =
        {.name = "end", .kind = SAR_FIELD_SIDE, .unit = "", .fallback = "", .meaning = "the same for the last node"},
    [SAR_BEAM_FIELD_FRAMES] = {.name = "frames",
                               .kind = SAR_FIELD_FRAMES,
                               .unit = "m",
                               .fallback = "",
                               .meaning = "named frames on nodes: {name: {node: end, at, turn}}, node axes"},
    [SAR_BEAM_FIELD_VELOCITY] = {.name = "velocity",
                                 .kind = SAR_FIELD_VECTOR,
                                 .unit = "m/s",
                                 .fallback = "[0, 0, 0]",
                                 .meaning = "initial velocity of the first point, ground axes"},
    [SAR_BEAM_FIELD_OMEGA] = {.name = "omega",
                              .kind = SAR_FIELD_VECTOR,
                              .unit = "rad/s",
                              .fallback = "[0, 0, 0]",
                              .meaning =
                                  "initial angular velocity, as of a rigid body through the first point, ground axes"},
    [SAR_BEAM_FIELD_FORCE] = {.name = "loads.force",
                              .kind = SAR_FIELD_FUNCTIONS3,
                              .unit = "N/m",
                              .fallback = "",
                              .meaning = "force per length, of the time and the length s from the start",
                              .variables = "t:s s:m"},
    [SAR_BEAM_FIELD_MOMENT] = {.name = "loads.moment",
                               .kind = SAR_FIELD_FUNCTIONS3,
                               .unit = "N",
                               .fallback = "",
                               .meaning = "moment per length",
                               .variables = "t:s s:m"},
    [SAR_BEAM_FIELD_AXES] = {.name = "loads.axes",
                             .kind = SAR_FIELD_CHOICE,
                             .unit = "",
                             .fallback = "ground",
                             .meaning = "along which the components of the loads are given",
                             .choices = "ground section"},
    [SAR_BEAM_FIELD_PRESTRAIN] = {.name = "prestrain",
                                  .kind = SAR_FIELD_VECTOR,
                                  .unit = "",
                                  .fallback = "[0, 0, 0]",
                                  .meaning = "strains that it would have without stress: axial, shear along 2 and 3"},
    [SAR_BEAM_FIELD_PRECURVATURE] = {.name = "precurvature",
                                     .kind = SAR_FIELD_VECTOR,
                                     .unit = "1/m",
                                     .fallback = "[0, 0, 0]",
                                     .meaning =
                                         "curvatures that it would have without stress, besides those of its line: "
                                         "twist, about 2 and 3"},
    [SAR_BEAM_FIELD_CABLE] = {.name = "cable",
                              .kind = SAR_FIELD_BOOL,
                              .unit = "",
                              .fallback = "false",
                              .meaning = "true: it takes no compression"},
    [SAR_BEAM_FIELD_SHAPES] = {.name = "shapes",
                               .kind = SAR_FIELD_SHAPES,
                               .unit = "m",
                               .fallback = "",
                               .meaning = "what touches (`contacts`), on nodes: {name: {node: end, sphere: r, at, "
                                          "group}}, node axes"},
};

static SarStatus check_points(SarContext *context, const char *name, const SarValue *points) {
  if (points->columns != 3 || points->nlist < 2) {
    return sar_report(context, SAR_INPUT, points->source, name, "write points: [[0, 0, 0], [1, 0, 0]]",
                      "a beam runs through two points or more of three numbers each");
  }
  for (int32_t i = 1; i < points->nlist; i++) {
    SarVec3 a = sar_vec3_load(points->list + 3 * i - 3), b = sar_vec3_load(points->list + 3 * i);
    double size = fmax(sar_norm(a), sar_norm(b));
    if (sar_norm(sar_sub(b, a)) > 1e-12 * size) continue;
    return sar_report(context, SAR_INPUT, points->source, name, "leave one of them out",
                      "points %d and %d are the same: the piece between them has no length", (int)i, (int)i + 1);
  }
  return SAR_OK;
}

static SarStatus check_curve(SarContext *context, const char *name, const SarValue *values) {
  bool arc = values[SAR_BEAM_FIELD_CURVE].real == SAR_CURVE_ARC;
  if (!arc || values[SAR_BEAM_FIELD_POINTS].nlist == 3) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[SAR_BEAM_FIELD_CURVE].source, name,
                    "give the start, a point on the arc and the end, or `curve: spline`",
                    "an arc runs through 3 points, not %d", (int)values[SAR_BEAM_FIELD_POINTS].nlist);
}

#define MOST_ELEMENTS 100000

static SarStatus check_elements(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *elements = &values[SAR_BEAM_FIELD_ELEMENTS];
  if (!elements->given) return SAR_OK;
  bool line = values[SAR_BEAM_FIELD_CURVE].real == SAR_CURVE_LINE;
  int32_t pieces = line ? values[SAR_BEAM_FIELD_POINTS].nlist - 1 : 1;
  if (elements->columns != 1 || (elements->nlist != 1 && elements->nlist != pieces)) {
    return sar_report(context, SAR_INPUT, elements->source, name, "give one number, or one per piece",
                      "`elements` has %d numbers, but the line has %d piece%s",
                      (int)(elements->nlist * elements->columns), (int)pieces, pieces == 1 ? "" : "s");
  }
  for (int32_t i = 0; i < elements->nlist; i++) {
    double n = elements->list[i];
    if (n >= 1 && n <= MOST_ELEMENTS && n == floor(n)) continue;
    return sar_report(
        context, SAR_INPUT, elements->source, name, "give a whole number from 1 to 100000",
        n > MOST_ELEMENTS ? "%g elements are too many" : "the number of elements must be whole and positive, but is %g",
        n);
  }
  return SAR_OK;
}

static SarStatus check_order(SarContext *context, const char *name, const SarValue *order) {
  if (order->real == 1 || order->real == 2 || order->real == 3) return SAR_OK;
  return sar_report(context, SAR_INPUT, order->source, name,
                    "give 1, 2 or 3; 2 is usual, 3 where accuracy counts, and more elements do the rest",
                    "there are no beam elements of order %g", order->real);
}

static SarStatus check_axes(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *axes = &values[SAR_BEAM_FIELD_AXIS2];
  int32_t points = values[SAR_BEAM_FIELD_POINTS].nlist;
  if (!axes->given || axes->nlist == 1 || axes->nlist == points) return SAR_OK;
  return sar_report(context, SAR_INPUT, axes->source, name, "give one direction, or one per point",
                    "`axis2` has %d directions, but the line has %d points", (int)axes->nlist, (int)points);
}

/* Functions of the line are made before anything moves; loads act on nodes one by one: neither sees the mechanism. */
static SarStatus check_functions(SarContext *context, const char *name, const SarValue *values) {
  static const int functions[] = {SAR_BEAM_FIELD_TWIST, SAR_BEAM_FIELD_FORCE, SAR_BEAM_FIELD_MOMENT};
  for (int i = 0; i < SAR_COUNT(functions); i++) {
    const SarField *field = &fields[functions[i]];
    const SarValue *value = &values[functions[i]];
    int count = field->kind == SAR_FIELD_FUNCTIONS3 ? 3 : 1;
    for (int k = 0; value->given && k < count; k++) {
      if (!value->function[k] || !sar_expr_depends_on_far(value->function[k])) continue;
      bool line = functions[i] == SAR_BEAM_FIELD_TWIST;
      return sar_report(
          context, SAR_INPUT, value->source, name,
          line ? "write it with s and numbers: `twist: \"0.3*s\"`"
               : "use a force on a node where it shall depend on the motion: `between: [ground, beam.end]`",
          "`%s` may depend on %s alone", field->name,
          line ? "the length s from the start" : "the time t and the length s");
    }
  }
  return SAR_OK;
}

/* What has no length left has no direction either. */
static SarStatus check_prestrain(SarContext *context, const char *name, const SarValue *prestrain) {
  if (!prestrain->given || prestrain->vector.x > -1) return SAR_OK;
  return sar_report(context, SAR_INPUT, prestrain->source, name, "give the first number greater than -1, as 1e-3",
                    "a prestrain of %g leaves nothing of the beam's length", prestrain->vector.x);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(check_points(context, name, &values[SAR_BEAM_FIELD_POINTS]));
  SAR_TRY(check_curve(context, name, values));
  SAR_TRY(check_elements(context, name, values));
  SAR_TRY(check_order(context, name, &values[SAR_BEAM_FIELD_ORDER]));
  SAR_TRY(check_axes(context, name, values));
  SAR_TRY(check_functions(context, name, values));
  SAR_TRY(check_prestrain(context, name, &values[SAR_BEAM_FIELD_PRESTRAIN]));
  const SarValue *damping = &values[SAR_BEAM_FIELD_DAMPING];
  if (damping->real < 0) {
    return sar_report(context, SAR_INPUT, damping->source, name, "give a time that is zero or positive",
                      "the damping must not be negative, but is %g s", damping->real);
  }
  return SAR_OK;
}

const SarElementClass sar_structure_beam = {
    .name = "beam",
    .section = SAR_SECTION_BEAMS,
    .summary = "a beam that bends, twists, stretches and shears",
    .remark =
        "Its nodes are frames: shaft.n0, shaft.n1, ..., also shaft.start, shaft.end and shaft.mid; their axes are "
        "those of the section, x along the beam. Its elements are shaft.e0, shaft.e1, ...",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};

/* What a beam consists of; made by the model, never written. */
const SarElementClass sar_structure_beam_element = {
    .name = "beam-element",
    .section = SAR_SECTION_BEAMS,
    .summary = "an element of a beam",
    .outputs = SAR_BEAM_OUTPUTS,
};
