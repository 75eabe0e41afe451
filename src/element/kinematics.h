/* How bodies are placed and move, as elements see them. */
#ifndef SAR_ELEMENT_KINEMATICS_H
#define SAR_ELEMENT_KINEMATICS_H

#include <stdint.h>

#include "base/rotation.h"
#include "base/vec3.h"

/* The motion of one body. Ground is a body too: at the origin, identity, at rest. */
typedef struct SarKin {
  SarVec3 r; /* m, centre of mass, ground axes */
  SarMat3 A; /* body axes -> ground axes */
  SarVec3 v; /* m/s, velocity of the centre of mass, ground axes */
  SarVec3 w; /* rad/s, angular velocity, body axes */
} SarKin;

/* One side of a joint or force: a frame fixed on a body. */
typedef struct SarSide {
  int32_t body;  /* index; the ground has the index nbodies */
  SarVec3 point; /* m, origin of the frame from the centre of mass (ground: from the origin), body axes */
  SarMat3 axes;  /* frame axes -> body axes (columns: x, y, z of the frame) */
} SarSide;

/* Point of a body, its velocity, and its acceleration when a = 0 and alpha = 0 (centripetal part). */
static inline SarVec3 sar_kin_arm(const SarKin *k, SarVec3 s) { return sar_mul(&k->A, s); }
static inline SarVec3 sar_kin_point(const SarKin *k, SarVec3 s) { return sar_add(k->r, sar_mul(&k->A, s)); }
static inline SarVec3 sar_kin_arm_rate(const SarKin *k, SarVec3 s) { return sar_mul(&k->A, sar_cross(k->w, s)); }
static inline SarVec3 sar_kin_point_rate(const SarKin *k, SarVec3 s) { return sar_add(k->v, sar_kin_arm_rate(k, s)); }
static inline SarVec3 sar_kin_arm_bias(const SarKin *k, SarVec3 s) {
  return sar_mul(&k->A, sar_cross(k->w, sar_cross(k->w, s)));
}

#endif
