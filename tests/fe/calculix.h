/* Reduced bodies against CalculiX with the same meshes (tests/data/fe). */
#ifndef SAR_TESTS_FE_CALCULIX_H
#define SAR_TESTS_FE_CALCULIX_H

#include "reduced.h"

#define TWO_PI 6.283185307179586477
#define MOST 12 /* interfaces */

typedef struct Case {
  const char *name, *held; /* held: for the second table of frequencies */
  int32_t modes;
  const char *interfaces[MOST];
} Case;

typedef struct Load {
  const char *interface;
  double force[3];
} Load;

typedef struct Loaded {
  const Case *of;
  const char *held[MOST];
  Load loads[MOST];
} Loaded;

/* The mesh as written; stiffness and mass from our own elements, which are compared with CalculiX elsewhere. */
void calculix_load(Fixture *f, const char *name);
int32_t calculix_interface(const Fixture *f, const char *name);

/* Motion of the interface by unit motions of the body (three translations, three rotations about the centre of mass)
 * and by the amplitudes: row r of 6. */
void calculix_motion(const Fixture *f, int32_t interface, int r, double *row);
/* Rigid motion and amplitudes in equilibrium: w^2 eta = loads, with the motion of what is held zero by multipliers. */
double *calculix_equilibrium(Fixture *f, const Loaded *l);

/* The ten lowest frequencies, free and held, within 0.1 %; compliance of the interfaces to 1e-8. */
void calculix_frequencies(const Case *c);
/* Deflections to 1e-6 of the largest, von Mises stress of the ten worst nodes within 2 %. */
void calculix_loaded(const Loaded *l);

#endif
