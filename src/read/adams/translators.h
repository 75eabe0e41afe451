/* The translators of statements.def, one function each. */
#ifndef SAR_READ_ADAMS_TRANSLATORS_H
#define SAR_READ_ADAMS_TRANSLATORS_H

#include "read/adams/deck.h"

/* Of statements that stand for nothing by themselves: others ask for them. */
#define none sar_deck_nothing
#define SAR_STATEMENT(name, support, prefix, translate, arguments, remark) \
  SarStatus translate(SarDeck *deck, const SarStatement *statement);
#include "read/adams/statements.def"
#undef SAR_STATEMENT
#undef none

#endif
