/* absorber: a mass that slides along an axis of a body on a spring and a damper: a tuned mass, a liquid that sloshes,
 * a first mode of something that is mounted there.
 *
 * It is a part with one node and one coordinate x, the way of the mass along the unit vector u (z of the frame) from
 * the origin s of the frame. In body axes, with p = s + u x, the mass has the acceleration, less gravity,
 *
 *   y = A^T (a - g) + alpha x p + w x (w x p) + 2 x' w x u + x'' u
 *
 * and with f = m y its body takes A f and p x f, and the coordinate u.f + k x + c x'. A rigid body on a prismatic joint
 * would do the same with five constraints more. */
#include <math.h>

#include "element/equations.h"

enum { ON, MASS, STIFFNESS, DAMPING, DISPLACEMENT, VELOCITY };
static const SarField fields[] = {
    [ON] = {.name = "on",
            .kind = SAR_FIELD_SIDE,
            .unit = "",
            .meaning = "the frame (or body) that the mass is mounted on: it slides along z from the origin"},
    [MASS] = {.name = "mass", .kind = SAR_FIELD_REAL, .unit = "kg", .meaning = "the mass that slides"},
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_REAL,
                   .unit = "N/m",
                   .fallback = "0",
                   .meaning = "of the spring, which is at rest at the origin"},
    [DAMPING] =
        {.name = "damping", .kind = SAR_FIELD_REAL, .unit = "N*s/m", .fallback = "0", .meaning = "of the damper"},
    [DISPLACEMENT] = {.name = "displacement",
                      .kind = SAR_FIELD_REAL,
                      .unit = "m",
                      .fallback = "0",
                      .meaning = "where the mass starts, along z"},
    [VELOCITY] = {.name = "velocity",
                  .kind = SAR_FIELD_REAL,
                  .unit = "m/s",
                  .fallback = "0",
                  .meaning = "how fast it starts, along z"},
};

typedef struct Absorber {
  SarVec3 s, u, gravity; /* body axes; gravity: ground axes */
  double mass, stiffness, damping;
} Absorber;

static SarStatus prepare(const SarPartSetup *setup, void *part) {
  const SarValue *values = setup->values;
  *(Absorber *)part = (Absorber){.s = setup->sides[0].point,
                                 .u = sar_column(&setup->sides[0].axes, 2),
                                 .gravity = setup->gravity,
                                 .mass = values[MASS].real,
                                 .stiffness = values[STIFFNESS].real,
                                 .damping = values[DAMPING].real};
  return SAR_OK;
}

/* Everything at one instant, in body axes. */
typedef struct Motion {
  const SarMat3 *A;
  SarVec3 p, w, alpha;
  SarVec3 lift;  /* A^T (a - g) */
  SarVec3 force; /* f */
  double x, v;
} Motion;

static Motion motion(const Absorber *c, const SarPartPoint *at) {
  const SarKin *k = at->nodes[0].kin;
  Motion m = {.A = &k->A, .w = k->w, .x = at->q[0], .v = at->v[0]};
  m.p = sar_axpy(m.x, c->u, c->s);
  m.alpha = sar_vec3_load(at->nodes[0].acceleration + 3);
  m.lift = sar_mul_t(&k->A, sar_sub(sar_vec3_load(at->nodes[0].acceleration), c->gravity));
  SarVec3 turning = sar_add(sar_cross(m.alpha, m.p), sar_cross(m.w, sar_cross(m.w, m.p)));
  SarVec3 sliding = sar_axpy(2 * m.v, sar_cross(m.w, c->u), sar_scale(at->a[0], c->u));
  m.force = sar_scale(c->mass, sar_add(m.lift, sar_add(turning, sliding)));
  return m;
}

static SarStatus residual(const void *part, const SarPartPoint *at, double *rows) {
  const Absorber *c = part;
  Motion m = motion(c, at);
  sar_vec3_store(sar_mul(m.A, m.force), rows);
  sar_vec3_store(sar_cross(m.p, m.force), rows + 3);
  rows[6] = sar_dot(c->u, m.force) + c->stiffness * m.x + c->damping * m.v;
  return SAR_OK;
}

/* ---- derivatives ---- */

enum { N = 7 };

/* A column of the matrix: what a change df of the force does, with p and the axes held. */
static void put(const Absorber *c, const Motion *m, SarVec3 df, double *column) {
  sar_vec3_add_to(sar_mul(m->A, df), column);
  sar_vec3_add_to(sar_cross(m->p, df), column + 3);
  column[6] += sar_dot(c->u, df);
}

static void by_position(const Absorber *c, const Motion *m, double *columns) {
  for (int i = 0; i < 3; i++) { /* a turn of the body: A -> A (1 + e~) */
    double *column = columns + (3 + i) * N;
    SarVec3 e = sar_vec3(i == 0, i == 1, i == 2);
    put(c, m, sar_scale(c->mass, sar_cross(m->lift, e)), column);
    sar_vec3_add_to(sar_mul(m->A, sar_cross(e, m->force)), column);
  }
  SarVec3 turning = sar_add(sar_cross(m->alpha, c->u), sar_cross(m->w, sar_cross(m->w, c->u)));
  put(c, m, sar_scale(c->mass, turning), columns + 6 * N);
  sar_vec3_add_to(sar_cross(c->u, m->force), columns + 6 * N + 3);
  columns[6 * N + 6] += c->stiffness;
}

