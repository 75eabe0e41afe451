#include "linear/eigen_real.h"

#include <stdlib.h>

#include "linear/one_thread.h"

/* Fortran; hidden lengths of texts come last. */
void dgeev_(const char *left, const char *right, const int *n, double *a, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t left_length, size_t right_length);

SarStatus sar_eigen_real(SarContext *context, int32_t n, double *a, double *re, double *im, double *vectors) {
  int size = n, one = 1, info = 0, room = 8 * n + 1;
  double none[1], *work = calloc((size_t)room, sizeof *work);
  if (!work) return sar_report_no_memory(context);
  sar_one_thread_begin();
  dgeev_("N", "V", &size, a, &size, re, im, none, &one, vectors, &size, work, &room, &info, 1, 1);
  sar_one_thread_end();
  free(work);
  return info ? SAR_NO_CONVERGENCE : SAR_OK;
}
