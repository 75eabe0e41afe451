/* Paper 3: condition numbers of the iteration matrix of problem II at the end of the last step (tables 1 and 2).
 *
 * The printed numbers are those of generalized-alpha with rho_inf about 0.6, without the augmented term, in the
 * infinity norm. The blocks are those of section 8: unknown displacements and multipliers h^2/s, dynamics times h^2,
 * constraints times s. "No scaling" leaves the equations as they stand. */
#include "analysis/reproduce/paper3.h"

extern const SarAsset sar_asset_problem_ii;

/* The run itself is scaled: without it short steps could not be taken. */
#define METHOD "generalized-alpha:rho_inf=0.6,scaling=physical"
#define SHARE (1 - 0.6 / 1.6) /* 1 - alpha_f */
#define STIFFNESS 10.0
#define MOST 8 /* unknowns */
#define END 1.0

typedef struct Matrix {
  int32_t n, nv;
  double a[MOST * MOST];
} Matrix;

/* ---- the matrix of a stage ---- */

/* The last unknown and equation go: a force that is given as an expression is an unknown of its own in the program, in
 * the paper it is not. */
static void eliminate_last(Matrix *m) {
  int32_t last = m->n - 1;
  double pivot = m->a[last * m->n + last];
  for (int32_t i = 0; i < last; i++) {
    double factor = m->a[i * m->n + last] / pivot;
    for (int32_t j = 0; j < last; j++) m->a[i * last + j] = m->a[i * m->n + j] - factor * m->a[last * m->n + j];
  }
  m->n = last;
}

static SarStatus take_matrix(SarReproduction *r, SarIntegrator *integrator, Matrix *out) {
  SarStage *stage = &integrator->stage;
  const SarPattern *pattern = sar_stage_pattern(stage);
  const SarSizes *sizes = &stage->problem->n;
  SarScaling own = stage->scaling;
  double *values = SAR_NEW(r->arena, pattern->column[pattern->ncolumns], double);
  if (!values) return sar_report_no_memory(r->context);
  *out = (Matrix){.n = pattern->ncolumns, .nv = sizes->nv};
  if (out->n > MOST) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), r->item->name, "report this", "problem II has %d unknowns",
                      (int)out->n);
  }
  stage->scaling = SAR_SCALING_NONE;
  SarStatus status = sar_stage_matrix(stage, values);
  stage->scaling = own;
  for (int32_t j = 0; j < out->n; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++)
      out->a[pattern->row[k] * out->n + j] += values[k];
  }
  for (int32_t k = 0; k < sizes->nz; k++) eliminate_last(out);
  return status;
}

/* ---- its condition number ---- */

static double norm(const Matrix *m) {
  double largest = 0;
  for (int32_t i = 0; i < m->n; i++) {
    double sum = 0;
    for (int32_t j = 0; j < m->n; j++) sum += fabs(m->a[i * m->n + j]);
    largest = fmax(largest, sum);
  }
  return largest;
}

/* Rows and columns by powers of two to about 1: what is inverted is then well conditioned, and rounding stays small. */
static void balance(Matrix *m, double *row, double *column) {
  for (int32_t i = 0; i < m->n; i++) row[i] = column[i] = 1;
  for (int32_t pass = 0; pass < 24; pass++) {
    bool rows = pass % 2 == 0;
    for (int32_t i = 0; i < m->n; i++) {
      double largest = 0;
      for (int32_t j = 0; j < m->n; j++) largest = fmax(largest, fabs(rows ? m->a[i * m->n + j] : m->a[j * m->n + i]));
      if (!(largest > 0)) continue;
      double factor = ldexp(1, -ilogb(largest) / 2); /* half of it: rows and columns share */
      for (int32_t j = 0; j < m->n; j++) m->a[rows ? i * m->n + j : j * m->n + i] *= factor;
      (rows ? row : column)[i] *= factor;
    }
  }
}

static void swap_rows(Matrix *m, int32_t i, int32_t j) {
  for (int32_t k = 0; k < m->n; k++) {
    double keep = m->a[i * m->n + k];
    m->a[i * m->n + k] = m->a[j * m->n + k];
    m->a[j * m->n + k] = keep;
  }
}

static void subtract_row(Matrix *m, int32_t from, double factor, int32_t to) {
  for (int32_t k = 0; k < m->n; k++) m->a[to * m->n + k] -= factor * m->a[from * m->n + k];
}

