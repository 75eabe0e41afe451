/* What other programs call what Sarrus has. These words are no names of types or keys here: a message suggests the
 * right one. */
#ifndef SAR_ELEMENT_SYNONYMS_H
#define SAR_ELEMENT_SYNONYMS_H

#include "element/class.h"

typedef struct SarSynonym {
  SarSection section; /* in which the class stands */
  const char *type;   /* its name, or null: there is none, `advice` says what to do instead */
  const char *advice; /* more than the name, or null */
} SarSynonym;

/* What a word that is no type of `section` means: one of the synonyms (upper and lower case, blanks, `-` and `_` do not
 * matter, nor does "joint" in it), or the name of a class in another section. False: it is unknown. */
bool sar_synonym_of_type(SarSection section, const char *word, SarSynonym *out);

/* The same for a word that is nearly one of the synonyms whose class stands in the section: `sprng`. */
bool sar_synonym_near_type(SarSection section, const char *word, SarSynonym *out);

/* The key among those `known` (separated by blanks) that the word means, or one with a slip in it; null: none. */
const char *sar_synonym_of_key(const char *word, const char *known);

/* The synonyms of types one by one, for tests; null behind the last. */
const char *sar_synonym_word(int32_t index, SarSynonym *out);

#endif
