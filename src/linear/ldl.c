/* Row by row, each by a solution with the rows before it (Davis, ACM TOMS 31(4), 2005), in the order of AMD. */
#include "linear/ldl.h"

#include <amd.h>
#include <math.h>
#include <stdlib.h>

_Static_assert(sizeof(int) == sizeof(int32_t), "AMD's int is our int32_t");

struct SarLdl {
  int32_t n;
  int32_t *memory;       /* behind the arrays of numbers below */
  int32_t *order;        /* by place: the unknown that stands there */
  int32_t *start;        /* n + 1, by place: entries of the matrix at places that are not later ... */
  int32_t *place, *from; /* ... these, and where they stand among the values */
  int32_t *parent;       /* by place: of the elimination tree, -1 at a root */
  int32_t *seen, *path;  /* by place, of the walk through the tree */
  int32_t *next;         /* by place: where the next entry of the column of L goes */
  int64_t *column;       /* n + 1 starts of the columns of L */
  int32_t *row;          /* of the entries of L */
  double *entry, *pivot, *work;
};

void sar_ldl_destroy(SarLdl **ldl) {
  if (!*ldl) return;
  free((*ldl)->memory);
  free((*ldl)->column);
  free((*ldl)->row);
  free((*ldl)->entry);
  free((*ldl)->pivot);
  free(*ldl);
  *ldl = NULL;
}

/* Every entry stands with the later one of its two places. inverse: by unknown, its place. */
static void place_entries(SarLdl *f, const SarPattern *pattern, const int32_t *inverse) {
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < f->n; c++) {
      for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
        int32_t a = inverse[pattern->row[k]], b = inverse[c], later = a > b ? a : b;
        if (pass) {
          int32_t at = f->start[later]++;
          f->place[at] = a > b ? b : a;
          f->from[at] = k;
        } else {
          f->start[later + 1]++;
        }
      }
    }
    for (int32_t i = 0; !pass && i < f->n; i++) f->start[i + 1] += f->start[i];
  }
  for (int32_t i = f->n; i > 0; i--) f->start[i] = f->start[i - 1];
  f->start[0] = 0;
}

/* The elimination tree, and in next[] how many entries each column of L has. */
static void grow_tree(SarLdl *f) {
  for (int32_t k = 0; k < f->n; k++) {
    f->parent[k] = -1;
    f->seen[k] = k;
    for (int32_t e = f->start[k]; e < f->start[k + 1]; e++) {
      for (int32_t i = f->place[e]; f->seen[i] != k; i = f->parent[i]) {
        if (f->parent[i] < 0) f->parent[i] = k;
        f->next[i]++;
        f->seen[i] = k;
      }
    }
  }
}

static bool make(SarLdl *f, const SarPattern *pattern) {
  size_t n = (size_t)f->n, nnz = (size_t)pattern->column[n];
  f->memory = calloc(7 * n + 2 * nnz + 2, sizeof *f->memory);
  f->column = calloc(n + 1, sizeof *f->column);
  f->pivot = calloc(2 * n + 1, sizeof *f->pivot);
  if (!f->memory || !f->column || !f->pivot) return false;
  f->order = f->memory;
  f->start = f->order + n;
  f->parent = f->start + n + 1;
  f->seen = f->parent + n;
  f->path = f->seen + n;
  f->next = f->path + n;
  f->place = f->next + n;
  f->from = f->place + nnz;
  f->work = f->pivot + n;
  if (n > 0 && amd_order(f->n, pattern->column, pattern->row, f->order, NULL, NULL) < AMD_OK) return false;
  for (int32_t i = 0; i < f->n; i++) f->path[f->order[i]] = i;
  place_entries(f, pattern, f->path);
  grow_tree(f);
  for (size_t i = 0; i < n; i++) f->column[i + 1] = f->column[i] + f->next[i];
  f->row = calloc((size_t)f->column[n] + 1, sizeof *f->row);
  f->entry = calloc((size_t)f->column[n] + 1, sizeof *f->entry);
  return f->row && f->entry;
}

SarStatus sar_ldl_create(SarContext *context, const SarPattern *pattern, SarLdl **out) {
  SarLdl *f = *out = calloc(1, sizeof *f);
  if (f) {
    f->n = pattern->ncolumns;
    if (make(f, pattern)) return SAR_OK;
    sar_ldl_destroy(out);
  }
  return sar_report_no_memory(context);
}

/* The columns in which row k of L has entries, each after those it depends on: path[] from the returned place on. The
 * row of the matrix itself comes into work[]. */
static int32_t walk_row(SarLdl *f, const double *values, int32_t k) {
  int32_t top = f->n;
  f->seen[k] = k;
  for (int32_t e = f->start[k]; e < f->start[k + 1]; e++) {
    int32_t i = f->place[e], length = 0;
    f->work[i] += values[f->from[e]];
    for (; f->seen[i] != k; i = f->parent[i]) {
      f->path[length++] = i;
      f->seen[i] = k;
    }
    while (length > 0) f->path[--top] = f->path[--length];
  }
  return top;
}

SarStatus sar_ldl_factor(SarLdl *f, const double *values) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < f->n; i++) f->seen[i] = -1, f->next[i] = 0;
  for (int32_t k = 0; k < f->n; k++) {
    int32_t first = walk_row(f, values, k);
    double pivot = f->work[k];
    f->work[k] = 0;
    for (int32_t p = first; p < f->n; p++) {
      int32_t i = f->path[p];
      int64_t begin = f->column[i], end = begin + f->next[i]++;
      double y = f->work[i], l = y / f->pivot[i];
      f->work[i] = 0;
      for (int64_t e = begin; y != 0 && e < end; e++) f->work[f->row[e]] -= f->entry[e] * y;
      pivot -= l * y;
      f->row[end] = k;
      f->entry[end] = l;
    }
    f->pivot[k] = pivot;
    if (!isfinite(pivot) || pivot == 0) status = SAR_SINGULAR;
  }
  return status;
}

void sar_ldl_solve(SarLdl *f, double *x) {
  double *y = f->work;
  for (int32_t i = 0; i < f->n; i++) y[i] = x[f->order[i]];
  for (int32_t i = 0; i < f->n; i++) {
    for (int64_t e = f->column[i]; e < f->column[i + 1]; e++) y[f->row[e]] -= f->entry[e] * y[i];
  }
  for (int32_t i = f->n - 1; i >= 0; i--) {
    double sum = y[i] / f->pivot[i];
    for (int64_t e = f->column[i]; e < f->column[i + 1]; e++) sum -= f->entry[e] * y[f->row[e]];
    y[i] = sum;
  }
  for (int32_t i = 0; i < f->n; i++) x[f->order[i]] = y[i], y[i] = 0;
}

int64_t sar_ldl_fill(const SarLdl *f) { return f->column[f->n]; }
