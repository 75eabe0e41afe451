/* gap(foot), normal(foot), fx(foot) .. tz2(foot) in expressions: the smallest gap of all touches, the normal force of
 * the strongest, and force and moment of all, as in the columns.
 *
 * They are functions that stand outside the language (expr/external.h) of where the two bodies are and, for the force,
 * how they move. The axes of a body come in as two of its unit vectors, x and y; z = x cross y. What a function changes
 * by along a turn dtheta (body axes), t . dtheta, is then written as  gx . dx + gy . dy  with  gx = A (0, t3, -t2),
 * gy = A (0, 0, t1):  dx = A (0, dtheta3, -dtheta2),  dy = A (-dtheta3, 0, dtheta1). */
#include <math.h>

#include "element/contact/contact_touching.h"
#include "expr/external.h"

enum { POINT, AXIS_X = POINT + 3, AXIS_Y = AXIS_X + 3, PLACE = AXIS_Y + 3, VELOCITY = PLACE, OMEGA = VELOCITY + 3 };
enum { MOTION = OMEGA + 3 };

typedef enum Kind { GAP, NORMAL, FORCE, TORQUE } Kind;

/* What is asked for, of the touches of a part. */
typedef struct Asked {
  SarExternal external;
  const SarContactPart *part;
  Kind kind;
  int axis, sign; /* of force and torque: the component, and 1 for the action on the first body, -1 on the second */
} Asked;

static int32_t inputs_of(const Asked *asked) { return asked->kind == GAP ? PLACE : MOTION; }

static SarKin body_of(const Asked *asked, const double *inputs) {
  SarVec3 x = sar_vec3_load(inputs + AXIS_X), y = sar_vec3_load(inputs + AXIS_Y);
  SarKin kin = {.r = sar_vec3_load(inputs + POINT), .A = sar_mat3_columns(x, y, sar_cross(x, y))};
  if (asked->kind == GAP) return kin;
  kin.v = sar_vec3_load(inputs + VELOCITY);
  kin.w = sar_mul_t(&kin.A, sar_vec3_load(inputs + OMEGA));
  return kin;
}

/* The touch that answers, with its law. */
typedef struct Best {
  SarTouch touch;
  const SarContactPair *pair;
  double value;
} Best;

static double value_of(const Asked *asked, const SarContactPair *pair, const SarKin *const kin[2],
                       const SarTouch *touch) {
  SarContactMotion motion;
  SarNormalForce force;
  if (asked->kind == GAP) return -touch->gap;
  sar_contact_motion(&(SarContact){.law = &pair->law, .kin = {kin[0], kin[1]}, .touch = touch}, &motion);
  sar_normal_force(&pair->law.normal, motion.depth, motion.rate, &force);
  return touch->weight * force.force;
}

/* The deepest, or the strongest. False: there is none. */
static bool find(const Asked *asked, const SarKin *const kin[2], Best *out) {
  const SarContactPart *part = asked->part;
  out->pair = NULL;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    (void)sar_contact_find(part, k, kin, asked->kind == GAP ? INFINITY : 0, &found); /* too deep is deep */
    for (int32_t i = 0; i < found.touches.count; i++) {
      double value = value_of(asked, &part->pairs[k], kin, &found.items[i]);
      if (out->pair && !(value > out->value)) continue;
      *out = (Best){found.items[i], &part->pairs[k], value};
    }
  }
  return out->pair != NULL;
}

/* Derivatives by the twelve directions of sar_touch_rates: a number each, from the change of gap, normal and place. */
typedef struct Slopes {
  double by[12];          /* translation in ground axes, rotation in body axes */
  SarVec3 v[2], omega[2]; /* by velocities, ground axes */
} Slopes;

static void gap_slopes(const SarTouchRates *rates, Slopes *out) {
  for (int i = 0; i < 12; i++) out->by[i] = rates->gap[i];
}

/* F = weight f(depth, rate), depth = -gap, rate = -n . (vB + wB x (p - xB) - vA - wA x (p - xA)). */
static void force_slopes(const SarContact *contact, const SarTouchRates *rates, Slopes *out) {
  const SarTouch *touch = contact->touch;
  SarContactMotion motion;
  SarNormalForce f;
  SarVec3 w[2];
  sar_contact_motion(contact, &motion);
  sar_normal_force(&contact->law->normal, motion.depth, motion.rate, &f);
  for (int s = 0; s < 2; s++) w[s] = sar_mul(&contact->kin[s]->A, contact->kin[s]->w);
  for (int i = 0; i < 12; i++) {
    SarVec3 own = i % 6 < 3 ? sar_vec3(i % 6 == 0, i % 6 == 1, i % 6 == 2) : sar_vec3(0, 0, 0), turned = {0, 0, 0};
    for (int s = 0; s < 2; s++) {
      SarVec3 arm = i / 6 == s ? sar_sub(rates->p[i], own) : rates->p[i];
      turned = sar_axpy(s ? 1 : -1, sar_cross(w[s], arm), turned);
    }
    double rate = -sar_dot(rates->n[i], motion.velocity) - sar_dot(touch->n, turned);
    out->by[i] = touch->weight * (-f.by_depth * rates->gap[i] + f.by_rate * rate) + rates->weight[i] * f.force;
  }
  for (int s = 0; s < 2; s++) {
    double factor = (s ? -1 : 1) * touch->weight * f.by_rate;
    out->v[s] = sar_scale(factor, touch->n);
    out->omega[s] = sar_scale(factor, sar_cross(sar_sub(touch->p, contact->kin[s]->r), touch->n));
  }
}

