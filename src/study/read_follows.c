/* Parameters of the model that follow those that vary: `w: sqrt(k/m)`. Responses may use them, with their values in
 * every run; how they change is not known, so that derivatives of such responses are not either. Which ones follow is
 * what the texts of the model say: it is read with those that vary marked. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "read/read.h"
#include "study/reading.h"

/* The model with `set:` and all that vary as numbers of their own, whatever their texts were. */
static SarStatus read_with(SarStudyReader *r, SarContext *silent, SarModel **out) {
  const SarStudy *study = r->study;
  int32_t count = study->nset + r->nvary;
  const char **set = SAR_NEW(r->reader.arena, count + 1, const char *);
  if (!set) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < study->nset; i++) set[i] = study->set[i];
  for (int32_t j = 0; j < r->nvary; j++) {
    const SarVary *v = &r->vary[j];
    char number[SAR_NUMBER_SIZE];
    number[sar_format_real(number, sar_vary_at(v, 0.5))] = 0;
    set[study->nset + j] = sar_arena_printf(r->reader.arena, "%s=%s%s", v->name, number, v->angle ? " rad" : "");
    if (!set[study->nset + j]) return SAR_NO_MEMORY;
  }
  return sar_model_read_set(silent, study->model, set, count, out);
}

static int compare_names(const void *a, const void *b) {
  return strcmp((*(const SarVary *const *)a)->name, (*(const SarVary *const *)b)->name);
}

/* Which of the other parameters follow each of those that vary; where the model cannot be read there, all may. */
static void note_followers(SarStudyReader *r, const SarReadProbe *probe, const SarVary *const *vary,
                           const SarModel *marked) {
  SarStudy *study = r->study;
  size_t width = (size_t)r->nvary;
  for (int32_t i = 0; i < study->nconstants; i++) {
    for (int32_t j = 0; j < r->nvary; j++) study->follows[(size_t)i * width + (size_t)j] = true;
  }
  for (int32_t i = 0, c = 0; marked && i < marked->nparameters && c < study->nconstants; i++) {
    if (strcmp(marked->parameters[i].name, study->constants[c]) != 0) continue;
    bool *follows = study->follows + (size_t)c++ * width;
    for (int32_t k = 0; k < probe->nmarked; k++) {
      if (probe->there[k]) follows[vary[k] - r->vary] = sar_marks_have(marked->parameters[i].marks, k);
    }
  }
}

static SarStatus find_all(SarStudyReader *r, SarContext *silent) {
  SarModel *model = NULL, *marked = NULL;
  const SarVary **vary = SAR_NEW(r->reader.arena, r->nvary + 1, const SarVary *);
  const char **names = SAR_NEW(r->reader.arena, r->nvary + 1, const char *);
  SarReadProbe probe = {.marked = names, .nmarked = r->nvary, .there = SAR_NEW(r->reader.arena, r->nvary + 1, bool)};
  if (!vary || !names || !probe.there) return SAR_NO_MEMORY;
  for (int32_t j = 0; j < r->nvary; j++) vary[j] = &r->vary[j];
  qsort(vary, (size_t)r->nvary, sizeof *vary, compare_names);
  for (int32_t j = 0; j < r->nvary; j++) names[j] = vary[j]->name;
  sar_study_watch_begin(r);
  SarStatus status = read_with(r, silent, &model);
  sar_study_watch_end(r);
  sar_study_watch_begin(r);
  if (status == SAR_OK) status = sar_model_read_moved(silent, model, &probe, NULL, &marked);
  sar_study_watch_end(r);
  note_followers(r, &probe, vary, status == SAR_OK ? marked : NULL);
  sar_model_destroy(&marked);
  sar_model_destroy(&model);
  return status == SAR_NO_MEMORY ? status : SAR_OK;
}

SarStatus sar_study_find_followers(SarStudyReader *r) {
  SarStudy *study = r->study;
  bool used = false;
  for (int32_t i = 0; i < study->nconstants; i++) used = used || sar_responses_needs_constant(study->responses, i);
  if (!used) return SAR_OK;
  study->follows = SAR_NEW(r->arena, (size_t)study->nconstants * (size_t)r->nvary, bool);
  if (!study->follows) return sar_report_no_memory(r->context);
  SarContext *silent = sar_context_create();
  SarStatus status = silent ? find_all(r, silent) : SAR_NO_MEMORY;
  sar_context_destroy(&silent);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(r->context) : status;
}
