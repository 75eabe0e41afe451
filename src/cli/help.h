/* Help, from the tables of the verbs. */
#ifndef SAR_CLI_HELP_H
#define SAR_CLI_HELP_H

#include "cli/cli.h"

void sar_help_usage(FILE *stream);                                                /* two lines */
void sar_help_program(const SarVerb *const *verbs, int32_t nverbs, FILE *stream); /* `sarrus --help` */
void sar_help_verb(const SarVerb *verb, FILE *stream);                            /* `sarrus VERB --help` */

#endif