static void write_slopes(const Asked *asked, const SarKin *kin, const Slopes *slopes, int s, double *out) {
  const double *t = slopes->by + 6 * s + 3;
  for (int i = 0; i < 3; i++) out[POINT + i] = slopes->by[6 * s + i];
  sar_vec3_store(sar_mul(&kin->A, sar_vec3(0, t[2], -t[1])), out + AXIS_X);
  sar_vec3_store(sar_mul(&kin->A, sar_vec3(0, 0, t[0])), out + AXIS_Y);
  if (asked->kind == GAP) return;
  sar_vec3_store(slopes->v[s], out + VELOCITY);
  sar_vec3_store(slopes->omega[s], out + OMEGA);
}

/* Of one touch: the gap, or the normal force. */
static int evaluate_best(const Asked *asked, const SarKin *const kin[2], double *output, Slopes *slopes) {
  Best best;
  bool any = find(asked, kin, &best);
  if (!any && asked->kind == GAP) return 1;
  *output = !any ? 0 : asked->kind == GAP ? -best.value : best.value;
  if (!slopes || !any) return 0;
  SarTouchRates rates;
  SarContact contact = {.law = &best.pair->law, .kin = {kin[0], kin[1]}, .touch = &best.touch};
  (void)sar_touch_rates(&best.touch, &kin[0]->A, &kin[1]->A, &rates);
  if (asked->kind == GAP)
    gap_slopes(&rates, slopes);
  else
    force_slopes(&contact, &rates, slopes);
  return 0;
}

/* ---- all touches ---- */

typedef void Visit(const Asked *asked, const SarContact *contact, void *self);

static void visit_all(const Asked *asked, const SarKin *const kin[2], Visit *visit, void *self) {
  const SarContactPart *part = asked->part;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    (void)sar_contact_find(part, k, kin, 0, &found);
    for (int32_t i = 0; i < found.touches.count; i++) {
      SarContact contact = {.law = &part->pairs[k].law, .kin = {kin[0], kin[1]}, .touch = &found.items[i]};
      visit(asked, &contact, self);
    }
  }
}

typedef struct Sum {
  double force;
  Slopes *slopes; /* null: not wanted */
} Sum;

/* The matrices of a touch are the derivatives of minus the forces, the rates of rotation in body axes held. Here omega
 * is held in ground axes, so that w = A^T omega turns: dw = w cross dtheta. */
static void add_slopes(const Asked *asked, const SarContact *contact, Slopes *slopes) {
  double position[SAR_CONTACT_ROWS * SAR_CONTACT_ROWS] = {0}, velocity[SAR_CONTACT_ROWS * SAR_CONTACT_ROWS] = {0};
  SarTouchRates rates;
  (void)sar_touch_rates(contact->touch, &contact->kin[0]->A, &contact->kin[1]->A, &rates);
  sar_contact_add_matrix(contact, &rates, (const bool[2]){false, false}, position, velocity);
  for (int s = 0; s < 2; s++) {
    double by[6];
    for (int i = 0; i < 6; i++) {
      int entry = (6 * s + i) * SAR_CONTACT_ROWS + asked->axis;
      slopes->by[6 * s + i] -= asked->sign * position[entry];
      by[i] = -asked->sign * velocity[entry];
    }
    const SarKin *kin = contact->kin[s];
    SarVec3 turn = sar_cross(sar_vec3_load(by + 3), kin->w);
    for (int i = 0; i < 3; i++) slopes->by[6 * s + 3 + i] += i == 0 ? turn.x : i == 1 ? turn.y : turn.z;
    slopes->v[s] = sar_add(slopes->v[s], sar_vec3_load(by));
    slopes->omega[s] = sar_add(slopes->omega[s], sar_mul(&kin->A, sar_vec3_load(by + 3)));
  }
}

static void add_force(const Asked *asked, const SarContact *contact, void *self) {
  Sum *sum = self;
  SarContactMotion motion;
  SarContactForce force;
  double on_second[3];
  sar_contact_motion(contact, &motion);
  sar_contact_force(contact, &motion, &force);
  sar_vec3_store(force.force, on_second);
  sum->force -= asked->sign * on_second[asked->axis];
  if (sum->slopes) add_slopes(asked, contact, sum->slopes);
}

