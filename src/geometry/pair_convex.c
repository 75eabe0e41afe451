/* Any two convex solids: one touch, where their cores are nearest. */
#include "geometry/convex.h"
#include "geometry/pair.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  return a->convex && b->convex && a->closest && b->closest && !a->unbounded && !b->unbounded;
}

const SarPairClass sar_pair_convex = {.name = "convex", .takes = takes, .find = sar_convex_find};
