/* The nearest points of two convex cores. */
#ifndef SAR_GEOMETRY_CONVEX_H
#define SAR_GEOMETRY_CONVEX_H

#include "geometry/touch.h"

/* Adds the one touch of two shapes whose classes are convex and say `closest`. */
void sar_convex_find(const SarPlaced *a, const SarPlaced *b, SarTouches *out);

/* Adds it only where their cores reach into each other. */
void sar_convex_find_lost(const SarPlaced *a, const SarPlaced *b, SarTouches *out);

#endif
