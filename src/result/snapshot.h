/* Stills and moving pictures of a mechanism as SVG, from a scene and the recorded poses.
 *
 * The projection is parallel. Every shape becomes a solid with an exact outline and simple shading; solids are painted
 * from the back to the front, ordered by who is in front where two overlap. */
#ifndef SAR_RESULT_SNAPSHOT_H
#define SAR_RESULT_SNAPSHOT_H

#include "result/results.h"
#include "result/scene.h"

/* From where the mechanism is seen. */
typedef enum SarViewKind {
  SAR_VIEW_DEFAULT, /* planar mechanisms along their normal, others as SAR_VIEW_ANGLES with -50, 25 */
  SAR_VIEW_X,
  SAR_VIEW_Y,
  SAR_VIEW_Z,     /* along an axis of the ground */
  SAR_VIEW_ANGLES /* degrees: azimuth about the axis that points up, elevation above the horizontal */
} SarViewKind;

/* What the colours of beams stand for. */
typedef enum SarTintKind {
  SAR_TINT_NONE,
  SAR_TINT_MOMENT, /* bending */
  SAR_TINT_AXIAL,
  SAR_TINT_TORSION,
  SAR_TINT_SHEAR,
  SAR_TINT_STRESS,
  SAR_TINTS
} SarTintKind;

/* "moment", "axial", ..; of SAR_TINT_NONE "". */
const char *sar_tint_name(SarTintKind kind);

typedef struct SarSnapshotOptions {
  const double *times; /* in the unit of the results, ascending; the last one is drawn fully, those before fade */
  int32_t ntimes;
  bool animate;    /* one after the other, again and again */
  double duration; /* s, of one round */
  SarViewKind view;
  double azimuth, elevation;
  bool names;            /* of bodies */
  bool contacts;         /* points and forces where bodies touch */
  SarTintKind tint;      /* of beams */
  const char *title;     /* null: none */
  int32_t width, height; /* pixels; 0: as it needs */
} SarSnapshotOptions;

/* Path "-" is standard output. SAR_USAGE if a time is not recorded, or the tint of no beam, or no contact. Bodies
 * without recorded poses are drawn where the model has them, with a warning. The same results give the same bytes. */
SarStatus sar_snapshot_write(SarContext *context, const char *path, const SarScene *scene, SarResults *results,
                             const SarSnapshotOptions *options);

#endif
