/* Names made of counters: "link{i+1}.start" becomes "link8.start". */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "read/reader.h"

#define LONGEST_TEXT 65536 /* letters of a text with braces */

/* Replaces the {expression} at *at by its value. */
static SarStatus replace_one(SarFile *file, const SarNode *node, const char **at, char *number, size_t size) {
  SarReader *reader = file->reader;
  const char *end = strchr(*at, '}');
  SarSource source = node->inside;
  source.column += (int32_t)(*at - node->text) + 1;
  if (!end) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "close it with `}`",
                      "a `{` is not closed in `%s`", node->text);
  }
  const char *text = sar_arena_copy_text_n(reader->scratch, *at + 1, (size_t)(end - *at - 1));
  if (!text) return sar_read_no_memory(reader);
  int64_t value;
  SAR_TRY(sar_read_integer(file, text, source, "a number in a name", &value));
  snprintf(number, size, "%" PRId64, value);
  *at = end + 1;
  return SAR_OK;
}

SarStatus sar_read_text(SarFile *file, const SarNode *node, const char *what, const char **out) {
  SarReader *reader = file->reader;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, what, "a text"));
  *out = node->text;
  if (!strchr(node->text, '{')) return SAR_OK;
  size_t length = strlen(node->text), used = 0;
  if (length > LONGEST_TEXT) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "use a shorter text",
                      "a text with braces has %zu letters", length);
  }
  size_t room = length + 1; /* a brace of at least three letters gives at most 20 */
  for (const char *p = node->text; *p; p++) room += *p == '{' ? 24 : 0;
  char *text = sar_arena_alloc(reader->scratch, room, 1);
  if (!text) return sar_read_no_memory(reader);
  for (const char *at = node->text; *at;) {
    if (*at != '{') {
      text[used++] = *at++;
      continue;
    }
    SAR_TRY(replace_one(file, node, &at, text + used, 24));
    used += strlen(text + used);
  }
  *out = text;
  return SAR_OK;
}
