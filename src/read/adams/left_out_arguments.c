/* Which statements the arguments of another one name by their numbers. */
#include <stdlib.h>
#include <string.h>

#include "read/adams/left_out.h"

/* The kind of statement whose number an argument is; null: none that could be left out, or others look after it. */
static const char *kind_of(const SarStatement *statement, const char *argument) {
  static const char *const kinds[][2] = {{"MARKER", " I J JFLOAT RM CV IMARKERS IRM JRM IICM JICM ICM "},
                                         {"JOINT", " JOINT JOINTS "},
                                         {"VARIABLE", " VARIABLES "},
                                         {"CURVE", " CURVE ICURVE JCURVE "},
                                         {"PART", " PART "},
                                         {"POINT_MASS", " POINT_MASS "},
                                         {"FLEX_BODY", " FLEX_BODY "},
                                         {"FE_PART", " FE_PART "}};
  static const char *const others[] = {"MATRIX", "GRAPHICS", "PART", "POINT_MASS"};
  size_t length = strlen(argument);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (strcmp(statement->class->name, others[i]) == 0) return NULL;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const char *found = strstr(kinds[i][1], argument);
    if (found && found[-1] == ' ' && found[length] == ' ') return kinds[i][0];
  }
  bool array = strcmp(statement->class->name, "LSE") == 0 || strcmp(statement->class->name, "TFSISO") == 0;
  return array && strcmp(argument, "U") == 0 ? "ARRAY" : NULL;
}

/* A marker goes without a word: something was said of its part. */
static SarStatus go_along(SarDeck *deck, const SarStatement *statement, SarSource source, const SarStatement *named) {
  if (strcmp(statement->class->name, "MARKER") == 0) return sar_deck_leave_out(deck, statement);
  return sar_deck_refuse(deck, statement, source, NULL, "%s, which it names, is left out", sar_deck_title(deck, named));
}

SarStatus sar_deck_follow_arguments(SarDeck *deck, const SarStatement *statement, bool *out) {
  *out = false;
  for (int32_t i = 0; deck->options->skip_unsupported && i < statement->count; i++) {
    const SarArgument *argument = &statement->arguments[i];
    const char *kind = argument->form == SAR_FORM_IDS ? kind_of(statement, argument->name) : NULL;
    for (int32_t k = 0; kind && k < argument->count; k++) {
      const SarStatement *named = sar_deck_find(deck, kind, strtoll(argument->values[k].text, NULL, 10));
      if (!named) continue;
      SAR_TRY(sar_deck_note_use(deck, statement, named));
      if (!sar_deck_is_left_out(deck, named)) continue;
      *out = true;
      return go_along(deck, statement, argument->values[k].source, named);
    }
  }
  return SAR_OK;
}
