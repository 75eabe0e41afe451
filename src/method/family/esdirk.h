/* Runge-Kutta methods with an explicit first stage, one and the same gamma on the diagonal of all others, and the last
 * stage at the end of the step (stiffly accurate): what a table of this family supplies (paper 4, eqs 5 and 6). */
#ifndef SAR_METHOD_FAMILY_ESDIRK_H
#define SAR_METHOD_FAMILY_ESDIRK_H

#include "method/engine.h"
#include "method/family/esdirk_tableau.h"

typedef struct SarEsdirkTable {
  void (*tableau)(const SarMethodChoice *choice, SarTableau *out);
} SarEsdirkTable;

#endif
