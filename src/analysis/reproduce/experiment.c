/* Runs of the models that the program carries in itself. */
#include "analysis/reproduce/collect.h"
#include "read/read.h"

static SarStatus read_model(SarExperiment *e, const SarExperimentSetup *setup) {
  const SarAsset *asset = setup->model;
  SarModelFile file = {0};
  SarReadOptions options = {.set = setup->set,
                            .nset = setup->nset,
                            .files_only = true,
                            .bodies = setup->body,
                            .nbodies = setup->body ? 1 : 0};
  if (setup->included) {
    file = (SarModelFile){.path = setup->included->name, .text = (const char *)setup->included->bytes};
    options.files = &file;
    options.nfiles = 1;
  }
  return sar_model_read_text(e->context, asset->name, (const char *)asset->bytes, asset->size, &options, &e->model);
}

static SarStatus prepare(SarExperiment *e, const SarExperimentSetup *setup) {
  SAR_TRY(read_model(e, setup));
  SarSimulation simulation = *sar_model_simulation(e->model);
  simulation.output_raw = setup->raw;
  sar_model_set_simulation(e->model, &simulation);
  if (setup->noutput_of) SAR_TRY(sar_model_set_output_of(e->model, setup->output_of, setup->noutput_of));
  return sar_system_compile(e->context, e->model, &e->system);
}

SarStatus sar_experiment_open(SarReproduction *r, const SarExperimentSetup *setup, SarExperiment **out) {
  SarExperiment *e = *out = SAR_NEW(r->arena, 1, SarExperiment);
  if (!e) return sar_report_no_memory(r->context);
  *e = (SarExperiment){.r = r, .context = sar_context_create(), .before = r->experiments};
  r->experiments = e;
  if (!e->context) return sar_report_no_memory(r->context);
  SarStatus status = prepare(e, setup);
  return status == SAR_OK ? SAR_OK : sar_experiment_report(e, status, setup->model->name);
}

void sar_experiments_close(SarReproduction *r) {
  for (SarExperiment *e = r->experiments; e; e = e->before) {
    sar_table_destroy(&e->table);
    sar_system_destroy(&e->system);
    sar_model_destroy(&e->model);
    sar_context_destroy(&e->context);
  }
  r->experiments = NULL;
}

SarStatus sar_experiment_report(SarExperiment *e, SarStatus status, const char *what) {
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(e->r->context);
  if (status == SAR_INTERRUPTED) return status;
  const char *message = sar_status_text(status);
  for (int32_t i = 0; i < sar_context_count(e->context); i++) {
    const SarDiagnostic *said = sar_context_get(e->context, i);
    if (said->severity == SAR_ERROR) message = said->message;
  }
  return sar_report(e->r->context, SAR_FAILED, sar_nowhere(), e->r->item->name,
                    "report this: what the program carries in itself should run", "%s: %s", what, message);
}

typedef struct Follower {
  const SarExperiment *e;
  const SarExperimentRun *run;
} Follower;

static int follow(void *self, const SarProgress *progress) {
  const Follower *f = self;
  const SarReproduction *r = f->e->r;
  if (f->run->watch) f->run->watch(f->run->watch_self, progress);
  if (!r->options || !r->options->progress) return 0;
  SarReproduceProgress told = {
      .item = r->item->name, .what = f->run->method, .time = progress->time, .end = progress->end};
  return r->options->progress(r->options->progress_self, &told);
}

static SarStatus run_once(SarExperiment *e, const SarExperimentRun *run) {
  Follower follower = {.e = e, .run = run};
  SarRunOptions options = sar_run_options_default();
  options.method = run->method;
  if (run->step > 0) options.step = run->step;
  if (run->tolerance > 0) options.tolerance = run->tolerance;
  if (run->end > 0) options.end = run->end;
  if (run->max_step > 0) options.max_step = run->max_step;
  options.output_every = run->every;
  options.no_output = run->no_output;
  options.study = true;
  options.progress = follow;
  options.progress_self = &follower;
  sar_table_destroy(&e->table);
  sar_context_clear(e->context);
  if (!run->no_output) SAR_TRY(sar_table_create(e->context, &e->table));
  options.table = e->table;
  return sar_run(e->context, e->system, &options, &e->summary);
}

SarStatus sar_experiment_run(SarExperiment *e, const SarExperimentRun *run) {
  SarStatus status = run_once(e, run);
  return status == SAR_OK ? SAR_OK : sar_experiment_report(e, status, run->method);
}

SarStatus sar_experiment_try(SarExperiment *e, const SarExperimentRun *run, bool *done) {
  SarStatus status = run_once(e, run);
  *done = status == SAR_OK;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(e->r->context);
  return status == SAR_INTERRUPTED ? status : SAR_OK;
}

SarStatus sar_experiment_column(const SarExperiment *e, const char *name, const double **out) {
  int32_t column = sar_table_find(e->table, name);
  *out = column < 0 ? NULL : sar_table_values(e->table, column);
  if (*out) return SAR_OK;
  return sar_report(e->r->context, SAR_FAILED, sar_nowhere(), e->r->item->name,
                    "report this: what the program carries in itself should run", "the results have no column %s",
                    name);
}
