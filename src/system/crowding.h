/* Crowds at work: contacts of many shapes, of which only those near each other are parts. The list of these is made
 * anew, between two steps, when bodies have moved; it stays right as long as no body has left its margin, which the
 * residual sees to. Pairs of bodies that were near once stay in the pattern of the matrix until many of them are no
 * longer. */
#ifndef SAR_SYSTEM_CROWDING_H
#define SAR_SYSTEM_CROWDING_H

#include "system/compiled.h"
#include "system/workspace.h"

typedef struct SarBodyPair {
  int32_t a, b; /* a < b, no ground */
} SarBodyPair;

typedef struct SarCrowding {
  SarArena *arena; /* of the list */
  SarPart *parts;  /* by crowd, then by bodies */
  int32_t nparts;
  SarRange *ranges; /* by crowd */
  int32_t *slots;   /* in the matrix, as SarWorkspace.part_slots */
  double *memory;   /* as SarWorkspace.part_memory */
  int32_t nmemory;
  double *kept; /* as SarWorkspace.part_kept; null: a list is being made */

  /* By body. */
  double *q;            /* 7 numbers: where it was when the list was made */
  double *margin;       /* m, how far it may go from there */
  double *swing, *size; /* m, how far its shapes go when it turns by a radian; of its smallest shape; 0: it has none */
  double far;           /* m, gaps that are wider are not told apart: half of the smallest size */

  SarBodyPair *coupled; /* in the pattern, in order */
  int32_t ncoupled, coupled_capacity;
  double time, step; /* s, of the last accepted point, and from the one before to it */
  int64_t steps;     /* accepted since the pattern was cleaned */
  SarCrowdCounts counts;
} SarCrowding;

#endif
