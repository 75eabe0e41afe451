#include "analysis/start/joint_graph.h"

#include <stdlib.h>
#include <string.h>

bool sar_is_edge(const SarSystem *system, int32_t element) {
  const SarElementClass *class = sar_system_element(system, element)->class;
  int32_t body = sar_system_place(system, element)->body;
  if (body >= 0) return sar_system_body(system, body)->tie > 0;
  return class->section == SAR_SECTION_JOINTS && !class->joint->relation;
}

static void count_edges(SarJointGraph *g) {
  for (int32_t e = 0; e < sar_system_model(g->system)->nelements; e++) {
    if (!sar_is_edge(g->system, e)) continue;
    g->first[sar_system_place(g->system, e)->a.body + 1]++;
    g->first[sar_system_place(g->system, e)->b.body + 1]++;
  }
  for (int32_t i = 0; i < g->nnodes; i++) g->first[i + 1] += g->first[i];
}

/* first[] moves on while the edges are put and is put back afterwards. */
static void put_edges(SarJointGraph *g) {
  for (int32_t e = 0; e < sar_system_model(g->system)->nelements; e++) {
    if (!sar_is_edge(g->system, e)) continue;
    const SarPlace *place = sar_system_place(g->system, e);
    g->edges[g->first[place->a.body]++] = (SarGraphEdge){e, place->b.body};
    g->edges[g->first[place->b.body]++] = (SarGraphEdge){e, place->a.body};
  }
  for (int32_t i = g->nnodes; i > 0; i--) g->first[i] = g->first[i - 1];
  g->first[0] = 0;
}

SarStatus sar_joint_graph_create(SarContext *context, const SarSystem *system, SarJointGraph *graph) {
  *graph = (SarJointGraph){.system = system, .nnodes = sar_system_bodies(system) + 1};
  graph->first = calloc((size_t)graph->nnodes + 1, sizeof *graph->first);
  graph->edges = calloc(2 * (size_t)sar_system_model(system)->nelements + 1, sizeof *graph->edges);
  if (!graph->first || !graph->edges) {
    sar_joint_graph_destroy(graph);
    return sar_report_no_memory(context);
  }
  count_edges(graph);
  put_edges(graph);
  return SAR_OK;
}

void sar_joint_graph_destroy(SarJointGraph *graph) {
  free(graph->first);
  free(graph->edges);
  graph->first = NULL;
  graph->edges = NULL;
}

void sar_joint_graph_walk(const SarJointGraph *g, int32_t without, int32_t *depth, int32_t *via, int32_t *queue) {
  int32_t head = 0, tail = 0;
  for (int32_t i = 0; i < g->nnodes; i++) {
    if (depth[i] == 0) queue[tail++] = i;
    via[i] = -1;
  }
  while (head < tail) {
    int32_t node = queue[head++];
    for (int32_t k = g->first[node]; k < g->first[node + 1]; k++) {
      const SarGraphEdge *edge = &g->edges[k];
      if (depth[edge->other] >= 0 || edge->joint == without) continue;
      depth[edge->other] = depth[node] + 1;
      via[edge->other] = edge->joint;
      queue[tail++] = edge->other;
    }
  }
}

int32_t sar_joint_graph_loop(const SarJointGraph *g, int32_t joint, int32_t *joints, int32_t *scratch) {
  int32_t *depth = scratch, *via = depth + g->nnodes, *queue = via + g->nnodes;
  const SarPlace *place = sar_system_place(g->system, joint);
  for (int32_t i = 0; i < g->nnodes; i++) depth[i] = -1;
  depth[place->a.body] = 0;
  sar_joint_graph_walk(g, joint, depth, via, queue);
  if (depth[place->b.body] < 0) return 0;
  int32_t count = 0;
  joints[count++] = joint;
  for (int32_t node = place->b.body; via[node] >= 0;) {
    const SarPlace *step = sar_system_place(g->system, via[node]);
    joints[count++] = via[node];
    node = step->a.body == node ? step->b.body : step->a.body;
  }
  return count;
}
