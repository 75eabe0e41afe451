/* force: a force on the second side, with its reaction on the first: a function of time, or of anything.
 *
 * It acts at the origin of the second side's frame, in ground axes or, with `follow`, in the axes of that frame. The
 * reaction is the opposite force on the first side through the same point, so that force and moment balance; on the
 * ground it goes nowhere. With g = A_a^T F and p the point seen from a:
 *
 *   f_b = F   t_b = s_b x A_b^T F   f_a = -F   t_a = -p x g
 *
 * Components that speak of the motion are unknowns, and the force is made of equations. */
#include "element/force/components.h"
#include "element/force/load.h"

enum { BETWEEN, FORCE, FOLLOW };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "[from, on]: the force acts on the second (a frame, or a body at its reference point), its "
                            "reaction on the first"},
    [FORCE] = {.name = "force",
               .kind = SAR_FIELD_FUNCTIONS3,
               .unit = "N",
               .meaning = "components along x, y, z",
               .variables = "t:s"},
    [FOLLOW] = SAR_LOAD_FOLLOW,
};

typedef struct Force {
  SarLoadVector vector; /* N */
  SarVec3 sb;           /* m, body axes of b */
} Force;

static SarStatus prepare(const SarForceSetup *setup, void *param) {
  Force *f = param;
  f->sb = setup->b.point;
  return sar_load_vector_compile(setup, &setup->values[FORCE], setup->values[FOLLOW].real != 0, &f->vector);
}

static void spread(const Force *f, SarVec3 F, const SarKin *a, const SarKin *b, SarLoad *out) {
  out->fb = F;
  out->tb = sar_point_torque(&b->A, f->sb, F);
  out->fa = sar_neg(F);
  out->ta = sar_neg(sar_cross(sar_load_point(a, b, f->sb), sar_mul_t(&a->A, F)));
}

static SarStatus load(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *out) {
  const Force *f = param;
  spread(f, sar_load_vector(&f->vector, t, b), a, b, out);
  return SAR_OK;
}

/* The load is linear in F. */
static SarStatus by_time(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *out) {
  const Force *f = param;
  SarVec3 rate;
  SAR_TRY(sar_load_vector_rate(&f->vector, t, b, &rate));
  spread(f, rate, a, b, out);
  return SAR_OK;
}

/* dt_a = g x dp - p x dg, where dg = g x theta_a + A_a^T dF and dF = -A_b [phi x] theta_b if it follows (phi = A_b^T F
 * is then constant), else 0. */
static SarStatus jacobian(const void *param, double t, const SarKin *a, const SarKin *b, SarLoadJacobian *out) {
  const Force *f = param;
  SarVec3 F = sar_load_vector(&f->vector, t, b), g = sar_mul_t(&a->A, F), p = sar_load_point(a, b, f->sb);
  SarMat3 dp[3];
  SarLoadBlock block[3] = {0};
  sar_load_point_derivatives(a, b, f->sb, p, dp);
  for (int i = 0; i < 3; i++) block[i].ta = sar_skew_mul(g, &dp[i]);
  SarMat3 turning = sar_skew_skew(p, g);
  block[SAR_BY_A].ta = sar_mat3_axpy(-1, &turning, &block[SAR_BY_A].ta);
  if (f->vector.follow) {
    SarMat3 dF = sar_mul_skew(&b->A, sar_neg(sar_mul_t(&b->A, F))), dg = sar_mat3_tmul(&a->A, &dF);
    SarMat3 moment = sar_skew_mul(p, &dg);
    block[SAR_BY_B].fb = dF;
    block[SAR_BY_B].ta = sar_mat3_axpy(-1, &moment, &block[SAR_BY_B].ta);
  } else {
    block[SAR_BY_B].tb = sar_point_stiffness(&b->A, f->sb, F);
  }
  *out = (SarLoadJacobian){0};
  for (int i = 0; i < 3; i++) sar_load_spread(out->q, (SarLoadBy)i, &block[i]);
  return SAR_OK;
}

static void energy(const void *param, double t, const SarKin *a, const SarKin *b, SarEnergy *out) {
  const Force *f = param;
  SarVec3 p = sar_load_point(a, b, f->sb);
  SarVec3 slip = sar_sub(sar_kin_point_rate(b, f->sb), sar_kin_point_rate(a, p));
  *out = (SarEnergy){.work = sar_dot(sar_load_vector(&f->vector, t, b), slip)};
}

/* ---- as equations ---- */

static SarStatus declare(SarBuilder *b) {
  static const char *const labels[3] = {"f1", "f2", "f3"};
  return sar_components_declare(b, labels, b->values[FORCE].function);
}

static SarStatus build(SarBuilder *b) {
  return sar_components_vector(b, b->values[FORCE].function, b->values[FOLLOW].real != 0, false);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static const SarForceClass force = {.param_size = sizeof(Force),
                                    .prepare = prepare,
                                    .load = load,
                                    .jacobian = jacobian,
                                    .by_time = by_time,
                                    .energy = energy,
                                    .outer = true};

const SarElementClass sar_force_force = {
    .name = "force",
    .section = SAR_SECTION_FORCES,
    .summary = "a force on a point, three expressions",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .equations = &equations,
};
