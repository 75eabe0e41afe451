/* Forces that depend on reactions which are not determined: friction in a joint that shares its load with redundant
 * ones. Reactions that act alike can be exchanged against each other, along the null vectors of the constraints
 * (numerics, section 6), and nothing but an equation of the user's feels it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/start.h"
#include "base/numbers.h"
#include "system/ask.h"
#include "system/names.h"

#define DRAWS 2   /* vectors that are tried: one could miss by chance what it is made to find */
#define FELT 1e-6 /* of the reactions that are exchanged: an equation changes by more than rounding */

typedef struct Sharing {
  SarStart *s;
  double *lambda, *mu, *v, *before, *after;
  double *vector; /* multipliers that the motion does not feel */
} Sharing;

/* The first row of states and variables that feels x->vector, its entries over `largest`; -1: none. Everything slides,
 * so that friction is felt. */
static int32_t find_feeling(const Sharing *x, double largest) {
  const SarStart *s = x->s;
  const SarProblem *p = &s->m->problem;
  const SarSizes *n = &p->n;
  int32_t rows = n->np + n->nn, first = n->nv + rows;
  const double *null_vector = x->vector;
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
  if (p->ops->residual(p, &at, x->before) != SAR_OK) return -1;
  for (int32_t i = 0; i < n->np; i++) x->lambda[i] += size / largest * null_vector[i];
  for (int32_t i = 0; i < n->nn; i++) x->mu[i] += size / largest * null_vector[n->np + i];
  if (p->ops->residual(p, &at, x->after) != SAR_OK) return -1;
  for (int32_t i = first; i < sar_sizes_unknowns(n); i++) {
    if (fabs(x->after[i] - x->before[i]) > FELT * size) return i;
  }
  return -1;
}

static SarStatus report(const SarStart *s, int32_t row, int32_t dropped) {
  const SarModel *model = sar_system_model(s->system);
  SarCulpritName name = sar_culprit_name(s->system, row);
  const SarModelElement *element = &model->elements[name.index];
  int32_t joint = sar_row_element(s->system, dropped);
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, element->source, element->name,
                    "use joints that leave the redundant directions free, or write friction that does not depend on "
                    "reactions" SAR_LOOK_FOR_CURE,
                    "`%s` (%s) depends on reactions that are not determined: other joints already hold what `%s` (%s) "
                    "holds, and how they share the load is open",
                    element->name, name.equation, joint >= 0 ? model->elements[joint].name : "a joint",
                    sar_row_equation(s->system, dropped));
}

/* All loops at once: nearly always nobody feels how any of them shares its loads. */
static SarStatus feels_any(const Sharing *x, bool *feels) {
  SarEquations *e = x->s->equations;
  *feels = false;
  for (int32_t k = 0; k < DRAWS && !*feels; k++) {
    SAR_TRY(sar_equations_draw(e, k, x->vector));
    *feels = find_feeling(x, 1) >= 0;
  }
  return SAR_OK;
}

/* The first dropped row that is felt together with what it repeats. */
static SarStatus find_and_report(const Sharing *x) {
  SarStart *s = x->s;
  int32_t rows = s->m->problem.n.np + s->m->problem.n.nn;
  for (int32_t row = 0; row < s->m->problem.n.np; row++) {
    if (s->m->carried[row]) continue;
    SAR_TRY(sar_equations_null_vector(s->equations, row, x->vector));
    int32_t feels = find_feeling(x, sar_largest(rows, x->vector));
    if (feels >= 0) return report(s, feels, row);
  }
  return SAR_OK;
}

static SarStatus check(const Sharing *x) {
  SarStart *s = x->s;
  const SarProblem *p = &s->m->problem;
  for (int32_t i = 0; i < p->n.nv; i++) x->v[i] = s->v[i] + (1 + 0.1 * (i % 7)) / p->weight[i];
  bool feels = false;
  SarStatus status = sar_equations_factor(s->equations, s->t, s->q, s->v);
  if (status == SAR_OK) status = feels_any(x, &feels);
  if (status == SAR_OK && feels) status = find_and_report(x);
  return status > 0 ? SAR_OK : status; /* > 0: a singular pose, which says nothing */
}

SarStatus sar_start_check_sharing(SarStart *s) {
  if (!s->m->ndropped || !sar_system_reads_reactions(s->system)) return SAR_OK;
  const SarSizes *n = &s->m->problem.n;
  size_t all = (size_t)sar_sizes_unknowns(n), rows = (size_t)n->np + (size_t)n->nn;
  double *room = calloc(2 * rows + (size_t)n->nv + 2 * all + 1, sizeof *room);
  if (!room) return sar_report_no_memory(s->context);
  Sharing x = {.s = s, .lambda = room, .mu = room + n->np, .v = room + rows};
  x.before = x.v + n->nv;
  x.after = x.before + all;
  x.vector = x.after + all;
  SarStatus status = check(&x);
  free(room);
  return status;
}
