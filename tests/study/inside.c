#include "inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct Crew {
  Inside *inside;
  SarJobRunner *runner;
  int32_t nparameters;
  SarJob job;
  double *values;
  bool busy;
} Crew;

static SarStatus create(void *self, SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                        void **out) {
  Crew *crew = calloc(1, sizeof *crew);
  crew->inside = self;
  crew->nparameters = sar_study_parameters(study);
  crew->values = calloc((size_t)crew->nparameters, sizeof *crew->values);
  *out = crew;
  return sar_job_runner_create(context, study, &options->run, &crew->runner);
}

static void destroy(void *self) {
  Crew *crew = self;
  sar_job_runner_destroy(&crew->runner);
  free(crew->values);
  free(crew);
}

static int32_t workers(const void *self) {
  (void)self;
  return 1;
}

static int32_t idle(const void *self) { return !((const Crew *)self)->busy; }

static SarStatus give(void *self, const SarJob *job) {
  Crew *crew = self;
  crew->job = *job;
  crew->job.values = memcpy(crew->values, job->values, (size_t)crew->nparameters * sizeof *crew->values);
  crew->busy = true;
  crew->inside->dead = crew->inside->deadly == job->run;
  return SAR_OK;
}

static SarStatus take(void *self, double seconds, SarJobResult *out) {
  Crew *crew = self;
  (void)seconds;
  *out = (SarJobResult){.row = {.run = -1}};
  if (!crew->busy || crew->inside->dead) return SAR_OK;
  crew->busy = false;
  crew->inside->runs++;
  return sar_job_run(crew->runner, &crew->job, out);
}

struct SarCrewKind inside_crew(Inside *inside) {
  return (struct SarCrewKind){.name = "inside",
                              .self = inside,
                              .create = create,
                              .destroy = destroy,
                              .workers = workers,
                              .idle = idle,
                              .give = give,
                              .take = take};
}

int inside_progress(void *self, const SarStudyProgress *progress) {
  (void)progress;
  return ((Inside *)self)->dead;
}
