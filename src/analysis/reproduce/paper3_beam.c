/* Paper 3, section 9: the crank-actuated beam (figures 3 and 4), and what augmentation and scaling are worth there. */
#include "analysis/reproduce/paper3.h"
#include "analysis/reproduce/paper3_solve.h"

extern const SarAsset sar_asset_crank_actuated_beam;

#define SCHEME "generalized-alpha:rho_inf=0.6"
#define DRAWN "radau3"
#define CRITICAL 46.938 /* N: 4.013 sqrt(EI3 GJ)/L^2, lateral buckling of a cantilever under a force at its tip */

static SarStatus open_beam(SarReproduction *r, SarExperiment **out) {
  static const char *const of[] = {"beam.mid", "link"};
  SarExperimentSetup setup = {.model = &sar_asset_crank_actuated_beam, .raw = true, .output_of = of, .noutput_of = 2};
  return sar_experiment_open(r, &setup, out);
}

/* ---- augmentation and scaling ---- */

static const struct Combination {
  bool augmented, scaled;
  const char *published;
} combinations[] = {{false, false, "not tried"},
                    {false, true, "fails at the first iteration of the first step"},
                    {true, false, "factorises; iterations fail to converge"},
                    {true, true, "runs smoothly"}};
enum { COMBINATIONS = sizeof combinations / sizeof *combinations };

static const char *name_of(const struct Combination *c) {
  if (c->augmented) return c->scaled ? "augmented, s of eq (6)" : "augmented, s = 1";
  return c->scaled ? "not augmented, s of eq (6)" : "not augmented, s = 1";
}

/* s of eq (6) at the last stage, kg. */
static double step_mass(const SarStage *stage) {
  return stage->mass + stage->damping * stage->c_v + stage->stiffness * stage->c_q;
}

/* The error of one solution with the matrix of the last stage, formed in this way. */
static SarStatus error_with(SarReproduction *r, SarStage *stage, const struct Combination *c, double *out) {
  const SarPattern *pattern = sar_stage_pattern(stage);
  SarScaling own = stage->scaling;
  double *values = SAR_NEW(r->arena, pattern->column[pattern->ncolumns], double);
  if (!values) return sar_report_no_memory(r->context);
  stage->scaling = c->scaled ? SAR_SCALING_PHYSICAL : SAR_SCALING_STEP;
  stage->augmentation = !c->augmented ? 0 : c->scaled ? 1 : 1 / step_mass(stage);
  SarStatus status = sar_stage_matrix(stage, values);
  stage->scaling = own;
  stage->augmentation = 1;
  if (status != SAR_OK) return status;
  *out = sar_unpivoted_error(r->arena, pattern, values);
  return isnan(*out) ? sar_report_no_memory(r->context) : SAR_OK;
}

typedef struct Errors {
  double mass; /* s of eq (6), kg */
  int32_t unknowns;
  double of[COMBINATIONS];
} Errors;

static SarStatus find_errors(SarExperiment *e, double h, Errors *out) {
  SarPaper3March march = {SCHEME ",scaling=physical,augmentation=1", h, h};
  SarStart *start = NULL;
  SarIntegrator *integrator = NULL;
  SarStatus status = sar_start_create(e->context, e->system, &start);
  if (status == SAR_OK) status = sar_paper3_march(e, start, &march, &integrator);
  if (status != SAR_OK) status = sar_experiment_report(e, status, march.method);
  if (status == SAR_OK)
    out->mass = step_mass(&integrator->stage), out->unknowns = sar_stage_unknowns(&integrator->stage);
  for (int32_t i = 0; i < COMBINATIONS && status == SAR_OK; i++) {
    status = error_with(e->r, &integrator->stage, &combinations[i], &out->of[i]);
  }
  sar_integrator_destroy(&integrator);
  sar_start_destroy(&start);
  return status;
}

/* What Newton's iteration does with the same formulation and a solver that pivots: iterations per step; NaN: it fails.
 */
static SarStatus find_iterations(SarExperiment *e, const struct Combination *c, double h, double mass, double *out) {
  const char *method = sar_row_text(e->r, SCHEME ",scaling=%s,augmentation=%.17g", c->scaled ? "physical" : "step",
                                    !c->augmented ? 0
                                    : c->scaled   ? 1
                                                  : 1 / mass);
  SarExperimentRun run = {.method = method, .step = h, .end = 100 * h, .no_output = true};
  bool done;
  SAR_TRY(sar_experiment_try(e, &run, &done));
  *out = done ? (double)e->summary.iterations / (double)e->summary.steps : NAN;
  return SAR_OK;
}

