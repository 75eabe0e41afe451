/* Writes one JSON value to a stream, with commas and escapes in the right places. Numbers have as many digits as they
 * need; nan and infinities, which JSON lacks, become null. */
#ifndef SAR_BASE_JSON_H
#define SAR_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define SAR_JSON_DEPTH 32

typedef struct SarJson {
  FILE *stream;
  int depth;
  bool after_item[SAR_JSON_DEPTH]; /* a comma is due at this depth */
  bool after_key;
  bool in_html; /* texts have < > & as escapes, and the two line separators that end lines in scripts: nothing in them
                   can end the element of a page that holds the value */
} SarJson;

SarJson sar_json(FILE *stream);
void sar_json_begin_object(SarJson *json);
void sar_json_end_object(SarJson *json);
void sar_json_begin_array(SarJson *json);
void sar_json_end_array(SarJson *json);
void sar_json_key(SarJson *json, const char *key);
void sar_json_text(SarJson *json, const char *text);                 /* null -> null */
void sar_json_plain(SarJson *json, const char *text, size_t length); /* a text without anything to escape: base64 */
void sar_json_real(SarJson *json, double value);
void sar_json_int(SarJson *json, int64_t value);
void sar_json_bool(SarJson *json, bool value);
/* key and value at once */
void sar_json_put_text(SarJson *json, const char *key, const char *text);
void sar_json_put_real(SarJson *json, const char *key, double value);
void sar_json_put_int(SarJson *json, const char *key, int64_t value);
void sar_json_put_bool(SarJson *json, const char *key, bool value);
/* key and array */
void sar_json_put_reals(SarJson *json, const char *key, const double *values, int32_t count);
void sar_json_put_texts(SarJson *json, const char *key, const char *const *texts, int32_t count);

#endif
