#include "read/adams/classes.h"

#include <ctype.h>
#include <string.h>

#include "element/class.h"
#include "read/adams/translators.h"

#define none sar_deck_nothing
#define SAR_STATEMENT(name, support, prefix, translate, arguments, remark) \
  {#name, SAR_DECK_##support, prefix, translate, arguments, remark},
static const SarStatementClass statements[] = {
#include "read/adams/statements.def"
};
#undef SAR_STATEMENT
#undef none

#define SAR_COMMAND(name, support, arguments, remark) \
  {#name, SAR_DECK_##support, "", sar_deck_nothing, arguments, remark},
static const SarStatementClass commands[] = {
#include "read/adams/commands.def"
};
#undef SAR_COMMAND

SarStatus sar_deck_nothing(SarDeck *deck, const SarStatement *statement) {
  (void)deck, (void)statement;
  return SAR_OK;
}

const SarStatementClass *sar_deck_class_at(SarScanned what, int32_t index) {
  int32_t count = what == SAR_SCAN_DECK ? SAR_COUNT(statements) : SAR_COUNT(commands);
  return index >= count ? NULL : what == SAR_SCAN_DECK ? &statements[index] : &commands[index];
}

const SarStatementClass *sar_deck_class(const char *name) {
  for (int32_t i = 0; i < SAR_COUNT(statements); i++) {
    if (strcmp(statements[i].name, name) == 0) return &statements[i];
  }
  for (int32_t i = 0; i < SAR_COUNT(commands); i++) {
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  }
  return NULL;
}

/* ---- abbreviations ---- */

#define MOST_MORE 2 /* letters that a word may have more than its name in the table: ROTATIONAL */

typedef enum Fit { NOT, LONGER, SHORTER, EXACT } Fit; /* the word against the name of the table, worst first */

static Fit fit_of(const char *name, const char *word, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (!name[i]) return length - i <= MOST_MORE || name[i - 1] == '_' ? LONGER : NOT;
    if (toupper((unsigned char)word[i]) != name[i]) return NOT;
  }
  return name[length] ? SHORTER : EXACT;
}

/* Names that end in _ stand for all that begin with them. */
static const SarStatementClass *among(const SarStatementClass *all, int32_t count, const char *word, size_t length,
                                      Fit wanted) {
  for (int32_t i = 0; i < count; i++) {
    Fit fit = fit_of(all[i].name, word, length);
    if (fit == LONGER && all[i].name[strlen(all[i].name) - 1] == '_') fit = EXACT;
    if (fit == wanted) return &all[i];
  }
  return NULL;
}

const SarStatementClass *sar_class_meant(SarScanned what, const char *word, size_t length) {
  bool both = what == SAR_SCAN_COMMANDS;
  for (Fit fit = EXACT; fit >= SHORTER; fit--) {
    const SarStatementClass *found = both ? among(commands, SAR_COUNT(commands), word, length, fit) : NULL;
    if (!found) found = among(statements, SAR_COUNT(statements), word, length, fit);
    if (found) return found;
  }
  return NULL;
}

SarFormals sar_formals_make(SarArena *arena, const SarStatementClass *statement_class) {
  int32_t count = 0;
  for (const char *p = statement_class->arguments; *p; p++) count += *p == ':';
  SarFormal *all = SAR_NEW(arena, count, SarFormal);
  int32_t i = 0;
  for (const char *p = statement_class->arguments; all && *p; i++) {
    size_t length = strcspn(p, ":");
    all[i] = (SarFormal){sar_arena_copy_text_n(arena, p, length), (SarArgumentForm)p[length + 1]};
    if (!all[i].name) return (SarFormals){NULL, 0};
    p += length + 2;
    p += strspn(p, " ");
  }
  return (SarFormals){all, count};
}

const SarFormal *sar_formal_meant(const SarFormals *formals, const char *word, size_t length, bool with_value) {
  const SarFormal *best = NULL;
  int best_rank = 0;
  for (int32_t i = 0; i < formals->count; i++) {
    Fit fit = fit_of(formals->all[i].name, word, length);
    if (fit == NOT || (fit == LONGER && strlen(formals->all[i].name) < 4)) continue; /* IGEOM is not I */
    bool fits = (formals->all[i].form != SAR_FORM_FLAG) == with_value;
    int rank = (fit == EXACT ? 8 : 0) + (fits ? 4 : 0) + (int)fit;
    if (rank > best_rank) best = &formals->all[i], best_rank = rank;
  }
  return best;
}
