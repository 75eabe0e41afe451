#include "study/keys.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "study/optimize_method.h"
#include "study/reduction.h"

/* ---- for the reader: a blank before each of them ---- */

#define WORD(name, ...) " " name
static const char study_words[] =
#define SAR_KEY_STUDY WORD
#include "study/keys.def"
    ;
static const char sample_words[] =
#define SAR_KEY_SAMPLE WORD
#include "study/keys.def"
    ;
static const char optimize_words[] =
#define SAR_KEY_OPTIMIZE WORD
#include "study/keys.def"
    ;
static const char fit_words[] =
#define SAR_KEY_FIT WORD
#include "study/keys.def"
    ;

const char *const sar_study_keys = study_words + 1;
const char *const sar_sample_keys = sample_words + 1;
const char *const sar_optimize_keys = optimize_words + 1;
const char *const sar_fit_keys = fit_words + 1;

/* ---- for people ---- */

typedef enum Kind {
  TEXT,
  NUMBER,
  WHOLE,
  NUMBERS, /* names with numbers */
  TEXTS,   /* names with texts */
  NAMES,   /* a name, or a list of them */
  LIMITS,  /* names with a limit, or a list of them */
  PAIR,    /* two numbers */
  SCALE,
  KIND,
  KEEP,
  VARY,
  SAMPLE,
  OPTIMIZE,
  FIT
} Kind;

typedef struct Key {
  const char *name;
  Kind kind;
  const char *takes, *usual, *meaning;
} Key;

#define KEY(word, what, given, otherwise, words) {word, what, given, otherwise, words},
static const Key study_keys[] = {
#define SAR_KEY_STUDY KEY
#include "study/keys.def"
    {NULL, TEXT, "", "", ""}};
static const Key vary_keys[] = {
#define SAR_KEY_VARY KEY
#include "study/keys.def"
    {NULL, TEXT, "", "", ""}};
static const Key sample_keys[] = {
#define SAR_KEY_SAMPLE KEY
#include "study/keys.def"
    {NULL, TEXT, "", "", ""}};
static const Key optimize_keys[] = {
#define SAR_KEY_OPTIMIZE KEY
#include "study/keys.def"
    {NULL, TEXT, "", "", ""}};
static const Key fit_keys[] = {
#define SAR_KEY_FIT KEY
#include "study/keys.def"
    {NULL, TEXT, "", "", ""}};

static const struct {
  const char *name, *title;
  const Key *keys;
} sections[] = {{"study", "keys of a study", study_keys},
                {"vary", "a parameter of `vary`: a list of values, or", vary_keys},
                {"sample", "`sample`", sample_keys},
                {"optimize", "`optimize`", optimize_keys},
                {"fit", "`fit`", fit_keys}};
enum { SECTIONS = sizeof sections / sizeof *sections };

void sar_study_describe(FILE *stream) {
  for (int i = 0; i < SECTIONS; i++) {
    fprintf(stream, "%s%s\n  %-14s %-32s %-12s %s\n", i ? "\n" : "", sections[i].title, "name", "takes", "default",
            "meaning");
    for (const Key *k = sections[i].keys; k->name; k++) {
      fprintf(stream, "  %-14s %-32s %-12s %s\n", k->name, k->takes, k->usual, k->meaning);
    }
  }
  fputs("\nfunctions of responses, over the rows of a run\n", stream);
  const SarReductionInfo *info;
  for (int32_t i = 0; (info = sar_reduction(i)); i++) fprintf(stream, "  %-46s %s\n", info->form, info->summary);
  fputs("\nmethods of `optimize`\n", stream);
  const SarOptimizeMethod *method;
  for (int32_t i = 0; (method = sar_optimize_method(i)); i++) {
    fprintf(stream, "  %-14s %s\n", method->name, method->summary);
  }
}

/* ---- for programs ---- */

static void put_named(SarJson *json, const char *name, const char *second, const char *text) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", name);
  if (second) sar_json_put_text(json, "form", second);
  sar_json_put_text(json, "meaning", text);
  sar_json_end_object(json);
}

void sar_study_describe_json(FILE *stream) {
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  for (int i = 0; i < SECTIONS; i++) {
    sar_json_key(&json, sections[i].name);
    sar_json_begin_array(&json);
    for (const Key *k = sections[i].keys; k->name; k++) {
      sar_json_begin_object(&json);
      sar_json_put_text(&json, "name", k->name);
      sar_json_put_text(&json, "takes", k->takes);
      sar_json_put_text(&json, "default", k->usual);
      sar_json_put_text(&json, "meaning", k->meaning);
      sar_json_end_object(&json);
    }
    sar_json_end_array(&json);
  }
  sar_json_key(&json, "functions");
  sar_json_begin_array(&json);
  const SarReductionInfo *info;
  for (int32_t i = 0; (info = sar_reduction(i)); i++) put_named(&json, info->name, info->form, info->summary);
  sar_json_end_array(&json);
  sar_json_key(&json, "methods");
  sar_json_begin_array(&json);
  const SarOptimizeMethod *method;
  for (int32_t i = 0; (method = sar_optimize_method(i)); i++) put_named(&json, method->name, NULL, method->summary);
  sar_json_end_array(&json);
  sar_json_end_object(&json);
  fputc('\n', stream);
}

