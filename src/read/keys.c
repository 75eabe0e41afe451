/* Messages that all sections share: wrong kinds of nodes, unknown keys, exhausted memory. */
#include <string.h>

#include "base/text.h"
#include "element/synonyms.h"
#include "read/reader.h"

SarStatus sar_read_no_memory(SarReader *reader) {
  if (reader->out_of_memory) return SAR_NO_MEMORY;
  reader->out_of_memory = true;
  return sar_report_no_memory(reader->context);
}

const char *sar_node_kind_text(const SarNode *node) {
  static const char *const texts[] = {"a text", "a list", "a mapping"};
  return texts[node->kind];
}

SarStatus sar_read_expect(SarFile *file, const SarNode *node, SarNodeKind kind, const char *what, const char *takes) {
  if (node->kind == kind) return SAR_OK;
  static const char *const remedies[] = {"write it as one value", "write a list: [.., ..]",
                                         "write a mapping: {key: value}"};
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedies[kind],
                    "`%s` takes %s, not %s", what, takes, sar_node_kind_text(node));
}

SarStatus sar_read_unknown_key(SarFile *file, const SarNode *key, const char *owner, const char *keys,
                               const char **meant_key) {
  SarReader *reader = file->reader;
  char *words = sar_arena_copy_text(reader->scratch, keys), *next;
  if (!words) return sar_read_no_memory(reader);
  SarSuggestion suggestion = sar_suggestion(key->text);
  for (char *word = words + strspn(words, " "); *word; word = next) {
    next = word + strcspn(word, " ");
    if (*next) *next++ = 0;
    next += strspn(next, " ");
    sar_suggestion_offer(&suggestion, word);
  }
  const char *best = sar_suggestion_best(&suggestion), *meant = sar_synonym_of_key(key->text, keys);
  if (meant && (!best || suggestion.distance > 1)) best = meant; /* a slip of one letter comes before another word */
  if (meant_key) *meant_key = best;
  const char *remedy = sar_arena_printf(reader->scratch, "the keys are: %s", keys);
  return sar_report(reader->context, SAR_INPUT, key->source, file->element, remedy, "unknown key `%s` in %s%s%s%s",
                    key->text, owner, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

SarStatus sar_read_check_keys(SarFile *file, const SarNode *mapping, const char *owner, const char *keys) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < mapping->count; i++) {
    if (sar_field_choice(keys, mapping->keys[i]->text) >= 0) continue;
    status = sar_read_unknown_key(file, mapping->keys[i], owner, keys, NULL);
  }
  return status;
}
