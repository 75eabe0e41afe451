/* Friction in a joint: Coulomb's law with stiction, smooth through zero.
 *
 *   mu(v) = STEP(v, -v_s, -mu_s, v_s, mu_s) where |v| < v_s, from there STEP(|v|, v_s, mu_s, v_d, mu_d)
 *   sliding   F = mu(v) (|F_across| + |T|/b + preload), or with the torsion arm c |T_across|/b + |T_along|/c for |T|/b
 *   on a plane  F = mu(|v|) (|F_along| + |T_across|/b + preload) against the velocity v
 *   turning   T = mu(r w) (r (|F_across| + |T_across|/b + preload) + r_a |F_along|)
 *   a cross   the same on each arm, which is its axis; without r_a its whole force counts as one across
 *
 * F_across and F_along are the parts of the joint's reaction across and along its axis, T its reaction torque at the
 * second side (`moments_at: first`: at the first), b the bending arm, which may grow as a slider moves on, r and r_a
 * the radii of pin and collar, v_d over v_s the sliding ratio. The friction F is an unknown: it depends on the
 * reactions, and they on it. Its power is dissipated. A joint at rest under load creeps at a fraction of v_s. */
#include "element/joint/passive.h"

/* Keeps the derivative of a magnitude finite where the force vanishes. */
#define SMALLEST_FORCE 1e-9 /* N */

bool sar_friction_wanted(const SarPassive *p) {
  if (p->plane && p->rotation && !sar_passive_of_joint(p, "pin_radius")->given) return false; /* it turns freely */
  double arm = sar_passive_of_joint(p, "friction_of")->real; /* 0 both, 1 first, 2 second */
  if (arm != 0 && (arm == 1) != (p->coordinate->kind == SAR_COORDINATE_CROSS_FIRST)) return false;
  return sar_passive_of_joint(p, "friction")->real != 0 || sar_passive_of_joint(p, "static_friction")->real != 0;
}

static SarStatus check_number(const SarPassive *p, const char *field, bool zero_allowed) {
  const SarValue *value = sar_passive_of_joint(p, field);
  if (value->real > 0 || (zero_allowed && value->real == 0)) return SAR_OK;
  if (!value->given && zero_allowed) return SAR_OK;
  return sar_report(p->b->context, SAR_INPUT, value->source, p->b->name,
                    zero_allowed ? "give zero or a positive number" : "give a positive number",
                    value->given ? "`%s` is not allowed to be %g" : "friction needs `%s`", field, value->real);
}

/* What all joints with friction have. */
SarStatus sar_passive_friction_check(const SarPassive *p) {
  const SarValue *sliding = sar_passive_of_joint(p, "friction"), *stuck = sar_passive_of_joint(p, "static_friction");
  const SarValue *ratio = sar_passive_of_joint(p, "sliding_ratio");
  SAR_TRY(check_number(p, "friction", true));
  SAR_TRY(check_number(p, "stiction_velocity", false));
  SAR_TRY(check_number(p, "friction_preload", true));
  if (ratio->real <= 1) {
    return sar_report(p->b->context, SAR_INPUT, ratio->source, p->b->name, "give more than 1",
                      "`sliding_ratio` is not allowed to be %g", ratio->real);
  }
  if (!stuck->given || stuck->real >= sliding->real) return SAR_OK;
  return sar_report(p->b->context, SAR_INPUT, stuck->source, p->b->name, "give at least the sliding coefficient",
                    "the static coefficient %g is below the sliding one, %g", stuck->real, sliding->real);
}

SarStatus sar_friction_declare(const SarPassive *p) {
  const SarValue *limit = sar_passive_of_coordinate(p, "friction_limit");
  SarUnknown unknown;
  SAR_TRY(sar_passive_friction_check(p));
  if (sar_passive_of_joint(p, "bending_arm")->given) SAR_TRY(check_number(p, "bending_arm", false));
  if (sar_passive_of_joint(p, "torsion_arm")->given) SAR_TRY(check_number(p, "torsion_arm", false));
  if (limit->given && !(limit->real > 0)) {
    return sar_report(p->b->context, SAR_INPUT, limit->source, p->b->name, "give a positive number, or leave it out",
                      "`%sfriction_limit` is not allowed to be %g", p->prefix, limit->real);
  }
  if (p->rotation) SAR_TRY(check_number(p, "pin_radius", false));
  if (p->rotation) SAR_TRY(check_number(p, "axial_radius", true));
  const char *label = sar_arena_printf(p->b->arena, "%s_friction", p->coordinate->name);
  if (!label) return sar_report_no_memory(p->b->context);
  return p->b->ops->algebraic(p->b, label, 0, &unknown);
}

