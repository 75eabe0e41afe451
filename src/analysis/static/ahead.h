/* What something that nothing holds will touch where its load moves it. */
#ifndef SAR_ANALYSIS_STATIC_AHEAD_H
#define SAR_ANALYSIS_STATIC_AHEAD_H

#include "analysis/static/rest.h"

typedef struct SarAhead {
  bool found;  /* a touch begins */
  double free; /* how far it may go before that, in L or rad: a power of two */
} SarAhead;

/* Along rest->step, of whatever length that is: the free direction that was found last (free.h). */
SarStatus sar_static_look_ahead(const SarRest *rest, SarAhead *out);

#endif
