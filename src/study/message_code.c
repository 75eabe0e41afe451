#include "study/message_code.h"

void sar_messages_encode(SarBytes *into, const SarContext *from, int32_t first, SarSeverity least) {
  int64_t count = 0;
  for (int32_t i = first; i < sar_context_count(from); i++) count += sar_context_get(from, i)->severity >= least;
  sar_bytes_put_int(into, count);
  for (int32_t i = first; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    if (d->severity < least) continue;
    sar_bytes_put_int(into, d->severity);
    sar_bytes_put_int(into, d->status);
    sar_bytes_put_text(into, d->source.file);
    sar_bytes_put_int(into, d->source.line);
    sar_bytes_put_int(into, d->source.column);
    sar_bytes_put_text(into, d->element);
    sar_bytes_put_text(into, d->message);
    sar_bytes_put_text(into, d->remedy);
  }
}

static const char *or_null(const char *text) { return *text ? text : NULL; }

static void report(SarContext *into, const SarDiagnostic *d) {
  if (d->severity == SAR_ERROR) {
    (void)sar_report(into, d->status, d->source, d->element, d->remedy, "%s", d->message);
  } else if (d->severity == SAR_WARNING) {
    sar_warn(into, d->source, d->element, d->remedy, "%s", d->message);
  } else {
    sar_note(into, d->status, d->source, d->element, d->remedy, "%s", d->message);
  }
}

SarStatus sar_messages_decode(SarByteReader *from, SarContext *into) {
  SarArena *arena = sar_arena_create();
  bool ok = arena;
  int64_t count = sar_bytes_get_count(from, 0, INT32_MAX);
  for (int64_t i = 0; ok && !from->wrong && i < count; i++) {
    SarDiagnostic d = {.severity = (SarSeverity)sar_bytes_get_count(from, SAR_NOTE, SAR_ERROR)};
    d.status = (SarStatus)sar_bytes_get_count(from, SAR_INTERRUPTED, SAR_ERROR_TOO_LARGE);
    const char *file = sar_bytes_copy_text(from, arena, &ok);
    d.source.line = (int32_t)sar_bytes_get_count(from, 0, INT32_MAX);
    d.source.column = (int32_t)sar_bytes_get_count(from, 0, INT32_MAX);
    const char *element = sar_bytes_copy_text(from, arena, &ok), *message = sar_bytes_copy_text(from, arena, &ok);
    const char *remedy = sar_bytes_copy_text(from, arena, &ok);
    if (!ok || from->wrong) break;
    d.source.file = or_null(file);
    d.element = or_null(element);
    d.message = message;
    d.remedy = or_null(remedy);
    report(into, &d);
  }
  sar_arena_destroy(&arena);
  return !ok ? SAR_NO_MEMORY : from->wrong ? SAR_INPUT : SAR_OK;
}
