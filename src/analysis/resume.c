/* Going on from a checkpoint. */
#include "analysis/record/record.h"
#include "analysis/run_again.h"
#include "method/method.h"

/* The run was over, but the results file could not be made. */
#define MAKE "`sarrus recover` makes the results file of it"

static SarStatus refuse(const SarRecord *r, const char *remedy, const char *what) {
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, remedy, "%s %s", r->path, what);
}

/* Its state is kept by an engine from outside. */
static bool is_independent(const SarRecord *r) {
  SarMethodChoice choice;
  const char *method = r->settings.options.method;
  return method && sar_method_parse(r->context, method, sar_nowhere(), &choice) == SAR_OK &&
         sar_method_info_of(&choice).independent;
}

static SarStatus check(const SarRecord *r) {
  if (r->settings.statics.count) {
    return refuse(r, "run `sarrus static` again", "holds equilibria, which take no checkpoints");
  }
  if (r->settings.kinematic) {
    return refuse(r, "run `sarrus kinematics` again", "holds a kinematic analysis, which takes no checkpoints");
  }
  bool over = r->model->nphases ? !r->file.is_journal : r->file.last_time >= r->settings.options.end;
  if (!r->file.checkpoint && over) {
    return refuse(r, r->file.is_journal ? MAKE : "there is nothing left to do", "is complete");
  }
  if (!r->file.checkpoint && is_independent(r)) {
    return refuse(r, "run the model again, with another method if it must survive interruptions",
                  "was made by a method whose state cannot be saved: there is no checkpoint to go on from");
  }
  if (!r->file.checkpoint && r->model->nfmus) {
    return refuse(r, "run the model again, in one piece",
                  "holds no checkpoint to go on from: the states of FMUs that cannot be saved, or were not yet");
  }
  if (!r->file.checkpoint && !r->file.is_journal) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      "mend what ended it (an error, `stop` of an event), and run the model again",
                      "%s ends at t = %g s and holds no checkpoint: an event stopped the run, it failed, or it was "
                      "interrupted within "
                      "a step",
                      r->path, r->file.last_time);
  }
  if (!r->file.checkpoint) {
    return refuse(r, "keep its rows with `sarrus recover`, and run the model again with `--checkpoint SECONDS`",
                  "holds no checkpoint to go on from");
  }
  return SAR_OK;
}

SarStatus sar_resume(SarRecord *record, const SarRunOptions *options, SarRunSummary *summary) {
  SAR_NEED(record ? record->context : NULL, record && options);
  SAR_TRY(check(record));
  SAR_TRY(sar_record_need_plugins(record));
  SarRunOptions all = record->settings.options;
  all.hdf5 = record->hdf5;
  all.csv = options->csv;
  all.steps_csv = options->steps_csv;
  all.table = options->table;
  all.checkpoint_seconds = options->checkpoint_seconds;
  all.progress = options->progress;
  all.progress_self = options->progress_self;
  SarAgain again = {.resumed = &record->file, .judging = record->settings.judging};
  return sar_run_again(record->context, record->system, &all, &again, summary);
}
