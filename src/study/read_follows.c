/* Parameters of the model that follow those that vary: `w: sqrt(k/m)`. Responses may use them, with their values in
 * every run; how they change is not known, so that derivatives of such responses are not either. Which ones follow is
 * what the texts of the model say: it is read with one of those that vary marked. */
#include <string.h>

#include "base/number.h"
#include "read/read.h"
#include "study/reading.h"

/* The model with `set:` and one parameter as a number of its own, whatever its text was. */
static SarStatus read_with(SarStudyReader *r, SarContext *silent, const SarVary *v, SarModel **out) {
  const SarStudy *study = r->study;
  char number[SAR_NUMBER_SIZE];
  number[sar_format_real(number, sar_vary_at(v, 0.5))] = 0;
  const char **set = SAR_NEW(r->reader.arena, study->nset + 1, const char *);
  if (!set) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < study->nset; i++) set[i] = study->set[i];
  set[study->nset] = sar_arena_printf(r->reader.arena, "%s=%s%s", v->name, number, v->angle ? " rad" : "");
  if (!set[study->nset]) return SAR_NO_MEMORY;
  return sar_model_read_set(silent, study->model, set, study->nset + 1, out);
}

/* Which of the other parameters follow this one; where the model cannot be read there, all may. */
static SarStatus find_followers(SarStudyReader *r, int32_t vary) {
  SarStudy *study = r->study;
  SarContext *silent = sar_context_create();
  SarModel *model = NULL, *marked = NULL;
  SarReadProbe probe = {.name = r->vary[vary].name};
  sar_study_watch_begin(r);
  SarStatus status = silent ? read_with(r, silent, &r->vary[vary], &model) : SAR_NO_MEMORY;
  sar_study_watch_end(r);
  sar_study_watch_begin(r);
  if (status == SAR_OK) status = sar_model_read_moved(silent, model, &probe, NULL, &marked);
  sar_study_watch_end(r);
  bool known = status == SAR_OK && probe.found;
  for (int32_t i = 0; i < study->nconstants; i++) study->follows[i * r->nvary + vary] = true;
  for (int32_t i = 0, k = 0; known && i < marked->nparameters && k < study->nconstants; i++) {
    if (strcmp(marked->parameters[i].name, study->constants[k]) != 0) continue;
    study->follows[k++ * r->nvary + vary] = marked->parameters[i].moved;
  }
  sar_model_destroy(&marked);
  sar_model_destroy(&model);
  sar_context_destroy(&silent);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(r->context) : SAR_OK;
}

SarStatus sar_study_find_followers(SarStudyReader *r) {
  SarStudy *study = r->study;
  bool used = false;
  for (int32_t i = 0; i < study->nconstants; i++) used = used || sar_responses_needs_constant(study->responses, i);
  if (!used) return SAR_OK;
  study->follows = SAR_NEW(r->arena, (size_t)study->nconstants * (size_t)r->nvary, bool);
  if (!study->follows) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < r->nvary; j++) SAR_TRY(find_followers(r, j));
  return SAR_OK;
}
