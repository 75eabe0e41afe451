/* Normal forces of contacts: laws F(g, g') of the penetration g and its rate, with derivatives. None pulls. */
#ifndef SAR_ELEMENT_CONTACT_NORMAL_H
#define SAR_ELEMENT_CONTACT_NORMAL_H

#include <stdbool.h>
#include <stdint.h>

/* F and what follows from it. */
typedef struct SarNormalForce {
  double force;    /* N */
  double by_depth; /* N/m */
  double by_rate;  /* N s/m */
  double elastic;  /* N, at g' = 0 */
  double energy;   /* J, stored: the elastic force over the depth */
} SarNormalForce;

typedef struct SarNormalLaw SarNormalLaw;

typedef struct SarNormalClass {
  const char *name;
  /* Of a depth g > 0. */
  void (*force)(const SarNormalLaw *law, double g, double rate, SarNormalForce *out);
  bool hertz;          /* the stiffness comes from materials and radii, the exponent is 1.5 */
  bool needs_depth;    /* `depth` must be given */
  bool restitution;    /* its damping may follow from a wanted restitution */
  double exponent;     /* where none is given */
  const char *damping; /* unit of it */
} SarNormalClass;

struct SarNormalLaw {
  const SarNormalClass *class;
  double stiffness; /* N/m^exponent */
  double exponent;  /* at least 1 */
  double damping;   /* s/m, N s/m: the class says */
  double depth;     /* m, at which damping acts in full */
};

/* The laws, one after the other: null past the end. */
const SarNormalClass *sar_normal_class_at(int32_t index);
/* Null: there is no such law. */
const SarNormalClass *sar_normal_class_named(const char *name);

/* What is wrong with a law, as a sentence without a full stop; null: nothing. */
const char *sar_normal_fault(const SarNormalLaw *law);

/* Zero without penetration. */
void sar_normal_force(const SarNormalLaw *law, double g, double rate, SarNormalForce *out);

/* N/m^1.5, Hertz: 4/3 E* sqrt(R), 1/E* = (1 - nu^2)/E of both, 1/R = 1/R1 + 1/R2 (a plane's radius is infinite). */
double sar_hertz_stiffness(const double young[2], const double poisson[2], const double radius[2]);

/* s/m, the damping a of Hunt and Crossley's law for which an impact at this speed leaves with `restitution` times it;
 * 0 < restitution <= 1. Exact for every stiffness, exponent and mass. */
double sar_damping_for(double restitution, double speed);
/* The other way round. */
double sar_restitution_of(double damping, double speed);
/* s/m, Flores et al., Multibody Syst. Dyn. 25 (2011) 357-375, as a damping of the same law. */
double sar_damping_flores(double restitution, double speed);

#endif
