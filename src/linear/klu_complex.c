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

SarStatus sar_linear_complex_factor(SarLinearComplex *linear, const double complex *values) {
  if (linear->pattern.nrows == 0) return SAR_OK;
  klu_z_free_numeric(&linear->numeric, &linear->common);
  linear->singular = -1;
  linear->numeric = klu_z_factor((int *)linear->pattern.column, (int *)linear->pattern.row, (double *)values,
                                 linear->symbolic, &linear->common);
  if (linear->numeric) return SAR_OK;
  if (linear->common.status != KLU_SINGULAR) return sar_report_no_memory(linear->context);
  linear->singular = linear->common.singular_col < linear->pattern.nrows ? linear->common.singular_col : -1;
  return SAR_SINGULAR;
}

void sar_linear_complex_solve(SarLinearComplex *linear, double complex *rhs) {
  if (linear->pattern.nrows == 0) return;
  klu_z_solve(linear->symbolic, linear->numeric, linear->pattern.nrows, 1, (double *)rhs, &linear->common);
}

int32_t sar_linear_complex_singular_column(const SarLinearComplex *linear) { return linear->singular; }
