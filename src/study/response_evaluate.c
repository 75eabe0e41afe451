/* Responses of a run: curves are reduced to numbers in the order in which they need each other, then the responses are
 * computed from these. Derivatives take the same way:
 *
 *   d reduced = sum over rows of weight * d curve + weight * d time,   d curve = sum over quantities of slope * d
 * quantity
 *
 * Rows that move, with an event or with the end of the run, have derivatives along their motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/response_parts.h"

typedef struct Work {
  const SarResponses *r;
  const SarResponseRun *run;
  bool gradient;
  double *values;             /* by quantity; of columns in the row at hand */
  double *by;                 /* [quantity * nparameters]; of columns in the row at hand */
  const double **columns;     /* by quantity; null: no column */
  const double **derivatives; /* [quantity * nparameters]; null: not known */
  const double **moves;       /* by parameter: d time of the rows; null: they do not move */
  double *scratch, *slopes;
  double *curves; /* SAR_PICK_CURVES * rows */
} Work;

static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

static int32_t formula_scratch(const SarFormula *f) {
  return most(sar_program_scratch(f->values), sar_program_scratch(f->slopes));
}

static bool allocate(Work *w) {
  const SarResponses *r = w->r;
  int32_t scratch = 1, slopes = 1;
  for (int32_t i = 0; i < r->nreduced + r->count; i++) {
    const SarFormula *f = i < r->nreduced ? &r->reduced[i].curves : &r->list[i - r->nreduced].formula;
    scratch = most(scratch, formula_scratch(f));
    slopes = most(slopes, f->count * (1 + f->nuses));
  }
  size_t n = (size_t)r->nquantities + 1, np = (size_t)r->names.nparameters + 1;
  w->values = calloc(n, sizeof *w->values);
  w->by = calloc(n * np, sizeof *w->by);
  w->columns = calloc(n, sizeof *w->columns);
  w->derivatives = calloc(n * np, sizeof *w->derivatives);
  w->moves = calloc(np, sizeof *w->moves);
  w->scratch = calloc((size_t)scratch, sizeof *w->scratch);
  w->slopes = calloc((size_t)slopes, sizeof *w->slopes);
  w->curves = calloc((size_t)w->run->rows * SAR_PICK_CURVES + 1, sizeof *w->curves);
  return w->values && w->by && w->columns && w->derivatives && w->moves && w->scratch && w->slopes && w->curves;
}

static void release(Work *w) {
  free(w->values);
  free(w->by);
  free(w->columns);
  free(w->derivatives);
  free(w->moves);
  free(w->scratch);
  free(w->slopes);
  free(w->curves);
}

/* The values of what does not change over the run, and where the columns are. Returns a column that is not there. */
static const char *begin(Work *w) {
  const SarResponses *r = w->r;
  const SarResponseRun *run = w->run;
  int32_t np = r->names.nparameters;
  for (int32_t j = 0; w->gradient && j < np; j++) {
    w->moves[j] = run->derivative(run->self, r->names.columns[0], j);
  }
  for (int32_t i = 0; i < r->nquantities; i++) {
    const SarQuantity *q = &r->quantities[i];
    if (q->kind == SAR_QUANTITY_PARAMETER) {
      w->values[i] = run->parameters[q->index];
      w->by[i * np + q->index] = 1;
    } else if (q->kind == SAR_QUANTITY_CONSTANT) {
      w->values[i] = run->constants[q->index];
      for (int32_t j = 0; run->follows && j < np; j++) w->by[i * np + j] = run->follows[q->index * np + j] ? NAN : 0;
    } else if (q->kind == SAR_QUANTITY_COLUMN) {
      const char *name = r->names.columns[q->index];
      w->columns[i] = run->column(run->self, name);
      if (!w->columns[i]) return name;
      for (int32_t j = 0; w->gradient && q->index > 0 && j < np; j++) {
        w->derivatives[i * np + j] = run->derivative(run->self, name, j);
      }
    }
  }
  return NULL;
}

/* Puts the columns that a formula uses to a row. */
static void go_to_row(Work *w, const SarFormula *f, int64_t row) {
  for (int32_t k = 0; k < f->nuses; k++) {
    int32_t q = f->uses[k];
    if (w->columns[q]) w->values[q] = w->columns[q][row];
  }
}

static double move_by(const Work *w, int32_t parameter, int64_t row) {
  return w->moves[parameter] ? w->moves[parameter][row] : 0;
}

/* d quantity / d parameter in a row. */
static double slope_by(const Work *w, int32_t quantity, int32_t parameter, int64_t row) {
  const SarQuantity *q = &w->r->quantities[quantity];
  int32_t at = quantity * w->r->names.nparameters + parameter;
  if (q->kind != SAR_QUANTITY_COLUMN) return w->by[at];
  if (q->index == 0) return move_by(w, parameter, row);
  return w->derivatives[at] ? w->derivatives[at][row] : NAN;
}

