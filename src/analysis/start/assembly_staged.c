/* Assembly in stages, for poses from which all joints at once do not close.
 *
 * A tree of joints can always be closed: body by body from the ground outwards, each moved onto the one before. Then
 * the joints that close loops come one at a time, each with all earlier ones kept; relations and motions come last. */
#include <stdlib.h>
#include <string.h>

#include "analysis/start/assembly.h"
#include "analysis/start/joint_graph.h"
#include "system/names.h"

typedef struct Stages {
  SarAssembler *a;
  double t, *q;
  SarJointGraph graph;
  int32_t *memory, *depth, *via, *queue; /* nnodes each */
  bool *locked;                          /* nbodies: locks of the caller, to be put back */
  int32_t deepest, *count;
} Stages;

static void activate_all(Stages *s, bool active) {
  for (int32_t i = 0; i < s->a->m->problem.n.np; i++) sar_assembler_activate(s->a, i, active);
}

static int32_t element_of(const Stages *s, int32_t row) { return sar_row_element(s->graph.system, row); }

/* The body at the outer end of a joint of the tree, -1 if the joint is none of the tree's. */
static int32_t outer_body(const Stages *s, int32_t element) {
  if (!sar_is_edge(s->graph.system, element)) return -1;
  const SarPlace *place = sar_system_place(s->graph.system, element);
  if (s->via[place->a.body] == element) return place->a.body;
  return s->via[place->b.body] == element ? place->b.body : -1;
}

/* Bodies that nothing joins to the ground or to a locked body hang on the one that resists most. */
static void root_islands(Stages *s) {
  const SarAssembler *a = s->a;
  for (;;) {
    sar_joint_graph_walk(&s->graph, -1, s->depth, s->via, s->queue);
    int32_t root = -1;
    for (int32_t b = 0; b < s->graph.nnodes - 1; b++) {
      bool island = s->depth[b] < 0 && s->graph.first[b + 1] > s->graph.first[b];
      if (island && (root < 0 || a->resistance[b] > a->resistance[root])) root = b;
    }
    if (root < 0) return;
    for (int32_t i = 0; i < s->graph.nnodes; i++) s->depth[i] = s->depth[i] == 0 ? 0 : -1;
    s->depth[root] = 0;
  }
}

static void plant_tree(Stages *s) {
  int32_t ground = s->graph.nnodes - 1;
  for (int32_t b = 0; b < ground; b++) s->depth[b] = s->a->locked[b] ? 0 : -1;
  s->depth[ground] = 0;
  root_islands(s);
  for (int32_t b = 0; b < ground; b++) s->deepest = s->depth[b] > s->deepest ? s->depth[b] : s->deepest;
}

static SarStatus create(SarAssembler *a, double t, double *q, int32_t *count, Stages *s) {
  *s = (Stages){.a = a, .t = t, .q = q, .count = count};
  SAR_TRY(sar_joint_graph_create(a->context, a->m->system, &s->graph));
  s->memory = calloc(3 * (size_t)s->graph.nnodes, sizeof *s->memory);
  s->locked = calloc((size_t)s->graph.nnodes, sizeof *s->locked);
  if (!s->memory || !s->locked) return sar_report_no_memory(a->context);
  s->depth = s->memory;
  s->via = s->depth + s->graph.nnodes;
  s->queue = s->via + s->graph.nnodes;
  memcpy(s->locked, a->locked, (size_t)sar_system_bodies(a->m->system) * sizeof *s->locked);
  plant_tree(s);
  return SAR_OK;
}

static void destroy(Stages *s) {
  sar_joint_graph_destroy(&s->graph);
  free(s->memory);
  free(s->locked);
}

static SarStatus solve_stage(Stages *s, double *error) {
  ++*s->count;
  return sar_assembler_damped(s->a, s->t, s->q, error);
}

/* The bodies of one depth onto those before, which stay: each has only its own joint to think of. */
static SarStatus place_depth(Stages *s, int32_t depth) {
  SarAssembler *a = s->a;
  double error;
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) {
    sar_assembler_lock(a, b, s->locked[b] || s->depth[b] != depth);
  }
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    int32_t body = outer_body(s, element_of(s, i));
    sar_assembler_activate(a, i, body >= 0 && s->depth[body] == depth);
  }
  return solve_stage(s, &error);
}

static SarStatus close_tree(Stages *s) {
  SarAssembler *a = s->a;
  double error;
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    sar_assembler_activate(a, i, outer_body(s, element_of(s, i)) >= 0);
  }
  SAR_TRY(solve_stage(s, &error));
  if (error <= SAR_ASSEMBLED) return SAR_OK;
  SarStatus status = SAR_OK;
  for (int32_t d = 1; status == SAR_OK && d <= s->deepest; d++) status = place_depth(s, d);
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) sar_assembler_lock(a, b, s->locked[b]);
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    sar_assembler_activate(a, i, outer_body(s, element_of(s, i)) >= 0);
  }
  return status;
}

/* Every joint that is left, one after the other. */
static SarStatus close_loops(Stages *s) {
  int32_t np = s->a->m->problem.n.np;
  double error;
  for (int32_t row = 0; row < np;) {
    int32_t element = element_of(s, row);
    bool closes = sar_is_edge(s->graph.system, element) && outer_body(s, element) < 0;
    for (; row < np && element_of(s, row) == element; row++) {
      if (closes) sar_assembler_activate(s->a, row, true);
    }
    if (closes) SAR_TRY(solve_stage(s, &error));
  }
  return SAR_OK;
}

SarStatus sar_assembler_staged(SarAssembler *a, double t, double *q, double *error, int32_t *count) {
  Stages s;
  SarStatus status = create(a, t, q, count, &s);
  if (status == SAR_OK) status = close_tree(&s);
  if (status == SAR_OK) status = close_loops(&s);
  activate_all(&s, true);
  if (status == SAR_OK) status = solve_stage(&s, error);
  destroy(&s);
  return status;
}
