/* What one touch of two bodies does to them: force and moment on B at the touch, their opposites on A, and the exact
 * derivatives by the positions and velocities of both.
 *
 * Rows and columns: six of A, then six of B; translation in ground axes, rotation in body axes (element/part.h). */
#ifndef SAR_ELEMENT_CONTACT_CONTACT_H
#define SAR_ELEMENT_CONTACT_CONTACT_H

#include "element/contact/friction.h"
#include "element/contact/normal.h"
#include "element/part.h"
#include "geometry/pair.h"

enum { SAR_CONTACT_ROWS = 12 };

typedef struct SarContactLaw {
  SarNormalLaw normal;
  SarFriction friction;             /* coefficients zero: none */
  double rolling;                   /* -, moment against rolling over normal force and radius */
  double spinning;                  /* m, moment against spinning over normal force */
  double radius;                    /* m, of both bodies together where rolling or spinning is given */
  double tangential, tangential_by; /* N/m and N s/m of anchored friction; zero: found from the normal law */
  double size;                      /* m, of the smaller shape: where neither has a rounding */
} SarContactLaw;

/* A touch at a point of the motion. */
typedef struct SarContact {
  const SarContactLaw *law;
  const SarKin *kin[2];
  const SarTouch *touch;
  const SarStick *stick; /* null: friction is regularised */
  double since;          /* s, t - t_n, with `stick` */
  bool rest;             /* with `stick`: the way from the anchors counts, not velocities since t_n */
} SarContact;

/* How the bodies move against each other at the touch; ground axes. */
typedef struct SarContactMotion {
  double depth, rate; /* m, m/s; rate > 0: closing */
  SarVec3 velocity;   /* m/s, of B against A at p */
  SarVec3 slip;       /* the part of it across n */
  SarVec3 turn;       /* rad/s, of B against A */
} SarContactMotion;

/* What acts on B; ground axes. The touch's weight is contained but for `normal`. */
typedef struct SarContactForce {
  SarNormalForce normal;
  SarVec3 friction;      /* N */
  SarVec3 force, moment; /* N at p, N m */
  bool slipping;         /* anchored friction has reached its limit */
} SarContactForce;

void sar_contact_motion(const SarContact *contact, SarContactMotion *out);
void sar_contact_force(const SarContact *contact, const SarContactMotion *motion, SarContactForce *out);

/* The derivative of the force by t, all else held: the stretch of anchored friction grows with it. */
void sar_contact_by_time(const SarContact *contact, SarContactForce *out);

/* Minus the generalised forces, added to rows[12]. */
void sar_contact_add_rows(const SarContact *contact, const SarContactForce *force, double *rows);

/* Derivatives of these rows, added; matrices of n rows by columns (n = 12). velocity may be null. fixed: bodies whose
 * columns are not asked for. */
void sar_contact_add_matrix(const SarContact *contact, const SarTouchRates *rates, const bool fixed[2],
                            double *position, double *velocity);

/* Added to what is there. Where a weight acts, the elastic force has no potential and counts as work. */
void sar_contact_add_energy(const SarContact *contact, SarPartEnergy *energy);

/* kg, what the touch has to accelerate along n: 1/(n W n). Inverse masses and inertias (ground axes) of both bodies. */
double sar_contact_mass(const SarContact *contact, const double inverse_mass[2], const SarMat3 inverse_inertia[2]);

/* The memory of a touch that is new, and after an accepted step. `mass` as above. */
void sar_stick_begin(const SarContact *contact, double mass, SarStick *out);
void sar_stick_accept(const SarContact *contact, double mass, SarStick *out);

/* ---- all touches of two shapes ---- */

/* Two shapes on two bodies, the law between them, and room for their touches. */
typedef struct SarContactPair {
  SarPair pair;
  const SarShape *shape[2];
  SarContactLaw law;
  int32_t number; /* among all pairs of shapes of the two bodies */
} SarContactPair;

/* The touches of the pair within the margin of `out`. */
void sar_contact_touches(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *out);

#endif
