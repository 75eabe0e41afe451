/* The constants of all classes of shapes, for those that name one. */
#ifndef SAR_GEOMETRY_SHAPE_CLASSES_H
#define SAR_GEOMETRY_SHAPE_CLASSES_H

#include "geometry/shape.h"

#define SAR_SHAPE(name) extern const SarShapeClass sar_shape_##name;
#include "geometry/shapes.def"
#undef SAR_SHAPE

#endif
