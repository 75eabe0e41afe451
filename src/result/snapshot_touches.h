/* Contacts in pictures: a dot at the strongest touch of each, and what all its touches do to the second body as an
 * arrow. */
#ifndef SAR_RESULT_SNAPSHOT_TOUCHES_H
#define SAR_RESULT_SNAPSHOT_TOUCHES_H

#include "result/results.h"
#include "result/snapshot_draw.h"
#include "result/snapshot_view.h"

typedef struct SarDrawnTouch {
  bool touches;
  SarVec3 at, force; /* ground axes */
} SarDrawnTouch;

typedef struct SarDrawnTouches {
  SarDrawnTouch *list; /* by time, then by contact */
  int32_t ncontacts;
  double most;      /* the largest force of all */
  const char *unit; /* of forces */
} SarDrawnTouches;

/* At ntimes times, ascending, in the arena: of the rows before them. SAR_USAGE if no contact is recorded. */
SarStatus sar_touches_read(SarContext *context, SarArena *arena, SarResults *results, const double *times,
                           int32_t ntimes, SarDrawnTouches *out);

void sar_touches_draw(SarTextFile *file, const SarSheet *sheet, const SarView *view, const SarDrawnTouches *touches,
                      int32_t time);

/* An arrow with the force it stands for. */
void sar_touches_draw_scale(SarTextFile *file, const SarDrawnTouches *touches, double x, double y);

#endif
