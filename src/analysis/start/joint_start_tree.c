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

SarStatus sar_start_tree_create(const SarStart *s, SarStartTree *tree) {
  SarJointGraph graph;
  *tree = (SarStartTree){.system = s->system};
  SAR_TRY(sar_joint_graph_create(s->context, s->system, &graph));
  size_t nodes = (size_t)graph.nnodes;
  tree->via = calloc(2 * nodes, sizeof *tree->via);
  tree->below = calloc(nodes, sizeof *tree->below);
  bool allocated = tree->via && tree->below;
  if (allocated) {
    tree->queue = tree->via + nodes;
    walk(tree, &graph, sar_system_ground(s->system), tree->below);
    /* what no joints connect to the ground hangs on the first of its bodies */
    for (int32_t b = 0; b < sar_system_bodies(s->system); b++) walk(tree, &graph, b, tree->below);
  }
  sar_joint_graph_destroy(&graph);
  return allocated ? SAR_OK : sar_report_no_memory(s->context);
}

void sar_start_tree_destroy(SarStartTree *tree) {
  free(tree->via);
  free(tree->below);
}

/* Marks what hangs on the joint. +1: its second side, -1: its first, 0: nothing, it closes a loop. */
static int mark(SarStartTree *tree, int32_t joint) {
  const SarSystem *s = tree->system;
  const SarPlace *place = sar_system_place(s, joint);
  int32_t a = place->a.body, b = place->b.body;
  memset(tree->below, 0, ((size_t)sar_system_bodies(s) + 1) * sizeof *tree->below);
  int side = tree->via[b] == joint ? 1 : tree->via[a] == joint ? -1 : 0;
  if (side == 0) return 0;
  tree->below[side > 0 ? b : a] = true;
  for (int32_t i = 0; i < tree->reached; i++) {
    int32_t node = tree->queue[i];
    if (tree->via[node] < 0) continue;
    const SarPlace *step = sar_system_place(s, tree->via[node]);
    if (tree->below[step->a.body == node ? step->b.body : step->a.body]) tree->below[node] = true;
  }
  return side;
}

/* The line about which, or along which, a coordinate moves the second side. */
typedef struct Line {
  SarVec3 point, axis;
  bool turns;
} Line;

static Line line_of(const SarSystem *s, const SarWorkspace *m, const SarJointStart *start) {
  const SarCoordinateSpec *spec = &sar_system_element(s, start->element)->class->joint->coordinates[start->of];
  const SarPlace *place = sar_system_place(s, start->element);
  bool second = spec->kind == SAR_COORDINATE_CROSS_SECOND;
  const SarSide *side = second ? &place->b : &place->a;
  const SarKin *k = &m->kin[side->body];
  int axis = spec->kind == SAR_COORDINATE_DISPLACEMENT ? (int)spec->axis : SAR_Z;
  return (Line){.point = sar_kin_point(k, side->point),
                .axis = sar_mul(&k->A, sar_column(&side->axes, axis)),
                .turns = spec->kind != SAR_COORDINATE_DISPLACEMENT};
}

void sar_start_tree_move(SarStartTree *tree, const SarWorkspace *m, const SarJointStart *start, double way, double *q,
                         double *v) {
  const SarSystem *s = tree->system;
  int side = mark(tree, start->element);
  if (side == 0 || way == 0) return;
  sar_workspace_place(m, q, NULL);
  Line line = line_of(s, m, start);
  SarVec3 step = sar_scale(side * way, line.axis);
  SarQuat turn = line.turns ? sar_quat_exp(step) : sar_quat_identity();
  SarMat3 R = sar_quat_matrix(turn);
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    if (!tree->below[b] || sar_body_keeps_position(s, b)) continue;
    double *own = q + (size_t)7 * (size_t)b, *velocity = v + (size_t)6 * (size_t)b;
    SarVec3 r = sar_vec3_load(own);
    r = line.turns ? sar_add(line.point, sar_mul(&R, sar_sub(r, line.point))) : sar_add(r, step);
    sar_vec3_store(r, own);
    sar_quat_store(sar_quat_normalise(sar_quat_mul(turn, sar_quat_load(own + 3))), own + 3);
    sar_vec3_store(sar_mul(&R, sar_vec3_load(velocity)), velocity); /* angular ones are in body axes */
  }
}

static bool has_velocity(const SarSystem *s, int32_t body) {
  const SarModelElement *element = sar_system_element(s, sar_system_body(s, body)->element);
  return sar_model_value(element, "velocity")->given || sar_model_value(element, "omega")->given ||
         sar_body_keeps_velocity(s, body);
}

void sar_start_tree_push(SarStartTree *tree, const SarWorkspace *m, const SarJointStart *start, double rate,
                         const double *q, double *v) {
  const SarSystem *s = tree->system;
  int side = mark(tree, start->element);
  if (side == 0 || rate == 0) return;
  sar_workspace_place(m, q, NULL);
  Line line = line_of(s, m, start);
  SarVec3 along = sar_scale(side * rate, line.axis);
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    if (!tree->below[b] || has_velocity(s, b)) continue;
    const SarKin *k = &m->kin[b];
    double *own = v + (size_t)6 * (size_t)b;
    SarVec3 shift = line.turns ? sar_cross(along, sar_sub(k->r, line.point)) : along;
    sar_vec3_store(sar_add(sar_vec3_load(own), shift), own);
    if (line.turns) sar_vec3_store(sar_add(sar_vec3_load(own + 3), sar_mul_t(&k->A, along)), own + 3);
  }
}
