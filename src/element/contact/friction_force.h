/* Anchored friction at a touch, for the force and for its derivative. */
#ifndef SAR_ELEMENT_CONTACT_FRICTION_FORCE_H
#define SAR_ELEMENT_CONTACT_FRICTION_FORCE_H

#include "element/contact/contact.h"

/* The force that the spring and damper of the anchor would need, and the one that friction can give. */
typedef struct SarAnchor {
  SarVec3 turning; /* N, k_t times the stretch that is remembered: it turns with A */
  SarVec3 spring;  /* N, k_t times the whole stretch, not yet across n */
  SarVec3 trial;   /* N, against the friction force on B */
  double size;     /* N, of it */
  double after;    /* s, the part of the step that the slip now stands for; 0 at rest */
  double share;    /* ... over the step */
  double by_slip;  /* N s/m, of the trial */
  double mu, mu_by_speed, speed;
  double limit;  /* N */
  bool slipping; /* at the limit */
} SarAnchor;

void sar_anchor(const SarContact *contact, const SarContactMotion *motion, double normal, SarAnchor *out);

static inline SarVec3 sar_across_part(SarVec3 n, SarVec3 v) { return sar_axpy(-sar_dot(n, v), n, v); }

#endif
