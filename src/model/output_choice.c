/* Names and patterns of `output: of:`. */
#define _POSIX_C_SOURCE 200809L

#include "model/output_choice.h"

#include <fnmatch.h>
#include <string.h>

bool sar_output_is_pattern(const char *entry) { return strpbrk(entry, "*?[") != NULL; }

bool sar_output_fits(const char *entry, const char *name) {
  return strcmp(entry, name) == 0 || (sar_output_is_pattern(entry) && fnmatch(entry, name, 0) == 0);
}

static bool any_fits(const SarModel *model, const char *name) {
  for (int32_t i = 0; i < model->noutput_of; i++) {
    if (sar_output_fits(model->output_of[i], name)) return true;
  }
  return false;
}

bool sar_output_wants(const SarModel *model, const char *name) { return !model->output_of || any_fits(model, name); }

bool sar_output_wants_columns(const SarModel *model) {
  for (int32_t i = 0; i < model->noutput_of; i++) {
    if (strchr(model->output_of[i], '.') || sar_output_is_pattern(model->output_of[i])) return true;
  }
  return false;
}

SarStatus sar_output_report(const SarModel *model, const bool *has) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < model->noutput_of; i++) {
    if (has[i]) continue;
    const char *entry = model->output_of[i];
    status = sar_report(model->context, SAR_INPUT, model->output_of_source[i], NULL,
                        "`sarrus describe TYPE` ends with the columns of a type; a run without `of:` records all",
                        sar_output_is_pattern(entry) ? "no element and no column fits `%s`" : "there is no column `%s`",
                        entry);
  }
  return status;
}
