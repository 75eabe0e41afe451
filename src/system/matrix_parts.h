/* What the files of the iteration matrix share: jacobian.c puts it together, constraint_matrix.c has the part of the
 * constraints. */
#ifndef SAR_SYSTEM_MATRIX_PARTS_H
#define SAR_SYSTEM_MATRIX_PARTS_H

#include <string.h>

#include "system/compiled.h"
#include "system/workspace.h"

typedef struct SarAssembly {
  const SarWorkspace *m;
  const SarPoint *at;
  const SarWeights *w;
  double *values;
} SarAssembly;

static inline SarMat3 sar_assembly_chart(const SarAssembly *x, int32_t body) {
  SarMat3 n;
  if (!x->w->rotation || body >= x->m->system->nbodies) return sar_mat3_identity();
  memcpy(&n, x->w->rotation + 9 * body, sizeof n);
  return n;
}

/* Whether anything of positions or velocities is asked for: the system of accelerations has none of it, and needs no
 * stiffness, damping or curvature. */
static inline bool sar_assembly_of_state(const SarAssembly *x) { return x->w->q != 0 || x->w->v != 0; }

/* A 3x3 block through one position per column. */
static inline void sar_assembly_add_block(double *restrict values, const int32_t slot[3], double factor,
                                          const SarMat3 *b) {
  for (int j = 0; j < 3; j++) {
    double *column = values + slot[j];
    column[0] += factor * b->m[0][j];
    column[1] += factor * b->m[1][j];
    column[2] += factor * b->m[2][j];
  }
}

/* ---- dense 12 x 12 blocks over (r_a, theta_a, r_b, theta_b) ---- */

typedef struct SarAssemblyPair {
  double g[12];      /* gradient */
  double h[12][12];  /* its derivative, and */
  double rate_q[12]; /* d(g . v)/dq = v^T h; both only where the matrix needs curvature */
} SarAssemblyPair;

/* A function y of the placement of two bodies: sign times a primitive. */
typedef struct SarAssemblyFunction {
  const SarPrimitiveClass *class;
  const SarPrimitive *data;
  int32_t a, b;
  double sign;
} SarAssemblyFunction;

static inline SarAssemblyFunction sar_assembly_function(const SarCoordinate *y) {
  return (SarAssemblyFunction){y->class, &y->data, y->a, y->b, y->sign};
}

void sar_assembly_pair(const SarAssembly *x, const SarAssemblyFunction *y, SarAssemblyPair *pair);
/* Multiplies the rotation entries of a row over both bodies by N. */
void sar_assembly_chart_row(const SarMat3 n[2], double row[12]);
void sar_assembly_scatter(const SarAssembly *x, const SarPairSlots *slots, double k[12][12]);

/* Adds the rows of the constraints of joints, couplers and motions, the columns of their multipliers, and what these do
 * in the dynamics rows where positions count. */
void sar_assembly_add_constraints(const SarAssembly *x);

#endif
