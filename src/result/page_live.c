#include "result/page_live.h"

#include <stdlib.h>
#include <string.h>

#include "result/pack.h"

/* ---- parameters ---- */

static int compare_places(const void *a, const void *b) {
  const SarModelWritten *x = *(const SarModelWritten *const *)a, *y = *(const SarModelWritten *const *)b;
  int files = strcmp(x->source.file ? x->source.file : "", y->source.file ? y->source.file : "");
  if (files) return files;
  if (x->source.line != y->source.line) return x->source.line < y->source.line ? -1 : 1;
  return (x->source.column > y->source.column) - (x->source.column < y->source.column);
}

/* From the folder of the model, as its `include:` names files. */
static const char *from_folder(const SarModel *model, const char *file) {
  const char *slash = strrchr(model->path, '/');
  size_t folder = slash ? (size_t)(slash - model->path) + 1 : 0;
  return file && strncmp(file, model->path, folder) == 0 ? file + folder : file;
}

static void put_written(const SarModel *model, const SarModelWritten *w, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", w->name);
  sar_json_put_text(json, "text", w->text);
  sar_json_put_text(json, "file", from_folder(model, w->source.file));
  sar_json_put_int(json, "line", w->source.line);
  sar_json_put_int(json, "column", w->source.column);
  sar_json_end_object(json);
}

SarStatus sar_page_put_written(SarContext *context, const SarModel *model, SarJson *json) {
  size_t count = (size_t)model->nwritten;
  const SarModelWritten **sorted = malloc((count + 1) * sizeof *sorted);
  if (!sorted) return sar_report_no_memory(context);
  for (size_t i = 0; i < count; i++) sorted[i] = &model->written[i];
  qsort(sorted, count, sizeof *sorted, compare_places);
  sar_json_key(json, "parameters");
  sar_json_begin_array(json);
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || compare_places(&sorted[i - 1], &sorted[i]) != 0) put_written(model, sorted[i], json);
  }
  sar_json_end_array(json);
  free(sorted);
  return SAR_OK;
}

/* ---- the page ---- */

static SarStatus put_texts(SarContext *context, const SarPageLive *live, FILE *stream) {
  SarJson json = sar_json(stream);
  json.in_html = true;
  fputs("<script type=\"application/json\" id=\"sarrus-live\">", stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "name", live->name);
  sar_json_put_text(&json, "text", live->model->text);
  sar_json_key(&json, "files");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < live->model->nfiles; i++) {
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "path", live->model->files[i].path);
    sar_json_put_text(&json, "text", live->model->files[i].text);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  SAR_TRY(sar_page_put_written(context, live->model, &json));
  sar_json_end_object(&json);
  fputs("</script>", stream);
  return SAR_OK;
}

static SarStatus put_packed(SarContext *context, const char *id, const void *bytes, size_t size, FILE *stream) {
  SarPack pack = {0};
  SarStatus status = sar_pack_file(context, &pack, bytes, size);
  if (status == SAR_OK) {
    fprintf(stream, "<script type=\"text/plain\" id=\"%s\">", id);
    fwrite(pack.text, 1, pack.length, stream);
    fputs("</script>", stream);
  }
  sar_pack_free(&pack);
  return status;
}

SarStatus sar_page_put_live(SarContext *context, const SarPageLive *live, FILE *stream) {
  SAR_TRY(put_texts(context, live, stream));
  SAR_TRY(put_packed(context, "sarrus-worker", live->script, live->script_size, stream));
  return put_packed(context, "sarrus-engine", live->engine, live->engine_size, stream);
}
