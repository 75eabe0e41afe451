/* What goes through the pipes between the one who gives out the runs and a worker process, as records of frame.h:
 *
 *   START    to it: the build of the program, the study, the options of its runs, the hash of all that
 *   READY    back: CPU seconds so far, and a status; unless it is SAR_OK, messages that say why it cannot work
 *   JOB      to it
 *   ANSWER   back: CPU seconds so far, whether it ends now, whether files could not be written, and what the run gave
 *            (result_code.h) */
#ifndef SAR_STUDY_WIRE_H
#define SAR_STUDY_WIRE_H

#include "study/frame.h"
#include "study/head.h"
#include "study/result_code.h"

enum { SAR_WIRE_START = 1, SAR_WIRE_READY, SAR_WIRE_JOB, SAR_WIRE_ANSWER, SAR_WIRE_KINDS = SAR_WIRE_ANSWER };
#define SAR_WIRE_LONGEST ((uint64_t)1 << 32) /* bytes of a payload: what is longer is garbage */

typedef struct SarWireStart {
  const char *build, *name, *text, *hash;
  SarRunOptions run;
} SarWireStart;

/* SAR_NO_MEMORY: not reported, here and below. */
SarStatus sar_wire_put_start(const SarCrc32c *crc, SarBytes *into, const SarStudy *study, const SarRunOptions *run);
/* Texts live in the arena. SAR_INPUT, not reported: these bytes are none. */
SarStatus sar_wire_get_start(const SarFrame *frame, SarArena *arena, SarWireStart *out);

/* The study of it, as the files of this machine make it. SAR_USAGE, SAR_INPUT, reported: here is another build of the
 * program, or a file that is not the same (it may have changed meanwhile). who: "the worker process on host". */
SarStatus sar_wire_read_study(SarContext *context, const SarWireStart *start, const char *who, SarStudy **out);

/* With the errors of the context. */
void sar_wire_put_ready(const SarCrc32c *crc, SarBytes *into, double cpu_seconds, SarStatus status,
                        const SarContext *context);
/* *status: what the worker says; its errors are reported here again. False: these bytes are none. */
bool sar_wire_get_ready(const SarFrame *frame, SarContext *context, double *cpu_seconds, SarStatus *status);

void sar_wire_put_job(const SarCrc32c *crc, SarBytes *into, const SarJob *job, int32_t nparameters);
/* values: room for all parameters, of which the job then holds the address. */
bool sar_wire_get_job(const SarFrame *frame, int32_t nparameters, double *values, SarJob *out);

/* What an answer says of the worker itself. */
typedef struct SarWireState {
  double cpu_seconds;
  bool last;       /* it ends with this answer */
  bool unwritable; /* a file of the run could not be written: that is no row, others would fare the same */
} SarWireState;

void sar_wire_put_answer(const SarCrc32c *crc, SarBytes *into, SarWireState state, SarResultSize size,
                         const SarJobResult *result);
/* SAR_INPUT, SAR_NO_MEMORY: not reported. */
SarStatus sar_wire_get_answer(const SarFrame *frame, SarResultSize size, SarResultRoom *room, SarWireState *state,
                              SarJobResult *out);

#endif
