#include "element/contact/contact_part.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- touches ---- */

typedef struct Found {
  SarTouch items[SAR_CONTACT_TOUCHES];
  SarTouches touches;
} Found;

/* m, from the centre of mass of one body to the other's solid, at least, where the first shape is a plane. */
static double above_plane(const SarShape *plane, const SarKin *own, const SarKin *other) {
  SarPose pose = sar_shape_pose(plane, &(SarPose){own->r, own->A});
  return sar_dot(sar_column(&pose.A, 2), sar_sub(other->r, pose.r));
}

/* Whether centres of mass are so far apart that the shapes, rounding and margin included, cannot touch. */
static bool is_far(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin) {
  const SarContactPair *pair = &part->pairs[k];
  double reach = part->reach[k] + margin;
  for (int i = 0; i < 2; i++) {
    if (pair->shape[i]->class->unbounded) return above_plane(pair->shape[i], kin[i], kin[1 - i]) > reach;
  }
  SarVec3 d = sar_sub(kin[1]->r, kin[0]->r);
  return sar_dot(d, d) > reach * reach;
}

/* Deeper than the rounding, what is nearest to what may change with a jump. */
static bool is_too_deep(const SarTouch *touch) {
  double radii = touch->side[0].radius + touch->side[1].radius;
  return touch->deep || (radii > 0 && -touch->gap > radii);
}

/* Touches of the k-th pair with gaps up to `margin`. > 0: a core is inside the other one, or there are too many. */
static SarStatus find(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin, Found *out) {
  out->touches = (SarTouches){.items = out->items, .capacity = SAR_CONTACT_TOUCHES, .margin = margin};
  if (is_far(part, k, kin, margin)) return SAR_OK;
  sar_contact_touches(&part->pairs[k], kin, &out->touches);
  for (int32_t i = 0; i < out->touches.count; i++) {
    if (is_too_deep(&out->items[i])) return SAR_RETRY;
  }
  return out->touches.full ? SAR_RETRY : SAR_OK;
}

void sar_contact_part_prepare(SarContactPart *part, double *reach) {
  part->reach = reach;
  part->remembered = 0;
  for (int32_t k = 0; k < part->npairs; k++) {
    const SarContactPair *pair = &part->pairs[k];
    int32_t touches = 0;
    reach[k] = 0;
    for (int i = 0; i < 2; i++) {
      const SarShape *shape = pair->shape[i];
      if (!shape->class->unbounded) reach[k] += sar_shape_extent(shape);
      touches += shape->class->nsupports ? shape->class->nsupports(shape) : 1;
    }
    if (pair->law.friction.stick) part->remembered += touches;
  }
  if (part->remembered > SAR_CONTACT_TOUCHES) part->remembered = SAR_CONTACT_TOUCHES;
}

/* ---- memory ---- */

/* The memory of a part: the time of the last accepted point, and for each touch that was near then its pair, its
 * features and what friction remembers. */
enum { TIME, COUNT, FIRST };
enum { PAIR, FEATURE_A, FEATURE_B, STRETCH, SLIP = STRETCH + 3, STIFFNESS = SLIP + 3, DAMPING, SLIPPING, ENTRY };

static int32_t memory_of(const void *data) {
  const SarContactPart *part = data;
  return part->remembered ? FIRST + ENTRY * part->remembered : 0;
}

static void store(double *entry, int32_t pair, const SarTouch *touch, const SarStick *stick) {
  entry[PAIR] = pair;
  entry[FEATURE_A] = touch->side[0].feature;
  entry[FEATURE_B] = touch->side[1].feature;
  sar_vec3_store(stick->stretch, entry + STRETCH);
  sar_vec3_store(stick->slip, entry + SLIP);
  entry[STIFFNESS] = stick->stiffness;
  entry[DAMPING] = stick->damping;
  entry[SLIPPING] = stick->slipping;
}

