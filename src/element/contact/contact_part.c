#include "element/contact/contact_part.h"

#include <math.h>
#include <stdio.h>

/* A number for a touch and what it does: sums of these tell sets from each other. */
static uint64_t name_of(int32_t number, const SarTouching *t, bool slipping) {
  const SarTouch *touch = t->contact.touch;
  const uint64_t parts[] = {(uint64_t)number, (uint64_t)t->pair, (uint64_t)(uint32_t)touch->side[0].feature,
                            (uint64_t)(uint32_t)touch->side[1].feature, slipping};
  uint64_t name = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) { /* splitmix64 */
    name += parts[i] + 0x9e3779b97f4a7c15u;
    name = (name ^ (name >> 30)) * 0xbf58476d1ce4e5b9u;
    name = (name ^ (name >> 27)) * 0x94d049bb133111ebu;
    name ^= name >> 31;
  }
  return name;
}

typedef struct Rows {
  int32_t number; /* of the part */
  double *rows;
  uint64_t activity;
} Rows;

static void add_rows(const SarTouching *t, void *self) {
  Rows *to = self;
  SarContactMotion motion;
  SarContactForce force;
  sar_contact_motion(&t->contact, &motion);
  sar_contact_force(&t->contact, &motion, &force);
  sar_contact_add_rows(&t->contact, &force, to->rows);
  to->activity += name_of(to->number, t, force.slipping);
}

static SarStatus residual(const void *part, const SarPartPoint *at, double *rows) {
  Rows to = {at->number, rows, 0};
  SarStatus status = sar_contact_visit(part, at, 0, add_rows, &to);
  if (at->activity) *at->activity += to.activity;
  return status;
}

/* Rows of what friction changes by where a touch that slides is to slide the other way: twice its force, or what its
 * spring yields along the way back, if that is less: what rolls slips to and fro a little all the time. The spring
 * knows the way of a step, not that it turned round within it. */
static void foresee_turning(const SarContactPart *part, int32_t k, const SarPartPoint *to, SarContactFound *found,
                            double *rows) {
  for (int32_t i = 0; i < found->touches.count; i++) {
    SarTouching t;
    SarContactMotion motion;
    SarContactForce force;
    sar_contact_recall(part, k, to, &found->items[i], &t);
    if (!t.contact.stick || !t.stick.slipping || !(t.contact.since > 0)) continue;
    sar_contact_motion(&t.contact, &motion);
    SarVec3 before = sar_mul(&t.contact.kin[0]->A, t.stick.slip);
    if (!(sar_dot(before, motion.slip) < 0)) continue;
    sar_contact_force(&t.contact, &motion, &force);
    double way = 0.5 * sar_norm(motion.slip) * t.contact.since, most = 2 * sar_norm(force.friction);
    double change = fmin(most, t.stick.stiffness * way);
    if (!(change > 0)) continue;
    force = (SarContactForce){.force = sar_scale(2 * change / most, force.friction)};
    sar_contact_add_rows(&t.contact, &force, rows);
  }
}

/* Of pairs that are open before: one that touches already has its forces in the prediction. */
static double foresee(const void *data, const SarPartPoint *from, const SarPartPoint *to, double *rows) {
  const SarContactPart *part = data;
  const SarKin *const before[2] = {from->nodes[0].kin, from->nodes[1].kin};
  const SarKin *const after[2] = {to->nodes[0].kin, to->nodes[1].kin};
  Rows begun = {to->number, rows, 0};
  double way = 1;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    way = fmin(way, sar_contact_passage(part, k, before, after, to->t - from->t));
    if (sar_contact_is_far(part, k, after, 0)) continue;
    if (sar_contact_find_at(part, k, from, 0, &found) != SAR_OK) continue;
    bool open = found.touches.count == 0;
    if (!open && !part->pairs[k].law.friction.stick) continue; /* nothing that turns round */
    (void)sar_contact_find_at(part, k, to, 0, &found);
    if (!open) {
      foresee_turning(part, k, to, &found, rows);
      continue;
    }
    for (int32_t i = 0; i < found.touches.count; i++) {
      SarTouching t;
      sar_contact_recall(part, k, to, &found.items[i], &t);
      add_rows(&t, &begun);
    }
  }
  return way;
}

typedef struct Matrix {
  SarPartMatrix *out;
  bool fixed[2];
} Matrix;

static void add_matrix(const SarTouching *t, void *self) {
  const Matrix *to = self;
  SarTouchRates rates;
  sar_touch_rates(t->contact.touch, &t->contact.kin[0]->A, &t->contact.kin[1]->A, &rates);
  sar_contact_add_matrix(&t->contact, &rates, to->fixed, to->out->position, to->out->velocity);
}

