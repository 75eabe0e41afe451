/* The pairs of shapes of a contact. */
#include "model/contact_rules.h"

#define MOST_PAIRS 20000000 /* of one contact */

typedef struct Walk {
  const SarContactRules *rules;
  SarContactPairs *out; /* null: they are only counted */
  int64_t count, most;  /* it ends there */
} Walk;

static void visit(Walk *w, SarContactMember a, SarContactMember b) {
  if (!sar_contact_may_touch(w->rules, a, b)) return;
  if (w->out) w->out->list[w->count] = w->rules->between ? sar_contact_pair_of(a, b) : sar_contact_ordered(a, b);
  w->count++;
}

static void walk_sets(Walk *w, const SarContactSet *first, const SarContactSet *second) {
  for (int32_t a = 0; a < first->count; a++) {
    for (int32_t b = first == second ? a + 1 : 0; b < second->count && w->count < w->most; b++) {
      visit(w, first->members[a], second->members[b]);
    }
  }
}

static void walk(Walk *w) {
  const SarContactSet *sets = w->rules->sets;
  int32_t nsets = w->rules->nsets;
  w->count = 0;
  if (nsets == 1) walk_sets(w, &sets[0], &sets[0]);
  for (int32_t i = 0; i < nsets; i++) {
    for (int32_t k = i + 1; k < nsets; k++) walk_sets(w, &sets[i], &sets[k]);
  }
}

SarStatus sar_model_contact_has_pair(const SarModel *model, int32_t contact, SarArena *arena, bool *out) {
  SarContactRules rules;
  if (sar_contact_rules(model, contact, arena, &rules) != SAR_OK) return sar_report_no_memory(model->context);
  Walk w = {.rules = &rules, .most = 1};
  walk(&w);
  *out = w.count > 0;
  return SAR_OK;
}

SarStatus sar_model_contact_pairs(const SarModel *model, int32_t contact, SarArena *arena, SarModelPair **out,
                                  int32_t *count) {
  const SarModelElement *element = &model->elements[contact];
  SarContactRules rules;
  SarContactPairs pairs = {0};
  *out = NULL, *count = 0;
  if (sar_contact_rules(model, contact, arena, &rules) != SAR_OK) return sar_report_no_memory(model->context);
  Walk w = {.rules = &rules, .most = (int64_t)MOST_PAIRS + 1};
  walk(&w);
  if (w.count > MOST_PAIRS) {
    return sar_report(model->context, SAR_INPUT, element->source, element->name,
                      "make smaller groups: list only what can meet",
                      "this contact speaks of more than %d pairs of shapes", MOST_PAIRS);
  }
  pairs.list = SAR_NEW(arena, w.count + 1, SarModelPair);
  if (!pairs.list) return sar_report_no_memory(model->context);
  w.out = &pairs;
  walk(&w);
  pairs.count = (int32_t)w.count;
  sar_contact_sort(&pairs);
  *out = pairs.list;
  *count = pairs.count;
  return SAR_OK;
}
