/* The head of a study that is about to be made. */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "study/head.h"
#include "study/options.h"

/* The type of a table stands in one piece of an HDF5 file, of 64 KiB, with all names. */
#define MOST_COLUMNS 1000
#define MOST_DESCRIBED 60000
#define COLUMN_BYTES 40 /* of every column, besides its name */
#define LONGEST_NAME 255

static const char *const own_columns[] = {"run", "status", "message", "steps", "cpu_seconds", "host"};

static bool is_own(const char *name) {
  for (size_t i = 0; i < sizeof own_columns / sizeof *own_columns; i++) {
    if (strcmp(own_columns[i], name) == 0) return true;
  }
  return false;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every column needs a name of its own. */
static SarStatus check_columns(SarContext *context, const SarStudyHead *h, SarArena *arena) {
  int32_t count = h->nparameters + h->nresponses;
  size_t described = 0;
  const char **names = SAR_NEW(arena, count, const char *);
  if (!names) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) {
    const char *name = names[i] = h->columns[i].name;
    described += strlen(name) + COLUMN_BYTES;
    if (is_own(name)) {
      return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give it another name",
                        "the table of runs has a column `%s` of its own: no parameter or response can have that name",
                        name);
    }
    if (!*name || strlen(name) > LONGEST_NAME) {
      return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give it a shorter name",
                        "the name of column %d of the table is empty or longer than %d bytes", (int)i + 1,
                        LONGEST_NAME);
    }
  }
  if (count > MOST_COLUMNS || described > MOST_DESCRIBED) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "make several studies of it, or shorten the names",
                      "%d parameters and responses are more than a table can have", (int)count);
  }
  qsort(names, (size_t)count, sizeof *names, compare_names);
  for (int32_t i = 1; i < count; i++) {
    if (strcmp(names[i - 1], names[i]) != 0) continue;
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give the response another name",
                      "two columns of the table would be called `%s`", names[i]);
  }
  return SAR_OK;
}

SarStatus sar_study_fingerprint(const SarStudy *study, const SarRunOptions *run, char text[SAR_HASH_TEXT_SIZE]) {
  SarHash hash = sar_hash();
  SarBytes options = {0};
  sar_run_options_encode(&options, run);
  sar_study_hash(study, &hash);
  if (options.used) sar_hash_bytes(&hash, options.at, options.used);
  sar_hash_print(hash, text);
  SarStatus status = options.no_memory ? SAR_NO_MEMORY : SAR_OK;
  sar_bytes_free(&options);
  return status;
}

SarStatus sar_study_head(SarContext *context, const SarStudy *study, const SarRunOptions *run, SarStudyKind kind,
                         SarArena *arena, SarStudyHead *out) {
  SarStudyHead h = {.kind = kind,
                    .version = sar_version(),
                    .title = sar_study_title(study),
                    .name = sar_study_name(study),
                    .text = sar_study_text(study),
                    .model = sar_study_model(study),
                    .model_text = sar_study_model_text(study),
                    .method = run->method,
                    .runs = kind == SAR_STUDY_SWEEP ? sar_study_runs(study) : 0,
                    .nparameters = sar_study_parameters(study),
                    .nresponses = sar_study_responses(study)};
  SarStudyColumn *columns = SAR_NEW(arena, h.nparameters + h.nresponses, SarStudyColumn);
  if (!columns) return sar_report_no_memory(context);
  h.columns = columns;
  for (int32_t i = 0; i < h.nparameters; i++) sar_study_parameter(study, i, &columns[i]);
  for (int32_t i = 0; i < h.nresponses; i++) sar_study_response(study, i, &columns[h.nparameters + i]);
  SAR_TRY(check_columns(context, &h, arena));
  SarStatus status = sar_study_fingerprint(study, run, h.hash);
  if (status == SAR_OK) status = sar_study_head_copy(arena, &h, out);
  return status == SAR_OK ? SAR_OK : sar_report_no_memory(context);
}
