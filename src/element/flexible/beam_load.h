/* A distributed load on a beam, lumped at one of its nodes: force and moment per length times the length that belongs
 * to the node (sar_beam_weight times sar_beam_metric, added up over the elements that meet there). Lumped like masses,
 * it keeps the order of the element. */
#ifndef SAR_ELEMENT_FLEXIBLE_BEAM_LOAD_H
#define SAR_ELEMENT_FLEXIBLE_BEAM_LOAD_H

#include "element/part.h"
#include "expr/expr.h"

/* The variables of its functions: time, and the arc length from the start of the beam. */
enum { SAR_BEAM_LOAD_T, SAR_BEAM_LOAD_S, SAR_BEAM_LOAD_VARIABLES };

/* The functions of a load, compiled once for all nodes of the beam. */
typedef struct SarBeamLoadFunctions {
  const SarProgram *program, *rate; /* three forces, three moments; their derivatives by t */
} SarBeamLoadFunctions;

/* Null functions are zero. Reports functions that are too long against `element`. */
SarStatus sar_beam_load_compile(SarContext *context, SarArena *arena, SarSource source, const char *element,
                                const SarExpr *const force[3], const SarExpr *const moment[3],
                                SarBeamLoadFunctions *out);

typedef struct SarBeamLoad {
  const SarBeamLoadFunctions *functions; /* N/m, N m/m */
  double s;                              /* m, of the node along the beam */
  double length;                         /* m, that belongs to the node */
  bool follow;                           /* components along the axes of the section; else of the ground */
  SarMat3 frame;                         /* section axes -> axes of the node */
  SarVec3 offset;                        /* m, section point from the node, axes of the node */
} SarBeamLoad;

/* The class: one node; the part is a SarBeamLoad. */
extern const SarPartClass sar_part_beam_load;

#endif
