/* Interfaces of modal bodies:
 *
 *   A^T (r_P - r) - X - Phi eta = 0        log(A^T A_P) - Theta eta = 0
 *
 * The loops over the n coordinates run along the rows of the shape: n numbers that follow each other. */
#include "system/tie.h"

#include <math.h>

#include "system/user/user.h"
#include "system/wrench.h"

/* ---- compiling ---- */

SarStatus sar_system_add_tie(SarSystem *s, const SarTieSetup *setup) {
  static const char *const names[6] = {"position along x of the interface", "position along y of the interface",
                                       "position along z of the interface", "rotation about x of the interface",
                                       "rotation about y of the interface", "rotation about z of the interface"};
  SarTie *tie = sar_system_append(s, &s->ties, &s->nties, &s->ties_capacity, sizeof *tie);
  if (!tie) return sar_report_no_memory(s->context);
  *tie = (SarTie){.element = setup->element,
                  .body = setup->body,
                  .node = setup->node,
                  .scalar = s->nscalars,
                  .row = s->nposition,
                  .n = setup->n,
                  .slots = s->ntie_slots,
                  .shape = setup->shape};
  for (int i = 0; i < 6; i++) {
    SarScalarRow *row = sar_system_add_scalar(s, s->bodies[setup->node].element, names[i]);
    if (!row) return sar_report_no_memory(s->context);
    row->class = i < 3 ? &sar_primitive_dot2 : &sar_primitive_turn;
    row->data = (SarPrimitive){.pa = setup->point, .u = {i % 3 == 0, i % 3 == 1, i % 3 == 2}};
    row->a = setup->body;
    row->b = setup->node;
    row->rotation = i >= 3;
  }
  SarPlace *place = &s->places[s->bodies[setup->node].element];
  place->a = (SarSide){setup->body, setup->point, sar_mat3_identity()};
  place->b = (SarSide){setup->node, {0, 0, 0}, sar_mat3_identity()};
  SarRange *range = &s->places[setup->element].ties;
  if (!range->count++) range->first = s->nties - 1;
  s->bodies[setup->node].tie = s->nties;
  s->ntie_slots += setup->n + 6;
  return SAR_OK;
}

SarStatus sar_compile_tie_coordinates(SarSystem *s) {
  const SarUser *u = s->user;
  int32_t count = u ? u->ncoordinates : 0, next = 0;
  for (int32_t k = 0; k < s->nties; k++) {
    SarTie *tie = &s->ties[k];
    if (next >= count || u->coordinates[next].element != tie->element) next = 0;
    while (next < count && u->coordinates[next].element != tie->element) next++;
    tie->coordinate = next;
    if (next + tie->n <= count) continue;
    return sar_report(s->context, SAR_INPUT, sar_nowhere(), s->model->elements[tie->element].name,
                      "give it as many coordinates as its shapes have columns",
                      "an interface follows %d coordinates, and there are not as many", (int)tie->n);
  }
  return SAR_OK;
}

/* ---- rows ---- */

static double scale_of(const SarSystem *s, const SarTie *tie, int32_t row) {
  return s->scalars[tie->scalar + row].scale;
}

/* By four sums at a time, which do not wait for each other. */
static double dot(int32_t n, const double *a, const double *b) {
  double sum[4] = {0};
  int32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
  }
  for (; i < n; i++) sum[0] += a[i] * b[i];
  return sum[0] + sum[1] + (sum[2] + sum[3]);
}

void sar_ties_subtract(const SarWorkspace *m, const double *coordinates, double *rows) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nties; k++) {
    const SarTie *tie = &s->ties[k];
    const double *eta = coordinates + tie->coordinate, *shape = tie->shape;
    for (int32_t r = 0; r < 6; r++, shape += tie->n) {
      rows[tie->row + r] -= scale_of(s, tie, r) * dot(tie->n, shape, eta);
    }
  }
}

/* Adds factor * (rows of the shape)^T lambda to the coordinates of the tie. */
static void add_transposed(const SarSystem *s, const SarTie *tie, double factor, const double *lambda,
                           double *restrict f) {
  const double *restrict shape = tie->shape;
  for (int32_t r = 0; r < 6; r++, shape += tie->n) {
    double l = factor * scale_of(s, tie, r) * lambda[tie->row + r];
    for (int32_t i = 0; i < tie->n; i++) f[i] += l * shape[i];
  }
}

