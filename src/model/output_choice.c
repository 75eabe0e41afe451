/* Names and patterns of `output: of:`. */
#define _POSIX_C_SOURCE 200809L

#include "model/output_choice.h"

#include <fnmatch.h>
#include <string.h>

bool sar_output_is_pattern(const char *entry) { return strpbrk(entry, "*?[") != NULL; }

bool sar_output_fits(const char *entry, const char *name) {
  return strcmp(entry, name) == 0 || (sar_output_is_pattern(entry) && fnmatch(entry, name, 0) == 0);
}

static bool any_fits(const SarNameList *of, const char *name) {
  for (int32_t i = 0; i < of->count; i++) {
    if (sar_output_fits(of->names[i], name)) return true;
  }
  return false;
}

bool sar_output_wants(const SarNameList *of, const char *name) { return !of->names || any_fits(of, name); }

bool sar_output_wants_columns(const SarNameList *of) {
  for (int32_t i = 0; i < of->count; i++) {
    if (strchr(of->names[i], '.') || sar_output_is_pattern(of->names[i])) return true;
  }
  return false;
}

SarStatus sar_output_report(const SarModel *model, const bool *has) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < model->output_of.count; i++) {
    if (has[i]) continue;
    const char *entry = model->output_of.names[i];
    status = sar_report(model->context, SAR_INPUT, model->output_of.sources[i], NULL,
                        "`sarrus describe TYPE` ends with the columns of a type; a run without `of:` records all",
                        sar_output_is_pattern(entry) ? "no element and no column fits `%s`" : "there is no column `%s`",
                        entry);
  }
  return status;
}
