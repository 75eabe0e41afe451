/* Time, step size, per cent and the time left, on one line that is drawn over itself. */
#define _POSIX_C_SOURCE 200809L

#include "cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"

#define SECONDS_BETWEEN 0.2
#define STEPS_BETWEEN 16    /* looks at the clock where no line is shown: reading it costs as much as a small step */
#define SECONDS_OF_PACE 2.0 /* over which the pace is taken */
#define SECONDS_OF_SILENCE 10.0
#define SECONDS_OF_WRITING 1.0 /* without a line */
#define LONG 60.0              /* s to go that are worth a line */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

SarProgressLine sar_progress_line(bool quiet, double unit, const char *name) {
  double start = now();
  return (SarProgressLine){.shown = !quiet && isatty(STDERR_FILENO),
                           .quiet = quiet,
                           .unit = unit,
                           .name = name,
                           .began = start,
                           .last = start,
                           .pace_clock = start};
}

void sar_progress_duration(double seconds, char *text, size_t size) {
  long whole = seconds < 1e8 ? (long)(seconds + 0.5) : 100000000L;
  if (whole >= 3600) {
    snprintf(text, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    snprintf(text, size, "%ld:%02ld", whole / 60, whole % 60);
  }
}

void sar_progress_text(const SarProgressLine *line, const SarProgress *progress, double elapsed, char *text,
                       size_t size) {
  double part = progress->end > 0 ? progress->time / progress->end : 0;
  char left[32] = "?";
  if (part > 0) sar_progress_duration(elapsed * (1 - part) / part, left, sizeof left);
  snprintf(text, size, "%s%st = %.4g %s  step %.2e %s  %3.0f %%  %.3g steps to go  ETA %s",
           progress->stage ? progress->stage : "", progress->stage ? ": " : "", progress->time / line->unit, line->name,
           progress->step / line->unit, line->name, 100 * part, sar_progress_steps_to_go(progress), left);
}

double sar_progress_steps_to_go(const SarProgress *progress) {
  return progress->step > 0 ? ceil((progress->end - progress->time) / progress->step) : INFINITY;
}

/* One short step, as next to an event, says nothing: the pace is that of some seconds. */
bool sar_progress_pace(SarProgressLine *line, const SarProgress *progress, double clock, double *seconds_to_go) {
  if (progress->time < line->pace_time) { /* another run */
    line->pace_time = progress->time;
    line->pace_clock = line->began = clock;
  }
  double advanced = progress->time - line->pace_time, taken = clock - line->pace_clock;
  if (taken < SECONDS_OF_PACE) return false;
  line->pace_time = progress->time;
  line->pace_clock = clock;
  *seconds_to_go = advanced > 0 ? taken * (progress->end - progress->time) / advanced : INFINITY;
  return true;
}

/* For those who see no line: nobody else would tell them that it takes long, or that it will never end. */
static void say_once(SarProgressLine *line, const SarProgress *progress, double clock) {
  double seconds;
  char left[32];
  if (!sar_progress_pace(line, progress, clock, &seconds)) return;
  if (clock - line->began < SECONDS_OF_SILENCE || seconds < LONG) return;
  line->said = true;
  sar_progress_duration(seconds, left, sizeof left);
  fprintf(
      stderr,
      "sarrus: note: at t = %.4g of %.4g %s with steps of %.2g %s: about %.2g steps to go, %s%s at this pace; Ctrl-C "
      "keeps what was computed\n",
      progress->time / line->unit, progress->end / line->unit, line->name, progress->step / line->unit, line->name,
      sar_progress_steps_to_go(progress), seconds < 1e8 ? "" : "more than ", left);
}

/* The file of a large model may take longer than the run. */
static void show_writing(SarProgressLine *line, double part) {
  double clock = line->shown ? now() : 0;
  if (line->shown && line->writing_since == 0) line->writing_since = clock;
  if (!line->shown || clock - line->writing_since < SECONDS_OF_WRITING || clock - line->last < SECONDS_BETWEEN) return;
  fprintf(stderr, "\rwriting the HDF5 file  %3.0f %%\033[K", 100 * part);
  fflush(stderr);
  line->last = clock;
  line->on_screen = true;
}

int sar_progress_step(void *self, const SarProgress *progress) {
  SarProgressLine *line = self;
  if (progress->written > 0) {
    show_writing(line, progress->written);
    return sar_interrupt_requested();
  }
  bool silent = !line->shown && !line->quiet && !line->said && progress->steps % STEPS_BETWEEN == 0;
  double clock = line->shown || silent ? now() : 0;
  if (silent) say_once(line, progress, clock);
  if (line->shown && clock - line->last >= SECONDS_BETWEEN) {
    char text[256];
    sar_progress_text(line, progress, clock - line->began, text, sizeof text);
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
    line->last = clock;
    line->on_screen = true;
  }
  return sar_interrupt_requested();
}

void sar_progress_clear(SarProgressLine *line) {
  if (line->on_screen) fputs("\r\033[K", stderr);
  line->on_screen = false;
}
