#include "system/outputs.h"

#include <string.h>

#include "base/text.h"
#include "system/compiled.h"

bool sar_column_is_integral(const SarColumn *column) {
  if (strcmp(column->element, "energy") != 0) return false;
  return strcmp(column->quantity, "kinetic") != 0 && strcmp(column->quantity, "potential") != 0;
}

bool sar_column_is(const SarColumn *column, const char *name) {
  size_t length = strlen(column->element);
  return strncmp(name, column->element, length) == 0 && name[length] == '.' &&
         strcmp(name + length + 1, column->quantity) == 0;
}

bool sar_column_index(const SarColumnSet *set, SarArena *arena, SarIndex *out) {
  const SarColumn *columns = sar_column_set_get(set);
  *out = (SarIndex){.arena = arena};
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const char *name = sar_arena_printf(arena, "%s.%s", columns[i].element, columns[i].quantity);
    if (!name || !sar_index_put(out, name, i)) return false;
  }
  return true;
}

/* The column that a name resembles; the name of an element alone: its value, else its first column. */
static const char *nearest(const SarColumnSet *set, SarArena *arena, const char *name) {
  const SarColumn *columns = sar_column_set_get(set);
  SarSuggestion suggestion = sar_suggestion(name);
  const char *first = NULL;
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const char *whole = sar_arena_printf(arena, "%s.%s", columns[i].element, columns[i].quantity);
    if (!whole) return NULL;
    if (!first && strcmp(columns[i].element, name) == 0) first = whole;
    sar_suggestion_offer(&suggestion, whole);
  }
  const char *best = sar_suggestion_best(&suggestion);
  return first ? first : best;
}

static SarStatus check(const SarSystem *s, const SarColumnSet *set, const SarIndex *names, SarArena *arena, int32_t i) {
  const char *name = s->model->outputs.names[i];
  SarSource source = s->model->outputs.sources[i];
  int32_t place = sar_index_get(names, name);
  const SarColumn *column = place < 0 ? NULL : &sar_column_set_get(set)[place];
  if (column && sar_column_is_integral(column)) {
    return sar_report(s->context, SAR_INPUT, source, NULL, "leave it out, and read it from the results of a run",
                      "`%s` is summed up along a run, and cannot be one of `outputs`", name);
  }
  if (column) return SAR_OK;
  const char *best = nearest(set, arena, name);
  return sar_report(s->context, SAR_INPUT, source, NULL,
                    "name columns of the results, as in rod.x; `sarrus describe TYPE` ends with those of a type",
                    "there is no column `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

SarStatus sar_system_check_outputs(const SarSystem *s) {
  static const SarNameList everything = {0};
  if (!s->model->outputs.count) return SAR_OK;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(s->context);
  SarColumnSet *set;
  SarIndex names;
  SarStatus status = sar_column_set_create_of(s, arena, &everything, &set);
  if (status == SAR_OK && !sar_column_index(set, arena, &names)) status = sar_report_no_memory(s->context);
  SarStatus worst = status;
  for (int32_t i = 0; status == SAR_OK && i < s->model->outputs.count; i++) {
    SarStatus one = check(s, set, &names, arena, i);
    if (one != SAR_OK) worst = one;
  }
  sar_arena_destroy(&arena);
  return worst;
}
