/* Derivatives of the forces of a touch: what changes with one coordinate or velocity is carried through the law, column
 * by column. */
#include <math.h>

#include "element/contact/contact.h"
#include "element/contact/friction_force.h"

/* Everything that the force depends on, and how it changes. */
typedef struct Change {
  double depth, rate, weight;
  SarVec3 n, p, slip, turn;
  SarVec3 frame; /* rad, rotation of A, ground axes: the memory of friction turns with it */
  SarVec3 way;   /* m, of the anchors apart: at rest */
} Change;

typedef struct Here {
  const SarContact *contact;
  SarContactMotion motion;
  SarContactForce force;
  SarAlong along;
  SarAnchor anchor;
  SarVec3 w[2];      /* angular velocities, ground axes */
  SarVec3 arm[2];    /* from the centres of mass */
  SarVec3 torque[2]; /* there, in the axes of the body */
} Here;

static Here here(const SarContact *contact) {
  Here h = {.contact = contact};
  sar_contact_motion(contact, &h.motion);
  sar_contact_force(contact, &h.motion, &h.force);
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    h.w[s] = sar_mul(&kin->A, kin->w);
    h.arm[s] = sar_sub(contact->touch->p, kin->r);
    h.torque[s] = sar_mul_t(&kin->A, sar_add(sar_cross(h.arm[s], h.force.force), h.force.moment));
  }
  if (!(contact->law->friction.fixed > 0)) return h;
  if (contact->stick)
    sar_anchor(contact, &h.motion, h.force.normal.force, &h.anchor);
  else
    h.along = sar_friction_along(&contact->law->friction, sar_norm(h.motion.slip));
  return h;
}

/* (f u)' with the factor and bend of a SarAlong. */
static SarVec3 along_change(SarAlong a, SarVec3 u, SarVec3 du) {
  return sar_axpy(a.bend * sar_dot(u, du), u, sar_scale(a.factor, du));
}

static SarVec3 across_change(SarVec3 n, SarVec3 v, SarVec3 dn, SarVec3 dv) {
  SarVec3 d = sar_axpy(-sar_dot(n, v), dn, sar_across_part(n, dv));
  return sar_axpy(-sar_dot(dn, v), n, d);
}

static SarVec3 anchored_change(const Here *h, const Change *c, double normal) {
  const SarAnchor *a = &h->anchor;
  SarVec3 n = h->contact->touch->n;
  SarVec3 spring = sar_axpy(h->contact->stick->stiffness, c->way, sar_cross(c->frame, a->turning));
  SarVec3 trial = across_change(n, a->spring, c->n, spring);
  trial = sar_axpy(a->by_slip, c->slip, trial);
  if (!h->force.slipping) return sar_neg(trial);
  double limit = a->mu * normal;
  if (a->mu_by_speed != 0) {
    limit += a->mu_by_speed * sar_dot(h->motion.slip, c->slip) / a->speed * h->force.normal.force;
  }
  SarVec3 way = sar_scale(1 / a->size, a->trial);
  return sar_neg(sar_axpy(a->limit / a->size, sar_across_part(way, trial), sar_scale(limit, way)));
}

/* Of the friction force without its weight. */
static SarVec3 friction_change(const Here *h, const Change *c, double normal) {
  if (!(h->contact->law->friction.fixed > 0)) return sar_vec3(0, 0, 0);
  if (h->contact->stick) return anchored_change(h, c, normal);
  SarVec3 d = sar_scale(-normal * h->along.factor, h->motion.slip);
  return sar_axpy(-h->force.normal.force, along_change(h->along, h->motion.slip, c->slip), d);
}

static SarVec3 resistance_change(const Here *h, const Change *c, double dnormal) {
  const SarContactLaw *law = h->contact->law;
  SarVec3 n = h->contact->touch->n, turn = h->motion.turn;
  if (!(law->rolling > 0 || law->spinning > 0)) return sar_vec3(0, 0, 0);
  double normal = h->force.normal.force, scale = law->friction.v_s / law->radius, spin = sar_dot(n, turn);
  SarVec3 roll = sar_across_part(n, turn), droll = across_change(n, turn, c->n, c->turn);
  SarAlong rolls = sar_sign_along(sar_norm(roll), scale), spins = sar_sign_along(fabs(spin), scale);
  double dspin = sar_dot(c->n, turn) + sar_dot(n, c->turn);
  double spun = spins.factor * spin, dspun = (spins.factor + spins.bend * spin * spin) * dspin;
  double lever = law->rolling * law->radius;
  SarVec3 d = sar_scale(-lever * dnormal * rolls.factor, roll);
  d = sar_axpy(-lever * normal, along_change(rolls, roll, droll), d);
  d = sar_axpy(-law->spinning * (dnormal * spun + normal * dspun), n, d);
  return sar_axpy(-law->spinning * normal * spun, c->n, d);
}

