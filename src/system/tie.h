/* Ties: interfaces of modal bodies, which are bodies without mass, follow the modal body and its amplitudes
 * (compiled.h). The rows are scalar rows of two primitives; what follows here is their part in the amplitudes: constant
 * columns, so nothing of it depends on the placement, and it does no work. */
#ifndef SAR_SYSTEM_TIE_H
#define SAR_SYSTEM_TIE_H

#include "system/compiled.h"
#include "system/workspace.h"

typedef struct SarTieSetup {
  int32_t element;     /* whose coordinates move the node: the modal body's */
  int32_t body, node;  /* of the system */
  SarVec3 point;       /* m, where the node is on the undeformed body: from the centre of mass, body axes */
  int32_t n;           /* the first n coordinates of the element */
  const double *shape; /* 6 x n, by rows: displacement and rotation vector of the node, body axes; stays the caller's */
} SarTieSetup;

/* Adds the six rows of one interface, whose axes are those of the body where it is not deformed. Before joints are
 * compiled: where rows depend on each other, those that come later are left out first. Which coordinates they are is
 * known when equations in symbols have been compiled: sar_compile_tie_coordinates. */
SarStatus sar_system_add_tie(SarSystem *s, const SarTieSetup *setup);
SarStatus sar_compile_tie_coordinates(SarSystem *s);

/* Subtracts what the rows have of the scalar coordinates, or of their rates: the same at both levels. */
void sar_ties_subtract(const SarWorkspace *m, const double *coordinates, double *rows);
/* Their part of Phi_q^T lambda in the rows of the coordinates. f: m->force, or what is laid out like it. */
void sar_ties_add_forces(const SarWorkspace *m, const double *lambda, double *f);
void sar_ties_add_jacobian(const SarWorkspace *m, const SarWeights *weights, double *values);
void sar_ties_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f, double *rows);

/* What the ties of an element do to bodies and coordinates, with the sign of Q: nv numbers are added to. The bodies are
 * placed. */
void sar_ties_add_action(const SarWorkspace *m, int32_t element, const double *lambda, double *force);

#endif
