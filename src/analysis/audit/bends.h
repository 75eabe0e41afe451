/* Beams with too few elements for how they are bent. */
#ifndef SAR_ANALYSIS_AUDIT_BENDS_H
#define SAR_ANALYSIS_AUDIT_BENDS_H

#include "system/system.h"

/* Whether it is bent further than its elements follow well. */
bool sar_bends_too_far(const SarMostTurned *most);

/* One warning; when: "at t = 0.3 s", "as written". */
void sar_bends_warn(SarContext *context, const SarSystem *system, const SarMostTurned *most, const char *when);

#endif
