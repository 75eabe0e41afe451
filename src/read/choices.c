/* Words in fields: names of other elements, and choices. */
#include <string.h>

#include "base/text.h"
#include "read/values.h"

/* Frames on the ground carry the prefix of an included file too. */
SarStatus sar_read_reference(SarFile *file, const SarNode *node, const char *what, const char **out) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, what, &text));
  if (!text[0]) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a name",
                      "a name is missing in `%s`", what);
  }
  *out = sar_model_scoped(file->reader->model, &file->names, text);
  return *out ? SAR_OK : sar_read_no_memory(file->reader);
}

SarStatus sar_read_no_choice(SarFile *file, const SarNode *node, const SarField *field, const char *text) {
  SarArena *scratch = file->reader->scratch;
  const char *remedy = sar_arena_printf(scratch, "use one of: %s", field->choices);
  char *words = sar_arena_copy_text(scratch, field->choices), *next;
  if (!remedy || !words) return sar_read_no_memory(file->reader);
  SarSuggestion suggestion = sar_suggestion(text);
  for (char *word = words + strspn(words, " "); *word; word = next) {
    next = word + strcspn(word, " ");
    if (*next) *next++ = 0;
    next += strspn(next, " ");
    sar_suggestion_offer(&suggestion, word);
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "`%s` cannot be `%s`%s%s%s",
                    field->name, text, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}
