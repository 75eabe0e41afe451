#include "reduced.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linear/symmetric.h"

#define TWO_PI 6.283185307179586477

void fixture_begin(Fixture *f) {
  *f = (Fixture){.context = sar_context_create(), .arena = sar_arena_create()};
  assert_true(f->context && f->arena);
}

void fixture_end(Fixture *f) {
  sar_arena_destroy(&f->arena);
  sar_context_destroy(&f->context);
}

static SarStatus try_reduce(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, double up_to,
                            const char *frame) {
  const SarReduceOptions options = {.interfaces = interfaces,
                                    .ninterfaces = count,
                                    .modes = modes,
                                    .up_to = up_to,
                                    .frame = frame,
                                    .units = {1, 1, 1}};
  return sar_fe_reduce(f->context, &f->model, &options, f->arena, &f->body, &f->report);
}

void fixture_reduce(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, double up_to,
                    const char *frame) {
  const int32_t messages = sar_context_count(f->context);
  if (try_reduce(f, interfaces, count, modes, up_to, frame) == SAR_OK) return;
  fail_msg("%s", sar_context_get(f->context, messages)->message);
}

void fixture_refuse(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, const char *frame,
                    const char *message) {
  const int32_t messages = sar_context_count(f->context);
  assert_int_equal(try_reduce(f, interfaces, count, modes, 0, frame), SAR_INPUT);
  const char *said = sar_context_get(f->context, sar_context_count(f->context) - 1)->message;
  assert_true(sar_context_count(f->context) > messages);
  if (!strstr(said, message)) fail_msg("said: %s\nexpected: %s", said, message);
  assert_non_null(sar_context_get(f->context, sar_context_count(f->context) - 1)->remedy);
}

double *dense_matrix(Fixture *f, const SarFeMatrix *a) {
  const int32_t n = a->pattern.ncolumns;
  double *out = SAR_NEW(f->arena, (size_t)n * n, double);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t e = a->pattern.column[j]; e < a->pattern.column[j + 1]; e++) {
      out[a->pattern.row[e] + (size_t)j * n] = out[j + (size_t)a->pattern.row[e] * n] = a->values[e];
    }
  }
  return out;
}

double *dense_project(Fixture *f, const double *a, int32_t n, const double *t, int32_t columns) {
  double *at = SAR_NEW(f->arena, (size_t)n * columns, double);
  double *out = SAR_NEW(f->arena, (size_t)columns * columns, double);
  sar_dense_product(1, sar_dense(a, n, n), sar_dense(t, n, columns), 0, at, n);
  sar_dense_inner(1, sar_dense(t, n, columns), sar_dense(at, n, columns), 0, out);
  return out;
}

double *dense_rigid(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t *columns) {
  const SarFeModel *m = &f->model;
  const size_t n = m->nunknowns;
  int *owner = SAR_NEW(f->arena, m->nnodes, int);
  double *t = SAR_NEW(f->arena, n * (n + 6 * count), double);
  *columns = 6 * count;
  for (int i = 0; i < count; i++) {
    const SarFeSet *set = &m->sets[sar_fe_find_set(m, interfaces[i].set)];
    for (int k = 0; k < set->count; k++) owner[set->nodes[k]] = i + 1;
  }
  for (size_t u = 0; u < n; u++) {
    const int node = m->unknowns[u].node, d = m->unknowns[u].direction;
    if (!owner[node]) {
      t[u + n * (*columns)++] = 1;
      continue;
    }
    const int i = owner[node] - 1;
    const SarVec3 r = sar_sub(m->at[node], sar_add(f->body.interfaces[i].at, f->body.centre));
    for (int a = 0; a < 3; a++) { /* e_d . (e_a x r) */
      const SarVec3 turn = sar_cross(sar_vec3(a == 0, a == 1, a == 2), r);
      t[u + n * (6 * i + a)] = d == a;
      t[u + n * (6 * i + 3 + a)] = d == 0 ? turn.x : d == 1 ? turn.y : turn.z;
    }
  }
  return t;
}

/* The rigid motion nearest to the displacements, by normal equations of least squares: (sum R^T w R)^-1 R^T w. */
double *dense_mean(Fixture *f, const char *name) {
  const SarFeModel *m = &f->model;
  const SarFeSet *set = &m->sets[sar_fe_find_set(m, name)];
  const int n = m->nunknowns;
  SarVec3 middle = {0, 0, 0};
  double *r = SAR_NEW(f->arena, (size_t)n * 6, double), normal[36];
  for (int k = 0; k < set->count; k++) middle = sar_axpy(1.0 / set->count, m->at[set->nodes[k]], middle);
  for (int u = 0; u < n; u++) {
    const int node = m->unknowns[u].node, d = m->unknowns[u].direction;
    bool inside = false;
    for (int k = 0; k < set->count; k++) inside = inside || set->nodes[k] == node;
    if (!inside) continue;
    const SarVec3 arm = sar_sub(m->at[node], middle);
    for (int a = 0; a < 3; a++) {
      const SarVec3 turn = sar_cross(sar_vec3(a == 0, a == 1, a == 2), arm);
      r[u + n * a] = d == a;
      r[u + n * (3 + a)] = d == 0 ? turn.x : d == 1 ? turn.y : turn.z;
    }
  }
  SarSymmetric s;
  double *w = SAR_NEW(f->arena, (size_t)n * 6, double);
  sar_dense_inner(1, sar_dense(r, n, 6), sar_dense(r, n, 6), 0, normal);
  assert_int_equal(sar_symmetric_create(f->context, 6, normal, &s), SAR_OK);
  for (int u = 0; u < n; u++) {
    for (int a = 0; a < 6; a++) w[6 * u + a] = r[u + n * a];
  }
  sar_symmetric_solve(&s, n, w);
  sar_symmetric_destroy(&s);
  return w;
}

void dense_frequencies(Fixture *f, int32_t n, double *k, double *m, double *hertz) {
  assert_int_equal(sar_symmetric_eigen(f->context, n, k, m, hertz), SAR_OK);
  for (int32_t i = 0; i < n; i++) hertz[i] = sqrt(fmax(hertz[i], 0)) / TWO_PI;
}

double *reduced_compliance(Fixture *f, int32_t held, int32_t *size) {
  const SarReduced *b = &f->body;
  const int n = b->n, m = 6 * (b->ninterfaces - 1);
  double *e = SAR_NEW(f->arena, (size_t)n * m, double), *out = SAR_NEW(f->arena, (size_t)m * m, double);
  const SarReducedInterface *from = &b->interfaces[held];
  for (int i = 0, row = 0; i < b->ninterfaces; i++) {
    const SarReducedInterface *to = &b->interfaces[i];
    if (i == held) continue;
    for (int j = 0; j < n; j++) { /* motion of `to` less that of the rigid body that `from` is a part of */
      const SarVec3 turn = {from->theta[j], from->theta[n + j], from->theta[2 * n + j]};
      const SarVec3 swing = sar_cross(turn, sar_sub(to->at, from->at));
      const double add[3] = {swing.x, swing.y, swing.z};
      for (int a = 0; a < 3; a++) {
        const double w = sqrt(b->stiffness[j]);
        e[j + n * (row + a)] = (to->phi[a * n + j] - from->phi[a * n + j] - add[a]) / w;
        e[j + n * (row + 3 + a)] = (to->theta[a * n + j] - from->theta[a * n + j]) / w;
      }
    }
    row += 6;
  }
  sar_dense_inner(1, sar_dense(e, n, m), sar_dense(e, n, m), 0, out);
  *size = m;
  return out;
}
