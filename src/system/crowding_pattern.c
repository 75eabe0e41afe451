#include "system/crowding_pattern.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DEAD 0.3      /* of the pairs of bodies in the pattern: more of them are thrown out, */
#define STEPS_TO_CLEAN 200 /* but not sooner than this */

static int compare_bodies(const void *a, const void *b) {
  const SarBodyPair *x = a, *y = b;
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  return (x->b > y->b) - (x->b < y->b);
}

bool sar_crowding_add_coupled(SarCrowding *c, SarBodyPair pair) {
  SarBodyPair *slot = sar_append(&c->coupled, &c->ncoupled, &c->coupled_capacity, sizeof *slot);
  if (slot) *slot = pair;
  return slot != NULL;
}

static int32_t sort_coupled(SarBodyPair *pairs, int32_t n) {
  int32_t kept = 0;
  if (n < 2) return n;
  qsort(pairs, (size_t)n, sizeof *pairs, compare_bodies);
  for (int32_t i = 1; i < n; i++) {
    if (compare_bodies(&pairs[i], &pairs[kept]) != 0) pairs[++kept] = pairs[i];
  }
  return kept + 1;
}

SarStatus sar_crowding_couple(SarWorkspace *m, bool *changed) {
  SarCrowding *c = m->crowding;
  int32_t before = c->ncoupled, near;
  for (int32_t k = 0; k < c->nparts; k++) { /* those of the list stand behind the others */
    const int32_t *body = c->parts[k].body;
    bool ground = body[1] == m->system->nbodies;
    if (!ground && !sar_crowding_add_coupled(c, (SarBodyPair){body[0], body[1]}))
      return sar_report_no_memory(m->problem.context);
  }
  near = sort_coupled(c->coupled + before, c->ncoupled - before);
  bool clean = c->steps >= STEPS_TO_CLEAN && before > 0 && before - near > MOST_DEAD * before;
  if (clean) {
    memmove(c->coupled, c->coupled + before, (size_t)near * sizeof *c->coupled);
    c->ncoupled = near;
    c->steps = 0;
    *changed = true;
    return SAR_OK;
  }
  c->ncoupled = sort_coupled(c->coupled, before + near);
  *changed = c->ncoupled > before;
  return SAR_OK;
}

SarStatus sar_crowding_find_slots(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  const SarPattern *pattern = &m->problem.pattern;
  int32_t ground = m->system->nbodies;
  if (!c) return SAR_OK;
  c->slots = SAR_NEW(c->arena, 24 * (size_t)c->nparts + 1, int32_t);
  if (!c->slots) return sar_report_no_memory(m->problem.context);
  for (int32_t k = 0; k < c->nparts; k++) {
    const int32_t *body = c->parts[k].body;
    int32_t *slots = c->slots + c->parts[k].slots;
    for (int32_t column = 0; column < 12; column++) {
      int32_t own = body[column / 6];
      for (int p = 0; p < 2; p++) {
        bool none = own == ground || body[p] == ground;
        *slots++ = none ? -1 : sar_pattern_find(pattern, 6 * body[p], 6 * own + column % 6);
      }
    }
  }
  return SAR_OK;
}
