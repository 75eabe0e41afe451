/* Friction in a ball joint: a torque against the turning w of the second side relative to the first,
 *
 *   T = -mu(r |w|) r (|F| + preload) w/|w|
 *
 * with the force F of the joint, the radius r of the ball and mu as in friction.c. Its components along the ground axes
 * are unknowns, because F depends on them. */
#include "element/joint/ball_friction.h"

static const char *const labels[3] = {"friction_x", "friction_y", "friction_z"};

static SarPassive passive_of(SarBuilder *b) { return (SarPassive){.b = b, .rotation = true, .prefix = ""}; }

static bool applies(const SarElementClass *element_class, const SarValue *values) {
  SarBuilder b = {.class = element_class, .values = values};
  SarPassive p = passive_of(&b);
  return sar_passive_of_joint(&p, "friction")->real != 0 || sar_passive_of_joint(&p, "static_friction")->real != 0;
}

static SarStatus declare(SarBuilder *b) {
  SarPassive p = passive_of(b);
  const SarValue *radius = sar_passive_of_joint(&p, "ball_radius");
  SAR_TRY(sar_passive_friction_check(&p));
  if (!(radius->real > 0)) {
    return sar_report(
        b->context, SAR_INPUT, radius->given ? radius->source : b->source, b->name, "give a positive number",
        radius->given ? "`ball_radius` is not allowed to be %g" : "friction needs `ball_radius`", radius->real);
  }
  for (int i = 0; i < 3; i++) {
    SarUnknown unknown;
    SAR_TRY(b->ops->algebraic(b, labels[i], 0, &unknown));
  }
  return SAR_OK;
}

/* mu(r |w|) r N/|w|: what each component of w is multiplied with. */
static SarStatus factor_of(const SarPassive *p, SarSym3 w, const SarExpr **out) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  SarSym3 F, T;
  double r = sar_passive_of_joint(p, "ball_radius")->real;
  double least = SAR_FRICTION_SMALLEST_SPEED * sar_passive_of_joint(p, "stiction_velocity")->real / r;
  SAR_TRY(b->ops->reaction(b, b->name, 1, &F, &T));
  const SarExpr *normal = sar_expr_constant(arena, sar_passive_of_joint(p, "friction_preload")->real);
  if (sar_passive_of_joint(p, "reaction_friction")->real != 0) {
    normal = sar_expr_add(arena, normal, sar_passive_size(arena, sar_sym3_dot(arena, F, F)));
  }
  const SarExpr *square = sar_expr_add(arena, sar_sym3_dot(arena, w, w), sar_expr_constant(arena, least * least));
  const SarExpr *speed = sar_node_unary(arena, SAR_EXPR_SQRT, square), *radius = sar_expr_constant(arena, r);
  const SarExpr *mu = sar_passive_friction_mu(p, sar_expr_multiply(arena, radius, speed));
  *out = sar_sym_div(arena, sar_expr_multiply(arena, sar_expr_multiply(arena, mu, radius), normal), speed);
  return sar_equation_made(b, *out);
}

static SarStatus build(SarBuilder *b) {
  SarPassive p = passive_of(b);
  SarSymbolFrame first, second;
  const SarExpr *factor;
  SAR_TRY(b->ops->frame(b, &b->a, &first));
  SAR_TRY(b->ops->frame(b, &b->b, &second));
  SarSym3 w = sar_sym3_sub(b->arena, second.omega, first.omega);
  SAR_TRY(factor_of(&p, w, &factor));
  for (int i = 0; i < 3; i++) {
    SarUnknown unknown = b->ops->declared(b, i);
    const SarExpr *against = sar_sym_neg(b->arena, w.e[i]);
    SAR_TRY(sar_equation_made(b, against));
    SAR_TRY(sar_equation_equal(b, unknown.row, unknown.value, sar_expr_multiply(b->arena, factor, w.e[i])));
    SAR_TRY(b->ops->work(b, unknown.value, against, SAR_POWER_DISSIPATED));
    SAR_TRY(b->ops->offer(b, labels[i], "N*m", unknown.value));
  }
  return SAR_OK;
}

const SarEquationClass sar_joint_ball_friction = {.applies = applies, .declare = declare, .build = build};
