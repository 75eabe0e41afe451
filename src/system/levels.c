/* The constraints at their three levels (paper 1, eqs 7a-7c): Phi = 0, Phi_q v + Phi_t = 0, and the right-hand side of
 * Phi_q a = -(Phi_q v)_q v - 2 Phi_qt v - Phi_tt. All rows are evaluated, carried or not: those that are not are
 * watched. */
#include "element/primitive/dot1.h"
#include "element/primitive/point.h"
#include "system/compiled.h"
#include "system/relative.h"
#include "system/tie.h"
#include "system/user/evaluate.h"
#include "system/workspace.h"

/* ---- position and velocity: each of them may be null ---- */

static void point_rows(const SarWorkspace *m, double *restrict phi, double *restrict rate) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->npoints; i++) {
    const SarPointRow *row = &s->points[i];
    const SarKin *a = &m->kin[row->a], *b = &m->kin[row->b];
    if (phi) sar_vec3_store(sar_point_value(a, row->sa, b, row->sb), phi + row->row);
    if (rate) sar_vec3_store(sar_point_rate(a, row->sa, b, row->sb), rate + row->row);
  }
}

static void dot1_rows(const SarWorkspace *m, double *restrict phi, double *restrict rate) {
  const SarSystem *s = m->system;
  SarRelativeTurn turn = sar_relative_none();
  for (int32_t i = 0; i < s->ndot1s; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    sar_relative_turn(m->kin, row->a, row->b, &turn);
    if (phi) phi[row->row] = row->scale * sar_dot1_value(&turn.ab, row->u, row->w);
    if (!rate) continue;
    SarDot1Gradient g = sar_dot1_gradient(&turn.ab, row->u, row->w);
    rate[row->row] = row->scale * (sar_dot(g.a, m->kin[row->a].w) + sar_dot(g.b, m->kin[row->b].w));
  }
}

static void scalar_rows(const SarWorkspace *m, double *phi, double *rate) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarKin *a = &m->kin[row->a], *b = &m->kin[row->b];
    SarGradient g;
    if (!rate) {
      phi[row->row] = row->scale * row->class->value(&row->data, a, b);
      continue;
    }
    double value = sar_primitive_both(row->class, &row->data, a, b, &g);
    if (phi) phi[row->row] = row->scale * value;
    rate[row->row] = row->scale * sar_gradient_rate(&g, a, b);
  }
}

static void position_relations(const SarWorkspace *m, double t, double *phi) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    if (row->level != SAR_LEVEL_POSITION) continue;
    double function[3], sum = 0;
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      sum += s->terms[k].coefficient * sar_workspace_coordinate(m, s->terms[k].coordinate, t).y;
    }
    sar_workspace_function(m, row, t, function);
    phi[row->row] = row->scale * (sum - function[0]);
  }
}

static void velocity_relations(const SarWorkspace *m, const SarPoint *at, double *position, double *velocity) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    double function[3], sum = 0;
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      sum += s->terms[k].coefficient * sar_workspace_coordinate(m, s->terms[k].coordinate, at->t).rate;
    }
    sar_workspace_function(m, row, at->t, function);
    switch (row->level) {
      case SAR_LEVEL_POSITION: position[row->row] = row->scale * (sum - function[1]); break;
      case SAR_LEVEL_VELOCITY: velocity[row->row] = row->scale * (sum - function[0]); break;
      case SAR_LEVEL_ACCELERATION: velocity[row->row] = row->scale * (sum - at->x[row->state]); break;
    }
  }
}

void sar_workspace_rows(const SarWorkspace *m, const SarPoint *at, double *phi, double *rates) {
  point_rows(m, phi, rates);
  dot1_rows(m, phi, rates);
  scalar_rows(m, phi, rates);
  if (phi) sar_ties_subtract(m, at->q + 7 * m->system->nbodies, phi);
  if (rates) sar_ties_subtract(m, at->v + 6 * m->system->nbodies, rates);
  if (phi) {
    position_relations(m, at->t, phi);
    sar_user_position(m, &(SarPoint){.t = at->t, .q = at->q}, phi);
  }
  if (rates) {
    velocity_relations(m, at, rates, rates + m->system->nposition);
    sar_user_velocity(m, at, rates);
  }
}

SarStatus sar_workspace_position(const SarProblem *p, double t, const double *q, double *phi) {
  const SarWorkspace *m = sar_workspace_of(p);
  sar_workspace_place(m, q, NULL);
  sar_workspace_rows(m, &(SarPoint){.t = t, .q = q}, phi, NULL);
  return SAR_OK;
}

SarStatus sar_workspace_velocity(const SarProblem *p, const SarPoint *at, double *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  sar_workspace_place(m, at->q, at->v);
  sar_workspace_rows(m, at, NULL, out);
  return SAR_OK;
}

/* ---- acceleration ---- */

static void acceleration_relations(const SarWorkspace *m, const SarPoint *at, double *position, double *velocity) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    double function[3], bias = 0;
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      const SarCoordinate *y = &s->coordinates[s->terms[k].coordinate];
      bias += s->terms[k].coefficient * y->sign * y->class->bias(&y->data, &m->kin[y->a], &m->kin[y->b]);
    }
    sar_workspace_function(m, row, at->t, function);
    switch (row->level) {
      case SAR_LEVEL_POSITION: position[row->row] = row->scale * (function[2] - bias); break;
      case SAR_LEVEL_VELOCITY: velocity[row->row] = row->scale * (function[1] - bias); break;
      case SAR_LEVEL_ACCELERATION: velocity[row->row] = row->scale * (function[0] - bias); break;
    }
  }
}

SarStatus sar_workspace_acceleration(const SarProblem *p, const SarPoint *at, double *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarSystem *s = m->system;
  sar_workspace_place(m, at->q, at->v);
  for (int32_t i = 0; i < s->npoints; i++) {
    const SarPointRow *row = &s->points[i];
    sar_vec3_store(sar_neg(sar_point_bias(&m->kin[row->a], row->sa, &m->kin[row->b], row->sb)), out + row->row);
  }
  SarRelativeTurn turn = sar_relative_none();
  for (int32_t i = 0; i < s->ndot1s; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    sar_relative_turn(m->kin, row->a, row->b, &turn);
    out[row->row] = -row->scale * sar_dot1_bias(&turn.ab, row->u, row->w, m->kin[row->a].w, m->kin[row->b].w);
  }
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *row = &s->scalars[i];
    out[row->row] = -row->scale * row->class->bias(&row->data, &m->kin[row->a], &m->kin[row->b]);
  }
  acceleration_relations(m, at, out, out + s->nposition);
  sar_user_acceleration(m, at, out);
  return SAR_OK;
}
