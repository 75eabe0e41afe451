/* A run as its results remember it: text and files of the model are read again from there, never from the disk, so a
 * model that was edited or deleted since does not matter. */
#include "analysis/record/record.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "read/read.h"

#define PART ".part"

static bool ends_with_part(const char *path) {
  size_t length = strlen(path), part = strlen(PART);
  return length > part && strcmp(path + length - part, PART) == 0;
}

/* Which file to read: the journal, if there is one, is newer than the HDF5 file it will become. */
static SarStatus choose_file(SarRecord *r, const char *path, bool exactly) {
  bool part = ends_with_part(path);
  const char *journal = part ? path : sar_arena_printf(r->arena, "%s" PART, path);
  r->hdf5 = sar_arena_copy_text_n(r->arena, path, strlen(path) - (part ? strlen(PART) : 0));
  if (!journal || !r->hdf5) return sar_report_no_memory(r->context);
  r->path = !exactly && access(journal, F_OK) == 0 ? sar_arena_copy_text(r->arena, journal)
                                                   : sar_arena_copy_text(r->arena, path);
  return r->path ? SAR_OK : sar_report_no_memory(r->context);
}

/* Nothing of it is believed to be safe: the file may come from anybody. So no code is loaded here. */
static SarStatus read_model(SarRecord *r) {
  const SarSinkHeader *header = &r->file.header;
  if (!header->text[0]) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "build the model again and run it",
                      "%s holds no model text: its model was made by a program, not read from a file", r->path);
  }
  SAR_TRY(sar_settings_read(r->context, r->path, header->settings, r->arena, &r->settings));
  return sar_record_read_model(r, header->plugins, header->nplugins, false);
}

SarStatus sar_record_read_model(SarRecord *r, const SarModelPlugin *plugins, int32_t nplugins, bool code) {
  const SarSinkHeader *header = &r->file.header;
  SarReadOptions options = {.set = r->settings.set,
                            .nset = r->settings.nset,
                            .files = header->files,
                            .nfiles = header->nfiles,
                            .files_only = true,
                            .plugins = plugins,
                            .nplugins = nplugins,
                            .no_code = !code,
                            .format = r->settings.format,
                            .deck = r->settings.deck};
  SAR_TRY(sar_model_read_text(r->context, r->path, header->text, strlen(header->text), &options, &r->model));
  return sar_system_compile(r->context, r->model, &r->system);
}

static SarStatus open_record(SarRecord *r, const char *path, bool exactly) {
  SAR_TRY(choose_file(r, path, exactly));
  if (access(r->path, R_OK) != 0) {
    return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, r->path), 0, 0}, NULL, "check the path",
                      "cannot read: %s", strerror(errno));
  }
  SAR_TRY(exactly ? sar_result_file_open_left(r->context, r->path, &r->file)
                  : sar_result_file_open(r->context, r->path, &r->file));
  return read_model(r);
}

static SarStatus open_any(SarContext *context, const char *path, bool exactly, SarRecord **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  SarRecord *r = arena ? SAR_NEW(arena, 1, SarRecord) : NULL;
  if (!r) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  r->context = context;
  r->arena = arena;
  SarStatus status = open_record(r, path, exactly);
  if (status == SAR_OK) {
    *out = r;
  } else {
    sar_record_close(&r);
  }
  return status;
}

SarStatus sar_record_open(SarContext *context, const char *path, SarRecord **out) {
  SAR_NEED(context, context && path && out);
  return open_any(context, path, false, out);
}

SarStatus sar_record_open_file(SarContext *context, const char *path, SarRecord **out) {
  return open_any(context, path, true, out);
}

void sar_record_close(SarRecord **record) {
  if (!record || !*record) return;
  SarArena *arena = (*record)->arena;
  sar_system_destroy(&(*record)->system);
  sar_model_destroy(&(*record)->model);
  sar_result_file_close(&(*record)->file);
  *record = NULL;
  sar_arena_destroy(&arena);
}

bool sar_record_lacks_bars(const SarRecord *record) {
  const SarSinkHeader *header = &record->file.header;
  if (!record->settings.options.error_bars) return false;
  for (int32_t i = 0; i < header->ncolumns; i++) {
    if (header->columns[i].error) return false;
  }
  return true;
}

const SarModel *sar_record_model(const SarRecord *record) { return record ? record->model : NULL; }
const SarSystem *sar_record_system(const SarRecord *record) { return record ? record->system : NULL; }
const char *sar_record_results(const SarRecord *record) { return record ? record->hdf5 : NULL; }