static SarStatus add_combinations(SarExperiment *e, double h) {
  static const char *const massive =
      "here every node has mass, and relative rotations are no unknowns: no pivot is zero";
  SarReproduction *r = e->r;
  Errors errors;
  SAR_TRY(find_errors(e, h, &errors));
  sar_row_measured(r, errors.mass, "", "s of eq (6), h = %g s, kg", h);
  for (int32_t i = 0; i < COMBINATIONS; i++) {
    const struct Combination *c = &combinations[i];
    double iterations;
    SAR_TRY(find_iterations(e, c, h, errors.mass, &iterations));
    bool runs = errors.of[i] < 1 && !isnan(iterations), published = c->augmented && c->scaled;
    const char *found = sar_row_text(r, "error %.1e; %.3g iterations per step with pivoting", errors.of[i], iterations);
    if (isnan(iterations)) found = sar_row_text(r, "error %.1e; fails also with pivoting", errors.of[i]);
    if (!c->augmented && !c->scaled)
      sar_row_shown(r, found, "the paper does not tell of it", "%s, h = %g s", name_of(c), h);
    else
      sar_row_statement(r, runs == published, c->published, found, runs == published ? "" : massive, "%s, h = %g s",
                        name_of(c), h);
  }
  return SAR_OK;
}

/* ---- figure 3 ---- */

/* The first row with this, and where between it and the one before; NaN: there is none. */
static double passes(int64_t rows, const double *time, const double *value, double level) {
  for (int64_t i = 1; i < rows; i++) {
    if (value[i] < level) continue;
    return time[i - 1] + (time[i] - time[i - 1]) * (level - value[i - 1]) / (value[i] - value[i - 1]);
  }
  return NAN;
}

static SarStatus add_buckling(SarExperiment *e, const double *const u[3]) {
  SarReproduction *r = e->r;
  int64_t rows = sar_table_rows(e->table);
  const double *time = sar_table_values(e->table, 0), *axial;
  double *push = SAR_NEW(r->arena, rows, double), *sidewards = SAR_NEW(r->arena, rows, double);
  if (!push || !sidewards) return sar_report_no_memory(r->context);
  SAR_TRY(sar_experiment_column(e, "link.e0.n1", &axial));
  for (int64_t i = 0; i < rows; i++) push[i] = -axial[i], sidewards[i] = fabs(u[1][i]) - fabs(u[2][i]);
  sidewards[0] = -1; /* both are zero at rest */
  static const char *const about = "printed: at about 0.05 s u2 suddenly increases";
  sar_row_number(r, 0.05, passes(rows, time, push, CRITICAL), 0.25, about,
                 "the link pushes with the critical force (46.9 N), at, s");
  sar_row_number(r, 0.05, passes(rows, time, sidewards, 0), 0.25, about, "|u2| exceeds |u3|, at, s");
  double largest[3] = {0};
  for (int32_t k = 0; k < 3; k++) {
    for (int64_t i = 0; i < rows; i++) largest[k] = fmax(largest[k], fabs(u[k][i]));
  }
  for (int32_t k = 0; k < 3; k++) sar_row_measured(r, largest[k], "", "largest |u%d| in 1.6 s, m", (int)k + 1);
  return SAR_OK;
}

static SarStatus displacements(SarExperiment *e, const double *out[3]) {
  static const char *const names[3] = {"beam.mid.x", "beam.mid.y", "beam.mid.z"};
  int64_t rows = sar_table_rows(e->table);
  for (int32_t k = 0; k < 3; k++) {
    const double *place;
    double *u = SAR_NEW(e->r->arena, rows, double);
    SAR_TRY(sar_experiment_column(e, names[k], &place));
    if (!u) return sar_report_no_memory(e->r->context);
    for (int64_t i = 0; i < rows; i++) u[i] = place[i] - place[0];
    out[k] = u;
  }
  return SAR_OK;
}

#define CHOICES                                                                                                      \
  "directions, densities (2700 and 7800 kg/m^3), the steel's E (210 GPa), shear factors and the meshes of link and " \
  "crank are not printed and are chosen"

