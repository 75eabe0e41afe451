#include "fmu/instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu/inside.h"
#include "result/load.h"

static SarStatus load(Instance *i, const char *name, const char **text) {
  char *bytes = NULL;
  const char *path = sar_arena_printf(i->arena, "%s/%s", i->folder, name);
  if (!path) return sar_report_no_memory(i->context);
  SarStatus status = sar_load_text(i->context, path, "give the folder `resources` of the unpacked FMU", &bytes, NULL);
  if (status == SAR_OK) *text = sar_arena_copy_text(i->arena, bytes);
  free(bytes);
  return status == SAR_OK && !*text ? sar_report_no_memory(i->context) : status;
}

static SarStatus load_all(Instance *i, const char *token) {
  const char *list = NULL;
  SarFmuContents *c = &i->contents;
  SAR_TRY(load(i, SAR_FMU_CONTENTS, &list));
  SAR_TRY(sar_fmu_contents_read(i->context, i->arena, SAR_FMU_CONTENTS, list, c));
  if (!token || strcmp(c->token, token) != 0) {
    return sar_report(i->context, SAR_INPUT, sar_nowhere(), NULL, "give the one in modelDescription.xml of this FMU",
                      "the token %s is not that of the FMU, %s", token ? token : "(none)", c->token);
  }
  SAR_TRY(load(i, c->model, &i->text));
  SarModelFile *files = SAR_NEW(i->arena, c->nfiles + 1, SarModelFile);
  i->values = SAR_NEW(i->arena, c->variables.count, double);
  i->given = SAR_NEW(i->arena, c->variables.count, bool);
  if (!files || !i->values || !i->given) return sar_report_no_memory(i->context);
  for (int32_t k = 0; k < c->nfiles; k++) {
    files[k].path = c->files[k].path;
    SAR_TRY(load(i, c->files[k].stored, &files[k].text));
  }
  i->files = files;
  return SAR_OK;
}

Instance *instance_create(const char *name, const char *token, const char *folder, Log log) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  Instance *i = arena ? SAR_NEW(arena, 1, Instance) : NULL;
  if (!context || !i) {
    sar_context_destroy(&context);
    sar_arena_destroy(&arena);
    return NULL;
  }
  *i = (Instance){.context = context, .arena = arena, .log = log};
  i->name = sar_arena_copy_text(arena, name ? name : "");
  i->folder = folder ? sar_arena_copy_text(arena, folder) : NULL;
  bool named = name && name[0];
  if (!named) instance_refuse(i, "the instance needs a name");
  if (!folder) instance_refuse(i, "the place of the resources is not given, or is no path of this machine");
  if (!named || !i->name || !i->folder || load_all(i, token) != SAR_OK) {
    instance_tell(i, ANSWER_ERROR);
    instance_destroy(i);
    return NULL;
  }
  instance_begin(i);
  return i;
}

void instance_destroy(Instance *i) {
  if (!i) return;
  SarArena *arena = i->arena;
  instance_demolish(i);
  instance_free_states(i);
  sar_context_destroy(&i->context);
  sar_arena_destroy(&arena);
}

void instance_begin(Instance *i) {
  const SarFmuVariables *v = &i->contents.variables;
  for (int32_t k = 0; k < v->count; k++) {
    i->values[k] = v->list[k].start;
    i->given[k] = false;
  }
  i->experiment = (Experiment){0};
  i->phase = PHASE_INSTANTIATED;
}

/* ---- phases ---- */

Answer instance_plan(Instance *i, const Experiment *e) {
  if (e->start != 0) {
    return instance_refuse(i, "the model begins at t = 0 s and cannot start at %.9g s; give the start time 0",
                           e->start);
  }
  if (e->has_stop && !(e->stop > 0 && isfinite(e->stop))) {
    return instance_refuse(i, "the stop time %.9g s is not after the start; give a later one, or none", e->stop);
  }
  if (e->has_tolerance && !(e->tolerance > 0 && e->tolerance < 1)) {
    return instance_refuse(i, "the tolerance %.9g is not between 0 and 1", e->tolerance);
  }
  i->experiment = *e;
  return ANSWER_OK;
}

Answer instance_enter(Instance *i) {
  i->phase = PHASE_INITIALISING;
  return ANSWER_OK;
}

Answer instance_exit(Instance *i) {
  Answer answer = instance_build(i);
  i->phase = answer == ANSWER_OK ? PHASE_STEPPING : PHASE_FAILED;
  return answer;
}

Answer instance_terminate(Instance *i) {
  i->phase = PHASE_TERMINATED;
  return ANSWER_OK;
}

Answer instance_reset(Instance *i) {
  instance_demolish(i);
  instance_begin(i);
  return ANSWER_OK;
}

/* ---- values ---- */

Answer instance_refuse_type(Instance *i, const char *type, size_t count) {
  if (!count) return ANSWER_OK;
  return instance_refuse(i, "the model has no variables of the type %s: all of them are real numbers", type);
}

/* All before any: a call that is refused gives and changes nothing. */
static Answer check_references(Instance *i, const unsigned *references, size_t count, const double *values) {
  const SarFmuVariables *v = &i->contents.variables;
  if (count && (!references || !values)) return instance_refuse(i, "%zu values are wanted and none are given", count);
  for (size_t k = 0; k < count; k++) {
    if (references[k] < (unsigned)v->count) continue;
    return instance_refuse(i, "there is no variable of the value reference %u; the largest one is %d", references[k],
                           (int)v->count - 1);
  }
  return ANSWER_OK;
}

