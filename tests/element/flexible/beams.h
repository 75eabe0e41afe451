/* Beam elements with random shapes and states for the tests of this folder. */
#ifndef SAR_TESTS_ELEMENT_FLEXIBLE_BEAMS_H
#define SAR_TESTS_ELEMENT_FLEXIBLE_BEAMS_H

#include "check.h"
#include "element/flexible/beam.h"

/* An element and where its nodes are. */
typedef struct Beam {
  SarBeamSetup setup;
  SarBeamElement element;
  SarKin kin[SAR_PART_NODES];
  double rotation[SAR_PART_NODES][4];
  SarPartNode nodes[SAR_PART_NODES];
  SarPartPoint at;
} Beam;

/* What a random element has. */
typedef struct BeamKind {
  int order;
  bool full, frames, damped, cable;
  double turn; /* rad, about how far neighbouring sections are turned against each other in the state */
} BeamKind;

double random_number(void); /* in [-1, 1], always the same sequence */
SarVec3 random_within(double size);

void beam_at(Beam *b);                              /* makes `at` point at this copy's own nodes */
void beam_random(const BeamKind *kind, Beam *b);    /* curved, twisted, uneven; a random state */
void beam_at_rest(Beam *b);                         /* the reference placement, velocities zero */
void beam_move(Beam *b, int row, double by);        /* one coordinate of a node, as the rows count them */
void beam_accelerate(Beam *b, int row, double by);  /* one velocity */
void beam_transform(Beam *b, SarQuat Q, SarVec3 d); /* as a rigid whole, velocities with it */
int beam_rows(const Beam *b);

void beam_residual(const Beam *b, double *rows);
void beam_matrix(const Beam *b, double *position, double *velocity);

#endif
