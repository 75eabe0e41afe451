/* bushing: six springs and dampers between two frames, for rubber mounts.
 *
 * Translation. e is the second frame's origin seen from the first frame. The force on the first body, in its axes,
 *
 *   phi = K e + C e' + preload
 *
 * acts through the second frame's origin, p from the centre of mass of a, and its opposite on the second body. That is
 * what the potential 1/2 e^T K e demands, because e is measured along axes that turn with a; force and moment balance.
 *
 * Rotation. G = A_ab N is the rotation of the second frame against the first in a's body axes (N = axes_b axes_a^T),
 * and theta its rotation vector. With V = 1/2 theta^T K_t theta and T^-1 = T_exp^-1(theta) of numerics section 1,
 *
 *   d(theta) = T^-T (A_ab theta_b - theta_a)      torque on a: tau = T^-1 (K_t theta + preload) + C_t w_rel
 *
 * with w_rel = A_ab w_b - w_a, and -A_ab^T tau on b. All matrices are stored in a's body axes. The rotation vector
 * jumps at half a turn: a bushing is not made for that, and runs end at 150 degrees where it resists the turn
 * (docs/decisions/0040). */
#include "element/force/bushing.h"

#include "element/force/load.h"
#include "element/joint/common.h"

enum { BETWEEN, AT, AXIS, STIFFNESS, TORSIONAL_STIFFNESS, DAMPING, TORSIONAL_DAMPING, PRELOAD, TORSIONAL_PRELOAD };
static const SarField fields[] = {
    [BETWEEN] = SAR_JOINT_BETWEEN,
    [AT] = SAR_JOINT_AT,
    [AXIS] = SAR_JOINT_AXIS,
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_VECTOR,
                   .unit = "N/m",
                   .fallback = "[0, 0, 0]",
                   .meaning = "along x, y, z of the first frame"},
    [TORSIONAL_STIFFNESS] = {.name = "torsional_stiffness",
                             .kind = SAR_FIELD_VECTOR,
                             .unit = "N*m/rad",
                             .fallback = "[0, 0, 0]",
                             .meaning = "about x, y, z of the first frame"},
    [DAMPING] = {.name = "damping",
                 .kind = SAR_FIELD_VECTOR,
                 .unit = "N*s/m",
                 .fallback = "[0, 0, 0]",
                 .meaning = "along x, y, z of the first frame"},
    [TORSIONAL_DAMPING] = {.name = "torsional_damping",
                           .kind = SAR_FIELD_VECTOR,
                           .unit = "N*m*s/rad",
                           .fallback = "[0, 0, 0]",
                           .meaning = "about x, y, z of the first frame"},
    [PRELOAD] = {.name = "preload",
                 .kind = SAR_FIELD_VECTOR,
                 .unit = "N",
                 .fallback = "[0, 0, 0]",
                 .meaning = "force on the first side when the frames coincide, along x, y, z of the first frame"},
    [TORSIONAL_PRELOAD] = {.name = "torsional_preload",
                           .kind = SAR_FIELD_VECTOR,
                           .unit = "N*m",
                           .fallback = "[0, 0, 0]",
                           .meaning =
                               "torque on the first side when the frames coincide, about x, y, z of the first frame"},
};

typedef struct Bushing {
  SarVec3 sa, sb;       /* m, origins of the frames, body axes of a and b */
  SarMat3 N;            /* axes_b axes_a^T */
  SarMat3 K, C, Kt, Ct; /* body axes of a */
  SarVec3 preload, torsional_preload;
  bool turns; /* it has a torque at all: balls and belts have none, and rotation vectors are what costs most */
} Bushing;

static bool any(SarVec3 a) { return a.x != 0 || a.y != 0 || a.z != 0; }

/* axes diag(d) axes^T */
static SarMat3 turned_diagonal(const SarMat3 *axes, SarVec3 d) {
  SarMat3 scaled = sar_mat3_columns(sar_scale(d.x, sar_column(axes, 0)), sar_scale(d.y, sar_column(axes, 1)),
                                    sar_scale(d.z, sar_column(axes, 2)));
  return sar_mat3_mult(&scaled, axes);
}

static SarStatus prepare(const SarForceSetup *setup, void *param) {
  const SarMat3 *axes = &setup->a.axes;
  const SarValue *values = setup->values;
  *(Bushing *)param =
      (Bushing){.sa = setup->a.point,
                .sb = setup->b.point,
                .N = sar_mat3_mult(&setup->b.axes, axes),
                .K = turned_diagonal(axes, values[STIFFNESS].vector),
                .C = turned_diagonal(axes, values[DAMPING].vector),
                .Kt = turned_diagonal(axes, values[TORSIONAL_STIFFNESS].vector),
                .Ct = turned_diagonal(axes, values[TORSIONAL_DAMPING].vector),
                .preload = sar_mul(axes, values[PRELOAD].vector),
                .torsional_preload = sar_mul(axes, values[TORSIONAL_PRELOAD].vector),
                .turns = any(values[TORSIONAL_STIFFNESS].vector) || any(values[TORSIONAL_DAMPING].vector) ||
                         any(values[TORSIONAL_PRELOAD].vector)};
  return SAR_OK;
}

