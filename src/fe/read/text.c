#define _POSIX_C_SOURCE 200809L

#include "fe/read/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define BUFFER ((size_t)1 << 20) /* no line is longer */

SarStatus sar_fe_text_open(SarContext *context, const char *path, SarSource from, SarFeText *out) {
  const char *name = sar_intern(context, path);
  *out = (SarFeText){.context = context, .name = name, .whole = true, .line = "", .cursor = ""};
  if (!name) return sar_report_no_memory(context);
  SarSource source = from.file ? from : (SarSource){name, 0, 0};
  const char *shown = from.file ? name : NULL;
  SAR_TRY(sar_file_check_regular(context, path, shown, source, "give the name of a file"));
  out->stream = fopen(path, "rb");
  if (!out->stream) return sar_file_report_unreadable(context, shown, source, errno);
  setvbuf(out->stream, NULL, _IONBF, 0);
  out->buffer = malloc(BUFFER);
  return out->buffer ? SAR_OK : sar_report_no_memory(context);
}

void sar_fe_text_close(SarFeText *text) {
  if (text->stream) fclose(text->stream);
  free(text->buffer);
  text->stream = NULL;
  text->buffer = NULL;
}

/* Moves what is left to the front and fills up; false: reading failed. */
static bool fill(SarFeText *text) {
  memmove(text->buffer, text->buffer + text->at, text->filled - text->at);
  text->filled -= text->at;
  text->at = 0;
  size_t count = fread(text->buffer + text->filled, 1, BUFFER - text->filled, text->stream);
  text->filled += count;
  text->ended = count == 0;
  if (!ferror(text->stream)) return true;
  text->status = sar_file_report_unreadable(text->context, NULL, (SarSource){text->name, 0, 0}, EIO);
  return false;
}

/* Where the line ends that begins at `at`; null: not in the buffer. */
static const char *find_end(const SarFeText *text) {
  size_t left = text->filled - text->at;
  return left ? memchr(text->buffer + text->at, '\n', left) : NULL;
}

bool sar_fe_text_line(SarFeText *text) {
  const char *end;
  while (!(end = find_end(text)) && !text->ended) {
    if (text->at == 0 && text->filled == BUFFER) {
      text->number++;
      text->line = text->cursor = text->buffer;
      text->status = sar_fe_text_wrong(text, "give a text file of shorter lines", "this line has over a million bytes");
      return false;
    }
    if (!fill(text)) return false;
  }
  if (!end && text->at == text->filled) return false;
  text->whole = end;
  text->line = text->cursor = text->buffer + text->at;
  text->length = end ? (size_t)(end - text->line) : text->filled - text->at;
  text->at += text->length + (end ? 1 : 0);
  if (text->length && text->line[text->length - 1] == '\r') text->length--;
  text->number++;
  return true;
}

static const char *line_end(const SarFeText *text) { return text->line + text->length; }

bool sar_fe_text_more(SarFeText *text) {
  const char *end = line_end(text);
  while (text->cursor < end && (*text->cursor == ' ' || *text->cursor == '\t')) text->cursor++;
  return text->cursor < end;
}

bool sar_fe_text_int(SarFeText *text, int64_t *value) {
  if (!sar_fe_text_more(text)) return false;
  const char *p = text->cursor, *end = line_end(text);
  bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  const char *digits = p;
  int64_t sum = 0;
  for (; p < end && *p >= '0' && *p <= '9'; p++) {
    if (sum > INT64_MAX / 10 - 1) return false;
    sum = 10 * sum + (*p - '0');
  }
  if (p == digits) return false;
  text->cursor = p;
  *value = negative ? -sum : sum;
  return true;
}

bool sar_fe_text_real(SarFeText *text, double *value) {
  if (!sar_fe_text_more(text)) return false;
  size_t used = sar_text_number(text->cursor, (size_t)(line_end(text) - text->cursor), value);
  if (!used || *value - *value != 0) return false;
  text->cursor += used;
  return true;
}

int sar_fe_text_shown(const SarFeText *text) {
  int64_t left = line_end(text) - text->cursor;
  return left < 40 ? (int)left : 40;
}

/* The same for both. */
static SarStatus report(const SarFeText *text, SarSource source, const char *remedy, const char *format,
                        va_list arguments) {
  char what[512];
  vsnprintf(what, sizeof what, format, arguments);
  return sar_report(text->context, SAR_INPUT, source, NULL, remedy, "%s", what);
}

SarStatus sar_fe_text_wrong(const SarFeText *text, const char *remedy, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  SarSource source = {text->name, text->number, (int32_t)(text->cursor - text->line) + 1};
  SarStatus status = report(text, source, remedy, format, arguments);
  va_end(arguments);
  return status;
}

SarStatus sar_fe_file_wrong(const SarFeText *text, const char *remedy, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  SarStatus status = report(text, (SarSource){text->name, 0, 0}, remedy, format, arguments);
  va_end(arguments);
  return status;
}