/* Gauss and Jordan with pivoting; m is overwritten. */
static bool invert(Matrix *m, Matrix *inverse) {
  int32_t n = m->n;
  *inverse = (Matrix){.n = n};
  for (int32_t i = 0; i < n; i++) inverse->a[i * n + i] = 1;
  for (int32_t k = 0; k < n; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) best = fabs(m->a[i * n + k]) > fabs(m->a[best * n + k]) ? i : best;
    swap_rows(m, k, best);
    swap_rows(inverse, k, best);
    double pivot = m->a[k * n + k];
    if (!(fabs(pivot) > 0)) return false;
    for (int32_t j = 0; j < n; j++) m->a[k * n + j] /= pivot, inverse->a[k * n + j] /= pivot;
    for (int32_t i = 0; i < n; i++) {
      double factor = m->a[i * n + k];
      if (i == k || factor == 0) continue;
      subtract_row(m, k, factor, i);
      subtract_row(inverse, k, factor, i);
    }
  }
  return true;
}

static double condition(const Matrix *m) {
  Matrix work = *m, inverse;
  double row[MOST], column[MOST];
  balance(&work, row, column);
  if (!invert(&work, &inverse)) return INFINITY;
  for (int32_t i = 0; i < m->n; i++) {
    for (int32_t j = 0; j < m->n; j++) inverse.a[i * m->n + j] *= column[i] * row[j];
  }
  return norm(m) * norm(&inverse);
}

/* The paper's blocks with this s. */
static double scaled_condition(Matrix m, double h, double s) {
  for (int32_t i = 0; i < m.n; i++) {
    for (int32_t j = 0; j < m.n; j++) {
      m.a[i * m.n + j] *= SHARE * (i < m.nv ? h * h : s) * (j < m.nv ? 1 : s / (h * h));
    }
  }
  return condition(&m);
}

/* ---- to the end of the last step ---- */

typedef struct Conditions {
  double none, one, physical; /* no scaling, s = 1, s of eq (6) */
} Conditions;

static SarStatus step_to_end(SarReproduction *r, SarIntegrator *integrator, const char *method, double end) {
  const SarStepView *view = sar_integrator_view(integrator);
  for (int64_t k = 0; k == 0 || view->t1 < end; k++) {
    SAR_TRY(sar_integrator_step(integrator));
    SarReproduceProgress told = {.item = r->item->name, .what = method, .time = view->t1, .end = end};
    if (k % 1024 == 0 && r->options && r->options->progress && r->options->progress(r->options->progress_self, &told)) {
      return SAR_INTERRUPTED;
    }
  }
  return SAR_OK;
}

SarStatus sar_paper3_march(SarExperiment *e, SarStart *start, const SarPaper3March *march, SarIntegrator **integrator) {
  SarProblem *problem = &start->m->problem;
  SarMethodChoice choice;
  SarStepOptions options = {.end = march->end, .fixed_step = march->step, .tolerance = 1e-5};
  SarPoint at = sar_start_point(start);
  SAR_TRY(sar_method_parse(e->context, march->method, sar_nowhere(), &choice));
  SAR_TRY(sar_integrator_create(e->context, problem, &choice, &options, integrator));
  if (problem->ops->reset) problem->ops->reset(problem, &at);
  SAR_TRY(sar_integrator_start(*integrator, &at));
  return step_to_end(e->r, *integrator, march->method, march->end);
}

static SarStatus find_conditions(SarReproduction *r, double mass, double h, Conditions *out) {
  SarExperiment *e;
  SarStart *start = NULL;
  SarIntegrator *integrator = NULL;
  const char *set = sar_row_text(r, "m=%.17g", mass);
  SAR_TRY(sar_experiment_open(r, &(SarExperimentSetup){.model = &sar_asset_problem_ii, .set = &set, .nset = 1}, &e));
  SarStatus status = sar_start_create(e->context, e->system, &start);
  if (status == SAR_OK) {
    status = sar_paper3_march(e, start, &(SarPaper3March){METHOD, h, END}, &integrator);
  }
  if (status != SAR_OK) status = sar_experiment_report(e, status, METHOD);
  Matrix m;
  if (status == SAR_OK) status = take_matrix(r, integrator, &m);
  if (status == SAR_OK) {
    double eq_6 = (2 * mass + STIFFNESS * h * h) / 3; /* averages of the diagonals over all three coordinates */
    *out = (Conditions){condition(&m), scaled_condition(m, h, 1), scaled_condition(m, h, eq_6)};
  }
  sar_integrator_destroy(&integrator);
  sar_start_destroy(&start);
  return status;
}

