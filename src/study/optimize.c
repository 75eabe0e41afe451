/* `optimize:` and `fit:`: the search (best.h, fit.h), with runs of the study (evaluate.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "study/best.h"
#include "study/evaluate.h"
#include "study/fit.h"
#include "study/optimum_code.h"
#include "study/optimum_json.h"

typedef struct Names {
  const char **parameters, **responses;
  SarStudyRange *ranges;
} Names;

static SarStatus find_names(SarContext *context, const SarStudy *study, SarArena *arena, Names *out) {
  int32_t n = sar_study_parameters(study), m = sar_study_responses(study);
  SarStudyColumn column;
  out->parameters = SAR_NEW(arena, n, const char *);
  out->responses = SAR_NEW(arena, m, const char *);
  out->ranges = SAR_NEW(arena, n, SarStudyRange);
  if (!out->parameters || !out->responses || !out->ranges) return sar_report_no_memory(context);
  for (int32_t i = 0; i < n && sar_study_parameter(study, i, &column); i++) {
    out->parameters[i] = column.name;
    out->ranges[i] = sar_study_range(study, i);
  }
  for (int32_t i = 0; i < m && sar_study_response(study, i, &column); i++) out->responses[i] = column.name;
  return SAR_OK;
}

static SarStatus search(SarContext *context, const SarStudy *study, SarEvaluator *evaluator, SarOptimumRoom *room) {
  const SarFitGoal *fit = sar_study_fit_goal(study);
  SarRuns runs = {.evaluate = sar_evaluate, .self = evaluator};
  Names names;
  SAR_TRY(find_names(context, study, room->arena, &names));
  if (fit) {
    SarFitProblem problem = {.runs = runs,
                             .nparameters = room->found.nparameters,
                             .ranges = names.ranges,
                             .names = names.parameters,
                             .goal = fit,
                             .better = sar_evaluator_better,
                             .better_self = evaluator};
    return sar_fit_find(context, &problem, room);
  }
  SarBestProblem problem = {.runs = runs,
                            .nparameters = room->found.nparameters,
                            .nresponses = room->found.nresponses,
                            .ranges = names.ranges,
                            .names = names.responses,
                            .goal = sar_study_optimize_goal(study),
                            .better = sar_evaluator_better,
                            .better_self = evaluator};
  return sar_best_find(context, &problem, room);
}

/* What was found goes into the file, for others as text. said: messages from this one on are about it. */
static SarStatus finish(SarContext *context, const SarStudy *study, SarEvaluator *evaluator, int32_t said,
                        const SarOptimum *found) {
  char *text = NULL;
  SarBytes bytes = {0};
  SarStatus status = sar_optimum_json_text(context, study, found, &text);
  if (status != SAR_OK) return status;
  sar_optimum_encode(&bytes, found, context, said);
  status = bytes.no_memory ? sar_report_no_memory(context)
                           : sar_evaluator_finish(evaluator, &(SarStudyFound){.text = text, .bytes = &bytes});
  sar_bytes_free(&bytes);
  free(text);
  return status;
}

static SarStatus search_and_finish(SarContext *context, const SarStudy *study, SarEvaluator *evaluator,
                                   SarOptimumRoom *room) {
  int32_t said = sar_context_count(context);
  SAR_TRY(search(context, study, evaluator, room));
  return finish(context, study, evaluator, said, &room->found);
}

/* The search has been made: what it found is in its file. */
static SarStatus recall(SarContext *context, const SarStudy *study, const char *path, SarEvaluator *evaluator,
                        SarOptimumRoom *room) {
  const char *text;
  SarByteReader bytes;
  SAR_TRY(sar_evaluator_recall_all(evaluator));
  SAR_TRY(sar_study_table_found(context, path, room->arena, &text, &bytes));
  SarStatus status = text ? sar_optimum_decode(&bytes, context, study, room) : SAR_INPUT;
  if (status == SAR_INPUT) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "make the search once more with `--again`",
                      "%s has the runs of the search, but not what it found", path);
  }
  return status == SAR_OK ? sar_evaluator_finish(evaluator, NULL) : status;
}

static SarStatus run(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarOptimumRoom *room) {
  SarEvaluator *evaluator;
  SarStudyKind kind = sar_study_fit_goal(study) ? SAR_STUDY_FIT : SAR_STUDY_OPTIMIZE;
  SAR_TRY(sar_evaluator_create(context, study, options, kind, &evaluator));
  SarStatus status = sar_evaluator_is_complete(evaluator) ? recall(context, study, options->output, evaluator, room)
                                                          : search_and_finish(context, study, evaluator, room);
  if (status == SAR_OK) room->found.history = sar_evaluator_take_table(evaluator);
  sar_evaluator_destroy(&evaluator);
  return status;
}

SarStatus sar_optimize(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                       const SarOptimum **out) {
  SAR_NEED(context, context && study && out);
  *out = NULL;
  const SarOptimizeGoal *goal = sar_study_optimize_goal(study);
  const SarFitGoal *fit = sar_study_fit_goal(study);
  SarStudyOptions usual = sar_study_options_default();
  if (!goal && !fit) {
    return sar_report(context, SAR_INPUT, (SarSource){sar_study_name(study), 0, 0}, NULL,
                      "add optimize: {minimize: ...} or fit: {data: ..., match: ...}",
                      "the study does not say what to look for");
  }
  SarOptimumSize size = {.nparameters = sar_study_parameters(study),
                         .nresponses = sar_study_responses(study),
                         .nlimits = goal ? goal->nlimits : 0,
                         .ncurves = fit ? fit->nmatches : 0,
                         .nrows = fit ? fit->ntimes : 0};
  SarOptimumRoom *room;
  SAR_TRY(sar_optimum_create(context, size, &room));
  SarStatus status = run(context, study, options ? options : &usual, room);
  *out = &room->found;
  if (status != SAR_OK) sar_optimum_destroy(out);
  return status;
}
