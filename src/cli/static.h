/* `sarrus static`: what its files share. */
#ifndef SAR_CLI_STATIC_H
#define SAR_CLI_STATIC_H

#include "base/json.h"
#include "cli/cli.h"

/* One line of a series, or the whole: what was varied, and what was found there. */
typedef struct SarStaticLine {
  double value; /* in the unit of the model */
  SarStaticState state;
} SarStaticLine;

typedef struct SarStaticLines {
  SarStaticLine *lines;
  int32_t count, room;
} SarStaticLines;

SarStatus sar_static_lines_add(SarCli *cli, SarStaticLines *lines, double value, const SarStaticState *state);

/* The table of a series; `name`: of what was varied, with its unit if it has one. */
void sar_static_print_lines(const SarStaticLines *lines, const char *name);
void sar_static_put_state(SarJson *json, const SarStaticState *state);
/* Load factors, where they were asked for. */
void sar_static_print_buckling(const SarBucklingFactors *buckling);
void sar_static_put_buckling(SarJson *json, const SarBucklingFactors *buckling);
void sar_static_put_lines(SarJson *json, const SarStaticLines *lines, const char *key);

/* "stable", "unstable", "neutral" or "nothing can move" */
const char *sar_static_verdict(const SarStaticState *state);

/* `--vary NAME=FROM:TO:N`: one equilibrium for each value, each beginning where the last one ended. */
SarStatus sar_cli_static_vary(SarCli *cli, const char *text);

#endif
