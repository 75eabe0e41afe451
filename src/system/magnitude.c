/* For every row the sum of the absolute values of its terms: what its rounding error is measured against when a
 * corrector can get no further (numerics, section 4). Norms of 3-vectors stand for their components: an upper bound of
 * the same size. */
#include <math.h>
#include <string.h>

#include "element/force/law.h"
#include "element/primitive/point.h"
#include "system/compiled.h"
#include "system/parts.h"
#include "system/tie.h"
#include "system/user/evaluate.h"
#include "system/workspace.h"

static void add3(double *out, double value) { out[0] += value, out[1] += value, out[2] += value; }

static void add_gradient(double *f, int32_t a, int32_t b, double l, const SarGradient *g) {
  add3(f + 6 * a, l * sar_norm(g->d));
  add3(f + 6 * a + 3, l * sar_norm(g->a));
  add3(f + 6 * b, l * sar_norm(g->d));
  add3(f + 6 * b + 3, l * sar_norm(g->b));
}

static double matrix_norm(const SarMat3 *a) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += sar_dot(sar_row(a, i), sar_row(a, i));
  return sqrt(sum);
}

static void bodies(const SarWorkspace *m, const double *a, double *f) {
  const SarSystem *s = m->system;
  for (int32_t b = 0; b < s->nbodies; b++) {
    double inertia = matrix_norm(&s->bodies[b].inertia), w = sar_norm(m->kin[b].w);
    add3(f + 6 * b, s->bodies[b].mass * (sar_norm(sar_vec3_load(a + 6 * b)) + sar_norm(s->gravity)));
    add3(f + 6 * b + 3, inertia * (sar_norm(sar_vec3_load(a + 6 * b + 3)) + w * w));
  }
}

static void rows(const SarWorkspace *m, const double *lambda, double *f, double *phi) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->npoints; i++) {
    const SarPointRow *row = &s->points[i];
    double l = sar_norm(sar_vec3_load(lambda + row->row));
    add3(phi + row->row, sar_point_magnitude(&m->kin[row->a], row->sa, &m->kin[row->b], row->sb));
    add3(f + 6 * row->a, l);
    add3(f + 6 * row->a + 3, l * sar_norm(row->sa));
    add3(f + 6 * row->b, l);
    add3(f + 6 * row->b + 3, l * sar_norm(row->sb));
  }
  for (int32_t i = 0; i < s->ndot1s; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    double l = row->scale * fabs(lambda[row->row]);
    phi[row->row] = row->scale * 3; /* three products of numbers up to one, through two rotations */
    add3(f + 6 * row->a + 3, l);
    add3(f + 6 * row->b + 3, l);
  }
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarKin *a = &m->kin[row->a], *b = &m->kin[row->b];
    SarGradient g;
    row->class->gradient(&row->data, a, b, &g);
    phi[row->row] = row->scale * row->class->magnitude(&row->data, a, b);
    add_gradient(f, row->a, row->b, row->scale * fabs(lambda[row->row]), &g);
  }
}

static void relations(const SarWorkspace *m, const SarPoint *at, double *f, double *phi, double *velocity,
                      double *states) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    bool position = row->level == SAR_LEVEL_POSITION;
    double l = row->scale * fabs(position ? at->lambda[row->row] : at->mu[row->row]), sum = 0, function[3];
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      const SarTerm *term = &s->terms[k];
      const SarCoordinate *y = &s->coordinates[term->coordinate];
      const SarKin *a = &m->kin[y->a], *b = &m->kin[y->b];
      SarCoordinateValue value = sar_workspace_coordinate(m, term->coordinate, at->t);
      double size = position ? fabs(value.y) + y->class->magnitude(&y->data, a, b)
                             : sar_norm(value.g.d) * (sar_norm(a->v) + sar_norm(b->v)) +
                                   sar_norm(value.g.a) * sar_norm(a->w) + sar_norm(value.g.b) * sar_norm(b->w);
      sum += fabs(term->coefficient) * size;
      add_gradient(f, y->a, y->b, l * fabs(term->coefficient), &value.g);
    }
    sar_workspace_function(m, row, at->t, function);
    sum += fabs(row->state >= 0 ? at->x[row->state] : function[0]);
    *(position ? &phi[row->row] : &velocity[row->row]) = row->scale * sum;
    if (row->state >= 0) states[row->state] = fabs(at->xdot[row->state]) + fabs(function[0]);
  }
}

/* Rounding of the placement is magnified by the stiffness, also where the parts of a load cancel. */
static SarStatus add_stiffness(const SarWorkspace *m, const SarForce *force, double t, double *f) {
  const SarKin *a = &m->kin[force->a], *b = &m->kin[force->b];
  SarLoadJacobian by = {0};
  SAR_TRY(force->class->jacobian(force->param, t, a, b, &by));
  for (int i = 0; i < 12; i++) {
    double *row = f + 6 * (i < 6 ? force->a : force->b) + i % 6;
    for (int j = 0; j < 12; j++) *row += fabs(by.q[i][j]) * (j % 6 < 3 ? m->system->length : 1);
  }
  return SAR_OK;
}

static SarStatus applied(const SarWorkspace *m, double t, double *f) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nlaws; i++) {
    const SarCoordinate *y = &s->coordinates[s->laws[i].coordinate];
    const SarKin *a = &m->kin[y->a], *b = &m->kin[y->b];
    SarCoordinateValue value = sar_workspace_coordinate(m, s->laws[i].coordinate, t);
    SarLawValue law = sar_law_evaluate(&s->laws[i].law, value.y, value.rate, t, m->scratch);
    /* rounding of the placement is magnified by the stiffness */
    double size = fabs(law.force) + fabs(law.by_value) * y->class->magnitude(&y->data, a, b);
    add_gradient(f, y->a, y->b, size, &value.g);
  }
  for (int32_t i = 0; i < s->nforces; i++) {
    const SarForce *force = &s->forces[i];
    SarLoad load;
    SAR_TRY(force->class->load(force->param, t, &m->kin[force->a], &m->kin[force->b], &load));
    add3(f + 6 * force->a, sar_norm(load.fa));
    add3(f + 6 * force->a + 3, sar_norm(load.ta));
    add3(f + 6 * force->b, sar_norm(load.fb));
    add3(f + 6 * force->b + 3, sar_norm(load.tb));
    SAR_TRY(add_stiffness(m, force, t, f));
  }
  return SAR_OK;
}

SarStatus sar_workspace_magnitude(const SarProblem *p, const SarPoint *at, double *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  int32_t nv = p->n.nv, bodies_end = 6 * m->system->nbodies;
  double *phi = out + nv, *velocity = phi + p->n.np, *states = velocity + p->n.nn;
  memset(out, 0, (size_t)sar_sizes_unknowns(&p->n) * sizeof *out);
  memset(m->force, 0, (size_t)(bodies_end + 6 + m->system->ncoords) * sizeof *m->force);
  sar_workspace_place(m, at->q, at->v);
  bodies(m, at->a, m->force);
  rows(m, at->lambda, m->force, phi);
  sar_ties_add_magnitude(m, at, m->force, phi);
  relations(m, at, m->force, phi, velocity, states);
  SAR_TRY(applied(m, at->t, m->force));
  sar_parts_add_magnitude(m, at, m->force);
  memcpy(out, m->force, (size_t)bodies_end * sizeof *out);
  sar_user_add_magnitude(m, at, out);
  sar_parts_move_coordinates(m, out);
  return SAR_OK;
}
