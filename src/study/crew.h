/* Who does the runs: worker processes of this machine (pool.h), or the ranks of MPI, which drive one worker each. */
#ifndef SAR_STUDY_CREW_H
#define SAR_STUDY_CREW_H

#include "study/job.h"

/* A kind of crew: operations as of the pool, which see. Its address is what SarStudyOptions.crew holds. */
struct SarCrewKind {
  const char *name;
  void *self; /* of the kind, given to create */
  SarStatus (*create)(void *self, SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                      void **crew);
  void (*destroy)(void *crew);
  int32_t (*workers)(const void *crew);
  int32_t (*idle)(const void *crew);
  SarStatus (*give)(void *crew, const SarJob *job);
  SarStatus (*take)(void *crew, double seconds, SarJobResult *out);
};

typedef struct SarCrew {
  const struct SarCrewKind *kind;
  void *self;
} SarCrew;

/* options->crew, or else a pool of processes. */
SarStatus sar_crew_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarCrew *out);
void sar_crew_destroy(SarCrew *crew); /* ends its processes; also of one that was not created */
int32_t sar_crew_workers(const SarCrew *crew);
int32_t sar_crew_idle(const SarCrew *crew); /* how many jobs may be given before the next answer is taken */
SarStatus sar_crew_give(const SarCrew *crew, const SarJob *job);
/* The next answer, waited for up to `seconds`; out->row.run = -1: none came. Texts and arrays hold until the next call
 * of take. */
SarStatus sar_crew_take(const SarCrew *crew, double seconds, SarJobResult *out);

#endif
