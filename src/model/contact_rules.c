/* What shapes of a contact may touch: its sets, and what groups leave out. */
#include "model/contact_rules.h"

#include <stdlib.h>
#include <string.h>

#include "element/contact/contact_fields.h"
#include "model/beam.h"
#include "model/modal.h"

/* ---- pairs in order ---- */

static int compare_members(SarContactMember a, SarContactMember b) {
  if (a.element != b.element) return a.element < b.element ? -1 : 1;
  return a.shape < b.shape ? -1 : a.shape > b.shape;
}

static SarContactMember side_of(const SarModelPair *pair, int k) {
  return (SarContactMember){pair->element[k], pair->shape[k], NULL};
}

int sar_contact_compare(const void *a, const void *b) {
  int first = compare_members(side_of(a, 0), side_of(b, 0));
  return first ? first : compare_members(side_of(a, 1), side_of(b, 1));
}

SarModelPair sar_contact_pair_of(SarContactMember a, SarContactMember b) {
  return (SarModelPair){{a.element, b.element}, {a.shape, b.shape}};
}

SarModelPair sar_contact_ordered(SarContactMember a, SarContactMember b) {
  bool swap = a.element < 0 || (b.element >= 0 && compare_members(a, b) > 0);
  return swap ? sar_contact_pair_of(b, a) : sar_contact_pair_of(a, b);
}

static SarStatus append(SarModelPair pair, SarArena *arena, SarContactPairs *pairs) {
  SarModelPair *slot = sar_arena_append(arena, 16, &pairs->list, &pairs->count, &pairs->capacity, sizeof *slot);
  if (!slot) return SAR_NO_MEMORY;
  *slot = pair;
  return SAR_OK;
}

void sar_contact_sort(SarContactPairs *pairs) {
  int32_t kept = 0;
  if (pairs->count < 2) return;
  qsort(pairs->list, (size_t)pairs->count, sizeof *pairs->list, sar_contact_compare);
  for (int32_t i = 1; i < pairs->count; i++) {
    if (sar_contact_compare(&pairs->list[i], &pairs->list[kept]) != 0) pairs->list[++kept] = pairs->list[i];
  }
  pairs->count = kept + 1;
}

static bool contains(const SarContactPairs *pairs, SarModelPair pair) {
  if (!pairs->count) return false;
  return bsearch(&pair, pairs->list, (size_t)pairs->count, sizeof pair, sar_contact_compare) != NULL;
}

/* ---- what groups leave out ---- */

/* Bodies as pairs: their shapes do not count. */
static SarModelPair bodies(int32_t a, int32_t b) {
  return sar_contact_ordered((SarContactMember){a, 0, NULL}, (SarContactMember){b, 0, NULL});
}

static SarStatus add_joined(const SarModel *model, SarArena *arena, SarContactPairs *out) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *joint = &model->elements[i];
    int32_t field = joint->class->joint ? sar_field_index(joint->class, "between") : -1;
    if (field < 0 || !joint->values[field].given) continue;
    const SarSideName *side = joint->values[field].side;
    SarModelPair pair = bodies(sar_model_find(model, side[0].body), sar_model_find(model, side[1].body));
    SAR_TRY(append(pair, arena, out));
  }
  return SAR_OK;
}

/* Nodes of one element of a beam, interfaces of one modal body. */
static SarStatus add_neighbours(const SarModel *model, SarArena *arena, SarContactPairs *out) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    const struct SarModal *modal = element->class == &sar_body_modal ? element->modal : NULL;
    for (int32_t a = 0; modal && a < modal->body->ninterfaces; a++) {
      for (int32_t b = 0; b < a; b++) SAR_TRY(append(bodies(modal->nodes[a], modal->nodes[b]), arena, out));
    }
    if (element->class != &sar_structure_beam_element) continue;
    const int32_t *nodes = element->beam->nodes + element->number * element->beam->order;
    for (int32_t a = 0; a <= element->beam->order; a++) {
      for (int32_t b = 0; b < a; b++) SAR_TRY(append(bodies(nodes[a], nodes[b]), arena, out));
    }
  }
  return SAR_OK;
}

static SarStatus add_excluded(const SarModel *model, const SarValue *exclude, SarArena *arena, SarContactPairs *out) {
  for (int32_t i = 0; exclude->given && i < exclude->nlist; i++) {
    int32_t a = sar_model_find(model, exclude->names[2 * i]), b = sar_model_find(model, exclude->names[2 * i + 1]);
    SAR_TRY(append(bodies(a, b), arena, out));
  }
  return SAR_OK;
}

/* What other contacts declare by `between`. */
static SarStatus add_declared(const SarModel *model, SarArena *arena, SarContactPairs *out) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *contact = &model->elements[i];
    if (contact->class != &sar_contact_contact || contact->faulty) continue;
    const SarValue *between = &contact->values[SAR_CONTACT_FIELD_BETWEEN];
    SarContactSet sets[2] = {{0}, {0}};
    for (int k = 0; between->given && k < 2; k++) {
      SAR_TRY(sar_contact_add_side(model, &between->side[k], arena, &sets[k]));
    }
    for (int32_t a = 0; a < sets[0].count; a++) {
      for (int32_t b = 0; b < sets[1].count; b++) {
        SAR_TRY(append(sar_contact_ordered(sets[0].members[a], sets[1].members[b]), arena, out));
      }
    }
  }
  return SAR_OK;
}

/* ---- all together ---- */

bool sar_contact_may_touch(const SarContactRules *rules, SarContactMember a, SarContactMember b) {
  if (a.element == b.element || !sar_pair(a.class, b.class).class) return false;
  if (rules->between) return true;
  return !contains(&rules->barred, bodies(a.element, b.element)) &&
         !contains(&rules->declared, sar_contact_ordered(a, b));
}

static SarStatus leave_out(const SarModel *model, const SarValue *exclude, SarArena *arena, SarContactRules *rules) {
  SAR_TRY(add_joined(model, arena, &rules->barred));
  SAR_TRY(add_neighbours(model, arena, &rules->barred));
  SAR_TRY(add_excluded(model, exclude, arena, &rules->barred));
  SAR_TRY(add_declared(model, arena, &rules->declared));
  sar_contact_sort(&rules->barred);
  sar_contact_sort(&rules->declared);
  return SAR_OK;
}

SarStatus sar_contact_rules(const SarModel *model, int32_t contact, SarArena *arena, SarContactRules *out) {
  const SarValue *values = model->elements[contact].values;
  const SarValue *between = &values[SAR_CONTACT_FIELD_BETWEEN], *groups = &values[SAR_CONTACT_FIELD_GROUPS];
  *out = (SarContactRules){.between = between->given, .nsets = between->given ? 2 : groups->nlist};
  out->sets = SAR_NEW(arena, out->nsets, SarContactSet);
  if (!out->sets) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < out->nsets; i++) {
    SAR_TRY(between->given ? sar_contact_add_side(model, &between->side[i], arena, &out->sets[i])
                           : sar_contact_add_group(model, groups->names[i], arena, &out->sets[i]));
  }
  return between->given ? SAR_OK : leave_out(model, &values[SAR_CONTACT_FIELD_EXCLUDE], arena, out);
}
