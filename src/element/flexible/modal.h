/* A body of a finite-element model that bends within a few shapes (store/reduced.h): what a rigid body lacks of it.
 *
 * One node, the body itself, and n coordinates, the amplitudes eta of the shapes. The node is an ordinary body with the
 * mass and with the inertia j0 about the centre of mass of the unloaded body, so that M a, w x j0 w and its weight are
 * there already. This part adds, with R the rotation of the body, u = R^T times the acceleration of its origin,
 * s = psi eta, J = j0 + j1 eta + eta j2 eta and G = g0 + g1 eta (docs/theory/modal-bodies.md),
 *
 *   translation   R (w' x s + psi eta'' + w x (w x s) + 2 w x psi eta')
 *   rotation      s x u + (J - j0) w' + G eta'' + w x (J - j0) w + J' w + w x G eta'
 *   mode i        psi_i . u + G_i . w' + eta_i'' + 2 sum_j eta_j' w . g1_ji - 1/2 w . J,i w
 *                 + w_i^2 eta_i + d_i eta_i' - p_i
 *
 * All of it comes from one kinetic energy, whatever `terms` leaves out: energy and momentum are kept. */
#ifndef SAR_ELEMENT_FLEXIBLE_MODAL_H
#define SAR_ELEMENT_FLEXIBLE_MODAL_H

#include "element/part.h"
#include "store/reduced.h"

/* Which of the invariants count. */
typedef enum SarModalTerms {
  SAR_MODAL_ALL,
  SAR_MODAL_FIRST_ORDER, /* without j2 and g1: what is of second order in amplitudes */
  SAR_MODAL_CONSTANT     /* without j1 besides: inertia as if the body were not deformed */
} SarModalTerms;

typedef struct SarModalBody {
  const SarReduced *reduced;
  const double *damping; /* [n], 1/s: d_i = 2 zeta_i w_i; null: none */
  SarModalTerms terms;
  bool full; /* all of the amplitudes' block in the matrix; else its diagonal, and with all terms the matrix is not
                exact where the body turns */
} SarModalBody;

/* The class; the part is a SarModalBody. */
extern const SarPartClass sar_part_modal;

#endif
