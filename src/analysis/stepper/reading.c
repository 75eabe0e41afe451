#include "analysis/stepper/reading.h"

#include <string.h>

#include "system/inputs.h"
#include "system/outputs.h"

#define LABEL_SIZE 64

/* ---- names ---- */

static SarStatus name_value(SarStepper *s, const char *name, const char *unit, SarStepperValue *out) {
  char label[LABEL_SIZE];
  SarArena *arena = s->reading->arena;
  sar_units_label(&sar_system_model(s->system)->units, unit, label, sizeof label);
  *out = (SarStepperValue){name, sar_arena_copy_text(arena, label)};
  return name && out->unit ? SAR_OK : sar_report_no_memory(s->context);
}

static SarStatus name_output(SarStepper *s, int32_t place) {
  SarStepperReading *r = s->reading;
  const SarColumn *column = &sar_column_set_get(r->columns)[place];
  int32_t i = r->noutputs++;
  r->places[i] = place;
  r->factors[i] = sar_units_factor(&sar_system_model(s->system)->units, column->unit);
  r->energies = r->energies || strcmp(column->element, "energy") == 0;
  const char *name = sar_arena_printf(r->arena, "%s.%s", column->element, column->quantity);
  return name_value(s, name, column->unit, &r->outputs[i]);
}

/* In the order of the list; without one, in that of the results. */
static SarStatus name_outputs(SarStepper *s) {
  SarStepperReading *r = s->reading;
  const SarNameList *list = &sar_system_model(s->system)->outputs;
  int32_t count = sar_column_set_count(r->columns);
  const SarColumn *columns = sar_column_set_get(r->columns);
  for (int32_t i = 0; !list->names && i < count; i++) {
    if (!sar_column_is_integral(&columns[i])) SAR_TRY(name_output(s, i));
  }
  for (int32_t i = 0; i < list->count; i++) {
    int32_t place = 0;
    while (!sar_column_is(&columns[place], list->names[i])) place++; /* it is there: sar_system_check_outputs */
    SAR_TRY(name_output(s, place));
  }
  return SAR_OK;
}

static SarStatus make_outputs(SarStepper *s) {
  SarStepperReading *r = s->reading;
  const SarModel *model = sar_system_model(s->system);
  const SarNameList *of = model->outputs.names ? &model->outputs : &model->output_of;
  SAR_TRY(sar_column_set_create_of(s->system, r->arena, of, &r->columns));
  int32_t count = sar_column_set_count(r->columns), most = count > model->outputs.count ? count : model->outputs.count;
  r->row = SAR_NEW(r->arena, count + 1, double);
  r->outputs = SAR_NEW(r->arena, most + 1, SarStepperValue);
  r->places = SAR_NEW(r->arena, most + 1, int32_t);
  r->factors = SAR_NEW(r->arena, most + 1, double);
  r->values = SAR_NEW(r->arena, most + 1, double);
  if (!r->row || !r->outputs || !r->places || !r->factors || !r->values) return sar_report_no_memory(s->context);
  return name_outputs(s);
}

static SarStatus make_inputs(SarStepper *s) {
  SarStepperReading *r = s->reading;
  r->ninputs = sar_system_inputs(s->system);
  r->inputs = SAR_NEW(r->arena, r->ninputs + 1, SarStepperValue);
  r->wanted = SAR_NEW(r->arena, r->ninputs + 1, double);
  if (!r->inputs || !r->wanted) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < r->ninputs; i++) {
    const SarModelElement *input = sar_system_element(s->system, sar_system_input_element(s->system, i));
    const SarValue *unit = sar_model_value(input, "unit");
    const char *label = unit->given ? sar_arena_printf(r->arena, "%c%s", SAR_UNIT_LABEL, unit->text) : "";
    if (!label) return sar_report_no_memory(s->context);
    SAR_TRY(name_value(s, input->name, label, &r->inputs[i]));
    r->wanted[i] = sar_workspace_input(s->start->m, i);
  }
  return SAR_OK;
}

SarStatus sar_reading_make(SarStepper *s) {
  SarArena *arena = sar_arena_create();
  SarStepperReading *r = s->reading = arena ? SAR_NEW(arena, 1, SarStepperReading) : NULL;
  if (!r) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(s->context);
  }
  r->arena = arena;
  const SarSizes *n = &s->start->m->problem.n;
  r->saved = r->equations = r->now = sar_archive_save();
  r->point = SAR_NEW(arena, sar_stepper_numbers(s) + 1, double);
  r->seen = SAR_NEW(arena, n->nx + n->nz + 1, double);
  if (!r->point || !r->seen) return sar_report_no_memory(s->context);
  SAR_TRY(make_outputs(s));
  return make_inputs(s);
}

