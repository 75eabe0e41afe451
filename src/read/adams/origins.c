/* What Adams calls the elements of the model, for its results files: numbers of statements, and names and units of what
 * requests ask for. */
#include <stdlib.h>
#include <string.h>

#include "read/adams/deck.h"

static int by_name(const void *a, const void *b) {
  return strcmp(((const SarModelOrigin *)a)->name, ((const SarModelOrigin *)b)->name);
}

/* Markers are frames of their parts, whose names are no names of elements. */
static bool is_element(const SarStatement *statement) {
  return statement->name && statement->id > 0 && strcmp(statement->class->name, "MARKER") != 0;
}

/* 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 expressions */
static int32_t kind_of(const SarStatement *statement) {
  static const char *const kinds[] = {"DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE"};
  for (int32_t i = 0; i < SAR_COUNT(kinds); i++) {
    if (sar_statement_has(statement, kinds[i])) return i + 1;
  }
  return SAR_COUNT(kinds) + 1;
}

static SarStatus make_request(SarDeck *deck, const SarStatement *statement, const SarModelRequest **out) {
  SarModelRequest *request = SAR_NEW(deck->arena, 1, SarModelRequest);
  if (!request) return sar_report_no_memory(deck->context);
  request->kind = kind_of(statement);
  request->title = sar_deck_text(statement, "RESULTS_NAME", 0);
  for (int32_t i = 0; i < SAR_REQUEST_COMPONENTS; i++) {
    request->components[i] = sar_deck_text(statement, "CNAMES", i);
    request->units[i] = sar_deck_text(statement, "CUNITS", i);
  }
  *out = request;
  return SAR_OK;
}

SarStatus sar_deck_origins(SarDeck *deck, const SarModelOrigin **origins, int32_t *count) {
  SarModelOrigin *all = SAR_NEW(deck->arena, deck->statements.count + 1, SarModelOrigin);
  if (!all) return sar_report_no_memory(deck->context);
  *count = 0;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *statement = &deck->statements.all[i];
    if (!is_element(statement)) continue;
    SarModelOrigin *one = &all[(*count)++];
    *one = (SarModelOrigin){.name = statement->name, .number = statement->id};
    if (strcmp(statement->class->name, "REQUEST") == 0) SAR_TRY(make_request(deck, statement, &one->request));
  }
  qsort(all, (size_t)*count, sizeof *all, by_name);
  *origins = all;
  return SAR_OK;
}
