#define _POSIX_C_SOURCE 200809L

#include "mpi/serve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/context.h"
#include "base/resource.h"
#include "mpi/message.h"
#include "study/pool.h"
#include "study/wire.h"

#define LOOK_SECONDS 0.1 /* how often a busy rank asks whether its job is still wanted */
#define HOST_SIZE 256

typedef struct Rank {
  SarCrc32c crc;
  SarBytes got, out;
  SarContext *context;
  SarArena *arena;
  SarStudy *study;
  SarPool *pool;
  SarResultSize size;
  double *values;
} Rank;

static void forget(Rank *r) {
  sar_pool_destroy(&r->pool);
  sar_study_destroy(&r->study);
  sar_context_destroy(&r->context);
  sar_arena_destroy(&r->arena);
  free(r->values);
  r->values = NULL;
}

static bool find(Rank *r, uint32_t kind, SarFrame *out) {
  SarFrameFound found = sar_frame_find(&r->crc, r->got.at, r->got.used, SAR_WIRE_KINDS, SAR_WIRE_LONGEST, out);
  return found == SAR_FRAME_WHOLE && out->kind == kind;
}

static SarStatus prepare(Rank *r) {
  SarFrame frame;
  SarWireStart start;
  SarStudyOptions options = sar_study_options_default();
  SarStatus status = find(r, SAR_WIRE_START, &frame) ? sar_wire_get_start(&frame, r->arena, &start) : SAR_INPUT;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK) {
    return sar_report(r->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, "use the same program on all machines",
                      "rank 0 has sent something that is no study");
  }
  char host[HOST_SIZE] = "", who[HOST_SIZE + 40];
  if (gethostname(host, sizeof host - 1) != 0) host[0] = 0;
  snprintf(who, sizeof who, "the rank on %s", host);
  SAR_TRY(sar_wire_read_study(r->context, &start, who, &r->study));
  r->size = (SarResultSize){sar_study_parameters(r->study), sar_study_responses(r->study)};
  r->values = calloc((size_t)r->size.nparameters + 1, sizeof *r->values);
  if (!r->values) return sar_report_no_memory(r->context);
  options.workers = 1;
  options.run = start.run;
  return sar_pool_create(r->context, r->study, &options, &r->pool);
}

/* Rank 0 reports it, and ends the study. */
static void tell_trouble(Rank *r, SarStatus status) {
  sar_bytes_clear(&r->out);
  sar_wire_put_ready(&r->crc, &r->out, sar_cpu_seconds(), status, r->context);
  sar_message_send(0, SAR_MESSAGE_TROUBLE, &r->out);
}

static void begin(Rank *r) {
  forget(r);
  r->context = sar_context_create();
  r->arena = sar_arena_create();
  SarStatus status = r->context && r->arena ? prepare(r) : SAR_NO_MEMORY;
  if (status != SAR_OK) tell_trouble(r, status);
}

/* The job until it is answered; or the message that came meanwhile, which ends it. */
static SarMessageKind work(Rank *r) {
  SarFrame frame;
  SarJob job;
  SarJobResult result = {.row = {.run = -1}};
  int rank;
  if (!r->pool) return SAR_MESSAGE_NONE; /* rank 0 knows already */
  bool read = find(r, SAR_WIRE_JOB, &frame) && sar_wire_get_job(&frame, r->size.nparameters, r->values, &job);
  SarStatus status =
      read ? sar_pool_give(r->pool, &job)
           : sar_report(r->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, "use the same program on all machines",
                        "rank 0 has sent something that is no job");
  while (status == SAR_OK && result.row.run < 0) {
    status = sar_pool_take(r->pool, LOOK_SECONDS, &result);
    if (status != SAR_OK || result.row.run >= 0) break;
    SarMessageKind kind = sar_message_receive(0, &rank, &r->got);
    if (kind != SAR_MESSAGE_NONE) return kind;
  }
  if (status != SAR_OK) {
    tell_trouble(r, status);
    return SAR_MESSAGE_NONE;
  }
  sar_bytes_clear(&r->out);
  sar_wire_put_answer(&r->crc, &r->out, (SarWireState){0}, r->size, &result);
  sar_message_send(0, SAR_MESSAGE_ANSWER, &r->out);
  return SAR_MESSAGE_NONE;
}

int sar_rank_serve(void) {
  Rank r = {0};
  int rank;
  sar_crc32c_prepare(&r.crc);
  for (SarMessageKind kind = SAR_MESSAGE_NONE; kind != SAR_MESSAGE_END;) {
    if (kind == SAR_MESSAGE_NONE) kind = sar_message_receive(INFINITY, &rank, &r.got);
    SarMessageKind next = SAR_MESSAGE_NONE;
    if (kind == SAR_MESSAGE_START) begin(&r);
    if (kind == SAR_MESSAGE_JOB) next = work(&r);
    if (kind == SAR_MESSAGE_STOP) {
      forget(&r);
      sar_message_send(0, SAR_MESSAGE_STOP, NULL);
    }
    if (kind != SAR_MESSAGE_END) kind = next;
  }
  forget(&r);
  sar_bytes_free(&r.got);
  sar_bytes_free(&r.out);
  return 0;
}
