/* The residual of all rows (method/problem.h): one pass over the bodies, then class by class over what acts on
 * them.
 *
 * Forces are gathered in m->force with the sign of the left-hand side: M a + gyro + Phi_q^T lambda + A^T mu - Q. The
 * ground has its place at the end and is not copied out. */
#include <string.h>

#include "element/force/law.h"
#include "element/primitive/dot1.h"
#include "element/primitive/point.h"
#include "system/compiled.h"
#include "system/parts.h"
#include "system/relative.h"
#include "system/share.h"
#include "system/tie.h"
#include "system/user/evaluate.h"
#include "system/workspace.h"

/* M a + gyro - gravity. Angular part: J alpha + w x J w, body axes. */
static void add_bodies(const SarWorkspace *m, const double *restrict a, double *restrict f) {
  const SarSystem *s = m->system;
  SarVec3 gravity = sar_scale(m->loads, s->gravity);
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBody *body = &s->bodies[b];
    SarVec3 w = m->kin[b].w;
    SarVec3 linear = sar_scale(body->mass, sar_sub(sar_vec3_load(a + 6 * b), gravity));
    SarVec3 angular =
        sar_add(sar_mul(&body->inertia, sar_vec3_load(a + 6 * b + 3)), sar_cross(w, sar_mul(&body->inertia, w)));
    sar_vec3_store(linear, f + 6 * b);
    sar_vec3_store(angular, f + 6 * b + 3);
  }
}

static void add_points(const SarWorkspace *m, const double *restrict lambda, double *restrict f, double *restrict phi) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->npoints; i++) {
    const SarPointRow *row = &s->points[i];
    const SarKin *a = &m->kin[row->a], *b = &m->kin[row->b];
    sar_vec3_store(sar_point_value(a, row->sa, b, row->sb), phi + row->row);
    SarVec3 l = sar_vec3_load(lambda + row->row);
    sar_vec3_add_to(sar_neg(l), f + 6 * row->a);
    sar_vec3_add_to(sar_neg(sar_point_torque(&a->A, row->sa, l)), f + 6 * row->a + 3);
    sar_vec3_add_to(l, f + 6 * row->b);
    sar_vec3_add_to(sar_point_torque(&b->A, row->sb, l), f + 6 * row->b + 3);
  }
}

static void add_dot1s(const SarWorkspace *m, const double *restrict lambda, double *restrict f, double *restrict phi) {
  const SarSystem *s = m->system;
  SarRelativeTurn turn = sar_relative_none();
  for (int32_t i = 0; i < s->ndot1s; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    sar_relative_turn(m->kin, row->a, row->b, &turn);
    SarDot1Gradient g = sar_dot1_gradient(&turn.ab, row->u, row->w);
    double l = row->scale * lambda[row->row];
    phi[row->row] = row->scale * sar_dot1_value(&turn.ab, row->u, row->w);
    sar_vec3_add_to(sar_scale(l, g.a), f + 6 * row->a + 3);
    sar_vec3_add_to(sar_scale(l, g.b), f + 6 * row->b + 3);
  }
}

/* l times the gradient on both bodies */
static void add_gradient(double *f, int32_t a, int32_t b, double l, const SarGradient *g) {
  sar_vec3_add_to(sar_scale(-l, g->d), f + 6 * a);
  sar_vec3_add_to(sar_scale(l, g->a), f + 6 * a + 3);
  sar_vec3_add_to(sar_scale(l, g->d), f + 6 * b);
  sar_vec3_add_to(sar_scale(l, g->b), f + 6 * b + 3);
}

static void add_scalars(const SarWorkspace *m, const double *lambda, double *f, double *phi) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarKin *a = &m->kin[row->a], *b = &m->kin[row->b];
    SarGradient g;
    phi[row->row] = row->scale * sar_primitive_both(row->class, &row->data, a, b, &g);
    add_gradient(f, row->a, row->b, row->scale * lambda[row->row], &g);
  }
}

