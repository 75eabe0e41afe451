/* sarrus/stepper.h: the motion for those who advance it themselves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/reading.h"
#include "base/text.h"
#include "result/hash.h"
#include "system/events.h"
#include "system/inputs.h"

SarStatus sar_stepper_create(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                             SarStepper **out) {
  SAR_NEED(context, context && system && options && out);
  SarStepper *s = NULL;
  SarRunOptions own = *options;
  own.output_every = 0; /* there are no rows, and so never too many of them */
  *out = NULL;
  SarStatus status = sar_stepper_make(context, system, &own, &s);
  if (status == SAR_OK) status = sar_reading_make(s);
  if (status == SAR_OK) status = sar_stepper_begin(s, true, true);
  if (status != SAR_OK) {
    sar_stepper_destroy(&s);
    return status;
  }
  s->reading->progress = options->progress;
  s->reading->progress_self = options->progress_self;
  *out = s;
  return SAR_OK;
}

/* After a failure inside of what makes the motion another one. */
static SarStatus check_alive(SarStepper *s) {
  if (s->integrator) return SAR_OK;
  return sar_report(s->context, SAR_USAGE, sar_nowhere(), NULL, "restore it from saved bytes, or make a new one",
                    "the stepper has failed and cannot be used any more");
}

/* ---- advancing ---- */

/* What could not be done half-way must not be gone on from. */
static SarStatus give_up(SarStepper *s, SarStatus status) {
  if (status != SAR_OK) sar_integrator_destroy(&s->integrator);
  return status;
}

static SarStatus conclude(SarStepper *s) {
  SarRowGap gap;
  bool restarted;
  sar_stepper_gap(s, &gap);
  SarStatus status = sar_stepper_conclude(s, &gap, &restarted);
  return give_up(s, status == SAR_OK ? sar_reading_renew(s) : status);
}

/* The present point into the arrays, on the constraints. */
static SarStatus go_back(SarStepper *s) {
  SarStepperReading *r = s->reading;
  bool factored;
  if (!s->concluded && r->time == s->time) SAR_TRY(conclude(s)); /* with the inputs that led here */
  const SarStepView *view = sar_integrator_view(s->integrator);
  if (view->t0 == view->t1) {
    sar_stepper_take_end(s);
    return SAR_OK;
  }
  sar_stepper_interpolate(s, r->time);
  return sar_stepper_project(s, r->time, &factored);
}

/* Inputs have other values from the present time on: what is behind it is forgotten. The method begins anew when it is
 * asked for a step; until then others may change, too, and what was read in between is not noticed. */
static SarStatus take_inputs(SarStepper *s) {
  SarStepperReading *r = s->reading;
  double t = r->time;
  if (!sar_reading_changes(s)) return SAR_OK;
  r->known = false;
  if (r->fresh) {
    sar_reading_take_base(s);
  } else {
    SAR_TRY(go_back(s));
    if (s->stopped) return SAR_OK;
    sar_reading_keep_base(s);
  }
  for (int32_t i = 0; i < r->ninputs; i++) sar_workspace_set_input(s->start->m, i, r->wanted[i]);
  SAR_TRY(give_up(s, sar_start_solve(s->start, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z)));
  sar_reading_keep_point(s);
  s->time = t;
  s->concluded = r->fresh = true;
  return SAR_OK;
}

static SarStatus begin_anew(SarStepper *s) {
  SarStepperReading *r = s->reading;
  if (!r->fresh) return SAR_OK;
  sar_reading_take_point(s);
  SarPoint at = sar_stepper_point(s, r->time);
  r->fresh = false;
  s->restarts++;
  return give_up(s, sar_integrator_restart(s->integrator, &at));
}

static bool interrupted(const SarStepper *s) {
  const SarStepperReading *r = s->reading;
  if (!r->progress) return false;
  SarProgress progress = {.time = s->time,
                          .end = s->plan.steps.end,
                          .step = sar_integrator_view(s->integrator)->step,
                          .steps = sar_integrator_stats(s->integrator)->steps};
  return r->progress(r->progress_self, &progress) != 0;
}

static SarStatus go_to(SarStepper *s, double t) {
  while (s->time < t) {
    if (!s->concluded) SAR_TRY(conclude(s));
    if (s->stopped) return SAR_OK;
    SAR_TRY(sar_stepper_step(s));
    if (interrupted(s)) return SAR_INTERRUPTED;
  }
  return SAR_OK;
}

