/* What a study says, for those who have read it. */
#include "study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "expr/expr.h"
#include "study/source.h"

void sar_study_destroy(SarStudy **study) {
  if (!study || !*study) return;
  SarArena *arena = (*study)->arena;
  sar_model_destroy(&(*study)->model);
  sar_arena_destroy(&arena);
  *study = NULL;
}

const char *sar_study_title(const SarStudy *study) { return study ? study->title : ""; }
const char *sar_study_model(const SarStudy *study) { return study ? study->model_path : ""; }
int64_t sar_study_runs(const SarStudy *study) { return study ? study->sample.runs : 0; }
int32_t sar_study_parameters(const SarStudy *study) { return study ? study->sample.nvary : 0; }
int32_t sar_study_responses(const SarStudy *study) { return study ? sar_responses_count(study->responses) : 0; }

bool sar_study_parameter(const SarStudy *study, int32_t index, SarStudyColumn *out) {
  if (!study || !out || index < 0 || index >= study->sample.nvary) return false;
  const SarVary *vary = &study->sample.vary[index];
  *out = (SarStudyColumn){.name = vary->name, .unit = vary->angle ? "rad" : "", .expression = NULL};
  return true;
}

bool sar_study_response(const SarStudy *study, int32_t index, SarStudyColumn *out) {
  if (!out || index < 0 || index >= sar_study_responses(study)) return false;
  const SarResponses *r = study->responses;
  *out = (SarStudyColumn){sar_response_name(r, index), sar_response_unit(r, index), sar_response_text(r, index)};
  return true;
}

SarStatus sar_study_values(const SarStudy *study, int64_t run, double *values) {
  SAR_NEED(study ? study->context : NULL, study && values);
  if (run < 0 || run >= study->sample.runs) {
    return sar_report(study->context, SAR_USAGE, sar_nowhere(), NULL, "runs are numbered from 0",
                      "the study has %lld runs, and none of number %lld", (long long)study->sample.runs,
                      (long long)run);
  }
  sar_sample_values(&study->sample, run, values);
  return SAR_OK;
}

/* ---- goals ---- */

const SarOptimizeGoal *sar_study_optimize_goal(const SarStudy *study) { return study->optimize; }
const SarFitGoal *sar_study_fit_goal(const SarStudy *study) { return study->fit; }
SarStudyRange sar_study_range(const SarStudy *study, int32_t parameter) { return study->ranges[parameter]; }

/* ---- keep ---- */

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

bool sar_study_keeps(const SarStudy *study, int64_t run) {
  const SarKeep *keep = &study->keep;
  if (keep->kind != SAR_KEEP_LIST) return keep->kind == SAR_KEEP_ALL;
  return keep->nruns > 0 && bsearch(&run, keep->runs, (size_t)keep->nruns, sizeof run, compare);
}

int32_t sar_study_keep_scratch(const SarStudy *study) {
  if (study->keep.kind != SAR_KEEP_WHERE) return 0;
  return sar_program_scratch(study->keep.where) + sar_study_responses(study) + study->sample.nvary;
}

bool sar_study_keeps_where(const SarStudy *study, const double *responses, const double *parameters, double *scratch) {
  if (study->keep.kind != SAR_KEEP_WHERE) return false;
  int32_t count = sar_study_responses(study), nvary = study->sample.nvary;
  double value = 0;
  memcpy(scratch, responses, (size_t)count * sizeof *scratch);
  memcpy(scratch + count, parameters, (size_t)nvary * sizeof *scratch);
  sar_program_evaluate(study->keep.where, scratch, scratch + count + nvary, &value);
  return value != 0 && !isnan(value);
}

/* ---- what it was read from ---- */

const char *sar_study_name(const SarStudy *study) { return study->name; }
const char *sar_study_text(const SarStudy *study) { return study->text; }
const char *sar_study_model_text(const SarStudy *study) { return study->model->text; }
bool sar_study_setting(const SarStudy *study, int32_t index, const char **out) {
  if (index < 0 || index >= study->nset) return false;
  *out = study->set[index];
  return true;
}

double sar_study_limit(const SarStudy *study) { return study->limit; }
bool sar_study_keeps_by_condition(const SarStudy *study) { return study->keep.kind == SAR_KEEP_WHERE; }

SarStatus sar_study_spare(SarContext *context, const SarStudy *study, const char *path) {
  const SarModel *model = study->model;
  const char *what = NULL;
  if (strcmp(path, "-") == 0) return SAR_OK;
  if (study->name && sar_file_is_same(path, study->name)) what = "the study itself";
  if (sar_file_is_same(path, sar_study_model(study))) what = "the model itself";
  for (int32_t i = 0; i < study->nfiles && !what; i++) {
    if (sar_file_is_same(path, study->files[i].path)) what = "read by the study";
  }
  for (int32_t i = 0; i < model->nfiles && !what; i++) {
    if (sar_file_is_same(path, model->files[i].path)) what = "read by the model";
  }
  if (!what) return SAR_OK;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name", "%s is %s", path,
                    what);
}

void sar_study_hash(const SarStudy *study, SarHash *hash) {
  const SarModel *model = study->model;
  sar_hash_text(hash, study->text);
  sar_hash_text(hash, model->text);
  for (int32_t i = 0; i < model->nfiles; i++) {
    sar_hash_text(hash, model->files[i].path);
    sar_hash_text(hash, model->files[i].text);
  }
  for (int32_t i = 0; i < model->nplugins; i++) {
    char bytes[SAR_HASH_TEXT_SIZE];
    sar_hash_file(model->plugins[i]->path, bytes);
    sar_hash_text(hash, bytes);
  }
  for (int32_t i = 0; i < study->nfiles; i++) sar_hash_text(hash, study->files[i].text);
}