/* sum c y - f at position level; sum c dy/dt - f (or - x) at velocity level */
static void add_relations(const SarWorkspace *m, const SarPoint *at, double *f, double *phi, double *velocity) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    bool position = row->level == SAR_LEVEL_POSITION;
    double l = row->scale * (position ? at->lambda[row->row] : at->mu[row->row]), sum = 0, function[3];
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      const SarTerm *term = &s->terms[k];
      const SarCoordinate *y = &s->coordinates[term->coordinate];
      SarCoordinateValue value = sar_workspace_coordinate(m, term->coordinate, at->t);
      sum += term->coefficient * (position ? value.y : value.rate);
      add_gradient(f, y->a, y->b, l * term->coefficient, &value.g);
    }
    sar_workspace_function(m, row, at->t, function);
    sum -= row->level == SAR_LEVEL_ACCELERATION ? at->x[row->state] : function[0];
    *(position ? &phi[row->row] : &velocity[row->row]) = row->scale * sum;
  }
}

static void add_laws(const SarWorkspace *m, double t, double *f) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nlaws; i++) {
    const SarCoordinate *y = &s->coordinates[s->laws[i].coordinate];
    SarCoordinateValue value = sar_workspace_coordinate(m, s->laws[i].coordinate, t);
    SarLawValue law = sar_law_evaluate(&s->laws[i].law, value.y, value.rate, t, m->scratch);
    if (s->laws[i].law.program) sar_workspace_note_stop(m, s->laws[i].law.program);
    add_gradient(f, y->a, y->b, law.force, &value.g);
  }
}

static SarStatus add_forces(const SarWorkspace *m, double t, double *f) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nforces; i++) {
    const SarForce *force = &s->forces[i];
    SarLoad load;
    SAR_TRY(force->class->load(force->param, t, &m->kin[force->a], &m->kin[force->b], &load));
    double sign = force->class->outer ? -m->loads : -1;
    sar_vec3_add_to(sar_scale(sign, load.fa), f + 6 * force->a);
    sar_vec3_add_to(sar_scale(sign, load.ta), f + 6 * force->a + 3);
    sar_vec3_add_to(sar_scale(sign, load.fb), f + 6 * force->b);
    sar_vec3_add_to(sar_scale(sign, load.tb), f + 6 * force->b + 3);
  }
  return SAR_OK;
}

/* State rows x' - f(t) = 0 of motions given as accelerations. */
static void add_states(const SarWorkspace *m, const SarPoint *at, double *states) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; s->nstates && i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    if (row->state < 0) continue;
    double function[3];
    sar_workspace_function(m, row, at->t, function);
    states[row->state] = at->xdot[row->state] - function[0];
  }
}

SarStatus sar_workspace_residual(const SarProblem *p, const SarPoint *at, double *r) {
  const SarWorkspace *m = sar_workspace_of(p);
  SarPoint shared = *at;
  const SarSystem *s = m->system;
  const int32_t nv = p->n.nv, np = p->n.np, bodies = 6 * s->nbodies;
  double *phi = r + nv, *velocity = phi + np, *states = velocity + p->n.nn;
  sar_workspace_place(m, shared.q, shared.v);
  if (m->share) sar_share_point(m, &shared);
  memset(m->force + bodies, 0, (size_t)(6 + s->ncoords) * sizeof(double));
  add_bodies(m, shared.a, m->force);
  add_points(m, shared.lambda, m->force, phi);
  add_dot1s(m, shared.lambda, m->force, phi);
  add_scalars(m, shared.lambda, m->force, phi);
  sar_ties_subtract(m, shared.q + 7 * s->nbodies, phi);
  sar_ties_add_forces(m, shared.lambda, m->force);
  add_relations(m, &shared, m->force, phi, velocity);
  add_laws(m, shared.t, m->force);
  SAR_TRY(add_forces(m, shared.t, m->force));
  SAR_TRY(sar_parts_add_residual(m, &shared, m->force));
  add_states(m, &shared, states);
  memcpy(r, m->force, (size_t)bodies * sizeof(double));
  sar_user_add_residual(m, &shared, r);
  sar_parts_move_coordinates(m, r);
  for (int32_t i = 0; m->ndropped && i < s->nposition; i++) {
    if (!m->carried[i]) phi[i] = at->lambda[i];
  }
  return sar_workspace_check_stop(m, p->context);
}
