/* The progress line of a run. */
#ifndef SAR_CLI_PROGRESS_H
#define SAR_CLI_PROGRESS_H

#include "sarrus/analysis.h"

typedef struct SarProgressLine {
  bool shown;                   /* standard error is a terminal and may be used */
  bool on_screen;               /* there is a line to clear */
  double unit;                  /* seconds per unit of the model's time */
  const char *name;             /* of that unit */
  double began, last;           /* clock, s; last = of the last line */
  bool quiet, said;             /* nothing is said; it has been said how long it takes */
  double pace_time, pace_clock; /* where the pace was last taken */
  double writing_since;         /* clock, s; 0: not yet */
} SarProgressLine;

SarProgressLine sar_progress_line(bool quiet, double unit, const char *name);

/* For SarRunOptions.progress with the line as self: redraws it at most five times a second. Where standard error is no
 * terminal it is said once, after ten seconds, how many steps are to go. Nonzero when the user interrupts. */
int sar_progress_step(void *self, const SarProgress *progress);

void sar_progress_clear(SarProgressLine *line);

/* 75 -> "1:15", 4000 -> "1:06:40" */
void sar_progress_duration(double seconds, char *text, size_t size);

double sar_progress_steps_to_go(const SarProgress *progress); /* of the size of the last one */

/* At the pace since this was last true; false: that was too short a time ago. */
bool sar_progress_pace(SarProgressLine *line, const SarProgress *progress, double clock, double *seconds_to_go);

/* The text of the line for a run that has taken `elapsed` seconds. */
void sar_progress_text(const SarProgressLine *line, const SarProgress *progress, double elapsed, char *text,
                       size_t size);

#endif
