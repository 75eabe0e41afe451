#include "study/head.h"

#include <string.h>

const char *sar_study_kind_name(SarStudyKind kind) {
  static const char *const names[SAR_STUDY_KINDS] = {"sweep", "optimize", "fit"};
  return kind >= 0 && kind < SAR_STUDY_KINDS ? names[kind] : "";
}

/* ---- copies ---- */

static const char *copy_text(SarArena *arena, const char *text, bool *ok) {
  const char *copy = sar_arena_copy_text(arena, text ? text : "");
  *ok = *ok && copy;
  return copy;
}

SarStatus sar_study_head_copy(SarArena *arena, const SarStudyHead *h, SarStudyHead *out) {
  bool ok = true;
  int32_t count = h->nparameters + h->nresponses;
  SarStudyColumn *columns = SAR_NEW(arena, count, SarStudyColumn);
  if (!columns) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    columns[i].name = copy_text(arena, h->columns[i].name, &ok);
    columns[i].unit = copy_text(arena, h->columns[i].unit, &ok);
    columns[i].expression = i < h->nparameters ? NULL : copy_text(arena, h->columns[i].expression, &ok);
  }
  SarStudyHead copy = *h;
  copy.columns = columns;
  copy.version = copy_text(arena, h->version, &ok);
  copy.title = copy_text(arena, h->title, &ok);
  copy.name = copy_text(arena, h->name, &ok);
  copy.text = copy_text(arena, h->text, &ok);
  copy.model = copy_text(arena, h->model, &ok);
  copy.model_text = copy_text(arena, h->model_text, &ok);
  copy.method = copy_text(arena, h->method, &ok);
  *out = copy;
  return ok ? SAR_OK : SAR_NO_MEMORY;
}

/* ---- bytes ---- */

void sar_study_head_encode(SarBytes *into, const SarStudyHead *h) {
  const char *const texts[] = {h->hash, h->version, h->title, h->name, h->text, h->model, h->model_text, h->method};
  sar_bytes_put_int(into, h->kind);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) sar_bytes_put_text(into, texts[i]);
  sar_bytes_put_int(into, h->runs);
  sar_bytes_put_int(into, h->nparameters);
  sar_bytes_put_int(into, h->nresponses);
  for (int32_t i = 0; i < h->nparameters + h->nresponses; i++) {
    sar_bytes_put_text(into, h->columns[i].name);
    sar_bytes_put_text(into, h->columns[i].unit);
    sar_bytes_put_text(into, h->columns[i].expression);
  }
}

static void get_columns(SarByteReader *from, SarArena *arena, SarStudyHead *h, bool *ok) {
  h->nparameters = (int32_t)sar_bytes_get_count(from, 0, SAR_TABLE_COLUMNS);
  h->nresponses = (int32_t)sar_bytes_get_count(from, 0, SAR_TABLE_COLUMNS);
  SarStudyColumn *columns = SAR_NEW(arena, h->nparameters + h->nresponses, SarStudyColumn);
  *ok = *ok && columns;
  for (int32_t i = 0; *ok && i < h->nparameters + h->nresponses; i++) {
    columns[i].name = sar_bytes_copy_text(from, arena, ok);
    columns[i].unit = sar_bytes_copy_text(from, arena, ok);
    columns[i].expression = sar_bytes_copy_text(from, arena, ok);
    if (i < h->nparameters) columns[i].expression = NULL;
  }
  h->columns = columns;
}

SarStatus sar_study_head_decode(SarByteReader *from, SarArena *arena, SarStudyHead *out) {
  bool ok = true;
  SarStudyHead h = {.kind = (SarStudyKind)sar_bytes_get_count(from, 0, SAR_STUDY_KINDS - 1)};
  const char *hash = sar_bytes_copy_text(from, arena, &ok);
  h.version = sar_bytes_copy_text(from, arena, &ok);
  h.title = sar_bytes_copy_text(from, arena, &ok);
  h.name = sar_bytes_copy_text(from, arena, &ok);
  h.text = sar_bytes_copy_text(from, arena, &ok);
  h.model = sar_bytes_copy_text(from, arena, &ok);
  h.model_text = sar_bytes_copy_text(from, arena, &ok);
  h.method = sar_bytes_copy_text(from, arena, &ok);
  h.runs = sar_bytes_get_count(from, 0, INT64_MAX / 16);
  get_columns(from, arena, &h, &ok);
  if (!ok) return SAR_NO_MEMORY;
  if (from->wrong || strlen(hash) != SAR_HASH_TEXT_SIZE - 1) return SAR_INPUT;
  memcpy(h.hash, hash, SAR_HASH_TEXT_SIZE);
  *out = h;
  return SAR_OK;
}