/* mu(v). Outside |v| < v_s the first factor is +-mu_s; the second brings it to mu_d, on both sides. */
const SarExpr *sar_passive_friction_mu(const SarPassive *p, const SarExpr *v) {
  SarArena *arena = p->b->arena;
  const SarValue *stuck = sar_passive_of_joint(p, "static_friction");
  double mu_d = sar_passive_of_joint(p, "friction")->real, mu_s = stuck->given ? stuck->real : mu_d;
  double vs = sar_passive_of_joint(p, "stiction_velocity")->real;
  double vd = sar_passive_of_joint(p, "sliding_ratio")->real * vs;
  const SarExpr *rise = sar_expr_multiply(arena, sar_expr_constant(arena, 2), sar_equation_step(arena, v, -vs, vs));
  const SarExpr *sticking =
      sar_expr_multiply(arena, sar_expr_constant(arena, mu_s), sar_sym_sub(arena, rise, sar_expr_constant(arena, 1)));
  if (mu_s == mu_d) return sticking;
  const SarExpr *fast =
      sar_expr_add(arena, sar_equation_step(arena, v, vs, vd), sar_equation_step(arena, sar_sym_neg(arena, v), vs, vd));
  const SarExpr *loss = sar_expr_multiply(arena, sar_expr_constant(arena, 1 - mu_d / mu_s), fast);
  return sar_expr_multiply(arena, sticking, sar_sym_sub(arena, sar_expr_constant(arena, 1), loss));
}

const SarExpr *sar_passive_size(SarArena *arena, const SarExpr *square) {
  const SarExpr *least = sar_expr_constant(arena, SMALLEST_FORCE * SMALLEST_FORCE);
  return sar_node_unary(arena, SAR_EXPR_SQRT, sar_expr_add(arena, square, least));
}

/* |x| across the axis: of x - (x.z) z. */
static const SarExpr *across(SarArena *arena, SarSym3 x, SarSym3 z) {
  SarSym3 part = sar_sym3_sub(arena, x, sar_sym3_scale(arena, sar_sym3_dot(arena, x, z), z));
  return sar_passive_size(arena, sar_sym3_dot(arena, part, part));
}

/* What moments press in a joint, where there are arms over which they are carried; null: nothing. */
static const SarExpr *press_of_moments(const SarPassive *p, SarSym3 T, SarSym3 z, bool cross) {
  SarArena *arena = p->b->arena;
  const SarValue *arm = sar_passive_of_joint(p, "bending_arm"), *torsion = sar_passive_of_joint(p, "torsion_arm");
  double growth = p->rotation ? 0 : sar_passive_of_joint(p, "bending_arm_growth")->real;
  const SarExpr *whole = sar_passive_size(arena, sar_sym3_dot(arena, T, T)), *press = NULL;
  bool split = torsion->given && !p->rotation;
  if (arm->given) {
    const SarExpr *length = sar_expr_constant(arena, arm->real);
    if (growth != 0)
      length = sar_expr_add(arena, length, sar_expr_multiply(arena, sar_expr_constant(arena, growth), p->value));
    bool all = cross || (!p->rotation && !p->plane && !split);
    press = sar_sym_div(arena, all ? whole : across(arena, T, z), length);
  }
  if (!split) return press;
  const SarExpr *about = sar_sym3_dot(arena, T, z);
  about = sar_sym_div(arena, sar_passive_size(arena, sar_expr_multiply(arena, about, about)),
                      sar_expr_constant(arena, torsion->real));
  return press ? sar_expr_add(arena, press, about) : about;
}

/* The axis of a coordinate: of a cross, its own arm. */
static SarStatus axis_of(const SarPassive *p, bool cross, SarSym3 *z) {
  SarBuilder *b = p->b;
  SarSymbolFrame frame;
  bool second = cross ? p->coordinate->kind == SAR_COORDINATE_CROSS_SECOND : sar_joint_in_second(b->class, b->values);
  SAR_TRY(b->ops->frame(b, second ? &b->b : &b->a, &frame));
  *z = frame.axis[SAR_Z];
  return SAR_OK;
}

