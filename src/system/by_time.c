/* What changes with time alone (method/problem.h): partial derivatives by t of the residual, of the rates of the
 * constraints and of their accelerations. Motions have the derivatives of their functions, laws and forces programs of
 * their own for this, user-defined equations are differentiated in symbols. Angles are followed through their turns by
 * a guess that depends on t, but what is taken from it are whole turns: no derivative. */
#include <math.h>
#include <string.h>

#include "element/force/law.h"
#include "system/compiled.h"
#include "system/parts.h"
#include "system/user/levels.h"
#include "system/workspace.h"

typedef struct Parts {
  double *dynamics, *phi, *velocity, *states, *rates, *accelerations;
} Parts;

/* Rows sum c y - f at their levels; f', f'' and f''' are what is left of them. */
static void add_relations(const SarWorkspace *m, double t, const Parts *out) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    if (!row->function) continue;
    double f[3], third, scale = row->scale, *acceleration = out->accelerations + row->row;
    sar_workspace_function(m, row, t, f);
    switch (row->level) {
      case SAR_LEVEL_POSITION:
        sar_program_evaluate(row->third, &t, m->scratch, &third);
        sar_workspace_note_stop(m, row->third);
        out->phi[row->row] = -scale * f[1];
        out->rates[row->row] = -scale * f[2];
        acceleration[0] = -scale * third;
        break;
      case SAR_LEVEL_VELOCITY:
        out->velocity[row->row] = -scale * f[1];
        acceleration[s->nposition] = -scale * f[2];
        break;
      case SAR_LEVEL_ACCELERATION:
        out->states[row->state] = -f[1];
        acceleration[s->nposition] = -scale * f[1];
        break;
    }
  }
}

static void add_laws(const SarWorkspace *m, double t, double *f) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nlaws; i++) {
    const SarLawSetup *law = &s->laws[i].law;
    if (!law->by_time) continue;
    const SarCoordinate *y = &s->coordinates[s->laws[i].coordinate];
    SarCoordinateValue value = sar_workspace_coordinate(m, s->laws[i].coordinate, t);
    double rate, variables[3] = {value.y, value.rate, t};
    sar_program_evaluate(law->by_time, variables, m->scratch, &rate);
    sar_workspace_note_stop(m, law->by_time);
    sar_vec3_add_to(sar_scale(-rate, value.g.d), f + 6 * y->a);
    sar_vec3_add_to(sar_scale(rate, value.g.a), f + 6 * y->a + 3);
    sar_vec3_add_to(sar_scale(rate, value.g.d), f + 6 * y->b);
    sar_vec3_add_to(sar_scale(rate, value.g.b), f + 6 * y->b + 3);
  }
}

static SarStatus add_forces(const SarWorkspace *m, double t, double *f) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nforces; i++) {
    const SarForce *force = &s->forces[i];
    SarLoad load;
    if (!force->class->by_time) continue;
    if (force->class->by_time(force->param, t, &m->kin[force->a], &m->kin[force->b], &load) != SAR_OK) {
      return sar_report_no_memory(m->problem.context);
    }
    sar_vec3_add_to(sar_neg(load.fa), f + 6 * force->a);
    sar_vec3_add_to(sar_neg(load.ta), f + 6 * force->a + 3);
    sar_vec3_add_to(sar_neg(load.fb), f + 6 * force->b);
    sar_vec3_add_to(sar_neg(load.tb), f + 6 * force->b + 3);
  }
  return SAR_OK;
}

/* Where a function of time has a value but no derivative - the root of t at the start - the answer goes without. */
static void clear_infinite(int32_t count, double *x) {
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(x[i])) x[i] = 0;
  }
}

static void clear_dropped(const SarWorkspace *m, const Parts *out) {
  for (int32_t i = 0; m->ndropped && i < m->system->nposition; i++) {
    if (!m->carried[i]) out->phi[i] = out->rates[i] = out->accelerations[i] = 0;
  }
}

SarStatus sar_workspace_by_time(const SarProblem *p, const SarPoint *at, double *rows, double *rates,
                                double *accelerations) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarSizes *n = &p->n;
  const int32_t bodies = 6 * m->system->nbodies;
  Parts out = {rows, rows + n->nv, rows + n->nv + n->np, rows + n->nv + n->np + n->nn, rates, accelerations};
  memset(rows, 0, (size_t)sar_sizes_unknowns(n) * sizeof *rows);
  for (int32_t i = 0; i < n->np; i++) rates[i] = 0;
  for (int32_t i = 0; i < n->np + n->nn; i++) accelerations[i] = 0;
  sar_workspace_place(m, at->q, at->v);
  /* with the ground, whose part goes nowhere */
  memset(m->force, 0, (size_t)(bodies + 6 + m->system->ncoords) * sizeof *m->force);
  add_relations(m, at->t, &out);
  add_laws(m, at->t, m->force);
  SAR_TRY(add_forces(m, at->t, m->force));
  SAR_TRY(sar_parts_add_by_time(m, at, m->force));
  memcpy(rows, m->force, (size_t)bodies * sizeof *rows);
  SAR_TRY(sar_user_add_by_time(m, at, rows, rates, accelerations));
  sar_parts_move_coordinates(m, rows);
  clear_infinite(sar_sizes_unknowns(n), rows);
  clear_infinite(n->np, rates);
  clear_infinite(n->np + n->nn, accelerations);
  clear_dropped(m, &out);
  return sar_workspace_check_stop(m, p->context);
}
