/* Time, step size, per cent and the time left, on one line that is drawn over itself. */
#define _POSIX_C_SOURCE 200809L

#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"

#define SECONDS_BETWEEN 0.2

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

SarProgressLine sar_progress_line(bool quiet, double unit, const char *name) {
  double start = now();
  return (SarProgressLine){
      .shown = !quiet && isatty(STDERR_FILENO), .unit = unit, .name = name, .began = start, .last = start};
}

/* 75 -> "1:15", 4000 -> "1:06:40" */
static void print_duration(double seconds, char *text, size_t size) {
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
  if (part > 0) print_duration(elapsed * (1 - part) / part, left, sizeof left);
  snprintf(text, size, "t = %.4g %s  step %.2e %s  %3.0f %%  ETA %s", progress->time / line->unit, line->name,
           progress->step / line->unit, line->name, 100 * part, left);
}

int sar_progress_step(void *self, const SarProgress *progress) {
  SarProgressLine *line = self;
  double clock = line->shown ? now() : 0;
  if (line->shown && clock - line->last >= SECONDS_BETWEEN) {
    char text[160];
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
