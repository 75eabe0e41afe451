/* Ranks 1, 2, ... as the crew of rank 0. */
#ifndef SAR_MPI_RANKS_H
#define SAR_MPI_RANKS_H

#include "study/crew.h"

/* size: of all ranks, at least 2; it outlives the kind. */
struct SarCrewKind sar_ranks_crew(const int *size);

#endif
