/* Messages as people and programs read them. */
#ifndef SAR_CLI_REPORT_H
#define SAR_CLI_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/context.h"
#include "base/json.h"

/* Prints the messages from number `first` on, one line each: `file:line:column: error: what; what to do`. Without a
 * place in a file the line begins with `sarrus:`. Messages of a file come from its top to its bottom, those without a
 * place last; so in JSON. Notes that explain an error follow it, wherever they point. quiet leaves out all but errors,
 * verbose adds the other notes. */
void sar_report_print(const SarContext *context, int32_t first, bool quiet, bool verbose, FILE *stream);

/* How many errors there were beyond those that are kept. */
int32_t sar_report_dropped(const SarContext *context);

/* {"status": "error", "code": ..., "errors": [...]} */
void sar_report_json(const SarContext *context, int exit_code, FILE *stream);

/* "errors": [{file, line, column, element, message, remedy}] and "warnings": [{element, message, remedy}] */
void sar_report_put_errors(const SarContext *context, SarJson *json);

/* "notes": those that explain an error, with the same keys */
void sar_report_put_notes(const SarContext *context, SarJson *json);
void sar_report_put_warnings(const SarContext *context, SarJson *json);

#endif
