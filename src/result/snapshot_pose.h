/* Poses of bodies at any time, from recorded columns. */
#ifndef SAR_RESULT_SNAPSHOT_POSE_H
#define SAR_RESULT_SNAPSHOT_POSE_H

#include "result/results.h"
#include "result/scene.h"

typedef struct SarSnapshotPose {
  SarVec3 at; /* the centre of mass */
  SarQuat turn;
} SarSnapshotPose;

/* A time between two rows: part 0 is the first, 1 the second. */
typedef struct SarRowPlace {
  int64_t row;
  double part;
} SarRowPlace;

/* Where ntimes times, ascending, lie among the rows; in the arena. SAR_USAGE if one is outside of what is recorded,
 * SAR_INPUT if there is no row. */
SarStatus sar_rows_find(SarContext *context, SarArena *arena, SarResults *results, const double *times, int32_t ntimes,
                        SarRowPlace **out);

/* Poses of all bodies of the scene at ntimes times, ascending: poses[time * nbodies + body]. Between two rows positions
 * are interpolated linearly and turns along the shortest way. Bodies without columns keep the written pose;
 * *unrecorded: how many. In the arena. Fails as sar_rows_find. */
SarStatus sar_poses_read(SarContext *context, SarArena *arena, const SarScene *scene, SarResults *results,
                         const double *times, int32_t ntimes, SarSnapshotPose **out, int32_t *unrecorded);

/* The first and the last time of the results; SAR_INPUT if there is no row. */
SarStatus sar_poses_range(SarContext *context, SarResults *results, double *first, double *last);

#endif
