/* Parameters of the model that follow those that vary: `w: sqrt(k/m)`. Responses may use them, with their values in
 * every run; how they change is not known, so that derivatives of such responses are not either. Which ones follow is
 * found by trying: the model is read with two values of a parameter. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "read/read.h"
#include "study/reading.h"

/* The other parameters with this one at a part u of what it may be; nan: not known. */
static SarStatus constants_at(SarStudyReader *r, const SarVary *v, double u, double *out) {
  const SarStudy *study = r->study;
  char number[SAR_NUMBER_SIZE];
  number[sar_format_real(number, sar_vary_at(v, u))] = 0;
  const char **set = SAR_NEW(r->reader.arena, study->nset + 1, const char *);
  if (!set) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < study->nset; i++) set[i] = study->set[i];
  set[study->nset] = sar_arena_printf(r->reader.arena, "%s=%s%s", v->name, number, v->angle ? " rad" : "");
  SarContext *silent = sar_context_create();
  SarModel *model = NULL;
  if (!set[study->nset] || !silent) {
    sar_context_destroy(&silent);
    return sar_report_no_memory(r->context);
  }
  for (int32_t i = 0; i < study->nconstants; i++) out[i] = NAN;
  if (sar_model_read_set(silent, study->model, set, study->nset + 1, &model) == SAR_OK) {
    const char *name;
    double value;
    for (int32_t i = 0, k = 0; k < study->nconstants && sar_model_parameter(model, i, &name, &value); i++) {
      if (strcmp(name, study->constants[k]) == 0) out[k++] = value;
    }
  }
  sar_model_destroy(&model);
  sar_context_destroy(&silent);
  return SAR_OK;
}

SarStatus sar_study_find_followers(SarStudyReader *r) {
  SarStudy *study = r->study;
  bool used = false;
  for (int32_t i = 0; i < study->nconstants; i++) used = used || sar_responses_needs_constant(study->responses, i);
  if (!used) return SAR_OK;
  double *low = SAR_NEW(r->reader.arena, study->nconstants, double);
  double *high = SAR_NEW(r->reader.arena, study->nconstants, double);
  study->follows = SAR_NEW(r->arena, (size_t)study->nconstants * (size_t)r->nvary, bool);
  if (!low || !high || !study->follows) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < r->nvary; j++) {
    SAR_TRY(constants_at(r, &r->vary[j], 0.3, low));
    SAR_TRY(constants_at(r, &r->vary[j], 0.7, high));
    for (int32_t i = 0; i < study->nconstants; i++) study->follows[i * r->nvary + j] = !(low[i] == high[i]);
  }
  return SAR_OK;
}
