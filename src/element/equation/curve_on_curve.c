/* curve-on-curve: two plane curves, one on each side, that stay in touch and tangent to each other, without friction.
 *
 * c(u) lies in the plane x y of the first frame, d(w) in that of the second; t and n are unit tangent and normal of the
 * first. u and w are coordinates without mass: where on their curves they touch.
 *
 *   n.(d - c) = 0, t.(d - c) = 0    the places are the same
 *   n.d'/|d'| = 0                   and the curves have one tangent there
 *
 * The equations of motion of u and w say that only the first row acts: a force along n. One freedom is taken from the
 * bodies. The planes are kept parallel by other joints. Curves may touch from outside or one inside of the other, and
 * the force may pull: neither is a solid. */
#include "element/equation/rolling.h"
#include "element/joint/cam_start.h"

enum { BETWEEN, CURVE, CURVE2 = CURVE + 2, FROM = CURVE2 + 2, FROM2 = FROM + 3, END = FROM2 + 3 };
enum { TO = 1, NEAR }; /* behind FROM and FROM2 */

#define OF_U(field, side)                                                                                     \
  {                                                                                                           \
    .name = field, .kind = SAR_FIELD_FUNCTION, .unit = "m",                                                   \
    .variables = "u:", .meaning = "of the curve over its parameter u, in the plane x y of the " side " frame" \
  }
#define ENDS(from, to, near, side)                                                                                  \
  {.name = from,                                                                                                    \
   .kind = SAR_FIELD_REAL,                                                                                          \
   .unit = "",                                                                                                      \
   .fallback = "-1",                                                                                                \
   .meaning = "where the parameter of the " side " curve begins: there they are looked for at the start"},          \
      {.name = to, .kind = SAR_FIELD_REAL, .unit = "", .fallback = "1", .meaning = "and where it ends"}, {          \
    .name = near, .kind = SAR_FIELD_VECTOR, .unit = "m", .fallback = "",                                            \
    .meaning = "a point, in the axes of the " side " frame, near which they begin to touch; default: where they do" \
  }
static const SarField fields[END] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "the frames of the two curves, which lie in their planes x y"},
    [CURVE] = OF_U("curve_x", "first"),
    OF_U("curve_y", "first"),
    [CURVE2] = OF_U("curve2_x", "second"),
    OF_U("curve2_y", "second"),
    [FROM] = ENDS("from", "to", "near", "first"),
    [FROM2] = ENDS("from2", "to2", "near2", "second"),
};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  static const int from[2] = {FROM, FROM2};
  for (int i = 0; i < 2; i++) {
    const SarValue *of = &values[from[i]];
    if (of[TO].real > of->real) continue;
    return sar_report(context, SAR_INPUT, of[TO].given ? of[TO].source : of->source, name,
                      i ? "let `from2` be less than `to2`" : "let `from` be less than `to`",
                      "the parameter of the %s curve has no range", i ? "second" : "first");
  }
  return SAR_OK;
}

static SarStatus make_curve(SarBuilder *b, const SarValue *xy, SarCamCurve *out) {
  for (int i = 0; i < 2; i++) {
    if (!sar_expr_depends_on_far(xy[i].function[0])) continue;
    return sar_report(b->context, SAR_INPUT, xy[i].source, b->name, "use `u`, numbers, parameters and splines",
                      "a curve is a function of `u` alone");
  }
  return sar_cam_points(b, &xy[0], &xy[1], out);
}

/* ---- the start ---- */

/* The second frame as the first one sees it in the written pose. */
static SarStatus written_pose(SarBuilder *b, SarCamPose *pose) {
  SarKin first, second;
  SAR_TRY(b->ops->written(b, &b->a, &first));
  SAR_TRY(b->ops->written(b, &b->b, &second));
  SarVec3 at = sar_mul_t(&first.A, sar_sub(second.r, first.r));
  SarVec3 x = sar_mul_t(&first.A, sar_column(&second.A, 0)), y = sar_mul_t(&first.A, sar_column(&second.A, 1));
  *pose = (SarCamPose){{at.x, at.y}, {x.x, x.y}, {y.x, y.y}};
  return SAR_OK;
}

static SarStatus find_start(SarBuilder *b, double u[2]) {
  static const int curves[2] = {CURVE, CURVE2}, from[2] = {FROM, FROM2};
  SarCamTable *tables[2];
  SarCamPose pose;
  SarCamSearch search = {.outside = false};
  double near[2][2];
  for (int i = 0; i < 2; i++) {
    const SarValue *ends = &b->values[from[i]];
    SarCamCurve curve;
    SAR_TRY(make_curve(b, &b->values[curves[i]], &curve));
    SAR_TRY(sar_cam_table(b, &curve, ends->real, ends[TO].real, &tables[i]));
    if (!ends[NEAR].given) continue;
    near[i][0] = ends[NEAR].vector.x, near[i][1] = ends[NEAR].vector.y;
    search.near[i] = near[i];
  }
  SAR_TRY(written_pose(b, &pose));
  sar_cam_start_curves(tables[0], tables[1], &pose, &search, u);
  return SAR_OK;
}

