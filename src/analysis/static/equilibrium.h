/* The equilibrium of a mechanism near a start (docs/theory/statics.md): Newton's method, in load steps where that
 * fails, dynamic relaxation where these fail, too; and what was found: whether it is stable, which directions are
 * neutral. */
#ifndef SAR_ANALYSIS_EQUILIBRIUM_H
#define SAR_ANALYSIS_EQUILIBRIUM_H

#include "analysis/static/search.h"
#include "analysis/static/stability.h"

SarStatus sar_equilibrium_create(SarContext *context, SarStart *start, SarEquilibrium **out);
void sar_equilibrium_destroy(SarEquilibrium **equilibrium);

/* Moves the start to an equilibrium with motions and loads as they are at time t. SAR_FAILED, reported: there is none,
 * with the direction in which nothing holds the mechanism, or none was found. */
SarStatus sar_equilibrium_find(SarEquilibrium *e, double t);

/* From an equilibrium to the one without gravity, forces, torques and loads on beams (SarWorkspace.loads). > 0: none
 * was found. Nothing is reported, and the gap stays that of the loaded one. */
SarStatus sar_equilibrium_unload(SarEquilibrium *e);

/* What has been done in all. */
SarRestCounts sar_equilibrium_counts(const SarEquilibrium *e);

/* One warning where it is not stable. */
void sar_equilibrium_warn_unstable(const SarEquilibrium *e, const SarStability *stability);

/* The equilibrium as the start of a motion: velocities are zero but for what motions demand, accelerations and
 * multipliers consistent with them. Warns of one that is not stable. */
SarStatus sar_equilibrium_start(SarContext *context, SarStart *start);
/* The same for one beside another that was judged: whether it is stable is not asked, which takes longer than to find
 * it where the mechanism is large. */
SarStatus sar_equilibrium_start_unjudged(SarContext *context, SarStart *start);

#endif