/* Adds weight * d value[index] of a formula in a row to `by`, by all parameters. */
static void add_slopes(Work *w, const SarFormula *f, int32_t index, int64_t row, double weight, double *by) {
  for (int32_t k = 0; k < f->nuses; k++) {
    double slope = weight * w->slopes[f->count + index * f->nuses + k];
    if (slope == 0) continue; /* what it would be multiplied with may not be known */
    for (int32_t j = 0; j < w->r->names.nparameters; j++) by[j] += slope * slope_by(w, f->uses[k], j, row);
  }
}

static void add_row(Work *w, const SarReduced *reduced, const SarWeight *weight, double *by) {
  const SarFormula *f = &reduced->curves;
  if (weight->curve == SAR_PICK_TIME) {
    for (int32_t j = 0; j < w->r->names.nparameters; j++) by[j] += weight->weight * move_by(w, j, weight->row);
    return;
  }
  go_to_row(w, f, weight->row);
  sar_program_evaluate(f->slopes, w->values, w->scratch, w->slopes);
  add_slopes(w, f, weight->curve, weight->row, weight->weight, by);
}

/* Whether a parameter moves any row. */
static bool moves_rows(const Work *w, int32_t parameter) {
  bool moves = false;
  for (int64_t row = 0; row < w->run->rows && !moves; row++) moves = move_by(w, parameter, row) != 0;
  return moves;
}

static void reduce_gradient(Work *w, const SarReduced *reduced, const SarCurves *curves) {
  int32_t np = w->r->names.nparameters;
  double value = w->values[reduced->quantity], *by = &w->by[reduced->quantity * np];
  SarWeight weights[SAR_PICK_WEIGHTS];
  if (sar_pick_is_mean(reduced->pick)) {
    for (int64_t row = 0; row < curves->rows; row++) {
      SarWeight weight = {0, row, sar_pick_mean_weight(reduced->pick, curves, value, row)};
      SarWeight time = {SAR_PICK_TIME, row, sar_pick_mean_time_weight(reduced->pick, curves, value, row)};
      add_row(w, reduced, &weight, by);
      add_row(w, reduced, &time, by);
    }
    return;
  }
  int32_t count = sar_pick_weights(reduced->pick, curves, reduced->p, weights);
  for (int32_t j = 0; count < 0 && j < np; j++) by[j] = NAN;
  for (int32_t i = 0; i < count; i++) add_row(w, reduced, &weights[i], by);
  for (int32_t j = 0; reduced->pick == SAR_PICK_PERCENTILE && j < np; j++) {
    if (moves_rows(w, j)) by[j] = NAN; /* the shares of all rows below it change */
  }
}

static void reduce(Work *w, const SarReduced *reduced) {
  const SarFormula *f = &reduced->curves;
  int64_t rows = w->run->rows;
  double row_values[SAR_PICK_CURVES];
  SarCurves curves = {.time = w->run->column(w->run->self, w->r->names.columns[0]), .rows = rows};
  for (int64_t row = 0; row < rows; row++) {
    go_to_row(w, f, row);
    sar_program_evaluate(f->values, w->values, w->scratch, row_values);
    for (int32_t i = 0; i < f->count; i++) w->curves[i * rows + row] = row_values[i];
  }
  for (int32_t i = 0; i < f->count; i++) curves.of[i] = w->curves + i * rows;
  w->values[reduced->quantity] = sar_pick(reduced->pick, &curves, reduced->p);
  if (w->gradient) reduce_gradient(w, reduced, &curves);
}

/* There is one nan: which sign and which bits an operation gives it is up to the processor. */
static double plain(double value) { return isnan(value) ? (double)NAN : value; }

static void respond(Work *w, double *values, double *gradient) {
  const SarResponses *r = w->r;
  int32_t np = r->names.nparameters;
  for (int32_t i = 0; i < r->nreduced; i++) reduce(w, &r->reduced[i]);
  for (int32_t i = 0; i < r->count; i++) {
    const SarFormula *f = &r->list[i].formula;
    sar_program_evaluate(w->gradient ? f->slopes : f->values, w->values, w->scratch, w->slopes);
    values[i] = plain(w->slopes[0]);
    if (w->gradient) add_slopes(w, f, 0, 0, 1, &gradient[i * np]);
    for (int32_t j = 0; w->gradient && j < np; j++) gradient[i * np + j] = plain(gradient[i * np + j]);
  }
}

SarStatus sar_responses_evaluate(const SarResponses *r, const SarResponseRun *run, double *values, double *gradient,
                                 const char **missing) {
  int32_t np = r->names.nparameters;
  Work w = {.r = r, .run = run, .gradient = gradient != NULL};
  *missing = NULL;
  bool fits = allocate(&w);
  if (fits) *missing = begin(&w);
  bool known = fits && !*missing && run->rows > 0;
  for (int32_t i = 0; i < r->count; i++) values[i] = NAN;
  for (int32_t i = 0; gradient && i < r->count * np; i++) gradient[i] = known ? 0 : NAN;
  if (known) respond(&w, values, gradient);
  release(&w);
  return fits ? SAR_OK : SAR_NO_MEMORY;
}
