#include "method/family/radau_coupled.h"

#include <string.h>

static void square_of(SarRadauCoupled *coupled) {
  int32_t s = coupled->stages;
  for (int32_t i = 0; i < s; i++) {
    for (int32_t j = 0; j < s; j++) {
      for (int32_t k = 0; k < s; k++) coupled->a2[i][j] += coupled->a[i][k] * coupled->a[k][j];
    }
  }
}

/* Every block has the stage's pattern, those beside the diagonal with zeros in the columns of multipliers. */
static bool make_pattern(SarArena *arena, const SarPattern *one, SarRadauCoupled *coupled) {
  int32_t s = coupled->stages, n = one->ncolumns, entries = one->column[n], next = 0;
  int32_t *column = SAR_NEW(arena, s * n + 1, int32_t), *row = SAR_NEW(arena, s * s * entries, int32_t);
  coupled->values = SAR_NEW(arena, s * s * entries, double);
  coupled->right = SAR_NEW(arena, s * n, double);
  if (!column || !row || !coupled->values || !coupled->right) return false;
  for (int32_t j = 0; j < s * n; j++) {
    for (int32_t i = 0; i < s; i++) {
      for (int32_t k = one->column[j % n]; k < one->column[j % n + 1]; k++) row[next++] = i * n + one->row[k];
    }
    column[j + 1] = next;
  }
  coupled->pattern = (SarPattern){.nrows = s * n, .ncolumns = s * n, .column = column, .row = row};
  return true;
}

SarStatus sar_radau_coupled_create(SarIntegrator *integrator, const SarRadauTable *table, SarRadauCoupled *coupled) {
  *coupled = (SarRadauCoupled){.stages = table->stages};
  memcpy(coupled->a, table->a, sizeof coupled->a);
  square_of(coupled);
  if (!make_pattern(integrator->arena, sar_stage_pattern(&integrator->stage), coupled)) {
    return sar_report_no_memory(integrator->context);
  }
  return sar_linear_create(integrator->context, "auto", &coupled->pattern, &coupled->linear);
}

void sar_radau_coupled_destroy(SarRadauCoupled *coupled) { sar_linear_destroy(&coupled->linear); }

/* Where entry k, in the given column of the stage's pattern, stands in block (i, j). */
static double *entry(SarRadauCoupled *coupled, const SarPattern *one, int32_t i, int32_t j, int32_t column, int32_t k) {
  int32_t s = coupled->stages, first = one->column[column], length = one->column[column + 1] - first;
  return &coupled->values[s * (j * one->column[one->ncolumns] + first) + i * length + k - first];
}

