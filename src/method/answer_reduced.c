/* The answer in the independent coordinates alone (answer.h; paper 2, section 3 and eqs 43-46). The columns of
 *
 *   H   complete a change of one independent coordinate to one of all (eq 28a)
 *
 * and are made with the factors of Phi_u. With the reduced mass matrix M^ = H^T M H (eq 10a) the products M^ J1 and
 * M^ J2 are formed and never solved for. They need what changes of positions and velocities do to the dependent
 * velocities and accelerations (J, L, N, R of the paper, eqs 28-34), which work through H^T on the equations of motion.
 * That is found from the end: the columns of
 *
 *   Y   say how much a residual of every row of the variation weighs in the independent equations of motion once
 *       dependent components (and algebraic variables) have answered it
 *
 * On rows of dynamics Y is H; level by level, from accelerations down, a residual of a constraint is answered by
 * Phi_u^-1 times it in the columns of that level, so Y = -Phi_u^-T (those columns)^T Y there. The products of eqs (31)
 * and (35) are Y^T times columns times H then, for all independent coordinates at once.
 *
 * The paper's r_i has the force of the stage, which is M^ f only as long as M^ is constant: here it is M^ f with M^ at
 * the begin of the step. */
#include <string.h>

#include "method/answer.h"

#define LANES 4 /* columns of H and Y are taken so many at a time: their number is rounded up */

typedef struct Reduced {
  int32_t n, width;            /* independent coordinates; the same in whole lanes */
  double *h, *y;               /* nv and rows of the variation by `width`, by rows: H and Y */
  double *product;             /* nv by `width`, by rows: columns of the variation, transposed, times Y */
  double *sides;               /* n right-hand sides for dependent components or algebraic variables */
  double *mass, *stiff, *damp; /* n by n, by columns: M^, M^ J1, M^ J2 */
  double *time;                /* n: M^ f_t */
  double *change, *rows;       /* nv; rows of the variation */
  double *matrix;              /* the system */
  int32_t *column, *row;
  SarLinear *algebraic; /* of the algebraic rows by their variables; null: there are none */
  int32_t *z_column, *z_row, *z_source;
  double *z_values;
} Reduced;

/* The algebraic rows by their own variables. */
static SarStatus create_algebraic(SarAnswer *answer, SarArena *arena) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  int32_t nz = v->problem->n.nz, first = v->nrows - nz, entries = 0;
  int32_t room = v->pattern.column[v->pattern.ncolumns] - v->pattern.column[v->z];
  if (nz == 0) return SAR_OK;
  r->z_column = SAR_NEW(arena, nz + 1, int32_t);
  r->z_row = SAR_NEW(arena, room, int32_t);
  r->z_source = SAR_NEW(arena, room, int32_t);
  r->z_values = SAR_NEW(arena, room, double);
  if (!r->z_column || !r->z_row || !r->z_source || !r->z_values) return sar_report_no_memory(answer->context);
  for (int32_t j = 0; j < nz; j++) {
    for (int32_t k = v->pattern.column[v->z + j]; k < v->pattern.column[v->z + j + 1]; k++) {
      if (v->pattern.row[k] < first) continue;
      r->z_row[entries] = v->pattern.row[k] - first;
      r->z_source[entries++] = k;
    }
    r->z_column[j + 1] = entries;
  }
  return sar_linear_create(answer->context, "auto", &(SarPattern){nz, nz, r->z_column, r->z_row}, &r->algebraic);
}

static void destroy(SarAnswer *answer) {
  Reduced *r = answer->own;
  if (r) sar_linear_destroy(&r->algebraic);
}

static SarStatus create(SarAnswer *answer, SarArena *arena) {
  const SarSizes *size = &answer->variation->problem->n;
  Reduced *r = SAR_NEW(arena, 1, Reduced);
  if (!r) return sar_report_no_memory(answer->context);
  answer->own = r;
  int32_t n = r->n = answer->split->nindependent, nrows = answer->variation->nrows;
  int64_t width = r->width = (n + LANES - 1) / LANES * LANES;
  r->h = SAR_NEW(arena, size->nv * width, double);
  r->y = SAR_NEW(arena, nrows * width, double);
  r->product = SAR_NEW(arena, size->nv * width, double);
  r->sides = SAR_NEW(arena, (int64_t)(size->nv + size->nz) * n, double);
  r->mass = SAR_NEW(arena, (int64_t)n * n, double);
  r->stiff = SAR_NEW(arena, (int64_t)n * n, double);
  r->damp = SAR_NEW(arena, (int64_t)n * n, double);
  r->matrix = SAR_NEW(arena, (int64_t)n * n, double);
  r->time = SAR_NEW(arena, width, double);
  r->change = SAR_NEW(arena, size->nv, double);
  r->rows = SAR_NEW(arena, nrows, double);
  r->column = SAR_NEW(arena, n + 1, int32_t);
  r->row = SAR_NEW(arena, (int64_t)n * n, int32_t);
  if (!r->h || !r->y || !r->product || !r->sides || !r->mass || !r->stiff || !r->damp || !r->matrix || !r->time ||
      !r->change || !r->rows || !r->column || !r->row) {
    return sar_report_no_memory(answer->context);
  }
  for (int32_t j = 0; j < n; j++) {
    r->column[j + 1] = (j + 1) * n;
    for (int32_t i = 0; i < n; i++) r->row[j * n + i] = i;
  }
  SAR_TRY(create_algebraic(answer, arena));
  return sar_linear_create(answer->context, "dense", &(SarPattern){n, n, r->column, r->row}, &answer->linear);
}

