/* The registry of linear solvers and the thin layer between callers and classes.
 *
 * The layer owns a copy of the pattern, which every class may keep pointers into, and does once what no class should
 * have to repeat: it checks the pattern, picks the class for `auto`, and stops numbers that are not finite before
 * they reach a pivot search. Without a sound factorisation it answers nan, and the class is not asked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "linear/estimate.h"
#include "linear/linear.h"
#include "linear/pivot.h"

#define SAR_LINEAR(name) extern const SarLinearClass sar_linear_##name;
#include "linear/registry.def"
#undef SAR_LINEAR

extern const SarLinearClass sar_linear_automatic; /* what `auto` takes in the place of KLU */

static const SarLinearClass *const classes[] = {
#define SAR_LINEAR(name) &sar_linear_##name,
#include "linear/registry.def"
#undef SAR_LINEAR
};

struct SarLinear {
  const SarLinearClass *class;
  void *self;
  SarPattern pattern;   /* owned */
  int32_t *from;        /* by entry of it: its place in the caller's values; null: the same */
  double *part;         /* comes with from: the values of the entries */
  bool usable;          /* the last factor call succeeded */
  int32_t not_finite;   /* column with a value that is not finite in the last factor call, or -1 */
  SarRefinement refine; /* which solutions of the last factorisation are refined */
  double *values;       /* of the last factorisation whose solutions are refined */
  double *residual;     /* n, comes with values */
  int64_t refined;
};

int32_t sar_linear_class_count(void) { return (int32_t)(sizeof classes / sizeof *classes); }

const SarLinearClass *sar_linear_class(int32_t index) {
  return index >= 0 && index < sar_linear_class_count() ? classes[index] : NULL;
}

const SarLinearClass *sar_linear_class_find(const char *name) {
  for (int32_t i = 0; name && i < sar_linear_class_count(); i++) {
    if (strcmp(classes[i]->name, name) == 0) return classes[i];
  }
  return NULL;
}

static bool admits(const SarLinearClass *class, const SarPattern *pattern) {
  const double n = pattern->nrows, nentries = pattern->column[pattern->ncolumns];
  if (class->largest == 0 || pattern->nrows <= class->largest) return true;
  return class->density > 0 && nentries >= class->density * n * n;
}

static const SarLinearClass *class_for(const SarPattern *pattern) {
  for (int32_t i = 0; i < sar_linear_class_count(); i++) {
    if (admits(classes[i], pattern)) return classes[i] == &sar_linear_klu ? &sar_linear_automatic : classes[i];
  }
  return NULL;
}

static SarStatus report_unknown(SarContext *context, const char *name) {
  char remedy[256] = "choose auto";
  size_t length = strlen(remedy);
  for (int32_t i = 0; i < sar_linear_class_count() && length < sizeof remedy; i++) {
    length += (size_t)snprintf(remedy + length, sizeof remedy - length, " or %s", classes[i]->name);
  }
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "there is no linear solver `%s`",
                    name ? name : "");
}

static bool column_is_sorted(const SarPattern *pattern, int32_t j) {
  int32_t last = -1;
  for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
    if (pattern->row[p] <= last || pattern->row[p] >= pattern->nrows) return false;
    last = pattern->row[p];
  }
  return true;
}

static SarStatus check_pattern(SarContext *context, const SarPattern *pattern) {
  if (pattern->nrows != pattern->ncolumns || pattern->nrows < 0) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give as many equations as unknowns",
                      "the matrix has %d rows and %d columns", (int)pattern->nrows, (int)pattern->ncolumns);
  }
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    if (pattern->column[j] < 0 || pattern->column[j + 1] < pattern->column[j] || !column_is_sorted(pattern, j)) {
      return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "sort the rows and store each entry once",
                        "column %d of the matrix pattern is not in order", (int)j);
    }
  }
  return SAR_OK;
}

