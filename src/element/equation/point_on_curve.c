/* point-on-curve: a point of the first side stays on a curve of the second, without friction.
 *
 * The curve c(u) is given in the axes of the second frame. u is a coordinate without mass: where on the curve the point
 * is. Three rows, P - c(u) = 0 along the ground axes; the equation of motion of u says that their force has no part
 * along the tangent. Two freedoms are taken from the bodies. */
#include <float.h>
#include <math.h>

#include "element/equation/rolling.h"

#define SAMPLES 2000
#define ROUNDS 20

enum { BETWEEN, CURVE, FROM = CURVE + 3, TO, NEAR };
#define OF_U(field)                                                                                           \
  {                                                                                                           \
    .name = field, .kind = SAR_FIELD_FUNCTION, .unit = "m",                                                   \
    .variables = "u:", .meaning = field " of the curve over its parameter u, in the axes of the second frame" \
  }
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "the frame whose origin stays on the curve, and the frame of the curve"},
    [CURVE] = OF_U("curve_x"),
    [CURVE + 1] = OF_U("curve_y"),
    [CURVE + 2] = OF_U("curve_z"),
    [FROM] = {.name = "from",
              .kind = SAR_FIELD_REAL,
              .unit = "",
              .fallback = "-1",
              .meaning = "where the parameter begins: there the point is looked for at the start"},
    [TO] = {.name = "to", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "1", .meaning = "and where it ends"},
    [NEAR] = {.name = "near",
              .kind = SAR_FIELD_VECTOR,
              .unit = "m",
              .fallback = "",
              .meaning = "a point, in the axes of the second frame, near which it begins; default: the first frame"},
};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[TO].real > values[FROM].real) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[TO].given ? values[TO].source : values[FROM].source, name,
                    "let `from` be less than `to`", "the parameter of the curve has no range");
}

/* ---- the start ---- */

/* The curve and its tangent in numbers. */
typedef struct Numbers {
  const SarProgram *program;
  double *scratch;
} Numbers;

static SarStatus make_numbers(SarBuilder *b, Numbers *out) {
  const SarExpr *outputs[6];
  for (int i = 0; i < 3; i++) {
    const SarValue *value = &b->values[CURVE + i];
    if (sar_expr_depends_on_far(value->function[0])) {
      return sar_report(b->context, SAR_INPUT, value->source, b->name, "use `u`, numbers, parameters and splines",
                        "a curve is a function of `u` alone");
    }
    outputs[i] = value->function[0];
    outputs[3 + i] = sar_expr_derivative(b->arena, outputs[i], 0);
    SAR_TRY(sar_equation_made(b, outputs[3 + i]));
  }
  SAR_TRY(sar_program_compile(b->context, b->arena, outputs, 6, &out->program));
  out->scratch = SAR_NEW(b->arena, sar_program_scratch(out->program) + 1, double);
  return out->scratch ? SAR_OK : sar_report_no_memory(b->context);
}

/* c(u) - p and the tangent. */
static SarVec3 away(const Numbers *n, double u, SarVec3 p, SarVec3 *tangent) {
  double y[6];
  sar_program_evaluate(n->program, &u, n->scratch, y);
  *tangent = sar_vec3_load(y + 3);
  return sar_sub(sar_vec3_load(y), p);
}

/* The nearest of all samples, and from there along the tangent. */
static SarStatus find_start(SarBuilder *b, double *u) {
  double from = b->values[FROM].real, to = b->values[TO].real, least = DBL_MAX, best = from;
  Numbers n;
  SarKin point, curve;
  SarVec3 tangent;
  SAR_TRY(make_numbers(b, &n));
  SAR_TRY(b->ops->written(b, &b->a, &point));
  SAR_TRY(b->ops->written(b, &b->b, &curve));
  SarVec3 p = b->values[NEAR].given ? b->values[NEAR].vector : sar_mul_t(&curve.A, sar_sub(point.r, curve.r));
  for (int i = 0; i <= SAMPLES; i++) {
    double at = from + (to - from) * i / SAMPLES, distance = sar_norm(away(&n, at, p, &tangent));
    if (distance < least) least = distance, best = at;
  }
  *u = best;
  for (int round = 0; round < ROUNDS; round++) {
    SarVec3 gap = away(&n, *u, p, &tangent);
    double square = sar_dot(tangent, tangent);
    if (square > 0) *u -= sar_dot(gap, tangent) / square;
  }
  if (!(fabs(*u - best) <= 2 * (to - from) / SAMPLES)) *u = best;
  return SAR_OK;
}

static SarStatus declare(SarBuilder *b) {
  double u = 0;
  SarUnknown unknown;
  SAR_TRY(find_start(b, &u));
  SAR_TRY(b->ops->coordinate(b, SAR_KIND_NUMBER, u, 0, b->values[TO].real - b->values[FROM].real, &unknown));
  SAR_TRY(b->ops->offer(b, "u", "", unknown.value));
  return b->ops->offer(b, "u_rate", "1/s", unknown.rate);
}

/* ---- equations ---- */

static SarStatus build(SarBuilder *b) {
  static const char *const rows[3] = {"x of the curve", "y of the curve", "z of the curve"};
  static const char *const multipliers[3] = {"multiplier", "multiplier2", "multiplier3"};
  static const char *const axes[3] = {"x", "y", "z"};
  SarArena *arena = b->arena;
  SarSymbolFrame point, curve;
  SarSym3 force;
  const SarExpr *const local[1] = {b->ops->declared(b, 0).value};
  SAR_TRY(sar_rolling_frames(b, &b->values[BETWEEN], &point, &curve));
  SarSym3 place = curve.point;
  for (int i = 0; i < 3; i++) {
    const SarExpr *way;
    SAR_TRY(b->ops->bind(b, b->values[CURVE + i].function[0], local, &way));
    place = sar_sym3_add(arena, place, sar_sym3_scale(arena, way, curve.axis[i]));
  }
  SarSym3 gap = sar_sym3_sub(arena, point.point, place);
  for (int i = 0; i < 3; i++) {
    SAR_TRY(sar_equation_made(b, gap.e[i]));
    SAR_TRY(b->ops->holonomic(b, rows[i], false, gap.e[i]));
  }
  for (int i = 0; i < 3; i++) SAR_TRY(b->ops->quantity(b, b->name, multipliers[i], b->source, &force.e[i]));
  SarSym3 none = sar_sym3_constant(arena, 0, 0, 0);
  SarAction action = {
      .force = {sar_sym3_sub(arena, none, force), force},
      .torque = {none, sar_sym3_cross(arena, sar_sym3_sub(arena, place, curve.point), force)},
  };
  SAR_TRY(sar_equation_offer3(b, axes, "m", place));
  return sar_equation_offer_action(b, &action);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_equation_point_on_curve = {
    .name = "point-on-curve",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "a point that stays on a curve in space",
    .remark = "without friction; curves through points are cubspl of splines over u",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = SAR_ROLLING_OUTPUTS("u u_rate multiplier multiplier2 multiplier3"),
    .check = check,
};
