/* Words: validity of names, suggestions for misspelt ones, numbers. */
#ifndef SAR_BASE_TEXT_H
#define SAR_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Letters, digits, `_`, not starting with a digit. */
bool sar_text_is_name(const char *text);

/* ground time t pi energy solver */
bool sar_text_is_reserved(const char *text);

/* Reads a decimal number (1, .5, 1e-3; optional sign) at the start of `text`, at most `length` characters of it.
 * Returns how many characters belong to it; 0 = no number stands there. Too large a number gives an infinity. The host
 * program's locale does not matter. */
size_t sar_text_number(const char *text, size_t length, double *value);

/* Number of edits (insert, delete, replace, swap neighbours) between two words, upper and lower case alike. Words whose
 * differing parts are longer than 64 characters count as wholly different. */
int32_t sar_text_distance(const char *a, const char *b);

/* Keeps the best suggestion for `wanted` among candidates offered one by one. */
typedef struct SarSuggestion {
  const char *wanted, *best;
  int32_t distance;
} SarSuggestion;

SarSuggestion sar_suggestion(const char *wanted);
void sar_suggestion_offer(SarSuggestion *suggestion, const char *candidate);
/* The best one if it is close enough to be meant, else null. */
const char *sar_suggestion_best(const SarSuggestion *suggestion);

/* "`x`; did you mean `y`?" needs the middle and the end only when there is a y. */
typedef struct SarHint {
  const char *open, *word, *close;
} SarHint;

static inline SarHint sar_hint(const SarSuggestion *suggestion) {
  const char *best = sar_suggestion_best(suggestion);
  return best ? (SarHint){"; did you mean `", best, "`?"} : (SarHint){"", "", ""};
}

#endif
