/* What hangs on a joint: the bodies that the shortest ways from the ground reach through it. */
#include <stdlib.h>
#include <string.h>

#include "analysis/start/joint_graph.h"
#include "analysis/start/joint_start.h"

/* All nodes that can be reached from `root`, nearest first. */
static void walk(SarStartTree *tree, const SarJointGraph *graph, int32_t root, bool *seen) {
  int32_t head = tree->reached;
  if (seen[root]) return;
  seen[root] = true;
  tree->via[root] = -1;
  for (tree->queue[tree->reached++] = root; head < tree->reached; head++) {
    int32_t node = tree->queue[head];
    for (int32_t k = graph->first[node]; k < graph->first[node + 1]; k++) {
      const SarGraphEdge *edge = &graph->edges[k];
      if (seen[edge->other]) continue;
      seen[edge->other] = true;
      tree->via[edge->other] = edge->joint;
      tree->queue[tree->reached++] = edge->other;
    }
  }
}

/* Starts by the node that they move: next[], from first[node] on, in their order; -1 ends them. */
static void list_starts(SarStartTree *tree) {
  const SarSystem *s = tree->system;
  for (int32_t i = 0; i <= sar_system_bodies(s); i++) tree->first[i] = -1;
  for (int32_t i = sar_system_counts(s).starts; i-- > 0;) {
    int32_t joint = sar_system_start(s, i)->element;
    const SarPlace *place = sar_system_place(s, joint);
    int32_t a = place->a.body, b = place->b.body, node = tree->via[b] == joint ? b : tree->via[a] == joint ? a : -1;
    if (node < 0) continue; /* it closes a loop */
    tree->next[i] = tree->first[node];
    tree->first[node] = i;
  }
}

static bool has_velocity(const SarSystem *s, int32_t body) {
  const SarModelElement *element = sar_system_element(s, sar_system_body(s, body)->element);
  return sar_model_value(element, "velocity")->given || sar_model_value(element, "omega")->given ||
         sar_body_keeps_velocity(s, body);
}

SarStatus sar_start_tree_create(const SarStart *s, SarStartTree *tree) {
  SarJointGraph graph;
  *tree = (SarStartTree){.system = s->system};
  SAR_TRY(sar_joint_graph_create(s->context, s->system, &graph));
  size_t nodes = (size_t)graph.nnodes, starts = (size_t)sar_system_counts(s->system).starts;
  tree->via = calloc(3 * nodes + starts + 1, sizeof *tree->via);
  tree->keeps = calloc(2 * nodes, sizeof *tree->keeps);
  tree->moves = calloc(nodes, sizeof *tree->moves);
  tree->fields = calloc(nodes, sizeof *tree->fields);
  bool allocated = tree->via && tree->keeps && tree->moves && tree->fields;
  if (allocated) {
    tree->queue = tree->via + nodes;
    tree->first = tree->queue + nodes;
    tree->next = tree->first + nodes;
    tree->keeps_rate = tree->keeps + nodes;
    walk(tree, &graph, sar_system_ground(s->system), tree->keeps);
    /* what no joints connect to the ground hangs on the first of its bodies */
    for (int32_t b = 0; b < sar_system_bodies(s->system); b++) walk(tree, &graph, b, tree->keeps);
    for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
      tree->keeps[b] = sar_body_keeps_position(s->system, b);
      tree->keeps_rate[b] = has_velocity(s->system, b);
    }
    list_starts(tree);
  }
  sar_joint_graph_destroy(&graph);
  return allocated ? SAR_OK : sar_report_no_memory(s->context);
}

void sar_start_tree_destroy(SarStartTree *tree) {
  free(tree->via);
  free(tree->keeps);
  free(tree->moves);
  free(tree->fields);
}
