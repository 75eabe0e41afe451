#include "cli/times.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

SarStatus sar_cli_times(SarCli *cli, const char *option, const char *text, int32_t most, double *times,
                        int32_t *count) {
  *count = 0;
  for (const char *at = text;; at++) {
    double value = NAN;
    size_t length = sar_text_number(at, strlen(at), &value);
    at += length;
    bool later = *count == 0 || value > times[*count - 1];
    if (length == 0 || !isfinite(value) || !later || (*at && *at != ',') || *count == most) break;
    times[(*count)++] = value;
    if (!*at) return SAR_OK;
  }
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write for example 0.5 or 0,0.1,0.2",
                    "%s %s is no list of ascending times (%d at most)", option, text, (int)most);
}
