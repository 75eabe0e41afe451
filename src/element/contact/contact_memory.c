/* What anchored friction remembers of the touches of two bodies. */
#include <math.h>
#include <string.h>

#include "element/contact/contact_touching.h"

/* The memory of a part: the time of the last accepted point, and for each touch that was near then its pair, its
 * features and what friction remembers. */
enum { TIME, COUNT, FIRST };
enum {
  PAIR,
  FEATURE_A,
  FEATURE_B,
  STRETCH,
  SLIP = STRETCH + 3,
  STIFFNESS = SLIP + 3,
  DAMPING,
  SLIPPING,
  ANCHORS,
  ENTRY = ANCHORS + 6
};

int32_t sar_contact_memory(const void *data) {
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
  for (int s = 0; s < 2; s++) sar_vec3_store(stick->anchor[s], entry + ANCHORS + 3 * s);
}

static bool is_of(const double *entry, int32_t pair, const SarTouch *touch) {
  return entry[PAIR] == pair && entry[FEATURE_A] == touch->side[0].feature &&
         entry[FEATURE_B] == touch->side[1].feature;
}

/* What is remembered of a touch; false: it was not near at the last accepted point. */
static bool recall(const SarContactPart *part, const double *memory, int32_t pair, const SarTouch *touch,
                   SarStick *out) {
  for (int32_t i = 0; i < part->remembered && i < memory[COUNT]; i++) {
    const double *entry = memory + FIRST + ENTRY * i;
    if (!is_of(entry, pair, touch)) continue;
    *out = (SarStick){.stretch = sar_vec3_load(entry + STRETCH),
                      .slip = sar_vec3_load(entry + SLIP),
                      .stiffness = entry[STIFFNESS],
                      .damping = entry[DAMPING],
                      .slipping = entry[SLIPPING] != 0,
                      .anchor = {sar_vec3_load(entry + ANCHORS), sar_vec3_load(entry + ANCHORS + 3)}};
    return true;
  }
  return false;
}

void sar_contact_recall(const SarContactPart *part, int32_t k, const SarPartPoint *at, const SarTouch *touch,
                        SarTouching *out) {
  const SarContactLaw *law = &part->pairs[k].law;
  out->contact = (SarContact){.law = law, .kin = {at->nodes[0].kin, at->nodes[1].kin}, .touch = touch};
  out->pair = part->pairs[k].number;
  if (!law->friction.stick) return;
  if (recall(part, at->memory, part->pairs[k].number, touch, &out->stick)) {
    out->contact.since = at->t - at->memory[TIME];
  } else {
    sar_stick_begin(&out->contact, sar_contact_mass_at(part, &out->contact), &out->stick);
  }
  out->contact.stick = &out->stick;
  out->contact.rest = at->rest;
}

/* m, touches with wider gaps are not remembered: a quarter of the smaller body, which no step passes by. */
static double margin_of(const SarContactPart *part, int32_t k) { return 0.25 * part->bounds[k].depth; }

/* Whether the touches without a gap are all that another mechanism next to this one remembers: there was nothing more
 * within the margin, and they have been found already, for the rows. */
static bool touches_are_all(const SarContactPart *part, const SarPartPoint *at) {
  int32_t count = 0;
  if (!at->near) return false;
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    if (!part->pairs[k].law.friction.stick) continue;
    if (sar_contact_find_at(part, k, at, 0, &found) != SAR_OK) return false;
    for (int32_t i = 0; i < found.touches.count; i++, count++) {
      if (count >= at->near[COUNT]) return false;
      if (!is_of(at->near + FIRST + ENTRY * count, part->pairs[k].number, &found.items[i])) return false;
    }
  }
  return count == at->near[COUNT];
}

/* begin: forgets what was. */
static void remember(const SarContactPart *part, const SarPartPoint *at, bool begin, double *memory) {
  double next[FIRST + ENTRY * SAR_CONTACT_TOUCHES];
  int32_t count = 0;
  bool all = touches_are_all(part, at);
  for (int32_t k = 0; k < part->npairs; k++) {
    const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
    SarContactFound found;
    if (!part->pairs[k].law.friction.stick) continue;
    if (sar_contact_find_at(part, k, at, all ? 0 : margin_of(part, k), &found) != SAR_OK) continue;
    for (int32_t i = 0; i < found.touches.count && count < part->remembered; i++) {
      SarTouching t = {0};
      SarStick before, after;
      t.contact = (SarContact){.law = &part->pairs[k].law, .kin = {kin[0], kin[1]}, .touch = &found.items[i]};
      double mass = sar_contact_mass_at(part, &t.contact);
      if (!begin && recall(part, memory, part->pairs[k].number, &found.items[i], &before)) {
        t.contact.stick = &before;
        t.contact.since = at->t - memory[TIME];
        t.contact.rest = at->rest;
        sar_stick_accept(&t.contact, mass, &after);
      } else {
        sar_stick_begin(&t.contact, mass, &after);
      }
      store(next + FIRST + ENTRY * count++, part->pairs[k].number, &found.items[i], &after);
    }
  }
  next[TIME] = at->t;
  next[COUNT] = count;
  memcpy(memory, next, (size_t)(FIRST + ENTRY * count) * sizeof *memory);
}

void sar_contact_reset(const void *part, const SarPartPoint *at, double *memory) { remember(part, at, true, memory); }
void sar_contact_accept(const void *part, const SarPartPoint *at, double *memory) { remember(part, at, false, memory); }

void sar_contact_inherit(const void *data, const double *from, double *memory) {
  const SarContactPart *part = data;
  memory[TIME] = from[TIME];
  memory[COUNT] = fmin(from[COUNT], part->remembered);
  memcpy(memory + FIRST, from + FIRST, (size_t)(ENTRY * memory[COUNT]) * sizeof *memory);
}

SarStatus sar_contact_visit(const SarContactPart *part, const SarPartPoint *at, double margin, SarTouchVisit *visit,
                            void *self) {
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    SAR_TRY(sar_contact_find_at(part, k, at, margin, &found));
    for (int32_t i = 0; i < found.touches.count; i++) {
      SarTouching t;
      if (at->rest && found.items[i].deep) return SAR_RETRY;
      sar_contact_recall(part, k, at, &found.items[i], &t);
      visit(&t, self);
    }
  }
  return SAR_OK;
}