/* Everything at one instant, in body axes of a. */
typedef struct Motion {
  SarMat3 ab;
  SarVec3 p, e, y, rate; /* e = p - s_a; rate = e' = y - w_a x p */
  SarVec3 theta, spin;   /* rotation vector, relative angular velocity */
  SarMat3 Tinv;          /* T_exp^-1(theta) */
  SarVec3 elastic;       /* K_t theta + preload */
  SarVec3 phi, tau;      /* force and torque on a */
} Motion;

static Motion motion(const Bushing *f, const SarKin *a, const SarKin *b) {
  Motion m = {.Tinv = sar_mat3_identity()};
  m.ab = sar_mat3_tmul(&a->A, &b->A);
  m.p = sar_load_point(a, b, f->sb);
  m.e = sar_sub(m.p, f->sa);
  m.y = sar_mul_t(&a->A, sar_add(sar_sub(b->v, a->v), sar_kin_arm_rate(b, f->sb)));
  m.rate = sar_sub(m.y, sar_cross(a->w, m.p));
  m.phi = sar_add(f->preload, sar_add(sar_mul(&f->K, m.e), sar_mul(&f->C, m.rate)));
  if (!f->turns) return m;

  SarMat3 G = sar_mat3_mul(&m.ab, &f->N);
  m.theta = sar_quat_log(sar_quat_from_matrix(&G));
  m.spin = sar_sub(sar_mul(&m.ab, b->w), a->w);
  m.Tinv = sar_exp_tangent_inverse(m.theta);
  m.elastic = sar_add(f->torsional_preload, sar_mul(&f->Kt, m.theta));
  m.tau = sar_add(sar_mul(&m.Tinv, m.elastic), sar_mul(&f->Ct, m.spin));
  return m;
}

static SarStatus load(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *out) {
  const Bushing *f = param;
  (void)t;
  Motion m = motion(f, a, b);
  out->fa = sar_mul(&a->A, m.phi);
  out->ta = sar_add(sar_cross(m.p, m.phi), m.tau);
  out->fb = sar_neg(out->fa);
  out->tb = sar_neg(sar_add(sar_cross(f->sb, sar_mul_t(&m.ab, m.phi)), sar_mul_t(&m.ab, m.tau)));
  return SAR_OK;
}

/* c and (dc/dt)/t of T_exp^-1(x) = I + x~/2 + c x~ x~, c = (1 - (t/2) cot(t/2))/t^2, t = |x|. The series (Bernoulli
 * numbers over factorials) replaces the closed form where that would cancel. */
static void tangent_coefficients(double t, double *c, double *dc) {
  double u = t * t;
  if (t < 0.25) {
    *c = 1.0 / 12 + u * (1.0 / 720 + u * (1.0 / 30240 + u * (1.0 / 1209600 + u / 47900160)));
    *dc = 1.0 / 360 + u * (1.0 / 7560 + u * (1.0 / 201600 + u * (1.0 / 5987520 + u * (691.0 / 130767436800))));
    return;
  }
  double s = sin(t / 2), cotangent = cos(t / 2) / s;
  *c = (1 - t / 2 * cotangent) / u;
  *dc = (-2 / u + cotangent / (2 * t) + 1 / (4 * s * s)) / u;
}

/* The derivative of T_exp^-1(x) k by x, k fixed: -k~/2 - c ((x x k)~ + x~ k~) + dc (x x (x x k)) x^T. */
static SarMat3 tangent_derivative(SarVec3 x, SarVec3 k) {
  double c, dc;
  tangent_coefficients(sar_norm(x), &c, &dc);
  SarVec3 xk = sar_cross(x, k);
  SarMat3 sum = sar_skew(sar_scale(-0.5, k)), first = sar_skew(xk), second = sar_skew_skew(x, k);
  SarMat3 last = sar_outer(sar_cross(x, xk), x);
  sum = sar_mat3_axpy(-c, &first, &sum);
  sum = sar_mat3_axpy(-c, &second, &sum);
  return sar_mat3_axpy(dc, &last, &sum);
}

/* Derivatives of the force and the torque on a, in its axes. */
typedef struct Partials {
  SarMat3 dp[3], phi_q[3], phi_v[3], tau_q[3], tau_v[3];
} Partials;

