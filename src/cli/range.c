#include "cli/range.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

#define MOST 1000000

SarStatus sar_cli_range(SarCli *cli, const char *option, const char *text, SarCliRange *out) {
  double numbers[3] = {NAN, NAN, NAN};
  const char *at = text;
  bool read = true;
  for (int i = 0; read && i < 3; i++) {
    size_t length = strcspn(at, ":");
    read = length > 0 && sar_text_number(at, length, &numbers[i]) == length && isfinite(numbers[i]);
    at += length + (i < 2 && at[length] == ':');
  }
  if (!read || *at) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write FROM:TO:N, such as 0:1:50",
                      "%s %s is no range of numbers", option, text);
  }
  if (!(numbers[2] >= 1 && numbers[2] <= MOST) || numbers[2] != floor(numbers[2])) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a whole number from 1 to 1000000 as N",
                      "%s %s: %g is no number of values", option, text, numbers[2]);
  }
  *out = (SarCliRange){numbers[0], numbers[1], (int32_t)numbers[2]};
  return SAR_OK;
}
