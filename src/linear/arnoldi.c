#include "linear/arnoldi.h"

#include <stdlib.h>
#include <string.h>

#include "linear/arpack.h"

/* Fortran; hidden lengths of texts come last. */
void dnaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev, const double *tol,
             double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,
             double *workl, const int *lworkl, int *info, size_t bmat_length, size_t which_length);
void dneupd_(const int *rvec, const char *howmny, const int *select, double *dr, double *di, double *z, const int *ldz,
             const double *sigmar, const double *sigmai, double *workev, const char *bmat, const int *n,
             const char *which, const int *nev, const double *tol, double *resid, const int *ncv, double *v,
             const int *ldv, int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
             size_t howmny_length, size_t bmat_length, size_t which_length);

enum { MORE_RESTARTS = 1, NO_SHIFTS = 3 }; /* of `info`: what has settled so far can be had */

typedef struct Work {
  const SarArnoldi *problem;
  int n, nev, ncv, lworkl, info;
  int iparam[11], ipntr[14];
  double *v, *workd, *workl, *workev, *dr, *di, *z;
  int *select;
} Work;

static bool create(const SarArnoldi *p, Work *w) {
  int room = p->room ? p->room : 2 * p->count + 20;
  *w = (Work){.problem = p, .n = p->n, .nev = p->count, .ncv = room < p->n ? room : p->n};
  size_t n = (size_t)w->n, ncv = (size_t)w->ncv;
  w->lworkl = 3 * w->ncv * w->ncv + 6 * w->ncv;
  w->v = calloc(n * ncv, sizeof(double));
  w->workd = calloc(3 * n, sizeof(double));
  w->workl = calloc((size_t)w->lworkl, sizeof(double));
  w->workev = calloc(3 * ncv, sizeof(double));
  w->dr = calloc(ncv + 1, sizeof(double));
  w->di = calloc(ncv + 1, sizeof(double));
  w->z = calloc(n * (ncv + 1), sizeof(double));
  w->select = calloc(ncv, sizeof(int));
  return w->v && w->workd && w->workl && w->workev && w->dr && w->di && w->z && w->select;
}

static void destroy(Work *w) {
  free(w->v);
  free(w->workd);
  free(w->workl);
  free(w->workev);
  free(w->dr);
  free(w->di);
  free(w->z);
  free(w->select);
}

static SarStatus iterate(Work *w, int64_t *applied) {
  const SarArnoldi *p = w->problem;
  int ido = 0;
  w->info = 1; /* the start is given */
  w->iparam[0] = 1;
  w->iparam[2] = p->restarts;
  w->iparam[6] = 1; /* A x = lambda x */
  for (;;) {
    dnaupd_(&ido, "I", &w->n, "LM", &w->nev, &p->tolerance, p->start, &w->ncv, w->v, &w->n, w->iparam, w->ipntr,
            w->workd, w->workl, &w->lworkl, &w->info, 1, 2);
    if (ido != 1 && ido != -1) return SAR_OK;
    ++*applied;
    SAR_TRY(p->apply(p->self, w->workd + w->ipntr[0] - 1, w->workd + w->ipntr[1] - 1));
  }
}

static void extract(Work *w) {
  int wanted = 1;
  double none = 0;
  dneupd_(&wanted, "A", w->select, w->dr, w->di, w->z, &w->n, &none, &none, w->workev, "I", &w->n, "LM", &w->nev,
          &w->problem->tolerance, w->problem->start, &w->ncv, w->v, &w->n, w->iparam, w->ipntr, w->workd, w->workl,
          &w->lworkl, &w->info, 1, 1, 2);
}

/* Of a pair whose second half was cut off the first one tells both. */
static SarStatus take(Work *w, SarArnoldiResult *out) {
  size_t n = (size_t)w->n;
  int32_t settled = w->iparam[4], count = 0;
  out->values = calloc((size_t)settled + 2, sizeof *out->values);
  out->vectors = calloc(((size_t)settled + 2) * n, sizeof *out->vectors);
  if (!out->values || !out->vectors) return SAR_NO_MEMORY;
  for (int32_t j = 0; j < settled;) {
    double complex *x = out->vectors + (size_t)count * n;
    bool pair = w->di[j] != 0;
    double side = w->di[j] < 0 ? -1 : 1;
    out->values[count] = w->dr[j] + I * side * w->di[j];
    for (size_t i = 0; i < n; i++) {
      x[i] = w->z[(size_t)j * n + i] + (pair ? I * side * w->z[((size_t)j + 1) * n + i] : 0);
    }
    count++;
    j += pair ? 2 : 1;
    if (!pair) continue;
    out->values[count] = conj(out->values[count - 1]);
    for (size_t i = 0; i < n; i++) x[n + i] = conj(x[i]);
    count++;
  }
  out->count = count;
  out->settled = settled >= w->nev;
  return SAR_OK;
}

static SarStatus search(Work *w, SarArnoldiResult *out) {
  SAR_TRY(iterate(w, &out->applied));
  if (w->info < 0) return SAR_FAILED;
  if (w->iparam[4] <= 0) return SAR_OK; /* nothing has settled */
  extract(w);
  return w->info < 0 ? SAR_FAILED : take(w, out);
}

SarStatus sar_arnoldi(SarContext *context, const SarArnoldi *problem, SarArnoldiResult *out) {
  Work w;
  *out = (SarArnoldiResult){0};
  SarStatus status = SAR_NO_MEMORY;
  if (create(problem, &w)) {
    sar_arpack_begin();
    status = search(&w, out);
    sar_arpack_end();
  }
  int info = w.info;
  destroy(&w);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  if (status != SAR_FAILED || info >= 0) return status;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "ask for fewer modes, or give `--solver dense`",
                    "ARPACK failed to find the modes (info %d)", info);
}

void sar_arnoldi_destroy(SarArnoldiResult *result) {
  free(result->values);
  free(result->vectors);
  *result = (SarArnoldiResult){0};
}
