/* The solids of a scene at one instant. */
#ifndef SAR_RESULT_SNAPSHOT_SCENE_H
#define SAR_RESULT_SNAPSHOT_SCENE_H

#include "result/snapshot_pose.h"
#include "result/snapshot_solid.h"
#include "result/snapshot_tint.h"
#include "result/snapshot_view.h"

typedef struct SarSolids {
  SarSolid *list;
  int32_t count, capacity;
} SarSolids;

typedef struct SarInstant {
  SarContext *context;
  SarArena *arena;
  const SarScene *scene;
  const SarSnapshotPose *poses; /* of the bodies */
  const SarView *view;
  const SarTint *tint;  /* null: beams have the colours of their own */
  const double *values; /* of the tint, by element of all beams */
} SarInstant;

/* Where a section or a shape is that is fixed to a body. */
SarSnapshotPose sar_instant_pose(const SarInstant *instant, int32_t body, SarVec3 at, SarQuat turn);

/* One more solid, with its outline. */
SarStatus sar_instant_append(const SarInstant *instant, const SarSolid *solid, SarSolids *out);

/* Where a side is, in ground coordinates; and its axis z. */
SarVec3 sar_instant_point(const SarInstant *instant, const SarSceneSide *side);
SarVec3 sar_instant_axis(const SarInstant *instant, const SarSceneSide *side);

/* Shapes of the bodies and of the ground. In the arena. */
SarStatus sar_instant_bodies(const SarInstant *instant, SarSolids *out);

/* Signs of joints with this radius, links without mass, and springs; with `all` also those that bodies would hide. */
SarStatus sar_instant_marks(const SarInstant *instant, double radius, bool all, SarSolids *out);

/* Cuts cylinders into pieces where something is before one part and behind another: a shaft through a housing. */
SarStatus sar_instant_cut(const SarInstant *instant, SarSolids *solids);

#endif
