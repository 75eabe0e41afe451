/* Friction in a joint: Coulomb's law with stiction, smooth through zero.
 *
 *   mu(v) = STEP(v, -v_s, -mu_s, v_s, mu_s) where |v| < v_s, from there STEP(|v|, v_s, mu_s, v_d, mu_d), v_d = 1.5 v_s
 *   sliding   F = mu(v) (|F_across| + |T|/b + preload)
 *   on a plane  F = mu(|v|) (|F_along| + |T_across|/b + preload) against the velocity v
 *   turning   T = mu(r w) (r (|F_across| + |T_across|/b + preload) + r_a |F_along|)
 *
 * F_across and F_along are the parts of the joint's reaction across and along its axis, T its reaction torque at the
 * second side, b the bending arm, r and r_a the radii of pin and collar. The friction F is an unknown: it depends on
 * the reactions, and they on it. Its power is dissipated. A joint at rest under load creeps at a fraction of v_s. */
#include "element/joint/passive.h"

/* v_d of the law over v_s, as in the reference programs. */
#define SLIDING_RATIO 1.5

/* Keeps the derivative of a magnitude finite where the force vanishes. */
#define SMALLEST_FORCE 1e-9 /* N */
#define SMALLEST_SPEED 1e-3 /* of the stiction velocity: the same for the direction of a speed */

bool sar_friction_wanted(const SarPassive *p) {
  if (p->plane && p->rotation && !sar_passive_of_joint(p, "pin_radius")->given) return false; /* it turns freely */
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

SarStatus sar_friction_declare(const SarPassive *p) {
  const SarValue *sliding = sar_passive_of_joint(p, "friction"), *stuck = sar_passive_of_joint(p, "static_friction");
  SarUnknown unknown;
  SAR_TRY(check_number(p, "friction", true));
  SAR_TRY(check_number(p, "stiction_velocity", false));
  SAR_TRY(check_number(p, "friction_preload", true));
  if (sar_passive_of_joint(p, "bending_arm")->given) SAR_TRY(check_number(p, "bending_arm", false));
  if (p->rotation) SAR_TRY(check_number(p, "pin_radius", false));
  if (p->rotation) SAR_TRY(check_number(p, "axial_radius", true));
  if (stuck->given && stuck->real < sliding->real) {
    return sar_report(p->b->context, SAR_INPUT, stuck->source, p->b->name, "give at least the sliding coefficient",
                      "the static coefficient %g is below the sliding one, %g", stuck->real, sliding->real);
  }
  const char *label = sar_arena_printf(p->b->arena, "%s_friction", p->coordinate->name);
  if (!label) return sar_report_no_memory(p->b->context);
  return p->b->ops->algebraic(p->b, label, 0, &unknown);
}

/* mu(v). Outside |v| < v_s the first factor is +-mu_s; the second brings it to mu_d, on both sides. */
static const SarExpr *coefficient(const SarPassive *p, const SarExpr *v) {
  SarArena *arena = p->b->arena;
  const SarValue *stuck = sar_passive_of_joint(p, "static_friction");
  double mu_d = sar_passive_of_joint(p, "friction")->real, mu_s = stuck->given ? stuck->real : mu_d;
  double vs = sar_passive_of_joint(p, "stiction_velocity")->real, vd = SLIDING_RATIO * vs;
  const SarExpr *rise = sar_expr_multiply(arena, sar_expr_constant(arena, 2), sar_equation_step(arena, v, -vs, vs));
  const SarExpr *sticking =
      sar_expr_multiply(arena, sar_expr_constant(arena, mu_s), sar_sym_sub(arena, rise, sar_expr_constant(arena, 1)));
  if (mu_s == mu_d) return sticking;
  const SarExpr *fast =
      sar_expr_add(arena, sar_equation_step(arena, v, vs, vd), sar_equation_step(arena, sar_sym_neg(arena, v), vs, vd));
  const SarExpr *loss = sar_expr_multiply(arena, sar_expr_constant(arena, 1 - mu_d / mu_s), fast);
  return sar_expr_multiply(arena, sticking, sar_sym_sub(arena, sar_expr_constant(arena, 1), loss));
}

static const SarExpr *magnitude(SarArena *arena, const SarExpr *square) {
  const SarExpr *least = sar_expr_constant(arena, SMALLEST_FORCE * SMALLEST_FORCE);
  return sar_node_unary(arena, SAR_EXPR_SQRT, sar_expr_add(arena, square, least));
}

/* |x| across the axis: of x - (x.z) z. */
static const SarExpr *across(SarArena *arena, SarSym3 x, SarSym3 z) {
  SarSym3 part = sar_sym3_sub(arena, x, sar_sym3_scale(arena, sar_sym3_dot(arena, x, z), z));
  return magnitude(arena, sar_sym3_dot(arena, part, part));
}

/* The normal force (turning: times its radius). The arms of a cross are loaded by the whole force. */
static SarStatus load(const SarPassive *p, const SarExpr **out) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  SarSym3 F, T;
  SarSymbolFrame first;
  SAR_TRY(b->ops->reaction(b, b->name, 1, &F, &T));
  SAR_TRY(b->ops->frame(b, sar_joint_in_second(b->class, b->values) ? &b->b : &b->a, &first));
  SarSym3 z = first.axis[SAR_Z];
  bool cross = p->rotation && p->coordinate->kind != SAR_COORDINATE_ANGLE;
  const SarExpr *along = sar_sym3_dot(arena, F, z);
  along = magnitude(arena, sar_expr_multiply(arena, along, along));
  const SarExpr *normal = cross ? magnitude(arena, sar_sym3_dot(arena, F, F)) : p->plane ? along : across(arena, F, z);
  const SarValue *arm = sar_passive_of_joint(p, "bending_arm");
  if (arm->given && !cross) {
    const SarExpr *moment = p->rotation || p->plane ? across(arena, T, z) : magnitude(arena, sar_sym3_dot(arena, T, T));
    normal = sar_expr_add(arena, normal, sar_sym_div(arena, moment, sar_expr_constant(arena, arm->real)));
  }
  normal = sar_expr_add(arena, normal, sar_expr_constant(arena, sar_passive_of_joint(p, "friction_preload")->real));
  *out = normal;
  if (p->rotation) {
    const double radii[2] = {sar_passive_of_joint(p, "pin_radius")->real,
                             cross ? 0 : sar_passive_of_joint(p, "axial_radius")->real};
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
  double least = SMALLEST_SPEED * sar_passive_of_joint(p, "stiction_velocity")->real;
  const SarExpr *square =
      sar_expr_add(arena, sar_expr_multiply(arena, p->rate, p->rate), sar_expr_multiply(arena, rate, rate));
  square = sar_expr_add(arena, square, sar_expr_constant(arena, least * least));
  *slip = sar_node_unary(arena, SAR_EXPR_SQRT, square);
  *share = sar_sym_div(arena, p->rate, *slip);
  return sar_equation_made(b, *share);
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
  /* the law is smooth: where its pieces meet there is no kink, and steps need not end */
  SAR_TRY(sar_equation_equal(b, unknown.row, unknown.value,
                             sar_expr_multiply(arena, sar_expr_multiply(arena, share, coefficient(p, slip)), normal)));
  SAR_TRY(b->ops->work(b, unknown.value, against, SAR_POWER_DISSIPATED));
  return sar_passive_offer(p, "friction", unknown.value);
}
