#include "fe/stress_shapes.h"

#include <stdlib.h>
#include <string.h>

#include "fe/elements/nodal.h"
#include "fe/elements/strain.h"

typedef struct Work {
  const SarFeModel *model;
  const double *shapes;
  int32_t n, count;
  int32_t *unknown;  /* [nnodes][3]: of a displacement; -1: none */
  int32_t *asked;    /* [nnodes]: its place among the nodes that are to be known; -1: none */
  int32_t *material; /* [count]: whose stress a node shows; -1: none yet */
  int32_t *elements; /* [count]: how many have been added */
  double *sum;       /* [count][6][n] */
  double *u;         /* [3 x nodes of an element][n] */
  double *stress;    /* [points][6][n] */
  SarFeNodal nodal[SAR_FE_KINDS][3];
  bool ready[SAR_FE_KINDS][3];
  SarFeStrain strain;
} Work;

static bool allocate(SarArena *arena, Work *w) {
  size_t nnodes = (size_t)w->model->nnodes, n = (size_t)w->n, count = (size_t)w->count;
  w->unknown = SAR_NEW(arena, 3 * nnodes, int32_t);
  w->asked = SAR_NEW(arena, nnodes, int32_t);
  w->material = SAR_NEW(arena, count, int32_t);
  w->elements = SAR_NEW(arena, count, int32_t);
  w->sum = SAR_NEW(arena, 6 * count * n, double);
  w->u = SAR_NEW(arena, 3 * SAR_FE_NODES * n, double);
  w->stress = SAR_NEW(arena, 6 * SAR_FE_POINTS * n, double);
  return w->unknown && w->asked && w->material && w->elements && w->sum && w->u && w->stress;
}

static void prepare(const int32_t *nodes, Work *w) {
  const SarFeModel *m = w->model;
  for (int32_t i = 0; i < 3 * m->nnodes; i++) w->unknown[i] = -1;
  for (int32_t i = 0; i < m->nunknowns; i++) {
    if (m->unknowns[i].node >= 0 && m->unknowns[i].direction < 3)
      w->unknown[3 * m->unknowns[i].node + m->unknowns[i].direction] = i;
  }
  for (int32_t i = 0; i < m->nnodes; i++) w->asked[i] = -1;
  for (int32_t i = 0; i < w->count; i++) {
    w->asked[nodes[i]] = i;
    w->material[i] = -1;
  }
}

static bool elastic(const SarFeModel *m, int32_t material) {
  return material >= 0 && m->materials[material].young > 0 && m->materials[material].poisson < 0.5;
}

/* Every node shows the stiffest of the materials around it: the first of them where several are alike. */
static void choose_materials(Work *w) {
  const SarFeModel *m = w->model;
  for (int32_t e = 0; e < m->nelements; e++) {
    int32_t material = m->elements[e].material;
    if (!elastic(m, material)) continue;
    const int32_t *node = m->connectivity + m->elements[e].first;
    for (int32_t i = 0, n = sar_fe_node_count(m->elements[e].kind); i < n; i++) {
      int32_t at = w->asked[node[i]], old = at < 0 ? -1 : w->material[at];
      if (at < 0 || old == material) continue;
      double stiffer = old < 0 ? 1 : m->materials[material].young - m->materials[old].young;
      if (stiffer > 0 || (stiffer == 0 && material < old)) w->material[at] = material;
    }
  }
}

/* Displacements of the nodes of an element: rows of shapes, which are stored by columns. */
static void gather(const int32_t *node, int32_t nnodes, Work *w) {
  for (int32_t i = 0; i < 3 * nnodes; i++) {
    int32_t unknown = w->unknown[3 * node[i / 3] + i % 3];
    double *u = w->u + (size_t)i * (size_t)w->n;
    for (int32_t k = 0; k < w->n; k++) {
      u[k] = unknown < 0 ? 0 : w->shapes[(size_t)k * (size_t)w->model->nunknowns + (size_t)unknown];
    }
  }
}

/* Stresses at the points: D B u. The rows of B are sparse. */
static void stress_at_points(const SarFeMaterial *material, Work *w) {
  const SarFeStrain *s = &w->strain;
  int32_t n = w->n;
  memset(w->stress, 0, 6 * (size_t)s->npoints * (size_t)n * sizeof *w->stress);
  for (int32_t p = 0; p < s->npoints; p++) {
    double *at = w->stress + 6 * (size_t)p * (size_t)n;
    for (int e = 0; e < 6; e++) {
      for (int32_t i = 0; i < s->ncolumns; i++) {
        double b = s->B[p][e][i];
        const double *u = w->u + (size_t)i * (size_t)n;
        if (b == 0) continue;
        for (int32_t k = 0; k < n; k++) at[(size_t)e * (size_t)n + (size_t)k] += b * u[k];
      }
    }
    for (int32_t k = 0; k < n; k++) {
      double strain[6], stress[6];
      for (int e = 0; e < 6; e++) strain[e] = at[(size_t)e * (size_t)n + (size_t)k];
      sar_fe_elastic(material->young, material->poisson, strain, stress);
      for (int e = 0; e < 6; e++) at[(size_t)e * (size_t)n + (size_t)k] = stress[e];
    }
  }
}