/* kept null: all entries */
static bool take_pattern(SarLinear *linear, const SarPattern *pattern, const bool *kept) {
  size_t nstarts = (size_t)pattern->ncolumns + 1, all = (size_t)pattern->column[pattern->ncolumns], nentries = all;
  for (size_t k = 0; kept && k < all; k++) nentries -= !kept[k];
  int32_t *column = malloc(nstarts * sizeof *column);
  int32_t *row = malloc((nentries + 1) * sizeof *row);
  linear->pattern = (SarPattern){pattern->nrows, pattern->ncolumns, column, row};
  if (!column || !row) return false;
  if (!kept) {
    memcpy(column, pattern->column, nstarts * sizeof *column);
    if (nentries > 0) memcpy(row, pattern->row, nentries * sizeof *row);
    return true;
  }
  linear->from = malloc((nentries + 1) * sizeof *linear->from);
  linear->part = malloc((nentries + 1) * sizeof *linear->part);
  if (!linear->from || !linear->part) return false;
  int32_t count = 0;
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    column[c] = count;
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      if (!kept[k]) continue;
      row[count] = pattern->row[k];
      linear->from[count++] = k;
    }
  }
  column[pattern->ncolumns] = count;
  return true;
}

static const double *values_of_part(SarLinear *linear, const double *values) {
  if (!linear->from) return values;
  for (int32_t k = 0; k < linear->pattern.column[linear->pattern.ncolumns]; k++) {
    linear->part[k] = values[linear->from[k]];
  }
  return linear->part;
}

static SarStatus check_partition(SarContext *context, const SarPattern *pattern, const SarPartition *partition) {
  if (partition->count == 0) return SAR_OK;
  bool sound = partition->start[0] == 0 && partition->start[partition->count] == pattern->nrows;
  for (int32_t k = 0; k < partition->count; k++) sound = sound && partition->start[k] < partition->start[k + 1];
  if (sound) return SAR_OK;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "let the parts cover the unknowns one after the other",
                    "the partition does not fit the %d unknowns", (int)pattern->nrows);
}

/* Before it is known to be needed: nothing may be allocated later. */
static bool allocate_refinement(SarLinear *linear) {
  const size_t n = (size_t)linear->pattern.nrows, nentries = (size_t)linear->pattern.column[linear->pattern.ncolumns];
  linear->values = malloc((nentries + 1) * sizeof *linear->values);
  linear->residual = malloc((n + 1) * sizeof *linear->residual);
  return linear->values && linear->residual;
}

static SarStatus create(SarContext *context, const char *name, const SarPattern *pattern, const bool *kept,
                        const SarPartition *partition, SarLinear **out) {
  *out = NULL;
  SAR_TRY(check_pattern(context, pattern));
  SAR_TRY(check_partition(context, pattern, partition));
  SarLinear *linear = calloc(1, sizeof *linear);
  if (!linear) return sar_report_no_memory(context);
  if (!take_pattern(linear, pattern, kept)) {
    sar_linear_destroy(&linear);
    return sar_report_no_memory(context);
  }
  const bool automatic = name && strcmp(name, "auto") == 0;
  const SarLinearClass *class = automatic ? class_for(&linear->pattern) : sar_linear_class_find(name);
  if (!class) {
    sar_linear_destroy(&linear);
    return report_unknown(context, name);
  }
  linear->class = class;
  linear->not_finite = -1;
  SarStatus status = SAR_OK;
  if (class->refinement && !allocate_refinement(linear)) status = sar_report_no_memory(context);
  if (status == SAR_OK) status = class->create(context, &linear->pattern, partition, &linear->self);
  if (status != SAR_OK) {
    sar_linear_destroy(&linear);
    return status;
  }
  *out = linear;
  return SAR_OK;
}

SarStatus sar_linear_create(SarContext *context, const char *name, const SarPattern *pattern, SarLinear **out) {
  return create(context, name, pattern, NULL, &(SarPartition){0}, out);
}

SarStatus sar_linear_create_of_part(SarContext *context, const char *name, const SarPattern *pattern, const bool *kept,
                                    const SarPartition *partition, SarLinear **out) {
  return create(context, name, pattern, kept, partition ? partition : &(SarPartition){0}, out);
}

