/* Pairs of shapes: which kind of pair two shapes are, and where they touch. */
#ifndef SAR_GEOMETRY_PAIR_H
#define SAR_GEOMETRY_PAIR_H

#include "geometry/touch.h"

typedef struct SarPairClass {
  const char *name;
  bool (*takes)(const SarShapeClass *a, const SarShapeClass *b);
  void (*find)(const SarPlaced *a, const SarPlaced *b, SarTouches *out);
} SarPairClass;

/* The kind of a pair of shapes, found once. */
typedef struct SarPair {
  const SarPairClass *class; /* null: these shapes do not touch each other (two planes) */
  bool flipped;              /* it takes them in the other order */
} SarPair;

SarPair sar_pair(const SarShapeClass *a, const SarShapeClass *b);

/* The touches of shape a on body A and shape b on body B, added to `out` in an order that depends on nothing but the
 * shapes' features. */
void sar_pair_find(SarPair pair, const SarShape *a, const SarPose *body_a, const SarShape *b, const SarPose *body_b,
                   SarTouches *out);

/* The kinds, one after the other: null past the end. */
const SarPairClass *sar_pair_class_at(int32_t index);

#endif
