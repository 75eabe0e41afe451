/* Six forces and torques that are linear in six displacements and velocities of one frame against another: what a field
 * is, and a linear beam, which is a field whose numbers follow from a cross-section.
 *
 * The first frame moves, the second one measures: along its axes stand the displacements d of the first frame's origin,
 * the angles a = (ax, ay, az) of sar_equation_axis_angle, and the velocities v, w as they are seen from there. On the
 * first body, at the origin of its frame, act
 *
 *   (F, T) = preload - K ((d, a) - rest) - C (v, w)
 *
 * and on the second one the opposite through the same point. K and C need not be symmetric.
 *
 * Energy. v is the rate of d, but w is not that of a unless the angles are small, and what is not symmetric in K has no
 * potential. So V = 1/2 x^T (K + K^T)/2 x - preload . x, x = (d, a) - rest, is what is stored, and the rest of the
 * power of F and T is work: none for a symmetric K, small angles or turns about one axis. */
#ifndef SAR_ELEMENT_FORCE_LINEAR_H
#define SAR_ELEMENT_FORCE_LINEAR_H

#include "element/equations.h"

typedef struct SarLinearForce {
  double stiffness[6][6], damping[6][6];
  double rest[6];    /* m, rad */
  double preload[6]; /* N, N m */
} SarLinearForce;

SarStatus sar_linear_force_build(SarBuilder *b, const SarLinearForce *data);

/* Its diagonals. */
void sar_linear_springs(const SarLinearForce *data, SarSprings *out);

/* A matrix of a field of kind MATRIX: 6x6, or six numbers of a diagonal; zeros where it is not given. */
void sar_linear_matrix(const SarValue *value, double out[6][6]);
/* Six numbers of a list; zeros where it is not given. */
void sar_linear_list(const SarValue *value, double out[6]);
SarStatus sar_linear_check_matrix(SarContext *context, const char *name, const SarField *field, const SarValue *value);
SarStatus sar_linear_check_list(SarContext *context, const char *name, const SarField *field, const SarValue *value);

#define SAR_LINEAR_BETWEEN                                                                                         \
  {                                                                                                                \
    .name = "between", .kind = SAR_FIELD_SIDES, .unit = "",                                                        \
    .meaning = "[moves, measures]: frames, or bodies at their reference points; the first is seen from the second" \
  }
#define SAR_LINEAR_DAMPING                                                                                        \
  {                                                                                                               \
    .name = "damping", .kind = SAR_FIELD_MATRIX, .unit = "N*s/m,N*s/rad,N*s,N*m*s/rad", .fallback = "",           \
    .meaning =                                                                                                    \
        "force and torque on the first side per velocity and angular velocity, as `stiffness`: six numbers of a " \
        "diagonal, or six rows of six"                                                                            \
  }
#define SAR_LINEAR_DAMPING_RATIO                                                   \
  {                                                                                \
    .name = "damping_ratio", .kind = SAR_FIELD_REAL, .unit = "s", .fallback = "0", \
    .meaning = "instead of `damping`: damping over stiffness"                      \
  }

/* `damping`, or damping_ratio times the stiffness. */
void sar_linear_damping(const SarValue *damping, const SarValue *ratio, SarLinearForce *out);
SarStatus sar_linear_check_damping(SarContext *context, const char *name, const SarField *field,
                                   const SarValue *damping, const SarValue *ratio);

#endif
