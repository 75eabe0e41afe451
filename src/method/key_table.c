#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "method/engine.h"
#include "method/keys.h"

#define WORDS_SIZE 96

const SarMethodKey sar_method_common_keys[] = {
    {.name = "formulation",
     .kind = SAR_KEY_WORD,
     .fallback = "index3",
     .meaning = "constraints as positions (index3), or positions and velocities (si2)",
     .words = "index3|si2"},
    {.name = "scaling",
     .kind = SAR_KEY_WORD,
     .fallback = "step",
     .meaning = "constraint rows over powers of the step (step), with a characteristic mass too (physical), or as they "
                "stand (none)",
     .words = "step|none|physical"},
    {.name = "augmentation",
     .kind = SAR_KEY_REAL,
     .fallback = "0",
     .meaning = "factor of the augmented Lagrangian term, for coordinates without mass; 0: without it",
     .least = 0,
     .most = 1e6,
     .remedy = "choose 0 (no such term) or about 1"},
    {.name = "corrector",
     .kind = SAR_KEY_WORD,
     .fallback = "tolerance",
     .meaning = "iterate until the tolerance is met (tolerance), or to rounding in every step (floor)",
     .words = "tolerance|floor"},
    {.name = "predictor",
     .kind = SAR_KEY_WORD,
     .fallback = "adaptive",
     .meaning =
         "a corrector begins with extrapolated values (adaptive); for comparison with those of paper 4, section 3.1 "
         "(paper), or with the last ones (constant)",
     .words = "adaptive|paper|constant"},
    {.name = "linear", .kind = SAR_KEY_WORD, .fallback = "auto", .meaning = "linear solver", .later = "block"},
};
const int32_t sar_method_common_key_count = sizeof sar_method_common_keys / sizeof *sar_method_common_keys;

/* Is `word` one of "one|two|three"? */
static bool listed(const char *list, const char *word) {
  size_t length = strlen(word);
  while (list && length > 0) {
    const char *bar = strchr(list, '|');
    size_t n = bar ? (size_t)(bar - list) : strlen(list);
    if (n == length && strncmp(list, word, n) == 0) return true;
    list = bar ? bar + 1 : NULL;
  }
  return false;
}

static const SarMethodKey *find_key(const SarMethodKey *keys, int32_t count, const char *name) {
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(keys[i].name, name) == 0) return &keys[i];
  }
  return NULL;
}

const SarMethodKey *sar_method_key_find(const SarMethodTable *table, const char *name) {
  const SarMethodKey *own = find_key(table->keys, table->nkeys, name);
  if (own || listed(table->without, name)) return own;
  return find_key(sar_method_common_keys, sar_method_common_key_count, name);
}

void sar_method_key_words(const SarMethodKey *key, char *text, size_t size) {
  if (key->kind == SAR_KEY_REAL || key->words) {
    snprintf(text, size, "%s", key->words ? key->words : "");
    return;
  }
  size_t used = (size_t)snprintf(text, size, "auto");
  for (int32_t i = 0; i < sar_linear_class_count() && used < size; i++) {
    used += (size_t)snprintf(text + used, size - used, "|%s", sar_linear_class(i)->name);
  }
}

static SarStatus check_word(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                            const char *value) {
  char words[WORDS_SIZE];
  sar_method_key_words(key, words, sizeof words);
  if (listed(words, value)) return SAR_OK;
  if (listed(key->later, value)) {
    return sar_report(context, SAR_INPUT, at, NULL, "leave the key out, or choose another value",
                      "%s=%s is not available for %s; known: %s", key->name, value, method, words);
  }
  return sar_report(context, SAR_INPUT, at, NULL, "choose one of the values listed", "method %s: %s=%s is none of %s",
                    method, key->name, value, words);
}

/* The whole text as a number, whatever the locale. */
static bool read_number(const char *text, double *value) {
  size_t length = strlen(text);
  return length > 0 && sar_text_number(text, length, value) == length;
}

static SarStatus check_real(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                            const char *value) {
  double number;
  if (!read_number(value, &number) || !isfinite(number)) {
    char remedy[96] = "write a number";
    double usual;
    if (read_number(key->fallback, &usual)) {
      snprintf(remedy, sizeof remedy, "write a number, as in \"%s=%s\"", key->name, key->fallback);
    }
    return sar_report(context, SAR_INPUT, at, NULL, remedy, "method %s: %s=%s is not a number", method, key->name,
                      value);
  }
  if (key->whole && number != floor(number)) {
    return sar_report(context, SAR_INPUT, at, NULL, key->remedy, "method %s: %s=%s is not a whole number", method,
                      key->name, value);
  }
  bool low = key->least_open ? number <= key->least : number < key->least;
  bool high = key->most_open ? number >= key->most : number > key->most;
  if (!low && !high) return SAR_OK;
  return sar_report(context, SAR_INPUT, at, NULL, key->remedy, "method %s: %s=%s lies outside %c%g, %g%c", method,
                    key->name, value, key->least_open ? '(' : '[', key->least, key->most, key->most_open ? ')' : ']');
}

SarStatus sar_method_key_check(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                               const char *value) {
  return key->kind == SAR_KEY_WORD ? check_word(context, at, method, key, value)
                                   : check_real(context, at, method, key, value);
}

const char *sar_method_key_text(const SarMethodChoice *choice, const char *name) {
  for (int32_t i = 0; i < choice->nkeys; i++) {
    if (strcmp(choice->keys[i].name, name) == 0) return choice->keys[i].value;
  }
  const SarMethodKey *key = sar_method_key_find(choice->table, name);
  if (!key) key = find_key(sar_method_common_keys, sar_method_common_key_count, name); /* one that it is without */
  return key ? key->fallback : "";
}

double sar_method_key_real(const SarMethodChoice *choice, const char *name) {
  double value;
  return read_number(sar_method_key_text(choice, name), &value) ? value : NAN;
}

bool sar_method_key_is(const SarMethodChoice *choice, const char *name, const char *word) {
  return strcmp(sar_method_key_text(choice, name), word) == 0;
}