SarStatus sar_item_paper3_figure3(SarReproduction *r) {
  static const char *const names[3] = {"u1", "u2 (lateral)", "u3 (vertical)"};
  SarExperiment *e;
  const double *u[3];
  r->definition =
      "displacements of the midpoint with " DRAWN " and steps of 5e-4 s; " CHOICES
      ". Augmentation and scaling: error of one linear solution, elimination without pivoting in the order "
      "coordinates, multipliers, against elimination with pivoting in extended precision, same matrix, after "
      "the first step of " SCHEME "; Newton's iteration shrinks errors by this factor at best";
  r->digits = 3;
  SAR_TRY(open_beam(r, &e));
  SAR_TRY(add_combinations(e, 1e-3));
  SAR_TRY(add_combinations(e, 1e-5));
  SAR_TRY(sar_experiment_run(e, &(SarExperimentRun){.method = DRAWN, .step = 5e-4}));
  SAR_TRY(displacements(e, u));
  SAR_TRY(add_buckling(e, u));
  SarSvgCurve *curves = sar_figure_curves(r, 3);
  if (!curves) return SAR_OK;
  for (int32_t k = 0; k < 3; k++) {
    curves[k] = sar_figure_curve(r, names[k], sar_table_rows(e->table), sar_table_values(e->table, 0), u[k]);
  }
  sar_figure_add_panel(
      r, "Paper 3, figure 3: displacements of the beam's midpoint", 0, 460,
      (SarSvgPanel){
          .x = {.label = "time, s", .most = 1.6}, .y = {.label = "displacement, m"}, .curves = curves, .ncurves = 3});
  return SAR_OK;
}

/* ---- figure 4 ---- */

enum { HALVINGS = 4, TIMES = 201, METHODS = 3 };
#define UNTIL 0.2

typedef struct History {
  double u[3][TIMES];
} History;

static SarStatus history_of(SarExperiment *e, const char *method, double h, History *out) {
  const double *u[3];
  SarExperimentRun run = {.method = method, .step = h, .end = UNTIL, .every = UNTIL / (TIMES - 1)};
  SAR_TRY(sar_experiment_run(e, &run));
  SAR_TRY(displacements(e, u));
  for (int32_t k = 0; k < 3; k++) {
    for (int64_t i = 0; i < TIMES && i < sar_table_rows(e->table); i++) out->u[k][i] = u[k][i];
  }
  return SAR_OK;
}

/* As eq (26) of paper 4, over all three components. */
static double error_of(const History *h, const History *right) {
  double difference = 0, size = 0;
  for (int32_t k = 0; k < 3; k++) {
    for (int32_t i = 0; i < TIMES; i++) {
      difference += (h->u[k][i] - right->u[k][i]) * (h->u[k][i] - right->u[k][i]);
      size += right->u[k][i] * right->u[k][i];
    }
  }
  return sqrt(difference / size);
}

static SarStatus converge(SarExperiment *e, const char *method, const char *name, const History *right,
                          SarSvgCurve *curve) {
  SarReproduction *r = e->r;
  double inverse[HALVINGS], error[HALVINGS], h = 1e-3;
  bool falls = true;
  for (int32_t k = 0; k < HALVINGS; k++, h /= 2) {
    History own = {0};
    SAR_TRY(history_of(e, method, h, &own));
    inverse[k] = 1 / h, error[k] = error_of(&own, right);
    if (k > 0 && error[k] >= error[k - 1]) falls = false;
    sar_row_measured(r, error[k], "", "%s, h = %g s", name, h);
  }
  double order = log2(error[0] / error[HALVINGS - 1]) / (HALVINGS - 1);
  sar_row_found(r, falls, "good convergence, even for very small steps", order, "", "%s, mean power of the step", name);
  *curve = sar_figure_curve(r, name, HALVINGS, inverse, error);
  curve->markers = true;
  return SAR_OK;
}

SarStatus sar_item_paper3_figure4(SarReproduction *r) {
  static const char *const methods[METHODS][2] = {
      {"radau5", "Radau IIA (radau5)"},
      {"radau3", "linear equivalent of the energy-decaying scheme (radau3)"},
      {"hht", "HHT (hht)"}};
  SarExperiment *e;
  History right = {0};
  r->definition =
      "error of the midpoint's three displacements at 201 times up to 0.2 s, as eq (26) of paper 4 (the norm and the "
      "interval are not printed), against radau5 with 4e-5 s (the paper: Radau IIA with 5e-6 s). The energy-decaying "
      "scheme needs discrete gradients of every force; on linear systems it is the two-stage Radau IIA method, radau3, "
      "which stands for it; " CHOICES;
  r->digits = 2;
  SAR_TRY(open_beam(r, &e));
  SAR_TRY(history_of(e, "radau5", 4e-5, &right));
  SarSvgCurve *curves = sar_figure_curves(r, METHODS);
  if (!curves) return SAR_OK;
  for (int32_t i = 0; i < METHODS; i++) SAR_TRY(converge(e, methods[i][0], methods[i][1], &right, &curves[i]));
  sar_figure_add_panel(r, "Paper 3, figure 4: convergence of three integration schemes", 0, 460,
                       (SarSvgPanel){.x = {.label = "1/h, 1/s", .log = true},
                                     .y = {.label = "error", .log = true},
                                     .curves = curves,
                                     .ncurves = METHODS});
  return SAR_OK;
}
