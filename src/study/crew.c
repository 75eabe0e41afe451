#include "study/crew.h"

#include "study/pool.h"

/* ---- the pool as a crew ---- */

static SarStatus create_pool(void *self, SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                             void **crew) {
  SarPool *pool = NULL;
  (void)self;
  SarStatus status = sar_pool_create(context, study, options, &pool);
  *crew = pool;
  return status;
}

static void destroy_pool(void *crew) {
  SarPool *pool = crew;
  sar_pool_destroy(&pool);
}

static int32_t pool_workers(const void *crew) { return sar_pool_workers(crew); }
static int32_t pool_idle(const void *crew) { return sar_pool_idle(crew); }
static SarStatus pool_give(void *crew, const SarJob *job) { return sar_pool_give(crew, job); }
static SarStatus pool_take(void *crew, double seconds, SarJobResult *out) { return sar_pool_take(crew, seconds, out); }

static const struct SarCrewKind processes = {.name = "processes",
                                             .create = create_pool,
                                             .destroy = destroy_pool,
                                             .workers = pool_workers,
                                             .idle = pool_idle,
                                             .give = pool_give,
                                             .take = pool_take};

/* ---- any crew ---- */

SarStatus sar_crew_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarCrew *out) {
  const struct SarCrewKind *kind = options->crew ? options->crew : &processes;
  *out = (SarCrew){.kind = kind};
  return kind->create(kind->self, context, study, options, &out->self);
}

void sar_crew_destroy(SarCrew *crew) {
  if (crew->self) crew->kind->destroy(crew->self);
  crew->self = NULL;
}

int32_t sar_crew_workers(const SarCrew *crew) { return crew->kind->workers(crew->self); }
int32_t sar_crew_idle(const SarCrew *crew) { return crew->kind->idle(crew->self); }
SarStatus sar_crew_give(const SarCrew *crew, const SarJob *job) { return crew->kind->give(crew->self, job); }
SarStatus sar_crew_take(const SarCrew *crew, double seconds, SarJobResult *out) {
  return crew->kind->take(crew->self, seconds, out);
}
