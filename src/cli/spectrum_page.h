/* `sarrus spectrum` as a page. */
#ifndef SAR_CLI_SPECTRUM_PAGE_H
#define SAR_CLI_SPECTRUM_PAGE_H

#include "analysis/spectrum.h"
#include "cli/cli.h"

SarStatus sar_spectrum_page(SarCli *cli, const SarSpectrum *list, int32_t count, const SarSpectrumOptions *options,
                            const char *path);

#endif
