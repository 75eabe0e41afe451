/* What a reduction works on, step by step (reduce.c). */
#ifndef SAR_FE_REDUCTION_H
#define SAR_FE_REDUCTION_H

#include "fe/fixed_shapes.h"
#include "fe/inner.h"
#include "fe/surface.h"
#include "store/reduced.h"

typedef struct SarReduction {
  SarContext *context;
  const SarFeModel *model;
  const SarReduceOptions *options;
  SarArena *arena; /* of what comes out */
  SarArena *work;  /* of what does not */
  SarReduceReport *report;
  SarFeSurface surface;
  const int32_t *unknown; /* of nodes */
  SarFeCoupled *interfaces;
  SarFeInner inner;

  double mass;
  SarVec3 centre;
  SarMat3 inertia, inverse; /* about the centre of mass */
  double *rigid, *momentum; /* nunknowns x 6: rigid motions about the centre of mass, and the mass times them */

  int32_t nends;      /* motions of interfaces: 6 per interface, and as many shapes for them */
  int32_t nfixed;     /* shapes with the interfaces held */
  int32_t nall;       /* both, and those of load cases */
  double *shapes;     /* nunknowns x nall, in this order; at the end nunknowns x n: those of the body */
  double *ends;       /* nends x nends: stiffness between the interfaces */
  double *relative;   /* nends x nends: takes the rigid part out of motions of interfaces */
  double *fixed;      /* of all that hold the interfaces: w^2 */
  double *small_mass; /* nall x nall */
  double *free;       /* nall: w^2 of the free body, the six zeros first */
  double *free_mix;   /* nall x nall: its shapes as sums of those above */

  int32_t n;
  double *squares; /* n */
  double *mix;     /* nall x n */
  double *motion;  /* nends x n: displacements and rotations of the interfaces */
} SarReduction;

/* The steps of a reduction, in this order. First: the model is checked, its interfaces are found and its stiffness is
 * factorised. End in any case. */
SarStatus sar_reduction_begin(SarReduction *r);
void sar_reduction_end(SarReduction *r);
/* The shapes of unit motions of the interfaces. */
SarStatus sar_reduction_constraint(SarReduction *r);
/* The stiffness between the interfaces, from these shapes. */
SarStatus sar_reduction_between(SarReduction *r);
/* The shapes with the interfaces held, behind those. */
SarStatus sar_reduction_fixed(SarReduction *r);

/* The mass, its centre and inertia, and the rigid motions. */
SarStatus sar_reduction_rigid(SarReduction *r);
/* Takes rigid motion out of vectors of nunknowns: u -= R (R^T M R)^-1 R^T M u; the six amplitudes go to `taken`, six
 * per vector, where it is not null. */
void sar_reduction_relieve(const SarReduction *r, int32_t count, double *u, double *taken);
/* Rigid motion about the centre of mass as seen at an interface: q = rows times (translation, rotation). */
void sar_reduction_rigid_end(const SarReduction *r, int32_t interface, double rows[6][6]);

/* Behind the shapes with the interfaces held: what they lack of the static answers to the load cases. */
SarStatus sar_reduction_load_shapes(SarReduction *r);

/* The small eigenproblems: frequencies, and which shapes the body has. */
SarStatus sar_reduction_small(SarReduction *r);

/* The body's own shapes in place of those that they are made of. */
SarStatus sar_reduction_mix(SarReduction *r);

/* Compliance and frequencies against all unknowns: before the shapes are mixed. */
SarStatus sar_reduction_quality(SarReduction *r, SarReducedFacts *facts);

SarStatus sar_reduction_invariants(SarReduction *r, SarReduced *out);
SarStatus sar_reduction_ends(SarReduction *r, SarReduced *out);
SarStatus sar_reduction_mesh(SarReduction *r, SarReduced *out);

/* Warnings where numbers look as if they had other units than those given. */
void sar_reduction_plausible(SarReduction *r);

#endif
