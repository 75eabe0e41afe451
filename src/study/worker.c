/* A worker process: jobs in, answers out, until nobody is there to give it more. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/resource.h"
#include "study/job_parts.h"
#include "study/wire.h"

#define READ_BYTES ((size_t)1 << 16)
#define ABOVE_STANDARD 3          /* descriptors of standard input, output and error lie below */
#define GONE_LOOK_MILLISECONDS 20 /* how often it is looked whether a job is still done for nobody */
#define HOST_SIZE 256

typedef struct Worker {
  int in, out;
  SarCrc32c crc;
  SarBytes got, answer;
  SarArena *arena;
  SarContext *context;
  SarStudy *study;
  SarJobRunner *runner;
  SarResultSize size;
  double *values;
  char host[HOST_SIZE], message[SAR_JOB_MESSAGE];
} Worker;

/* ---- when the other end goes away ---- */

/* A job may never end, and nobody would stop it any more. */
typedef struct Watch {
  int in, ended; /* descriptors; ended becomes readable with the end of the worker */
  atomic_bool busy;
  int tell; /* the other end of `ended` */
  pthread_t thread;
  bool running;
} Watch;

static void *watch(void *self) {
  Watch *w = self;
  struct pollfd ends[2] = {{.fd = w->in}, {.fd = w->ended, .events = POLLIN}};
  int timeout = -1;
  for (;;) {
    if (poll(ends, 2, timeout) < 0 && errno != EINTR) return NULL;
    if (ends[1].revents) return NULL;
    if (!(ends[0].revents & (POLLHUP | POLLERR | POLLNVAL)) && timeout < 0) continue;
    if (atomic_load(&w->busy)) _exit(1);
    ends[0].fd = -1; /* it stays so; what was sent before is still read */
    timeout = GONE_LOOK_MILLISECONDS;
  }
}

static void start_watch(Watch *w, int in) {
  int ends[2];
  *w = (Watch){.in = in, .ended = -1, .tell = -1};
  if (pipe(ends) != 0) return;
  w->ended = ends[0];
  w->tell = ends[1];
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  w->running = pthread_create(&w->thread, NULL, watch, w) == 0;
}

static void end_watch(Watch *w) {
  if (w->tell >= 0) close(w->tell);
  if (w->running) pthread_join(w->thread, NULL);
  if (w->ended >= 0) close(w->ended);
}

/* ---- reading and writing ---- */

/* The next record; false: the other end is gone, or sends what is none. It holds until the next call. */
static bool receive(Worker *w, size_t *used, SarFrame *out) {
  sar_bytes_drop(&w->got, *used);
  *used = 0;
  for (;;) {
    SarFrameFound found = sar_frame_find(&w->crc, w->got.at, w->got.used, SAR_WIRE_KINDS, SAR_WIRE_LONGEST, out);
    if (found == SAR_FRAME_WRONG) return false;
    *used = found == SAR_FRAME_WHOLE ? out->bytes : 0;
    if (found == SAR_FRAME_WHOLE) return true;
    uint8_t *room = sar_bytes_reserve(&w->got, READ_BYTES);
    ssize_t count = room ? read(w->in, room, READ_BYTES) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    w->got.used += (size_t)count;
  }
}

static bool send_answer(Worker *w) {
  const uint8_t *at = w->answer.at;
  size_t left = w->answer.no_memory ? 0 : w->answer.used;
  while (left) {
    ssize_t count = write(w->out, at, left);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    left -= (size_t)count;
  }
  sar_bytes_clear(&w->answer);
  return !w->answer.no_memory;
}

/* ---- the study ---- */

static SarStatus prepare(Worker *w, const SarFrame *frame) {
  SarWireStart start;
  SarStatus status = frame->kind == SAR_WIRE_START ? sar_wire_get_start(frame, w->arena, &start) : SAR_INPUT;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(w->context);
  if (status != SAR_OK) {
    return sar_report(w->context, SAR_USAGE, sar_nowhere(), NULL, "use the same program everywhere",
                      "the worker process was not given a study");
  }
  char who[HOST_SIZE + 40];
  snprintf(who, sizeof who, "the worker process on %s", w->host);
  SAR_TRY(sar_wire_read_study(w->context, &start, who, &w->study));
  w->size = (SarResultSize){sar_study_parameters(w->study), sar_study_responses(w->study)};
  w->values = malloc(((size_t)w->size.nparameters + 1) * sizeof *w->values);
  if (!w->values) return sar_report_no_memory(w->context);
  return sar_job_runner_create(w->context, w->study, &start.run, &w->runner);
}

