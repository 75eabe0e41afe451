#define _POSIX_C_SOURCE 200809L

#include "result/page_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/asset.h"
#include "result/text_file.h"

#define MARK "<!--SARRUS-DATA-->"
#define SCRIPTS "script-src "
#define FORMAT 1

extern const SarAsset sar_asset_page_template;

double sar_page_template_bytes(void) { return (double)sar_asset_page_template.size; }

SarStatus sar_page_begin_record(SarContext *context, FILE *stream, const char *id, const char *kind, SarJson *json) {
  SarArena *arena = sar_arena_create();
  const char *program = arena ? sar_arena_printf(arena, "Sarrus %s", sar_version()) : NULL;
  SarStatus status = program ? SAR_OK : sar_report_no_memory(context);
  if (program) {
    *json = sar_json(stream);
    json->in_html = id != NULL;
    if (id) fprintf(stream, "<script type=\"application/json\" id=\"%s\">", id);
    sar_json_begin_object(json);
    sar_json_put_int(json, "format", FORMAT);
    sar_json_put_text(json, "program", program);
    sar_json_put_text(json, "kind", kind);
  }
  sar_arena_destroy(&arena);
  return status;
}

void sar_page_end_record(FILE *stream, SarJson *json) {
  sar_json_end_object(json);
  if (json->in_html) fputs("</script>", stream);
}

/* The policy of a page permits its own script alone: here also an engine, in a worker. Returns what comes next. */
static const char *permit_engine(const char *text, const char *scripts, FILE *stream) {
  fwrite(text, 1, (size_t)(scripts - text), stream);
  fputs("worker-src blob:; " SCRIPTS "'wasm-unsafe-eval' ", stream);
  return scripts + strlen(SCRIPTS);
}

static SarStatus put_page(SarContext *context, bool engine, SarPageFill *fill, void *self, FILE *stream) {
  const SarAsset *template = &sar_asset_page_template;
  const char *text = (const char *)template->bytes, *end = text + template->size;
  const char *mark = strstr(text, MARK), *scripts = strstr(text, SCRIPTS);
  if (!mark || !scripts || scripts > mark) {
    return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "build the program again",
                      "the template of the page has no place for data");
  }
  if (engine) text = permit_engine(text, scripts, stream);
  fwrite(text, 1, (size_t)(mark - text), stream);
  SAR_TRY(fill(self, stream));
  mark += strlen(MARK);
  fwrite(mark, 1, (size_t)(end - mark), stream);
  return SAR_OK;
}

/* Half a page is of no use; a device or pipe stays. */
static void remove_file(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) unlink(path);
}

SarStatus sar_page_write_file(SarContext *context, const char *path, bool engine, SarPageFill *fill, void *self,
                              int64_t *bytes) {
  bool standard = strcmp(path, "-") == 0;
  errno = 0;
  FILE *stream = standard ? stdout : fopen(path, "wbe");
  if (!stream) return sar_report_write(context, path, errno, "unknown reason");
  SarStatus status = put_page(context, engine, fill, self, stream);
  errno = 0;
  bool failed = fflush(stream) != 0 || ferror(stream);
  int reason = errno;
  long size = standard ? 0 : ftell(stream);
  if (!standard && fclose(stream) != 0 && !failed) failed = true, reason = errno;
  if (failed && status == SAR_OK) status = sar_report_write(context, path, reason, "unknown reason");
  if (status != SAR_OK && !standard) remove_file(path);
  *bytes = size > 0 ? size : 0;
  return status;
}