/* What is remembered of a touch; false: it was not near at the last accepted point. */
static bool recall(const SarContactPart *part, const double *memory, int32_t pair, const SarTouch *touch,
                   SarStick *out) {
  for (int32_t i = 0; i < part->remembered && i < memory[COUNT]; i++) {
    const double *entry = memory + FIRST + ENTRY * i;
    bool same =
        entry[PAIR] == pair && entry[FEATURE_A] == touch->side[0].feature && entry[FEATURE_B] == touch->side[1].feature;
    if (!same) continue;
    *out = (SarStick){.stretch = sar_vec3_load(entry + STRETCH),
                      .slip = sar_vec3_load(entry + SLIP),
                      .stiffness = entry[STIFFNESS],
                      .damping = entry[DAMPING],
                      .slipping = entry[SLIPPING] != 0};
    return true;
  }
  return false;
}

/* kg, what a touch has to accelerate. */
static double mass_at(const SarContactPart *part, const SarContact *contact) {
  SarMat3 inverse[2];
  for (int i = 0; i < 2; i++) {
    SarMat3 turned = sar_mat3_mul(&contact->kin[i]->A, &part->inverse_inertia[i]);
    inverse[i] = sar_mat3_mult(&turned, &contact->kin[i]->A);
  }
  return sar_contact_mass(contact, part->inverse_mass, inverse);
}

/* A touch with what is remembered of it. One that was far at the last accepted point has its anchor where it is. */
typedef struct Touching {
  SarContact contact;
  SarStick stick;
  int32_t pair;
} Touching;

static void touching(const SarContactPart *part, int32_t k, const SarPartPoint *at, const SarTouch *touch,
                     Touching *out) {
  const SarContactLaw *law = &part->pairs[k].law;
  out->contact = (SarContact){.law = law, .kin = {at->nodes[0].kin, at->nodes[1].kin}, .touch = touch};
  out->pair = k;
  if (!law->friction.stick) return;
  if (recall(part, at->memory, k, touch, &out->stick)) {
    out->contact.since = at->t - at->memory[TIME];
  } else {
    sar_stick_begin(&out->contact, mass_at(part, &out->contact), &out->stick);
  }
  out->contact.stick = &out->stick;
}

/* m, touches with wider gaps are not remembered: a quarter of the smaller body, which no step passes by. */
static double margin_of(const SarContactPart *part, int32_t k) {
  double least = INFINITY;
  for (int i = 0; i < 2; i++) {
    const SarShape *shape = part->pairs[k].shape[i];
    if (!shape->class->unbounded) least = fmin(least, sar_shape_extent(shape));
  }
  return 0.25 * least;
}

/* begin: forgets what was. */
static void remember(const SarContactPart *part, const SarPartPoint *at, bool begin, double *memory) {
  double next[FIRST + ENTRY * SAR_CONTACT_TOUCHES];
  int32_t count = 0;
  for (int32_t k = 0; k < part->npairs; k++) {
    const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
    Found found;
    if (!part->pairs[k].law.friction.stick || find(part, k, kin, margin_of(part, k), &found) != SAR_OK) continue;
    for (int32_t i = 0; i < found.touches.count && count < part->remembered; i++) {
      Touching t = {0};
      SarStick before, after;
      t.contact = (SarContact){.law = &part->pairs[k].law, .kin = {kin[0], kin[1]}, .touch = &found.items[i]};
      double mass = mass_at(part, &t.contact);
      if (!begin && recall(part, memory, k, &found.items[i], &before)) {
        t.contact.stick = &before;
        t.contact.since = at->t - memory[TIME];
        sar_stick_accept(&t.contact, mass, &after);
      } else {
        sar_stick_begin(&t.contact, mass, &after);
      }
      store(next + FIRST + ENTRY * count++, k, &found.items[i], &after);
    }
  }
  next[TIME] = at->t;
  next[COUNT] = count;
  memcpy(memory, next, (size_t)(FIRST + ENTRY * count) * sizeof *memory);
}

static void reset(const void *part, const SarPartPoint *at, double *memory) { remember(part, at, true, memory); }
static void accept(const void *part, const SarPartPoint *at, double *memory) { remember(part, at, false, memory); }

/* ---- equations ---- */

