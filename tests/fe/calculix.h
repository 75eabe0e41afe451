/* Reduced bodies against CalculiX with the same meshes (tests/data/fe). */
#ifndef SAR_TESTS_FE_CALCULIX_H
#define SAR_TESTS_FE_CALCULIX_H

#include "reduced.h"

#define TWO_PI 6.283185307179586477
#define MOST 12 /* interfaces */

typedef struct Case {
  const char *name, *held; /* held: for the second table of frequencies */
  int32_t modes;
  bool matrices; /* of CalculiX, not of our own elements */
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

/* With stiffness and mass of CalculiX. */
void calculix_read(Fixture *f, const char *name);
/* The mesh as written; stiffness and mass from our own elements, which are compared with CalculiX elsewhere. */
void calculix_load(Fixture *f, const char *name);
int32_t calculix_interface(const Fixture *f, const char *name);

/* Rigid motion and amplitudes in equilibrium: w^2 eta = loads, with the motion of what is held zero by multipliers.
 * Six unit motions of the body (translations, rotations about the centre of mass), then the amplitudes. */
double *calculix_equilibrium(Fixture *f, const Loaded *l);

/* How far that moves or turns an interface: translations 0 to 2, rotations 3 to 5. */
double calculix_moved(Fixture *f, const char *interface, int direction, const double *x);

/* The ten lowest frequencies, free and held, within 0.1 %; compliance of the interfaces to 1e-8. */
void calculix_frequencies(const Case *c);
/* Deflections to 1e-6 of the largest, von Mises stress of the ten worst nodes within 2 %. */
void calculix_loaded(const Loaded *l);

#endif
