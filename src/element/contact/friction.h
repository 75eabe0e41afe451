/* Friction of contacts: forces across the normal. */
#ifndef SAR_ELEMENT_CONTACT_FRICTION_H
#define SAR_ELEMENT_CONTACT_FRICTION_H

#include <stdbool.h>

#include "base/vec3.h"

typedef struct SarFriction {
  double fixed, sliding; /* coefficients: at rest (`static`), sliding */
  double v_s, v_d;       /* m/s, speeds at which the one and the other holds */
  bool stick;            /* anchored: the place is held by a spring, nothing creeps */
} SarFriction;

/* What is wrong with it, as a sentence without a full stop; null: nothing. */
const char *sar_friction_fault(const SarFriction *friction);

/* A function of speed along a vector u, mu(|u|) u/|u|, as factor f u; d(f u) = f du + (bend u.du) u. No division by a
 * speed of zero. */
typedef struct SarAlong {
  double factor, bend;
} SarAlong;

/* Adams: mu_s (1.5 x - 0.5 x^3) with x = |u|/v_s up to v_s, by STEP to mu_d at v_d. */
SarAlong sar_friction_along(const SarFriction *friction, double speed);

/* The same cubic to 1 at `scale`, then 1. */
SarAlong sar_sign_along(double speed, double scale);

/* The coefficient while sliding: mu_s up to v_s, by STEP to mu_d at v_d; *slope by the speed. */
double sar_friction_coefficient(const SarFriction *friction, double speed, double *slope);

/* m/s, how fast a regularised contact creeps under a tangential force of `ratio` times the normal one; infinite: it
 * slides. */
double sar_friction_creep(const SarFriction *friction, double ratio);

/* The memory of an anchored touch between steps: vectors in the axes of body A, but for the second anchor. */
typedef struct SarStick {
  SarVec3 stretch;  /* m, of the tangential spring at t_n */
  SarVec3 slip;     /* m/s, at t_n */
  double stiffness; /* N/m, tangential */
  double damping;   /* N s/m */
  bool slipping;
  SarVec3 anchor[2]; /* m, from either centre of mass, in the body's own axes: what was at the touch at t_n */
} SarStick;

#endif
