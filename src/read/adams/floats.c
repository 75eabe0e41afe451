#include "read/adams/floats.h"

#include <stdlib.h>
#include <string.h>

#include "read/adams/curve_tables.h"
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

static bool follows_curve(const SarStatement *statement) { return strcmp(statement->class->name, "PTCV") == 0; }

static bool is_force(const SarStatement *statement) {
  const char *kind = statement->class->name;
  return strcmp(kind, "VFORCE") == 0 || strcmp(kind, "VTORQUE") == 0 || strcmp(kind, "GFORCE") == 0 ||
         follows_curve(statement);
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
  const SarStatement *on = count && !follows_curve(first->force) ? marker_of(deck, first->force, "I") : NULL;
  if (on) *frame = sar_deck_frame(deck, on);
  return SAR_OK;
}

/* ---- along curves ---- */

SarStatus sar_deck_on_curve(SarDeck *deck, const SarStatement *marker, const SarStatement **ptcv) {
  const Float *first;
  int32_t count;
  *ptcv = NULL;
  SAR_TRY(forces_of(deck, marker, &first, &count));
  if (count && follows_curve(first->force)) *ptcv = first->force;
  return SAR_OK;
}

static const char *frame_of(SarDeck *deck, const SarStatement *ptcv, const char *argument) {
  const SarStatement *marker = marker_of(deck, ptcv, argument);
  return marker ? sar_deck_frame(deck, marker) : NULL;
}

const char *sar_deck_place_on_curve(SarDeck *deck, const SarStatement *ptcv) { return frame_of(deck, ptcv, "I"); }

const char *sar_deck_axes_of_curve(SarDeck *deck, const SarStatement *ptcv) { return frame_of(deck, ptcv, "RM"); }

/* With the tangent t and its change k over u, the curve turns left where d = t1 k2 - t2 k1 > 0. Then its centre is on
 * the left of x = t/|t|, and y = (t2, -t1)/|t| points away from it, z = x x y down. Where it turns right both are
 * turned around; straight ones count as turning left, as far as rounding goes. */
SarStatus sar_deck_along_curve(SarDeck *deck, const SarStatement *ptcv, int axis, const char *const along_rm[3],
                               const char **text) {
  const char *id = sar_deck_text(ptcv, "CURVE", 0), *t[2], *k[2], *remedy;
  const SarStatement *curve = id ? sar_deck_find(deck, "CURVE", strtoll(id, NULL, 10)) : NULL;
  bool plane;
  *text = NULL;
  if (!curve || sar_deck_curve_refused(curve, &remedy)) return SAR_OK;
  SAR_TRY(sar_deck_curve_is_plane(deck, curve, &plane));
  if (!plane) return SAR_OK;
  for (int i = 0; i < 2; i++) {
    const char *table;
    SAR_TRY(sar_deck_curve_table(deck, curve, i, &table));
    t[i] = sar_arena_printf(deck->arena, "cubspl(u(%s), 0, %s, 1)", ptcv->name, table);
    k[i] = sar_arena_printf(deck->arena, "cubspl(u(%s), 0, %s, 2)", ptcv->name, table);
    if (!t[i] || !k[i]) return sar_report_no_memory(deck->context);
  }
  const char *square = sar_arena_printf(deck->arena, "(%s**2 + %s**2)", t[0], t[1]);
  const char *side = sar_arena_printf(deck->arena, "if(%s*%s - %s*%s + 1e-6*%s: -1, 1, 1)", t[0], k[1], t[1], k[0],
                                      square ? square : "");
  if (!square || !side) return sar_report_no_memory(deck->context);
  if (axis == 0) {
    *text = sar_arena_printf(deck->arena, "((%s)*%s + (%s)*%s)/sqrt(%s)", along_rm[0], t[0], along_rm[1], t[1], square);
  } else if (axis == 1) {
    *text = sar_arena_printf(deck->arena, "%s*((%s)*%s - (%s)*%s)/sqrt(%s)", side, along_rm[0], t[1], along_rm[1], t[0],
                             square);
  } else {
    *text = sar_arena_printf(deck->arena, "(-%s*(%s))", side, along_rm[2]);
  }
  return *text ? SAR_OK : sar_report_no_memory(deck->context);
}

/* ---- what acts ---- */

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

/* Along the axes of a marker on a curve. */
static SarStatus sum_along_curve(SarDeck *deck, const SarStatement *ptcv, const Float *first, int32_t count,
                                 const char *function, const char **text) {
  const char *along[3], *rm = sar_deck_axes_of_curve(deck, ptcv);
  for (int i = 0; i < 3; i++) {
    const char one[] = {function[0], "xyz"[i], 0};
    along[i] = rm ? sum(deck, first, count, one, rm) : NULL;
    if (rm && !along[i]) return sar_report_no_memory(deck->context);
  }
  return rm ? sar_deck_along_curve(deck, ptcv, function[1] - 'x', along, text) : SAR_OK;
}

SarStatus sar_deck_floating_action(SarDeck *deck, const SarStatement *i, const SarStatement *j, const char *function,
                                   const SarStatement *axes, const char **text) {
  const Float *first;
  const SarStatement *ptcv = NULL;
  const char *frame = NULL;
  int32_t count;
  bool size = function[1] == 'm';
  *text = NULL;
  SAR_TRY(forces_of(deck, i, &first, &count));
  bool reaction = count > 0;
  const SarStatement *on = reaction ? j : i; /* null: not said */
  if (!reaction) SAR_TRY(forces_of(deck, j, &first, &count));
  if (!count || (on && marker_of(deck, first->force, "I") != on)) return SAR_OK;
  if (axes && !size) {
    SAR_TRY(sar_deck_frame_or_rider(deck, axes, &frame));
    if (!frame) SAR_TRY(sar_deck_on_curve(deck, axes, &ptcv));
    if (!frame && !ptcv) return SAR_OK;
  }
  if (size && count > 1) {
    *text = size_of_sum(deck, first, count, function[0]);
  } else if (ptcv) {
    SAR_TRY(sum_along_curve(deck, ptcv, first, count, function, text));
    if (!*text) return SAR_OK;
  } else {
    *text = sum(deck, first, count, function, frame);
  }
  if (*text && reaction && !size) *text = sar_arena_printf(deck->arena, "-(%s)", *text);
  return *text ? SAR_OK : sar_report_no_memory(deck->context);
}
