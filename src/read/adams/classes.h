/* The kinds of statements and commands: the tables, and how an abbreviated word finds its line in them. */
#ifndef SAR_READ_ADAMS_CLASSES_H
#define SAR_READ_ADAMS_CLASSES_H

#include "read/adams/deck.h"

/* All kinds: statements, then commands; null past the last. */
const SarStatementClass *sar_deck_class_at(SarScanned what, int32_t index);

/* One argument of a kind. */
typedef struct SarFormal {
  const char *name;
  SarArgumentForm form;
} SarFormal;

/* The arguments of a kind, taken apart once per scan. */
typedef struct SarFormals {
  const SarFormal *all;
  int32_t count;
} SarFormals;

/* Null in all when memory is exhausted. */
SarFormals sar_formals_make(SarArena *arena, const SarStatementClass *statement_class);

/* The kind that a word means: the exact one, else the first that it is the beginning of, commands before statements in
 * command files. Null: none. */
const SarStatementClass *sar_class_meant(SarScanned what, const char *word, size_t length);

/* The argument that a word means, by the same rule, and then the first that begins the word (ROTATIONAL for ROTATION).
 * with_value: `=` follows, so that flags count only where nothing else fits, and the other way round. */
const SarFormal *sar_formal_meant(const SarFormals *formals, const char *word, size_t length, bool with_value);

#endif
