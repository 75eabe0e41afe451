/* Runs, failures, workers, per cent and the time left, on one line that is drawn over itself. */
#define _POSIX_C_SOURCE 200809L

#include "cli/study_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/resource.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#define SECONDS_BETWEEN 0.2
#define SECONDS_OF_SILENCE 10.0
#define LONG 60.0 /* s to go that are worth a line */

SarStudyLine sar_study_line(bool quiet) {
  return (SarStudyLine){.shown = !quiet && isatty(STDERR_FILENO), .quiet = quiet, .first_failed = -1};
}

static void count(SarStudyLine *line, const SarStudyRow *row) {
  line->counts[row->status]++;
  line->cpu_seconds += row->cpu_seconds;
  bool failed = row->status != SAR_ROW_DONE && row->status != SAR_ROW_STOPPED;
  if (!failed || (line->first_failed >= 0 && line->first_failed < row->run)) return;
  line->first_failed = row->run;
  snprintf(line->message, sizeof line->message, "%s", row->message);
}

static void print_line(const SarStudyProgress *p) {
  char left[32] = "?";
  if (isfinite(p->left)) sar_progress_duration(p->left, left, sizeof left);
  fprintf(stderr, "\r%" PRId64, p->done);
  if (p->runs > 0) fprintf(stderr, " of %" PRId64, p->runs);
  fputs(" runs", stderr);
  if (p->failed) fprintf(stderr, "  %" PRId64 " failed", p->failed);
  if (p->workers) fprintf(stderr, "  %d workers", (int)p->workers);
  if (p->runs > 0) fprintf(stderr, "  %3.0f %%  ETA %s", 100 * (double)p->done / (double)p->runs, left);
  if (!isnan(p->objective)) fprintf(stderr, "  best %.7g", p->objective);
  if (p->violation > 0) fprintf(stderr, ", constraints broken by %.2g %%", 100 * p->violation);
  fputs("\033[K", stderr);
  fflush(stderr);
}

/* For those who see no line. */
static void say_once(SarStudyLine *line, const SarStudyProgress *p) {
  char left[32];
  if (line->said || line->quiet || p->seconds < SECONDS_OF_SILENCE || !(p->left > LONG)) return;
  line->said = true;
  sar_progress_duration(p->left, left, sizeof left);
  fprintf(stderr,
          "sarrus: note: %" PRId64 " of %" PRId64
          " runs are made, %s to go at this pace; Ctrl-C keeps them, and the same command goes on\n",
          p->done, p->runs, left);
}

int sar_study_line_tell(void *self, const SarStudyProgress *progress) {
  SarStudyLine *line = self;
  if (progress->row) count(line, progress->row);
  line->progress = *progress;
  line->progress.row = NULL;
  if (!line->shown) say_once(line, progress);
  double clock = line->shown ? sar_wall_seconds() : 0;
  if (line->shown && clock - line->last >= SECONDS_BETWEEN) {
    print_line(progress);
    line->last = clock;
    line->on_screen = true;
  }
  return sar_interrupt_requested();
}

void sar_study_line_clear(SarStudyLine *line) {
  if (line->on_screen) fputs("\r\033[K", stderr);
  line->on_screen = false;
}

const char *sar_study_title_or_model(const SarStudy *study) {
  const char *title = sar_study_title(study);
  return title && *title ? title : sar_study_model(study);
}
