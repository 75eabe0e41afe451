/* Which boxes overlap: candidates for pairs of shapes, in time linear in their number.
 *
 * Boxes up to a few cells large are put into a grid of cells, twice as wide as the middle one of them; larger ones are
 * compared with all. Infinite boxes (planes) overlap everything but each other. */
#ifndef SAR_GEOMETRY_BROAD_H
#define SAR_GEOMETRY_BROAD_H

#include "base/arena.h"
#include "base/context.h"
#include "geometry/shape.h"

typedef struct SarBroadPair {
  int32_t a, b; /* indices of boxes, a < b */
} SarBroadPair;

/* Which pairs are wanted at all: not two shapes of one body, not those of joined bodies. Null: all. */
typedef struct SarBroadFilter {
  bool (*wanted)(const void *self, int32_t a, int32_t b);
  const void *self;
} SarBroadFilter;

/* All wanted pairs of boxes that overlap or touch, ordered by a, then by b, in the arena. */
SarStatus sar_broad_pairs(SarContext *context, SarArena *arena, const SarBounds *boxes, int32_t n,
                          SarBroadFilter filter, const SarBroadPair **pairs, int32_t *count);

/* A box with a margin on all sides. */
static inline SarBounds sar_bounds_wider(SarBounds box, double margin) {
  SarVec3 m = {margin, margin, margin};
  return (SarBounds){sar_sub(box.low, m), sar_add(box.high, m)};
}

static inline bool sar_bounds_overlap(const SarBounds *a, const SarBounds *b) {
  return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
         a->low.z <= b->high.z && b->low.z <= a->high.z;
}

#endif
