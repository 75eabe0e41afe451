#include "analysis/static/ahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"

#define NEAREST 0.125 /* in L: the first distance, then twice as far each time */
#define FURTHEST 4096
#define TURN 1 /* rad: further no direction is followed along a straight line */

/* The longest way along the step that turns nothing by more than TURN. */
static double longest_way(const SarRest *r, double moved) {
  const SarProblem *p = &r->start->m->problem;
  double turned = 0;
  for (int32_t i = 0; i < p->nblocks; i++) {
    if (p->blocks[i].kind == SAR_BLOCK_ROTATION) turned = fmax(turned, sar_largest(3, r->step + p->blocks[i].v));
  }
  return turned * FURTHEST > TURN * moved ? TURN * moved / turned : FURTHEST;
}

SarStatus sar_static_look_ahead(const SarRest *r, SarAhead *out) {
  const SarProblem *p = &r->start->m->problem;
  double moved = 0;
  *out = (SarAhead){0};
  if (!p->touches) return SAR_OK;
  double *q = calloc((size_t)p->n.nq + (size_t)p->n.nv + 1, sizeof *q), *move = q ? q + p->n.nq : NULL;
  if (!q) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < p->n.nv; i++) moved = fmax(moved, fabs(r->step[i]) * p->weight[i]);
  double longest = moved > 0 ? longest_way(r, moved) : 0;
  SarPoint from = sar_rest_point(r), to = from;
  to.q = q;
  for (double way = NEAREST; way <= longest && !out->found; way *= 2) {
    double part = 1;
    memcpy(q, from.q, (size_t)p->n.nq * sizeof *q);
    for (int32_t i = 0; i < p->n.nv; i++) move[i] = way / moved * r->step[i];
    sar_move(p, move, q);
    out->found = p->ops->foresee(p, &from, &to, &part) > 0 || part < 1;
    if (!out->found) out->free = way;
  }
  free(q);
  return SAR_OK;
}
