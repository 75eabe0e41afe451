/* The record of runs: what a page shows of them, as JSON. */
#define _POSIX_C_SOURCE 200809L

#include "result/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "result/page_file.h"
#include "result/page_live.h"
#include "result/page_messages.h"
#include "result/page_parts.h"
#include "result/steps.h"

typedef struct Page {
  SarContext *context;
  const SarPageOptions *options;
  const SarPageRun *runs;
  int32_t nruns;
  const char *id;         /* of the element */
  double bytes;           /* for the record */
  SarPageChoice *choices; /* one per run */
  SarArena *arena;
} Page;

/* ---- names ---- */

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "out/fourbar.h5.part" -> "fourbar" */
static char *stem_of(SarArena *arena, const char *path) {
  static const char *const endings[] = {".part", ".h5", ".hdf5", ".csv", ".yaml", ".yml"};
  char *name = sar_arena_copy_text(arena, file_name(path));
  for (size_t i = 0; name && i < sizeof endings / sizeof *endings; i++) {
    size_t length = strlen(name), ending = strlen(endings[i]);
    if (length > ending && strcmp(name + length - ending, endings[i]) == 0) name[length - ending] = 0;
  }
  return name;
}

/* The stem, with a number where an earlier run has the same one. */
static const char *name_run(Page *page, int32_t index) {
  char *stem = stem_of(page->arena, page->runs[index].path);
  int same = 1;
  for (int32_t i = 0; stem && i < index; i++) {
    char *other = stem_of(page->arena, page->runs[i].path);
    if (!other) return NULL;
    same += strcmp(other, stem) == 0;
  }
  return same == 1 || !stem ? stem : sar_arena_printf(page->arena, "%s %d", stem, same);
}

/* ---- facts ---- */

static void put_units(const SarPageRun *run, SarJson *json) {
  const SarSinkHeader *header = sar_results_header(run->results);
  const SarUnits *u = header ? &header->units : NULL;
  sar_json_key(json, "units");
  sar_json_begin_object(json);
  sar_json_put_text(json, "length", u ? u->length_name : "");
  sar_json_put_text(json, "mass", u ? u->mass_name : "");
  sar_json_put_text(json, "time", u ? u->time_name : sar_results_unit(run->results, 0));
  sar_json_put_text(json, "force", u ? u->force_name : "");
  sar_json_put_text(json, "angle", u ? u->angle_name : "");
  sar_json_end_object(json);
}

/* Numbers of settings are in SI; all but the tolerance are times. */
static SarStatus put_setting(Page *page, const SarSinkHeader *header, const char *key, const char *value,
                             SarJson *json) {
  char number[SAR_PAGE_NUMBER];
  double si;
  size_t length = strlen(value);
  bool is_number = length && sar_text_number(value, length, &si) == length && strcmp(key, "method") != 0;
  if (is_number && si == 0) return SAR_OK; /* not limited */
  if (is_number && strcmp(key, "tolerance") == 0) value = sar_page_number(si, number);
  if (is_number && strcmp(key, "tolerance") != 0) {
    value = sar_arena_printf(page->arena, "%s %s", sar_page_number(si / header->units.time, number),
                             header->units.time_name);
  }
  if (!value) return sar_report_no_memory(page->context);
  sar_json_put_text(json, key, value);
  return SAR_OK;
}

/* Lines `key=value`; what was set with `--set` in one. */
static SarStatus put_settings(Page *page, const SarSinkHeader *header, SarJson *json) {
  char *text = sar_arena_copy_text(page->arena, header ? header->settings : "");
  const char *set = NULL;
  if (!text) return sar_report_no_memory(page->context);
  sar_json_key(json, "settings");
  sar_json_begin_object(json);
  for (char *line = text; *line;) {
    char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
    *end = 0;
    char *equals = strchr(line, '=');
    if (equals) *equals = 0;
    if (equals && strcmp(line, "set") == 0) {
      set = set ? sar_arena_printf(page->arena, "%s, %s", set, equals + 1) : equals + 1;
      if (!set) return sar_report_no_memory(page->context);
    } else if (equals) {
      SAR_TRY(put_setting(page, header, line, equals + 1, json));
    }
    line = next;
  }
  if (set) sar_json_put_text(json, "set", set);
  sar_json_end_object(json);
  return SAR_OK;
}

/* ---- one run ---- */

static const char *fact(const SarPageRun *run, const char *name) {
  const char *text = sar_results_fact(run->results, name);
  return text ? text : "";
}

/* Without the numbers if there is no choice of them yet: then only its size matters. */
static SarStatus put_run(Page *page, int32_t index, const SarPageChoice *choice, SarJson *json) {
  const SarPageRun *run = &page->runs[index];
  const char *name = name_run(page, index);
  if (!name) return sar_report_no_memory(page->context);
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", name);
  sar_json_put_text(json, "file", file_name(run->path));
  sar_json_put_text(json, "title", fact(run, "title"));
  sar_json_put_text(json, "model", fact(run, "title"));
  sar_json_put_text(json, "text", fact(run, "model"));
  sar_json_put_text(json, "method", fact(run, "method"));
  sar_json_put_text(json, "version", fact(run, "version"));
  sar_json_put_text(json, "hash", fact(run, "hash"));
  put_units(run, json);
  SAR_TRY(put_settings(page, sar_results_header(run->results), json));
  SAR_TRY(sar_page_put_messages(page->context, "doctor", run->doctor, json));
  SAR_TRY(sar_page_put_scene(page->context, run, json));
  SAR_TRY(sar_page_put_tree(page->context, run->system, json));
  SAR_TRY(sar_page_put_events(page->context, run, page->options->full, json));
  if (choice) SAR_TRY(sar_page_put_table(page->context, run, choice, json));
  SAR_TRY(sar_page_put_messages(page->context, "messages", run->messages, json));
  sar_json_end_object(json);
  return SAR_OK;
}

