/* The registry of pairs. */
#include "geometry/pair.h"

#define SAR_PAIR(name) extern const SarPairClass sar_pair_##name;
#include "geometry/pairs.def"
#undef SAR_PAIR

static const SarPairClass *const classes[] = {
#define SAR_PAIR(name) &sar_pair_##name,
#include "geometry/pairs.def"
#undef SAR_PAIR
};

enum { CLASSES = sizeof classes / sizeof classes[0] };

const SarPairClass *sar_pair_class_at(int32_t index) { return index >= 0 && index < CLASSES ? classes[index] : NULL; }

SarPair sar_pair(const SarShapeClass *a, const SarShapeClass *b) {
  for (int i = 0; i < CLASSES; i++) {
    if (classes[i]->takes(a, b)) return (SarPair){classes[i], false};
    if (classes[i]->takes(b, a)) return (SarPair){classes[i], true};
  }
  return (SarPair){NULL, false};
}

void sar_pair_find(SarPair pair, const SarShape *a, const SarPose *body_a, const SarShape *b, const SarPose *body_b,
                   SarTouches *out) {
  if (!pair.class) return;
  SarPlaced at_a = sar_placed(a, body_a), at_b = sar_placed(b, body_b);
  int32_t first = out->count;
  if (!pair.flipped) {
    pair.class->find(&at_a, &at_b, out);
    return;
  }
  pair.class->find(&at_b, &at_a, out);
  for (int32_t i = first; i < out->count; i++) sar_touch_flip(&out->items[i]);
}
