#include "method/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "method/engine.h"

const SarMethodKey sar_method_common_keys[] = {
    {.name = "formulation",
     .kind = SAR_KEY_WORD,
     .fallback = "index3",
     .meaning = "constraints as positions (index3), or positions and velocities (si2)",
     .words = "index3",
     .later = "si2"},
    {.name = "scaling",
     .kind = SAR_KEY_WORD,
     .fallback = "step",
     .meaning = "constraint rows divided by powers of the step (step), or as they stand (none)",
     .words = "step|none",
     .later = "physical"},
    {.name = "linear",
     .kind = SAR_KEY_WORD,
     .fallback = "auto",
     .meaning = "linear solver: auto, klu or dense",
     .words = "auto|klu|dense",
     .later = "block"},
};
const int32_t sar_method_common_key_count = sizeof sar_method_common_keys / sizeof *sar_method_common_keys;

const SarMethodKey *sar_method_key_find(const SarMethodTable *table, const char *name) {
  for (int32_t i = 0; i < table->nkeys; i++) {
    if (strcmp(table->keys[i].name, name) == 0) return &table->keys[i];
  }
  for (int32_t i = 0; i < sar_method_common_key_count; i++) {
    if (strcmp(sar_method_common_keys[i].name, name) == 0) return &sar_method_common_keys[i];
  }
  return NULL;
}

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

static SarStatus check_word(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                            const char *value) {
  if (listed(key->words, value)) return SAR_OK;
  if (listed(key->later, value)) {
    return sar_report(context, SAR_INPUT, at, NULL, "leave the key out, or choose another value",
                      "%s=%s is not available for %s yet; known: %s", key->name, value, method, key->words);
  }
  return sar_report(context, SAR_INPUT, at, NULL, "choose one of the values listed", "method %s: %s=%s is none of %s",
                    method, key->name, value, key->words);
}

static SarStatus check_real(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                            const char *value) {
  char *rest = NULL;
  double number = strtod(value, &rest);
  if (rest == value || *rest != '\0' || !isfinite(number)) {
    return sar_report(context, SAR_INPUT, at, NULL, "write a number, as in \"alpha=-0.1\"",
                      "method %s: %s=%s is not a number", method, key->name, value);
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
  return key ? key->fallback : "";
}

double sar_method_key_real(const SarMethodChoice *choice, const char *name) {
  const char *text = sar_method_key_text(choice, name);
  char *rest = NULL;
  double value = strtod(text, &rest);
  return rest != text && *rest == '\0' ? value : NAN;
}

bool sar_method_key_is(const SarMethodChoice *choice, const char *name, const char *word) {
  return strcmp(sar_method_key_text(choice, name), word) == 0;
}
