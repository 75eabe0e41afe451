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

#include "system/user/user.h"

/* An expression that something is to be made of. */
typedef struct SarUserSource {
  const SarExpr *f;
  int32_t element;
  int32_t symbol; /* whose row it is part of; 0: of none */
  int32_t target; /* of all that is made of it */
} SarUserSource;

/* What symbols speak of, whatever they say of it: a body, a scalar coordinate, a state, ... */
typedef struct SarUserThing {
  SarSymbolKind kind; /* one for all that share their index: SAR_SYMBOL_BODY, _Q, _X, or its own */
  int32_t index;
} SarUserThing;

/* The sources of an element, or of several where these share operations. */
typedef struct SarUserItem {
  int32_t *sources; /* increasing */
  int32_t nsources;
  int32_t class;  /* -1: none */
  int32_t number; /* among the items of its class */
  SarUserThing *things;
  double *constants; /* of a class: those in which its items differ */
} SarUserItem;

typedef struct SarUserClass {
  int32_t *items, count, capacity; /* increasing */
  uint64_t hash;
  int32_t *words, nwords; /* what its items have in common (classes.c) */
  int32_t nthings, nconstants;
  const SarExpr **f; /* by source of an item: that of the first item, with symbols for constants that differ */
} SarUserClass;

typedef struct SarUserClasses {
  const SarSystem *s;
  const SarUser *u;
  SarArena *arena; /* of all this; the owner's */
  const SarUserSource *sources;
  const int32_t *owners; /* of multipliers (programs.c); null: they do not matter */
  int32_t nsources, nitems, nclasses, capacity;
  int32_t *item_of, *place; /* by source: its item, and which of the item's sources it is */
  SarUserItem *items;
  SarUserClass *classes;
} SarUserClasses;

/* Whether the constraint of a multiplier is one of positions; and its row among all constraints, those of positions
 * first, as in problem.h (sources.c). */
bool sar_user_is_holonomic(int32_t multiplier);
int32_t sar_user_level_row(const SarSystem *s, int32_t multiplier);

/* The terms of all rows, and the constraints, as sources; null: memory is exhausted. */
SarUserSource *sar_user_term_sources(const SarSystem *s, const SarUser *u, SarArena *arena);
SarUserSource *sar_user_constraint_sources(const SarSystem *s, const SarUser *u, SarArena *arena);

/* Items: sources of one element, and of elements that share operations (items.c); false: memory is exhausted. */
bool sar_user_find_items(SarUserClasses *classes);

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
