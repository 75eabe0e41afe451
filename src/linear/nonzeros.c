#include "linear/nonzeros.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/costs.h"

#define GROWN 1.5 /* times the entries that differ from zero: more are not kept for their past */
#define LOOKING 4 /* instructions per stored entry: is it zero, and to its place */

extern const SarLinearClass sar_linear_klu;

typedef struct Nonzeros {
  SarContext *context;
  SarPattern whole; /* the caller's */
  SarPattern part;  /* the entries in use; arrays below */
  int32_t *column, *row;
  int32_t *from;  /* by entry of the part: its place in the whole */
  bool *used;     /* by entry of the whole */
  double *values; /* of the part */
  void *klu;      /* for the part; null: there is none yet */
  int64_t made;
  SarLinearStats before; /* of parts that are no longer used: counts only */
} Nonzeros;

static int32_t entries_of(const SarPattern *pattern) { return pattern->column[pattern->ncolumns]; }

static void destroy(void *self) {
  Nonzeros *z = self;
  if (z->klu) sar_linear_klu.destroy(z->klu);
  free(z->column);
  free(z->row);
  free(z->from);
  free(z->used);
  free(z->values);
  free(z);
}

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  (void)partition;
  const size_t n = (size_t)pattern->ncolumns + 1, entries = (size_t)entries_of(pattern) + 1;
  Nonzeros *z = calloc(1, sizeof *z);
  if (!z) return sar_report_no_memory(context);
  *z = (Nonzeros){.context = context,
                  .whole = *pattern,
                  .column = calloc(n, sizeof *z->column),
                  .row = malloc(entries * sizeof *z->row),
                  .from = malloc(entries * sizeof *z->from),
                  .used = calloc(entries, sizeof *z->used),
                  .values = malloc(entries * sizeof *z->values)};
  z->part = (SarPattern){pattern->nrows, pattern->ncolumns, z->column, z->row};
  if (!z->column || !z->row || !z->from || !z->used || !z->values) {
    destroy(z);
    return sar_report_no_memory(context);
  }
  *self = z;
  return SAR_OK;
}

/* ---- the part in use ---- */

static bool is_enough(const Nonzeros *z, const double *values) {
  bool missing = false;
  for (int32_t k = 0; k < entries_of(&z->whole); k++) missing |= !z->used[k] & (values[k] != 0);
  return !missing;
}

static void choose(Nonzeros *z, const double *values) {
  const int32_t entries = entries_of(&z->whole);
  int32_t now = 0, together = 0;
  for (int32_t k = 0; k < entries; k++) {
    now += values[k] != 0;
    together += values[k] != 0 || z->used[k];
  }
  const bool kept = together <= GROWN * now;
  for (int32_t k = 0; k < entries; k++) z->used[k] = values[k] != 0 || (kept && z->used[k]);
}

static void leave(Nonzeros *z, void *klu) {
  if (!klu) return;
  SarLinearStats stats = {0};
  sar_linear_klu.stats(klu, &stats);
  z->before.factorisations += stats.factorisations;
  z->before.full += stats.full;
  z->before.solves += stats.solves;
  z->before.matching += stats.matching;
  if (stats.peak > z->before.peak) z->before.peak = stats.peak;
  sar_linear_klu.destroy(klu);
}

/* Of the entries that `used` marks. */
static SarStatus make_part(Nonzeros *z) {
  int32_t count = 0;
  for (int32_t j = 0; j < z->whole.ncolumns; j++) {
    z->column[j] = count;
    for (int32_t k = z->whole.column[j]; k < z->whole.column[j + 1]; k++) {
      if (!z->used[k]) continue;
      z->row[count] = z->whole.row[k];
      z->from[count++] = k;
    }
  }
  z->column[z->whole.ncolumns] = count;
  z->made++;
  void *before = z->klu;
  z->klu = NULL;
  const SarStatus status = sar_linear_klu.create(z->context, &z->part, &(SarPartition){0}, &z->klu);
  if (status == SAR_OK && before) sar_klu_follow(z->klu, before);
  leave(z, before);
  return status;
}

