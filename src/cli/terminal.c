#include "cli/terminal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the character at c if it is whole and may be shown as it is; 0: it is escaped. */
static size_t shown_length(const unsigned char *c) {
  if (*c < 0x80) return *c == '\n' || (*c >= ' ' && *c != 0x7f);
  size_t length = *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
  bool lead = *c >= 0xc2 && *c <= 0xf4;
  bool control = *c == 0xc2 && c[1] <= 0x9f;
  if (!lead || control) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((c[i] & 0xc0) != 0x80) return 0; /* the zero at the end is none either */
  }
  return length;
}

void sar_terminal_put(const char *text, FILE *stream) {
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    size_t length = shown_length(c);
    if (length) {
      fwrite(c, 1, length, stream);
      c += length;
    } else {
      fprintf(stream, "\\x%02x", *c++);
    }
  }
}

static void put_formatted(FILE *stream, const char *format, va_list arguments) {
  char room[512], *text = room;
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(room, sizeof room, format, arguments);
  if (length >= (int)sizeof room) {
    text = malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
  }
  va_end(again);
  if (length >= 0) sar_terminal_put(text ? text : room, stream); /* without memory: its beginning */
  if (text != room) free(text);
}

void sar_print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_formatted(stdout, format, arguments);
  va_end(arguments);
}

void sar_print_to(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_formatted(stream, format, arguments);
  va_end(arguments);
}
