/* Which sensitivities are asked for, and what they need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "system/events.h"

/* ---- which ---- */

static SarStatus refuse(SarStepper *s, SarSource at, const char *remedy, const char *what) {
  return sar_report(s->context, SAR_INPUT, at, NULL, remedy, "sensitivity: %s", what);
}

static SarStatus check(SarStepper *s, const SarRunOptions *options) {
  const SarModel *model = sar_system_model(s->system);
  if (!model->text[0]) {
    return refuse(s, sar_nowhere(), "read the model from a file or a text",
                  "the model has no text from which it could be read with other values of a parameter");
  }
  if (model->nfmus) {
    return refuse(s, model->plugins[0]->source, "leave them out, or make two runs with other values",
                  "FMUs do not tell how their outputs depend on their inputs");
  }
  if (s->plan.settings.output_raw) {
    return refuse(s, model->simulation_source, "leave `raw: true` out of `output:`",
                  "rows as the method left them have no derivatives");
  }
  for (int32_t i = 0; i < options->nsensitivity; i++) {
    for (int32_t k = 0; k < i; k++) {
      if (strcmp(options->sensitivity[i], options->sensitivity[k]) != 0) continue;
      return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL, "name every parameter once",
                        "sensitivity: `%s` is named twice", options->sensitivity[i]);
    }
  }
  return SAR_OK;
}

/* ---- life ---- */

/* What the formula of the run allows: one linear system per step where that has one, at its end; that of the implicit
 * midpoint rule stands elsewhere, and formulas over its ends are far worse than it is. */
static int32_t choose_formula(const SarStepper *s) {
  SarMethodInfo info = sar_method_info_of(&s->plan.method);
  if (strcmp(info.family, "bdf") == 0) return SAR_FORMULA_OF_RUN;
  bool ends = !info.explicit && !info.independent && strcmp(info.family, "midpoint") != 0;
  return ends && info.order == 2 && info.stages <= 1 ? 2 : 0;
}

/* Whether the equations hold at the ends of steps, with the accelerations and multipliers that are there. */
static bool ends_are_solved(const SarStepper *s) {
  static const char *const families[] = {"alpha", "bdf", "multistep"};
  SarMethodInfo info = sar_method_info_of(&s->plan.method);
  for (int i = 0; i < SAR_COUNT(families); i++) {
    if (strcmp(info.family, families[i]) == 0) return true;
  }
  return false;
}

static SarStatus make_arrays(SarSensitivity *x, int32_t count) {
  const SarSizes *n = &x->m->problem.n;
  int64_t numbers = (int64_t)count * x->ny;
  x->varied = SAR_NEW(x->arena, count, SarVaried);
  x->right = SAR_NEW(x->arena, 6 * (int64_t)x->n + 1, double);
  x->rate_scratch = SAR_NEW(x->arena, n->nv + n->np + n->nn + 1, double);
  x->gaps = SAR_NEW(x->arena, 2 * (2 * n->np + n->nn) + 1, double);
  x->modes = SAR_NEW(x->arena, sar_workspace_modes(x->m, NULL) + 1, double);
  x->roots = SAR_NEW(x->arena, 2 * n->nroots + 1, double);
  x->other_roots = x->roots ? x->roots + n->nroots : NULL;
  x->largest = SAR_NEW(x->arena, SAR_SIZES * count, double);
  x->hat = SAR_NEW(x->arena, numbers + 1, double);
  x->trial = SAR_NEW(x->arena, numbers + 1, double);
  double *along = SAR_NEW(x->arena, x->ny + x->n + 1, double), *row = SAR_NEW(x->arena, x->ny + x->n + 1, double);
  double *mirror = SAR_NEW(x->arena, x->ny + x->n + 1, double);
  bool complete = mirror && x->varied && x->right && x->rate_scratch && x->gaps && x->modes && x->roots && x->largest &&
                  x->hat && x->trial;
  for (int i = 0; i < SAR_STAGES; i++) {
    x->stage_rate[i] = SAR_NEW(x->arena, numbers + 1, double);
    complete = complete && x->stage_rate[i];
  }
  if (x->right) {
    double **const parts[] = {&x->asked, &x->left, &x->terms, &x->before, &x->made};
    for (int i = 0; i < SAR_COUNT(parts); i++) *parts[i] = x->right + (i + 1) * (int64_t)x->n;
  }
  if (!complete || !along || !row) return sar_report_no_memory(x->context);
  x->along = sar_variation_in(x, along);
  x->row_along = sar_variation_in(x, row);
  x->mirror = sar_variation_in(x, mirror);
  x->kept = x->row = (SarStepper){.context = x->context, .system = x->s->system, .start = x->s->start};
  SAR_TRY(sar_stepper_make_arrays(&x->kept));
  return sar_stepper_make_arrays(&x->row);
}

static SarStatus make(SarSensitivity *x, const SarRunOptions *options) {
  SarStepper *s = x->s;
  SAR_TRY(check(s, options));
  const SarSizes *n = &s->start->m->problem.n;
  x->n = sar_sizes_unknowns(n);
  x->ny = 2 * n->nv + n->nx;
  x->tolerance = s->plan.steps.fixed_step > 0 ? 0 : s->plan.steps.tolerance;
  x->formula = choose_formula(s);
  x->ends_solved = ends_are_solved(s);
  SAR_TRY(sar_sensitivity_renew(x));
  SarColumnSet *columns;
  SAR_TRY(sar_column_set_create(s->system, x->arena, &columns));
  x->ncolumns = sar_column_set_count(columns);
  sar_energies_choose(x, columns);
  SAR_TRY(make_arrays(x, options->nsensitivity));
  for (int32_t i = 0; i < options->nsensitivity; i++) {
    x->count = i + 1;
    SAR_TRY(sar_twins_create(x, options->sensitivity[i], &x->varied[i]));
  }
  SAR_TRY(sar_energies_create(x));
  SAR_TRY(sar_alpha_create(x));
  return sar_sensitivity_make_instant(x, &x->instants[0]);
}

SarStatus sar_sensitivity_create(SarStepper *s, const SarRunOptions *options, SarSensitivity **out) {
  SarSensitivity *x = *out = calloc(1, sizeof *x);
  if (!x) return sar_report_no_memory(s->context);
  x->context = s->context;
  x->s = s;
  x->mechanisms = -1;
  x->switched = NAN;
  x->arena = sar_arena_create();
  x->quiet = sar_context_create();
  if (!x->arena || !x->quiet) return sar_report_no_memory(s->context);
  return make(x, options);
}

void sar_sensitivity_destroy(SarSensitivity **sensitivity) {
  if (!sensitivity || !*sensitivity) return;
  SarSensitivity *x = *sensitivity;
  for (int32_t i = 0; i < x->count; i++) sar_twins_destroy(&x->varied[i]);
  sar_equations_destroy(&x->equations);
  sar_variation_destroy_matrix(&x->step);
  sar_variation_destroy_matrix(&x->index1);
  free(x->kept.memory);
  free(x->row.memory);
  sar_arena_destroy(&x->tree.arena);
  sar_arena_destroy(&x->arena);
  sar_context_destroy(&x->quiet);
  free(x);
  *sensitivity = NULL;
}

SarSensitivityWork sar_sensitivity_work(const SarSensitivity *x) {
  SarSensitivityWork work = {0};
  if (!x) return work;
  work = x->work;
  work.parameters = x->count;
  return work;
}