SarStatus sar_linear_create_in_parts(SarContext *context, const char *name, const SarPattern *pattern,
                                     const SarPartition *partition, SarLinear **out) {
  return create(context, name, pattern, NULL, partition, out);
}

void sar_linear_destroy(SarLinear **linear) {
  if (!linear || !*linear) return;
  SarLinear *l = *linear;
  if (l->self) l->class->destroy(l->self);
  free((void *)l->pattern.column);
  free((void *)l->pattern.row);
  free(l->from);
  free(l->part);
  free(l->values);
  free(l->residual);
  free(l);
  *linear = NULL;
}

/* The caller's values may change while the factorisation is in use. */
static void prepare_refinement(SarLinear *linear, const double *values) {
  const size_t nentries = (size_t)linear->pattern.column[linear->pattern.ncolumns];
  memcpy(linear->values, values, nentries * sizeof *values);
  linear->refined++;
}

/* values: those of the part */
static SarStatus factor_part_by(SarLinear *linear, const double *values,
                                SarStatus (*factor)(void *self, const double *values)) {
  const SarLinearClass *class = linear->class;
  linear->usable = false;
  linear->refine = SAR_REFINE_NOTHING;
  linear->not_finite = sar_first_not_finite(&linear->pattern, values);
  if (linear->not_finite >= 0) return SAR_SINGULAR;
  SAR_TRY(factor(linear->self, values));
  if (class->refinement) linear->refine = class->refinement(linear->self);
  if (linear->refine != SAR_REFINE_NOTHING) prepare_refinement(linear, values);
  linear->usable = true;
  return SAR_OK;
}

static SarStatus factor_part(SarLinear *linear, const double *values, bool tried) {
  const SarLinearClass *class = linear->class;
  return factor_part_by(linear, values, tried || !class->factor_untried ? class->factor : class->factor_untried);
}

SarStatus sar_linear_factor(SarLinear *linear, const double *values) {
  return factor_part(linear, values_of_part(linear, values), true);
}

SarStatus sar_linear_factor_untried(SarLinear *linear, const double *values) {
  return factor_part(linear, values_of_part(linear, values), false);
}

static void fill_with_nan(int32_t n, double *x) {
  for (int32_t i = 0; i < n; i++) x[i] = NAN;
}

static void subtract_product(const SarPattern *pattern, const double *values, bool transposed, const double *x,
                             double *b) {
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      const int32_t i = pattern->row[p];
      b[transposed ? j : i] -= values[p] * x[transposed ? i : j];
    }
  }
}

/* One step of iterative refinement (Skeel, Mathematics of Computation 35, 1980): the residual that is left is the
 * backward error times the correction instead of times the solution. A correction of the solution's own size says that
 * the matrix is singular to working precision, and is not to be trusted. */
static void solve_and_refine(SarLinear *linear, bool transposed, double *rhs) {
  const SarPattern *pattern = &linear->pattern;
  const int32_t n = pattern->nrows;
  void (*solve)(void *self, double *x) = transposed ? linear->class->solve_transposed : linear->class->solve;
  double *correction = linear->residual;
  memcpy(correction, rhs, (size_t)n * sizeof *rhs);
  solve(linear->self, rhs);
  subtract_product(pattern, linear->values, transposed, rhs, correction);
  solve(linear->self, correction);
  if (!(sar_largest_known(n, correction) <= 0.5 * sar_largest_known(n, rhs))) return;
  for (int32_t i = 0; i < n; i++) rhs[i] += correction[i];
}

void sar_linear_solve(SarLinear *linear, double *rhs) {
  if (!linear->usable) {
    fill_with_nan(linear->pattern.nrows, rhs);
  } else if (linear->refine) {
    solve_and_refine(linear, false, rhs);
  } else {
    linear->class->solve(linear->self, rhs);
  }
}

void sar_linear_solve_aside(SarLinear *linear, double *rhs) {
  const SarLinearClass *class = linear->class;
  if (linear->usable) {
    (class->solve_aside ? class->solve_aside : class->solve)(linear->self, rhs);
  } else {
    fill_with_nan(linear->pattern.nrows, rhs);
  }
}

