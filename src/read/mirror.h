/* What of a mirrored sub-model does not follow from its geometry alone: signs of coordinates, and forces. */
#ifndef SAR_READ_MIRROR_H
#define SAR_READ_MIRROR_H

#include "read/reader.h"

/* Whether the axes of a joint are placed as directions (their displacements keep their signs, their angles change
 * them when mirrored) or as axial vectors (the other way round). */
bool sar_place_axis_is_direction(const SarElementClass *joint);

/* Motions and relations of mirrored joints: their functions and ratios follow the signs of the coordinates. */
SarStatus sar_mirror_motion(SarFile *file, SarModelElement *motion);
SarStatus sar_mirror_relation(SarFile *file, SarModelElement *relation);

/* Stops of a mirrored joint: the limits of a coordinate that changes its sign are exchanged. */
SarStatus sar_mirror_stops(SarFile *file, SarModelElement *joint);

/* Whether a coordinate of a joint, or its rate, has the same sign in the mirror. */
bool sar_mirror_keeps_coordinate(SarFile *file, SarModelElement *joint, const char *name);

/* Forces. */
SarStatus sar_place_force(SarFile *file, SarModelElement *force);

#endif
