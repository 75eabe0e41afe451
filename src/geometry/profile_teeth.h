/* Wheels of equal teeth, each its own mirror image. */
#ifndef SAR_GEOMETRY_PROFILE_TEETH_H
#define SAR_GEOMETRY_PROFILE_TEETH_H

#include "geometry/profile_build.h"

/* `half`: from the middle of a gap, at the angle -pi/teeth, out to the middle of the tooth on the x axis. The first
 * tooth of the wheel stands at the angle `first`. */
bool sar_profile_teeth(SarProfileBuilder *to, const SarProfileBuilder *half, int32_t teeth, double first);

/* An arc from one direction to another, the short way round. */
bool sar_profile_short_arc(SarProfileBuilder *to, SarVec2 centre, double radius, double from, double end);

#endif
