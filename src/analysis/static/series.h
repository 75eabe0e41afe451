/* One equilibrium after the other, recorded (include/sarrus/static.h). */
#ifndef SAR_ANALYSIS_STATIC_SERIES_H
#define SAR_ANALYSIS_STATIC_SERIES_H

#include "sarrus/static.h"
#include "system/system.h"

/* A pose that is handed on from one model to the next, which differ in parameters alone. */
typedef struct SarStaticPose {
  double *q; /* null: none yet; free it */
  int32_t nq;
} SarStaticPose;

/* The same as sar_static, from the pose, which becomes that of the equilibrium. It may be null. */
SarStatus sar_static_near(SarContext *context, const SarSystem *system, const SarStaticOptions *options,
                          SarStaticPose *pose, SarStaticSummary *summary);

#endif
