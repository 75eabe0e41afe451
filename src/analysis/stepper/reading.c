#include "analysis/stepper/reading.h"

#include <string.h>

#include "system/events.h"
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
  SarIndex places;
  if (!list->count) return SAR_OK;
  if (!sar_column_index(r->columns, r->arena, &places)) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < list->count; i++) { /* they are there: sar_system_check_outputs */
    SAR_TRY(name_output(s, sar_index_get(&places, list->names[i])));
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
  r->saved = r->pivots = r->now = sar_archive_save();
  r->point = SAR_NEW(arena, sar_stepper_numbers(s) + 1, double);
  r->base = SAR_NEW(arena, sar_reading_base_numbers(s) + 1, double);
  if (!r->point || !r->base) return sar_report_no_memory(s->context);
  SAR_TRY(make_outputs(s));
  SAR_TRY(make_inputs(s));
  return sar_reading_renew(s);
}

void sar_stepper_destroy_reading(SarStepperReading **reading) {
  if (!*reading) return;
  SarArena *arena = (*reading)->arena;
  sar_equations_destroy(&(*reading)->equations);
  sar_archive_destroy(&(*reading)->saved);
  sar_archive_destroy(&(*reading)->pivots);
  sar_archive_destroy(&(*reading)->now);
  *reading = NULL;
  sar_arena_destroy(&arena);
}

/* ---- equations ---- */

/* `auto` counts what it does and changes its mind. */
static const char *solver_of(const SarStepper *s) {
  const char *name = sar_linear_name(s->start->equations->linear);
  return strcmp(name, "auto") == 0 ? "klu" : name;
}

/* The new equations (make), or only their solver. */
static SarStatus make_equations(SarStepper *s, bool make) {
  SarStepperReading *r = s->reading;
  SarWorkspace *m = s->start->m;
  const char *before = m->problem.linear;
  if (make) sar_equations_destroy(&r->equations);
  m->problem.linear = solver_of(s);
  SarStatus status =
      make ? sar_equations_create(s->context, m, &r->equations) : sar_equations_forget_pivots(r->equations);
  m->problem.linear = before;
  r->mechanism = s->mechanisms;
  return status;
}

static SarStatus save_pivots(SarStepper *s, const SarEquations *e, SarArchive *archive) {
  sar_archive_rewind(archive);
  SarStatus status = sar_linear_archive(e->linear, archive);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(s->context) : status;
}

static SarStatus load_pivots(SarStepper *s) {
  SarArchive archive = sar_archive_load(s->reading->pivots.bytes, s->reading->pivots.count);
  SarStatus status = sar_linear_archive(s->reading->equations->linear, &archive);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(s->context);
  return status > 0 ? SAR_INPUT : status;
}

SarStatus sar_reading_load(SarStepper *s) {
  SAR_TRY(make_equations(s, true));
  return load_pivots(s);
}

SarStatus sar_reading_renew(SarStepper *s) {
  SarStepperReading *r = s->reading;
  if (r->equations && r->mechanism == s->mechanisms) return SAR_OK;
  SarEquations *own = s->start->equations;
  const double *q = s->integrator ? sar_integrator_view(s->integrator)->q : s->start->q,
               *v = s->integrator ? sar_integrator_view(s->integrator)->v : s->start->v;
  SAR_TRY(sar_equations_renew(own));
  SAR_TRY(make_equations(s, true));
  SAR_TRY(save_pivots(s, own, &r->pivots));
  SAR_TRY(load_pivots(s));
  if (!sar_linear_pivot_values(own->linear)) {
    SarStatus status = sar_equations_factor(r->equations, s->time, q, v);
    if (status < 0) return status;
  }
  return save_pivots(s, r->equations, &r->pivots);
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

int64_t sar_reading_base_numbers(const SarStepper *s) {
  return (int64_t)sar_stepper_numbers(s) + sar_workspace_modes(s->start->m, NULL);
}

void sar_reading_keep_base(SarStepper *s) {
  size_t count = sar_stepper_numbers(s);
  memcpy(s->reading->base, s->memory, count * sizeof *s->memory);
  sar_workspace_modes(s->start->m, s->reading->base + count);
}

void sar_reading_take_base(SarStepper *s) {
  size_t count = sar_stepper_numbers(s);
  memcpy(s->memory, s->reading->base, count * sizeof *s->memory);
  sar_workspace_set_modes(s->start->m, s->reading->base + count);
}

/* ---- values ---- */

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

/* What the equations have seen of other rows is forgotten. */
static void begin_row(SarStepper *s) {
  SarEquations *e = s->reading->equations;
  const SarSizes *n = &s->start->m->problem.n;
  if (e->trial) copy(e->x, s->x, n->nx), copy(e->z, s->z, n->nz);
}

static SarStatus end_row(SarStepper *s) {
  SarStepperReading *r = s->reading;
  SAR_TRY(save_pivots(s, r->equations, &r->now));
  if (r->now.count == r->pivots.count && memcmp(r->now.bytes, r->pivots.bytes, r->now.count) == 0) return SAR_OK;
  SAR_TRY(make_equations(s, false));
  return load_pivots(s);
}

/* The point in the arrays is consistent, as it is where the motion begins, or begins anew. */
static SarStatus share_reactions(SarStepper *s, double t) {
  SarEquations *e = s->reading->equations;
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
  begin_row(s);
  SAR_TRY(share_reactions(s, t));
  return evaluate(s, t);
}

static SarStatus fill_inside(SarStepper *s, double t) {
  bool raw = s->plan.settings.output_raw, solved, shown;
  sar_stepper_interpolate(s, t);
  begin_row(s);
  shown = !raw && sar_stepper_show_asleep(s, t);
  SarStatus status = raw ? SAR_OK : sar_stepper_refine_with(s, s->reading->equations, t, &solved);
  if (status == SAR_OK) status = evaluate(s, t);
  if (shown) sar_stepper_hide_asleep(s);
  return status;
}

SarStatus sar_reading_fill(SarStepper *s) {
  SarStepperReading *r = s->reading;
  const SarStepView *view = sar_integrator_view(s->integrator);
  bool at_start = r->fresh || view->t0 == view->t1;
  SarStatus status = at_start ? fill_at_start(s, r->time) : fill_inside(s, r->time);
  SarStatus ended = end_row(s);
  SAR_TRY(status);
  SAR_TRY(ended);
  r->known = true;
  return SAR_OK;
}
