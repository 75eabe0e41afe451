/* Ranges on the command line: FROM:TO:N, N values from FROM to TO. */
#ifndef SAR_CLI_RANGE_H
#define SAR_CLI_RANGE_H

#include "cli/cli.h"

typedef struct SarCliRange {
  double from, to;
  int32_t count;
} SarCliRange;

/* SAR_USAGE, reported, if the text is none; option: what it was given to. */
SarStatus sar_cli_range(SarCli *cli, const char *option, const char *text, SarCliRange *out);

static inline double sar_cli_range_value(const SarCliRange *r, int32_t i) {
  return r->count < 2 ? r->from : i + 1 == r->count ? r->to : r->from + (r->to - r->from) * i / (r->count - 1);
}

#endif
