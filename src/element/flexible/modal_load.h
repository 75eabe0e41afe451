/* What acts on a modal body from outside, beside forces on its interfaces: loads that are spread over it, and what its
 * weight does because it is deformed. Parts on the same node and the same amplitudes as the body itself. */
#ifndef SAR_ELEMENT_FLEXIBLE_MODAL_LOAD_H
#define SAR_ELEMENT_FLEXIBLE_MODAL_LOAD_H

#include "element/part.h"
#include "expr/expr.h"
#include "store/reduced.h"

/* The variable of its function. */
enum { SAR_MODAL_LOAD_T, SAR_MODAL_LOAD_VARIABLES };

/* A load of the reduced body times a function of time. It turns with the body, and its force and its moment are those
 * on the unloaded body. */
typedef struct SarModalLoad {
  const SarReduced *reduced;
  const SarReducedLoad *load;
  const SarProgram *factor, *rate; /* and its derivative by t */
} SarModalLoad;

/* Reports a function that is too long against `element`. */
SarStatus sar_modal_load_compile(SarContext *context, SarArena *arena, SarSource source, const char *element,
                                 const SarExpr *factor, SarModalLoad *out);

/* The weight of the unloaded body is the rigid body's. Where the centre of mass moves by s = psi eta, the potential
 * -g . R s is to be added; bodies with a free frame have psi = 0 and need no such part. */
typedef struct SarModalWeight {
  const SarReduced *reduced;
  SarVec3 gravity; /* m/s^2, ground axes */
} SarModalWeight;

/* The classes: one node; the parts are a SarModalLoad and a SarModalWeight. */
extern const SarPartClass sar_part_modal_load, sar_part_modal_weight;

#endif