void sar_linear_correct(SarLinear *linear, double *rhs) {
  if (linear->usable && linear->refine == SAR_REFINE_ANSWERS) {
    linear->class->solve(linear->self, rhs);
  } else {
    sar_linear_solve(linear, rhs);
  }
}

void sar_linear_solve_transposed(SarLinear *linear, double *rhs) {
  if (!linear->usable) {
    fill_with_nan(linear->pattern.nrows, rhs);
  } else if (linear->refine) {
    solve_and_refine(linear, true, rhs);
  } else {
    linear->class->solve_transposed(linear->self, rhs);
  }
}

void sar_linear_solve_many(SarLinear *linear, bool transposed, int32_t count, double *rhs) {
  if (linear->usable && !linear->refine && linear->class->solve_many) {
    linear->class->solve_many(linear->self, transposed, count, rhs);
    return;
  }
  void (*solve)(SarLinear *, double *) = transposed ? sar_linear_solve_transposed : sar_linear_solve;
  for (int32_t k = 0; k < count; k++) solve(linear, rhs + (size_t)k * (size_t)linear->pattern.nrows);
}

void sar_linear_subtract(const SarLinear *linear, const double *values, const double *x, double *b) {
  const SarPattern *pattern = &linear->pattern;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      b[pattern->row[p]] -= values[linear->from ? linear->from[p] : p] * x[j];
    }
  }
}

void sar_linear_subtract_terms(const SarLinear *linear, const double *values, const double *x, double *b,
                               double *terms) {
  const SarPattern *pattern = &linear->pattern;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      const double product = values[linear->from ? linear->from[p] : p] * x[j];
      b[pattern->row[p]] -= product;
      terms[pattern->row[p]] += fabs(product);
    }
  }
}

double sar_linear_condition(SarLinear *linear, const double *values) {
  return linear->usable ? linear->class->condition(linear->self, values_of_part(linear, values)) : INFINITY;
}

int32_t sar_linear_singular_column(SarLinear *linear) {
  return linear->not_finite >= 0 ? linear->not_finite : linear->class->singular_column(linear->self);
}

const double *sar_linear_pivot_values(const SarLinear *linear) {
  return linear->class->pivot_values ? linear->class->pivot_values(linear->self) : NULL;
}

static SarStatus load_pivots(SarLinear *linear, SarArchive *archive) {
  int32_t entries = linear->pattern.column[linear->pattern.ncolumns];
  double *values = calloc((size_t)entries + 1, sizeof *values);
  if (!values) return SAR_NO_MEMORY;
  sar_archive_reals(archive, values, entries);
  const SarLinearClass *class = linear->class;
  SarStatus status = archive->status;
  if (status == SAR_OK)
    status = factor_part_by(linear, values, class->load_pivots ? class->load_pivots : class->factor);
  free(values);
  return status;
}

static SarStatus archive_pivots(SarLinear *linear, SarArchive *archive) {
  const double *pivots = archive->loading ? NULL : sar_linear_pivot_values(linear);
  bool have = pivots != NULL;
  sar_archive_flag(archive, &have);
  if (!have || archive->status != SAR_OK) return archive->status;
  if (archive->loading) return load_pivots(linear, archive);
  sar_archive_save_reals(archive, pivots, linear->pattern.column[linear->pattern.ncolumns]);
  return archive->status;
}

SarStatus sar_linear_archive(SarLinear *linear, SarArchive *archive) {
  if (archive->no_matrices) return archive->status;
  SAR_TRY(archive_pivots(linear, archive));
  return linear->class->archive ? linear->class->archive(linear->self, archive) : SAR_OK;
}

SarLinearStats sar_linear_stats(const SarLinear *linear) {
  SarLinearStats stats = {0};
  linear->class->stats(linear->self, &stats);
  stats.refined = linear->refined;
  if (!linear->usable) stats.reciprocal = 0;
  return stats;
}

const char *sar_linear_name(const SarLinear *linear) { return linear->class->name; }
