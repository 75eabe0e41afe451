/* Elements of one kind.
 *
 * A hundred joints with friction are a hundred times the same expressions, with other bodies, other multipliers and
 * other constants. They are found here by what they are made of: sources (terms of rows, columns, constraints) that
 * belong together are an item, and items that differ in their symbols and constants alone are a class. What follows
 * from the expressions - derivatives, programs - is then made once for a class, and bound to each of its items
 * (batch.c).
 *
 * Items with fewer than a handful of their kind, long ones, and those that call plugins stay outside of classes: they
 * go into one program with all others, in which common parts are computed once. */
#ifndef SAR_SYSTEM_USER_CLASSES_H
#define SAR_SYSTEM_USER_CLASSES_H

#include "system/user/items.h"

/* Whether the constraint of a multiplier is one of positions; and its row among all constraints, those of positions
 * first, as in problem.h (sources.c). */
bool sar_user_is_holonomic(int32_t multiplier);
int32_t sar_user_level_row(const SarSystem *s, int32_t multiplier);

/* The terms of all rows, and the constraints, as sources; null: memory is exhausted. */
SarUserSource *sar_user_term_sources(const SarSystem *s, const SarUser *u, SarArena *arena);
SarUserSource *sar_user_constraint_sources(const SarSystem *s, const SarUser *u, SarArena *arena);

/* The classes of sources, in the arena of the symbols. */
SarStatus sar_user_make_classes(SarUserCollection *c, const SarUserSource *sources, int32_t count, SarUserClasses *out);

SarUserThing sar_user_thing(int32_t symbol);

/* The symbol that is for one item of a class what `symbol` is for the first. */
int32_t sar_user_symbol_of(const SarUserClasses *classes, const SarUserClass *class, const SarUserItem *item,
                           int32_t symbol);

/* ---- making (batch.c) ---- */

/* Adds what one source gives to the collection; f: its expression. */
typedef void SarUserMake(SarUserCollection *c, const SarUserSource *source, const SarExpr *f);

/* Lets `make` collect what follows from all sources, in their order; for a class it is asked once. Then compiles. */
SarStatus sar_user_make_batches(SarUserCollection *c, SarUserClasses *classes, SarUserMake *make, SarUserProgram *out);

#endif
