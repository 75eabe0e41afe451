/* How near a pose is to a singular one: the smallest singular value of the gradients of the carried constraint rows
 * (rotations over L, rows of length about one: gradients.h), which rows then say the same, and which body gains a
 * freedom. A healthy mechanism has values between 1e-3 and 1; 0 means that a direction opens at this pose. */
#ifndef SAR_ANALYSIS_SINGULAR_H
#define SAR_ANALYSIS_SINGULAR_H

#include "system/workspace.h"

#define SAR_SINGULAR_WITH 4

/* Names belong to the model and the system. Null, and row = body = -1, where there are no rows. */
typedef struct SarSingular {
  double value;                                 /* smallest singular value; infinite without rows */
  int32_t row;                                  /* the row with the largest part, position rows first */
  int32_t element;                              /* of that row: index in the model */
  int32_t body;                                 /* moves most in the direction that opens */
  const char *joint;                            /* name of the element */
  const char *equation, *body_name, *direction; /* "rotation about x", "crank", "translation along y" */
  const char *with[SAR_SINGULAR_WITH];          /* the other elements with a large part, the largest first; then null */
} SarSingular;

/* " (above all those of `a` and `b`)", what to add to "the other constraints"; "" without any. */
#define SAR_SINGULAR_OTHERS 320
void sar_singular_others(const SarSingular *s, char text[SAR_SINGULAR_OTHERS]);

/* What is kept from pose to pose: patterns, factorisation, vectors. One mechanism, the rows that it carries. */
typedef struct SarSingularProbe SarSingularProbe;
SarStatus sar_singular_create(SarContext *context, SarWorkspace *m, SarSingularProbe **out);
void sar_singular_destroy(SarSingularProbe **probe);

/* One factorisation and at most two dozen solves. Deterministic. */
SarStatus sar_singular_at(SarSingularProbe *probe, double t, const double *q, SarSingular *out);

/* The value alone, to about three digits, for poses that follow each other along a motion: a factorisation and a few
 * solves. Deterministic, but the last digits depend on the poses before. */
SarStatus sar_singular_value(SarSingularProbe *probe, double t, const double *q, double *value);

/* What has been done so far, in entries of the factors that were computed or read: what the time is proportional to. */
int64_t sar_singular_work(const SarSingularProbe *probe);

/* The vectors of the last pose: left (np + nn, zero on rows that are not carried), right (nv, rotations times L). */
const double *sar_singular_left(const SarSingularProbe *probe);
const double *sar_singular_right(const SarSingularProbe *probe);

/* The same for one pose, for a run that could not go on. */
SarStatus sar_singular_diagnose(SarContext *context, SarWorkspace *m, double t, const double *q, SarSingular *out);

/* Warns where a mechanism starts in a pose that is singular or very nearly so. */
SarStatus sar_singular_warn_start(SarContext *context, SarWorkspace *m, const double *q);

#endif
