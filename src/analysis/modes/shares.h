/* Where the energy of a mode is. */
#ifndef SAR_ANALYSIS_MODES_SHARES_H
#define SAR_ANALYSIS_MODES_SHARES_H

#include "analysis/modes/eigen_modes.h"
#include "analysis/modes/linearised.h"

/* In the arena; largest first. */
SarStatus sar_shares_find(const SarLinearised *linearised, const SarEigenMode *mode, SarArena *arena,
                          const SarModeShare **out, int32_t *count);

#endif
