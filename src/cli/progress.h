/* The progress line of a run. */
#ifndef SAR_CLI_PROGRESS_H
#define SAR_CLI_PROGRESS_H

#include "sarrus/analysis.h"

typedef struct SarProgressLine {
  bool shown;         /* standard error is a terminal and may be used */
  bool on_screen;     /* there is a line to clear */
  double unit;        /* seconds per unit of the model's time */
  const char *name;   /* of that unit */
  double began, last; /* clock, s; last = of the last line */
} SarProgressLine;

SarProgressLine sar_progress_line(bool quiet, double unit, const char *name);

/* For SarRunOptions.progress with the line as self: redraws it at most five times a second. Nonzero when the user
 * interrupts. */
int sar_progress_step(void *self, const SarProgress *progress);

void sar_progress_clear(SarProgressLine *line);

/* The text of the line for a run that has taken `elapsed` seconds. */
void sar_progress_text(const SarProgressLine *line, const SarProgress *progress, double elapsed, char *text,
                       size_t size);

#endif
