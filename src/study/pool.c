/* Worker processes, all looked after in one poll(2): nobody waits for one of them alone. */
#define _GNU_SOURCE

#include "study/pool.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/resource.h"
#include "study/job_parts.h"
#include "study/options.h"
#include "study/pool_process.h"

#define TRIES 2    /* of a run whose worker somebody else has killed */
#define SLOWER 10  /* times, that a worker may be than the one who gives out the runs: reading the study */
#define READINGS 4 /* of the model at most, each as long as a run may take, and two more for each parameter */
#define MOST_FAILURES                                                                                                 \
  3                     /* workers in a row, in one place, that end before they are ready or without having had a job \
                         */
#define LEAST_LOOK 0.01 /* s between two looks at the CPU time of a worker */
#define TEXT_SIZE 256

typedef struct Worker {
  SarProcess process;
  bool ready, busy, ends; /* ends: it has said so */
  int32_t failures;       /* since its place last gave an answer */
  SarJob job;             /* while it is busy; values are its own */
  int32_t tries;          /* of the job */
  double *values;
  double cpu_before; /* CPU seconds of the process when it was last heard of */
  double look_at;    /* when its CPU time is looked at next, by the clock */
} Worker;

struct SarPool {
  SarContext *context;
  char **command;
  const char *file; /* what is run; null: the first word of the command */
  SarCrc32c crc;
  SarBytes start; /* the first record for every worker */
  SarResultSize size;
  double limit;          /* CPU seconds of a run */
  double patience;       /* CPU seconds of a job: a run that a condition keeps is made a second time */
  double start_patience; /* and until a worker is ready */
  Worker *workers;
  struct pollfd *polled;
  int32_t count, idle;
  int32_t next; /* to be looked at first, so that nobody waits for ever */
  /* The answer that was taken last. */
  SarResultRoom room;
  double *nan, *values;
  char message[TEXT_SIZE], host[TEXT_SIZE];
};

/* ---- a worker and its job ---- */

static SarStatus send_job(SarPool *p, Worker *w) {
  sar_wire_put_job(&p->crc, &w->process.out, &w->job, p->size.nparameters);
  if (w->process.out.no_memory) return sar_report_no_memory(p->context);
  w->look_at = sar_wall_seconds() + p->patience;
  return SAR_OK;
}

/* A new process in the place of one that is gone, with the job that the old one had. */
static SarStatus start(SarPool *p, Worker *w) {
  SAR_TRY(sar_process_start(p->context, p->file, p->command, &w->process));
  w->ready = w->ends = false;
  w->cpu_before = 0;
  sar_bytes_put(&w->process.out, p->start.at, p->start.used);
  if (w->process.out.no_memory) return sar_report_no_memory(p->context);
  return w->busy ? send_job(p, w) : SAR_OK;
}

static void set_idle(SarPool *p, Worker *w) {
  p->idle += w->busy;
  w->busy = false;
}

/* A row for a run that gave none. */
static void fill_row(SarPool *p, const Worker *w, SarRowStatus status, double cpu_seconds, SarJobResult *out) {
  memcpy(p->values, w->values, (size_t)p->size.nparameters * sizeof *p->values);
  *out = (SarJobResult){.row = {.run = w->job.run,
                                .status = status,
                                .message = p->message,
                                .parameters = p->values,
                                .responses = p->nan,
                                .cpu_seconds = cpu_seconds > 0 ? cpu_seconds : 0,
                                .host = p->host}};
}

/* ---- ends ---- */

/* Somebody else has ended the process: the run may be as good as any other. SIGXCPU: `ulimit -t` counts what all runs
 * of the process have taken together. */
static bool is_from_outside(const SarProcessEnd *end) {
  return !end->known || end->signal == SIGKILL || end->signal == SIGXCPU || end->signal == SIGTERM ||
         end->signal == SIGHUP || end->signal == SIGINT;
}

static SarStatus give_up(SarPool *p, const char *how) {
  return sar_report(p->context, SAR_ENVIRONMENT, sar_nowhere(), NULL,
                    "what it printed may say why; memory, or the command of workers, may be the reason",
                    "worker processes end before they can work: one %s (%s)", how, p->command[0]);
}

