/* Parts of `sarrus describe` that speak of settings, units, parameters, sub-models and repetition; used by
 * describe_language.c. */
#ifndef SAR_MODEL_DESCRIBE_SETTINGS_H
#define SAR_MODEL_DESCRIBE_SETTINGS_H

#include <stdio.h>

#include "model/model.h"

void sar_describe_units(FILE *stream);
void sar_describe_parameters(FILE *stream);
void sar_describe_outputs(FILE *stream);
void sar_describe_for(FILE *stream);
void sar_describe_include(FILE *stream);
void sar_describe_output(FILE *stream);
void sar_describe_simulate(FILE *stream);

#endif
