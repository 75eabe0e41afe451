/* Words of the language, in which upper and lower case are alike. ctype.h depends on the locale; words are ASCII. */
#ifndef SAR_EXPR_WORDS_H
#define SAR_EXPR_WORDS_H

#include <stdbool.h>

static inline char sar_word_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether `text` is the word, which is given in lower case. */
static inline bool sar_word_is(const char *word, const char *text) {
  while (*word && *word == sar_word_lower(*text)) word++, text++;
  return *word == 0 && *text == 0;
}

#endif
