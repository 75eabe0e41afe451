#include "model/schema_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void put_description(SarJson *json, const char *description) {
  if (description) sar_json_put_text(json, "description", description);
}

void sar_schema_reference(SarJson *json, const char *key, const char *definition, const char *description) {
  char text[96];
  snprintf(text, sizeof text, "#/$defs/%s", definition);
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "$ref", text);
  put_description(json, description);
  sar_json_end_object(json);
}

void sar_schema_array(SarJson *json, const char *key, const char *item, int least, int most) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "array");
  sar_schema_reference(json, "items", item, NULL);
  if (least) sar_json_put_int(json, "minItems", least);
  if (most) sar_json_put_int(json, "maxItems", most);
  sar_json_end_object(json);
}

void sar_schema_words(SarJson *json, const char *name, const char *words) {
  sar_json_key(json, name);
  sar_json_begin_array(json);
  char word[64];
  for (const char *at = words; *(at += strspn(at, " "));) {
    size_t length = strcspn(at, " "), kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, at, kept);
    word[kept] = 0;
    sar_json_text(json, word);
    at += length;
  }
  sar_json_end_array(json);
}

void sar_schema_enum(SarJson *json, const char *key, const char *words, const char *description) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_schema_words(json, "enum", words);
  put_description(json, description);
  sar_json_end_object(json);
}

void sar_schema_begin_object(SarJson *json, const char *key, const char *description, const char *required) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  put_description(json, description);
  sar_json_put_bool(json, "additionalProperties", false);
  if (required) sar_schema_words(json, "required", required);
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
}

void sar_schema_end_object(SarJson *json) {
  sar_json_end_object(json);
  sar_json_end_object(json);
}

void sar_schema_map(SarJson *json, const char *key, const char *names, const char *definition,
                    const char *description) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  put_description(json, description);
  sar_schema_reference(json, "propertyNames", names, NULL);
  sar_schema_reference(json, "additionalProperties", definition, NULL);
  sar_json_end_object(json);
}

void sar_schema_begin_any(SarJson *json, const char *key, const char *description) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  put_description(json, description);
  sar_json_key(json, "anyOf");
  sar_json_begin_array(json);
}

void sar_schema_end_any(SarJson *json) {
  sar_json_end_array(json);
  sar_json_end_object(json);
}

/* One value without blanks around it. */
static void put_value(SarJson *json, const char *text, size_t length) {
  double value;
  char word[64];
  if (length >= sizeof word) length = sizeof word - 1;
  memcpy(word, text, length);
  word[length] = 0;
  if (length && sar_text_number(word, length, &value) == length) {
    sar_json_real(json, value);
  } else if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
    sar_json_bool(json, word[0] == 't');
  } else {
    sar_json_text(json, word);
  }
}

void sar_schema_default(SarJson *json, const char *text) {
  if (!text || !text[0]) return;
  sar_json_key(json, "default");
  if (text[0] != '[') {
    put_value(json, text, strlen(text));
    return;
  }
  sar_json_begin_array(json);
  for (const char *at = text + 1; *(at += strspn(at, ", ")) && *at != ']';) {
    size_t length = strcspn(at, ", ]");
    put_value(json, at, length);
    at += length;
  }
  sar_json_end_array(json);
}