static int32_t column_of(const SarPattern *pattern, int32_t k) {
  int32_t low = 0, high = pattern->ncolumns; /* column[low] <= k < column[high] */
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (pattern->column[middle] <= k)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* One block's factors: what stands before J0, J1 and J2. */
typedef struct Block {
  double same, rate, position; /* delta_ij, h a_ij, h^2 (A^2)_ij */
  double h;
} Block;

static Block block_of(const SarRadauCoupled *coupled, int32_t i, int32_t j, double h) {
  return (Block){.same = i == j, .rate = h * coupled->a[i][j], .position = h * h * coupled->a2[i][j], .h = h};
}

typedef enum Kind { OTHER, POSITION, VELOCITY } Kind;

static Kind kind_of(const SarSizes *n, int32_t row) {
  if (row >= n->nv && row < n->nv + n->np) return POSITION;
  return row >= n->nv + n->np && row < n->nv + n->np + n->nn ? VELOCITY : OTHER;
}

/* Rows of positions over h^2 (si2: over h), rows of velocities over h. Their columns of multipliers, in rows that are
 * not carried, belong to the stage itself. */
static double own_value(const SarSizes *n, const Block *b, const SarRadauParts *p, int32_t row, int32_t column,
                        int32_t k, bool si2) {
  Kind kind = kind_of(n, row);
  int32_t states = n->nv + n->np + n->nn;
  bool integrated = column < n->nv || (column >= states && column < states + n->nx);
  if (kind != OTHER && !integrated) return b->same * p->constant[k];
  if (kind == POSITION) return b->position / (si2 ? b->h : b->h * b->h) * p->constant[k];
  if (kind == VELOCITY) return (b->rate * p->constant[k] + b->position * p->linear[k]) / b->h;
  return b->same * p->constant[k] + b->rate * p->linear[k] + b->position * p->square[k];
}

static void place_index3(SarRadauCoupled *coupled, const SarStage *stage, int32_t i, double h,
                         const SarRadauParts *parts) {
  const SarPattern *one = &stage->problem->pattern;
  for (int32_t j = 0; j < coupled->stages; j++) {
    Block b = block_of(coupled, i, j, h);
    for (int32_t c = 0; c < one->ncolumns; c++) {
      for (int32_t k = one->column[c]; k < one->column[c + 1]; k++) {
        *entry(coupled, one, i, j, c, k) = own_value(&stage->problem->n, &b, parts, one->row[k], c, k, false);
      }
    }
  }
}

/* Adds to the entry with this number in the pattern of si2; -1: there is none. */
static void add(SarRadauCoupled *coupled, const SarPattern *whole, int32_t i, int32_t j, int32_t slot, double value) {
  if (slot >= 0) *entry(coupled, whole, i, j, column_of(whole, slot), slot) += value;
}

/* The matrix of si2 (si2.h), as in radau.c with h a_ij in place of c. */
static void place_si2(SarRadauCoupled *coupled, const SarStage *stage, int32_t i, double h, const SarRadauParts *p) {
  const SarSi2 *si2 = stage->si2;
  const SarPattern *one = &stage->problem->pattern, *whole = &si2->pattern;
  const SarSizes *n = &stage->problem->n;
  for (int32_t j = 0; j < coupled->stages; j++) {
    Block b = block_of(coupled, i, j, h);
    for (int32_t c = 0; c < whole->ncolumns; c++) {
      for (int32_t k = whole->column[c]; k < whole->column[c + 1]; k++) *entry(coupled, whole, i, j, c, k) = 0;
    }
    for (int32_t c = 0; c < one->ncolumns; c++) {
      for (int32_t k = one->column[c]; k < one->column[c + 1]; k++) {
        Kind kind = kind_of(n, one->row[k]);
        double carried = kind == POSITION   ? b.rate / h * p->constant[k]
                         : kind == VELOCITY ? b.rate / h * p->linear[k]
                                            : b.rate * p->square[k];
        add(coupled, whole, i, j, si2->own[k], own_value(n, &b, p, one->row[k], c, k, true));
        add(coupled, whole, i, j, si2->e[k], carried);
        add(coupled, whole, i, j, si2->rate[k], (b.rate * p->constant[k] + b.position * p->rates[k]) / h);
        add(coupled, whole, i, j, si2->mass[k], kind == POSITION ? b.rate / h * p->rates[k] : b.same * p->constant[k]);
        add(coupled, whole, i, j, si2->eta[k], b.same * p->constant[k]);
      }
    }
    for (int32_t k = 0; k < n->nv; k++) add(coupled, whole, i, j, si2->mass_diagonal[k], b.same * si2->support[k]);
    for (int32_t c = 0; c < n->np; c++) {
      bool carried = !stage->problem->carried || stage->problem->carried[c];
      if (!carried) add(coupled, whole, i, j, si2->diagonal[c], b.same / h);
    }
  }
}

void sar_radau_coupled_place(SarRadauCoupled *coupled, const SarStage *stage, int32_t i, double h,
                             const SarRadauParts *parts) {
  if (stage->si2) {
    place_si2(coupled, stage, i, h, parts);
  } else {
    place_index3(coupled, stage, i, h, parts);
  }
}

SarStatus sar_radau_coupled_factor(SarRadauCoupled *coupled) {
  return sar_linear_factor(coupled->linear, coupled->values);
}

void sar_radau_coupled_solve(SarRadauCoupled *coupled, const SarStage *stage, double h, double *const *residual,
                             double *const *correction) {
  const SarSizes *n = &stage->problem->n;
  int32_t unknowns = sar_stage_unknowns(stage), rates = sar_sizes_unknowns(n) + n->nv;
  for (int32_t i = 0; i < coupled->stages; i++) {
    for (int32_t k = 0; k < unknowns; k++) {
      Kind kind = stage->si2 && k >= rates ? VELOCITY : kind_of(n, k);
      double over = kind == VELOCITY || (kind == POSITION && stage->si2) ? h : kind == POSITION ? h * h : 1;
      coupled->right[i * unknowns + k] = -residual[i][k] / over;
    }
  }
  sar_linear_solve(coupled->linear, coupled->right);
  for (int32_t i = 0; i < coupled->stages; i++) {
    memcpy(correction[i], coupled->right + i * unknowns, (size_t)unknowns * sizeof *correction[i]);
  }
}

int32_t sar_radau_coupled_singular_column(const SarRadauCoupled *coupled) {
  int32_t column = sar_linear_singular_column(coupled->linear);
  return column < 0 ? -1 : column % (coupled->pattern.ncolumns / coupled->stages);
}

SarStatus sar_radau_coupled_archive(SarRadauCoupled *coupled, SarArchive *archive) {
  return sar_linear_archive(coupled->linear, archive);
}
