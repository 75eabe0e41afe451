#include "fe/matrix.h"

#include <string.h>

#include "fe/couple.h"

static void multiply(const SarFeMatrix *a, const double *x, double *y) {
  const SarPattern *p = &a->pattern;
  memset(y, 0, (size_t)p->ncolumns * sizeof *y);
  for (int32_t j = 0; j < p->ncolumns; j++) {
    double xj = x[j], sum = 0;
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      const int32_t i = p->row[k];
      const double v = a->values[k];
      if (i != j) y[i] += v * xj;
      sum += v * x[i];
    }
    y[j] += sum;
  }
}

void sar_fe_multiply(const SarFeMatrix *a, int32_t count, const double *x, double *y) {
  const size_t n = (size_t)a->pattern.ncolumns;
  for (int32_t c = 0; c < count; c++) multiply(a, x + (size_t)c * n, y + (size_t)c * n);
}

void sar_fe_rigid_motions(const SarFeModel *model, SarVec3 about, double *out) {
  const size_t n = (size_t)model->nunknowns;
  for (size_t i = 0; i < n; i++) {
    const SarFeUnknown u = model->unknowns[i];
    double row[6] = {0};
    if (u.node >= 0 && u.direction < 6) sar_fe_rigid_row(about, model->at[u.node], u.direction, row);
    for (size_t j = 0; j < 6; j++) out[j * n + i] = row[j];
  }
}
