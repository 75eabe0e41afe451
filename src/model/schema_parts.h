/* Pieces of which the JSON schema is put together; used by schema*.c only. */
#ifndef SAR_MODEL_SCHEMA_PARTS_H
#define SAR_MODEL_SCHEMA_PARTS_H

#include "base/json.h"
#include "element/fields.h"

/* key: {$ref: #/$defs/definition, description} ; description may be null */
void sar_schema_reference(SarJson *json, const char *key, const char *definition, const char *description);

/* {type: array, items: {$ref}, minItems, maxItems}; most = 0: no limit; key may be null */
void sar_schema_array(SarJson *json, const char *key, const char *item, int least, int most);

/* {type: object, additionalProperties: false, required: [words], properties: { ... up to sar_schema_end_object.
 * required may be null. */
void sar_schema_begin_object(SarJson *json, const char *key, const char *description, const char *required);
void sar_schema_end_object(SarJson *json);

/* {enum: [words separated by blanks]} */
void sar_schema_enum(SarJson *json, const char *key, const char *words, const char *description);

/* "name": [words separated by blanks] */
void sar_schema_words(SarJson *json, const char *name, const char *words);

/* A mapping from names to values of one definition. names: the definition of the keys. */
void sar_schema_map(SarJson *json, const char *key, const char *names, const char *definition, const char *description);

/* {anyOf: [ ... up to sar_schema_end_any */
void sar_schema_begin_any(SarJson *json, const char *key, const char *description);
void sar_schema_end_any(SarJson *json);

/* The default as the table writes it: a number, true, false, a list of numbers, or a text. Nothing for "" and null. */
void sar_schema_default(SarJson *json, const char *text);

/* The definitions of all kinds of values (schema_values.c), and the name of a field kind's. */
void sar_schema_value_kinds(SarJson *json);
const char *sar_schema_definition(SarFieldKind kind);

/* The definition of `profile` of a shape, and those that it needs (schema_profile.c). */
void sar_schema_profile(SarJson *json);

#endif
