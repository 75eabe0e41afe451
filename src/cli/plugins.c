/* Code that a results file names is loaded only for those who ask for it, and never before they were told what it is.
 */
#include "cli/cli.h"

SarStatus sar_cli_allow_plugins(SarCli *cli, SarRecord *record) {
  SarRecordPlugin plugin;
  if (!sar_arguments_has(&cli->arguments, "--allow-plugins")) return SAR_OK;
  for (int32_t i = 0; sar_record_plugin(record, i, &plugin); i++) {
    if (!plugin.path[0]) continue; /* a function of the program that made the results: there is nothing to load */
    sar_warn(cli->context, sar_nowhere(), plugin.name, NULL, "the code in %s is loaded, hash %s", plugin.path,
             plugin.hash[0] ? plugin.hash : "(it cannot be read)");
  }
  sar_cli_report(cli);
  return sar_record_load_plugins(record);
}