/* ---- the tables ---- */

typedef struct Printed {
  double at; /* step or mass */
  Conditions printed;
} Printed;

static void add_figure(SarReproduction *r, const char *title, const char *label, int32_t count, double (*y)[9],
                       const double *x) {
  static const char *const names[3] = {"no scaling", "scaling 1: s = 1", "scaling 2: s of eq (6)"};
  SarSvgCurve *curves = sar_figure_curves(r, 3);
  if (!curves) return;
  for (int32_t i = 0; i < 3; i++) {
    curves[i] = sar_figure_curve(r, names[i], count, x, y[i]);
    curves[i].markers = true;
  }
  SarSvgPanel panel = {.x = {.label = label, .log = true},
                       .y = {.label = "condition number", .log = true, .least = 1, .most = 1e21},
                       .curves = curves,
                       .ncurves = 3};
  sar_figure_add_panel(r, title, 0, 460, panel);
}

static SarStatus fill_table(SarReproduction *r, const Printed *rows, int32_t count, bool masses, const char *title) {
  double x[9], y[3][9];
  for (int32_t i = 0; i < count; i++) {
    /* The masses of table 2 are printed ten times too small. */
    double h = masses ? 0.01 : rows[i].at, mass = masses ? 10 * rows[i].at : 1;
    const Conditions *p = &rows[i].printed;
    Conditions c;
    SAR_TRY(find_conditions(r, mass, h, &c));
    const char *where =
        masses ? sar_row_text(r, "m = %g kg (printed: %g)", mass, rows[i].at) : sar_row_text(r, "h = %g s", h);
    sar_row_number(r, p->none, c.none, 0.25, "", "%s, no scaling", where);
    sar_row_number(r, p->one, c.one, 0.25, "", "%s, scaling 1", where);
    sar_row_number(r, p->physical, c.physical, 0.25, "", "%s, scaling 2", where);
    x[i] = masses ? mass : h, y[0][i] = c.none, y[1][i] = c.one, y[2][i] = c.physical;
  }
  double law = log(y[0][count - 1] / y[0][count - 3]) / log(x[count - 1] / x[count - 3]);
  sar_row_number(r, masses ? 2 : -4, law, 0.02, masses ? "the law of the printed column" : "appendix: O(h^-4)",
                 "power of %s without scaling", masses ? "the mass" : "the step");
  add_figure(r, title, masses ? "mass, kg" : "step, s", count, y, x);
  return SAR_OK;
}

SarStatus sar_item_paper3_table1(SarReproduction *r) {
  static const Printed rows[] = {{1e-1, {4e4, 10, 12}},   {5e-2, {6e5, 8.9, 13}},  {1e-2, {3e8, 9.2, 14}},
                                 {5e-3, {5e9, 9.2, 14}},  {1e-3, {3e12, 9.2, 14}}, {5e-4, {5e13, 9.2, 14}},
                                 {1e-4, {3e16, 9.2, 14}}, {5e-5, {5e17, 9.2, 14}}, {1e-5, {3e20, 9.2, 14}}};
  r->definition =
      "condition number in the infinity norm of the paper's blocks (section 8) at t = 1 s, generalized-alpha with "
      "rho_inf = 0.6, without the augmented term; m = 1, k = 10, l = 1; phi = 0.2 and phi' = 5 at the start (not "
      "printed); printed with one or two digits: agreement within 25 % is asked, and the law h^-4";
  r->digits = 3;
  return fill_table(r, rows, 9, false, "Paper 3, table 1: condition numbers over the step");
}

SarStatus sar_item_paper3_table2(SarReproduction *r) {
  static const Printed rows[] = {{1e-2, {3e6, 2e1, 13}}, {1e-1, {3e8, 9, 14}},   {1, {3e10, 4e2, 14}},
                                 {1e1, {3e12, 3e4, 14}}, {1e2, {3e14, 3e6, 14}}, {1e3, {3e16, 3e8, 14}},
                                 {1e4, {3e18, 3e10, 14}}};
  r->definition =
      "as table 1, with h = 0.01 s; the masses are printed ten times too small: at m = 1 kg the printed row "
      "contradicts "
      "table 1 by a factor of 100";
  r->digits = 3;
  return fill_table(r, rows, 7, true, "Paper 3, table 2: condition numbers over the mass");
}
