#include "analysis/stepper/fmus.h"

#include <math.h>
#include <stdlib.h>

#include "element/fmu/link.h"
#include "system/events.h"

static int32_t count_of(const SarStepper *s) { return sar_system_model(s->system)->nfmus; }

/* Which motion of the FMU's file and settings it is: from the times passed, t = (count - 1) step. */
static double time_of(const SarFmuLink *link, double count) { return (count - 1) * link->step; }

static SarStatus tell(SarStepper *s, const SarFmuLink *link, SarSlave *slave, double *numbers) {
  SarWorkspace *m = s->start->m;
  for (int32_t i = 0; i < link->ninputs; i++) numbers[i] = sar_workspace_parameter(m, link->from[i]);
  return sar_slave_set(slave, link->inputs, link->ninputs, numbers);
}

/* *changed: some outputs are others than before. */
static SarStatus ask(SarStepper *s, const SarFmuLink *link, SarSlave *slave, double *numbers, bool *changed) {
  *changed = false;
  SAR_TRY(sar_slave_get(slave, link->outputs, link->noutputs, numbers));
  for (int32_t i = 0; i < link->noutputs; i++) {
    if (!isfinite(numbers[i])) {
      return sar_report(s->context, SAR_FAILED, link->file->source, link->name, "look at its inputs",
                        "at t = %.9g s the FMU `%s` gives an output that is no number", s->time, link->file->shown);
    }
    *changed = *changed || numbers[i] != sar_workspace_parameter(s->start->m, link->to[i]);
    sar_workspace_set_parameter(s->start->m, link->to[i], numbers[i]);
  }
  return SAR_OK;
}

/* Where the FMU is at its begin it is told its first inputs and starts; else it goes on from the last of its times. */
static SarStatus exchange(SarStepper *s, const SarFmuLink *link, SarSlave *slave, bool begins, bool *changed) {
  double *numbers = calloc((size_t)(link->ninputs + link->noutputs) + 1, sizeof *numbers);
  if (!numbers) return sar_report_no_memory(s->context);
  double now = time_of(link, sar_workspace_parameter(s->start->m, link->count));
  SarStatus status = begins ? SAR_OK : sar_slave_step(slave, now - link->step, link->step);
  if (status == SAR_OK) status = tell(s, link, slave, numbers);
  if (status == SAR_OK && begins) status = sar_slave_start(slave);
  if (status == SAR_OK) status = ask(s, link, slave, numbers, changed);
  free(numbers);
  return status;
}

static SarStatus create(SarStepper *s, int32_t i) {
  const SarFmuLink *link = &sar_system_model(s->system)->fmus[i];
  /* its steps end at or beyond the end of the motion */
  double end = s->plan.steps.end + link->step;
  sar_slave_destroy(&s->fmus[i]);
  return sar_slave_create(s->context, link->file, link->settings, link->nsettings, end, &s->fmus[i]);
}

SarStatus sar_stepper_start_fmus(SarStepper *s) {
  SarStart *start = s->start;
  int32_t count = count_of(s);
  if (!count) return SAR_OK;
  s->fmus = calloc((size_t)count, sizeof *s->fmus);
  if (!s->fmus) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < count; i++) {
    const SarFmuLink *link = &sar_system_model(s->system)->fmus[i];
    SarPoint at = sar_start_point(start);
    bool changed;
    SAR_TRY(create(s, i));
    sar_workspace_event_set(start->m, link->event, &at);
    SAR_TRY(exchange(s, link, s->fmus[i], true, &changed));
  }
  return sar_start_solve(start, start->t, start->q, start->v, start->x, start->a, start->lambda, start->mu, start->xdot,
                         start->z);
}

void sar_stepper_destroy_fmus(SarStepper *s) {
  for (int32_t i = 0; s->fmus && i < count_of(s); i++) sar_slave_destroy(&s->fmus[i]);
  free(s->fmus);
  s->fmus = NULL;
}

SarStatus sar_stepper_exchange(SarStepper *s, int32_t event, bool *changed) {
  const SarModel *model = sar_system_model(s->system);
  *changed = true;
  for (int32_t i = 0; i < model->nfmus; i++) {
    if (model->fmus[i].event == event) return exchange(s, &model->fmus[i], s->fmus[i], false, changed);
  }
  return SAR_OK;
}

/* ---- states ---- */

static SarStatus save(SarStepper *s, const SarFmuLink *link, SarSlave *slave, SarArchive *archive) {
  void *bytes = NULL;
  size_t count = 0;
  if (!link->file->saves) {
    return sar_report(s->context, SAR_INPUT, link->file->source, link->name, "run it in one piece",
                      "the state of the FMU `%s` cannot be saved: its description says so", link->file->shown);
  }
  SarStatus status = sar_slave_save(slave, &bytes, &count);
  uint64_t size = count;
  SAR_ARCHIVE(archive, size);
  if (status == SAR_OK) sar_archive_bytes(archive, bytes, count);
  free(bytes);
  return status;
}

/* It is made anew: one that has failed cannot be restored by all FMUs. */
static SarStatus load(SarStepper *s, int32_t i, SarArchive *archive) {
  uint64_t size = 0;
  SAR_ARCHIVE(archive, size);
  SAR_TRY(archive->status);
  if (size > archive->count - archive->at) return SAR_INPUT;
  void *bytes = malloc((size_t)size + 1);
  if (!bytes) return sar_report_no_memory(s->context);
  sar_archive_bytes(archive, bytes, (size_t)size);
  SarStatus status = archive->status;
  if (status == SAR_OK) status = create(s, i);
  if (status == SAR_OK) status = sar_slave_start(s->fmus[i]);
  if (status == SAR_OK) status = sar_slave_restore(s->fmus[i], bytes, (size_t)size);
  free(bytes);
  return status;
}

SarStatus sar_stepper_archive_fmus(SarStepper *s, SarArchive *archive) {
  const SarModel *model = sar_system_model(s->system);
  if (!model->nfmus) return SAR_OK;
  sar_archive_section(archive, "fmus");
  for (int32_t i = 0; i < model->nfmus; i++) {
    SAR_TRY(archive->loading ? load(s, i, archive) : save(s, &model->fmus[i], s->fmus[i], archive));
  }
  return archive->status;
}