void sar_stepper_destroy_reading(SarStepperReading **reading) {
  if (!*reading) return;
  SarArena *arena = (*reading)->arena;
  sar_archive_destroy(&(*reading)->saved);
  sar_archive_destroy(&(*reading)->equations);
  sar_archive_destroy(&(*reading)->now);
  *reading = NULL;
  sar_arena_destroy(&arena);
}

/* ---- inputs ---- */

bool sar_reading_changes(const SarStepper *s) {
  const SarStepperReading *r = s->reading;
  for (int32_t i = 0; i < r->ninputs; i++) {
    if (r->wanted[i] != sar_workspace_input(s->start->m, i)) return true;
  }
  return false;
}

void sar_reading_keep_point(SarStepper *s) {
  memcpy(s->reading->point, s->memory, sar_stepper_numbers(s) * sizeof *s->memory);
}

void sar_reading_take_point(SarStepper *s) {
  memcpy(s->memory, s->reading->point, sar_stepper_numbers(s) * sizeof *s->memory);
}

/* ---- values ---- */

/* Pivots that a row of output has chosen anew would change the bits of rows and restarts after it: they are those of
 * before again, and so is all else that the equations remember. */
static SarStatus save_equations(SarStepper *s, SarArchive *archive) {
  sar_archive_rewind(archive);
  SarStatus status = sar_equations_archive(s->start->equations, archive);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(s->context) : status;
}

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

static SarStatus begin_row(SarStepper *s, SarEquationCounts *counts) {
  SarStepperReading *r = s->reading;
  const SarEquations *e = s->start->equations;
  const SarSizes *n = &s->start->m->problem.n;
  *counts = e->counts;
  if (e->trial) copy(r->seen, e->x, n->nx), copy(r->seen + n->nx, e->z, n->nz);
  return save_equations(s, &r->equations);
}

static SarStatus end_row(SarStepper *s, SarEquationCounts counts) {
  SarStepperReading *r = s->reading;
  SarEquations *e = s->start->equations;
  const SarSizes *n = &s->start->m->problem.n;
  e->counts = counts;
  e->whole = e->nearby = false;
  if (e->trial) copy(e->x, r->seen, n->nx), copy(e->z, r->seen + n->nx, n->nz);
  SAR_TRY(save_equations(s, &r->now));
  bool same = r->now.count == r->equations.count && memcmp(r->now.bytes, r->equations.bytes, r->now.count) == 0;
  if (same) return SAR_OK;
  SarArchive archive = sar_archive_load(r->equations.bytes, r->equations.count);
  SarStatus status = sar_equations_archive(e, &archive);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(s->context) : status;
}

/* The point in the arrays is consistent, as it is where the motion begins, or begins anew. */
static SarStatus share_reactions(SarStepper *s, double t) {
  SarEquations *e = s->start->equations;
  SarStatus status = e->null ? sar_equations_factor(e, t, s->q, s->v) : SAR_OK;
  if (status == SAR_OK) status = sar_equations_least_norm(e, t, s->q, s->v, s->x, s->lambda, s->mu);
  return status > 0 ? SAR_OK : status;
}

static SarStatus evaluate(SarStepper *s, double t) {
  SarStepperReading *r = s->reading;
  SarPoint at = sar_stepper_point(s, t);
  SarEnergies energies = {0};
  if (r->energies) SAR_TRY(sar_workspace_energy(s->start->m, &at, &energies));
  SarEnergyRecord record = {.kinetic = energies.kinetic, .potential = energies.potential};
  SAR_TRY(sar_column_set_evaluate(r->columns, s->start->m, &at, &record, r->row));
  for (int32_t i = 0; i < r->noutputs; i++) r->values[i] = r->row[r->places[i]] / r->factors[i];
  return SAR_OK;
}

static SarStatus fill_at_start(SarStepper *s, double t) {
  if (s->reading->fresh) {
    sar_reading_take_point(s);
  } else {
    sar_stepper_take_end(s);
  }
  SAR_TRY(share_reactions(s, t));
  return evaluate(s, t);
}

static SarStatus fill_inside(SarStepper *s, double t) {
  bool raw = s->plan.settings.output_raw, solved, shown;
  sar_stepper_interpolate(s, t);
  shown = !raw && sar_stepper_show_asleep(s, t);
  SarStatus status = raw ? SAR_OK : sar_stepper_refine(s, t, &solved);
  if (status == SAR_OK) status = evaluate(s, t);
  if (shown) sar_stepper_hide_asleep(s);
  return status;
}

SarStatus sar_reading_fill(SarStepper *s) {
  SarStepperReading *r = s->reading;
  const SarStepView *view = sar_integrator_view(s->integrator);
  bool at_start = r->fresh || view->t0 == view->t1;
  SarEquationCounts counts;
  SAR_TRY(begin_row(s, &counts));
  SarStatus status = at_start ? fill_at_start(s, r->time) : fill_inside(s, r->time);
  SarStatus restored = end_row(s, counts);
  SAR_TRY(status);
  SAR_TRY(restored);
  r->known = true;
  return SAR_OK;
}
