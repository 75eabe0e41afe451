#include "linear/lanczos.h"

#include <stdlib.h>
#include <string.h>

#include "linear/arpack.h"

/* Fortran; hidden lengths of texts come last. */
void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev, const double *tol,
             double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,
             double *workl, const int *lworkl, int *info, size_t bmat_length, size_t which_length);
void dseupd_(const int *rvec, const char *howmny, const int *select, double *d, double *z, const int *ldz,
             const double *sigma, const char *bmat, const int *n, const char *which, const int *nev, const double *tol,
             double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,
             double *workl, const int *lworkl, int *info, size_t howmny_length, size_t bmat_length,
             size_t which_length);

enum { START = -1, APPLY = 1, MASS = 2 }; /* of `ido`: what is asked for */

typedef struct Work {
  const SarLanczos *problem;
  int n, nev, ncv, lworkl, info;
  int iparam[11], ipntr[11];
  double *v, *workd, *workl, *values, *spare;
  int *select;
} Work;

static bool create(const SarLanczos *p, Work *w) {
  int room = p->room ? p->room : p->count + p->count / 2 + 20;
  *w = (Work){.problem = p, .n = p->n, .nev = p->count, .ncv = room < p->n ? room : p->n};
  const size_t n = (size_t)w->n, ncv = (size_t)w->ncv;
  w->lworkl = w->ncv * (w->ncv + 8);
  w->v = calloc(n * ncv, sizeof(double));
  w->workd = calloc(3 * n, sizeof(double));
  w->workl = calloc((size_t)w->lworkl, sizeof(double));
  w->values = calloc(ncv + 1, sizeof(double));
  w->spare = calloc(n, sizeof(double));
  w->select = calloc(ncv, sizeof(int));
  return w->v && w->workd && w->workl && w->values && w->spare && w->select;
}

static void destroy(Work *w) {
  free(w->v);
  free(w->workd);
  free(w->workl);
  free(w->values);
  free(w->spare);
  free(w->select);
}

/* ARPACK's third mode, where OP = S M; of a vector that it has multiplied by M before it says where the product is. */
static SarStatus answer(Work *w, int asked, int64_t *applied) {
  const SarLanczos *p = w->problem;
  double *x = w->workd + w->ipntr[0] - 1, *y = w->workd + w->ipntr[1] - 1;
  if (asked == MASS) return p->mass(p->self, x, y);
  ++*applied;
  if (asked == APPLY) return p->solve(p->self, w->workd + w->ipntr[2] - 1, y);
  SAR_TRY(p->mass(p->self, x, w->spare));
  return p->solve(p->self, w->spare, y);
}

static SarStatus iterate(Work *w, int64_t *applied) {
  int ido = 0;
  w->info = 1; /* the start is given */
  w->iparam[0] = 1;
  w->iparam[2] = w->problem->restarts;
  w->iparam[6] = 3;
  for (;;) {
    dsaupd_(&ido, "G", &w->n, "LM", &w->nev, &w->problem->tolerance, w->problem->start, &w->ncv, w->v, &w->n, w->iparam,
            w->ipntr, w->workd, w->workl, &w->lworkl, &w->info, 1, 2);
    if (ido != START && ido != APPLY && ido != MASS) return SAR_OK;
    SAR_TRY(answer(w, ido, applied));
  }
}

/* Vectors take the place of the Lanczos vectors. With sigma = 0 the values are 1 / theta. */
static void extract(Work *w) {
  int wanted = 1;
  double sigma = 0;
  dseupd_(&wanted, "A", w->select, w->values, w->v, &w->n, &sigma, "G", &w->n, "LM", &w->nev, &w->problem->tolerance,
          w->problem->start, &w->ncv, w->v, &w->n, w->iparam, w->ipntr, w->workd, w->workl, &w->lworkl, &w->info, 1, 1,
          2);
}

/* The vectors in the order of `order`, in place: each cycle of the permutation moves by one vector that is put aside.
 */
static void permute(Work *w, int32_t count, int32_t *order) {
  const size_t n = (size_t)w->n, bytes = n * sizeof(double);
  for (int32_t first = 0; first < count; first++) {
    if (order[first] == first) continue;
    memcpy(w->spare, w->v + (size_t)first * n, bytes);
    int32_t to = first;
    while (order[to] != first) {
      const int32_t from = order[to];
      memcpy(w->v + (size_t)to * n, w->v + (size_t)from * n, bytes);
      order[to] = to;
      to = from;
    }
    memcpy(w->v + (size_t)to * n, w->spare, bytes);
    order[to] = to;
  }
}

/* ARPACK sorts by 1 / theta, ascending where all theta are positive; rounding zeros of either sign stand anywhere. The
 * vectors stay where they are, which is most of the memory here. */
static SarStatus take(Work *w, SarLanczosResult *out) {
  const int32_t settled = w->iparam[4];
  int32_t *order = calloc((size_t)settled + 1, sizeof *order);
  out->values = calloc((size_t)settled + 1, sizeof *out->values);
  if (!order || !out->values) {
    free(order);
    return SAR_NO_MEMORY;
  }
  for (int32_t i = 0; i < settled; i++) {
    int32_t k = i;
    double theta = 1 / w->values[i];
    for (; k > 0 && out->values[k - 1] < theta; k--) {
      out->values[k] = out->values[k - 1];
      order[k] = order[k - 1];
    }
    out->values[k] = theta;
    order[k] = i;
  }
  permute(w, settled, order);
  free(order);
  double *kept = realloc(w->v, (size_t)settled * (size_t)w->n * sizeof *kept);
  out->vectors = kept ? kept : w->v;
  w->v = NULL;
  out->count = settled;
  out->settled = settled >= w->nev;
  return SAR_OK;
}

static SarStatus search(Work *w, SarLanczosResult *out) {
  SAR_TRY(iterate(w, &out->applied));
  if (w->info < 0) return SAR_FAILED;
  if (w->iparam[4] <= 0) return SAR_OK; /* nothing has settled */
  extract(w);
  return w->info < 0 ? SAR_FAILED : take(w, out);
}

SarStatus sar_lanczos(SarContext *context, const SarLanczos *problem, SarLanczosResult *out) {
  Work w;
  *out = (SarLanczosResult){0};
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
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "ask for fewer modes",
                    "ARPACK failed to find the modes (info %d)", info);
}

void sar_lanczos_destroy(SarLanczosResult *result) {
  free(result->values);
  free(result->vectors);
  *result = (SarLanczosResult){0};
}
