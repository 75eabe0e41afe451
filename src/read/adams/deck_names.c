/* Names: the last part of the name that Adams/View has given, with `_` for whatever no name may have, else kind and
 * number. Names of elements are unique over all sections; markers are frames of their part, and unique in it. Who comes
 * second gets `_2`. */
#include <string.h>

#include "model/model.h"
#include "read/adams/deck_index.h"
#include "read/taken.h"

/* ---- wanted names ---- */

static const char *wanted_name(SarDeck *deck, const SarStatement *statement) {
  const char *prefix = statement->class->prefix, *label = statement->label;
  const char *dot = label ? strrchr(label, '.') : NULL;
  if (dot) label = dot + 1;
  if (!label || !label[0]) return sar_arena_printf(deck->arena, "%s%lld", prefix, (long long)statement->id);
  return sar_name_of(deck->arena, label, prefix);
}

static bool is_ground(const SarStatement *statement) {
  return strcmp(statement->class->name, "PART") == 0 && sar_statement_has(statement, "GROUND");
}

/* Kinds that are no elements of a model wait, so that they do not take the names of those that are. */
static bool is_data(const SarStatement *statement) {
  return sar_field_choice("GRAPHICS CURVE ARRAY STRING MATRIX PINPUT POUTPUT PSTATE", statement->class->name) >= 0;
}

static SarStatus name_elements(SarDeck *deck, SarTakenNames *names, bool data) {
  for (int32_t i = 0; i < deck->statements.count; i++) {
    SarStatement *statement = &deck->statements.all[i];
    if (!statement->class->prefix[0] || statement->id < 0 || is_data(statement) != data) continue;
    if (strcmp(statement->class->name, "MARKER") == 0) continue;
    const char *wanted = is_ground(statement) ? "ground" : wanted_name(deck, statement);
    statement->name = is_ground(statement) || !wanted ? wanted : sar_take_name(names, wanted, SAR_TAKEN_ELEMENT);
    if (!statement->name) return sar_report_no_memory(deck->context);
  }
  return SAR_OK;
}

/* ---- markers ---- */

static const char *const owners[] = {"PART", "POINT_MASS", "FLEX_BODY", "FE_PART"};

SarStatus sar_deck_part_of(SarDeck *deck, const SarStatement *marker, const SarStatement **part) {
  *part = NULL;
  if (marker->faulty) return SAR_INPUT; /* that has been said */
  for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
    if (sar_statement_has(marker, owners[i])) return sar_deck_refer(deck, marker, owners[i], 0, owners[i], part);
  }
  return sar_report(deck->context, SAR_INPUT, marker->source, sar_deck_title(deck, marker), "write PART = id",
                    "the marker has no part");
}

static SarStatus name_markers(SarDeck *deck, SarTakenNames *names) {
  const SarStatements *statements = &deck->statements;
  SarStatus status = SAR_OK;
  deck->index->frames = SAR_NEW(deck->arena, statements->count + 1, const char *);
  deck->index->named = SAR_NEW(deck->arena, statements->count + 1, bool);
  if (!deck->index->frames || !deck->index->named) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < statements->count; i++) {
    SarStatement *marker = &statements->all[i];
    const SarStatement *part;
    if (strcmp(marker->class->name, "MARKER") != 0 || marker->id < 0) continue;
    if (marker->faulty) continue;
    if (sar_deck_part_of(deck, marker, &part) != SAR_OK) {
      marker->faulty = true;
      status = SAR_INPUT;
      continue;
    }
    const char *wanted = wanted_name(deck, marker);
    marker->name = wanted ? sar_take_name(names, wanted, (int32_t)(part - statements->all)) : NULL;
    if (marker->name && part->name && !sar_statement_has(marker, "FLOATING")) {
      deck->index->frames[i] = sar_arena_printf(deck->arena, "%s.%s", part->name, marker->name);
      if (!deck->index->frames[i]) marker->name = NULL;
    }
    if (!marker->name) return sar_report_no_memory(deck->context);
  }
  return status;
}

SarStatus sar_deck_name_statements(SarDeck *deck) {
  SarTakenNames names = {.arena = deck->arena};
  SAR_TRY(name_elements(deck, &names, false));
  SAR_TRY(name_elements(deck, &names, true));
  return name_markers(deck, &names);
}

const char *sar_deck_frame(SarDeck *deck, const SarStatement *marker) {
  deck->index->named[marker - deck->statements.all] = true;
  return deck->index->frames[marker - deck->statements.all];
}

SarStatus sar_deck_frame_of(SarDeck *deck, const SarStatement *statement, const char *argument, const char **out) {
  const SarStatement *marker;
  *out = NULL;
  SAR_TRY(sar_deck_refer(deck, statement, argument, 0, "MARKER", &marker));
  *out = sar_deck_frame(deck, marker);
  if (*out) return SAR_OK;
  if (marker->faulty) return SAR_INPUT; /* that has been said */
  return sar_report(deck->context, SAR_INPUT, sar_statement_argument(statement, argument)->values[0].source,
                    sar_deck_title(deck, statement), "name a marker that is fixed on a part",
                    "MARKER/%lld floats: it has no place of its own", (long long)marker->id);
}
