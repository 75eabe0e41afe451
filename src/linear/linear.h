/* Linear systems: one interface, one file per solver.
 *
 *   create (pattern) -> factor (values) -> solve, solve, ... -> factor (new values, same pattern) -> ...
 *
 * factor does the cheap refactorisation with the pivots of the first one whenever that is sound, and falls back to a
 * full factorisation with new pivots when they have gone bad. Where a trial says that solutions would still not be as
 * exact as rounding allows, each of them is refined once. Nothing is allocated after the first factor unless new pivots
 * are needed, or `auto` takes another solver. The same numbers give the same bits. */
#ifndef SAR_LINEAR_H
#define SAR_LINEAR_H

#include <stdbool.h>

#include "base/archive.h"
#include "base/context.h"

/* The nonzero pattern of a square or rectangular matrix by columns (CSC); rows sorted within a column. */
typedef struct SarPattern {
  int32_t nrows, ncolumns;
  const int32_t *column; /* ncolumns + 1 starts */
  const int32_t *row;    /* row indices, column[ncolumns] of them */
} SarPattern;

/* Where an entry stands among the values; -1: it is not stored. */
static inline int32_t sar_pattern_find(const SarPattern *pattern, int32_t row, int32_t column) {
  int32_t first = pattern->column[column], end = pattern->column[column + 1];
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    if (pattern->row[middle] == row) return middle;
    if (pattern->row[middle] < row)
      first = middle + 1;
    else
      end = middle;
  }
  return -1;
}

/* Which unknowns belong together, such as the six of a body: runs of neighbouring numbers. A hint, nothing more: it
 * decides how fast a solver that works by blocks is. */
typedef struct SarPartition {
  int32_t count;        /* 0: nothing is known */
  const int32_t *start; /* count + 1, from 0 to n */
} SarPartition;

typedef struct SarLinear SarLinear;

typedef struct SarLinearStats {
  int64_t factorisations; /* all, including refactorisations */
  int64_t full;           /* those that chose new pivots */
  int64_t fallbacks;      /* those left to another solver, because the pivots of this one were bad */
  int64_t refined;        /* those whose solutions are improved by one step of iterative refinement */
  int64_t solves;
  int64_t fill;      /* entries of L + U */
  double operations; /* multiplications and additions of a factorisation */
  double matching;   /* entries looked at to match rows with columns, in all searches for an order */
  int64_t peak;      /* bytes that a search for an order, with its factors, has needed at most; 0: not known */
  double reciprocal; /* cheap reciprocal condition estimate of the last factorisation, 0 when singular */
  double cost_ratio; /* cost of a matrix (values + factor) in units of one residual + solve; a fixed estimate from
                        operation counts, never from a clock, so that runs repeat bit for bit */
} SarLinearStats;

/* Which solutions of a factorisation need a step of refinement. */
typedef enum SarRefinement {
  SAR_REFINE_NOTHING,
  SAR_REFINE_ANSWERS, /* those that are used as they are; corrections of an iteration that looks at its residual do not
                       */
  SAR_REFINE_ALL
} SarRefinement;

/* The interface every solver file implements; see registry.def. The pattern outlives self, the partition need not. The
 * values that reach factor are finite; solve, solve_transposed and condition are called only after a factor that
 * succeeded. */
