/* A tyre on its road: where it touches, what acts there, and how its slip follows. One pure function of the wheel's
 * motion, with exact derivatives. */
#ifndef SAR_ELEMENT_TYRE_PATCH_H
#define SAR_ELEMENT_TYRE_PATCH_H

#include "element/tyre/tyre.h"
#include "geometry/terrain.h"

/* Of the wheel, in axes of the road: centre and its velocity, spin axis (unit, to the left), angular velocity; and the
 * slip that the tyre has. */
enum {
  SAR_PATCH_CENTRE,
  SAR_PATCH_AXIS = 3,
  SAR_PATCH_VELOCITY = 6,
  SAR_PATCH_SPIN = 9,
  SAR_PATCH_KAPPA = 12,
  SAR_PATCH_TAN_ALPHA,
  SAR_PATCH_INPUTS
};

/* On the wheel, in axes of the road: force, and torque about the centre; how the slip changes; and what is recorded. */
enum {
  SAR_PATCH_FORCE,
  SAR_PATCH_TORQUE = 3,
  SAR_PATCH_KAPPA_RATE = 6,
  SAR_PATCH_TAN_ALPHA_RATE,
  SAR_PATCH_COLUMNS, /* gamma fx fy fz mx my mz radius */
  SAR_PATCH_OUTPUTS = SAR_PATCH_COLUMNS + 8
};

void sar_patch(const SarTyre *tyre, const SarTerrain *road, const double inputs[SAR_PATCH_INPUTS],
               SarDual outputs[SAR_PATCH_OUTPUTS]);

#endif
