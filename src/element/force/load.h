/* What forces with a load of their own share.
 *
 * A force between two bodies depends on their positions through d = r_b - r_a, theta_a and theta_b, and puts opposite
 * forces on them: f_a = -f_b. So its Jacobian is given by nine 3x3 blocks, spread here over the 12x12 of the contract.
 */
#ifndef SAR_ELEMENT_FORCE_LOAD_H
#define SAR_ELEMENT_FORCE_LOAD_H

#include "element/class.h"
#include "element/primitive/point.h"

/* By what a block is differentiated: d, theta_a, theta_b, or, for velocities, v_b - v_a, w_a, w_b. */
typedef enum SarLoadBy { SAR_BY_D, SAR_BY_A, SAR_BY_B } SarLoadBy;

/* Derivatives of f_b (ground axes), t_a and t_b (body axes) by one of them. */
typedef struct SarLoadBlock {
  SarMat3 fb, ta, tb;
} SarLoadBlock;

static inline void sar_load_put(double m[12][12], int row, int column, double s, const SarMat3 *block) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) m[row + i][column + j] = s * block->m[i][j];
  }
}

static inline void sar_load_spread(double m[12][12], SarLoadBy by, const SarLoadBlock *block) {
  int column = by == SAR_BY_D ? 6 : by == SAR_BY_A ? 3 : 9;
  sar_load_put(m, 0, column, -1, &block->fb);
  sar_load_put(m, 3, column, 1, &block->ta);
  sar_load_put(m, 6, column, 1, &block->fb);
  sar_load_put(m, 9, column, 1, &block->tb);
  if (by != SAR_BY_D) return;
  for (int i = 0; i < 12; i++) { /* d = r_b - r_a */
    for (int j = 0; j < 3; j++) m[i][j] = -m[i][6 + j];
  }
}

/* The origin of b's frame from the centre of mass of a, in a's axes: where forces between the two bodies act. */
static inline SarVec3 sar_load_point(const SarKin *a, const SarKin *b, SarVec3 sb) {
  return sar_mul_t(&a->A, sar_add(sar_sub(b->r, a->r), sar_kin_arm(b, sb)));
}

/* Its derivatives by d, theta_a, theta_b; the same matrices are those of its rate by v_b - v_a, w_a, w_b. */
static inline void sar_load_point_derivatives(const SarKin *a, const SarKin *b, SarVec3 sb, SarVec3 p, SarMat3 dp[3]) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  dp[SAR_BY_D] = sar_mat3_transpose(&a->A);
  dp[SAR_BY_A] = sar_skew(p);
  dp[SAR_BY_B] = sar_mul_skew(&ab, sar_neg(sb));
}

/* A vector whose components are three functions of time, as one program. Evaluation keeps its scratch on the stack,
 * hence the bound on their size. */
#define SAR_LOAD_SCRATCH 1024
typedef struct SarLoadVector {
  const SarProgram *program, *rate; /* the components, and their derivatives by t */
  SarMat3 axes_b;                   /* frame -> body axes */
  bool follow; /* components along the axes of the second side, turning with it; else along ground axes */
} SarLoadVector;

#define SAR_LOAD_FOLLOW                                                                             \
  {                                                                                                 \
    .name = "follow", .kind = SAR_FIELD_BOOL, .unit = "", .fallback = "false",                      \
    .meaning = "true: along the axes of the second side, turning with it; false: along ground axes" \
  }

SarStatus sar_load_vector_compile(const SarForceSetup *setup, const SarValue *functions, bool follow,
                                  SarLoadVector *out);

/* The vector at t in ground axes; b is the body of the second side. */
SarVec3 sar_load_vector(const SarLoadVector *vector, double t, const SarKin *b);

/* Its derivative by t, with b held. Derivatives have no bound on their size: SAR_NO_MEMORY, or SAR_OK. */
SarStatus sar_load_vector_rate(const SarLoadVector *vector, double t, const SarKin *b, SarVec3 *out);

#endif