/* A worker that has ended before it could work, or without having had a job: another one, but not for ever. */
static SarStatus begin_again(SarPool *p, Worker *w, bool outside, const char *how) {
  w->failures++;
  if ((!outside && !w->ready) || w->failures >= MOST_FAILURES) return give_up(p, how);
  return start(p, w);
}

/* A worker that is gone. Its job becomes a row, or is given to the new one. */
static SarStatus replace(SarPool *p, Worker *w, bool at_once, const char *garbled, SarJobResult *out) {
  char how[TEXT_SIZE / 2];
  SarProcessEnd end = sar_process_end(&w->process, at_once);
  sar_process_end_text(&end, how, sizeof how);
  bool outside = !garbled && is_from_outside(&end);
  if (!w->ready || !w->busy) return begin_again(p, w, outside, how);
  if (outside && w->tries < TRIES) {
    w->tries++;
    return start(p, w);
  }
  snprintf(p->message, sizeof p->message, "the worker process %s", garbled ? garbled : how);
  fill_row(p, w, SAR_ROW_CRASHED, end.cpu_seconds - w->cpu_before, out);
  set_idle(p, w);
  return start(p, w);
}

static SarStatus stop_at_limit(SarPool *p, Worker *w, double used, SarJobResult *out) {
  sar_process_end(&w->process, true);
  sar_job_limit_message(p->limit, p->message, sizeof p->message);
  fill_row(p, w, SAR_ROW_LIMIT, used, out);
  set_idle(p, w);
  return start(p, w);
}

/* The job has no part in it: it was not even looked at. */
static SarStatus stop_before_ready(SarPool *p, Worker *w) {
  char how[TEXT_SIZE / 2];
  sar_process_end(&w->process, true);
  snprintf(how, sizeof how, "took more than %.3g s of CPU time to read the study", p->start_patience);
  return begin_again(p, w, true, how);
}

/* ---- messages of workers ---- */

/* The disk is full, or the folder cannot be written: whoever has mended that goes on with this run. */
static SarStatus end_unwritable(SarPool *p, SarJobResult *answer) {
  long long run = (long long)answer->row.run;
  answer->row.run = -1;
  return sar_report(p->context, SAR_IO, sar_nowhere(), NULL, "once that is mended, the same command goes on",
                    "run %lld: %s", run, answer->row.message);
}

/* A frame that is whole. False: it makes no sense. */
static bool understand(SarPool *p, Worker *w, const SarFrame *frame, SarStatus *status, SarJobResult *out) {
  double cpu = 0;
  if (frame->kind == SAR_WIRE_READY && !w->ready) {
    SarStatus said = SAR_OK;
    w->ready = sar_wire_get_ready(frame, p->context, &cpu, &said);
    w->cpu_before = cpu;
    w->look_at = sar_wall_seconds() + p->patience;
    if (w->ready && said != SAR_OK) *status = said;
    return w->ready;
  }
  if (frame->kind != SAR_WIRE_ANSWER || !w->ready || !w->busy) return false;
  SarWireState state;
  SarStatus read = sar_wire_get_answer(frame, p->size, &p->room, &state, out);
  if (read == SAR_NO_MEMORY) *status = sar_report_no_memory(p->context);
  if (read == SAR_OK && out->row.run != w->job.run) read = SAR_INPUT;
  if (read != SAR_OK) {
    out->row.run = -1;
    return read == SAR_NO_MEMORY;
  }
  w->cpu_before = state.cpu_seconds;
  w->failures = 0;
  w->ends = state.last;
  set_idle(p, w);
  if (state.unwritable) *status = end_unwritable(p, out);
  return true;
}