static SarStatus get_one(Instance *i, unsigned reference, double *value) {
  const SarFmuVariable *v = &i->contents.variables.list[reference];
  switch (v->kind) {
    case SAR_FMU_TIME: *value = instance_time(i); return SAR_OK;
    case SAR_FMU_OUTPUT: return sar_stepper_get(i->stepper, v->index, value);
    case SAR_FMU_CALCULATED: {
      const char *name;
      return sar_model_parameter(i->model, v->index, &name, value) ? SAR_OK : SAR_FAILED;
    }
    default: *value = i->values[reference]; return SAR_OK;
  }
}

static bool needs_model(SarFmuKind kind) { return kind == SAR_FMU_OUTPUT || kind == SAR_FMU_CALCULATED; }

Answer instance_get(Instance *i, const unsigned *references, size_t count, double *values) {
  Answer answer = check_references(i, references, count, values);
  for (size_t k = 0; k < count && answer == ANSWER_OK; k++) {
    SarFmuKind kind = i->contents.variables.list[references[k]].kind;
    if (needs_model(kind)) answer = instance_build(i);
    if (answer != ANSWER_OK || get_one(i, references[k], &values[k]) == SAR_OK) continue;
    answer = ANSWER_ERROR;
    i->phase = PHASE_FAILED;
    instance_tell(i, answer);
  }
  return answer;
}

static Answer check_set(Instance *i, unsigned reference, double value) {
  const SarFmuVariable *v = &i->contents.variables.list[reference];
  bool early = i->phase == PHASE_INSTANTIATED || i->phase == PHASE_INITIALISING;
  if (v->kind == SAR_FMU_TIME || v->kind == SAR_FMU_OUTPUT || v->kind == SAR_FMU_CALCULATED) {
    return instance_refuse(i, "`%s` cannot be set: the model computes it", v->name);
  }
  if (v->kind == SAR_FMU_PARAMETER && !early) {
    return instance_refuse(i, "the parameter `%s` cannot be set %s; set it before initialization mode is left", v->name,
                           phase_in_words(i->phase));
  }
  if (!isfinite(value)) return instance_refuse(i, "`%s` cannot be %g; give a finite number", v->name, value);
  return ANSWER_OK;
}

static Answer set_one(Instance *i, unsigned reference, double value) {
  const SarFmuVariable *v = &i->contents.variables.list[reference];
  bool same = memcmp(&i->values[reference], &value, sizeof value) == 0;
  i->values[reference] = value;
  if (v->kind == SAR_FMU_PARAMETER && !(same && i->given[reference])) {
    i->given[reference] = true;
    instance_demolish(i); /* it is made anew with it */
  }
  if (v->kind != SAR_FMU_INPUT || !i->stepper) return ANSWER_OK;
  return sar_stepper_set(i->stepper, v->index, value) == SAR_OK ? ANSWER_OK : ANSWER_ERROR;
}

Answer instance_set(Instance *i, const unsigned *references, size_t count, const double *values) {
  Answer answer = check_references(i, references, count, values);
  for (size_t k = 0; k < count && answer == ANSWER_OK; k++) answer = check_set(i, references[k], values[k]);
  for (size_t k = 0; k < count && answer == ANSWER_OK; k++) answer = set_one(i, references[k], values[k]);
  instance_tell(i, answer);
  return answer;
}

/* ---- time ---- */

double instance_time(const Instance *i) { return i->stepper ? sar_stepper_time(i->stepper) : 0; }

bool instance_has_ended(const Instance *i) { return i->stepper && sar_stepper_stopped(i->stepper); }

/* Callers add up steps, or multiply: the times that they come to differ in the last digits. */
#define CLOSE 1e-9

static Answer check_step(Instance *i, double from, double step) {
  double now = instance_time(i);
  if (!(step > 0) || !isfinite(step)) {
    return instance_refuse(i, "a communication step of %.9g s leads nowhere; give a positive one", step);
  }
  if (!(fabs(from - now) <= CLOSE * fmax(fmax(fabs(now), step), fabs(from)))) {
    return instance_refuse(
        i, "the communication point is %.17g s and not %.17g s; go on from where the last step ended", now, from);
  }
  return ANSWER_OK;
}

Answer instance_step(Instance *i, double from, double step) {
  Answer answer = check_step(i, from, step);
  if (answer != ANSWER_OK) return answer;
  if (instance_has_ended(i)) {
    instance_say(i, ANSWER_DISCARD, "an event of the model has ended the motion: it goes no further");
    return ANSWER_DISCARD;
  }
  double to = from + step, stop = i->experiment.stop;
  if (i->experiment.has_stop && to > stop && to - stop <= CLOSE * fmax(stop, step)) to = stop;
  if (i->experiment.has_stop && to > stop) {
    return instance_refuse(i, "a step to %.9g s goes beyond the stop time, %.9g s", to, stop);
  }
  SarStatus status = sar_stepper_advance(i->stepper, to);
  if (status != SAR_OK) {
    i->phase = PHASE_FAILED;
    instance_tell(i, ANSWER_ERROR);
    return ANSWER_ERROR;
  }
  instance_tell(i, ANSWER_OK);
  if (!instance_has_ended(i)) return ANSWER_OK;
  char text[200];
  snprintf(text, sizeof text, "an event of the model has ended the motion at t = %.9g s", instance_time(i));
  instance_say(i, ANSWER_DISCARD, text);
  return ANSWER_DISCARD;
}
