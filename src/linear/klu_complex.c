#include <klu.h>
#include <stdlib.h>

#include "linear/complex.h"

struct SarLinearComplex {
  SarContext *context;
  SarPattern pattern;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  int32_t singular;
};

SarStatus sar_linear_complex_create(SarContext *context, const SarPattern *pattern, SarLinearComplex **out) {
  SarLinearComplex *k = calloc(1, sizeof *k);
  *out = k;
  if (!k) return sar_report_no_memory(context);
  k->context = context;
  k->pattern = *pattern;
  k->singular = -1;
  klu_defaults(&k->common);
  k->common.btf = 0;
  k->common.scale = -1;
  if (pattern->nrows == 0) return SAR_OK;
  /* KLU does not write to the matrix but does not say so with const. */
  k->symbolic = klu_analyze(pattern->nrows, (int *)pattern->column, (int *)pattern->row, &k->common);
  if (k->symbolic) return SAR_OK;
  sar_linear_complex_destroy(out);
  return sar_report_no_memory(context);
}

void sar_linear_complex_destroy(SarLinearComplex **linear) {
  SarLinearComplex *k = *linear;
  if (!k) return;
  klu_z_free_numeric(&k->numeric, &k->common);
  klu_free_symbolic(&k->symbolic, &k->common);
  free(k);
  *linear = NULL;
}

SarStatus sar_linear_complex_factor(SarLinearComplex *k, const double complex *values) {
  if (k->pattern.nrows == 0) return SAR_OK;
  klu_z_free_numeric(&k->numeric, &k->common);
  k->singular = -1;
  k->numeric = klu_z_factor((int *)k->pattern.column, (int *)k->pattern.row, (double *)values, k->symbolic, &k->common);
  if (k->numeric) return SAR_OK;
  if (k->common.status != KLU_SINGULAR) return sar_report_no_memory(k->context);
  k->singular = k->common.singular_col < k->pattern.nrows ? k->common.singular_col : -1;
  return SAR_SINGULAR;
}

void sar_linear_complex_solve(SarLinearComplex *k, double complex *rhs) {
  if (k->pattern.nrows == 0) return;
  klu_z_solve(k->symbolic, k->numeric, k->pattern.nrows, 1, (double *)rhs, &k->common);
}

int32_t sar_linear_complex_singular_column(const SarLinearComplex *linear) { return linear->singular; }