/* What has come from a worker: at most one answer is taken. */
static SarStatus listen(SarPool *p, Worker *w, SarJobResult *out) {
  bool no_memory = false, there = sar_process_exchange(&w->process, &no_memory);
  SarStatus status = SAR_OK;
  SarFrame frame;
  if (no_memory) return sar_report_no_memory(p->context);
  while (out->row.run < 0 && status == SAR_OK) {
    SarBytes *got = &w->process.got;
    SarFrameFound found = sar_frame_find(&p->crc, got->at, got->used, SAR_WIRE_KINDS, SAR_WIRE_LONGEST, &frame);
    if (found == SAR_FRAME_PART) break;
    if (found == SAR_FRAME_WRONG || !understand(p, w, &frame, &status, out)) {
      return status != SAR_OK ? status : replace(p, w, true, "sent something that is no answer", out);
    }
    sar_bytes_drop(got, frame.bytes);
  }
  if (status == SAR_OK && w->ends) {
    sar_process_end(&w->process, false);
    return start(p, w);
  }
  if (status != SAR_OK || there) return status;
  if (out->row.run >= 0) return SAR_OK; /* its end is seen the next time */
  return replace(p, w, false, NULL, out);
}

/* ---- the limit ---- */

/* Processor time grows no faster than the clock but in a process with several threads: it is looked at when it may have
 * been reached, and then more and more often. */
static SarStatus check_limit(SarPool *p, Worker *w, double now, SarJobResult *out) {
  if (!w->busy || now < w->look_at) return SAR_OK;
  double cpu = sar_process_cpu(&w->process), used = cpu - w->cpu_before;
  double patience = w->ready ? p->patience : p->start_patience;
  if (cpu >= 0 && used > patience) {
    return w->ready ? stop_at_limit(p, w, used, out) : stop_before_ready(p, w);
  }
  double left = cpu >= 0 ? patience - used : patience;
  w->look_at = now + (left > LEAST_LOOK ? left : LEAST_LOOK);
  return SAR_OK;
}

static double next_look(const SarPool *p) {
  double next = INFINITY;
  for (int32_t i = 0; isfinite(p->limit) && i < p->count; i++) {
    if (p->workers[i].busy) next = fmin(next, p->workers[i].look_at);
  }
  return next;
}

/* ---- taking answers ---- */

static int wait_for_some(SarPool *p, double until) {
  double left = fmin(until, next_look(p)) - sar_wall_seconds();
  int milliseconds = left > 0 ? (int)fmin(ceil(1000 * left), 60000) : 0;
  for (int32_t i = 0; i < p->count; i++) {
    const SarProcess *process = &p->workers[i].process;
    p->polled[i] =
        (struct pollfd){.fd = process->socket, .events = (short)(POLLIN | (process->out.used ? POLLOUT : 0))};
  }
  return poll(p->polled, (nfds_t)p->count, milliseconds);
}

static SarStatus look_round(SarPool *p, SarJobResult *out) {
  double now = isfinite(p->limit) ? sar_wall_seconds() : 0;
  for (int32_t k = 0; k < p->count && out->row.run < 0; k++) {
    int32_t i = (p->next + k) % p->count;
    Worker *w = &p->workers[i];
    if (p->polled[i].revents || w->process.got.used) SAR_TRY(listen(p, w, out));
    if (out->row.run < 0 && isfinite(p->limit)) SAR_TRY(check_limit(p, w, now, out));
    if (out->row.run >= 0) p->next = (i + 1) % p->count;
  }
  return SAR_OK;
}

SarStatus sar_pool_take(SarPool *p, double seconds, SarJobResult *out) {
  double until = sar_wall_seconds() + seconds;
  *out = (SarJobResult){.row = {.run = -1}};
  for (bool last = false; out->row.run < 0 && !last;) {
    int found = wait_for_some(p, until);
    last = sar_wall_seconds() >= until || (found < 0 && errno == EINTR); /* a signal may be why the caller waits less */
    if (found < 0) memset(p->polled, 0, (size_t)p->count * sizeof *p->polled);
    SAR_TRY(look_round(p, out));
  }
  return SAR_OK;
}