static SarStatus check_time(SarStepper *s, double t) {
  if (t >= s->reading->time && t <= s->plan.steps.end) return SAR_OK;
  return sar_report(s->context, SAR_USAGE, sar_nowhere(), NULL,
                    "advance to a time from the present one to the end; `end` of the options may be far away",
                    "the motion stands at t = %.9g s and ends at %.9g s, and cannot be advanced to %.9g s",
                    s->reading->time, s->plan.steps.end, t);
}

SarStatus sar_stepper_advance(SarStepper *s, double t) {
  SAR_NEED(NULL, s);
  SAR_TRY(check_alive(s));
  SAR_TRY(check_time(s, t));
  SarStepperReading *r = s->reading;
  sar_workspace_forget_stop(s->start->m); /* functions that ended the last advance may have been asked again since */
  SAR_TRY(take_inputs(s));
  if (s->stopped || t == r->time) return SAR_OK;
  r->known = false;
  SarStatus status = begin_anew(s);
  if (status == SAR_OK) status = go_to(s, t);
  r->time = fmin(t, s->time);
  return status;
}

double sar_stepper_time(const SarStepper *s) { return s ? s->reading->time : 0; }

bool sar_stepper_stopped(const SarStepper *s) { return s && s->stopped; }

/* ---- names ---- */

int32_t sar_stepper_outputs(const SarStepper *s) { return s ? s->reading->noutputs : 0; }

int32_t sar_stepper_inputs(const SarStepper *s) { return s ? s->reading->ninputs : 0; }

bool sar_stepper_output(const SarStepper *s, int32_t index, SarStepperValue *out) {
  if (!s || !out || index < 0 || index >= s->reading->noutputs) return false;
  *out = s->reading->outputs[index];
  return true;
}

bool sar_stepper_input(const SarStepper *s, int32_t index, SarStepperValue *out) {
  if (!s || !out || index < 0 || index >= s->reading->ninputs) return false;
  *out = s->reading->inputs[index];
  return true;
}

static SarStatus find(SarStepper *s, const char *what, const SarStepperValue *list, int32_t count, const char *name,
                      int32_t *index) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < count; i++) {
    *index = i;
    if (strcmp(list[i].name, name) == 0) return SAR_OK;
    sar_suggestion_offer(&suggestion, list[i].name);
  }
  *index = -1;
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL,
                    count ? "name one that the model has" : "the model has none", "there is no %s `%s`%s%s%s", what,
                    name, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

SarStatus sar_stepper_find_output(SarStepper *s, const char *name, int32_t *index) {
  SAR_NEED(s ? s->context : NULL, s && name && index);
  return find(s, "model output", s->reading->outputs, s->reading->noutputs, name, index);
}

SarStatus sar_stepper_find_input(SarStepper *s, const char *name, int32_t *index) {
  SAR_NEED(s ? s->context : NULL, s && name && index);
  return find(s, "model input", s->reading->inputs, s->reading->ninputs, name, index);
}

/* ---- values ---- */

static SarStatus check_index(SarStepper *s, const char *what, int32_t index, int32_t count) {
  if (index >= 0 && index < count) return SAR_OK;
  return sar_report(s->context, SAR_USAGE, sar_nowhere(), NULL, "count from 0",
                    "there is no %s of number %d; the model has %d", what, (int)index, (int)count);
}

static SarStatus know_values(SarStepper *s) {
  SAR_TRY(check_alive(s));
  SAR_TRY(take_inputs(s));
  return s->reading->known ? SAR_OK : sar_reading_fill(s);
}

SarStatus sar_stepper_get(SarStepper *s, int32_t output, double *value) {
  SAR_NEED(s ? s->context : NULL, s && value);
  SAR_TRY(check_index(s, "model output", output, s->reading->noutputs));
  SAR_TRY(know_values(s));
  *value = s->reading->values[output];
  return SAR_OK;
}

SarStatus sar_stepper_get_all(SarStepper *s, double *values, int32_t count) {
  SAR_NEED(s ? s->context : NULL, s && values);
  if (count != s->reading->noutputs) {
    return sar_report(s->context, SAR_USAGE, sar_nowhere(), NULL, "ask sar_stepper_outputs how many there are",
                      "there is room for %d outputs, and the model has %d", (int)count, (int)s->reading->noutputs);
  }
  SAR_TRY(know_values(s));
  if (count) memcpy(values, s->reading->values, (size_t)count * sizeof *values);
  return SAR_OK;
}

SarStatus sar_stepper_set(SarStepper *s, int32_t input, double value) {
  SAR_NEED(NULL, s);
  SAR_TRY(check_index(s, "model input", input, s->reading->ninputs));
  if (!isfinite(value)) {
    return sar_report(s->context, SAR_INPUT, sar_nowhere(), s->reading->inputs[input].name, "give a finite number",
                      "the input `%s` cannot be %g", s->reading->inputs[input].name, value);
  }
  s->reading->wanted[input] = value;
  return SAR_OK;
}

