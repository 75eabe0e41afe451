/* Units as FMI describes them: powers of the base units of SI, and a factor. */
#ifndef SAR_FMI_UNITS_H
#define SAR_FMI_UNITS_H

#include <stdbool.h>

#include "base/units.h"

typedef struct SarFmuUnit {
  int kg, m, s, rad; /* exponents */
  double factor;     /* its value in SI */
} SarFmuUnit;

/* What a unit stands for that a model with these units shows, "mm/s^2"; false: a word of the user's own. */
bool sar_fmu_unit(const SarUnits *units, const char *label, SarFmuUnit *out);

#endif
