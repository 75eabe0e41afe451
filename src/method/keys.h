/* The keys of a METHOD text as data: what `hht:alpha=-0.1` may say. One table checks the text, fills in the defaults
 * and prints the reference. */
#ifndef SAR_METHOD_KEYS_H
#define SAR_METHOD_KEYS_H

#include "method/method.h"

typedef enum SarKeyKind { SAR_KEY_WORD, SAR_KEY_REAL } SarKeyKind;

typedef struct SarMethodKey {
  const char *name;
  SarKeyKind kind;
  const char *fallback; /* value when the key is not given; a text that is no number means: see `meaning` */
  const char *meaning;
  const char *words;  /* word: those available, separated by '|'; null: auto and the linear solvers of the registry */
  const char *later;  /* word: those that other methods know, separated by '|'; null: none */
  double least, most; /* real: the range */
  bool least_open, most_open;
  bool whole;         /* real: no fraction */
  bool shown;         /* labels show it even if it is not given, as they do a method's first key */
  const char *remedy; /* real: what to do when the value is out of range */
} SarMethodKey;

/* The keys every method has. */
extern const SarMethodKey sar_method_common_keys[];
extern const int32_t sar_method_common_key_count;

/* The words a key takes, separated by '|', in `text`; empty for a number. */
void sar_method_key_words(const SarMethodKey *key, char *text, size_t size);

/* Null if the method has no such key. */
const SarMethodKey *sar_method_key_find(const SarMethodTable *table, const char *name);

/* Reports a value that is not allowed. */
SarStatus sar_method_key_check(SarContext *context, SarSource at, const char *method, const SarMethodKey *key,
                               const char *value);

/* The value given in the choice, or the key's fallback. */
const char *sar_method_key_text(const SarMethodChoice *choice, const char *name);
double sar_method_key_real(const SarMethodChoice *choice, const char *name); /* NaN when the fallback is no number */
bool sar_method_key_is(const SarMethodChoice *choice, const char *name, const char *word);

#endif
