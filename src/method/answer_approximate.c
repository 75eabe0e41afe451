/* An answer that leaves out how the constraints' directions turn (answer.h): dependent coordinates follow as if Phi_q
 * and the rates were constant, and the chart were flat. What is left is the iteration matrix of implicit methods,
 *
 *   [ M + s D + s^2 K   Phi_q^T ] [ z ]   [ M right - s K known ]
 *   [ Phi_q             0       ] [ . ] = [ 0                   ]
 *
 * with the right sides completed to tangent vectors. W-methods keep their order with any matrix, so this one may also
 * be kept for several steps. */
#include <string.h>

#include "method/answer.h"

typedef struct Approximate {
  double *values, *side, *right, *known; /* of the matrix; n; nv; nv */
} Approximate;

static SarStatus create(SarAnswer *answer, SarArena *arena) {
  const SarProblem *p = answer->variation->problem;
  Approximate *a = SAR_NEW(arena, 1, Approximate);
  if (!a) return sar_report_no_memory(answer->context);
  answer->own = a;
  a->values = SAR_NEW(arena, answer->variation->entries, double);
  a->side = SAR_NEW(arena, sar_sizes_unknowns(&p->n), double);
  a->right = SAR_NEW(arena, p->n.nv, double);
  a->known = SAR_NEW(arena, p->n.nv, double);
  if (!a->values || !a->side || !a->right || !a->known) return sar_report_no_memory(answer->context);
  return sar_linear_create_in_parts(answer->context, "auto", &p->pattern, &p->partition, &answer->linear);
}

static SarStatus renew(SarAnswer *answer, bool chosen) {
  (void)answer, (void)chosen;
  return SAR_OK;
}

static bool is_constraint(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np; }

static SarStatus prepare(SarAnswer *answer, double s) {
  const SarVariation *v = answer->variation;
  const SarProblem *p = v->problem;
  const SarSizes *n = &p->n;
  const double *by_a = v->matrix, *by_v = by_a + v->entries, *by_q = by_v + v->entries;
  Approximate *a = answer->own;
  int32_t states = n->nv + n->np;
  for (int32_t j = 0; j < p->pattern.ncolumns; j++) {
    bool motion = j < n->nv, state = j >= states && j < states + n->nx;
    for (int32_t k = p->pattern.column[j]; k < p->pattern.column[j + 1]; k++) {
      a->values[k] = by_a[k];
      if (is_constraint(n, p->pattern.row[k])) continue;
      if (motion) a->values[k] += s * by_v[k] + s * s * by_q[k];
      if (state) a->values[k] += s * by_q[k];
    }
  }
  answer->s = s;
  answer->stats->factorisations++;
  SarStatus status = sar_linear_factor(answer->linear, a->values);
  if (status == SAR_SINGULAR) answer->culprit = sar_linear_singular_column(answer->linear);
  return status;
}

/* side += factor matrix x, in the `count` columns from `first`, constraints left out. */
static void add(const SarAnswer *answer, const double *matrix, int32_t first, int32_t count, double factor,
                const double *x) {
  const SarPattern *p = &answer->variation->problem->pattern;
  const SarSizes *n = &answer->variation->problem->n;
  Approximate *a = answer->own;
  for (int32_t j = 0; j < count; j++) {
    for (int32_t k = p->column[first + j]; k < p->column[first + j + 1]; k++) {
      if (!is_constraint(n, p->row[k])) a->side[p->row[k]] += factor * matrix[k] * x[j];
    }
  }
}

static SarStatus solve(SarAnswer *answer, const SarStageSide *side, double *z, double *z_x) {
  const SarVariation *v = answer->variation;
  const SarSizes *n = &v->problem->n;
  SarSplit *split = answer->split;
  Approximate *a = answer->own;
  int32_t states = n->nv + n->np;
  for (int32_t k = 0; k < split->nindependent; k++) {
    a->right[split->independent[k]] = side->right[k];
    a->known[split->independent[k]] = side->known[k];
  }
  sar_split_lift(split, a->right);
  sar_split_lift(split, a->known);
  memset(a->side, 0, (size_t)sar_sizes_unknowns(n) * sizeof *a->side);
  add(answer, v->matrix, 0, n->nv, 1, a->right);
  add(answer, v->matrix, states, n->nx, 1, side->right_x);
  add(answer, v->matrix + 2 * (int64_t)v->entries, 0, n->nv, -answer->s, a->known);
  sar_linear_solve(answer->linear, a->side);
  answer->stats->solves++;
  for (int32_t k = 0; k < split->nindependent; k++) z[k] = a->side[split->independent[k]];
  for (int32_t i = 0; i < n->nx; i++) z_x[i] = a->side[states + i];
  return SAR_OK;
}

static SarStatus archive_pivots(SarAnswer *answer, SarArchive *archive) {
  return sar_linear_archive(answer->linear, archive);
}

const SarAnswerClass sar_answer_approximate = {.name = "approximate",
                                               .create = create,
                                               .renew = renew,
                                               .prepare = prepare,
                                               .solve = solve,
                                               .archive = archive_pivots};
