/* Rows of a tableau from what paper 4's appendix gives of them. */
#ifndef SAR_METHOD_TABLE_ESDIRK_ROWS_H
#define SAR_METHOD_TABLE_ESDIRK_ROWS_H

#include "method/family/esdirk.h"

/* Puts gamma on the diagonal of row i and c_i minus the rest into its first place. */
static inline void sar_tableau_close_row(SarTableau *out, int32_t i, double c) {
  double rest = out->gamma;
  for (int32_t j = 1; j < i; j++) rest += out->a[i][j];
  out->c[i] = c;
  out->a[i][i] = out->gamma;
  out->a[i][0] = c - rest;
}

/* Three implicit stages of third order, c_3 free: eqs 30 of paper 4. */
static inline void sar_tableau_third_order(double g, double c3, SarTableau *out) {
  *out = (SarTableau){.stages = 4, .gamma = g};
  sar_tableau_close_row(out, 1, 2 * g);
  out->a[2][1] = c3 * (c3 - 2 * g) / (4 * g);
  sar_tableau_close_row(out, 2, c3);
  out->a[3][1] = (3 * c3 + 6 * g - 6 * c3 * g - 2) / (12 * g * (c3 - 2 * g));
  out->a[3][2] = (6 * g * g - 6 * g + 1) / (3 * c3 * (c3 - 2 * g));
  sar_tableau_close_row(out, 3, 1);
}

#endif