/* The moment of all is about the strongest touch. */
typedef struct Moment {
  SarVec3 about, moment;
} Moment;

static void add_moment(const Asked *asked, const SarContact *contact, void *self) {
  Moment *sum = self;
  SarContactMotion motion;
  SarContactForce force;
  (void)asked;
  sar_contact_motion(contact, &motion);
  sar_contact_force(contact, &motion, &force);
  SarVec3 arm = sar_sub(contact->touch->p, sum->about);
  sum->moment = sar_add(sum->moment, sar_add(force.moment, sar_cross(arm, force.force)));
}

static double evaluate_torque(const Asked *asked, const SarKin *const kin[2]) {
  Best best;
  double on_second[3];
  if (!find(asked, kin, &best)) return 0;
  Moment sum = {.about = best.touch.p};
  visit_all(asked, kin, add_moment, &sum);
  sar_vec3_store(sum.moment, on_second);
  return -asked->sign * on_second[asked->axis];
}

/* ---- as a function ---- */

static int evaluate(void *self, const double *inputs, double *outputs, double *jacobian) {
  const Asked *asked = self;
  int32_t n = inputs_of(asked);
  SarKin bodies[2] = {body_of(asked, inputs), body_of(asked, inputs + n)};
  const SarKin *const kin[2] = {&bodies[0], &bodies[1]};
  Slopes slopes = {.by = {0}}, *wanted = jacobian ? &slopes : NULL;
  if (asked->kind == TORQUE) {
    outputs[0] = evaluate_torque(asked, kin);
    return 0;
  }
  if (asked->kind == FORCE) {
    Sum sum = {.slopes = wanted};
    visit_all(asked, kin, add_force, &sum);
    outputs[0] = sum.force;
  } else if (evaluate_best(asked, kin, outputs, wanted)) {
    return 1;
  }
  for (int s = 0; wanted && s < 2; s++) write_slopes(asked, kin[s], &slopes, s, jacobian + s * n);
  return 0;
}

static void put(SarSym3 v, const SarExpr **to) {
  for (int i = 0; i < 3; i++) to[i] = v.e[i];
}

/* False: of this column there is no function. */
static bool is_function(const SarContactPart *part, int32_t column, Asked *out, const char **why) {
  int32_t wrench = column - SAR_CONTACT_WRENCH;
  *out = (Asked){.part = part, .kind = column == SAR_CONTACT_GAP ? GAP : NORMAL};
  if (column == SAR_CONTACT_GAP || column == SAR_CONTACT_NORMAL) return true;
  if (wrench < 0) {
    *why =
        "expressions can ask for the `gap`, the `normal` force and fx .. tz2; the other columns jump from touch to "
        "touch";
    return false;
  }
  if (sar_contact_memory(part) > 0) {
    *why = "friction that sticks remembers where; ask for `normal`, or leave out `stick`";
    return false;
  }
  out->kind = wrench % 6 < 3 ? FORCE : TORQUE;
  out->axis = wrench % 3;
  out->sign = wrench < 6 ? 1 : -1;
  return true;
}

SarStatus sar_contact_write(const void *data, int32_t column, const SarPartWriter *w, const SarExpr **out,
                            const char **why) {
  Asked *asked = SAR_NEW(w->kept, 1, Asked);
  const SarExpr *inputs[2 * MOTION];
  *out = NULL;
  if (!asked) return SAR_NO_MEMORY;
  if (!is_function(data, column, asked, why)) return SAR_OK;
  for (int s = 0; s < 2; s++) {
    SarMat3 axes = sar_mat3_identity();
    SarSymbolFrame frame;
    const SarExpr **to = inputs + s * inputs_of(asked);
    SAR_TRY(w->frame(w, s, sar_vec3(0, 0, 0), &axes, &frame));
    put(frame.point, to + POINT);
    put(frame.axis[0], to + AXIS_X);
    put(frame.axis[1], to + AXIS_Y);
    if (asked->kind == GAP) continue;
    put(frame.velocity, to + VELOCITY);
    put(frame.omega, to + OMEGA);
  }
  asked->external = (SarExternal){.name = sar_contact_columns[column],
                                  .ninputs = 2 * inputs_of(asked),
                                  .noutputs = 1,
                                  .has_jacobian = asked->kind != TORQUE,
                                  .evaluate = evaluate,
                                  .self = asked};
  const SarExpr *call = sar_node_call(w->arena, &asked->external, inputs);
  *out = call ? sar_node_pick(w->arena, call, 0) : NULL;
  return *out ? SAR_OK : SAR_NO_MEMORY;
}
