/* The length L of a model as people and programs read it. */
#ifndef SAR_CLI_LENGTH_SCALE_H
#define SAR_CLI_LENGTH_SCALE_H

#include <stdio.h>

#include "base/json.h"
#include "base/units.h"
#include "sarrus/analysis.h"

/* "0.3 m, from joints and forces": the rest of a line. */
void sar_cli_print_length(const SarLengthScale *scale, const SarUnits *units, FILE *stream);

/* "length_scale": {"value", "unit", "from"}, in the model's unit. */
void sar_cli_put_length(const SarLengthScale *scale, const SarUnits *units, SarJson *json);

#endif
