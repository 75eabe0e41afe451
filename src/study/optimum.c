#include "study/optimum.h"

#include <math.h>
#include <string.h>

SarStatus sar_optimum_create(SarContext *context, SarOptimumSize size, SarOptimumRoom **out) {
  SarArena *arena = sar_arena_create();
  SarOptimumRoom *room = arena ? SAR_NEW(arena, 1, SarOptimumRoom) : NULL;
  int32_t n = size.nparameters;
  bool fit = size.ncurves > 0;
  if (room) {
    room->arena = arena;
    room->parameters = SAR_NEW(arena, n, double);
    room->start = SAR_NEW(arena, n, double);
    room->bounds = SAR_NEW(arena, n, int32_t);
    room->responses = fit ? NULL : SAR_NEW(arena, size.nresponses, double);
    room->deviation = fit ? SAR_NEW(arena, n, double) : NULL;
    room->covariance = fit ? SAR_NEW(arena, (size_t)n * (size_t)n, double) : NULL;
    room->limits = SAR_NEW(arena, size.nlimits, SarOptimumLimit);
    room->curves = SAR_NEW(arena, size.ncurves, SarOptimumCurve);
    room->times = SAR_NEW(arena, size.nrows, double);
    room->measured = SAR_NEW(arena, size.nrows * size.ncurves, double);
    room->model = SAR_NEW(arena, size.nrows * size.ncurves, double);
  }
  bool all = room && room->parameters && room->start && room->bounds && room->limits && room->curves && room->times &&
             room->measured && room->model && (fit ? room->deviation && room->covariance : room->responses != NULL);
  if (!all) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  room->found = (SarOptimum){.method = "",
                             .reason = "",
                             .nparameters = n,
                             .nresponses = size.nresponses,
                             .parameters = room->parameters,
                             .start = room->start,
                             .bounds = room->bounds,
                             .responses = room->responses,
                             .objective = NAN,
                             .deviation = room->deviation,
                             .covariance = room->covariance,
                             .quantile = NAN,
                             .limits = room->limits,
                             .nlimits = size.nlimits,
                             .curves = room->curves,
                             .ncurves = size.ncurves};
  *out = room;
  return SAR_OK;
}

SarOptimumLimit sar_optimum_limit(const SarStudyLimit *limit) {
  static const char *const kinds[] = {[SAR_LIMIT_AT_MOST] = "<=", [SAR_LIMIT_AT_LEAST] = ">=", [SAR_LIMIT_EQUAL] = "="};
  return (SarOptimumLimit){
      .response = limit->response, .kind = kinds[limit->kind], .limit = limit->value, .value = NAN};
}

void sar_optimum_begin_curve(SarOptimumRoom *room, const SarFitGoal *goal, int32_t k) {
  const SarFitMatch *match = &goal->matches[k];
  int64_t rows = goal->ntimes, first = k * rows;
  size_t bytes = (size_t)rows * sizeof(double);
  if (k == 0) memcpy(room->times, goal->times, bytes);
  memcpy(room->measured + first, match->values, bytes);
  for (int64_t i = 0; i < rows; i++) room->model[first + i] = NAN;
  room->curves[k] = (SarOptimumCurve){.column = match->column,
                                      .data = match->data,
                                      .unit = match->unit,
                                      .largest_time = NAN,
                                      .rows = rows,
                                      .times = room->times,
                                      .measured = room->measured + first,
                                      .model = room->model + first};
}

void sar_optimum_destroy(const SarOptimum **optimum) {
  if (!optimum || !*optimum) return;
  SarOptimumRoom *room = (SarOptimumRoom *)(uintptr_t)*optimum; /* its first member */
  SarStudyTable *history = (SarStudyTable *)(uintptr_t)room->found.history;
  SarArena *arena = room->arena;
  sar_study_table_destroy(&history);
  sar_arena_destroy(&arena);
  *optimum = NULL;
}
