/* Poses that are singular or nearly so along a motion: the smallest singular value at some 400 of its steps at most,
 * where loops have changed their shape (loop_shape.h), and its local minima looked for between them.
 *
 * Between two probes the pose follows from positions and velocities at both (cubic Hermite; quaternions are made unit
 * again), so that a dip that the probes only surround is seen at its bottom. Nothing that is looked at changes the run.
 */
#ifndef SAR_ANALYSIS_POSE_FOLLOW_H
#define SAR_ANALYSIS_POSE_FOLLOW_H

#include "base/arena.h"
#include "sarrus/analysis.h"
#include "system/workspace.h"

typedef struct SarPoseFollow SarPoseFollow;

/* end: of the motion, s. ranks: the rank of the constraints is followed, too, which costs more where some repeat
 * others. The system must outlive it. */
SarStatus sar_pose_follow_create(SarContext *context, const SarSystem *system, double end, bool ranks,
                                 SarPoseFollow **out);
void sar_pose_follow_destroy(SarPoseFollow **follow);

/* At the start and after an accepted step. m: the rows that are carried now. */
SarStatus sar_pose_follow_see(SarPoseFollow *follow, const SarWorkspace *m, const SarPoint *at);

/* After the last step: warns, and fills in what a watch knows of ranks and singular values; the list of poses lives in
 * the arena, null: it is not asked for. */
SarStatus sar_pose_follow_conclude(SarPoseFollow *follow, SarContext *context, SarArena *arena, SarWatch *out);

#endif