static const SarFeNodal *nodal_of(Work *w, const SarFeElement *e) {
  SarFeNodal *nodal = &w->nodal[e->kind][e->variant];
  if (!w->ready[e->kind][e->variant]) sar_fe_nodal(e->kind, e->variant, nodal);
  w->ready[e->kind][e->variant] = true;
  return nodal;
}

static void add_to_nodes(const SarFeElement *e, const int32_t *node, Work *w) {
  const SarFeNodal *nodal = nodal_of(w, e);
  size_t row = 6 * (size_t)w->n;
  for (int32_t i = 0; i < nodal->nnodes; i++) {
    int32_t at = w->asked[node[i]];
    if (at < 0 || w->material[at] != e->material) continue;
    double *sum = w->sum + (size_t)at * row;
    w->elements[at]++;
    for (int32_t p = 0; p < nodal->npoints; p++) {
      const double *stress = w->stress + (size_t)p * row;
      for (size_t k = 0; k < row; k++) sum[k] += nodal->factor[i][p] * stress[k];
    }
  }
}

/* Whether one of its nodes shows its material. */
static bool needed(const Work *w, const SarFeElement *e) {
  const int32_t *node = w->model->connectivity + e->first;
  for (int32_t i = 0, n = sar_fe_node_count(e->kind); i < n; i++) {
    int32_t at = w->asked[node[i]];
    if (at >= 0 && w->material[at] >= 0 && w->material[at] == e->material) return true;
  }
  return false;
}

static SarStatus add_element(SarContext *context, const SarFeElement *e, Work *w) {
  const SarFeModel *m = w->model;
  const int32_t *node = m->connectivity + e->first;
  int32_t n = sar_fe_node_count(e->kind);
  SarVec3 at[SAR_FE_NODES];
  for (int32_t i = 0; i < n; i++) at[i] = m->at[node[i]];
  if (sar_fe_strain(e->kind, e->variant, at, m->materials[e->material].poisson, &w->strain) != SAR_OK) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "mend the mesh, or the order of its nodes",
                      "element %lld of %s is turned inside out or has no volume", (long long)e->number, m->source);
  }
  gather(node, n, w);
  stress_at_points(&m->materials[e->material], w);
  add_to_nodes(e, node, w);
  return SAR_OK;
}

/* Says what is missing; false where there is none of it. */
static bool all_known(SarContext *context, const Work *w, const int32_t *nodes) {
  for (int32_t i = 0; i < w->count; i++) {
    if (w->material[i] >= 0) continue;
    bool none = w->model->nelements == 0;
    sar_warn(context, sar_nowhere(), NULL,
             none ? "give the file with the elements (JOB.inp) as well" : "give its elements a section with a material",
             none ? "%s has no elements: stresses will not be known"
                  : "%s has no element of elastic material at node %lld: stresses will not be known",
             w->model->source, (long long)w->model->numbers[nodes[i]]);
    return false;
  }
  return true;
}

static SarStatus fill(SarContext *context, const int32_t *nodes, Work *w, float *out, bool *known) {
  const SarFeModel *m = w->model;
  prepare(nodes, w);
  choose_materials(w);
  *known = all_known(context, w, nodes);
  if (!*known) return SAR_OK;
  for (int32_t e = 0; e < m->nelements; e++) {
    if (needed(w, &m->elements[e])) SAR_TRY(add_element(context, &m->elements[e], w));
  }
  size_t row = 6 * (size_t)w->n;
  for (int32_t i = 0; i < w->count; i++) {
    for (size_t k = 0; k < row; k++) out[(size_t)i * row + k] = (float)(w->sum[(size_t)i * row + k] / w->elements[i]);
  }
  return SAR_OK;
}

SarStatus sar_fe_stress_shapes(SarContext *context, const SarFeModel *model, const double *shapes, int32_t n,
                               const int32_t *nodes, int32_t count, float *out, bool *known) {
  SarArena *arena = sar_arena_create();
  Work *w = arena ? SAR_NEW(arena, 1, Work) : NULL;
  SarStatus status = SAR_NO_MEMORY;
  if (w) {
    w->model = model;
    w->shapes = shapes;
    w->n = n;
    w->count = count;
    if (allocate(arena, w)) status = fill(context, nodes, w, out, known);
  }
  sar_arena_destroy(&arena);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
}
