/* Bodies of a few nodes with masses, inertias and shapes: all that a modal body is reduced from, as plain sums. */
#ifndef SAR_TESTS_ELEMENT_LUMPED_H
#define SAR_TESTS_ELEMENT_LUMPED_H

#include "element/flexible/modal.h"
#include "element/support.h"

enum { LUMPED_NODES = 14, LUMPED_MOST = 12, LUMPED_ROWS = 6 + LUMPED_MOST };

typedef struct Lumped {
  int n;
  double mass[LUMPED_NODES];
  SarMat3 inertia[LUMPED_NODES];
  SarVec3 X[LUMPED_NODES], phi[LUMPED_NODES][LUMPED_MOST], theta[LUMPED_NODES][LUMPED_MOST];
  /* the sums */
  SarReduced reduced;
  double stiffness[LUMPED_MOST], psi[3 * LUMPED_MOST], g0[3 * LUMPED_MOST], j1[6 * LUMPED_MOST], reach[LUMPED_MOST];
  double j2[6 * LUMPED_MOST * LUMPED_MOST], g1[3 * LUMPED_MOST * LUMPED_MOST], preload[LUMPED_MOST];
  double damping[LUMPED_MOST];
  SarReducedInterface interfaces[2];
} Lumped;

/* Random nodes and shapes, orthonormal by the mass. free: the shapes carry no momentum, so that psi and g0 are zero. */
void lumped_random(uint64_t *seed, int n, bool free, Lumped *out);

/* A point of its motion. */
typedef struct Motion {
  SarKin kin;
  double acceleration[6], q[LUMPED_MOST], v[LUMPED_MOST], a[LUMPED_MOST];
} Motion;
Motion lumped_motion_random(uint64_t *seed, int n);

/* The point as a part sees it; what it points at is in `motion`, `node` and `scratch`. */
typedef struct Seen {
  SarPartNode node;
  SarPartPoint at;
  double rotation[4], scratch[32 * LUMPED_MOST];
} Seen;
const SarPartPoint *motion_seen(const Motion *motion, Seen *seen);

/* Rows of the part and of the rigid body that is its node: all of M a + h. */
void lumped_rows(const SarModalBody *body, const Motion *motion, double *rows);
/* Kinetic energy of both. */
double lumped_kinetic(const SarModalBody *body, const Motion *motion);
/* The same as sums over the nodes (without strain, damping and preload), and the momenta by translation, rotation and
 * amplitudes. */
void nodes_rows(const Lumped *body, const Motion *motion, double *rows);
double nodes_kinetic(const Lumped *body, const Motion *motion);
void nodes_momenta(const Lumped *body, const Motion *motion, double *momenta);

/* Moves a coordinate, a velocity or an acceleration: translations, rotations, amplitudes. */
void motion_move(Motion *motion, int column, double by);
void motion_accelerate(Motion *motion, int column, double by);
void motion_jerk(Motion *motion, int column, double by);

#endif
