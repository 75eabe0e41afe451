/* What the model says about one of its events. */
#ifndef SAR_SYSTEM_EVENT_INFO_H
#define SAR_SYSTEM_EVENT_INFO_H

#include <stdbool.h>
#include <stdint.h>

/* An event of the model. Its root has the same index. */
typedef struct SarEventInfo {
  int32_t element; /* of the model */
  bool stop, record, restart;
  bool end_phase;     /* stops this phase only */
  bool sets;          /* changes parameters */
  bool impact;        /* has a restitution, and a row of velocities */
  double restitution; /* only with impact */
} SarEventInfo;

#endif
