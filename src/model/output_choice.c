/* Names and patterns of `output: of:`. */
#define _POSIX_C_SOURCE 200809L

#include "model/output_choice.h"

#include <fnmatch.h>
#include <string.h>

bool sar_output_is_pattern(const char *entry) { return strpbrk(entry, "*?[") != NULL; }

bool sar_output_choice(SarArena *arena, const SarNameList *of, SarOutputChoice *out) {
  *out = (SarOutputChoice){.of = of, .exact.arena = arena, .patterns = SAR_NEW(arena, of->count + 1, int32_t)};
  for (int32_t i = 0; out->patterns && i < of->count; i++) {
    if (!sar_index_put(&out->exact, of->names[i], i)) return false;
    if (sar_output_is_pattern(of->names[i])) out->patterns[out->npatterns++] = i;
  }
  return out->patterns != NULL;
}

bool sar_output_wants(const SarOutputChoice *choice, const char *name, bool *has) {
  int32_t exact = sar_index_get(&choice->exact, name);
  bool any = !choice->of->names || exact >= 0;
  if (has && exact >= 0) has[exact] = true;
  for (int32_t k = 0; k < choice->npatterns; k++) {
    int32_t i = choice->patterns[k];
    if ((any && !has) || fnmatch(choice->of->names[i], name, 0) != 0) continue;
    any = true;
    if (has) has[i] = true;
  }
  return any;
}

bool sar_output_wants_columns(const SarNameList *of) {
  for (int32_t i = 0; i < of->count; i++) {
    if (strchr(of->names[i], '.') || sar_output_is_pattern(of->names[i])) return true;
  }
  return false;
}

SarStatus sar_output_report(const SarModel *model, const SarOutputChoice *choice, const bool *has) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < model->output_of.count; i++) {
    const char *entry = model->output_of.names[i];
    if (has[i] || has[sar_index_get(&choice->exact, entry)]) continue; /* of several that are alike the first one */
    status = sar_report(model->context, SAR_INPUT, model->output_of.sources[i], NULL,
                        "`sarrus describe TYPE` ends with the columns of a type; a run without `of:` records all",
                        sar_output_is_pattern(entry) ? "no element and no column fits `%s`" : "there is no column `%s`",
                        entry);
  }
  return status;
}
