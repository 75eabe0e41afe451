/* Rolling without slip on a plane, for disks, wheels and spheres. */
#ifndef SAR_ELEMENT_EQUATION_ROLLING_H
#define SAR_ELEMENT_EQUATION_ROLLING_H

#include "element/equations.h"

#define SAR_ROLLING_BETWEEN(what)                                                                       \
  {                                                                                                     \
    .name = "between", .kind = SAR_FIELD_SIDES, .unit = "",                                             \
    .meaning = "[plane, " what "]: the plane is x-y of the first frame, and what rolls is above it (z)" \
  }

/* The two frames of the field `between`. */
SarStatus sar_rolling_frames(SarBuilder *b, const SarValue *between, SarSymbolFrame *first, SarSymbolFrame *second);

/* The columns of a contact: the point (x y z, ground axes), and the twelve of a force that acts on the second body
 * there, with its reaction on the first. */
SarStatus sar_rolling_offer(SarBuilder *b, const SarSymbolFrame *first, const SarSymbolFrame *second, SarSym3 contact,
                            SarSym3 force);

/* A body whose surface is at the distance `tube` from a circle of the radius `rim` about z of the second frame. */
SarStatus sar_rolling_build(SarBuilder *b, const SarValue *between, double rim, double tube);

/* Columns: the multipliers, the point of contact, the actions on both sides. */
#define SAR_ROLLING_OUTPUTS(multipliers) multipliers " x y z fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2"

#endif
