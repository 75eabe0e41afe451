/* Tooth forces of a gear: what wheels do to their shafts besides turning each other. */
#ifndef SAR_ELEMENT_JOINT_GEAR_TEETH_H
#define SAR_ELEMENT_JOINT_GEAR_TEETH_H

#include "element/joint/common.h"

#define SAR_GEAR_TEETH_FIELDS                                                                                       \
  {.name = "pressure_angle",                                                                                        \
   .kind = SAR_FIELD_REAL,                                                                                          \
   .unit = "rad",                                                                                                   \
   .fallback = "",                                                                                                  \
   .meaning = "of the teeth, in the section normal to them: with it tooth forces load shafts and bearings"},        \
      {.name = "helix_angle",                                                                                       \
       .kind = SAR_FIELD_REAL,                                                                                      \
       .unit = "rad",                                                                                               \
       .fallback = "0",                                                                                             \
       .meaning = "of the teeth against the axis, at the pitch circle; positive: the first wheel is right-handed"}, \
  {                                                                                                                 \
    .name = "mesh_offset", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "0",                                    \
    .meaning = "of the middle of the teeth from the point of the first joint, along that joint's axis"              \
  }

/* The angles against each other and against what teeth can have. */
SarStatus sar_gear_teeth_check(SarContext *context, const char *name, const SarElementClass *gear,
                               const SarValue *values);

extern const SarEquationClass sar_gear_teeth;

#endif
