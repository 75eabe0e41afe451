#include "linear/cholesky.h"

#include <cholmod.h>
#include <stdlib.h>
#include <string.h>

#include "linear/one_thread.h"

/* Right-hand sides that are solved at once: dense blocks of L are read once for all of them. */
#define AT_ONCE 32

struct SarCholesky {
  cholmod_common common;
  cholmod_factor *factor;
  cholmod_dense *x, *y, *e; /* room that CHOLMOD keeps between solutions */
  int32_t n;
  SarCholeskyStats stats;
};

static void start(SarCholesky *self) {
  cholmod_common *common = &self->common;
  cholmod_l_start(common);
  common->print = 0;
  common->error_handler = NULL;
  common->supernodal = CHOLMOD_SUPERNODAL;
  common->nmethods = 1;
  common->method[0].ordering = CHOLMOD_METIS;
  common->postorder = 1;
  common->quick_return_if_not_posdef = 1;
}

/* The indices of CHOLMOD are long: the factors of a large mesh have more entries than an int can count. */
static cholmod_sparse *convert(const SarPattern *pattern, const double *values, cholmod_common *common) {
  const size_t n = (size_t)pattern->ncolumns, entries = (size_t)pattern->column[n];
  cholmod_sparse *a = cholmod_l_allocate_sparse(n, n, entries, 1, 1, 1, CHOLMOD_REAL, common);
  if (!a) return NULL;
  SuiteSparse_long *starts = a->p, *rows = a->i;
  for (size_t j = 0; j <= n; j++) starts[j] = pattern->column[j];
  for (size_t k = 0; k < entries; k++) rows[k] = pattern->row[k];
  memcpy(a->x, values, entries * sizeof *values);
  return a;
}

static SarStatus factorise(SarCholesky *self, const SarPattern *pattern, const double *values, int32_t *column) {
  cholmod_common *common = &self->common;
  cholmod_sparse *a = convert(pattern, values, common);
  if (a) self->factor = cholmod_l_analyze(a, common);
  if (self->factor) {
    self->stats = (SarCholeskyStats){(int64_t)common->lnz, common->fl};
    cholmod_l_factorize(a, self->factor, common);
  }
  cholmod_l_free_sparse(&a, common);
  if (common->status < CHOLMOD_OK || !self->factor) return SAR_NO_MEMORY;
  if (self->factor->minor >= self->factor->n) return SAR_OK;
  *column = (int32_t)((SuiteSparse_long *)self->factor->Perm)[self->factor->minor];
  return SAR_SINGULAR;
}

SarStatus sar_cholesky_create(SarContext *context, const SarPattern *pattern, const double *values, SarCholesky **out,
                              int32_t *column) {
  SarCholesky *self = calloc(1, sizeof *self);
  *out = NULL;
  *column = -1;
  if (!self) return sar_report_no_memory(context);
  self->n = pattern->ncolumns;
  sar_one_thread_begin();
  start(self);
  SarStatus status = factorise(self, pattern, values, column);
  sar_one_thread_end();
  if (status == SAR_OK) {
    *out = self;
    return SAR_OK;
  }
  sar_cholesky_destroy(&self);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
}

void sar_cholesky_destroy(SarCholesky **cholesky) {
  SarCholesky *self = *cholesky;
  *cholesky = NULL;
  if (!self) return;
  cholmod_l_free_dense(&self->x, &self->common);
  cholmod_l_free_dense(&self->y, &self->common);
  cholmod_l_free_dense(&self->e, &self->common);
  cholmod_l_free_factor(&self->factor, &self->common);
  cholmod_l_finish(&self->common);
  free(self);
}

static bool solve_some(SarCholesky *self, int32_t count, double *rhs) {
  const size_t n = (size_t)self->n, size = n * (size_t)count;
  cholmod_dense b = {.nrow = n, .ncol = (size_t)count, .nzmax = size, .d = n, .x = rhs, .xtype = CHOLMOD_REAL};
  b.dtype = CHOLMOD_DOUBLE;
  if (!cholmod_l_solve2(CHOLMOD_A, self->factor, &b, NULL, &self->x, NULL, &self->y, &self->e, &self->common)) {
    return false;
  }
  memcpy(rhs, self->x->x, size * sizeof *rhs);
  return true;
}

SarStatus sar_cholesky_solve(SarContext *context, SarCholesky *cholesky, int32_t count, double *rhs) {
  bool done = true;
  sar_one_thread_begin();
  for (int32_t first = 0; first < count && done && cholesky->n; first += AT_ONCE) {
    int32_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
    done = solve_some(cholesky, some, rhs + (size_t)first * (size_t)cholesky->n);
  }
  sar_one_thread_end();
  return done ? SAR_OK : sar_report_no_memory(context);
}

SarCholeskyStats sar_cholesky_stats(const SarCholesky *cholesky) { return cholesky->stats; }
