#include "mpi/ranks.h"

#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "mpi/message.h"
#include "study/options.h"
#include "study/wire.h"

typedef struct Ranks {
  SarContext *context;
  int size;
  int *idle; /* ranks without a job: a stack */
  int nidle;
  SarCrc32c crc;
  SarBytes out, got;
  SarResultSize count;
  SarResultRoom room;
} Ranks;

static void destroy(void *self) {
  Ranks *r = self;
  int rank;
  for (int i = 1; i < r->size; i++) sar_message_send(i, SAR_MESSAGE_STOP, NULL);
  for (int left = r->size - 1; left > 0;) { /* answers that were on their way are not wanted any more */
    left -= sar_message_receive(INFINITY, &rank, &r->got) == SAR_MESSAGE_STOP;
    if (r->got.no_memory) sar_bytes_free(&r->got); /* and once more: the message still waits */
  }
  free(r->idle);
  sar_bytes_free(&r->out);
  sar_bytes_free(&r->got);
  sar_result_room_free(&r->room);
  free(r);
}

static SarStatus create(void *self, SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                        void **crew) {
  Ranks *r = calloc(1, sizeof *r);
  *crew = NULL;
  if (!r) return sar_report_no_memory(context);
  r->context = context;
  r->size = *(const int *)self;
  r->count = (SarResultSize){sar_study_parameters(study), sar_study_responses(study)};
  r->idle = calloc((size_t)r->size, sizeof *r->idle);
  sar_crc32c_prepare(&r->crc);
  SarRunOptions run = sar_study_run_options(options);
  if (!r->idle || sar_wire_put_start(&r->crc, &r->out, study, &run) != SAR_OK) {
    free(r->idle);
    sar_bytes_free(&r->out);
    free(r);
    return sar_report_no_memory(context);
  }
  *crew = r;
  for (int i = r->size; i-- > 1;) {
    sar_message_send(i, SAR_MESSAGE_START, &r->out);
    r->idle[r->nidle++] = i;
  }
  return SAR_OK;
}

static int32_t workers(const void *self) { return ((const Ranks *)self)->size - 1; }
static int32_t idle(const void *self) { return ((const Ranks *)self)->nidle; }

static SarStatus give(void *self, const SarJob *job) {
  Ranks *r = self;
  if (!r->nidle) {
    return sar_report(r->context, SAR_USAGE, sar_nowhere(), NULL, "take an answer first", "no rank is without a job");
  }
  sar_bytes_clear(&r->out);
  sar_wire_put_job(&r->crc, &r->out, job, r->count.nparameters);
  if (r->out.no_memory) return sar_report_no_memory(r->context);
  sar_message_send(r->idle[--r->nidle], SAR_MESSAGE_JOB, &r->out);
  return SAR_OK;
}

/* MPI brings every byte: what is no record comes from another program. */
static SarStatus refuse(const Ranks *r, int rank) {
  return sar_report(r->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, "use the same program on all machines",
                    "rank %d has sent something that is no answer", rank);
}

static SarStatus take(void *self, double seconds, SarJobResult *out) {
  Ranks *r = self;
  SarFrame frame;
  SarWireState state;
  SarStatus status = SAR_OK;
  double cpu;
  int rank = 0;
  *out = (SarJobResult){.row = {.run = -1}};
  SarMessageKind kind = sar_message_receive(seconds, &rank, &r->got);
  if (r->got.no_memory) return sar_report_no_memory(r->context);
  if (kind == SAR_MESSAGE_NONE) return SAR_OK;
  SarFrameFound found = sar_frame_find(&r->crc, r->got.at, r->got.used, SAR_WIRE_KINDS, SAR_WIRE_LONGEST, &frame);
  if (found != SAR_FRAME_WHOLE) return refuse(r, rank);
  if (kind == SAR_MESSAGE_TROUBLE) {
    bool read = frame.kind == SAR_WIRE_READY && sar_wire_get_ready(&frame, r->context, &cpu, &status);
    return read && status != SAR_OK ? status : refuse(r, rank);
  }
  if (kind == SAR_MESSAGE_ANSWER && frame.kind == SAR_WIRE_ANSWER) {
    status = sar_wire_get_answer(&frame, r->count, &r->room, &state, out);
  } else {
    status = SAR_INPUT;
  }
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK || r->nidle == r->size - 1) return refuse(r, rank);
  r->idle[r->nidle++] = rank;
  return SAR_OK;
}

struct SarCrewKind sar_ranks_crew(const int *size) {
  return (struct SarCrewKind){.name = "ranks",
                              .self = (void *)(uintptr_t)size,
                              .create = create,
                              .destroy = destroy,
                              .workers = workers,
                              .idle = idle,
                              .give = give,
                              .take = take};
}
