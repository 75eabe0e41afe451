/* What lapack.c has, and what it calls. Lengths of texts come last, as f2c has them. */
#ifndef SAR_WASM_LAPACK_H
#define SAR_WASM_LAPACK_H

#include <complex.h>

void dlassq_(const int *n, const double *x, const int *step, double *scale, double *sum);
void zlassq_(const int *n, const double complex *x, const int *step, double *scale, double *sum);
double dnrm2_(const int *n, const double *x, const int *step);
double dznrm2_(const int *n, const double complex *x, const int *step);
void dlartg_(const double *f, const double *g, double *c, double *s, double *r);
void zlartg_(const double complex *f, const double complex *g, double *c, double complex *s, double complex *r);
double dlamch_(const char *what, int length);
double dlamc3_(const double *a, const double *b);
double droundup_lwork__(const int *size);
void xerbla_(const char *routine, const int *info, int length);

void dlarf_(char *side, int *m, int *n, double *v, int *incv, double *tau, double *c, int *ldc, double *work,
            int length);
void zlarf_(char *side, int *m, int *n, double complex *v, int *incv, double complex *tau, double complex *c, int *ldc,
            double complex *work, int length);
void dlarft_(char *direct, char *storev, int *n, int *k, double *v, int *ldv, double *tau, double *t, int *ldt,
             int direct_length, int storev_length);
void zlarft_(char *direct, char *storev, int *n, int *k, double complex *v, int *ldv, double complex *tau,
             double complex *t, int *ldt, int direct_length, int storev_length);
void dlarfb_(char *side, char *trans, char *direct, char *storev, int *m, int *n, int *k, double *v, int *ldv,
             double *t, int *ldt, double *c, int *ldc, double *work, int *ldwork, int side_length, int trans_length,
             int direct_length, int storev_length);
void zlarfb_(char *side, char *trans, char *direct, char *storev, int *m, int *n, int *k, double complex *v, int *ldv,
             double complex *t, int *ldt, double complex *c, int *ldc, double complex *work, int *ldwork,
             int side_length, int trans_length, int direct_length, int storev_length);

#endif
