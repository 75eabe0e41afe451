/* The pairs of shapes of a contact. */
#include <stdlib.h>
#include <string.h>

#include "element/contact/contact_fields.h"
#include "model/beam.h"
#include "model/contacts.h"

#define MOST_PAIRS 20000000 /* of one contact */

/* ---- pairs in order ---- */

static int compare_members(SarContactMember a, SarContactMember b) {
  if (a.element != b.element) return a.element < b.element ? -1 : 1;
  return a.shape < b.shape ? -1 : a.shape > b.shape;
}

static SarContactMember side_of(const SarModelPair *pair, int k) {
  return (SarContactMember){pair->element[k], pair->shape[k], NULL};
}

static int compare_pairs(const void *a, const void *b) {
  int first = compare_members(side_of(a, 0), side_of(b, 0));
  return first ? first : compare_members(side_of(a, 1), side_of(b, 1));
}

static SarModelPair pair_of(SarContactMember a, SarContactMember b) {
  return (SarModelPair){{a.element, b.element}, {a.shape, b.shape}};
}

/* The ground second, else the lower number first: a pair is the same in either order. */
static SarModelPair ordered(SarContactMember a, SarContactMember b) {
  bool swap = a.element < 0 || (b.element >= 0 && compare_members(a, b) > 0);
  return swap ? pair_of(b, a) : pair_of(a, b);
}

typedef struct Pairs {
  SarModelPair *list;
  int32_t count, capacity;
} Pairs;

static SarStatus append(SarModelPair pair, SarArena *arena, Pairs *pairs) {
  SarModelPair *slot = sar_arena_append(arena, 16, &pairs->list, &pairs->count, &pairs->capacity, sizeof *slot);
  if (!slot) return SAR_NO_MEMORY;
  *slot = pair;
  return SAR_OK;
}

static void sort(Pairs *pairs) {
  int32_t kept = 0;
  if (pairs->count < 2) return;
  qsort(pairs->list, (size_t)pairs->count, sizeof *pairs->list, compare_pairs);
  for (int32_t i = 1; i < pairs->count; i++) {
    if (compare_pairs(&pairs->list[i], &pairs->list[kept]) != 0) pairs->list[++kept] = pairs->list[i];
  }
  pairs->count = kept + 1;
}

static bool contains(const Pairs *pairs, SarModelPair pair) {
  if (!pairs->count) return false;
  return bsearch(&pair, pairs->list, (size_t)pairs->count, sizeof pair, compare_pairs) != NULL;
}

/* ---- what groups leave out ---- */

/* Bodies as pairs: their shapes do not count. */
static SarModelPair bodies(int32_t a, int32_t b) {
  return ordered((SarContactMember){a, 0, NULL}, (SarContactMember){b, 0, NULL});
}

static SarStatus add_joined(const SarModel *model, SarArena *arena, Pairs *out) {
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

/* Nodes of one element of a beam. */
static SarStatus add_neighbours(const SarModel *model, SarArena *arena, Pairs *out) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (element->class != &sar_structure_beam_element) continue;
    const int32_t *nodes = element->beam->nodes + element->number * element->beam->order;
    for (int32_t a = 0; a <= element->beam->order; a++) {
      for (int32_t b = 0; b < a; b++) SAR_TRY(append(bodies(nodes[a], nodes[b]), arena, out));
    }
  }
  return SAR_OK;
}

static SarStatus add_excluded(const SarModel *model, const SarValue *exclude, SarArena *arena, Pairs *out) {
  for (int32_t i = 0; exclude->given && i < exclude->nlist; i++) {
    int32_t a = sar_model_find(model, exclude->names[2 * i]), b = sar_model_find(model, exclude->names[2 * i + 1]);
    SAR_TRY(append(bodies(a, b), arena, out));
  }
  return SAR_OK;
}

/* What other contacts declare by `between`. */
static SarStatus add_declared(const SarModel *model, SarArena *arena, Pairs *out) {
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
        SAR_TRY(append(ordered(sets[0].members[a], sets[1].members[b]), arena, out));
      }
    }
  }
  return SAR_OK;
}

/* ---- the walk ---- */

typedef struct Walk {
  SarContactSet *sets; /* every shape of a set against every one of the others; of one set alone among themselves */
  int32_t nsets;
  bool between;
  Pairs barred, declared; /* pairs of bodies, and of shapes */
  Pairs *out;             /* null: they are only counted */
  int64_t count, most;    /* it ends there */
} Walk;

static bool may_touch(const Walk *w, SarContactMember a, SarContactMember b) {
  if (a.element == b.element || !sar_pair(a.class, b.class).class) return false;
  return w->between || (!contains(&w->barred, bodies(a.element, b.element)) && !contains(&w->declared, ordered(a, b)));
}

static void visit(Walk *w, SarContactMember a, SarContactMember b) {
  if (!may_touch(w, a, b)) return;
  if (w->out) w->out->list[w->count] = w->between ? pair_of(a, b) : ordered(a, b);
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
  w->count = 0;
  if (w->nsets == 1) walk_sets(w, &w->sets[0], &w->sets[0]);
  for (int32_t i = 0; i < w->nsets; i++) {
    for (int32_t k = i + 1; k < w->nsets; k++) walk_sets(w, &w->sets[i], &w->sets[k]);
  }
}

static SarStatus prepare(const SarModel *model, int32_t contact, SarArena *arena, Walk *w) {
  const SarValue *values = model->elements[contact].values;
  const SarValue *between = &values[SAR_CONTACT_FIELD_BETWEEN], *groups = &values[SAR_CONTACT_FIELD_GROUPS];
  *w = (Walk){.between = between->given, .most = INT64_MAX};
  w->nsets = between->given ? 2 : groups->nlist;
  w->sets = SAR_NEW(arena, w->nsets, SarContactSet);
  if (!w->sets) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < w->nsets; i++) {
    SAR_TRY(between->given ? sar_contact_add_side(model, &between->side[i], arena, &w->sets[i])
                           : sar_contact_add_group(model, groups->names[i], arena, &w->sets[i]));
  }
  if (w->between) return SAR_OK;
  SAR_TRY(add_joined(model, arena, &w->barred));
  SAR_TRY(add_neighbours(model, arena, &w->barred));
  SAR_TRY(add_excluded(model, &values[SAR_CONTACT_FIELD_EXCLUDE], arena, &w->barred));
  SAR_TRY(add_declared(model, arena, &w->declared));
  sort(&w->barred);
  sort(&w->declared);
  return SAR_OK;
}

SarStatus sar_model_contact_has_pair(const SarModel *model, int32_t contact, SarArena *arena, bool *out) {
  Walk w;
  if (prepare(model, contact, arena, &w) != SAR_OK) return sar_report_no_memory(model->context);
  w.most = 1;
  walk(&w);
  *out = w.count > 0;
  return SAR_OK;
}

SarStatus sar_model_contact_pairs(const SarModel *model, int32_t contact, SarArena *arena, SarModelPair **out,
                                  int32_t *count) {
  const SarModelElement *element = &model->elements[contact];
  Walk w;
  Pairs pairs = {0};
  *out = NULL, *count = 0;
  if (prepare(model, contact, arena, &w) != SAR_OK) return sar_report_no_memory(model->context);
  w.most = (int64_t)MOST_PAIRS + 1;
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
  sort(&pairs);
  *out = pairs.list;
  *count = pairs.count;
  return SAR_OK;
}