static void force_partials(const Bushing *f, const Motion *m, const SarKin *a, const SarKin *b, Partials *d) {
  SarMat3 dy[3] = {sar_mat3_zero(), sar_skew(m->y), sar_mul_skew(&m->ab, sar_neg(sar_cross(b->w, f->sb)))};
  sar_load_point_derivatives(a, b, f->sb, m->p, d->dp);
  for (int i = 0; i < 3; i++) {
    SarMat3 carried = sar_skew_mul(a->w, &d->dp[i]), drate = sar_mat3_axpy(-1, &carried, &dy[i]);
    SarMat3 elastic = sar_mat3_mul(&f->K, &d->dp[i]), viscous = sar_mat3_mul(&f->C, &drate);
    d->phi_q[i] = sar_mat3_axpy(1, &viscous, &elastic);
    d->phi_v[i] = sar_mat3_mul(&f->C, &d->dp[i]);
  }
}

static void torque_partials(const Bushing *f, const Motion *m, const SarKin *b, Partials *d) {
  for (int i = 0; !f->turns && i < 3; i++) d->tau_q[i] = d->tau_v[i] = sar_mat3_zero();
  if (!f->turns) return;
  SarMat3 geometric = tangent_derivative(m->theta, m->elastic), material = sar_mat3_mul(&m->Tinv, &f->Kt);
  SarMat3 by_theta = sar_mat3_axpy(1, &geometric, &material), elastic = sar_mat3_mult(&by_theta, &m->Tinv);
  SarMat3 spin_a = sar_skew(sar_mul(&m->ab, b->w)), spin_b = sar_mul_skew(&m->ab, sar_neg(b->w));
  SarMat3 viscous_a = sar_mat3_mul(&f->Ct, &spin_a), viscous_b = sar_mat3_mul(&f->Ct, &spin_b);
  SarMat3 elastic_b = sar_mat3_mul(&elastic, &m->ab);
  d->tau_q[SAR_BY_D] = sar_mat3_zero();
  d->tau_q[SAR_BY_A] = sar_mat3_axpy(-1, &elastic, &viscous_a);
  d->tau_q[SAR_BY_B] = sar_mat3_axpy(1, &elastic_b, &viscous_b);
  d->tau_v[SAR_BY_D] = sar_mat3_zero();
  d->tau_v[SAR_BY_A] = sar_mat3_scale(-1, &f->Ct);
  d->tau_v[SAR_BY_B] = sar_mat3_mul(&f->Ct, &m->ab);
}

/* What changes of phi and tau do to the load, with p and the axes held. */
static SarLoadBlock from_partials(const Bushing *f, const Motion *m, const SarKin *a, const SarMat3 *dphi,
                                  const SarMat3 *dtau) {
  SarMat3 force = sar_mat3_mul(&a->A, dphi), moment = sar_skew_mul(m->p, dphi);
  SarMat3 phi_b = sar_mat3_tmul(&m->ab, dphi), tau_b = sar_mat3_tmul(&m->ab, dtau);
  SarMat3 moment_b = sar_skew_mul(f->sb, &phi_b), torque_b = sar_mat3_axpy(1, &moment_b, &tau_b);
  return (SarLoadBlock){
      .fb = sar_mat3_scale(-1, &force), .ta = sar_mat3_axpy(1, &moment, dtau), .tb = sar_mat3_scale(-1, &torque_b)};
}

/* What changes of p and of the axes do to it, with phi and tau held. */
static void add_geometry(const Bushing *f, const Motion *m, const SarKin *a, const SarMat3 dp[3],
                         SarLoadBlock block[3]) {
  for (int i = 0; i < 3; i++) {
    SarMat3 moving = sar_skew_mul(m->phi, &dp[i]);
    block[i].ta = sar_mat3_axpy(-1, &moving, &block[i].ta);
  }
  SarMat3 turn_f = sar_mul_skew(&a->A, m->phi);
  block[SAR_BY_A].fb = sar_mat3_axpy(1, &turn_f, &block[SAR_BY_A].fb);

  SarMat3 ba = sar_mat3_transpose(&m->ab), arm = sar_skew_mul_skew(f->sb, &ba, m->phi),
          twist = sar_mul_skew(&ba, m->tau);
  block[SAR_BY_A].tb = sar_mat3_axpy(1, &arm, &block[SAR_BY_A].tb);
  block[SAR_BY_A].tb = sar_mat3_axpy(1, &twist, &block[SAR_BY_A].tb);

  SarMat3 arm_b = sar_skew_skew(f->sb, sar_mul_t(&m->ab, m->phi)), twist_b = sar_skew(sar_mul_t(&m->ab, m->tau));
  block[SAR_BY_B].tb = sar_mat3_axpy(-1, &arm_b, &block[SAR_BY_B].tb);
  block[SAR_BY_B].tb = sar_mat3_axpy(-1, &twist_b, &block[SAR_BY_B].tb);
}

