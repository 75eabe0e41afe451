#include "linear/eigen.h"

/* Fortran; hidden lengths of texts come last. */
void zgesv_(const int *n, const int *nrhs, double complex *a, const int *lda, int *pivots, double complex *b,
            const int *ldb, int *info);
void zgeev_(const char *left, const char *right, const int *n, double complex *a, const int *lda, double complex *w,
            double complex *vl, const int *ldvl, double complex *vr, const int *ldvr, double complex *work,
            const int *lwork, double *rwork, int *info, size_t left_length, size_t right_length);

SarStatus sar_eigenvalues(int32_t n, const double complex *e, const double complex *f, double complex *values) {
  enum { SIZE = SAR_EIGEN_MOST * SAR_EIGEN_MOST };
  double complex a[SIZE], b[SIZE], work[SIZE], none[1];
  double real_work[2 * SAR_EIGEN_MOST];
  int pivots[SAR_EIGEN_MOST], info = 0, size = n, one = 1, room = SIZE;
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) { /* LAPACK's are by columns */
      a[j * n + i] = e[i * n + j];
      b[j * n + i] = f[i * n + j];
    }
  }
  zgesv_(&size, &size, a, &size, pivots, b, &size, &info);
  if (info) return SAR_SINGULAR;
  zgeev_("N", "N", &size, b, &size, values, none, &one, none, &one, work, &room, real_work, &info, 1, 1);
  return info ? SAR_NO_CONVERGENCE : SAR_OK;
}
