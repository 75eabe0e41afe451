/* Who looks how long a model is read. Every run reads it once more, within its `limit`; while the study is read nobody
 * would end it. The library cannot; the program can. */
#ifndef SAR_STUDY_WATCH_H
#define SAR_STUDY_WATCH_H

#include "sarrus/study.h"

typedef struct SarStudyWatch {
  /* Around each time that the model is read and compiled, of studies with a `limit`, which stands at `at`. */
  void (*begin)(void *self, double limit, SarSource at);
  void (*end)(void *self);
  void *self;
} SarStudyWatch;

/* sar_study_read with one. */
SarStatus sar_study_read_watched(SarContext *context, const char *path, const SarStudyWatch *watch, SarStudy **out);

#endif
