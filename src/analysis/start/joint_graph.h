/* Bodies and ground as nodes, joints as edges: spanning trees and loops. An interface of a modal body is joined to it
 * by what ties it there, an edge that goes by the name of the interface. */
#ifndef SAR_ANALYSIS_JOINT_GRAPH_H
#define SAR_ANALYSIS_JOINT_GRAPH_H

#include "system/system.h"

/* One end of a joint, as a node sees it. */
typedef struct SarGraphEdge {
  int32_t joint; /* element of the model */
  int32_t other; /* node at its other end */
} SarGraphEdge;

typedef struct SarJointGraph {
  const SarSystem *system;
  int32_t nnodes;      /* nbodies + 1; the ground is the last one */
  int32_t *first;      /* nnodes + 1: where the edges of a node begin */
  SarGraphEdge *edges; /* in the order of the file */
} SarJointGraph;

SarStatus sar_joint_graph_create(SarContext *context, const SarSystem *system, SarJointGraph *graph);
void sar_joint_graph_destroy(SarJointGraph *graph);

/* Whether an element joins two sides of its own: a joint that is no relation, or the tie of an interface. */
bool sar_is_edge(const SarSystem *system, int32_t element);

/* Walks from the nodes with depth[node] = 0 (others -1) to all that can be reached, nearest first: depth and the joint
 * that leads there, via[node] (-1: none). queue: nnodes. `without`: a joint that must not be used, or -1. */
void sar_joint_graph_walk(const SarJointGraph *graph, int32_t without, int32_t *depth, int32_t *via, int32_t *queue);

/* The shortest loop through a joint: its joints, the given one first. Returns how many; 0: the joint is in no loop.
 * joints: room for nnodes + 1; scratch: 3 nnodes. */
int32_t sar_joint_graph_loop(const SarJointGraph *graph, int32_t joint, int32_t *joints, int32_t *scratch);

#endif
