/* The tableau of a fully implicit Runge-Kutta method of Radau's type. */
#ifndef SAR_METHOD_FAMILY_RADAU_TABLE_H
#define SAR_METHOD_FAMILY_RADAU_TABLE_H

#include <stdint.h>

#define SAR_RADAU_STAGES 3 /* at most */

/* Butcher's tableau; the last stage is the end of the step. */
typedef struct SarRadauTable {
  int32_t stages;
  double c[SAR_RADAU_STAGES], a[SAR_RADAU_STAGES][SAR_RADAU_STAGES];
} SarRadauTable;

#endif
