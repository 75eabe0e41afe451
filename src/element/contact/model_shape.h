/* A shape that touches as a model has it: named, on a body or on the ground (`shapes:`). sar_model_shapes
 * (model/shapes.h) gives those of a body. */
#ifndef SAR_ELEMENT_CONTACT_MODEL_SHAPE_H
#define SAR_ELEMENT_CONTACT_MODEL_SHAPE_H

#include "base/context.h"
#include "geometry/shape.h"

typedef struct SarModelShape {
  const char *name; /* unique on its body; on the ground with the prefix of an included file: "left.floor" */
  /* at: m from the body's reference point (not the centre of mass), body axes; axes: shape -> body */
  SarShape shape;
  const char *group, *material; /* or null */
  double density;               /* kg/m^3; 0: it has no mass */
  int32_t colour;               /* as of looks */
  SarSource source;
  const char *node; /* of a beam: the node that it is fixed on ("end"); else null */
} SarModelShape;

#endif
