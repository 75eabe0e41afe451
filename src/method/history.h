/* The accepted points a method looks back on, and the one it is working on: a ring of nodes.
 *
 * Nothing is copied when a step is accepted: the trial node becomes the newest and the oldest becomes the next
 * trial. Predictor, error estimates and interpolant read the same nodes. */
#ifndef SAR_METHOD_HISTORY_H
#define SAR_METHOD_HISTORY_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/problem.h"

#define SAR_HISTORY_DEPTH 4 /* accepted nodes kept: enough for a predictor of order three */
#define SAR_HISTORY_MOST 8  /* of any method */

typedef struct SarNode {
  double t;
  double *q, *v, *x; /* the state */
  double *u;         /* the stage's unknowns: a, lambda, mu, xdot, z in one array; with si2 e and eta after them */
  int32_t nu;
  double *a_star, *x_star; /* algorithmic acceleration and state rate of the alpha family; in rosenbrock.c: see there */
  double *turn;            /* rotation vector of the step that led here, 3 per rotation block */
} SarNode;

typedef struct SarHistory {
  SarNode ring[SAR_HISTORY_MOST + 1];
  int32_t depth;         /* accepted nodes kept */
  int32_t newest, count; /* count: accepted nodes available, at most depth */
} SarHistory;

/* False when memory is exhausted. */
bool sar_node_create(SarArena *arena, const SarProblem *problem, int32_t unknowns, SarNode *node);
void sar_node_archive(SarNode *node, const SarProblem *problem, SarArchive *archive);
bool sar_history_create(SarArena *arena, const SarProblem *problem, int32_t unknowns, int32_t depth,
                        SarHistory *history);

/* The k-th accepted node counted back from the newest (k = 0), k < count. */
const SarNode *sar_history_at(const SarHistory *history, int32_t k);

/* The node to be filled next. */
SarNode *sar_history_trial(SarHistory *history);

/* The trial becomes the newest accepted node. */
void sar_history_accept(SarHistory *history);

/* Forgets everything; the next accepted trial is the first node. */
void sar_history_clear(SarHistory *history);

void sar_history_archive(SarHistory *history, const SarProblem *problem, SarArchive *archive);

/* The values of a node as the problem wants them. */
SarPoint sar_node_point(const SarProblem *problem, const SarNode *node);

#endif
