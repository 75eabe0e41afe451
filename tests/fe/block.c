#include "block.h"

#include <string.h>

#include "check.h"
#include "fe/elements/matrices.h"

static const SarFeMaterial steel = {"steel", 210e9, 0.3, 7800};

/* Nodes on a grid of half cells for elements of second order; those in the middle of faces and cells do not exist. */
typedef struct Grid {
  int step, n[3];
  int32_t *index;
} Grid;

static int32_t *slot(const Grid *g, int i, int j, int k) { return &g->index[(i * g->n[1] + j) * g->n[2] + k]; }

static bool exists(const Grid *g, int i, int j, int k) { return g->step == 1 || (i % 2) + (j % 2) + (k % 2) < 2; }

static void make_nodes(SarArena *arena, const Block *b, Grid *g, SarFeModel *m) {
  const int total = g->n[0] * g->n[1] * g->n[2];
  int64_t *numbers = SAR_NEW(arena, total, int64_t);
  SarVec3 *at = SAR_NEW(arena, total, SarVec3);
  g->index = SAR_NEW(arena, total, int32_t);
  for (int i = 0; i < g->n[0]; i++) {
    for (int j = 0; j < g->n[1]; j++) {
      for (int k = 0; k < g->n[2]; k++) {
        *slot(g, i, j, k) = -1;
        if (!exists(g, i, j, k)) continue;
        *slot(g, i, j, k) = m->nnodes;
        numbers[m->nnodes] = 10 * (m->nnodes + 1);
        at[m->nnodes++] =
            sar_vec3(b->corner.x + b->size.x * i / (g->n[0] - 1), b->corner.y + b->size.y * j / (g->n[1] - 1),
                     b->corner.z + b->size.z * k / (g->n[2] - 1));
      }
    }
  }
  m->numbers = numbers;
  m->at = at;
}

static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int edge[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
/* Six tetrahedra around the diagonal 0-6. */
static const int tets[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};

static void add_cell(const Block *b, const Grid *g, int x, int y, int z, SarFeElement *e, int32_t *nodes,
                     SarFeModel *m) {
  int32_t c[20];
  for (int i = 0; i < 8; i++) {
    c[i] = *slot(g, g->step * (x + corner[i][0]), g->step * (y + corner[i][1]), g->step * (z + corner[i][2]));
  }
  for (int i = 0; i < 12 && g->step == 2; i++) {
    const int *p = corner[edge[i][0]], *q = corner[edge[i][1]];
    c[8 + i] = *slot(g, 2 * x + p[0] + q[0], 2 * y + p[1] + q[1], 2 * z + p[2] + q[2]);
  }
  const int pieces = b->kind == SAR_FE_TET4 ? 6 : 1, count = b->kind == SAR_FE_TET4   ? 4
                                                             : b->kind == SAR_FE_HEX8 ? 8
                                                                                      : 20;
  for (int p = 0; p < pieces; p++) {
    const int32_t first = m->nelements * count;
    e[m->nelements] = (SarFeElement){.kind = b->kind, .number = m->nelements + 1, .first = first, .material = 0};
    if (b->kind == SAR_FE_HEX8) e[m->nelements].variant = SAR_FE_INCOMPATIBLE;
    for (int i = 0; i < count; i++) nodes[first + i] = pieces == 6 ? c[tets[p][i]] : c[i];
    m->nelements++;
  }
}

static SarFeSet nodes_where(SarArena *arena, const SarFeModel *m, const char *name, SarVec3 normal, double at,
                            double z) {
  int32_t *nodes = SAR_NEW(arena, m->nnodes, int32_t), count = 0;
  for (int32_t i = 0; i < m->nnodes; i++) {
    if (fabs(sar_dot(normal, m->at[i]) - at) < 1e-9 && fabs(m->at[i].z - z) < 1e3) nodes[count++] = i;
  }
  return (SarFeSet){name, count, nodes};
}

static void make_sets(SarArena *arena, const Block *b, SarFeModel *m) {
  SarFeSet *sets = SAR_NEW(arena, 5, SarFeSet);
  sets[0] = nodes_where(arena, m, "LEFT", sar_vec3(1, 0, 0), b->corner.x, 0);
  sets[1] = nodes_where(arena, m, "RIGHT", sar_vec3(1, 0, 0), b->corner.x + b->size.x, 0);
  sets[2] = nodes_where(arena, m, "TOP", sar_vec3(0, 0, 1), b->corner.z + b->size.z, 0);
  sets[3] = (SarFeSet){"LINE", 0, SAR_NEW(arena, m->nnodes, int32_t)};
  sets[4] = (SarFeSet){"NOTHING", 0, NULL};
  for (int32_t k = 0; k < sets[0].count; k++) {
    if (fabs(m->at[sets[0].nodes[k]].z - b->corner.z) < 1e-9) {
      ((int32_t *)sets[3].nodes)[sets[3].count++] = sets[0].nodes[k];
    }
  }
  m->sets = sets;
  m->nsets = 5;
}

void block_lump(SarFeModel *model, SarArena *arena) {
  const int32_t n = model->nunknowns;
  int32_t *column = SAR_NEW(arena, n + 1, int32_t), *row = SAR_NEW(arena, n, int32_t);
  double *values = SAR_NEW(arena, n, double);
  const SarPattern *p = &model->mass.pattern;
  for (int32_t j = 0; j < n; j++) {
    column[j + 1] = j + 1;
    row[j] = j;
    for (int32_t e = p->column[j]; e < p->column[j + 1]; e++) {
      values[j] += model->mass.values[e];
      if (p->row[e] != j) values[p->row[e]] += model->mass.values[e];
    }
  }
  model->mass = (SarFeMatrix){{n, n, column, row}, values};
}

void block_create(SarContext *context, SarArena *arena, const Block *b, SarFeModel *out) {
  const int step = b->kind == SAR_FE_HEX20 ? 2 : 1, cells = b->cells[0] * b->cells[1] * b->cells[2];
  Grid g = {.step = step, .n = {step * b->cells[0] + 1, step * b->cells[1] + 1, step * b->cells[2] + 1}};
  SarFeElement *elements = SAR_NEW(arena, 6 * cells, SarFeElement);
  int32_t *nodes = SAR_NEW(arena, 24 * cells, int32_t);
  *out = (SarFeModel){
      .source = "block", .nmaterials = 1, .materials = &steel, .elements = elements, .connectivity = nodes};
  make_nodes(arena, b, &g, out);
  for (int x = 0; x < b->cells[0]; x++) {
    for (int y = 0; y < b->cells[1]; y++) {
      for (int z = 0; z < b->cells[2]; z++) add_cell(b, &g, x, y, z, elements, nodes, out);
    }
  }
  make_sets(arena, b, out);
  assert_int_equal(sar_fe_assemble(context, arena, out), SAR_OK);
  if (b->lumped) block_lump(out, arena);
}