typedef struct SarLinearClass {
  const char *name, *summary;
  int32_t largest; /* used by `auto` only up to this size; 0 = any size */
  double density;  /* and, when > 0, above that size for matrices with at least this fraction of entries stored */
  SarStatus (*create)(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self);
  void (*destroy)(void *self);
  SarStatus (*factor)(void *self, const double *values); /* SAR_OK, SAR_SINGULAR or SAR_NO_MEMORY */
  /* The same without a trial of pivots that were kept; null: there is no such way. */
  SarStatus (*factor_untried)(void *self, const double *values);
  void (*solve)(void *self, double *rhs);            /* in place */
  void (*solve_transposed)(void *self, double *rhs); /* A^T x = b, in place */
  void (*solve_aside)(void *self, double *rhs);      /* the same as solve, and no later choice depends on it; null:
                                                        nothing ever does */
  /* The same for `count` right-hand sides, one behind the other; null: they are solved one by one. */
  void (*solve_many)(void *self, bool transposed, int32_t count, double *rhs);
  double (*condition)(void *self, const double *values); /* 1-norm condition number estimate */
  void (*stats)(void *self, SarLinearStats *stats);
  int32_t (*singular_column)(void *self); /* column at which the last factorisation failed, -1 if unknown */
  /* The values for which the pivots in use were chosen; null when there are none yet. The function is null where pivots
   * are chosen anew in every factorisation. */
  const double *(*pivot_values)(void *self);
  /* Chooses the pivots for such values that were saved; null: factor does. */
  SarStatus (*load_pivots)(void *self, const double *values);
  /* Which solutions of the last factorisation, which succeeded, need a step of refinement to be as exact as rounding
   * allows; null: none. It must follow from the values and the pivots alone. */
  SarRefinement (*refinement)(void *self);
  /* Saves what else the past has decided, or loads it after the pivots; null: nothing. */
  SarStatus (*archive)(void *self, SarArchive *archive);
} SarLinearClass;

int32_t sar_linear_class_count(void);
const SarLinearClass *sar_linear_class(int32_t index);
const SarLinearClass *sar_linear_class_find(const char *name); /* null if there is none; "auto" is not a class */

/* name: a class name or "auto" (dense for tiny or full systems; for the others KLU, or blocks where these cost less:
 * automatic.c). The pattern is copied. */
SarStatus sar_linear_create(SarContext *context, const char *name, const SarPattern *pattern, SarLinear **out);
/* The same, with the unknowns that belong together. */
SarStatus sar_linear_create_in_parts(SarContext *context, const char *name, const SarPattern *pattern,
                                     const SarPartition *partition, SarLinear **out);
/* For matrices of which only the entries with kept[k] are ever different from zero: values are given for the whole
 * pattern, the others are not looked at. Null: all. The partition may be null. */
SarStatus sar_linear_create_of_part(SarContext *context, const char *name, const SarPattern *pattern, const bool *kept,
                                    const SarPartition *partition, SarLinear **out);
void sar_linear_destroy(SarLinear **linear);
/* SAR_SINGULAR also for values that are not finite and for pivots that are nothing but rounding. */
SarStatus sar_linear_factor(SarLinear *linear, const double *values);
/* The same for a caller that sees, by what its solutions leave, how good they are: kept pivots are not tried, which
 * costs as much as two solves, and solutions with them are not refined. */
SarStatus sar_linear_factor_untried(SarLinear *linear, const double *values);
/* In place. The result is nan, and the condition infinite, when the last factor failed. */
void sar_linear_solve(SarLinear *linear, double *rhs);
void sar_linear_solve_transposed(SarLinear *linear, double *rhs);
/* For somebody else, who refines it: whoever owns the factors gets the same bits from then on as without it. */
void sar_linear_solve_aside(SarLinear *linear, double *rhs);
/* The same as sar_linear_solve for the correction of an iteration whose next residual shows what this one has missed:
 * not refined where that only costs. */
void sar_linear_correct(SarLinear *linear, double *rhs);
/* The same for `count` right-hand sides, one behind the other: cheaper than one by one where the solver knows how. */
void sar_linear_solve_many(SarLinear *linear, bool transposed, int32_t count, double *rhs);
/* Takes A x from b: A has the given values, those of the last factorisation or others. */
void sar_linear_subtract(const SarLinear *linear, const double *values, const double *x, double *b);
/* The same, and adds the absolute values of what was taken to `terms`. */
void sar_linear_subtract_terms(const SarLinear *linear, const double *values, const double *x, double *b,
                               double *terms);
double sar_linear_condition(SarLinear *linear, const double *values);
int32_t sar_linear_singular_column(SarLinear *linear);

/* The values for which the pivots in use were chosen, null if none are kept; of a solver of a part, only those entries.
 * A new solver that factors these and then the values of the current matrix gives the same bits from there on. */
const double *sar_linear_pivot_values(const SarLinear *linear);
/* The same as bytes: saves them, or loads and factors them. */
SarStatus sar_linear_archive(SarLinear *linear, SarArchive *archive);
SarLinearStats sar_linear_stats(const SarLinear *linear);
const char *sar_linear_name(const SarLinear *linear);

#endif