static SarStatus jacobian(const void *param, double t, const SarKin *a, const SarKin *b, SarLoadJacobian *out) {
  const Bushing *f = param;
  (void)t;
  Motion m = motion(f, a, b);
  Partials d;
  force_partials(f, &m, a, b, &d);
  torque_partials(f, &m, b, &d);
  SarLoadBlock by_q[3], by_v[3];
  for (int i = 0; i < 3; i++) {
    by_q[i] = from_partials(f, &m, a, &d.phi_q[i], &d.tau_q[i]);
    by_v[i] = from_partials(f, &m, a, &d.phi_v[i], &d.tau_v[i]);
  }
  add_geometry(f, &m, a, d.dp, by_q);
  for (int i = 0; i < 3; i++) {
    sar_load_spread(out->q, (SarLoadBy)i, &by_q[i]);
    sar_load_spread(out->v, (SarLoadBy)i, &by_v[i]);
  }
  return SAR_OK;
}

static double quadratic(const SarMat3 *K, SarVec3 x) { return sar_dot(x, sar_mul(K, x)); }

static void energy(const void *param, double t, const SarKin *a, const SarKin *b, SarEnergy *out) {
  const Bushing *f = param;
  (void)t;
  Motion m = motion(f, a, b);
  out->potential = quadratic(&f->K, m.e) / 2 + sar_dot(f->preload, m.e) + quadratic(&f->Kt, m.theta) / 2 +
                   sar_dot(f->torsional_preload, m.theta);
  out->dissipation = quadratic(&f->C, m.rate) + quadratic(&f->Ct, m.spin);
  out->work = 0;
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  for (int32_t i = STIFFNESS; i <= TORSIONAL_DAMPING; i++) {
    SarVec3 d = values[i].vector;
    if (d.x >= 0 && d.y >= 0 && d.z >= 0) continue;
    return sar_report(context, SAR_INPUT, values[i].source, name, "give numbers that are zero or positive",
                      "`%s` must not be negative, but is [%g, %g, %g]", fields[i].name, d.x, d.y, d.z);
  }
  return SAR_OK;
}

#define RESISTED 1e-3 /* of the largest stiffness: about an axis near one of no stiffness it turns freely */

/* About its axis: K_t theta + preload, along theta. */
static bool resists(const SarValue *values, SarVec3 turn) {
  SarVec3 k = values[TORSIONAL_STIFFNESS].vector, preload = values[TORSIONAL_PRELOAD].vector;
  SarVec3 axis = sar_scale(1 / sar_norm(turn), turn);
  double stiffness = k.x * axis.x * axis.x + k.y * axis.y * axis.y + k.z * axis.z * axis.z;
  double largest = fmax(k.x, fmax(k.y, k.z)), along = fabs(sar_dot(preload, axis));
  return stiffness > RESISTED * largest || along > RESISTED * sar_norm(preload);
}

/* ---- as equations ---- */

static SarStatus build(SarBuilder *b) {
  const SarValue *values = b->values;
  SarBushingData data = {.stiffness = values[STIFFNESS].vector,
                         .damping = values[DAMPING].vector,
                         .preload = values[PRELOAD].vector,
                         .torsional_stiffness = values[TORSIONAL_STIFFNESS].vector,
                         .torsional_damping = values[TORSIONAL_DAMPING].vector,
                         .torsional_preload = values[TORSIONAL_PRELOAD].vector};
  return sar_bushing_build(b, &data);
}

static const SarEquationClass equations = {.build = build};

static void springs(const SarValue *values, SarSprings *out) {
  *out = (SarSprings){.stiffness = values[STIFFNESS].vector,
                      .damping = values[DAMPING].vector,
                      .torsional_stiffness = values[TORSIONAL_STIFFNESS].vector,
                      .torsional_damping = values[TORSIONAL_DAMPING].vector};
}

static const SarForceClass force = {.param_size = sizeof(Bushing),
                                    .prepare = prepare,
                                    .load = load,
                                    .jacobian = jacobian,
                                    .energy = energy,
                                    .resists = resists};

const SarElementClass sar_force_bushing = {
    .name = "bushing",
    .section = SAR_SECTION_FORCES,
    .summary = "springs and dampers in all six directions between two frames: a rubber mount",
    .remark = "a run ends where the frames are turned by 150 degrees about an axis that it resists",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .equations = &equations,
    .mark = {.holds = true},
    .springs = springs,
    .check = check,
};
