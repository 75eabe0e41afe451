/* Sources, the items that they make up, and what is known of classes of items: see classes.h. */
#ifndef SAR_SYSTEM_USER_ITEMS_H
#define SAR_SYSTEM_USER_ITEMS_H

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

/* Items: sources of one element, and of elements that share operations; false: memory is exhausted. */
bool sar_user_find_items(SarUserClasses *classes);

#endif
