/* Moving and mirroring what an included file has added.
 *
 * A placement takes x to R (M x) + p: M changes the sign of one coordinate (or of none), R turns, p moves. Bodies keep
 * right-handed axes: those of a mirrored body are the mirror image with the mirrored axis turned back, A -> R M A M, so
 * everything given in body axes is mirrored by M. Axial vectors (angular velocities, torques) take another sign. */
#ifndef SAR_READ_PLACEMENT_H
#define SAR_READ_PLACEMENT_H

#include "read/reader.h"

static inline SarVec3 sar_mirror(const SarPlacement *p, SarVec3 a) {
  return sar_vec3(p->mirror == 0 ? -a.x : a.x, p->mirror == 1 ? -a.y : a.y, p->mirror == 2 ? -a.z : a.z);
}

/* Directions, e.g. velocities and forces; and axial vectors. */
static inline SarVec3 sar_place_direction(const SarPlacement *p, SarVec3 a) {
  SarMat3 turn = sar_quat_matrix(p->turn);
  return sar_mul(&turn, sar_mirror(p, a));
}
static inline SarVec3 sar_place_axial(const SarPlacement *p, SarVec3 a) {
  return sar_scale(p->mirror < 0 ? 1 : -1, sar_place_direction(p, a));
}
static inline SarVec3 sar_place_point(const SarPlacement *p, SarVec3 a) {
  return sar_add(p->at, sar_place_direction(p, a));
}

/* M A M: the axis of the rotation is an axial vector. */
static inline SarQuat sar_mirror_turn(const SarPlacement *p, SarQuat q) {
  if (p->mirror < 0) return q;
  SarVec3 axis = sar_neg(sar_mirror(p, sar_vec3(q.x, q.y, q.z)));
  return (SarQuat){q.w, axis.x, axis.y, axis.z};
}
static inline SarQuat sar_place_turn(const SarPlacement *p, SarQuat q) {
  return sar_quat_normalise(sar_quat_mul(p->turn, sar_mirror_turn(p, q)));
}

/* The ground as a side means the sub-model's own ground, which has moved: a frame on the ground. */
SarStatus sar_place_ground_side(SarFile *file, SarSideName *side);

static inline bool sar_place_only_moves(const SarPlacement *p) {
  return p->mirror < 0 && p->turn.x == 0 && p->turn.y == 0 && p->turn.z == 0;
}

/* The value of a field, null if the class has none of that name. */
static inline SarValue *sar_place_value(SarModelElement *element, const char *field) {
  int32_t index = sar_field_index(element->class, field);
  return index < 0 ? NULL : &element->values[index];
}

#endif
