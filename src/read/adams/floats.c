#include "read/adams/floats.h"

#include <stdlib.h>
#include <string.h>

typedef struct Float {
  int64_t marker;
  const SarStatement *force;
} Float;

struct SarDeckFloats {
  Float *floats; /* by marker */
  int32_t count;
};

static int compare(const void *x, const void *y) {
  const Float *a = x, *b = y;
  return (a->marker > b->marker) - (a->marker < b->marker);
}

static bool is_force(const SarStatement *statement) {
  const char *kind = statement->class->name;
  return strcmp(kind, "VFORCE") == 0 || strcmp(kind, "VTORQUE") == 0 || strcmp(kind, "GFORCE") == 0;
}

static SarStatus collect(SarDeck *deck) {
  struct SarDeckFloats *all = SAR_NEW(deck->arena, 1, struct SarDeckFloats);
  if (all) all->floats = SAR_NEW(deck->arena, deck->statements.count + 1, Float);
  if (!all || !all->floats) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *force = &deck->statements.all[i];
    const char *marker = is_force(force) ? sar_deck_text(force, "JFLOAT", 0) : NULL;
    if (marker) all->floats[all->count++] = (Float){strtoll(marker, NULL, 10), force};
  }
  qsort(all->floats, (size_t)all->count, sizeof *all->floats, compare);
  deck->floats = all;
  return SAR_OK;
}

SarStatus sar_deck_force_of_float(SarDeck *deck, const SarStatement *marker, const SarStatement **force) {
  *force = NULL;
  if (!marker || !sar_statement_has(marker, "FLOATING")) return SAR_OK;
  if (!deck->floats) SAR_TRY(collect(deck));
  if (!deck->floats->count) return SAR_OK;
  const Float wanted = {.marker = marker->id};
  const Float *found = bsearch(&wanted, deck->floats->floats, (size_t)deck->floats->count, sizeof wanted, compare);
  if (found) *force = found->force;
  return SAR_OK;
}

static const SarStatement *marker_of(const SarDeck *deck, const SarStatement *force, const char *argument) {
  const char *id = sar_deck_text(force, argument, 0);
  return id ? sar_deck_find(deck, "MARKER", strtoll(id, NULL, 10)) : NULL;
}

SarStatus sar_deck_frame_or_rider(SarDeck *deck, const SarStatement *marker, const char **frame) {
  const SarStatement *force, *on;
  *frame = sar_deck_frame(deck, marker);
  if (*frame) return SAR_OK;
  SAR_TRY(sar_deck_force_of_float(deck, marker, &force));
  on = force ? marker_of(deck, force, "I") : NULL;
  if (on) *frame = sar_deck_frame(deck, on);
  return SAR_OK;
}

SarStatus sar_deck_force_between(SarDeck *deck, const SarStatement *i, const SarStatement *j,
                                 const SarStatement **force, bool *reaction) {
  SAR_TRY(sar_deck_force_of_float(deck, i, force));
  *reaction = *force != NULL;
  if (*reaction) {
    if (j && marker_of(deck, *force, "I") != j) *force = NULL;
    return SAR_OK;
  }
  SAR_TRY(sar_deck_force_of_float(deck, j, force));
  if (*force && marker_of(deck, *force, "I") != i) *force = NULL;
  return SAR_OK;
}