/* ---- the schema ---- */

static void put_reference(SarJson *json, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "#/$defs/%s", name);
  sar_json_put_text(json, "$ref", path);
}

static void put_list_of(SarJson *json, const char *name) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "array");
  sar_json_key(json, "items");
  sar_json_begin_object(json);
  put_reference(json, name);
  sar_json_end_object(json);
  sar_json_end_object(json);
}

static void put_single(SarJson *json, const char *name) {
  sar_json_begin_object(json);
  put_reference(json, name);
  sar_json_end_object(json);
}

/* One of these, or a list of them. */
static void put_one_or_list(SarJson *json, const char *name) {
  sar_json_key(json, "anyOf");
  sar_json_begin_array(json);
  put_single(json, name);
  put_list_of(json, name);
  sar_json_end_array(json);
}

/* Names with values of a kind; lists: or with a list of them. */
static void put_map(SarJson *json, const char *of, bool lists) {
  sar_json_put_text(json, "type", "object");
  sar_json_key(json, "additionalProperties");
  sar_json_begin_object(json);
  if (lists) put_one_or_list(json, of);
  if (!lists) put_reference(json, of);
  sar_json_end_object(json);
}

/* A range or a distribution is a mapping; a list of numbers is taken as well. */
static void put_vary(SarJson *json) {
  sar_json_put_text(json, "type", "object");
  sar_json_key(json, "additionalProperties");
  sar_json_begin_object(json);
  sar_json_key(json, "anyOf");
  sar_json_begin_array(json);
  put_single(json, "vary");
  put_list_of(json, "number");
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void put_words(SarJson *json, const char *const *words, int32_t count) {
  sar_json_put_texts(json, "enum", words, count);
}

static void put_kind(SarJson *json, Kind kind) {
  static const char *const scales[] = {"linear", "log"}, *const kinds[] = {"grid", "random", "latin", "sobol"};
  switch (kind) {
    case TEXT: put_reference(json, "text"); return;
    case NUMBER:
    case WHOLE: put_reference(json, "number"); return; /* expressions are texts */
    case NUMBERS: put_map(json, "number", false); return;
    case TEXTS: put_map(json, "text", false); return;
    case NAMES: put_one_or_list(json, "text"); return;
    case LIMITS: put_map(json, "text", true); return;
    case PAIR:
      sar_json_put_text(json, "type", "array");
      sar_json_key(json, "items");
      put_single(json, "number");
      sar_json_put_int(json, "minItems", 2);
      sar_json_put_int(json, "maxItems", 2);
      return;
    case SCALE: put_words(json, scales, 2); return;
    case KIND: put_words(json, kinds, 4); return;
    case KEEP: put_one_or_list(json, "number"); return;
    case VARY: put_vary(json); return;
    case SAMPLE: put_reference(json, "sample"); return;
    case OPTIMIZE: put_reference(json, "optimize"); return;
    case FIT: put_reference(json, "fit"); return;
  }
}

static void put_properties(SarJson *json, const Key *keys) {
  sar_json_put_text(json, "type", "object");
  sar_json_put_bool(json, "additionalProperties", false);
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
  for (const Key *k = keys; k->name; k++) {
    sar_json_key(json, k->name);
    sar_json_begin_object(json);
    sar_json_put_text(json, "description", k->meaning);
    put_kind(json, k->kind);
    sar_json_end_object(json);
  }
  sar_json_end_object(json);
}

static void put_definitions(SarJson *json) {
  static const char *const number[] = {"number", "string"};
  sar_json_key(json, "text");
  sar_json_begin_object(json);
  sar_json_put_texts(json, "type", number, 2); /* a title may be 7 */
  sar_json_end_object(json);
  sar_json_key(json, "number");
  sar_json_begin_object(json);
  sar_json_put_texts(json, "type", number, 2); /* "30 deg" */
  sar_json_end_object(json);
  for (int i = 1; i < SECTIONS; i++) {
    sar_json_key(json, sections[i].name);
    sar_json_begin_object(json);
    put_properties(json, sections[i].keys);
    sar_json_end_object(json);
  }
}

void sar_study_schema(FILE *stream) {
  static const char *const required[] = {"model"};
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  sar_json_put_text(&json, "title", "Sarrus study");
  put_properties(&json, study_keys);
  sar_json_put_texts(&json, "required", required, 1);
  sar_json_key(&json, "$defs");
  sar_json_begin_object(&json);
  put_definitions(&json);
  sar_json_end_object(&json);
  sar_json_end_object(&json);
  fputc('\n', stream);
}
