/* `sarrus order` as a picture and as a page. */
#ifndef SAR_CLI_ORDER_PAGE_H
#define SAR_CLI_ORDER_PAGE_H

#include "cli/cli.h"

SarStatus sar_order_draw(SarCli *cli, const SarOrderResult *result, const char *path);
SarStatus sar_order_page(SarCli *cli, const SarOrderResult *result, const char *path);

#endif