SarStatus sar_stepper_value(const SarStepper *s, int32_t input, double *value) {
  SAR_NEED(s ? s->context : NULL, s && value);
  if (input < 0 || input >= s->reading->ninputs) return SAR_USAGE;
  *value = s->reading->wanted[input];
  return SAR_OK;
}

/* ---- events ---- */

bool sar_stepper_event(const SarStepper *s, int32_t index, SarEventCount *out) {
  if (!s || !out || index < 0 || index >= sar_system_events(s->system)) return false;
  const SarEventTally *tally = &s->events[index];
  const char *name = sar_system_element(s->system, sar_system_event(s->system, index).element)->name;
  *out = (SarEventCount){.count = tally->count, .last_time = tally->count > 0 ? tally->last_time : NAN};
  snprintf(out->name, sizeof out->name, "%s", name);
  return true;
}

/* ---- bytes ---- */

/* What the bytes are of. */
static SarHash identity(const SarStepper *s) {
  const SarModel *model = sar_system_model(s->system);
  const SarStepOptions *steps = &s->plan.steps;
  SarHash hash = sar_hash();
  char label[160];
  sar_method_label(&s->plan.method, label, sizeof label);
  sar_hash_text(&hash, model->text);
  for (int32_t i = 0; i < model->nfiles; i++) sar_hash_text(&hash, model->files[i].text);
  for (int32_t i = 0; i < model->nset; i++) sar_hash_text(&hash, model->set[i]);
  sar_hash_text(&hash, label);
  const double numbers[] = {steps->end,      steps->tolerance, steps->fixed_step,     steps->initial_step,
                            steps->min_step, steps->max_step,  steps->corrector_floor};
  sar_hash_reals(&hash, SAR_COUNT(numbers), numbers);
  return hash;
}

static void archive_reading(SarStepper *s, SarArchive *archive) {
  SarStepperReading *r = s->reading;
  sar_archive_section(archive, "reading");
  SAR_ARCHIVE(archive, r->time);
  sar_archive_reals(archive, r->wanted, r->ninputs);
  sar_archive_flag(archive, &r->fresh);
  if (r->fresh) sar_archive_reals(archive, r->point, (int64_t)sar_stepper_numbers(s));
  if (r->fresh) sar_archive_reals(archive, r->base, sar_reading_base_numbers(s));
  sar_archive_inner(archive, &r->pivots);
}

SarStatus sar_stepper_save(SarStepper *s, const void **bytes, size_t *count) {
  SAR_NEED(s ? s->context : NULL, s && bytes && count);
  SAR_TRY(check_alive(s));
  SarArchive *archive = &s->reading->saved;
  size_t inside = sar_envelope_begin(archive);
  SarHash own = identity(s);
  SAR_ARCHIVE(archive, own);
  SarStatus status = sar_stepper_archive(s, archive);
  archive_reading(s, archive);
  if (status == SAR_OK) status = archive->status;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(s->context);
  SAR_TRY(status);
  sar_envelope_end(archive, inside);
  *bytes = archive->bytes;
  *count = archive->count;
  return SAR_OK;
}

static SarStatus report_foreign(SarStepper *s) {
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL,
                    "make the stepper from the same text of the model, with the same --set, method, tolerance and end",
                    "the bytes are of a stepper of another model, or with other options");
}

static SarStatus load(SarStepper *s, SarArchive *archive) {
  SAR_TRY(sar_stepper_archive(s, archive));
  archive_reading(s, archive);
  SAR_TRY(archive->status);
  SAR_TRY(sar_archive_end(archive));
  return sar_reading_load(s);
}

SarStatus sar_stepper_restore(SarStepper *s, const void *bytes, size_t count) {
  SAR_NEED(s ? s->context : NULL, s && bytes);
  SarArchive archive = sar_archive_load(bytes, count);
  SAR_TRY(sar_envelope_open(s->context, &archive));
  SarHash own = identity(s), theirs = own;
  SAR_ARCHIVE(&archive, theirs);
  if (archive.status != SAR_OK || memcmp(&own, &theirs, sizeof own) != 0) return report_foreign(s);
  int32_t before = sar_context_errors(s->context);
  s->reading->known = false;
  SarStatus status = load(s, &archive);
  if (status == SAR_OK) return SAR_OK;
  sar_integrator_destroy(&s->integrator);
  if (sar_context_errors(s->context) > before) return status;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(s->context);
  return status == SAR_INPUT ? sar_envelope_damaged(s->context) : status;
}
