/* The shapes of a contact of large groups, and which of them may touch, without a list of all pairs. */
#include <stdlib.h>

#include "element/contact/contact_fields.h"
#include "model/contact_rules.h"

#define SEVERAL (-1)

typedef struct Listed {
  SarContactMember member;
  int32_t set;
} Listed;

/* By body, the ground last. */
static int compare_listed(const void *a, const void *b) {
  const Listed *x = a, *y = b;
  bool ground[2] = {x->member.element < 0, y->member.element < 0};
  if (ground[0] != ground[1]) return ground[0] ? 1 : -1;
  if (x->member.element != y->member.element) return x->member.element < y->member.element ? -1 : 1;
  if (x->member.shape != y->member.shape) return x->member.shape < y->member.shape ? -1 : 1;
  return (x->set > y->set) - (x->set < y->set);
}

/* Pairs of shapes, if all could touch. */
static double count_pairs(const SarContactRules *rules) {
  double all = 0, within = 0;
  for (int32_t i = 0; i < rules->nsets; i++) {
    double n = rules->sets[i].count;
    all += n;
    within += n * n;
  }
  return rules->nsets == 1 ? all * (all - 1) / 2 : (all * all - within) / 2;
}

static int32_t count_members(const SarContactRules *rules) {
  int32_t count = 0;
  for (int32_t i = 0; i < rules->nsets; i++) count += rules->sets[i].count;
  return count;
}

/* Each shape once, with its set. */
static SarStatus list_members(SarArena *arena, SarModelCrowd *crowd) {
  const SarContactRules *rules = crowd->rules;
  int32_t n = count_members(rules), k = 0;
  Listed *listed = SAR_NEW(arena, n, Listed);
  SarContactMember *members = SAR_NEW(arena, n, SarContactMember);
  int32_t *set = SAR_NEW(arena, n, int32_t);
  if (!listed || !members || !set) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < rules->nsets; i++) {
    for (int32_t j = 0; j < rules->sets[i].count; j++) listed[k++] = (Listed){rules->sets[i].members[j], i};
  }
  qsort(listed, (size_t)n, sizeof *listed, compare_listed);
  for (int32_t i = 0; i < n; i++) {
    int32_t last = crowd->count - 1;
    bool again =
        last >= 0 && members[last].element == listed[i].member.element && members[last].shape == listed[i].member.shape;
    if (!again) {
      members[crowd->count] = listed[i].member;
      set[crowd->count++] = listed[i].set;
    } else if (set[last] != listed[i].set) {
      set[last] = SEVERAL;
    }
  }
  crowd->members = members;
  crowd->set = set;
  return SAR_OK;
}

SarStatus sar_model_contact_crowd(const SarModel *model, int32_t contact, double few, SarArena *arena,
                                  SarModelCrowd *out) {
  SarContactRules *rules = SAR_NEW(arena, 1, SarContactRules);
  *out = (SarModelCrowd){.rules = rules};
  if (!rules || sar_contact_rules(model, contact, arena, rules) != SAR_OK) return sar_report_no_memory(model->context);
  if (rules->between || count_pairs(rules) <= few) return SAR_OK;
  return list_members(arena, out) == SAR_OK ? SAR_OK : sar_report_no_memory(model->context);
}

bool sar_crowd_may_touch(const SarModelCrowd *crowd, int32_t a, int32_t b) {
  bool apart = crowd->rules->nsets == 1 || crowd->set[a] != crowd->set[b] || crowd->set[a] == SEVERAL;
  return apart && sar_contact_may_touch(crowd->rules, crowd->members[a], crowd->members[b]);
}
