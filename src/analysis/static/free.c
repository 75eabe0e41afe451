#include "analysis/static/free.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "linear/rank.h"

#define FIRST 1e-6 /* ridge ... */
#define SECOND                                                                                          \
  1e-8 /* ... and a hundred times less of it: what moves a hundred times as far is held by nothing else \
        */
#define PROPORTIONAL 50
#define FAR 100       /* in L, rad: what a load moves with the first ridge alone */
#define NEUTRAL 1e-11 /* column that adds nothing, of rows and columns of length about one */

SarStatus sar_static_free_direction(SarRest *r, SarFreeDirection *out) {
  const SarProblem *p = &r->start->m->problem;
  double first, second, turned, largest = 0;
  *out = (SarFreeDirection){.unknown = -1};
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(sar_rest_factor(r, FIRST, 0));
  SAR_TRY(sar_rest_solve(r, &first, &turned));
  if (first < FAR) return SAR_OK;
  SAR_TRY(sar_rest_factor(r, SECOND, 0));
  SAR_TRY(sar_rest_solve(r, &second, &turned));
  if (!(second > PROPORTIONAL * first)) return SAR_OK;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double size = fabs(r->step[i]) * p->weight[i];
    if (size <= largest) continue;
    largest = size;
    *out = (SarFreeDirection){i, r->step[i] > 0 ? 1 : -1, fabs(r->r[i])};
  }
  return SAR_OK;
}

/* Displacements in L and rad, forces likewise, the largest stiffness 1. */
static void scale(const SarRest *r, const double *values, double *out) {
  const SarProblem *p = &r->start->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv;
  double largest = 0, L = p->length > 0 ? p->length : 1;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < pattern->ncolumns; c++) {
      for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
        int32_t row = pattern->row[k];
        double by_row = row < nv ? 1 / p->weight[row] : 1, by_column = c < nv ? 1 / p->weight[c] : 1;
        double value = values[k] * by_row * by_column;
        if (row < nv && c < nv) {
          if (pass == 0) largest = fmax(largest, fabs(value));
          value /= largest > 0 ? largest : 1;
        } else if (row < nv || c < nv) {
          value /= L;
        }
        out[k] = value;
      }
    }
  }
}

SarStatus sar_static_neutral(SarRest *r, int32_t most, int32_t *unknowns, int32_t *count) {
  const SarProblem *p = &r->start->m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), rank = 0, found = 0;
  *count = 0;
  SarStatus status = sar_rest_factor(r, 0, 0);
  if (status < 0 || status == SAR_OK) return status;
  double *scaled = calloc((size_t)p->pattern.column[n] + 1, sizeof *scaled);
  bool *dependent = calloc((size_t)n + 1, sizeof *dependent);
  if (!scaled || !dependent) {
    free(scaled);
    free(dependent);
    return sar_report_no_memory(r->context);
  }
  scale(r, r->values, scaled);
  status = sar_rank(r->context, &p->pattern, scaled, NEUTRAL, dependent, &rank, NULL);
  for (int32_t i = 0; status == SAR_OK && i < n; i++) {
    if (dependent[i] && i < p->n.nv && found < most) unknowns[found++] = i;
  }
  *count = status == SAR_OK ? n - rank : 0;
  free(scaled);
  free(dependent);
  return status;
}
