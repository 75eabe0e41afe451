/* Words in fields: names of other elements, and choices. */
#include "read/values.h"

/* Frames on the ground carry the prefix of an included file too. */
SarStatus sar_read_reference(SarFile *file, const SarNode *node, const char *what, const char **out) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, what, &text));
  if (!text[0]) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a name",
                      "a name is missing in `%s`", what);
  }
  *out = sar_model_prefixed(file->reader->model, file->prefix, text);
  return *out ? SAR_OK : sar_read_no_memory(file->reader);
}

SarStatus sar_read_no_choice(SarFile *file, const SarNode *node, const SarField *field, const char *text) {
  const char *remedy = sar_arena_printf(file->reader->scratch, "use one of: %s", field->choices);
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "`%s` cannot be `%s`",
                    field->name, text);
}
