/* A mechanism with the stresses of another configuration: what loads do to the stiffness, apart from what they do to
 * the shape. Springs, bushings and beams are as far strained as there; joints have multipliers of their own anyhow. */
#ifndef SAR_SYSTEM_PRESTRESS_H
#define SAR_SYSTEM_PRESTRESS_H

#include "system/compiled.h"
#include "system/workspace.h"

/* What laws read of a coordinate. */
SarCoordinateValue sar_prestress_coordinate(const SarWorkspace *m, int32_t coordinate, double t);
SarStatus sar_prestress_force(const SarWorkspace *m, const SarForce *force, double t, SarLoadJacobian *out);

#endif