/* One column: force and moment on B, then the rows of both bodies. */
static void add_column(const Here *h, const Change *c, int column, bool position, double *out) {
  const SarContact *contact = h->contact;
  const SarTouch *touch = contact->touch;
  const SarNormalForce *normal = &h->force.normal;
  double w = touch->weight, dnormal = normal->by_depth * c->depth + normal->by_rate * c->rate;
  SarVec3 force = sar_axpy(dnormal, touch->n, sar_scale(normal->force, c->n));
  force = sar_scale(w, sar_add(force, friction_change(h, c, dnormal)));
  SarVec3 moment = sar_scale(w, resistance_change(h, c, dnormal));
  if (c->weight != 0 && w > 0) {
    force = sar_axpy(c->weight / w, h->force.force, force);
    moment = sar_axpy(c->weight / w, h->force.moment, moment);
  }
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    double sign = s == 0 ? 1 : -1;
    int i = position ? column - 6 * s : -1;
    SarVec3 darm = c->p, e = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
    if (i >= 0 && i < 3) darm = sar_sub(darm, e);
    SarVec3 dtorque = sar_add(sar_add(sar_cross(darm, h->force.force), sar_cross(h->arm[s], force)), moment);
    SarVec3 own = sar_mul_t(&kin->A, dtorque);
    if (i >= 3 && i < 6) own = sar_sub(own, sar_cross(e, h->torque[s]));
    sar_vec3_add_to(sar_scale(sign, force), out + SAR_CONTACT_ROWS * column + 6 * s);
    sar_vec3_add_to(sar_scale(sign, own), out + SAR_CONTACT_ROWS * column + 6 * s + 3);
  }
}

/* Rate and slip from the change of the relative velocity. */
static void settle(const Here *h, SarVec3 velocity, Change *c) {
  SarVec3 n = h->contact->touch->n, V = h->motion.velocity;
  c->rate = -sar_dot(c->n, V) - sar_dot(n, velocity);
  c->slip = across_change(n, V, c->n, velocity);
}

/* Of the anchor on body s when that is moved (i < 3) or turned. */
static SarVec3 anchor_change(const SarContact *contact, int s, int i, SarVec3 e) {
  const SarKin *kin = contact->kin[s];
  SarVec3 moved = i < 3 ? e : sar_mul(&kin->A, sar_cross(e, contact->stick->anchor[s]));
  return sar_scale(s == 0 ? -1 : 1, moved);
}

static Change by_position(const Here *h, const SarTouchRates *rates, int column) {
  int s = column / 6, i = column % 6;
  double sign = s == 0 ? -1 : 1;
  const SarKin *kin = h->contact->kin[s];
  SarVec3 e = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
  Change c = {.depth = -rates->gap[column], .weight = rates->weight[column]};
  c.n = rates->n[column], c.p = rates->p[column];
  /* p moves in the field of both velocities; the body itself moves or turns under it */
  SarVec3 velocity = sar_cross(h->motion.turn, c.p);
  if (i < 3) {
    velocity = sar_axpy(-sign, sar_cross(h->w[s], e), velocity);
  } else {
    SarVec3 turned = sar_mul(&kin->A, sar_cross(e, kin->w));
    c.turn = sar_scale(sign, turned);
    velocity = sar_axpy(sign, sar_cross(turned, h->arm[s]), velocity);
    if (s == 0) c.frame = sar_mul(&kin->A, e);
  }
  if (h->contact->rest) c.way = anchor_change(h->contact, s, i, e);
  settle(h, velocity, &c);
  return c;
}

static Change by_velocity(const Here *h, int column) {
  int s = column / 6, i = column % 6;
  double sign = s == 0 ? -1 : 1;
  const SarKin *kin = h->contact->kin[s];
  SarVec3 e = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
  Change c = {0};
  if (i >= 3) {
    SarVec3 turn = sar_mul(&kin->A, e);
    c.turn = sar_scale(sign, turn);
    e = sar_cross(turn, h->arm[s]);
  }
  settle(h, sar_scale(sign, e), &c);
  return c;
}

void sar_contact_add_matrix(const SarContact *contact, const SarTouchRates *rates, const bool fixed[2],
                            double *position, double *velocity) {
  Here h = here(contact);
  if (!(h.force.normal.force > 0)) return;
  for (int j = 0; j < SAR_CONTACT_ROWS; j++) {
    if (fixed[j / 6]) continue;
    Change c = by_position(&h, rates, j);
    add_column(&h, &c, j, true, position);
  }
  for (int j = 0; velocity && j < SAR_CONTACT_ROWS; j++) {
    if (fixed[j / 6]) continue;
    Change c = by_velocity(&h, j);
    add_column(&h, &c, j, false, velocity);
  }
}