/* ---- how large ---- */

/* The bytes of a run without its numbers. */
static SarStatus measure_run(Page *page, int32_t index, double *bytes) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) return sar_report_no_memory(page->context);
  SarJson json = sar_json(stream);
  json.in_html = true;
  SarStatus status = put_run(page, index, NULL, &json);
  if (fclose(stream) != 0 && status == SAR_OK) status = sar_report_no_memory(page->context);
  free(text);
  *bytes = (double)size;
  return status;
}

static double raw_size(const SarPageRun *run) {
  double rows = (double)sar_results_rows(run->results), steps = (double)sar_results_steps(run->results);
  return 1 + rows * sar_results_columns(run->results) + SAR_STEP_COLUMNS * steps;
}

/* Runs share the room by their sizes. */
static SarStatus choose(Page *page) {
  double room = page->bytes - 1000, all = 0;
  for (int32_t i = 0; i < page->nruns; i++) {
    double bytes = 0;
    if (!page->options->full) SAR_TRY(measure_run(page, i, &bytes));
    room -= bytes;
    all += raw_size(&page->runs[i]);
  }
  for (int32_t i = 0; i < page->nruns; i++) {
    double share = room * raw_size(&page->runs[i]) / all;
    SAR_TRY(sar_page_choose(page->context, &page->runs[i], page->options, share, &page->choices[i]));
  }
  return SAR_OK;
}

/* ---- writing ---- */

static SarStatus put_data(Page *page, FILE *stream) {
  SarJson json = sar_json(stream);
  SAR_TRY(sar_page_begin_record(page->context, stream, page->id, "results", &json));
  sar_json_key(&json, "runs");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < page->nruns; i++) SAR_TRY(put_run(page, i, &page->choices[i], &json));
  sar_json_end_array(&json);
  sar_page_end_record(stream, &json);
  return SAR_OK;
}

static void sum_up(const Page *page, SarPageSummary *summary) {
  summary->rows = page->choices[0].rows.total;
  summary->kept = page->choices[0].rows.kept;
  for (int32_t i = 0; i < page->nruns; i++) {
    summary->columns += page->choices[i].ncolumns - 1;
    summary->omitted += page->choices[i].omitted;
  }
}

SarStatus sar_page_put_runs(SarContext *context, const SarPageRun *runs, int32_t nruns, const SarPageOptions *options,
                            double bytes, const char *id, FILE *stream, SarPageSummary *summary) {
  Page page = {.context = context,
               .options = options,
               .runs = runs,
               .nruns = nruns,
               .id = id,
               .bytes = bytes,
               .arena = sar_arena_create()};
  *summary = (SarPageSummary){0};
  page.choices = page.arena ? SAR_NEW(page.arena, nruns, SarPageChoice) : NULL;
  SarStatus status = page.choices ? choose(&page) : sar_report_no_memory(context);
  if (status == SAR_OK) status = put_data(&page, stream);
  if (status == SAR_OK) sum_up(&page, summary);
  for (int32_t i = 0; page.choices && i < nruns; i++) sar_page_choice_destroy(&page.choices[i]);
  sar_arena_destroy(&page.arena);
  return status;
}

/* ---- the page ---- */

typedef struct Filling {
  SarContext *context;
  const SarPageRun *runs;
  int32_t nruns;
  const SarPageOptions *options;
  SarPageSummary *summary;
} Filling;

/* Model and engine of a live page, which come behind the record, and take their room from it. */
static SarStatus make_live(const Filling *f, char **text, size_t *size) {
  FILE *stream = open_memstream(text, size);
  if (!stream) return sar_report_no_memory(f->context);
  SarStatus status = sar_page_put_live(f->context, f->options->live, stream);
  if (fclose(stream) != 0 && status == SAR_OK) status = sar_report_no_memory(f->context);
  return status;
}

static SarStatus fill(void *self, FILE *stream) {
  const Filling *f = self;
  char *live = NULL;
  size_t size = 0;
  SarStatus status = f->options->live ? make_live(f, &live, &size) : SAR_OK;
  double room = f->options->bytes - sar_page_template_bytes() - (double)size;
  if (status == SAR_OK) {
    status = sar_page_put_runs(f->context, f->runs, f->nruns, f->options, room, SAR_PAGE_DATA, stream, f->summary);
  }
  if (status == SAR_OK && size) fwrite(live, 1, size, stream);
  free(live);
  return status;
}

SarStatus sar_page_write(SarContext *context, const char *path, const SarPageRun *runs, int32_t nruns,
                         const SarPageOptions *options, SarPageSummary *summary) {
  Filling filling = {context, runs, nruns, options, summary};
  int64_t bytes = 0;
  SAR_TRY(sar_page_write_file(context, path, options->live != NULL, fill, &filling, &bytes));
  summary->bytes = bytes;
  if (options->full || (double)bytes <= options->bytes) return SAR_OK;
  sar_warn(context, sar_nowhere(), NULL, "allow more with `--max-size`, or leave columns out with `--columns`",
           "the page takes %.3g MB, more than the %.3g MB that are allowed: nothing more can be left out",
           (double)bytes / 1e6, options->bytes / 1e6);
  return SAR_OK;
}
