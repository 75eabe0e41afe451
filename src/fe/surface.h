/* The surface of a mesh of solids: faces that belong to one element only, as triangles. */
#ifndef SAR_FE_SURFACE_H
#define SAR_FE_SURFACE_H

#include "fe/model.h"

typedef struct SarFeSurface {
  int32_t nnodes, ntriangles;
  int32_t *nodes;    /* indices of those on the surface, ascending */
  int32_t *triangle; /* [ntriangles][3]: into `nodes`, counter-clockwise from outside */
  double volume;     /* inside */
} SarFeSurface;

/* What of the surface is wanted. */
typedef struct SarFeSurfaceChoice {
  bool corners; /* faces of second order go without their middle nodes; else they are split at them */
  bool outside; /* without the walls of hollows that are closed all around */
} SarFeSurfaceChoice;

/* Without elements there are no triangles. */
SarStatus sar_fe_surface(SarContext *context, const SarFeModel *model, SarFeSurfaceChoice choice, SarArena *arena,
                         SarFeSurface *out);

/* Area inside a set: of each of its nodes a third of the triangles that have all their nodes in the set. mark: as many
 * as the model has nodes, zeros before and after. */
void sar_fe_area_of_set(const SarFeModel *model, const SarFeSurface *surface, int32_t count, const int32_t *nodes,
                        int32_t *mark, double *area);

#endif
