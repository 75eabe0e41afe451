#include "study/wire.h"

#include <string.h>

#include "base/context.h"
#include "study/message_code.h"
#include "study/options.h"

enum { WANTS_GRADIENT = 1, WANTS_CURVES = 2, KEEPS = 4 };

/* ---- START ---- */

SarStatus sar_wire_put_start(const SarCrc32c *crc, SarBytes *into, const SarStudy *study, const SarRunOptions *run) {
  char hash[SAR_HASH_TEXT_SIZE];
  SAR_TRY(sar_study_fingerprint(study, run, hash));
  size_t begun = sar_frame_begin(into, SAR_WIRE_START);
  sar_bytes_put_text(into, sar_build());
  sar_bytes_put_text(into, sar_study_name(study));
  sar_bytes_put_text(into, sar_study_text(study));
  sar_bytes_put_text(into, hash);
  sar_bytes_put_text(into, run->hdf5);
  sar_run_options_encode(into, run);
  sar_frame_end(crc, into, begun);
  return into->no_memory ? SAR_NO_MEMORY : SAR_OK;
}

SarStatus sar_wire_get_start(const SarFrame *frame, SarArena *arena, SarWireStart *out) {
  SarByteReader r = sar_byte_reader(frame->payload, frame->length);
  bool ok = true;
  out->build = sar_bytes_copy_text(&r, arena, &ok);
  out->name = sar_bytes_copy_text(&r, arena, &ok);
  out->text = sar_bytes_copy_text(&r, arena, &ok);
  out->hash = sar_bytes_copy_text(&r, arena, &ok);
  const char *table = sar_bytes_copy_text(&r, arena, &ok);
  if (!ok || !sar_run_options_decode(&r, &out->run, arena)) return SAR_NO_MEMORY;
  out->run.hdf5 = table[0] ? table : NULL;
  return r.wrong || r.left ? SAR_INPUT : SAR_OK;
}

SarStatus sar_wire_read_study(SarContext *context, const SarWireStart *start, const char *who, SarStudy **out) {
  char hash[SAR_HASH_TEXT_SIZE];
  if (strcmp(start->build, sar_build()) != 0) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "use the same program everywhere",
                      "%s is another build of the program (%s)", who, sar_build());
  }
  SAR_TRY(sar_study_parse(context, start->name, start->text, out));
  if (sar_study_fingerprint(*out, &start->run, hash) != SAR_OK) return sar_report_no_memory(context);
  if (strcmp(hash, start->hash) == 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL,
                    "give the command again once the files are as they shall be, and the same on all machines",
                    "the model, or a file that it or the study names, is not the same for %s", who);
}

/* ---- READY ---- */

void sar_wire_put_ready(const SarCrc32c *crc, SarBytes *into, double cpu_seconds, SarStatus status,
                        const SarContext *context) {
  size_t begun = sar_frame_begin(into, SAR_WIRE_READY);
  sar_bytes_put_real(into, cpu_seconds);
  sar_bytes_put_int(into, status);
  sar_messages_encode(into, context, 0, SAR_ERROR);
  sar_frame_end(crc, into, begun);
}

bool sar_wire_get_ready(const SarFrame *frame, SarContext *context, double *cpu_seconds, SarStatus *status) {
  SarByteReader r = sar_byte_reader(frame->payload, frame->length);
  *cpu_seconds = sar_bytes_get_real(&r);
  *status = (SarStatus)sar_bytes_get_count(&r, SAR_INTERRUPTED, SAR_ERROR_TOO_LARGE);
  return sar_messages_decode(&r, context) == SAR_OK && !r.left;
}

/* ---- JOB and ANSWER ---- */

void sar_wire_put_job(const SarCrc32c *crc, SarBytes *into, const SarJob *job, int32_t nparameters) {
  size_t begun = sar_frame_begin(into, SAR_WIRE_JOB);
  sar_bytes_put_int(into, job->run);
  sar_bytes_put_int(into,
                    (job->gradient ? WANTS_GRADIENT : 0) | (job->curves ? WANTS_CURVES : 0) | (job->keep ? KEEPS : 0));
  sar_bytes_put_reals(into, job->values, nparameters);
  sar_frame_end(crc, into, begun);
}

bool sar_wire_get_job(const SarFrame *frame, int32_t nparameters, double *values, SarJob *out) {
  SarByteReader r = sar_byte_reader(frame->payload, frame->length);
  int64_t run = sar_bytes_get_count(&r, 0, INT64_MAX / 16);
  int64_t wants = sar_bytes_get_count(&r, 0, WANTS_GRADIENT | WANTS_CURVES | KEEPS);
  sar_bytes_get_reals(&r, values, nparameters);
  *out = (SarJob){.run = run,
                  .values = values,
                  .gradient = wants & WANTS_GRADIENT,
                  .curves = wants & WANTS_CURVES,
                  .keep = wants & KEEPS};
  return !r.wrong && !r.left;
}

void sar_wire_put_answer(const SarCrc32c *crc, SarBytes *into, SarWireState state, SarResultSize size,
                         const SarJobResult *result) {
  size_t begun = sar_frame_begin(into, SAR_WIRE_ANSWER);
  sar_bytes_put_real(into, state.cpu_seconds);
  sar_bytes_put_int(into, state.last);
  sar_bytes_put_int(into, state.unwritable);
  sar_result_encode(into, size, result);
  sar_frame_end(crc, into, begun);
}

SarStatus sar_wire_get_answer(const SarFrame *frame, SarResultSize size, SarResultRoom *room, SarWireState *state,
                              SarJobResult *out) {
  SarByteReader r = sar_byte_reader(frame->payload, frame->length);
  state->cpu_seconds = sar_bytes_get_real(&r);
  state->last = sar_bytes_get_count(&r, 0, 1);
  state->unwritable = sar_bytes_get_count(&r, 0, 1);
  return r.wrong ? SAR_INPUT : sar_result_decode(r.at, r.left, size, room, out);
}