/* Calls for every touch with a gap up to the margin, in an order that depends on nothing but features. */
typedef void Visit(const Touching *touching, void *self);

static SarStatus visit_all(const SarContactPart *part, const SarPartPoint *at, double margin, Visit *visit,
                           void *self) {
  const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
  for (int32_t k = 0; k < part->npairs; k++) {
    Found found;
    SAR_TRY(find(part, k, kin, margin, &found));
    for (int32_t i = 0; i < found.touches.count; i++) {
      Touching t;
      touching(part, k, at, &found.items[i], &t);
      visit(&t, self);
    }
  }
  return SAR_OK;
}

/* A number for a touch and what it does: sums of these tell sets from each other. */
static uint64_t name_of(int32_t number, const Touching *t, bool slipping) {
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

static void add_rows(const Touching *t, void *self) {
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
  SarStatus status = visit_all(part, at, 0, add_rows, &to);
  if (at->activity) *at->activity += to.activity;
  return status;
}

/* Of pairs that are open before: one that touches already has its forces in the prediction. */
static void foresee(const void *data, const SarPartPoint *from, const SarPartPoint *to, double *rows) {
  const SarContactPart *part = data;
  const SarKin *const before[2] = {from->nodes[0].kin, from->nodes[1].kin};
  const SarKin *const after[2] = {to->nodes[0].kin, to->nodes[1].kin};
  Rows begun = {to->number, rows, 0};
  for (int32_t k = 0; k < part->npairs; k++) {
    Found found;
    if (is_far(part, k, after, 0)) continue;
    if (find(part, k, before, 0, &found) != SAR_OK || found.touches.count > 0) continue;
    (void)find(part, k, after, 0, &found);
    for (int32_t i = 0; i < found.touches.count; i++) {
      Touching t;
      touching(part, k, to, &found.items[i], &t);
      add_rows(&t, &begun);
    }
  }
}

static void add_matrix(const Touching *t, void *self) {
  SarPartMatrix *out = self;
  SarTouchRates rates;
  sar_touch_rates(t->contact.touch, &t->contact.kin[0]->A, &t->contact.kin[1]->A, &rates);
  sar_contact_add_matrix(&t->contact, &rates, out->position, out->velocity);
}

static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  return visit_all(part, at, 0, add_matrix, out);
}

static void add_by_time(const Touching *t, void *rows) {
  SarContactForce rate;
  sar_contact_by_time(&t->contact, &rate);
  sar_contact_add_rows(&t->contact, &rate, rows);
}

static SarStatus by_time(const void *part, const SarPartPoint *at, double *rows) {
  return visit_all(part, at, 0, add_by_time, rows);
}

/* Rounding of the places is magnified by the stiffness, that of velocities by damping. */
static void add_magnitude(const Touching *t, void *self) {
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
  (void)visit_all(part, at, 0, add_magnitude, rows);
}

static void add_energy(const Touching *t, void *energy) { sar_contact_add_energy(&t->contact, energy); }

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  (void)visit_all(part, at, 0, add_energy, out);
}

