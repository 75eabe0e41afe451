/* The head of a study that is about to be made. */
#include "base/context.h"
#include "study/head.h"
#include "study/options.h"

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
  SarStatus status = sar_study_fingerprint(study, run, h.hash);
  if (status == SAR_OK) status = sar_study_head_copy(arena, &h, out);
  return status == SAR_OK ? SAR_OK : sar_report_no_memory(context);
}