/* The normal force (turning: times its radius). */
static SarStatus load(const SarPassive *p, const SarExpr **out) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  SarSym3 F, T, z;
  bool cross = p->rotation && p->coordinate->kind != SAR_COORDINATE_ANGLE;
  SAR_TRY(b->ops->reaction(b, b->name, sar_passive_of_joint(p, "moments_at")->real == 0, &F, &T));
  SAR_TRY(axis_of(p, cross, &z));
  const SarValue *collar = sar_passive_of_joint(p, "axial_radius");
  bool whole = cross && !collar->given, pressed = sar_passive_of_joint(p, "reaction_friction")->real != 0;
  const SarExpr *along = sar_sym3_dot(arena, F, z), *zero = sar_expr_constant(arena, 0);
  along = pressed ? sar_passive_size(arena, sar_expr_multiply(arena, along, along)) : zero;
  const SarExpr *normal = whole      ? sar_passive_size(arena, sar_sym3_dot(arena, F, F))
                          : p->plane ? along
                                     : across(arena, F, z);
  if (!pressed) normal = zero;
  const SarExpr *moments = press_of_moments(p, T, z, cross);
  if (moments) normal = sar_expr_add(arena, normal, moments);
  normal = sar_expr_add(arena, normal, sar_expr_constant(arena, sar_passive_of_joint(p, "friction_preload")->real));
  *out = normal;
  if (p->rotation) {
    const double radii[2] = {sar_passive_of_joint(p, "pin_radius")->real, whole ? 0 : collar->real};
    *out = sar_equation_combine(arena, radii, (const SarExpr *const[2]){normal, along}, 2);
  }
  return sar_equation_made(b, *out);
}

/* On a plane: the speed, and the part of the friction that is against this coordinate. */
static SarStatus split_slip(const SarPassive *p, const SarExpr **slip, const SarExpr **share) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  const SarExpr *value, *rate;
  SAR_TRY(b->ops->quantity(b, b->name, p->across->name, b->source, &value));
  SAR_TRY(b->ops->rate(b, value, &rate));
  double least = SAR_FRICTION_SMALLEST_SPEED * sar_passive_of_joint(p, "stiction_velocity")->real;
  const SarExpr *square =
      sar_expr_add(arena, sar_expr_multiply(arena, p->rate, p->rate), sar_expr_multiply(arena, rate, rate));
  square = sar_expr_add(arena, square, sar_expr_constant(arena, least * least));
  *slip = sar_node_unary(arena, SAR_EXPR_SQRT, square);
  *share = sar_sym_div(arena, p->rate, *slip);
  return sar_equation_made(b, *share);
}

/* No more than the limit, either way; steps end where it begins to count. */
static SarStatus limit_law(const SarPassive *p, const SarExpr **law) {
  SarArena *arena = p->b->arena;
  const SarValue *limit = sar_passive_of_coordinate(p, "friction_limit");
  if (!limit->given) return SAR_OK;
  const SarExpr *upper = sar_node_binary(arena, SAR_EXPR_MIN, *law, sar_expr_constant(arena, limit->real));
  *law = sar_node_binary(arena, SAR_EXPR_MAX, upper, sar_expr_constant(arena, -limit->real));
  SAR_TRY(sar_equation_made(p->b, *law));
  return p->b->ops->kinks(p->b, *law);
}

SarStatus sar_friction_build(const SarPassive *p, SarUnknown unknown) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  const SarExpr *slip = p->rate, *normal, *against = sar_sym_neg(arena, p->rate);
  if (p->rotation) {
    slip = sar_expr_multiply(arena, sar_expr_constant(arena, sar_passive_of_joint(p, "pin_radius")->real), slip);
  }
  SAR_TRY(load(p, &normal));
  SAR_TRY(sar_equation_made(b, against));
  const SarExpr *share = sar_expr_constant(arena, 1);
  if (p->across) SAR_TRY(split_slip(p, &slip, &share));
  const SarExpr *law =
      sar_expr_multiply(arena, sar_expr_multiply(arena, share, sar_passive_friction_mu(p, slip)), normal);
  SAR_TRY(limit_law(p, &law));
  /* the law is smooth: where its pieces meet there is no kink, and steps need not end */
  SAR_TRY(sar_equation_equal(b, unknown.row, unknown.value, law));
  SAR_TRY(b->ops->work(b, unknown.value, against, SAR_POWER_DISSIPATED));
  return sar_passive_offer(p, "friction", unknown.value);
}
