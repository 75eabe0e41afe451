/* Slow eigenvalues of a mechanism that also has very fast ones, and whether they hold. */
#ifndef SAR_ANALYSIS_MODES_BANDS_H
#define SAR_ANALYSIS_MODES_BANDS_H

#include "analysis/modes/eigen_modes.h"

/* Those up to the limit, 1/s. Destroy in any case. */
SarStatus sar_eigen_bands(const SarPencil *pencil, double limit, SarEigenModes *out);

/* Those up to the limit that are no eigenvalues, zeros too, as far as the stiffness is known; of what is wrongly a
 * zero, the rate is about that which it should have. */
SarStatus sar_eigen_check(const SarPencil *pencil, const SarEigenModes *modes, double limit, SarUnsure *unsure);

#endif
