/* JSON in memory: the writer of base on a stream that grows. */
#define _POSIX_C_SOURCE 200809L

#include "result/facts.h"

#include <stdlib.h>

#include "base/json.h"

/* Closes the stream; null if anything failed on the way. */
static char *closed(FILE *stream, char **text) {
  if (fclose(stream) == 0) return *text;
  free(*text);
  return NULL;
}

char *sar_facts_parameters(const SarModel *model) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) return NULL;
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  const char *name;
  double value;
  for (int32_t i = 0; sar_model_parameter(model, i, &name, &value); i++) sar_json_put_real(&json, name, value);
  sar_json_end_object(&json);
  return closed(stream, &text);
}

char *sar_facts_units(const SarUnits *units) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) return NULL;
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "length", units->length_name);
  sar_json_put_text(&json, "mass", units->mass_name);
  sar_json_put_text(&json, "time", units->time_name);
  sar_json_put_text(&json, "force", units->force_name);
  sar_json_put_text(&json, "angle", units->angle_name);
  sar_json_end_object(&json);
  return closed(stream, &text);
}