void sar_ties_add_forces(const SarWorkspace *m, const double *lambda, double *f) {
  const SarSystem *s = m->system;
  double *coordinates = f + 6 * s->nbodies + 6;
  for (int32_t k = 0; k < s->nties; k++) {
    add_transposed(s, &s->ties[k], -1, lambda, coordinates + s->ties[k].coordinate);
  }
}

void sar_ties_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f, double *rows) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nties; k++) {
    const SarTie *tie = &s->ties[k];
    const double *eta = at->q + 7 * s->nbodies + tie->coordinate, *shape = tie->shape;
    double *coordinates = f + 6 * s->nbodies + 6 + tie->coordinate;
    for (int32_t r = 0; r < 6; r++, shape += tie->n) {
      double scale = scale_of(s, tie, r), l = scale * fabs(at->lambda[tie->row + r]), sum = 0;
      for (int32_t i = 0; i < tie->n; i++) {
        sum += fabs(shape[i] * eta[i]);
        coordinates[i] += l * fabs(shape[i]);
      }
      rows[tie->row + r] += scale * sum;
    }
  }
}

/* The columns of the multipliers at every level; the rows at those where the coordinates enter: their derivatives by
 * time are linear in the rates and accelerations, and in nothing else. */
void sar_ties_add_jacobian(const SarWorkspace *m, const SarWeights *weights, double *values) {
  const SarSystem *s = m->system;
  const double own[] = {[SAR_ROWS_POSITION] = 1, [SAR_ROWS_VELOCITY] = 0, [SAR_ROWS_ACCELERATION] = weights->a};
  double factor = own[weights->rows];
  for (int32_t k = 0; k < s->nties; k++) {
    const SarTie *tie = &s->ties[k];
    const int32_t *rows = m->tie_slots + tie->slots, *columns = rows + tie->n;
    const double *shape = tie->shape;
    for (int32_t r = 0; r < 6; r++, shape += tie->n) {
      double scale = scale_of(s, tie, r), *column = values + columns[r];
      for (int32_t i = 0; i < tie->n; i++) column[i] -= scale * shape[i];
      for (int32_t i = 0; i < tie->n; i++) values[rows[i] + r] -= factor * scale * shape[i];
    }
  }
}

/* ---- loads ---- */

void sar_ties_add_action(const SarWorkspace *m, int32_t element, const double *lambda, double *force) {
  const SarSystem *s = m->system;
  SarRange range = s->places[element].ties;
  for (int32_t k = range.first; k < range.first + range.count; k++) {
    const SarTie *tie = &s->ties[k];
    double *body = force + 6 * tie->body, *node = force + 6 * tie->node;
    for (int32_t r = 0; r < 6; r++) {
      const SarScalarRow *row = &s->scalars[tie->scalar + r];
      double l = -row->scale * lambda[row->row];
      SarGradient g;
      row->class->gradient(&row->data, &m->kin[row->a], &m->kin[row->b], &g);
      sar_vec3_add_to(sar_scale(-l, g.d), body);
      sar_vec3_add_to(sar_scale(l, g.a), body + 3);
      sar_vec3_add_to(sar_scale(l, g.d), node);
      sar_vec3_add_to(sar_scale(l, g.b), node + 3);
    }
    add_transposed(s, tie, 1, lambda, force + 6 * s->nbodies + tie->coordinate);
  }
}

void sar_workspace_interface_load(const SarWorkspace *m, int32_t node, const SarPoint *at, double load[6]) {
  const SarSystem *s = m->system;
  const SarTie *tie = &s->ties[s->bodies[node].tie - 1];
  SarVec3 force = {0, 0, 0}, torque = {0, 0, 0};
  for (int32_t r = 0; r < 6; r++) {
    const SarScalarRow *row = &s->scalars[tie->scalar + r];
    double l = -row->scale * at->lambda[row->row];
    SarGradient g;
    row->class->gradient(&row->data, &m->kin[row->a], &m->kin[row->b], &g);
    force = sar_axpy(l, g.d, force);
    torque = sar_axpy(l, g.b, torque);
  }
  sar_vec3_store(force, load);
  sar_vec3_store(sar_mul(&m->kin[node].A, torque), load + 3);
}
