/* Where a picture of a mechanism is seen from. */
#ifndef SAR_RESULT_SNAPSHOT_VIEW_H
#define SAR_RESULT_SNAPSHOT_VIEW_H

#include "result/snapshot.h"
#include "result/snapshot_pose.h"

/* Unit vectors in ground axes: right x up = towards the eye. */
typedef struct SarView {
  SarVec3 right, up, toward;
  bool flat; /* along an axis: a drawing rather than a picture */
} SarView;

/* Chooses the view. poses: ntimes times the bodies of the scene, of the whole motion: a mechanism is planar if all of
 * it moves in planes across an axis of the ground. */
SarView sar_view_choose(const SarScene *scene, const SarSnapshotPose *poses, int32_t ntimes,
                        const SarSnapshotOptions *options);

/* Ground coordinates, or a direction, in the axes of the camera. */
SarVec3 sar_view_see(const SarView *view, SarVec3 ground);

#endif
