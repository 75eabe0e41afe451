#include "read/adams/floats.h"

#include <stdlib.h>
#include <string.h>

#include "read/adams/left_out.h"

typedef struct Float {
  int64_t marker;
  const SarStatement *force;
} Float;

struct SarDeckFloats {
  Float *floats; /* by marker */
  int32_t count;
};

/* In the order of the deck where several forces have one marker. */
static int compare(const void *x, const void *y) {
  const Float *a = x, *b = y;
  if (a->marker != b->marker) return a->marker < b->marker ? -1 : 1;
  return (a->force > b->force) - (a->force < b->force);
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
    const char *marker =
        is_force(force) && !sar_deck_is_left_out(deck, force) ? sar_deck_text(force, "JFLOAT", 0) : NULL;
    if (marker) all->floats[all->count++] = (Float){strtoll(marker, NULL, 10), force};
  }
  qsort(all->floats, (size_t)all->count, sizeof *all->floats, compare);
  deck->floats = all;
  return SAR_OK;
}

/* The forces whose JFLOAT the marker is; none where it does not float. */
static SarStatus forces_of(SarDeck *deck, const SarStatement *marker, const Float **first, int32_t *count) {
  *first = NULL;
  *count = 0;
  if (!marker || !sar_statement_has(marker, "FLOATING")) return SAR_OK;
  if (!deck->floats) SAR_TRY(collect(deck));
  int32_t low = 0, high = deck->floats->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (deck->floats->floats[middle].marker < marker->id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *first = deck->floats->floats + low;
  while (low + *count < deck->floats->count && (*first)[*count].marker == marker->id) ++*count;
  return SAR_OK;
}

static const SarStatement *marker_of(const SarDeck *deck, const SarStatement *force, const char *argument) {
  const char *id = sar_deck_text(force, argument, 0);
  return id ? sar_deck_find(deck, "MARKER", strtoll(id, NULL, 10)) : NULL;
}

SarStatus sar_deck_frame_or_rider(SarDeck *deck, const SarStatement *marker, const char **frame) {
  const Float *first;
  int32_t count;
  *frame = sar_deck_frame(deck, marker);
  if (*frame) return SAR_OK;
  SAR_TRY(forces_of(deck, marker, &first, &count));
  const SarStatement *on = count ? marker_of(deck, first->force, "I") : NULL;
  if (on) *frame = sar_deck_frame(deck, on);
  return SAR_OK;
}

/* fx(a, axes) + fx(b, axes) */
static const char *sum(SarDeck *deck, const Float *first, int32_t count, const char *function, const char *axes) {
  const char *text = "";
  for (int32_t i = 0; text && i < count; i++) {
    text = sar_arena_printf(deck->arena, "%s%s%s(%s%s%s)", text, i ? " + " : "", function, first[i].force->name,
                            axes ? ", " : "", axes ? axes : "");
  }
  return text;
}

/* The size of a sum. */
static const char *size_of_sum(SarDeck *deck, const Float *first, int32_t count, char kind) {
  const char *parts[3];
  for (int i = 0; i < 3; i++) {
    const char function[] = {kind, "xyz"[i], 0};
    parts[i] = sum(deck, first, count, function, NULL);
    if (!parts[i]) return NULL;
  }
  return sar_arena_printf(deck->arena, "sqrt((%s)**2 + (%s)**2 + (%s)**2)", parts[0], parts[1], parts[2]);
}

SarStatus sar_deck_floating_action(SarDeck *deck, const SarStatement *i, const SarStatement *j, const char *function,
                                   const char *axes, const char **text) {
  const Float *first;
  int32_t count;
  bool size = function[1] == 'm';
  *text = NULL;
  SAR_TRY(forces_of(deck, i, &first, &count));
  bool reaction = count > 0;
  const SarStatement *on = reaction ? j : i; /* null: not said */
  if (!reaction) SAR_TRY(forces_of(deck, j, &first, &count));
  if (!count || (on && marker_of(deck, first->force, "I") != on)) return SAR_OK;
  if (size && count > 1) {
    *text = size_of_sum(deck, first, count, function[0]);
  } else {
    *text = sum(deck, first, count, function, size ? NULL : axes);
  }
  if (*text && reaction && !size) *text = sar_arena_printf(deck->arena, "-(%s)", *text);
  return *text ? SAR_OK : sar_report_no_memory(deck->context);
}
