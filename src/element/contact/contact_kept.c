/* What the last search for touches of two shapes has found. Rows, their matrix, energies, what friction remembers and
 * what is recorded ask for the touches of the same place, one after the other, and a search takes longer than all that
 * they do with them. The same numbers in give the same numbers out: results do not know of it. */
#include <string.h>

#include "element/contact/contact_touching.h"

enum { PLACE = 2 * sizeof(SarPose) / sizeof(uint64_t) };

/* Zeros at first, which are the axes of no body. */
typedef struct SarContactKept {
  uint64_t place[PLACE]; /* the poses of both bodies, bit by bit */
  double margin;
  int32_t count;
  SarTouch items[]; /* SarContactBounds.room of them */
} SarContactKept;

void sar_contact_make_room(SarContactPart *part, int32_t k, int32_t touches) {
  SarContactBounds *bounds = &part->bounds[k];
  bounds->room = touches < SAR_CONTACT_KEPT ? touches : SAR_CONTACT_KEPT;
  bounds->from = part->nkept;
  size_t bytes = sizeof(SarContactKept) + (size_t)bounds->room * sizeof(SarTouch);
  part->nkept += (int32_t)((bytes + sizeof(double) - 1) / sizeof(double));
}

int32_t sar_contact_kept(const void *data) { return ((const SarContactPart *)data)->nkept; }

static bool is_there(const SarContactKept *kept, const uint64_t *place, double margin) {
  return memcmp(kept->place, place, sizeof kept->place) == 0 && kept->margin == margin;
}

static void keep(const uint64_t *place, double margin, const SarContactFound *found, int32_t room,
                 SarContactKept *kept) {
  const SarTouches *touches = &found->touches;
  if (touches->full || touches->count > room) return;
  memcpy(kept->place, place, sizeof kept->place);
  kept->margin = margin;
  kept->count = touches->count;
  memcpy(kept->items, found->items, (size_t)touches->count * sizeof *kept->items);
}

SarStatus sar_contact_find_at(const SarContactPart *part, int32_t k, const SarPartPoint *at, double margin,
                              SarContactFound *out) {
  const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
  out->touches = (SarTouches){.items = out->items, .capacity = SAR_CONTACT_TOUCHES, .margin = margin};
  if (sar_contact_is_far(part, k, kin, margin)) return SAR_OK;
  SarContactKept *kept = at->kept ? (void *)(at->kept + part->bounds[k].from) : NULL;
  SarPose pose[2] = {{kin[0]->r, kin[0]->A}, {kin[1]->r, kin[1]->A}};
  uint64_t place[PLACE];
  memcpy(place, pose, sizeof place);
  if (kept && is_there(kept, place, margin)) {
    out->touches.count = kept->count;
    memcpy(out->items, kept->items, (size_t)kept->count * sizeof *out->items);
  } else {
    sar_contact_touches(&part->pairs[k], kin, &out->touches);
    if (kept) keep(place, margin, out, part->bounds[k].room, kept);
  }
  return sar_contact_judge(part, k, out);
}
