#include "result/markup.h"

#include <math.h>
#include <stdbool.h>

void sar_markup_pixels(SarTextFile *file, double value) {
  int64_t hundredths = llround(value * 100), rest = hundredths % 100;
  if (hundredths < 0) sar_text_file_put_char(file, '-'), hundredths = -hundredths, rest = -rest;
  sar_text_file_put_int(file, hundredths / 100);
  if (rest == 0) return;
  sar_text_file_put_char(file, '.');
  sar_text_file_put_char(file, (char)('0' + rest / 10));
  if (rest % 10) sar_text_file_put_char(file, (char)('0' + rest % 10));
}

void sar_markup_attribute(SarTextFile *file, const char *name, double value) {
  sar_text_file_put(file, " ");
  sar_text_file_put(file, name);
  sar_text_file_put(file, "=\"");
  sar_markup_pixels(file, value);
  sar_text_file_put(file, "\"");
}

/* Bytes of the UTF-8 character at text; 0 if there is none that XML allows. */
static int32_t character_length(const unsigned char *text) {
  if (text[0] < 0x80) return text[0] >= 0x20 || text[0] == '\t' || text[0] == '\n' || text[0] == '\r';
  int32_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
  uint32_t code = text[0] & (length == 4 ? 0x07U : length == 3 ? 0x0fU : 0x1fU);
  if (text[0] < 0xc2 || text[0] > 0xf4) return 0;
  for (int32_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (text[i] & 0x3fU);
  }
  bool shortest = code >= (length == 4 ? 0x10000U : length == 3 ? 0x800U : 0x80U);
  bool allowed = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) && code != 0xfffe && code != 0xffff;
  return shortest && allowed ? length : 0;
}

void sar_markup_text(SarTextFile *file, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    int32_t length = character_length(c);
    switch (length == 1 ? *c : 0) {
      case '&': sar_text_file_put(file, "&amp;"); break;
      case '<': sar_text_file_put(file, "&lt;"); break;
      case '>': sar_text_file_put(file, "&gt;"); break;
      case '"': sar_text_file_put(file, "&quot;"); break;
      default:
        if (length == 0) sar_text_file_put(file, "?");
        for (int32_t i = 0; i < length; i++) sar_text_file_put_char(file, (char)c[i]);
    }
    c += length > 0 ? length : 1;
  }
}