static SarStatus declare(SarBuilder *b) {
  static const char *const names[2][2] = {{"u", "u_rate"}, {"u2", "u2_rate"}};
  static const int from[2] = {FROM, FROM2};
  double u[2];
  SAR_TRY(find_start(b, u));
  for (int i = 0; i < 2; i++) {
    const SarValue *ends = &b->values[from[i]];
    SarUnknown unknown;
    SAR_TRY(b->ops->coordinate(b, SAR_KIND_NUMBER, u[i], 0, ends[TO].real - ends->real, &unknown));
    SAR_TRY(b->ops->offer(b, names[i][0], "", unknown.value));
    SAR_TRY(b->ops->offer(b, names[i][1], "1/s", unknown.rate));
  }
  return SAR_OK;
}

/* ---- equations ---- */

static SarStatus hold(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  SAR_TRY(sar_equation_made(b, f));
  return b->ops->holonomic(b, name, rotation, f);
}

/* All that the three rows do, also where u and w have not come to rest yet: at d the force -(l1 n + l2 t) acts on the
 * second side, and the couple l3 n x d'/|d'|; both the other way on the first. */
static SarStatus offer_action(SarBuilder *b, const SarSymbolFrame frames[2], const SarCamSymbols at[2]) {
  static const char *const names[3] = {"multiplier", "multiplier2", "multiplier3"}, *const axes[3] = {"x", "y", "z"};
  SarArena *arena = b->arena;
  const SarExpr *l[3];
  SarAction action;
  for (int i = 0; i < 3; i++) SAR_TRY(b->ops->quantity(b, b->name, names[i], b->source, &l[i]));
  SarSym3 none = sar_sym3_constant(arena, 0, 0, 0), place = at[1].point;
  SarSym3 force =
      sar_sym3_add(arena, sar_sym3_scale(arena, l[0], at[0].normal), sar_sym3_scale(arena, l[1], at[0].tangent));
  SarSym3 couple = sar_sym3_scale(arena, l[2], sar_sym3_cross(arena, at[1].tangent, at[0].normal));
  action.force[0] = force;
  action.force[1] = sar_sym3_sub(arena, none, force);
  for (int i = 0; i < 2; i++) {
    SarSym3 arm = sar_sym3_sub(arena, place, frames[i].point);
    SarSym3 torque = sar_sym3_cross(arena, arm, action.force[i]);
    action.torque[i] = i ? sar_sym3_sub(arena, torque, couple) : sar_sym3_add(arena, torque, couple);
  }
  SAR_TRY(sar_equation_offer3(b, axes, "m", place));
  return sar_equation_offer_action(b, &action);
}

static SarStatus build(SarBuilder *b) {
  static const int curves[2] = {CURVE, CURVE2};
  SarArena *arena = b->arena;
  SarSymbolFrame frames[2];
  SarCamSymbols at[2];
  SAR_TRY(sar_rolling_frames(b, &b->values[BETWEEN], &frames[0], &frames[1]));
  for (int i = 0; i < 2; i++) {
    SarCamCurve curve;
    SAR_TRY(make_curve(b, &b->values[curves[i]], &curve));
    SAR_TRY(sar_cam_symbols(b, &curve, &frames[i], b->ops->declared(b, i).value, &at[i]));
  }
  SarSym3 gap = sar_sym3_sub(arena, at[1].point, at[0].point);
  SAR_TRY(hold(b, "touch", false, sar_sym3_dot(arena, at[0].normal, gap)));
  SAR_TRY(hold(b, "place on the first curve", false, sar_sym3_dot(arena, at[0].tangent, gap)));
  SAR_TRY(hold(b, "place on the second curve", true, sar_sym3_dot(arena, at[0].normal, at[1].tangent)));
  return offer_action(b, frames, at);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_equation_curve_on_curve = {
    .name = "curve-on-curve",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "two plane curves that stay in touch and tangent",
    .remark =
        "without friction, and it may pull; curves through points are cubspl of splines over u; as a solid cam "
        "with its follower: joint `cam`",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = SAR_ROLLING_OUTPUTS("u u_rate u2 u2_rate multiplier multiplier2 multiplier3"),
    .check = check,
};
