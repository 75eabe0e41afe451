/* Solids and signs as SVG. */
#ifndef SAR_RESULT_SNAPSHOT_DRAW_H
#define SAR_RESULT_SNAPSHOT_DRAW_H

#include "result/snapshot_solid.h"
#include "result/text_file.h"

/* From the axes of the camera to pixels. */
typedef struct SarSheet {
  double scale;  /* pixels per unit of length */
  double x0, y0; /* where the origin is */
} SarSheet;

/* Gradients of the colours of these solids, each once; before the solids. */
void sar_draw_shades(SarTextFile *file, const SarSolid *solids, int32_t count);

void sar_draw_solid(SarTextFile *file, const SarSheet *sheet, const SarSolid *solid);

/* The sign of the ground below a joint at (x, y) in pixels: a triangle on a hatched line. size: its height. */
void sar_draw_support(SarTextFile *file, double x, double y, double size);

/* A hatched line through (x, y) along (dx, dy), a unit vector in pixels; the ground is on its right. */
void sar_draw_hatched(SarTextFile *file, double x, double y, double dx, double dy, double length);

/* A bar with its length. */
void sar_draw_scale_bar(SarTextFile *file, const SarSheet *sheet, double x, double y, double longest, const char *unit);

/* The axes of the ground, seen by the camera: directions[k] of x, y, z. */
void sar_draw_axes(SarTextFile *file, double x, double y, double size, const SarVec3 directions[3]);

#endif
