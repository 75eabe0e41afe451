/* Stiffness and mass of all elements, by nodes: the blocks of a node stand in its column together. */
#include <stdlib.h>
#include <string.h>

#include "fe/elements/matrices.h"

/* For every node the nodes up to itself that it shares an element with, ascending: its column of blocks. */
typedef struct Columns {
  int32_t *start, *node; /* nnodes + 1, start[nnodes] */
} Columns;

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Which elements a node belongs to: start[node] ... start[node + 1] of `element`. */
static bool elements_of_nodes(const SarFeModel *m, SarArena *arena, int32_t **start_out, int32_t **element_out) {
  int32_t *start = SAR_NEW(arena, m->nnodes + 2, int32_t), total = 0;
  for (int32_t e = 0; e < m->nelements && start; e++) {
    const int32_t *node = m->connectivity + m->elements[e].first;
    for (int32_t i = 0, n = sar_fe_node_count(m->elements[e].kind); i < n; i++) start[node[i] + 2]++, total++;
  }
  int32_t *element = SAR_NEW(arena, total, int32_t);
  if (!start || !element) return false;
  for (int32_t i = 2; i < m->nnodes + 2; i++) start[i] += start[i - 1];
  for (int32_t e = 0; e < m->nelements; e++) {
    const int32_t *node = m->connectivity + m->elements[e].first;
    for (int32_t i = 0, n = sar_fe_node_count(m->elements[e].kind); i < n; i++) element[start[node[i] + 1]++] = e;
  }
  *start_out = start;
  *element_out = element;
  return true;
}

/* Counts a column, or fills it where `out` is given; `seen` remembers which column a node was last put in. */
static int32_t column_of(const SarFeModel *m, int32_t node, const int32_t *start, const int32_t *element, int32_t *seen,
                         int32_t *out) {
  int32_t count = 0;
  for (int32_t k = start[node]; k < start[node + 1]; k++) {
    const SarFeElement *e = &m->elements[element[k]];
    for (int32_t i = 0, n = sar_fe_node_count(e->kind); i < n; i++) {
      int32_t other = m->connectivity[e->first + i];
      if (other > node || seen[other] == node) continue;
      seen[other] = node;
      if (out) out[count] = other;
      count++;
    }
  }
  if (out) qsort(out, (size_t)count, sizeof *out, ascending);
  return count;
}

static bool find_columns(const SarFeModel *m, SarArena *arena, Columns *out) {
  int32_t *start, *element, *seen = SAR_NEW(arena, m->nnodes, int32_t);
  out->start = SAR_NEW(arena, m->nnodes + 1, int32_t);
  if (!seen || !out->start || !elements_of_nodes(m, arena, &start, &element)) return false;
  for (int32_t i = 0; i < m->nnodes; i++) seen[i] = -1;
  for (int32_t i = 0; i < m->nnodes; i++) {
    out->start[i + 1] = out->start[i] + column_of(m, i, start, element, seen, NULL);
  }
  out->node = SAR_NEW(arena, out->start[m->nnodes], int32_t);
  if (!out->node) return false;
  for (int32_t i = 0; i < m->nnodes; i++) seen[i] = -1;
  for (int32_t i = 0; i < m->nnodes; i++) column_of(m, i, start, element, seen, out->node + out->start[i]);
  return true;
}

/* The upper triangle of 3 x 3 blocks by columns, or of blocks with a diagonal alone. */
static bool make_pattern(int32_t nnodes, const Columns *c, bool diagonal, SarArena *arena, SarFeMatrix *out) {
  int64_t size = diagonal ? (int64_t)3 * c->start[nnodes] : (int64_t)9 * c->start[nnodes] - (int64_t)3 * nnodes;
  if (size > INT32_MAX) return false;
  int32_t *column = SAR_NEW(arena, 3 * (size_t)nnodes + 1, int32_t), *row = SAR_NEW(arena, size, int32_t), k = 0;
  out->values = SAR_NEW(arena, size, double);
  if (!column || !row || !out->values) return false;
  for (int32_t i = 0; i < nnodes; i++) {
    for (int32_t d = 0; d < 3; d++) {
      for (int32_t j = c->start[i]; j < c->start[i + 1]; j++) {
        for (int32_t f = 0; f < 3; f++) {
          if (diagonal ? f == d : c->node[j] < i || f <= d) row[k++] = 3 * c->node[j] + f;
        }
      }
      column[3 * i + d + 1] = k;
    }
  }
  out->pattern = (SarPattern){3 * nnodes, 3 * nnodes, column, row};
  return true;
}

static void add_entry(const SarFeMatrix *matrix, int32_t row, int32_t column, double value) {
  if (row <= column) matrix->values[sar_pattern_find(&matrix->pattern, row, column)] += value;
}

static SarStatus add_element(SarContext *context, const SarFeModel *m, const SarFeElement *e) {
  double K[9 * SAR_FE_NODES * SAR_FE_NODES], mass[SAR_FE_NODES * SAR_FE_NODES];
  SarVec3 at[SAR_FE_NODES];
  const int32_t *node = m->connectivity + e->first;
  int32_t n = sar_fe_node_count(e->kind);
  const SarFeMaterial *material = e->material < 0 ? NULL : &m->materials[e->material];
  if (!material || !(material->young > 0) || !(material->poisson < 0.5)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give its set of elements a section with a material",
                      "element %lld of %s has no elastic material", (long long)e->number, m->source);
  }
  for (int32_t i = 0; i < n; i++) at[i] = m->at[node[i]];
  if (sar_fe_element_stiffness(e, at, material, K) != SAR_OK) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "mend the mesh, or the order of its nodes",
                      "element %lld of %s is turned inside out or has no volume", (long long)e->number, m->source);
  }
  SarFePoints points;
  sar_fe_mass_points(e->kind, &points);
  sar_fe_element_mass(e->kind, &points, at, material->density, mass);
  for (int32_t j = 0; j < 3 * n; j++) {
    for (int32_t i = 0; i < 3 * n; i++) {
      int32_t row = 3 * node[i / 3] + i % 3, column = 3 * node[j / 3] + j % 3;
      add_entry(&m->stiffness, row, column, K[i * 3 * n + j]);
      if (i % 3 == j % 3) add_entry(&m->mass, row, column, mass[i / 3 * n + j / 3]);
    }
  }
  return SAR_OK;
}

SarStatus sar_fe_assemble(SarContext *context, SarArena *arena, SarFeModel *model) {
  Columns columns;
  SarArena *scratch = sar_arena_create();
  bool enough = scratch && find_columns(model, scratch, &columns) &&
                make_pattern(model->nnodes, &columns, false, arena, &model->stiffness) &&
                make_pattern(model->nnodes, &columns, true, arena, &model->mass);
  sar_arena_destroy(&scratch);
  SarFeUnknown *unknowns = SAR_NEW(arena, 3 * (size_t)model->nnodes, SarFeUnknown);
  if (!enough || !unknowns) return sar_report_no_memory(context);
  for (int32_t i = 0; i < 3 * model->nnodes; i++) unknowns[i] = (SarFeUnknown){i / 3, i % 3};
  model->unknowns = unknowns;
  model->nunknowns = 3 * model->nnodes;
  for (int32_t e = 0; e < model->nelements; e++) SAR_TRY(add_element(context, model, &model->elements[e]));
  return SAR_OK;
}
