#include "method/history.h"

bool sar_node_create(SarArena *arena, const SarProblem *problem, int32_t unknowns, SarNode *node) {
  const SarSizes *n = &problem->n;
  node->q = SAR_NEW(arena, n->nq, double);
  node->v = SAR_NEW(arena, n->nv, double);
  node->x = SAR_NEW(arena, n->nx, double);
  node->u = SAR_NEW(arena, unknowns, double);
  node->nu = unknowns;
  node->a_star = SAR_NEW(arena, n->nv, double);
  node->x_star = SAR_NEW(arena, n->nx, double);
  node->turn = SAR_NEW(arena, 3 * problem->nrotations, double);
  return node->q && node->v && node->x && node->u && node->a_star && node->x_star && node->turn;
}

void sar_node_archive(SarNode *node, const SarProblem *problem, SarArchive *archive) {
  const SarSizes *n = &problem->n;
  SAR_ARCHIVE(archive, node->t);
  sar_archive_reals(archive, node->q, n->nq);
  sar_archive_reals(archive, node->v, n->nv);
  sar_archive_reals(archive, node->x, n->nx);
  sar_archive_reals(archive, node->u, node->nu);
  sar_archive_reals(archive, node->a_star, n->nv);
  sar_archive_reals(archive, node->x_star, n->nx);
  sar_archive_reals(archive, node->turn, 3 * problem->nrotations);
}

bool sar_history_create(SarArena *arena, const SarProblem *problem, int32_t unknowns, int32_t depth,
                        SarHistory *history) {
  *history = (SarHistory){.depth = depth, .newest = 0, .count = 0};
  for (int32_t k = 0; k <= depth; k++) {
    if (!sar_node_create(arena, problem, unknowns, &history->ring[k])) return false;
  }
  return true;
}

const SarNode *sar_history_at(const SarHistory *history, int32_t k) {
  return &history->ring[(history->newest + history->depth + 1 - k) % (history->depth + 1)];
}

SarNode *sar_history_trial(SarHistory *history) { return &history->ring[(history->newest + 1) % (history->depth + 1)]; }

void sar_history_accept(SarHistory *history) {
  history->newest = (history->newest + 1) % (history->depth + 1);
  if (history->count < history->depth) history->count++;
}

void sar_history_clear(SarHistory *history) { history->count = 0; }

void sar_history_archive(SarHistory *history, const SarProblem *problem, SarArchive *archive) {
  sar_archive_section(archive, "history");
  sar_archive_int(archive, &history->newest, 0, history->depth);
  sar_archive_int(archive, &history->count, 1, history->depth);
  for (int32_t k = 0; k <= history->depth; k++) sar_node_archive(&history->ring[k], problem, archive);
}

SarPoint sar_node_point(const SarProblem *problem, const SarNode *node) {
  const SarSizes *n = &problem->n;
  const double *lambda = node->u + n->nv, *mu = lambda + n->np, *xdot = mu + n->nn, *z = xdot + n->nx;
  return (SarPoint){.t = node->t,
                    .q = node->q,
                    .v = node->v,
                    .a = node->u,
                    .lambda = lambda,
                    .mu = mu,
                    .x = node->x,
                    .xdot = xdot,
                    .z = z};
}
