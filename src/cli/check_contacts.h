/* What `sarrus check` says of contacts. */
#ifndef SAR_CLI_CHECK_CONTACTS_H
#define SAR_CLI_CHECK_CONTACTS_H

#include "base/json.h"
#include "cli/cli.h"

void sar_cli_print_contacts(const SarCli *cli, const SarCheck *check);
void sar_cli_put_contacts(const SarCli *cli, const SarCheck *check, SarJson *json);

#endif
