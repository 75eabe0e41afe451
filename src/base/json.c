/* A JSON writer that keeps no tree: it only remembers, for every open object or array, whether a comma is due. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

SarJson sar_json(FILE *stream) { return (SarJson){.stream = stream}; }

/* What must stand before a value: nothing behind a key, a comma behind another value. */
static void separate(SarJson *json) {
  if (json->after_key) {
    json->after_key = false;
    return;
  }
  if (json->after_item[json->depth]) fputc(',', json->stream);
  json->after_item[json->depth] = true;
}

static void begin(SarJson *json, char bracket) {
  assert(json->depth + 1 < SAR_JSON_DEPTH);
  separate(json);
  fputc(bracket, json->stream);
  json->after_item[++json->depth] = false;
}

static void end(SarJson *json, char bracket) {
  assert(json->depth > 0 && !json->after_key);
  json->depth--;
  fputc(bracket, json->stream);
}

void sar_json_begin_object(SarJson *json) { begin(json, '{'); }
void sar_json_end_object(SarJson *json) { end(json, '}'); }
void sar_json_begin_array(SarJson *json) { begin(json, '['); }
void sar_json_end_array(SarJson *json) { end(json, ']'); }

/* Length of the well-formed UTF-8 sequence at p, 0 if it is not one (RFC 3629, table 3-7 of Unicode). */
static int utf8_length(const unsigned char *p) {
  if (p[0] < 0x80) return 1;
  int length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
  if (p[0] < 0xc2 || p[0] > 0xf4) return 0;
  for (int i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
  bool beyond = (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf4 && p[1] >= 0x90);
  return overlong || beyond ? 0 : length;
}

static void write_ascii(const SarJson *json, unsigned char c) {
  FILE *stream = json->stream;
  static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
  const char *found = memchr(plain, c, sizeof plain - 1);
  if (found) {
    fputc('\\', stream);
    fputc(letter[found - plain], stream);
  } else if (c < 0x20 || c == 0x7f || (json->in_html && strchr("<>&", c))) {
    fprintf(stream, "\\u%04x", c);
  } else {
    fputc(c, stream);
  }
}

/* File names may hold any bytes; those that are not UTF-8 become the replacement character. */
static void write_string(const SarJson *json, const char *text) {
  FILE *stream = json->stream;
  fputc('"', stream);
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    int length = utf8_length(p);
    bool separator = json->in_html && length == 3 && p[0] == 0xe2 && p[1] == 0x80 && (p[2] & 0xfe) == 0xa8;
    if (length == 1) write_ascii(json, *p);
    if (length == 0) fputs("\\ufffd", stream);
    bool control = length == 2 && p[0] == 0xc2 && p[1] < 0xa0; /* U+0080 to U+009F: terminals obey them */
    if (control) fprintf(stream, "\\u%04x", p[1]);
    if (separator) fputs(p[2] == 0xa8 ? "\\u2028" : "\\u2029", stream);
    if (length > 1 && !separator && !control) fwrite(p, 1, (size_t)length, stream);
    p += length ? length : 1;
  }
  fputc('"', stream);
}

void sar_json_key(SarJson *json, const char *key) {
  assert(!json->after_key);
  separate(json);
  write_string(json, key);
  fputc(':', json->stream);
  json->after_key = true;
}

void sar_json_text(SarJson *json, const char *text) {
  separate(json);
  if (text) {
    write_string(json, text);
  } else {
    fputs("null", json->stream);
  }
}

void sar_json_plain(SarJson *json, const char *text, size_t length) {
  separate(json);
  fputc('"', json->stream);
  fwrite(text, 1, length, json->stream);
  fputc('"', json->stream);
}

void sar_json_real(SarJson *json, double value) {
  separate(json);
  if (!isfinite(value)) {
    fputs("null", json->stream);
    return;
  }
  char digits[SAR_NUMBER_SIZE];
  sar_format_real(digits, value);
  fputs(digits, json->stream);
}

void sar_json_int(SarJson *json, int64_t value) {
  separate(json);
  fprintf(json->stream, "%" PRId64, value);
}

void sar_json_bool(SarJson *json, bool value) {
  separate(json);
  fputs(value ? "true" : "false", json->stream);
}

void sar_json_put_text(SarJson *json, const char *key, const char *text) {
  sar_json_key(json, key);
  sar_json_text(json, text);
}

void sar_json_put_real(SarJson *json, const char *key, double value) {
  sar_json_key(json, key);
  sar_json_real(json, value);
}

void sar_json_put_int(SarJson *json, const char *key, int64_t value) {
  sar_json_key(json, key);
  sar_json_int(json, value);
}

void sar_json_put_bool(SarJson *json, const char *key, bool value) {
  sar_json_key(json, key);
  sar_json_bool(json, value);
}

void sar_json_put_reals(SarJson *json, const char *key, const double *values, int32_t count) {
  sar_json_key(json, key);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < count; i++) sar_json_real(json, values[i]);
  sar_json_end_array(json);
}

void sar_json_put_texts(SarJson *json, const char *key, const char *const *texts, int32_t count) {
  sar_json_key(json, key);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < count; i++) sar_json_text(json, texts[i]);
  sar_json_end_array(json);
}