static SarStatus factor_algebraic(SarAnswer *answer) {
  Reduced *r = answer->own;
  if (!r->algebraic) return SAR_OK;
  int32_t nz = answer->variation->problem->n.nz;
  for (int32_t k = 0; k < r->z_column[nz]; k++) r->z_values[k] = answer->variation->values[r->z_source[k]];
  return sar_linear_factor(r->algebraic, r->z_values);
}

/* ---- products ---- */

/* out[0 ... width) = the sum of value[k] times row at[k] of a matrix of that width, over `count` entries. */
static void sum_rows(int32_t width, int32_t count, const double *value, const int32_t *at, const double *matrix,
                     double *out) {
  for (int32_t first = 0; first < width; first += LANES) {
    double sum[LANES] = {0};
    for (int32_t k = 0; k < count; k++) {
      const double *row = matrix + (int64_t)at[k] * width + first;
      for (int lane = 0; lane < LANES; lane++) sum[lane] += value[k] * row[lane];
    }
    for (int lane = 0; lane < LANES; lane++) out[first + lane] = sum[lane];
  }
}

/* product = the `count` columns of the variation from `first`, transposed, times Y. */
static void weigh_columns(const SarAnswer *answer, int32_t first, int32_t count) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  for (int32_t j = 0; j < count; j++) {
    int32_t begin = v->pattern.column[first + j], entries = v->pattern.column[first + j + 1] - begin;
    sum_rows(r->width, entries, v->values + begin, v->pattern.row + begin, r->y, r->product + (int64_t)j * r->width);
  }
}

/* out = factor times the product, transposed, times H: n by n, by columns. */
static void project(const Reduced *r, int32_t nv, double factor, double *out) {
  for (int32_t first = 0; first < r->width; first += LANES) {
    for (int32_t j = 0; j < r->n; j++) {
      double sum[LANES] = {0};
      const double *from = r->product + first, *h = r->h + j;
      for (int32_t i = 0; i < nv; i++, from += r->width, h += r->width) {
        for (int lane = 0; lane < LANES; lane++) sum[lane] += *h * from[lane];
      }
      for (int lane = 0; lane < LANES && first + lane < r->n; lane++) out[j * r->n + first + lane] = factor * sum[lane];
    }
  }
}

/* ---- H and Y ---- */

static void make_h(const SarAnswer *answer) {
  SarSplit *split = answer->split;
  Reduced *r = answer->own;
  int32_t count = split->ndependent;
  memset(r->h, 0, (size_t)answer->variation->problem->n.nv * (size_t)r->width * sizeof *r->h);
  for (int32_t k = 0; k < r->n; k++) r->h[(int64_t)split->independent[k] * r->width + k] = 1;
  sar_split_lift_all(split, r->sides);
  for (int32_t i = 0; i < count; i++) {
    double *row = r->h + (int64_t)split->dependent[i] * r->width;
    for (int32_t k = 0; k < r->n; k++) row[k] = r->sides[(int64_t)k * count + i];
  }
}

/* Y on the rows of one level, from the product with the columns of that level. */
static void weigh_level(const SarAnswer *answer, int32_t level) {
  SarSplit *split = answer->split;
  Reduced *r = answer->own;
  int32_t count = split->ndependent;
  for (int32_t i = 0; i < count; i++) {
    const double *from = r->product + (int64_t)split->dependent[i] * r->width;
    for (int32_t k = 0; k < r->n; k++) r->sides[(int64_t)k * count + i] = -from[k];
  }
  sar_split_solve_transposed(split, r->n, r->sides);
  for (int32_t i = 0; i < count; i++) {
    double *to = r->y + (int64_t)(answer->variation->level[level] + split->row[i]) * r->width;
    for (int32_t k = 0; k < r->n; k++) to[k] = r->sides[(int64_t)k * count + i];
  }
}

