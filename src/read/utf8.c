/* Is it text? Binary files and other encodings are found before the parser sees them, so that the message can say
 * where and what. */
#include <string.h>

#include "read/node.h"

size_t sar_utf8_length(const char *text, size_t left) {
  const unsigned char *p = (const unsigned char *)text;
  if (p[0] < 0x80) return 1;
  size_t n = p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : p[0] >= 0xE0 && p[0] < 0xF0 ? 3 : p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : 0;
  if (!n || n > left) return 0;
  for (size_t i = 1; i < n; i++) {
    if ((p[i] & 0xC0) != 0x80) return 0;
  }
  if (p[0] == 0xE0 && p[1] < 0xA0) return 0;
  if (p[0] == 0xED && p[1] > 0x9F) return 0;
  if (p[0] == 0xF0 && p[1] < 0x90) return 0;
  if (p[0] == 0xF4 && p[1] > 0x8F) return 0;
  return n;
}

/* Files that are not text and are easily taken for a model. */
static const struct {
  const char *start, *what, *remedy;
  size_t length;
} kinds[] = {
    {"\x89HDF", "the file is HDF5, not text", "give the model, not its results", 4},
    {"\x89PNG", "the file is a picture, not text", "a model is a YAML text file", 4},
    {"\x1F\x8B", "the file is compressed, not text", "unpack it first", 2},
    {"PK\x03\x04", "the file is a ZIP archive, not text", "unpack it first", 4},
    {"\xFF\xFE", "the file is UTF-16 text", "save the file as UTF-8", 2},
    {"\xFE\xFF", "the file is UTF-16 text", "save the file as UTF-8", 2},
};

static SarStatus check_kind(SarContext *context, SarSource at, const char *text, size_t length) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (length < kinds[i].length || memcmp(text, kinds[i].start, kinds[i].length) != 0) continue;
    return sar_report(context, SAR_INPUT, at, NULL, kinds[i].remedy, "%s", kinds[i].what);
  }
  return SAR_OK;
}

static bool is_control(unsigned char c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

SarStatus sar_read_check_text(SarContext *context, const char *file, const char *text, size_t length) {
  SarSource at = {file, 1, 1};
  const unsigned char *bytes = (const unsigned char *)text;
  SAR_TRY(check_kind(context, at, text, length));
  for (size_t i = 0; i < length;) {
    if (is_control(bytes[i])) {
      return sar_report(context, SAR_INPUT, at, NULL, "a model is a YAML text file",
                        "the control character 0x%02X is not text", bytes[i]);
    }
    size_t n = sar_utf8_length(text + i, length - i);
    if (!n) {
      return sar_report(context, SAR_INPUT, at, NULL, "save the file as UTF-8", "the byte 0x%02X is not UTF-8 text",
                        bytes[i]);
    }
    at.column++;
    if (bytes[i] == '\n') {
      at.line++;
      at.column = 1;
    }
    i += n;
  }
  return SAR_OK;
}
