/* Runs of a study in this process: a crew for tests, without pipes and workers. */
#ifndef SAR_TESTS_STUDY_INSIDE_H
#define SAR_TESTS_STUDY_INSIDE_H

#include "study/crew.h"

/* What a test may see and ask of it. */
typedef struct Inside {
  int64_t runs;   /* made so far */
  int64_t deadly; /* the run of this number never answers, and the study is interrupted there; -1: none */
  bool dead;
} Inside;

/* A crew whose `self` this is. */
struct SarCrewKind inside_crew(Inside *inside);
/* For SarStudyOptions.progress: interrupts where the deadly run was given. */
int inside_progress(void *self, const SarStudyProgress *progress);

#endif