SarStatus sar_pool_give(SarPool *p, const SarJob *job) {
  Worker *w = NULL;
  for (int32_t k = 0; k < p->count && !w; k++) {
    Worker *candidate = &p->workers[(p->next + p->count - 1 + k) % p->count]; /* the one that has just answered */
    if (!candidate->busy) w = candidate;
  }
  if (!w) {
    return sar_report(p->context, SAR_USAGE, sar_nowhere(), NULL, "take an answer first", "no worker is without a job");
  }
  memcpy(w->values, job->values, (size_t)p->size.nparameters * sizeof *w->values);
  w->job = *job;
  w->job.values = w->values;
  w->tries = 1;
  w->busy = true;
  p->idle--;
  SAR_TRY(send_job(p, w));
  bool no_memory = false;
  sar_process_exchange(&w->process, &no_memory); /* one that is gone is seen when answers are taken */
  return no_memory ? sar_report_no_memory(p->context) : SAR_OK;
}

int32_t sar_pool_workers(const SarPool *p) { return p->count; }
int32_t sar_pool_idle(const SarPool *p) { return p->idle; }

/* ---- the pool ---- */

int32_t sar_pool_processors(void) {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? count : 1;
}

static SarStatus make_room(SarPool *p, const SarStudyOptions *options) {
  size_t nparameters = (size_t)p->size.nparameters, nresponses = (size_t)p->size.nresponses;
  p->count = p->idle = options->workers > 0 ? options->workers : sar_pool_processors();
  p->command = sar_process_command(options, &p->file);
  p->workers = calloc((size_t)p->count, sizeof *p->workers);
  p->polled = calloc((size_t)p->count, sizeof *p->polled);
  p->nan = malloc((nresponses + 1) * sizeof *p->nan);
  p->values = malloc((nparameters + 1) * sizeof *p->values);
  bool ok = p->command && p->workers && p->polled && p->nan && p->values;
  for (int32_t i = 0; ok && i < p->count; i++) {
    p->workers[i].process.socket = -1;
    p->workers[i].values = calloc(nparameters + 1, sizeof *p->values);
    ok = p->workers[i].values;
  }
  if (!ok) return sar_report_no_memory(p->context);
  for (size_t i = 0; i < nresponses; i++) p->nan[i] = NAN;
  return SAR_OK;
}

static SarStatus prepare(SarPool *p, const SarStudy *study, const SarStudyOptions *options) {
  SAR_TRY(make_room(p, options));
  SarRunOptions run = sar_study_run_options(options);
  if (sar_wire_put_start(&p->crc, &p->start, study, &run) != SAR_OK) return sar_report_no_memory(p->context);
  for (int32_t i = 0; i < p->count; i++) SAR_TRY(start(p, &p->workers[i]));
  return SAR_OK;
}

SarStatus sar_pool_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarPool **out) {
  SarPool *p = *out = calloc(1, sizeof *p);
  if (!p) return sar_report_no_memory(context);
  p->context = context;
  p->size = (SarResultSize){sar_study_parameters(study), sar_study_responses(study)};
  p->limit = sar_study_limit(study);
  p->patience = (sar_study_keeps_by_condition(study) ? 2 : 1) * p->limit;
  p->start_patience = (READINGS + 2 * p->size.nparameters) * p->limit + SLOWER * sar_cpu_seconds();
  sar_crc32c_prepare(&p->crc);
  if (gethostname(p->host, sizeof p->host - 1) != 0) p->host[0] = 0;
  SarStatus status = prepare(p, study, options);
  if (status != SAR_OK) sar_pool_destroy(out);
  return status;
}

void sar_pool_destroy(SarPool **pool) {
  if (!pool || !*pool) return;
  SarPool *p = *pool;
  for (int32_t i = 0; p->workers && i < p->count; i++) { /* all of them are told before one is waited for */
    SarProcess *process = &p->workers[i].process;
    if (p->workers[i].busy && process->pid > 0) kill(process->pid, SIGKILL);
    if (process->socket >= 0) close(process->socket);
    process->socket = -1;
  }
  for (int32_t i = 0; p->workers && i < p->count; i++) {
    sar_process_end(&p->workers[i].process, false);
    free(p->workers[i].values);
  }
  free(p->workers);
  free(p->polled);
  free(p->command);
  free(p->nan);
  free(p->values);
  sar_bytes_free(&p->start);
  sar_result_room_free(&p->room);
  free(p);
  *pool = NULL;
}
