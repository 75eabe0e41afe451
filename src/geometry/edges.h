/* Edge against edge, for pairs that are made of corners and edges (pair_polytope.c). */
#ifndef SAR_GEOMETRY_EDGES_H
#define SAR_GEOMETRY_EDGES_H

#include "geometry/touch.h"

/* 1 - x^1.5, x being the penetration of a corner that is q away along the edge (across the other one), over that at the
 * distance d; R: both radii together. So the corner and what has this weight push together as the latter alone would.
 */
double sar_corner_weight(double q, double d, double R, double *by_q, double *by_d);

/* The touch of two edges (shape axes) that cross, weighed by their four corners; none where a corner is nearest. */
void sar_edges_touch(const SarPlaced *const at[2], const SarEdge local[2], SarTouches *out);

#endif
