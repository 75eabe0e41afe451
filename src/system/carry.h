/* A system that goes on where another one of nearly the same model stopped: the phases of a run. What is carried over
 * takes the place of the written start: pose, velocities and states, where angles are in their turns, what contacts
 * remember, and what events have set. */
#ifndef SAR_SYSTEM_CARRY_H
#define SAR_SYSTEM_CARRY_H

#include "base/archive.h"
#include "system/workspace.h"

/* From a point of another mechanism. SAR_INPUT, reported: bodies, coordinates or states are not the same. Angles must
 * have been followed there, all of them. */
SarStatus sar_system_carry(SarSystem *to, const SarWorkspace *from, const SarPoint *at);

/* What was carried, saved; or loaded in the place of sar_system_carry. */
SarStatus sar_system_archive_carried(SarSystem *s, SarArchive *archive);

/* s, when it begins: 0, or when the one before stopped. */
double sar_system_begin(const SarSystem *s);
bool sar_system_is_carried(const SarSystem *s);

#endif
