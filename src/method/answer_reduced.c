/* The answer in the independent coordinates alone (answer.h; paper 2, section 3 and eqs 43-46). The columns of
 *
 *   H   completes a change of one independent coordinate to one of all (eq 28a)
 *
 * are made with the factors of Phi_u; the other matrices of the paper (J, L, N, R, eqs 28-34) appear as the changes of
 * dependent velocities and accelerations of each column. With the reduced mass matrix M^ = H^T M H (eq 10a) the
 * products M^ J1 and M^ J2 are formed and never solved for. The paper's r_i has the force of the stage, which is M^ f
 * only as long as M^ is constant: here it is M^ f with M^ at the begin of the step. */
#include <string.h>

#include "method/answer.h"

typedef struct Reduced {
  int32_t n;
  double *h;                      /* nv by n, by columns: the lifted directions */
  double *mass, *stiff, *damp;    /* n by n, by columns: M^, M^ J1, M^ J2 */
  double *time;                   /* n: M^ f_t */
  double *change, *rows, *matrix; /* nv; rows of the variation; the system */
  int32_t *column, *row;
  SarLinear *algebraic; /* of the algebraic rows by their variables; null: there are none */
  int32_t *z_column, *z_row, *z_source;
  double *z_values, *z;
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
  r->z = SAR_NEW(arena, nz, double);
  if (!r->z_column || !r->z_row || !r->z_source || !r->z_values || !r->z) return sar_report_no_memory(answer->context);
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
  Reduced *r = SAR_NEW(arena, 1, Reduced);
  if (!r) return sar_report_no_memory(answer->context);
  answer->own = r;
  int32_t n = r->n = answer->split->nindependent, nv = answer->variation->problem->n.nv;
  r->h = SAR_NEW(arena, (int64_t)nv * n, double);
  r->mass = SAR_NEW(arena, (int64_t)n * n, double);
  r->stiff = SAR_NEW(arena, (int64_t)n * n, double);
  r->damp = SAR_NEW(arena, (int64_t)n * n, double);
  r->matrix = SAR_NEW(arena, (int64_t)n * n, double);
  r->time = SAR_NEW(arena, n, double);
  r->change = SAR_NEW(arena, nv, double);
  r->rows = SAR_NEW(arena, answer->variation->nrows, double);
  r->column = SAR_NEW(arena, n + 1, int32_t);
  r->row = SAR_NEW(arena, (int64_t)n * n, int32_t);
  if (!r->h || !r->mass || !r->stiff || !r->damp || !r->matrix || !r->time || !r->change || !r->rows || !r->column ||
      !r->row) {
    return sar_report_no_memory(answer->context);
  }
  for (int32_t j = 0; j < n; j++) {
    r->column[j + 1] = (j + 1) * n;
    for (int32_t i = 0; i < n; i++) r->row[j * n + i] = i;
  }
  SAR_TRY(create_algebraic(answer, arena));
  return sar_linear_create(answer->context, "dense", &(SarPattern){n, n, r->column, r->row}, &answer->linear);
}

/* Lets dependent components answer the rows of one level, and adds what that does to all rows: the columns from
 * `first` times the solution of Phi_u x = -rows. */
static void settle(const SarAnswer *answer, int32_t level, int32_t first) {
  const SarVariation *v = answer->variation;
  SarSplit *split = answer->split;
  Reduced *r = answer->own;
  double *b = r->change;
  for (int32_t i = 0; i < split->ndependent; i++) b[i] = -r->rows[v->level[level] + split->row[i]];
  sar_split_solve(split, b);
  for (int32_t i = 0; i < split->ndependent; i++) {
    sar_variation_add(v, first + split->dependent[i], 1, 1, &b[i], r->rows);
  }
}

/* The same for algebraic variables, which follow from positions, velocities and each other. */
static void settle_algebraic(const SarAnswer *answer) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  int32_t nz = v->problem->n.nz;
  if (nz == 0) return;
  for (int32_t i = 0; i < nz; i++) r->z[i] = -r->rows[v->nrows - nz + i];
  sar_linear_solve(r->algebraic, r->z);
  sar_variation_add(v, v->z, nz, 1, r->z, r->rows);
}

static SarStatus factor_algebraic(SarAnswer *answer) {
  Reduced *r = answer->own;
  if (!r->algebraic) return SAR_OK;
  int32_t nz = answer->variation->problem->n.nz;
  for (int32_t k = 0; k < r->z_column[nz]; k++) r->z_values[k] = answer->variation->values[r->z_source[k]];
  return sar_linear_factor(r->algebraic, r->z_values);
}

/* H^T times the dynamics rows, with a factor. */
static void project(const Reduced *r, int32_t nv, double factor, double *out) {
  for (int32_t k = 0; k < r->n; k++) {
    const double *h = r->h + (int64_t)k * nv;
    double sum = 0;
    for (int32_t i = 0; i < nv; i++) sum += h[i] * r->rows[i];
    out[k] = factor * sum;
  }
}

static void clear(const SarAnswer *answer) {
  Reduced *r = answer->own;
  memset(r->rows, 0, (size_t)answer->variation->nrows * sizeof *r->rows);
}

static SarStatus renew(SarAnswer *answer, bool chosen) {
  const SarVariation *v = answer->variation;
  Reduced *r = answer->own;
  int32_t n = r->n, nv = v->problem->n.nv;
  (void)chosen;
  SAR_TRY(factor_algebraic(answer));
  for (int32_t k = 0; k < n; k++) {
    double *h = r->h + (int64_t)k * nv;
    memset(h, 0, (size_t)nv * sizeof *h);
    h[answer->split->independent[k]] = 1;
    sar_split_lift(answer->split, h);
  }
  for (int32_t k = 0; k < n; k++) {
    const double *h = r->h + (int64_t)k * nv;
    clear(answer);
    sar_variation_add(v, v->x, nv, 1, h, r->rows);
    project(r, nv, 1, r->mass + (int64_t)k * n); /* eq 10a */
    clear(answer);
    sar_variation_add(v, v->w, nv, 1, h, r->rows);
    settle_algebraic(answer);
    settle(answer, 2, v->x);
    project(r, nv, -1, r->damp + (int64_t)k * n); /* eq 35 */
    clear(answer);
    sar_variation_add(v, v->u, nv, 1, h, r->rows);
    settle(answer, 1, v->w);
    settle_algebraic(answer);
    settle(answer, 2, v->x);
    project(r, nv, -1, r->stiff + (int64_t)k * n); /* eq 31 */
  }
  memcpy(r->rows, v->by_time, (size_t)v->nrows * sizeof *r->rows); /* time is one more coordinate */
  settle(answer, 0, v->u);
  settle(answer, 1, v->w);
  settle_algebraic(answer);
  settle(answer, 2, v->x);
  project(r, nv, -1, r->time); /* eq 46 */
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
