/* The error bars of a run in its summary. */
#ifndef SAR_CLI_SUMMARY_ERRORS_H
#define SAR_CLI_SUMMARY_ERRORS_H

#include <stdio.h>

#include "base/json.h"
#include "base/units.h"
#include "sarrus/analysis.h"

/* Nothing where there are none. */
void sar_summary_print_errors(const SarRunErrors *errors, const SarUnits *units, FILE *stream);
/* The key `error_bars`: null, or an object. Numbers in the model's units. */
void sar_summary_put_errors(const SarRunErrors *errors, const SarUnits *units, SarJson *json);

/* The same of an accuracy that was asked for; the key is `accuracy`. */
void sar_summary_print_accuracy(const SarAccuracy *accuracy, const SarLengthScale *scale, const SarUnits *units,
                                FILE *stream);
void sar_summary_put_accuracy(const SarAccuracy *accuracy, const SarUnits *units, SarJson *json);

#endif
