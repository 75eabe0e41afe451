/* Poles of forces that a step has gone over: the error estimate sees two finite ends and not what lies between. */
#ifndef SAR_ANALYSIS_POLE_WATCH_H
#define SAR_ANALYSIS_POLE_WATCH_H

#include "method/method.h"
#include "system/poles.h"

/* Where a divisor was farthest from zero since it last passed it: steps may come to a pole in ever shorter ones, of
 * which both ends are large. */
typedef struct SarPoleFarthest {
  double divisor, t;
  double size; /* of the term about there */
} SarPoleFarthest;

typedef struct SarPoleWatch {
  SarPoles *poles;           /* null: there is nothing to watch */
  SarPoleValue *before;      /* at the end of the last step */
  SarPoleFarthest *farthest; /* one for each of them */
  bool known;                /* they are; else the next step is asked for its start */
} SarPoleWatch;

SarStatus sar_pole_watch_create(SarContext *context, const SarSystem *system, SarPoleWatch *w);
void sar_pole_watch_destroy(SarPoleWatch *watch);

/* After an accepted step. scratch: a point to interpolate into, whose arrays may be written. Warns once of each
 * division.
 */
void sar_pole_watch_step(SarPoleWatch *watch, SarContext *context, const SarWorkspace *m, SarIntegrator *integrator,
                         const SarPoint *scratch);

/* The run goes on otherwise than it came here. */
static inline void sar_pole_watch_restart(SarPoleWatch *watch) { watch->known = false; }

#endif
