/* Quantities of beams as colours, from recorded columns. */
#ifndef SAR_RESULT_SNAPSHOT_TINT_H
#define SAR_RESULT_SNAPSHOT_TINT_H

#include "result/results.h"
#include "result/scene.h"
#include "result/snapshot.h"
#include "result/text_file.h"

typedef struct SarTint {
  SarTintKind kind;
  const char *unit;
  double low, high;  /* over all rows; of what has a sign the same on both sides of 0 */
  int32_t nelements; /* of all beams */
  double *values;    /* values[time * nelements + element], at the middles of elements; nan: not recorded */
} SarTint;

/* Of all elements at ntimes times, ascending. In the arena. SAR_USAGE if no element has it. */
SarStatus sar_tint_read(SarContext *context, SarArena *arena, const SarScene *scene, SarResults *results,
                        SarTintKind kind, const double *times, int32_t ntimes, SarTint *out);

/* The colour of a value, "#rrggbb"; grey of nan. */
void sar_tint_colour(const SarTint *tint, double value, char out[8]);

/* The scale of colours with its range; x, y: its lower left end, pixels. */
void sar_tint_draw(SarTextFile *file, const SarTint *tint, double x, double y);

#endif
