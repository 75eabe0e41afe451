/* A timer counts the CPU time of the process, and ends it from a thread of its own: whoever reads the model, which may
 * be in a plugin, looks at no clock. */
#define _POSIX_C_SOURCE 200809L

#include "cli/study_watch.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "cli/report.h"
#include "study/watch.h"

#define LONGEST 1e9 /* s; what is longer than a life is not counted */
/* Times the limit: values that vary are read with the first of them, and runs with others may take less. */
#define ALLOWED 10

typedef struct Watch {
  SarCli *cli;
  timer_t timer;
  bool timed;
  atomic_bool reading;
  double limit;
  SarSource at;
} Watch;

/* With messages of its own: those of the program are being written. */
static void give_up(union sigval self) {
  Watch *w = self.sival_ptr;
  if (!atomic_load(&w->reading)) return;
  SarCli own = *w->cli;
  int code = sar_status_exit_code(SAR_FAILED);
  own.reported = 0;
  own.context = sar_context_create();
  if (!own.context) _exit(code);
  (void)sar_report(own.context, SAR_FAILED, w->at, NULL, "allow more, or make the model smaller",
                   "reading the model has taken more than %g s of CPU time, %d times what `limit` gives to a run",
                   ALLOWED * w->limit, ALLOWED);
  if (own.json) sar_report_json(own.context, code, stdout);
  fflush(stdout);
  sar_cli_report(&own);
  _exit(code);
}

static void set_timer(const Watch *w, double seconds) {
  struct itimerspec spec = {.it_value = {.tv_sec = (time_t)seconds}};
  spec.it_value.tv_nsec = (long)(1e9 * (seconds - (double)spec.it_value.tv_sec));
  if (seconds > 0 && spec.it_value.tv_sec == 0 && spec.it_value.tv_nsec == 0) spec.it_value.tv_nsec = 1;
  if (w->timed) (void)timer_settime(w->timer, 0, &spec, NULL);
}

static void begin(void *self, double limit, SarSource at) {
  Watch *w = self;
  w->limit = limit;
  w->at = at;
  atomic_store(&w->reading, true);
  if (limit < LONGEST) set_timer(w, ALLOWED * limit);
}

static void end(void *self) {
  Watch *w = self;
  atomic_store(&w->reading, false);
  set_timer(w, 0);
}

SarStatus sar_cli_read_study(SarCli *cli, const char *path, SarStudy **out) {
  Watch *w = SAR_NEW(cli->arena, 1, Watch); /* for a thread that comes late */
  if (!w) return sar_report_no_memory(cli->context);
  w->cli = cli;
  SarStudyWatch watch = {.begin = begin, .end = end, .self = w};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = w};
  event.sigev_notify_function = give_up;
  w->timed = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &w->timer) == 0; /* else nobody looks */
  SarStatus status = sar_study_read_watched(cli->context, path, &watch, out);
  if (w->timed) timer_delete(w->timer);
  return status;
}
