/* sarrus stress: the reduced body that the results were made with. */
#include <string.h>

#include "analysis/record/record.h"
#include "cli/stress.h"
#include "element/body/modal.h"

static SarStatus report_none(SarCli *cli, const char *path, const char *name) {
  return sar_report(cli->context, SAR_INPUT, (SarSource){sar_intern(cli->context, path), 0, 0}, name,
                    "say where it is: --body BODY.h5", "the results do not say which file the reduced body `%s` is in",
                    name);
}

/* The file that the model in the results names; the reader of the model has looked whether it is the same body. */
static SarStatus named_file(SarCli *cli, const char *path, const char *name, const char **file) {
  SarRecord *record = NULL;
  SarStatus status = sar_record_open_file(cli->context, path, &record);
  if (status == SAR_INPUT) {
    sar_note(cli->context, SAR_INPUT, sar_nowhere(), name, NULL,
             "`--body BODY.h5` says where the reduced body is, whatever the model says");
  }
  if (status != SAR_OK) return status;
  int32_t index = sar_model_find(record->model, name);
  const SarModelElement *element = index < 0 ? NULL : &record->model->elements[index];
  if (element && element->class == &sar_body_modal) {
    *file = sar_arena_copy_text(cli->arena, element->values[SAR_MODAL_FIELD_FILE].body_file->whole);
    if (!*file) status = sar_report_no_memory(cli->context);
  } else {
    status = report_none(cli, path, name);
  }
  sar_record_close(&record);
  return status;
}

/* Results remember which bodies they were made with. */
static SarStatus check_given(SarCli *cli, const SarResults *results, const char *file, const char *name,
                             const SarReduced *body) {
  const char *own = sar_reduced_fingerprint(cli->arena, body), *path, *text;
  bool remembered = false;
  if (!own) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; sar_results_file(results, i, &path, &text); i++) {
    if (strncmp(text, SAR_REDUCED_MARK, strlen(SAR_REDUCED_MARK)) != 0) continue;
    if (strncmp(text, own, strlen(own)) == 0) return SAR_OK; /* behind it stands where it was */
    remembered = true;
  }
  if (!remembered) return SAR_OK;
  return sar_report(cli->context, SAR_INPUT, (SarSource){sar_intern(cli->context, file), 0, 0}, name,
                    "give the body that the model named when it was run, or run the model again",
                    "the reduced body is not the one that these results were made with");
}

SarStatus sar_stress_find_body(SarCli *cli, const char *path, SarResults *results, const char *name, SarReduced *out) {
  const char *given = sar_arguments_text(&cli->arguments, "--body"), *file = given;
  const SarSinkHeader *header = sar_results_header(results);
  if (!given && (!header || !header->text[0])) return report_none(cli, path, name);
  if (!given) SAR_TRY(named_file(cli, path, name, &file));
  SAR_TRY(
      sar_reduced_read(cli->context, (SarSource){sar_intern(cli->context, file), 0, 0}, file, true, cli->arena, out));
  return given ? check_given(cli, results, file, name, out) : SAR_OK;
}
