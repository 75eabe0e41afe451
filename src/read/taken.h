/* Names that other formats give to things, as names of a model: `_` for whatever no name may have, and a number behind
 * those that are taken already. Names of elements are unique over all sections, those of frames on their body. */
#ifndef SAR_READ_TAKEN_H
#define SAR_READ_TAKEN_H

#include "base/arena.h"

typedef struct SarTakenName SarTakenName;

/* Begins empty, but for the arena. */
typedef struct SarTakenNames {
  SarArena *arena;
  SarTakenName *slots;
  uint64_t mask;
  int32_t count;
} SarTakenNames;

#define SAR_TAKEN_ELEMENT (-1) /* who has it: an element; 0 and above: frames of that body */

/* The name itself, or the first free one with a number behind it: `arm_2`; null when memory is exhausted. */
const char *sar_take_name(SarTakenNames *names, const char *wanted, int32_t owner);

/* A name made of a text that may have any letters: at most 48 of them, with `prefix` where a digit comes first or
 * nothing is there. Null when memory is exhausted. */
const char *sar_name_of(SarArena *arena, const char *text, const char *prefix);

#endif