static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  Matrix to = {out, {at->nodes[0].fixed, at->nodes[1].fixed}};
  return sar_contact_visit(part, at, 0, add_matrix, &to);
}

/* What is found here the matrix need not search for. */
static bool acts(const void *data, const SarPartPoint *at) {
  const SarContactPart *part = data;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    if (sar_contact_find_at(part, k, at, 0, &found) != SAR_OK || found.touches.count > 0) return true;
  }
  return false;
}

static void add_by_time(const SarTouching *t, void *rows) {
  SarContactForce rate;
  sar_contact_by_time(&t->contact, &rate);
  sar_contact_add_rows(&t->contact, &rate, rows);
}

static SarStatus by_time(const void *part, const SarPartPoint *at, double *rows) {
  return sar_contact_visit(part, at, 0, add_by_time, rows);
}

/* Rounding of the places is magnified by the stiffness, that of velocities by damping. */
static void add_magnitude(const SarTouching *t, void *self) {
  double *rows = self;
  SarContactMotion motion;
  SarContactForce force;
  sar_contact_motion(&t->contact, &motion);
  sar_contact_force(&t->contact, &motion, &force);
  for (int s = 0; s < 2; s++) {
    const SarKin *k = t->contact.kin[s];
    double arm = sar_norm(sar_sub(t->contact.touch->p, k->r)), place = sar_norm(k->r) + arm;
    double size = sar_norm(force.force) + fabs(force.normal.by_depth) * place +
                  fabs(force.normal.by_rate) * sar_norm(motion.velocity);
    for (int c = 0; c < 6; c++) rows[6 * s + c] += size * (c < 3 ? 1 : arm);
  }
}

static void magnitude(const void *part, const SarPartPoint *at, double *rows) {
  (void)sar_contact_visit(part, at, 0, add_magnitude, rows);
}

static void add_energy(const SarTouching *t, void *energy) { sar_contact_add_energy(&t->contact, energy); }

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  (void)sar_contact_visit(part, at, 0, add_energy, out);
}

/* The deepest touch, and how deep it may be. */
static void explain(const void *data, const SarPartPoint *at, SarPartFault *out) {
  const SarContactPart *part = data;
  double deepest = 0, allowed = 0;
  bool full = false;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    (void)sar_contact_find_at(part, k, at, 0, &found);
    full = full || found.touches.full;
    for (int32_t i = 0; i < found.touches.count; i++) {
      const SarTouch *touch = &found.items[i];
      double most = sar_contact_most_depth(part, k);
      if (!sar_contact_is_too_deep(part, k, touch, at->rest) || -touch->gap < deepest) continue;
      if (touch->deep) most = touch->side[0].radius + touch->side[1].radius;
      deepest = -touch->gap;
      allowed = most;
    }
  }
  if (full && deepest == 0) {
    snprintf(out->what, sizeof out->what, "the two bodies touch at more than %d places", SAR_CONTACT_TOUCHES);
    snprintf(out->remedy, sizeof out->remedy, "give the bodies fewer shapes, or shapes with fewer corners");
    return;
  }
  snprintf(out->what, sizeof out->what,
           "two shapes of this contact reach %.3g m into each other; %.3g m is the most they can", deepest, allowed);
  snprintf(out->remedy, sizeof out->remedy,
           "start the bodies apart, raise `stiffness` or `damping`, or give the shapes a larger `radius`");
}

/* Planes have no size. */
static double extent(const void *data, int32_t node) {
  const SarContactPart *part = data;
  double largest = 0;
  for (int32_t k = 0; k < part->npairs; k++) {
    const SarShape *shape = part->pairs[k].shape[node];
    if (!shape->class->unbounded) largest = fmax(largest, sar_shape_extent(shape));
  }
  return largest;
}

static bool damped(const void *part) {
  (void)part;
  return true;
}

const SarPartClass sar_part_contact = {.name = "contact",
                                       .residual = residual,
                                       .matrix = matrix,
                                       .magnitude = magnitude,
                                       .by_time = by_time,
                                       .energy = energy,
                                       .explain = explain,
                                       .extent = extent,
                                       .damped = damped,
                                       .acts = acts,
                                       .kept = sar_contact_kept,
                                       .memory = sar_contact_memory,
                                       .reset = sar_contact_reset,
                                       .accept = sar_contact_accept,
                                       .inherit = sar_contact_inherit,
                                       .foresee = foresee,
                                       .columns = sar_contact_columns,
                                       .units = sar_contact_units,
                                       .ncolumns = SAR_CONTACT_COLUMNS,
                                       .record = sar_contact_record,
                                       .merge = sar_contact_merge,
                                       .write = sar_contact_write};
