/* A state as tables for people: positions, velocities, reactions, in the units of the model. */
#ifndef SAR_CLI_STATE_TABLES_H
#define SAR_CLI_STATE_TABLES_H

#include "cli/cli.h"

enum { SAR_STATE_ASSEMBLED = 1, SAR_STATE_STATIC = 2 };

/* The last row of the table; kind: which tables are of interest. */
void sar_cli_print_state(const SarModel *model, const SarTable *table, unsigned kind);

#endif
