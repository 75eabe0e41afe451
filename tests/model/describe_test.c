/* The reference and the schema are made from the class tables: every class and field must be in them, and the JSON must
 * be JSON. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/describe_language.h"
#include "model/model.h"

static char *written(void (*write)(FILE *)) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  write(stream);
  fclose(stream);
  return text;
}

/* ---- a small judge of JSON: returns the position behind a value, null if there is none ---- */

static const char *skip_blanks(const char *p) {
  while (isspace((unsigned char)*p)) p++;
  return p;
}

static const char *skip_text(const char *p) {
  if (*p++ != '"') return NULL;
  for (; *p && *p != '"'; p++) p += *p == '\\' && p[1];
  return *p ? p + 1 : NULL;
}

static const char *skip_value(const char *p);

static const char *skip_members(const char *p, char close, bool keys) {
  p = skip_blanks(p + 1);
  while (*p && *p != close) {
    if (keys) {
      p = skip_text(p);
      if (!p || *(p = skip_blanks(p)) != ':') return NULL;
      p++;
    }
    p = skip_value(p);
    if (!p) return NULL;
    p = skip_blanks(p);
    if (*p == close) break;
    if (*p != ',') return NULL;
    p = skip_blanks(p + 1);
    if (*p == close) return NULL;
  }
  return *p ? p + 1 : NULL;
}

static const char *skip_value(const char *p) {
  p = skip_blanks(p);
  if (*p == '{') return skip_members(p, '}', true);
  if (*p == '[') return skip_members(p, ']', false);
  if (*p == '"') return skip_text(p);
  size_t length = strcspn(p, ",]} \n");
  return length ? p + length : NULL;
}

static void check_json(const char *text) {
  const char *rest = skip_value(text);
  assert_non_null(rest);
  assert_int_equal(*skip_blanks(rest), 0);
}

/* ---- tests ---- */

static void describe_all(FILE *stream) {
  SarContext *context = sar_context_create();
  assert_int_equal(sar_model_describe(context, NULL, stream), SAR_OK);
  sar_context_destroy(&context);
}

static void all_classes_are_listed(void **state) {
  (void)state;
  char *text = written(describe_all);
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    assert_non_null(strstr(text, sar_element_class(i)->name));
    assert_non_null(strstr(text, sar_element_class(i)->summary));
  }
  free(text);
}

static void all_fields_are_described(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_int_equal(sar_model_describe(context, class->name, stream), SAR_OK);
    fclose(stream);
    for (int32_t k = 0; k < class->nfields; k++) {
      assert_non_null(strstr(text, class->fields[k].name));
      assert_non_null(strstr(text, class->fields[k].meaning));
    }
    free(text);
  }
  sar_context_destroy(&context);
}

static void unknown_classes_are_told(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_int_equal(sar_model_describe(context, "revolut", stream), SAR_USAGE);
  fclose(stream);
  assert_string_equal(text, "");
  assert_string_equal(sar_context_get(context, 0)->message,
                      "there is no element type `revolut`; did you mean `revolute`?");
  free(text);
  sar_context_destroy(&context);
}

static void describe_all_json(FILE *stream) { sar_model_describe_json(NULL, stream); }
static void describe_one_json(FILE *stream) { sar_model_describe_json("universal", stream); }

static void json_is_json(void **state) {
  (void)state;
  char *all = written(describe_all_json), *one = written(describe_one_json), *schema = written(sar_model_schema);
  check_json(all);
  check_json(one);
  check_json(schema);
  assert_non_null(strstr(one, "\"angle2_rate\""));
  assert_null(strstr(one, "\"revolute\""));
  assert_non_null(strstr(schema, "https://json-schema.org/draft/2020-12/schema"));
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    for (int32_t k = 0; k < class->nfields; k++) {
      char key[80];
      const char *name = class->fields[k].name, *point = strchr(name, '.');
      snprintf(key, sizeof key, "\"%s\"", name);
      assert_non_null(strstr(all, key));
      snprintf(key, sizeof key, "\"%s\"", point ? point + 1 : name);
      assert_non_null(strstr(schema, key));
    }
  }
  free(all);
  free(one);
  free(schema);
}

/* Every default in the tables can be read, and every class can be added. */
static void defaults_can_be_read(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    char name[16];
    int32_t index;
    snprintf(name, sizeof name, "e%d", (int)i);
    assert_int_equal(sar_model_add_class(model, sar_element_class(i), name, sar_nowhere(), &index), SAR_OK);
    for (int32_t k = 0; k < sar_element_class(i)->nfields; k++) assert_false(model->elements[index].values[k].given);
  }
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* ---- the language ---- */

static char *described(const char *name) {
  char *text = NULL;
  size_t size = 0;
  SarContext *context = sar_context_create();
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  assert_int_equal(sar_model_describe(context, name, stream), SAR_OK);
  fclose(stream);
  sar_context_destroy(&context);
  return text;
}

static void see_function(void *self, const char *name, const char *call) {
  if (!sar_function_meaning(name)) fail_msg("what does %s do?", name);
  if (!strstr(self, call)) fail_msg("%s is not described", call);
}

static void every_function_is_described(void **state) {
  (void)state;
  char *text = described("functions");
  sar_function_each(see_function, text);
  assert_non_null(strstr(text, "step(x, x0, h0, x1, h1)"));
  free(text);
}

static void every_measure_is_described(void **state) {
  (void)state;
  char *text = described("measures");
  for (int32_t i = 0; i < sar_measure_class_count(); i++) {
    const SarMeasureClass *measure = sar_measure_class(i);
    if (!strstr(text, measure->meaning)) fail_msg("%s is not described", measure->name);
  }
  assert_non_null(strstr(text, "dx(frame[, frame][, frame])"));
  free(text);
}

/* Whoever meets a key of the file in a message asks for it by its name. */
static void every_setting_is_described(void **state) {
  (void)state;
  const struct {
    const char *topic, *key, *meaning;
  } settings[] = {
#define SAR_SIMULATE(member, unit, fallback, option, meaning) {"simulate", #member, meaning},
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) {"simulate", #member, meaning},
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) {"output", key, meaning},
#define SAR_OUTPUT_CHOICE(key, kind, meaning) {"output", #key, meaning},
#include "model/simulation.def"
      {"units", "length", "mm"},           {"include", "mirror", "changes its sign"},
      {"include", "needs", "includes it"}, {"parameters", "parameters", "--set"},
      {"for", "0..9", "both ends"},
  };
  for (int i = 0; i < SAR_COUNT(settings); i++) {
    char *text = described(settings[i].topic);
    if (!strstr(text, settings[i].key) || !strstr(text, settings[i].meaning)) {
      fail_msg("%s of %s is not described", settings[i].key, settings[i].topic);
    }
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_is_described), cmocka_unit_test(every_measure_is_described),
      cmocka_unit_test(all_classes_are_listed),      cmocka_unit_test(all_fields_are_described),
      cmocka_unit_test(unknown_classes_are_told),    cmocka_unit_test(json_is_json),
      cmocka_unit_test(defaults_can_be_read),        cmocka_unit_test(every_setting_is_described),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