static const double *values_of_part(Nonzeros *z, const double *values) {
  const int32_t entries = entries_of(&z->part);
  for (int32_t k = 0; k < entries; k++) z->values[k] = values[z->from[k]];
  return z->values;
}

static SarStatus factor_by(Nonzeros *z, const double *values, SarStatus (*by_klu)(void *, const double *)) {
  if (!z->klu || !is_enough(z, values)) {
    choose(z, values);
    SAR_TRY(make_part(z));
  }
  return by_klu(z->klu, values_of_part(z, values));
}

static SarStatus factor(void *self, const double *values) { return factor_by(self, values, sar_linear_klu.factor); }

static SarStatus factor_untried(void *self, const double *values) {
  return factor_by(self, values, sar_linear_klu.factor_untried);
}

/* ---- with its factors ---- */

static void solve(void *self, double *rhs) { sar_linear_klu.solve(((Nonzeros *)self)->klu, rhs); }

static void solve_transposed(void *self, double *rhs) { sar_linear_klu.solve_transposed(((Nonzeros *)self)->klu, rhs); }

static void solve_many(void *self, bool transposed, int32_t count, double *rhs) {
  sar_linear_klu.solve_many(((Nonzeros *)self)->klu, transposed, count, rhs);
}

static double condition(void *self, const double *values) {
  Nonzeros *z = self;
  return sar_linear_klu.condition(z->klu, values_of_part(z, values));
}

static int32_t singular_column(void *self) {
  Nonzeros *z = self;
  return z->klu ? sar_linear_klu.singular_column(z->klu) : -1;
}

static SarRefinement refinement(void *self) { return sar_linear_klu.refinement(((Nonzeros *)self)->klu); }

static void stats(void *self, SarLinearStats *out) {
  const Nonzeros *z = self;
  *out = (SarLinearStats){0};
  if (z->klu) sar_linear_klu.stats(z->klu, out);
  out->factorisations += z->before.factorisations;
  out->full += z->before.full;
  out->solves += z->before.solves;
  out->matching += z->before.matching;
  if (z->before.peak > out->peak) out->peak = z->before.peak;
}

double sar_nonzeros_cost(const void *self, double solves) {
  const Nonzeros *z = self;
  return LOOKING * (double)entries_of(&z->whole) + sar_klu_cost(z->klu, solves);
}

int64_t sar_nonzeros_made(const void *self) { return ((const Nonzeros *)self)->made; }
int32_t sar_nonzeros_entries(const void *self) { return entries_of(&((const Nonzeros *)self)->part); }

/* ---- checkpoints ---- */

static SarStatus load_pivots(Nonzeros *z, SarArchive *archive) {
  SAR_TRY(make_part(z));
  SAR_TRY(sar_klu_archive_order(z->klu, archive));
  sar_archive_reals(archive, z->values, entries_of(&z->part));
  SAR_TRY(archive->status);
  return sar_linear_klu.factor(z->klu, z->values);
}

/* What is in use, the order that its pivots follow, and the values for which they were chosen. */
static SarStatus archive(void *self, SarArchive *archive) {
  Nonzeros *z = self;
  const double *pivots = archive->loading || !z->klu ? NULL : sar_linear_klu.pivot_values(z->klu);
  bool have = pivots != NULL;
  sar_archive_flag(archive, &have);
  SAR_ARCHIVE(archive, z->made);
  if (!have || archive->status != SAR_OK) return archive->status;
  for (int32_t k = 0; k < entries_of(&z->whole); k++) sar_archive_flag(archive, &z->used[k]);
  SAR_TRY(archive->status);
  if (archive->loading) {
    const int64_t made = z->made;
    SAR_TRY(load_pivots(z, archive));
    z->made = made;
  } else {
    SAR_TRY(sar_klu_archive_order(z->klu, archive));
    sar_archive_save_reals(archive, pivots, entries_of(&z->part));
  }
  return archive->status;
}

const SarLinearClass sar_linear_nonzeros = {
    .name = "nonzeros",
    .summary = "KLU for the entries that differ from zero",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .factor_untried = factor_untried,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .solve_many = solve_many,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
    .refinement = refinement,
    .archive = archive,
};