/* ---- jobs ---- */

/* A job whose run could not be made ends this process: memory is exhausted, or the disk is full. */
static void fill_failed(Worker *w, SarStatus status, const SarJob *job, double *nan, SarJobResult *out) {
  bool said = sar_context_errors(w->context) > 0;
  if (said) sar_job_message(w->context, SAR_ROW_CRASHED, INFINITY, w->message);
  for (int32_t i = 0; i < w->size.nresponses; i++) nan[i] = NAN;
  *out = (SarJobResult){.row = {.run = job->run,
                                .status = SAR_ROW_CRASHED,
                                .message = said ? w->message : sar_status_text(status),
                                .parameters = job->values,
                                .responses = nan}};
}

/* False: this was the last one. */
static bool work(Worker *w, const SarFrame *frame) {
  SarJob job;
  SarJobResult result;
  if (frame->kind != SAR_WIRE_JOB || !sar_wire_get_job(frame, w->size.nparameters, w->values, &job)) return false;
  sar_context_clear(w->context);
  double began = sar_cpu_seconds(), *nan = NULL;
  SarStatus status = sar_job_run(w->runner, &job, &result);
  if (status != SAR_OK) {
    nan = malloc(((size_t)w->size.nresponses + 1) * sizeof *nan);
    if (!nan) return false;
    fill_failed(w, status, &job, nan, &result);
  }
  double now = sar_cpu_seconds();
  result.row.run = job.run;
  result.row.host = w->host;
  result.row.cpu_seconds = now - began;
  sar_wire_put_answer(&w->crc, &w->answer, (SarWireState){now, status != SAR_OK, status == SAR_IO}, w->size, &result);
  bool sent = send_answer(w);
  free(nan);
  return sent && status == SAR_OK;
}

static int live(Worker *w) {
  Watch watched;
  SarFrame frame;
  size_t used = 0;
  if (!receive(w, &used, &frame)) return 1;
  start_watch(&watched, w->in);
  atomic_store(&watched.busy, true);
  SarStatus status = prepare(w, &frame);
  sar_wire_put_ready(&w->crc, &w->answer, sar_cpu_seconds(), status, w->context);
  bool going = send_answer(w) && status == SAR_OK;
  atomic_store(&watched.busy, false);
  while (going && receive(w, &used, &frame)) {
    atomic_store(&watched.busy, true);
    going = work(w, &frame);
    atomic_store(&watched.busy, false);
  }
  end_watch(&watched);
  return going ? 0 : sar_status_exit_code(status == SAR_OK ? SAR_ENVIRONMENT : status);
}

/* Out of the way of whoever prints or reads: plugins, libraries. */
static int move_up(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, ABOVE_STANDARD);
  return moved;
}

int sar_study_worker(int in, int out) {
  Worker w = {.in = move_up(in), .out = move_up(out), .context = sar_context_create(), .arena = sar_arena_create()};
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0 && in == STDIN_FILENO) dup2(null, in);
  if (null >= 0) close(null);
  if (out == STDOUT_FILENO) dup2(STDERR_FILENO, out);
  sar_crc32c_prepare(&w.crc);
  if (gethostname(w.host, sizeof w.host - 1) != 0) w.host[0] = 0;
  int code = w.context && w.arena && w.in >= 0 && w.out >= 0 ? live(&w) : 3;
  sar_job_runner_destroy(&w.runner);
  sar_study_destroy(&w.study);
  sar_context_destroy(&w.context);
  sar_arena_destroy(&w.arena);
  free(w.values);
  sar_bytes_free(&w.got);
  sar_bytes_free(&w.answer);
  if (w.in >= 0) close(w.in);
  if (w.out >= 0) close(w.out);
  return code;
}
