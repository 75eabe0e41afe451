/* The surface of a mesh of solids: faces that belong to one element only, as triangles. */
#ifndef SAR_FE_SURFACE_H
#define SAR_FE_SURFACE_H

#include "fe/model.h"

typedef struct SarFeSurface {
  int32_t nnodes, ntriangles;
  int32_t *nodes;    /* indices of those on the surface, ascending */
  int32_t *triangle; /* [ntriangles][3]: into `nodes`, counter-clockwise from outside */
  double *area;      /* of all nodes of the model, a third of each of their triangles; null without triangles */
  double volume;     /* inside */
} SarFeSurface;

/* Faces of second order are split at their middle nodes. Without elements there are no triangles. */
SarStatus sar_fe_surface(SarContext *context, const SarFeModel *model, SarArena *arena, SarFeSurface *out);

#endif
