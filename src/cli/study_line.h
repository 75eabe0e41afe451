/* The progress line of a study. */
#ifndef SAR_CLI_STUDY_LINE_H
#define SAR_CLI_STUDY_LINE_H

#include "sarrus/study.h"

typedef struct SarStudyLine {
  bool shown, quiet;                /* standard error is a terminal and may be used; nothing is said */
  bool on_screen, said;             /* there is a line to clear; it has been said how long it takes */
  double last;                      /* clock, s */
  int64_t counts[SAR_ROW_STATUSES]; /* rows of this call, by their status */
  double cpu_seconds;               /* of these rows */
  int64_t first_failed;             /* run; -1: none, ... */
  char message[256];                /* ... and what it said */
  SarStudyProgress progress;        /* the newest; without its row */
} SarStudyLine;

SarStudyLine sar_study_line(bool quiet);

/* For SarStudyOptions.progress with the line as self: redraws it at most five times a second. Where standard error is
 * no terminal it is said once, after ten seconds, how long it takes. Nonzero when the user interrupts. */
int sar_study_line_tell(void *self, const SarStudyProgress *progress);
void sar_study_line_clear(SarStudyLine *line);

/* What stands before a summary: the title, or the path of the model. */
const char *sar_study_title_or_model(const SarStudy *study);

#endif
