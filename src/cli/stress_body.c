/* sarrus stress: the reduced body that the results were made with. */
#include "cli/stress.h"

static SarStatus report_none(SarCli *cli, const char *path, const char *name) {
  return sar_report(cli->context, SAR_INPUT, (SarSource){sar_intern(cli->context, path), 0, 0}, name,
                    "say where it is: --body BODY.h5", "the results do not say which file the reduced body `%s` is in",
                    name);
}

SarStatus sar_stress_find_body(SarCli *cli, const char *path, SarResults *results, const char *name, SarReduced *out) {
  const char *file = sar_arguments_text(&cli->arguments, "--body");
  (void)results;
  if (!file) return report_none(cli, path, name);
  return sar_reduced_read(cli->context, sar_nowhere(), file, true, cli->arena, out);
}
