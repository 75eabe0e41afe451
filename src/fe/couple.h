/* Interfaces: which unknowns of the finite-element model follow them, and how. */
#ifndef SAR_FE_COUPLE_H
#define SAR_FE_COUPLE_H

#include "fe/asked.h"
#include "fe/surface.h"

/* An interface of the model. Its motion q has six numbers: displacement and rotation of its point. */
typedef struct SarFeCoupled {
  const char *name;
  SarFeCoupling coupling;
  int64_t number; /* of its node; 0: a set */
  SarVec3 at;
  int32_t count;
  const int32_t *nodes;  /* indices */
  const double *weights; /* of the nodes, their sum is one */
  SarVec3 middle;        /* of the nodes by their weights */
  SarMat3 spread; /* inverse of the inertia of the weights about it: turns moments of displacements into rotation */
} SarFeCoupled;

/* Unknowns of nodes: six per node, -1 where there is none. Null when memory is exhausted. */
int32_t *sar_fe_unknowns_of_nodes(const SarFeModel *model, SarArena *arena);

/* Weights are shares of the surface inside a set, or all alike where there is none. */
SarStatus sar_fe_couple(SarContext *context, const SarFeModel *model, const int32_t *unknown,
                        const SarFeSurface *surface, const SarReduceOptions *options, SarArena *arena,
                        SarFeCoupled **out);

/* Displacement or rotation (direction 3 to 5) of a point at x that is welded to the interface: direction = row q. */
void sar_fe_rigid_row(SarVec3 from, SarVec3 x, int32_t direction, double row[6]);

/* The mean motion of a set by a displacement of its node k along an axis: q = column times displacement. */
void sar_fe_mean_column(const SarFeModel *model, const SarFeCoupled *interface, int32_t k, int32_t direction,
                        double column[6]);

#endif
