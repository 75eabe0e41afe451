#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "study/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/page_messages.h"
#include "study/page_table.h"
#include "study/page_text.h"

#define LEAST_RUN 4e5 /* bytes: with less of a run there is little to see */

typedef struct Writing {
  SarContext *context;
  const SarStudyPage *page;
  SarStudyPageSummary *summary;
  int64_t *shown; /* runs, and the bytes of their records */
  int64_t *sizes;
} Writing;

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* ---- runs that were kept ---- */

/* An equal share of the room for each, as long as that is enough to see something. */
static double share_of(double room, int32_t left) { return isinf(room) ? room : fmax(LEAST_RUN, room / left); }

static SarStatus put_runs(Writing *w, double room, FILE *stream) {
  const SarStudyPage *p = w->page;
  for (int32_t i = 0; i < p->nkept && room >= LEAST_RUN; i++) {
    char id[48], *text = NULL;
    size_t size = 0;
    snprintf(id, sizeof id, "sarrus-run-%" PRId64, p->kept[i]);
    FILE *own = open_memstream(&text, &size);
    if (!own) return sar_report_no_memory(w->context);
    SarStatus status = p->put(p->self, p->kept[i], share_of(room, p->nkept - i), id, own);
    if (fclose(own) != 0 && status == SAR_OK) status = sar_report_no_memory(w->context);
    if (status == SAR_OK && (double)size <= room) {
      fwrite(text, 1, size, stream);
      room -= (double)size;
      w->shown[w->summary->shown] = p->kept[i];
      w->sizes[w->summary->shown++] = (int64_t)size;
    }
    free(text);
    if (status != SAR_OK && status != SAR_INPUT) return status;
  }
  return SAR_OK;
}

static void tell_left(const Writing *w) {
  int32_t left = w->summary->kept - w->summary->shown;
  if (!left) return;
  sar_note(w->page->messages, SAR_OK, sar_nowhere(), NULL,
           "`sarrus page runs/NUMBER.h5` shows one of the others; `--max-size` allows a larger page",
           "curves and motion of %d of the %d runs that were kept are in this page", (int)w->summary->shown,
           (int)w->summary->kept);
}

static void put_kept(const Writing *w, SarJson *json) {
  sar_json_key(json, "kept");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < w->summary->shown; i++) {
    char file[48];
    snprintf(file, sizeof file, "runs/%" PRId64 ".h5", w->shown[i]);
    sar_json_begin_object(json);
    sar_json_put_int(json, "run", w->shown[i]);
    sar_json_put_text(json, "file", file);
    sar_json_put_int(json, "bytes", w->sizes[i]);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

/* ---- the study ---- */

static SarStatus put_study(Writing *w, SarJson *json) {
  const SarStudyPage *p = w->page;
  const SarStudyHead *h = sar_study_table_head(p->table);
  sar_json_key(json, "study");
  sar_json_begin_object(json);
  sar_json_put_text(json, "file", file_name(p->path));
  sar_json_put_text(json, "title", h->title);
  sar_json_put_text(json, "model", h->model);
  sar_json_put_text(json, "kind", sar_study_kind_name(h->kind));
  sar_json_put_bool(json, "running", p->running);
  sar_json_put_int(json, "planned", h->runs);
  sar_json_put_text(json, "found", p->found);
  SAR_TRY(sar_study_page_put_text(w->context, h, json));
  return sar_study_page_put_table(w->context, p->table, json);
}

/* The record of the study comes behind the runs, because it says which of them are there. */
static SarStatus put_all(Writing *w, FILE *stream, FILE *own, const size_t *size, char *const *text) {
  const SarStudyPage *p = w->page;
  SarJson json;
  SAR_TRY(sar_page_begin_record(w->context, own, SAR_PAGE_DATA, "study", &json));
  SAR_TRY(put_study(w, &json));
  if (fflush(own) != 0) return sar_report_no_memory(w->context);
  SAR_TRY(put_runs(w, p->bytes - sar_page_template_bytes() - (double)*size, stream));
  tell_left(w);
  put_kept(w, &json);
  SAR_TRY(sar_page_put_messages(w->context, "messages", p->messages, &json));
  sar_json_end_object(&json);
  sar_page_end_record(own, &json);
  if (fflush(own) != 0 || ferror(own)) return sar_report_no_memory(w->context);
  fwrite(*text, 1, *size, stream);
  return SAR_OK;
}

static SarStatus fill(void *self, FILE *stream) {
  Writing *w = self;
  char *text = NULL;
  size_t size = 0;
  FILE *own = open_memstream(&text, &size);
  if (!own) return sar_report_no_memory(w->context);
  SarStatus status = put_all(w, stream, own, &size, &text);
  fclose(own);
  free(text);
  return status;
}

SarStatus sar_study_page_write(SarContext *context, const char *path, const SarStudyPage *page,
                               SarStudyPageSummary *summary) {
  *summary = (SarStudyPageSummary){.rows = sar_study_table_rows(page->table), .kept = page->nkept};
  Writing w = {.context = context, .page = page, .summary = summary};
  w.shown = calloc(2 * (size_t)page->nkept + 1, sizeof *w.shown);
  if (!w.shown) return sar_report_no_memory(context);
  w.sizes = w.shown + page->nkept;
  SarStatus status = sar_page_write_file(context, path, false, fill, &w, &summary->bytes);
  free(w.shown);
  return status;
}
