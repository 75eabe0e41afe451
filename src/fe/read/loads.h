/* Loads of the input deck as forces on the unknowns. */
#ifndef SAR_FE_READ_LOADS_H
#define SAR_FE_READ_LOADS_H

#include "fe/read/shells.h"

/* Every step of the deck that has loads becomes a load of the model, in the units of the files. The model has its
 * unknowns and its mass. */
SarStatus sar_fe_set_loads(SarFeDeck *deck, const SarFeShells *shells);

#endif
