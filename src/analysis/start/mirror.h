/* Joints that close in two ways while the rest stays. */
#ifndef SAR_ANALYSIS_MIRROR_H
#define SAR_ANALYSIS_MIRROR_H

#include "analysis/start/start.h"
#include "base/arena.h"

#define SAR_MAX_MIRRORS 16 /* that are looked for in one mechanism */

/* The second closures at the start. *list: allocated in the arena. */
SarStatus sar_mirror_find(SarStart *s, SarArena *arena, const SarMirror **list, int32_t *count);

/* One mirror as a note, or as a warning where it looks as if the wrong way had been taken. */
void sar_mirror_tell(const SarStart *s, const SarMirror *mirror);

/* Finds and tells all of them. */
SarStatus sar_mirror_note(SarStart *s);

#endif
