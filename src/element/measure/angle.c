/* Angles between frames that are followed through their turns (Adams: AX, AY, AZ):
 *
 *   ax = atan2(-z_i . y_j, z_i . z_j)    ay = atan2(z_i . x_j, z_i . z_j)    az = atan2(x_i . y_j, x_i . x_j)
 *
 * Each is the angle of an axis of frame i about z of a frame whose axes are those of frame j in another order. */
#include "element/measure/measure.h"

typedef struct Plane {
  int column[3]; /* which axes of frame j are x, y and z of the frame that the angle is measured in */
  bool reversed; /* its y */
  int arm;       /* axis of frame i */
} Plane;

SarStatus sar_measure_angle(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  static const Plane planes[3] = {{{2, 1, 0}, true, 2}, {{2, 0, 1}, false, 2}, {{0, 1, 2}, false, 0}};
  const Plane *plane = &planes[call->class->option];
  SarSide about = call->sides[1];
  const SarMat3 *j = &call->sides[1].axes;
  SarVec3 y = sar_column(j, plane->column[1]);
  if (plane->reversed) y = sar_sub(sar_vec3(0, 0, 0), y); /* without -0, which atan2 would see */
  about.axes = sar_mat3_columns(sar_column(j, plane->column[0]), y, sar_column(j, plane->column[2]));
  return b->ops->angle(b, &about, &call->sides[0], plane->arm, out);
}
