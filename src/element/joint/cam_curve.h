/* Plane curves given by expressions of one parameter. Profiles of cams and followers are closed: their parameter is an
 * angle that runs from 0 to 2 pi, anticlockwise. */
#ifndef SAR_ELEMENT_JOINT_CAM_CURVE_H
#define SAR_ELEMENT_JOINT_CAM_CURVE_H

#include "element/equations.h"

typedef struct SarCamCurve {
  const SarExpr *x, *y; /* m, of the variable 0 */
  const SarValue *from; /* the field that it comes from, for messages */
} SarCamCurve;

/* From r(angle), or x(angle) and y(angle). */
SarStatus sar_cam_polar(SarBuilder *b, const SarValue *radius, SarCamCurve *out);
SarStatus sar_cam_points(SarBuilder *b, const SarValue *x, const SarValue *y, SarCamCurve *out);

#define SAR_CAM_TURN 6.283185307179586

/* In numbers: SAR_CAM_SAMPLES places, equally apart in the parameter. */
#define SAR_CAM_SAMPLES 720
typedef struct SarCamPlace {
  double u;
  double c[2], tangent[2], bend[2]; /* with derivatives by u */
} SarCamPlace;
typedef struct SarCamTable {
  const SarProgram *program;
  double *scratch;
  double spacing; /* of the parameter, from one place to the next */
  SarCamPlace places[SAR_CAM_SAMPLES];
} SarCamTable;

SarStatus sar_cam_table(SarBuilder *b, const SarCamCurve *curve, double from, double to, SarCamTable **out);
void sar_cam_at(SarCamTable *table, double u, SarCamPlace *out);

/* 1/m, positive where the solid is convex; and the outward unit normal. */
double sar_cam_curvature(const SarCamPlace *place);
void sar_cam_normal(const SarCamPlace *place, double n[2]);

/* Reports a curve that does not close, runs clockwise or stands still; with `concave` >= 0, one that is hollow with a
 * curvature of more than 1/concave (0: hollow at all). */
SarStatus sar_cam_check(SarBuilder *b, const SarCamCurve *curve, SarCamTable *table, double concave,
                        const char *follower);

/* A place in symbols, ground axes: point, unit tangent and unit outward normal. */
typedef struct SarCamSymbols {
  SarSym3 point, tangent, normal;
} SarCamSymbols;
SarStatus sar_cam_symbols(SarBuilder *b, const SarCamCurve *curve, const SarSymbolFrame *frame, const SarExpr *u,
                          SarCamSymbols *out);

#endif
