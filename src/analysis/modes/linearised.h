/* A mechanism linearised about a state: the state, the axes from which small motions are seen, and the pencil. */
#ifndef SAR_ANALYSIS_MODES_LINEARISED_H
#define SAR_ANALYSIS_MODES_LINEARISED_H

#include "analysis/modes/pencil.h"
#include "analysis/modes/state.h"

typedef struct SarLinearised {
  SarModesState state;
  SarPencil pencil;
  const char *axes; /* "ground", or the body with which they turn */
} SarLinearised;

/* Destroy in any case. */
SarStatus sar_linearised_create(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                SarLinearised *out);
void sar_linearised_destroy(SarLinearised *linearised);

/* Whether the matrices stay the same along the motion. The state is that of a mechanism that may be at rest but not in
 * equilibrium: then they do not (steady.c). */
typedef struct SarSteadiness {
  double change;       /* of what a force does, relative, over a turn by 1 rad of what turns fastest or moves by L */
  double acceleration; /* largest, over L, rad/s^2: of a mechanism at rest */
  bool constant;
} SarSteadiness;
SarStatus sar_steadiness_find(const SarLinearised *linearised, SarSteadiness *out);

#endif
