/* Routines of BLAS and LAPACK that Debian's sources have in Fortran 90, which f2c does not read; and those that
 * SuiteSparse calls without the lengths of texts that Fortran passes (wasm/libraries renames these calls).
 *
 * tests/wasm compares them with those of OpenBLAS. */
#include "lapack.h"

#include <float.h>
#include <math.h>

/* Scale and sum with scale^2 sum = scale^2 sum + x^2: neither overflows where the norm does not. */
static void add_square(double x, double *scale, double *sum) {
  double size = fabs(x), ratio;
  if (size == 0) return;
  if (*scale < size || isnan(size)) {
    ratio = *scale / size;
    *sum = 1 + *sum * ratio * ratio;
    *scale = size;
  } else {
    ratio = size / *scale;
    *sum += ratio * ratio;
  }
}

/* The first of n numbers that stand `step` apart; steps back begin at the last one. */
static long first_of(int n, int step) { return step < 0 ? (1 - (long)n) * step : 0; }

void dlassq_(const int *n, const double *x, const int *step, double *scale, double *sum) {
  long k = first_of(*n, *step);
  for (int i = 0; i < *n; i++, k += *step) add_square(x[k], scale, sum);
}

void zlassq_(const int *n, const double complex *x, const int *step, double *scale, double *sum) {
  long k = first_of(*n, *step);
  for (int i = 0; i < *n; i++, k += *step) {
    add_square(creal(x[k]), scale, sum);
    add_square(cimag(x[k]), scale, sum);
  }
}

double dnrm2_(const int *n, const double *x, const int *step) {
  double scale = 0, sum = 1;
  dlassq_(n, x, step, &scale, &sum);
  return isinf(scale) ? scale : scale * sqrt(sum);
}

double dznrm2_(const int *n, const double complex *x, const int *step) {
  double scale = 0, sum = 1;
  zlassq_(n, x, step, &scale, &sum);
  return isinf(scale) ? scale : scale * sqrt(sum);
}

/* [c s; -s c] [f; g] = [r; 0] with c >= 0. */
void dlartg_(const double *f, const double *g, double *c, double *s, double *r) {
  if (*g == 0) {
    *c = 1, *s = 0, *r = *f;
  } else if (*f == 0) {
    *c = 0, *s = copysign(1, *g), *r = fabs(*g);
  } else {
    double size = hypot(*f, *g), with_sign = copysign(size, *f);
    *c = fabs(*f) / size, *s = *g / with_sign, *r = with_sign;
  }
}

/* [c s; -conj(s) c] [f; g] = [r; 0] with a real c >= 0. */
void zlartg_(const double complex *f, const double complex *g, double *c, double complex *s, double complex *r) {
  double of_f = cabs(*f), of_g = cabs(*g);
  if (of_g == 0) {
    *c = 1, *s = 0, *r = *f;
  } else if (of_f == 0) {
    *c = 0, *s = conj(*g) / of_g, *r = of_g;
  } else {
    double size = hypot(of_f, of_g);
    double complex direction = *f / of_f;
    *c = of_f / size, *s = direction * (conj(*g) / size), *r = direction * size;
  }
}

double dlamch_(const char *what, int length) {
  (void)length;
  switch (*what | 0x20) { /* small letters */
    case 'e': return DBL_EPSILON / 2;
    case 's':
    case 'u': return DBL_MIN;
    case 'b': return FLT_RADIX;
    case 'p': return DBL_EPSILON / 2 * FLT_RADIX;
    case 'n': return DBL_MANT_DIG;
    case 'r': return 1;
    case 'm': return DBL_MIN_EXP;
    case 'l': return DBL_MAX_EXP;
    case 'o': return DBL_MAX;
    default: return 0;
  }
}

/* A sum that is rounded to what memory holds. */
double dlamc3_(const double *a, const double *b) {
  volatile double sum = *a + *b;
  return sum;
}

/* A size of 32 bits is a real number exactly. */
double droundup_lwork__(const int *size) { return *size; }

/* An argument is wrong: the caller sees it in `info`. */
void xerbla_(const char *routine, const int *info, int length) { (void)routine, (void)info, (void)length; }

/* ---- as SuiteSparse calls them ---- */

void dlarf_plain_(char *side, int *m, int *n, double *v, int *incv, double *tau, double *c, int *ldc, double *work) {
  dlarf_(side, m, n, v, incv, tau, c, ldc, work, 1);
}

void zlarf_plain_(char *side, int *m, int *n, double complex *v, int *incv, double complex *tau, double complex *c,
                  int *ldc, double complex *work) {
  zlarf_(side, m, n, v, incv, tau, c, ldc, work, 1);
}

void dlarft_plain_(char *direct, char *storev, int *n, int *k, double *v, int *ldv, double *tau, double *t, int *ldt) {
  dlarft_(direct, storev, n, k, v, ldv, tau, t, ldt, 1, 1);
}

void zlarft_plain_(char *direct, char *storev, int *n, int *k, double complex *v, int *ldv, double complex *tau,
                   double complex *t, int *ldt) {
  zlarft_(direct, storev, n, k, v, ldv, tau, t, ldt, 1, 1);
}

void dlarfb_plain_(char *side, char *trans, char *direct, char *storev, int *m, int *n, int *k, double *v, int *ldv,
                   double *t, int *ldt, double *c, int *ldc, double *work, int *ldwork) {
  dlarfb_(side, trans, direct, storev, m, n, k, v, ldv, t, ldt, c, ldc, work, ldwork, 1, 1, 1, 1);
}

void zlarfb_plain_(char *side, char *trans, char *direct, char *storev, int *m, int *n, int *k, double complex *v,
                   int *ldv, double complex *t, int *ldt, double complex *c, int *ldc, double complex *work,
                   int *ldwork) {
  zlarfb_(side, trans, direct, storev, m, n, k, v, ldv, t, ldt, c, ldc, work, ldwork, 1, 1, 1, 1);
}