/* The same for algebraic rows, whose variables follow from positions, velocities and each other. */
static void weigh_algebraic(const SarAnswer *answer) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  int32_t nz = v->problem->n.nz;
  if (nz == 0) return;
  double *weight = r->y + (int64_t)(v->nrows - nz) * r->width, *sum = r->time; /* filled in later */
  for (int32_t j = 0; j < nz; j++) {
    int32_t begin = v->pattern.column[v->z + j], entries = v->pattern.column[v->z + j + 1] - begin;
    sum_rows(r->width, entries, v->values + begin, v->pattern.row + begin, r->y, sum);
    for (int32_t k = 0; k < r->n; k++) r->sides[(int64_t)k * nz + j] = -sum[k];
  }
  sar_linear_solve_many(r->algebraic, true, r->n, r->sides);
  for (int32_t j = 0; j < nz; j++) {
    for (int32_t k = 0; k < r->n; k++) weight[(int64_t)j * r->width + k] = r->sides[(int64_t)k * nz + j];
  }
}

/* Time is one more coordinate: dependent positions answer it, Y knows what comes of that (eq 46). */
static void weigh_time(const SarAnswer *answer) {
  const SarVariation *v = answer->variation;
  SarSplit *split = answer->split;
  Reduced *r = answer->own;
  bool moves = false;
  memcpy(r->rows, v->by_time, (size_t)v->nrows * sizeof *r->rows);
  for (int32_t i = 0; i < split->ndependent; i++) {
    r->change[i] = -r->rows[v->level[0] + split->row[i]];
    moves = moves || r->change[i] != 0;
  }
  if (moves) sar_split_solve(split, r->change);
  for (int32_t i = 0; moves && i < split->ndependent; i++) {
    sar_variation_add(v, v->u + split->dependent[i], 1, 1, &r->change[i], r->rows);
  }
  memset(r->time, 0, (size_t)r->width * sizeof *r->time);
  for (int32_t i = 0; i < v->nrows; i++) {
    const double *weight = r->y + (int64_t)i * r->width;
    if (r->rows[i] == 0) continue;
    for (int32_t k = 0; k < r->n; k++) r->time[k] -= weight[k] * r->rows[i];
  }
}

static SarStatus renew(SarAnswer *answer, bool chosen) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  int32_t nv = v->problem->n.nv;
  (void)chosen;
  SAR_TRY(factor_algebraic(answer));
  make_h(answer);
  memset(r->y, 0, (size_t)v->nrows * (size_t)r->width * sizeof *r->y);
  memcpy(r->y, r->h, (size_t)nv * (size_t)r->width * sizeof *r->y);
  weigh_columns(answer, v->x, nv);
  project(r, nv, 1, r->mass); /* eq 10a */
  weigh_level(answer, 2);
  weigh_algebraic(answer);
  weigh_columns(answer, v->w, nv);
  project(r, nv, -1, r->damp); /* eq 35 */
  weigh_level(answer, 1);
  weigh_columns(answer, v->u, nv);
  project(r, nv, -1, r->stiff); /* eq 31 */
  weigh_time(answer);
  return SAR_OK;
}

static SarStatus prepare(SarAnswer *answer, double s) {
  Reduced *r = answer->own;
  for (int32_t k = 0; k < r->n * r->n; k++) r->matrix[k] = r->mass[k] - s * r->damp[k] - s * s * r->stiff[k];
  answer->s = s;
  answer->stats->factorisations++;
  return sar_linear_factor(answer->linear, r->matrix);
}

static SarStatus solve(SarAnswer *answer, const SarStageSide *side, double *z, double *z_x) {
  const Reduced *r = answer->own;
  (void)z_x;
  for (int32_t i = 0; i < r->n; i++) z[i] = answer->s * side->tau * r->time[i];
  for (int32_t j = 0; j < r->n; j++) {
    for (int32_t i = 0; i < r->n; i++) {
      int32_t k = j * r->n + i;
      z[i] += r->mass[k] * side->right[j] + answer->s * r->stiff[k] * side->known[j];
    }
  }
  sar_linear_solve(answer->linear, z);
  answer->stats->solves++;
  return SAR_OK;
}

static SarStatus archive_pivots(SarAnswer *answer, SarArchive *archive) {
  Reduced *r = answer->own;
  if (r->algebraic) SAR_TRY(sar_linear_archive(r->algebraic, archive));
  return sar_linear_archive(answer->linear, archive);
}

const SarAnswerClass sar_answer_reduced = {.name = "reduced",
                                           .create = create,
                                           .destroy = destroy,
                                           .renew = renew,
                                           .prepare = prepare,
                                           .solve = solve,
                                           .archive = archive_pivots};