/* The deepest touch, and how deep it may be. */
static void explain(const void *data, const SarPartPoint *at, SarPartFault *out) {
  const SarContactPart *part = data;
  const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
  double deepest = 0, radii = 0;
  bool full = false;
  for (int32_t k = 0; k < part->npairs; k++) {
    Found found;
    (void)find(part, k, kin, 0, &found);
    full = full || found.touches.full;
    for (int32_t i = 0; i < found.touches.count; i++) {
      const SarTouch *touch = &found.items[i];
      if (!is_too_deep(touch) || -touch->gap < deepest) continue;
      deepest = -touch->gap;
      radii = touch->side[0].radius + touch->side[1].radius;
    }
  }
  if (full && deepest == 0) {
    snprintf(out->what, sizeof out->what, "the two bodies touch at more than %d places", SAR_CONTACT_TOUCHES);
    snprintf(out->remedy, sizeof out->remedy, "give the bodies fewer shapes, or shapes with fewer corners");
    return;
  }
  snprintf(out->what, sizeof out->what,
           "two shapes of this contact reach %.3g m into each other, more than the %.3g m of their roundings", deepest,
           radii);
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

/* ---- what is recorded: of the strongest touch, or where nothing touches of the nearest; and the wrench of all ---- */

enum {
  GAP,
  RATE,
  NORMAL,
  FRICTION,
  SLIP_SPEED,
  PX,
  NX = PX + 3,
  TOUCHES = NX + 3,
  DEPTH,
  FX,
  TX = FX + 3,
  FX2 = TX + 3
};
enum { COLUMNS = FX2 + 6 };
static const char *const columns[COLUMNS] = {"gap", "rate", "normal", "friction", "slip", "px",  "py", "pz", "nx",
                                             "ny",  "nz",   "count",  "depth",    "fx",   "fy",  "fz", "tx", "ty",
                                             "tz",  "fx2",  "fy2",    "fz2",      "tx2",  "ty2", "tz2"};
static const char *const units[COLUMNS] = {"m", "m/s", "N", "N",   "m/s", "m",   "m", "m", "",  "",    "",    "",   "m",
                                           "N", "N",   "N", "N*m", "N*m", "N*m", "N", "N", "N", "N*m", "N*m", "N*m"};

/* Takes the wrench on the first body from the point of one touch to that of another. */
static void move_wrench(const double *from, double *wrench, const double *to) {
  SarVec3 arm = sar_sub(sar_vec3_load(from), sar_vec3_load(to));
  sar_vec3_add_to(sar_cross(arm, sar_vec3_load(wrench)), wrench + 3);
}

static bool is_stronger(const double *values, const double *than) {
  return values[NORMAL] > than[NORMAL] || (than[NORMAL] == 0 && values[GAP] < than[GAP]);
}

/* Of two touches, or two pairs of bodies, the stronger one, with the count, the depth and the wrench of both. */
static void merge(const double *from, double *into) {
  double sum[6], one[6], count = from[TOUCHES] + into[TOUCHES], depth = fmax(from[DEPTH], into[DEPTH]);
  bool stronger = is_stronger(from, into);
  const double *point = stronger ? from + PX : into + PX;
  memcpy(sum, into + FX, sizeof sum);
  memcpy(one, from + FX, sizeof one);
  move_wrench(into + PX, sum, point);
  move_wrench(from + PX, one, point);
  if (stronger) memcpy(into, from, COLUMNS * sizeof *into);
  into[TOUCHES] = count;
  into[DEPTH] = depth;
  for (int i = 0; i < 6; i++) {
    into[FX + i] = sum[i] + one[i];
    into[FX2 + i] = -into[FX + i];
  }
}

static void record_touch(const Touching *t, void *self) {
  double values[COLUMNS] = {0};
  SarContactMotion motion;
  SarContactForce force;
  sar_contact_motion(&t->contact, &motion);
  sar_contact_force(&t->contact, &motion, &force);
  bool touches = motion.depth > 0;
  values[GAP] = t->contact.touch->gap;
  values[RATE] = motion.rate;
  values[SLIP_SPEED] = sar_norm(motion.slip);
  sar_vec3_store(t->contact.touch->p, values + PX);
  sar_vec3_store(t->contact.touch->n, values + NX);
  if (touches) {
    values[NORMAL] = t->contact.touch->weight * force.normal.force;
    values[FRICTION] = sar_norm(force.friction);
    values[TOUCHES] = 1;
    values[DEPTH] = motion.depth;
    sar_vec3_store(sar_neg(force.force), values + FX);
    sar_vec3_store(sar_neg(force.moment), values + TX);
  }
  merge(values, self);
}

static void record(const void *part, const SarPartPoint *at, double *values) {
  for (int i = 0; i < COLUMNS; i++) values[i] = i == GAP ? INFINITY : 0;
  (void)visit_all(part, at, INFINITY, record_touch, values);
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
                                       .memory = memory_of,
                                       .reset = reset,
                                       .accept = accept,
                                       .foresee = foresee,
                                       .columns = columns,
                                       .units = units,
                                       .ncolumns = COLUMNS,
                                       .record = record,
                                       .merge = merge};