static void by_velocity(const Absorber *c, const Motion *m, double *columns) {
  for (int i = 0; i < 3; i++) {
    SarVec3 e = sar_vec3(i == 0, i == 1, i == 2), once = sar_cross(e, sar_cross(m->w, m->p));
    SarVec3 twice = sar_add(once, sar_cross(m->w, sar_cross(e, m->p)));
    put(c, m, sar_scale(c->mass, sar_axpy(2 * m->v, sar_cross(e, c->u), twice)), columns + (3 + i) * N);
  }
  put(c, m, sar_scale(2 * c->mass, sar_cross(m->w, c->u)), columns + 6 * N);
  columns[6 * N + 6] += c->damping;
}

static void by_acceleration(const Absorber *c, const Motion *m, double *columns) {
  for (int i = 0; i < 3; i++) {
    SarVec3 e = sar_vec3(i == 0, i == 1, i == 2);
    put(c, m, sar_scale(c->mass, sar_mul_t(m->A, e)), columns + i * N);
    put(c, m, sar_scale(c->mass, sar_cross(e, m->p)), columns + (3 + i) * N);
  }
  put(c, m, sar_scale(c->mass, c->u), columns + 6 * N);
}

static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  Motion m = motion(part, at);
  by_position(part, &m, out->position);
  if (out->velocity) by_velocity(part, &m, out->velocity);
  if (out->acceleration) by_acceleration(part, &m, out->acceleration);
  return SAR_OK;
}

/* ---- sizes and energies ---- */

static void magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const Absorber *c = part;
  Motion m = motion(c, at);
  double p = sar_norm(m.p), w = sar_norm(m.w), spring = fabs(c->stiffness * m.x) + fabs(c->damping * m.v);
  double force = sar_norm(m.lift) + (sar_norm(m.alpha) + w * w) * p + 2 * w * fabs(m.v) + fabs(at->a[0]);
  for (int i = 0; i < 3; i++) rows[i] = c->mass * force;
  for (int i = 3; i < 6; i++) rows[i] = c->mass * force * p;
  rows[6] = c->mass * force + spring;
}

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const Absorber *c = part;
  const SarKin *k = at->nodes[0].kin;
  double x = at->q[0], rate = at->v[0];
  SarVec3 p = sar_axpy(x, c->u, c->s);
  SarVec3 velocity = sar_axpy(rate, c->u, sar_add(sar_mul_t(&k->A, k->v), sar_cross(k->w, p)));
  out->kinetic = 0.5 * c->mass * sar_dot(velocity, velocity);
  out->potential = 0.5 * c->stiffness * x * x - c->mass * sar_dot(c->gravity, sar_add(k->r, sar_mul(&k->A, p)));
  out->dissipation = c->damping * rate * rate;
}

static bool damped(const void *part) {
  (void)part;
  return true; /* by Coriolis' force, if by nothing else */
}

static const SarPartClass class = {.name = "absorber",
                                   .inertial = true,
                                   .residual = residual,
                                   .matrix = matrix,
                                   .magnitude = magnitude,
                                   .energy = energy,
                                   .damped = damped};
static const SarPartSpec part = {.class = &class, .size = sizeof(Absorber), .prepare = prepare};

/* ---- its coordinate ---- */

static SarStatus declare(SarBuilder *b) {
  SarUnknown q;
  SAR_TRY(b->ops->coordinate(b, SAR_KIND_LENGTH, b->values[DISPLACEMENT].real, b->values[VELOCITY].real, 0, &q));
  SAR_TRY(b->ops->offer(b, "displacement", "m", q.value));
  SAR_TRY(b->ops->offer(b, "displacement_rate", "m/s", q.rate));
  return b->ops->offer(b, "acceleration", "m/s^2", q.acceleration);
}

static SarStatus build(SarBuilder *b) {
  (void)b;
  return SAR_OK; /* the equation of motion is the part's */
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  for (int i = STIFFNESS; i <= DAMPING; i++) {
    if (values[i].real >= 0) continue;
    return sar_report(context, SAR_INPUT, values[i].source, name, "give zero or a positive number",
                      "the %s must not be negative, but is %g", fields[i].name, values[i].real);
  }
  return sar_field_check_positive(context, name, &fields[MASS], &values[MASS],
                                  "give the mass that moves, or leave the absorber out");
}

const SarElementClass sar_force_absorber = {
    .name = "absorber",
    .section = SAR_SECTION_FORCES,
    .summary = "a mass on a spring and a damper that slides along an axis of a body: a tuned mass",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .part = &part,
    .equations = &equations,
    .outputs = "displacement displacement_rate acceleration",
    .check = check,
};
