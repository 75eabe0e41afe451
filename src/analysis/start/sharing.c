/* Forces that depend on reactions which are not determined: friction in a joint that shares its load with redundant
 * ones. Reactions that act alike can be exchanged against each other, along the null vectors of the constraints
 * (numerics, section 6), and nothing but an equation of the user's feels it. Such equations get the reactions of least
 * norm (system/share.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/parts.h"
#include "analysis/start/row_blocks.h"
#include "base/numbers.h"
#include "system/ask.h"
#include "system/names.h"
#include "system/share.h"

#define DRAWS 2      /* vectors that are tried: one could miss by chance what it is made to find */
#define FELT 1e-6    /* of the reactions that are exchanged: an equation changes by more than rounding */
#define MOST_NAMES 4 /* in the warning */

typedef struct Sharing {
  SarStart *s;
  double *lambda, *mu, *v, *before, *after;
  double *vector; /* multipliers that the motion does not feel */
} Sharing;

static bool is_constraint(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np + n->nn; }

/* Marks the rows that feel x->vector. Everything slides, so that friction is felt. */
static void mark_feeling(const Sharing *x, bool *feels) {
  const SarStart *s = x->s;
  const SarProblem *p = &s->m->problem;
  const SarSizes *n = &p->n;
  double size = 1;
  for (int32_t i = 0; i < n->np; i++) size = fmax(size, fabs(s->lambda[i]));
  SarPoint at = {.t = s->t,
                 .q = s->q,
                 .v = x->v,
                 .a = s->a,
                 .lambda = x->lambda,
                 .mu = x->mu,
                 .x = s->x,
                 .xdot = s->xdot,
                 .z = s->z};
  memcpy(x->lambda, s->lambda, (size_t)n->np * sizeof *x->lambda);
  if (n->nn) memcpy(x->mu, s->mu, (size_t)n->nn * sizeof *x->mu);
  if (p->ops->residual(p, &at, x->before) != SAR_OK) return;
  for (int32_t i = 0; i < n->np; i++) x->lambda[i] += size * x->vector[i];
  for (int32_t i = 0; i < n->nn; i++) x->mu[i] += size * x->vector[n->np + i];
  if (p->ops->residual(p, &at, x->after) != SAR_OK) return;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) {
    feels[i] |= !is_constraint(n, i) && fabs(x->after[i] - x->before[i]) > FELT * size;
  }
}

static SarStatus look(const Sharing *x) {
  SarStart *s = x->s;
  const SarProblem *p = &s->m->problem;
  for (int32_t i = 0; i < p->n.nv; i++) x->v[i] = s->v[i] + (1 + 0.1 * (i % 7)) / p->weight[i];
  SarStatus status = sar_equations_factor(s->equations, s->t, s->q, s->v);
  for (int32_t k = 0; k < DRAWS && status == SAR_OK; k++) {
    status = sar_equations_draw(s->equations, k, x->vector);
    if (status == SAR_OK) mark_feeling(x, s->feels);
  }
  return status > 0 ? SAR_OK : status; /* > 0: a singular pose, which says nothing */
}

/* The workspace is that of the start, which shares nothing yet. */
SarStatus sar_start_look_for_sharing(SarStart *s) {
  if (!s->m->ndropped || !sar_system_reads_reactions(s->system)) return SAR_OK;
  const SarSizes *n = &s->m->problem.n;
  size_t all = (size_t)sar_sizes_unknowns(n), rows = (size_t)n->np + (size_t)n->nn;
  double *room = calloc(2 * rows + (size_t)n->nv + 2 * all + 1, sizeof *room);
  s->feels = calloc(all + 1, sizeof *s->feels);
  if (!room || !s->feels) {
    free(room);
    return sar_report_no_memory(s->context);
  }
  Sharing x = {.s = s, .lambda = room, .mu = room + n->np, .v = room + rows};
  x.before = x.v + n->nv;
  x.after = x.before + all;
  x.vector = x.after + all;
  SarStatus status = look(&x);
  free(room);
  for (size_t i = 0; i < all; i++) s->shares |= s->feels[i];
  return status;
}

/* Blocks of rows that have some which are not carried. */
static SarStatus share(SarWorkspace *m, const SarRowBlocks *blocks, int32_t *set) {
  int32_t *number = set + blocks->nrows, count = 0;
  for (int32_t row = 0; row < m->problem.n.np; row++) {
    if (!m->carried[row] && !number[blocks->block[row]]) number[blocks->block[row]] = ++count;
  }
  for (int32_t row = 0; row < blocks->nrows; row++) set[row] = number[blocks->block[row]] - 1;
  return sar_workspace_share(m, set, count);
}

SarStatus sar_start_share_rows(const SarStart *s, SarWorkspace *m) {
  if (!s->shares || !m->ndropped) return SAR_OK;
  SarRowBlocks blocks = {0};
  SarStatus status = sar_row_blocks_create(s->context, s->system, &blocks);
  int32_t *set = calloc((size_t)blocks.nrows + (size_t)blocks.nblocks + 1, sizeof *set);
  if (status == SAR_OK) status = set ? share(m, &blocks, set) : sar_report_no_memory(s->context);
  free(set);
  sar_row_blocks_free(&blocks);
  return status;
}

/* ---- what is said of it ---- */

/* Names of elements whose equations feel it, in the order of their rows; returned: how many there are. */
static int32_t list_names(const SarStart *s, char *list, size_t size, int32_t *first) {
  int32_t count = 0, last = -1, all = sar_sizes_unknowns(&s->m->problem.n);
  list[0] = 0;
  for (int32_t row = 0; row < all; row++) {
    if (!s->feels[row]) continue;
    int32_t element = sar_culprit_name(s->system, row).index;
    size_t used = strlen(list);
    if (element < 0 || element == last) continue;
    last = element;
    if (count++ == 0) *first = element;
    if (count <= MOST_NAMES) {
      snprintf(list + used, size - used, "%s`%s`", used ? ", " : "", sar_system_element(s->system, element)->name);
    }
  }
  return count;
}

void sar_start_warn_sharing(const SarStart *s) {
  if (!s->shares) return;
  char list[512], more[48] = "";
  int32_t first = -1, count = list_names(s, list, sizeof list, &first);
  if (count > MOST_NAMES) snprintf(more, sizeof more, " and %d more", (int)(count - MOST_NAMES));
  const SarModelElement *element = first < 0 ? NULL : sar_system_element(s->system, first);
  sar_warn(s->context, element ? element->source : sar_nowhere(), element ? element->name : NULL,
           "what they do, and so the motion, may be otherwise in a machine; use joints that leave the redundant "
           "directions free, or bushings, which share by their stiffness" SAR_LOOK_FOR_CURE,
           "friction and other forces depend on reactions that rigid bodies leave open, because joints repeat what "
           "others hold: %s%s %s given the smallest reactions that hold the mechanism",
           list, more, count > 1 ? "are" : "is");
}
