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
  double *memory;   /* as SarWorkspace.part_memory; null: nothing is remembered */
  int32_t nmemory;

  /* By body. */
  double *q;            /* 7 numbers: where it was when the list was made */
  double *margin;       /* m, how far it may go from there */
  double far;           /* m, gaps that are wider are not told apart: half of the smallest size */
  double *swing, *size; /* m, how far its shapes go when it turns by a radian; of its smallest shape; 0: it has none */

  SarBodyPair *coupled; /* in the pattern, in order */
  int32_t ncoupled, coupled_capacity;
  double time, step; /* s, of the last accepted point, and from the one before to it */
  int64_t steps;     /* accepted since the pattern was cleaned */
  int64_t lists, patterns, looked;
} SarCrowding;

/* The list at the written pose; does nothing for systems without crowds. */
SarStatus sar_crowding_create(SarWorkspace *m);
void sar_crowding_destroy(SarWorkspace *m);

/* Where live parts stand in the pattern, after it has been made. */
SarStatus sar_crowding_find_slots(SarWorkspace *m);

/* Whether some body has left its margin. */
bool sar_crowding_is_left(const SarWorkspace *m, const double *q);

/* ---- crowding_list.c ---- */

/* Parts for all pairs of shapes that may touch and are within the margins of q, in the arena; `before`: whose memory
 * they take over. Bodies are placed where the last accepted point is, at time t. */
typedef struct SarCrowdList {
  SarArena *arena;
  SarPart *parts;
  int32_t nparts, capacity;
  SarRange *ranges;
  int32_t nmemory;
  int64_t looked; /* pairs of boxes */
} SarCrowdList;
SarStatus sar_crowding_gather(const SarWorkspace *m, SarCrowdList *out);

#endif
