/* Facts about a model as JSON text, for the attributes of a results file. */
#ifndef SAR_RESULT_FACTS_H
#define SAR_RESULT_FACTS_H

#include "model/model.h"

/* {"r": 0.3, ...}, in the file's units. Freed by the caller; null when memory is exhausted. */
char *sar_facts_parameters(const SarModel *model);

/* {"length": "mm", "mass": ...}. Freed by the caller; null when memory is exhausted. */
char *sar_facts_units(const SarUnits *units);

#endif
