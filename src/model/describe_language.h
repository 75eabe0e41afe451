/* Parts of `sarrus describe` that speak of the language; used by describe.c, and by tests. */
#ifndef SAR_MODEL_DESCRIBE_LANGUAGE_H
#define SAR_MODEL_DESCRIBE_LANGUAGE_H

#include <stdio.h>

#include "base/json.h"
#include "model/model.h"

/* functions, measures, splines, ..: what is no element; null past the end. */
const char *sar_describe_topic(int32_t index);
void sar_describe_write_topic(int32_t index, FILE *stream);

/* The entries of a topic as objects of an open array; false: it has none. */
bool sar_describe_put_topic(SarJson *json, const char *name);

/* All functions of the language with the text of a call, and what they do; null: not known. */
void sar_function_each(void (*see)(void *self, const char *name, const char *call), void *self);
const char *sar_function_meaning(const char *name);

#endif
