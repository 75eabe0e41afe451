/* A body of a finite-element model, reduced to a few shapes: all that dynamics, pictures and stresses need of it.
 *
 * Everything is in SI units and in the axes of the finite-element model, from the centre of mass of the unloaded body.
 * A point k of the mesh is at X_k + Phi_k eta, turned by Theta_k eta. Shapes are orthonormal with respect to the mass
 * and to the stiffness: the equations of the amplitudes alone are eta_i'' + w_i^2 eta_i = 0.
 *
 * With sums over the mesh (over pairs of nodes where the mass matrix is not lumped; S: all of a symmetric 3 x 3 in the
 * order xx, yy, zz, xy, xz, yz; indices of arrays from the slowest to the fastest):
 *
 *   psi   sum m Phi_i                                   g0    sum m X x Phi_i + sum I Theta_i
 *   j1    tr(A_i + A_i^T) 1 - (A_i + A_i^T), A_i = sum m X Phi_i^T
 *   j2    tr(B_ij) 1 - B_ij, B_ij = sum m Phi_i Phi_j^T made symmetric in axes and in i, j
 *   g1    sum m Phi_i x Phi_j, antisymmetric in i, j
 *
 * so that s = psi eta, J = j0 + j1 eta + eta j2 eta, G_i = g0_i + sum_j eta_j g1_ji. */
#ifndef SAR_STORE_REDUCED_H
#define SAR_STORE_REDUCED_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/asset.h"
#include "base/context.h"
#include "base/vec3.h"

/* Where joints and forces may hold the body: a node, or a set of nodes that moves as one. */
typedef struct SarReducedInterface {
  const char *name;
  int64_t node; /* number in the finite-element model; 0: a set of nodes */
  SarVec3 at;
  const double *phi, *theta; /* [3][n]: displacement, rotation */
} SarReducedInterface;

/* A load that is spread over the body (pressure, temperature, weight): of factor one. */
typedef struct SarReducedLoad {
  const char *name;
  SarVec3 force, moment; /* about the centre of mass */
  const double *modal;   /* [n] */
} SarReducedLoad;

/* The surface, for pictures and stresses. */
typedef struct SarReducedMesh {
  int32_t nnodes, ntriangles;
  const int64_t *numbers;  /* of the nodes, in the finite-element model */
  const float *at;         /* [nnodes][3] */
  const int32_t *triangle; /* [ntriangles][3], counter-clockwise from outside */
  const float *shapes;     /* [nnodes][3][n] */
  const float *stress;     /* [nnodes][6][n], Pa, in the order above; null: not known */
  const float *stress0;    /* [nnodes][6], of the preloaded body with amplitudes zero; null: none */
} SarReducedMesh;

/* What was reduced, and how well. */
typedef struct SarReducedFacts {
  const char *source;        /* files that it was made from */
  const char *frame;         /* "free", or the interface that its axes are fixed to */
  int64_t unknowns;          /* of the finite-element model */
  int32_t constraint, fixed; /* shapes of interfaces and of fixed interfaces that it was made from */
  double compliance_error;   /* largest relative error of the static compliance between interfaces; < 0: not known */
  double frequency_error;    /* of the lowest frequencies of the free body, relative; < 0: not known */
} SarReducedFacts;

typedef struct SarReduced {
  int32_t n;
  double mass;
  SarVec3 centre;          /* of mass, from the origin of the finite-element model */
  SarMat3 j0;              /* inertia about it */
  const double *stiffness; /* [n]: w_i^2, 1/s^2, ascending */
  const double *psi, *g0;  /* [3][n] */
  const double *j1;        /* [6][n] */
  const double *j2;        /* [6][n][n], symmetric in i, j */
  const double *g1;        /* [3][n][n]: g1[a][i][j] = (sum m Phi_i x Phi_j)_a */
  const double *reach;     /* [n]: largest displacement of a node of the whole mesh for an amplitude of one */
  const double *preload;   /* [n]: forces on the amplitudes that are always there; null: none */
  int32_t ninterfaces, nloads;
  const SarReducedInterface *interfaces;
  const SarReducedLoad *loads;
  SarReducedMesh mesh; /* nnodes = 0: none */
  SarReducedFacts facts;
} SarReduced;

/* m, how large it is: as far as its interfaces are from the centre of mass, but no less than its radius of gyration,
 * since it may be held in its middle. */
static inline double sar_reduced_size(const SarReduced *body) {
  double trace = body->j0.m[0][0] + body->j0.m[1][1] + body->j0.m[2][2], size = sqrt(trace / (2 * body->mass));
  for (int32_t i = 0; i < body->ninterfaces; i++) size = fmax(size, sar_norm(body->interfaces[i].at));
  return size;
}

/* BODY.h5: groups `invariants interface shapes stress mesh loads facts` (docs/howto/modal-bodies.md). What is read
 * lives in the arena. `mesh` false: without the mesh and what belongs to it. A file that is no such body, is cut short
 * or contradicts itself is SAR_INPUT, reported at `source` with what to do. */
SarStatus sar_reduced_read(SarContext *context, SarSource source, const char *path, bool mesh, SarArena *arena,
                           SarReduced *out);
/* The same of a file that the program carries in itself. */
SarStatus sar_reduced_read_asset(SarContext *context, SarSource source, const SarAsset *asset, bool mesh,
                                 SarArena *arena, SarReduced *out);
SarStatus sar_reduced_write(SarContext *context, const char *path, const SarReduced *body);

/* What is wrong with mass and inertia of a body: null, or a sentence. Both must be positive definite together with what
 * the shapes move, else motion goes the wrong way; the diagonal of j0 is positive. */
const char *sar_reduced_mass_fault(const SarReduced *body);

/* Names that no interface and no frame of such a body may have: results and expressions know something else by them. */
bool sar_reduced_is_reserved(const char *name);
#define SAR_REDUCED_RESERVED                                                                                    \
  "choose another name: columns of bodies (x, q0, vx, fx, ...), `modes`, `mode1`, `mode2`, ... and words like " \
  "`ground` and `time` are taken"

/* A text that tells one body from another, for results that were made with it; null when memory is exhausted. It begins
 * with the mark. */
#define SAR_REDUCED_MARK "reduced body:"
const char *sar_reduced_fingerprint(SarArena *arena, const SarReduced *body);

#endif
