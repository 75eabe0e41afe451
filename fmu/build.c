/* From the values of an instance to a stepper: the model is read again from its text, with the parameters that were
 * set, and compiled. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "fmu/inside.h"
#include "read/read.h"

/* Without a stop time the motion may go on for this many times the one that the model has in mind. Rounding in t bounds
 * the smallest step: further would cost digits. */
#define FAR 1000

void instance_demolish(Instance *i) {
  sar_stepper_destroy(&i->stepper);
  sar_system_destroy(&i->system);
  sar_model_destroy(&i->model);
}

static bool sets(const char *text, const char *name) {
  size_t length = strlen(name);
  return strncmp(text, name, length) == 0 && text[length] == '=';
}

/* Texts NAME=VALUE: of the export those that nobody has set since, and what was set. */
static SarStatus list_settings(Instance *i, SarArena *arena, const char ***out, int32_t *count) {
  const SarFmuContents *c = &i->contents;
  const SarFmuVariables *v = &c->variables;
  const char **set = SAR_NEW(arena, c->nset + v->count, const char *);
  *count = 0;
  *out = set;
  if (!set) return sar_report_no_memory(i->context);
  for (int32_t k = 0; k < c->nset; k++) {
    bool again = false;
    for (int32_t n = 0; n < v->count && !again; n++) again = i->given[n] && sets(c->set[k], v->list[n].name);
    if (!again) set[(*count)++] = c->set[k];
  }
  for (int32_t n = 0; n < v->count; n++) {
    char number[SAR_NUMBER_SIZE];
    if (!i->given[n]) continue;
    sar_format_real(number, i->values[n]);
    const char *text = sar_arena_printf(arena, "%s=%s%s", v->list[n].name, number, v->list[n].angle ? " rad" : "");
    if (!text) return sar_report_no_memory(i->context);
    set[(*count)++] = text;
  }
  return SAR_OK;
}

static SarStatus read_model(Instance *i, SarArena *arena) {
  const SarFmuContents *c = &i->contents;
  SarReadOptions options = {
      .files = i->files, .nfiles = c->nfiles, .files_only = true, .format = c->format, .deck = c->deck};
  const char **set;
  SAR_TRY(list_settings(i, arena, &set, &options.nset));
  options.set = set;
  SAR_TRY(sar_model_read_text(i->context, c->model, i->text, strlen(i->text), &options, &i->model));
  return sar_system_compile(i->context, i->model, &i->system);
}

static SarRunOptions run_options(const Instance *i) {
  const SarFmuContents *c = &i->contents;
  const Experiment *e = &i->experiment;
  const SarSimulation *s = sar_model_simulation(i->model);
  SarRunOptions o = sar_run_options_default();
  double end = isnan(c->end) ? s->end : c->end;
  bool fixed = !isnan(c->step) || (isnan(c->tolerance) && !isnan(s->step));
  o.method = c->method;
  o.tolerance = c->tolerance;
  o.step = c->step;
  if (e->has_tolerance && !fixed) o.tolerance = e->tolerance;
  if (!(end > 0)) end = e->has_stop ? e->stop : 1;
  o.end = e->has_stop ? e->stop : FAR * end;
  /* steps are bounded by what the model has in mind, however far somebody means to go */
  if (isnan(s->max_step) && !fixed && o.end > end) o.max_step = 0.1 * end;
  return o;
}

/* Parameters may change how many elements there are: value references would mean something else. */
static SarStatus check_variables(Instance *i, SarArena *arena) {
  SarFmuVariables now;
  SAR_TRY(sar_fmu_variables(i->context, arena, i->system, i->stepper, &now));
  if (sar_fmu_variables_agree(&now, &i->contents.variables)) return SAR_OK;
  return sar_report(i->context, SAR_INPUT, sar_nowhere(), NULL,
                    "list `outputs:` in the model, and export it with such parameters",
                    "with these parameters the model has other variables than the FMU");
}

static SarStatus build(Instance *i, SarArena *arena) {
  const SarFmuVariables *v = &i->contents.variables;
  SAR_TRY(read_model(i, arena));
  SarRunOptions options = run_options(i);
  SAR_TRY(sar_stepper_create(i->context, i->system, &options, &i->stepper));
  SAR_TRY(check_variables(i, arena));
  for (int32_t n = 0; n < v->count; n++) {
    if (v->list[n].kind != SAR_FMU_INPUT) continue;
    SAR_TRY(sar_stepper_set(i->stepper, v->list[n].index, i->values[n]));
  }
  return SAR_OK;
}

Answer instance_build(Instance *i) {
  if (i->stepper) return ANSWER_OK;
  SarArena *arena = sar_arena_create();
  SarStatus status = arena ? build(i, arena) : sar_report_no_memory(i->context);
  sar_arena_destroy(&arena);
  Answer answer = status == SAR_OK ? ANSWER_OK : ANSWER_ERROR;
  instance_tell(i, answer);
  if (answer != ANSWER_OK) instance_demolish(i);
  return answer;
}
