/* torque: a torque on the second side, with its reaction on the first: a function of time, or of anything.
 *
 * Its components are along ground axes or, with `follow`, along the axes of the second side. With T in ground axes:
 *
 *   t_b = A_b^T T   t_a = -A_a^T T
 *
 * Components that speak of the motion are unknowns, and the torque is made of equations. */
#include "element/force/components.h"
#include "element/force/load.h"

enum { BETWEEN, TORQUE, FOLLOW };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "[from, on]: the torque acts on the second, its reaction on the first"},
    [TORQUE] = {.name = "torque",
                .kind = SAR_FIELD_FUNCTIONS3,
                .unit = "N*m",
                .meaning = "components along x, y, z",
                .variables = "t:s"},
    [FOLLOW] = SAR_LOAD_FOLLOW,
};

/* The parameter is the vector alone. */
static SarStatus prepare(const SarForceSetup *setup, void *param) {
  return sar_load_vector_compile(setup, &setup->values[TORQUE], setup->values[FOLLOW].real != 0, param);
}

static SarLoad spread(SarVec3 T, const SarKin *a, const SarKin *b) {
  return (SarLoad){.ta = sar_neg(sar_mul_t(&a->A, T)), .tb = sar_mul_t(&b->A, T)};
}

static SarStatus load(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *out) {
  *out = spread(sar_load_vector(param, t, b), a, b);
  return SAR_OK;
}

/* The load is linear in T. */
static SarStatus by_time(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *out) {
  SarVec3 rate;
  SAR_TRY(sar_load_vector_rate(param, t, b, &rate));
  *out = spread(rate, a, b);
  return SAR_OK;
}

/* A fixed T turns in the axes of the body: d(A^T T) = (A^T T) x theta. A following one is constant in b, and
 * dT = -A_b [(A_b^T T) x] theta_b in the ground. */
static SarStatus jacobian(const void *param, double t, const SarKin *a, const SarKin *b, SarLoadJacobian *out) {
  const SarLoadVector *vector = param;
  SarVec3 T = sar_load_vector(vector, t, b), in_b = sar_mul_t(&b->A, T);
  SarLoadBlock by_a = {.ta = sar_skew(sar_neg(sar_mul_t(&a->A, T)))}, by_b = {0};
  if (vector->follow) {
    SarMat3 dT = sar_mul_skew(&b->A, in_b); /* with the sign of the reaction */
    by_b.ta = sar_mat3_tmul(&a->A, &dT);
  } else {
    by_b.tb = sar_skew(in_b);
  }
  *out = (SarLoadJacobian){0};
  sar_load_spread(out->q, SAR_BY_A, &by_a);
  sar_load_spread(out->q, SAR_BY_B, &by_b);
  return SAR_OK;
}

static void energy(const void *param, double t, const SarKin *a, const SarKin *b, SarEnergy *out) {
  SarVec3 relative = sar_sub(sar_mul(&b->A, b->w), sar_mul(&a->A, a->w));
  *out = (SarEnergy){.work = sar_dot(sar_load_vector(param, t, b), relative)};
}

/* ---- as equations ---- */

static SarStatus declare(SarBuilder *b) {
  static const char *const labels[3] = {"t1", "t2", "t3"};
  return sar_components_declare(b, labels, b->values[TORQUE].function);
}

static SarStatus build(SarBuilder *b) {
  return sar_components_vector(b, b->values[TORQUE].function, b->values[FOLLOW].real != 0, true);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static const SarForceClass force = {.param_size = sizeof(SarLoadVector),
                                    .prepare = prepare,
                                    .load = load,
                                    .jacobian = jacobian,
                                    .by_time = by_time,
                                    .energy = energy,
                                    .outer = true};

const SarElementClass sar_force_torque = {
    .name = "torque",
    .section = SAR_SECTION_FORCES,
    .summary = "a torque on a body, three expressions",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .equations = &equations,
};
