#include "geometry/profile_tree.h"

#include <math.h>

static SarCircle around_both(const SarCircle *a, const SarCircle *b) {
  double dx = b->middle.x - a->middle.x, dy = b->middle.y - a->middle.y, d = hypot(dx, dy);
  if (d + b->half <= a->half) return *a;
  if (d + a->half <= b->half) return *b;
  double half = (d + a->half + b->half) / 2, way = (half - a->half) / d;
  return (SarCircle){{a->middle.x + way * dx, a->middle.y + way * dy}, half};
}

/* As deep as the logarithm of the number of pieces. */
static void fill(const SarPiece *pieces, SarRun run, SarCircle *tree) {
  if (run.count == 1) {
    tree[run.circle] = pieces[run.first].around;
    return;
  }
  SarRun low = sar_run_half(run, 0), high = sar_run_half(run, 1);
  fill(pieces, low, tree);
  fill(pieces, high, tree);
  tree[run.circle] = around_both(&tree[low.circle], &tree[high.circle]);
}

const SarCircle *sar_profile_tree(SarArena *arena, const SarPiece *pieces, int32_t npieces) {
  SarCircle *tree = SAR_NEW(arena, 2 * (size_t)npieces - 1, SarCircle);
  if (tree) fill(pieces, (SarRun){0, 0, npieces}, tree);
  return tree;
}

static bool may_reach(const SarProfile *profile, SarRun run, const SarCircle *circle, double room) {
  const SarCircle *around = &profile->tree[run.circle];
  double dx = around->middle.x - circle->middle.x, dy = around->middle.y - circle->middle.y;
  if (sqrt(dx * dx + dy * dy) > around->half + circle->half + room) return false;
  if (run.count == 1) return true;
  return may_reach(profile, sar_run_half(run, 0), circle, room) ||
         may_reach(profile, sar_run_half(run, 1), circle, room);
}

bool sar_profile_may_reach(const SarProfile *profile, const SarCircle *circle, double room) {
  return may_reach(profile, sar_run_all(profile), circle, room);
}
