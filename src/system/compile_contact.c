/* Contacts: the pairs of shapes that an element speaks of, gathered by pairs of bodies; or, where there are many, the
 * shapes alone. */
#include <stdlib.h>

#include "system/contact_parts.h"
#include "system/parts.h"

/* A shape of the model as its body has it: from the centre of mass. */
static SarShape placed_shape(const SarSystem *s, int32_t element, int32_t index) {
  int32_t count;
  SarShape shape = sar_model_shapes(s->model, element, &count)[index].shape;
  if (element >= 0) shape.at = sar_sub(shape.at, s->bodies[s->places[element].body].com);
  return shape;
}

static int32_t body_of(const SarSystem *s, int32_t element) {
  return element < 0 ? s->nbodies : s->places[element].body;
}

static bool same_bodies(const SarModelPair *a, const SarModelPair *b) {
  return a->element[0] == b->element[0] && a->element[1] == b->element[1];
}

/* By bodies first: what belongs together stands together. */
static int compare_pairs(const void *a, const void *b) {
  const SarModelPair *x = a, *y = b;
  for (int i = 0; i < 2; i++) {
    if (x->element[i] != y->element[i]) return x->element[i] < y->element[i] ? -1 : 1;
  }
  for (int i = 0; i < 2; i++) {
    if (x->shape[i] != y->shape[i]) return x->shape[i] < y->shape[i] ? -1 : 1;
  }
  return 0;
}

/* One part: pairs[0 .. count - 1] are of the same two bodies. */
static SarStatus add_bodies(SarSystem *s, int32_t contact, const SarModelPair *pairs, int32_t count) {
  SarContactSides *sides = SAR_NEW(s->arena, count, SarContactSides);
  int32_t bodies[2];
  const void *part;
  if (!sides) return sar_report_no_memory(s->context);
  for (int i = 0; i < 2; i++) bodies[i] = body_of(s, pairs[0].element[i]);
  for (int32_t k = 0; k < count; k++) {
    sides[k].names = pairs[k];
    for (int i = 0; i < 2; i++) {
      SarShape *shape = SAR_NEW(s->arena, 1, SarShape);
      if (!shape) return sar_report_no_memory(s->context);
      *shape = placed_shape(s, pairs[k].element[i], pairs[k].shape[i]);
      sides[k].shape[i] = shape;
    }
  }
  SAR_TRY(sar_contact_part_make(s, contact, NULL, bodies, sides, count, s->arena, &part));
  return sar_system_add_part(s, contact, &sar_part_contact, part, bodies, 2);
}

/* Every pair of bodies has a block in the matrix from the start. */
static SarStatus add_pairs(SarSystem *s, int32_t contact) {
  SarArena *arena = sar_arena_create();
  SarModelPair *pairs = NULL;
  int32_t count = 0;
  if (!arena) return sar_report_no_memory(s->context);
  SarStatus status = sar_model_contact_pairs(s->model, contact, arena, &pairs, &count);
  if (status == SAR_OK && count > 1) qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
  for (int32_t first = 0, end; status == SAR_OK && first < count; first = end) {
    for (end = first + 1; end < count && same_bodies(&pairs[first], &pairs[end]);) end++;
    status = add_bodies(s, contact, pairs + first, end - first);
  }
  sar_arena_destroy(&arena);
  return status;
}

/* Pairs of shapes: of more than these only those that are near each other are looked at, and the pattern of the matrix
 * follows them (crowding.h). */
#define FEW_PAIRS 256

static SarStatus add_crowd(SarSystem *s, int32_t contact, const SarModelCrowd *model) {
  SarCrowd *crowd = sar_system_append(s, &s->crowds, &s->ncrowds, &s->crowds_capacity, sizeof *crowd);
  SarCrowdShape *shapes = SAR_NEW(s->arena, model->count, SarCrowdShape);
  if (!crowd || !shapes) return sar_report_no_memory(s->context);
  *crowd = (SarCrowd){.element = contact, .model = *model, .shapes = shapes};
  for (int32_t i = 0; i < model->count; i++) {
    const SarContactMember *member = &model->members[i];
    shapes[i] = (SarCrowdShape){placed_shape(s, member->element, member->shape), body_of(s, member->element)};
  }
  if (sar_model_contact_law_is_common(s->model, contact)) {
    SarModelPair any = {{model->members[0].element, model->members[1].element},
                        {model->members[0].shape, model->members[1].shape}};
    SarContactLaw *law = SAR_NEW(s->arena, 1, SarContactLaw);
    if (!law) return sar_report_no_memory(s->context);
    SAR_TRY(sar_model_contact_law(s->model, contact, &any, law));
    crowd->law = law;
  }
  s->places[contact].crowd = s->ncrowds;
  s->has_power = true;
  return SAR_OK;
}

SarStatus sar_compile_contact(SarSystem *s, int32_t element) {
  SarModelCrowd crowd;
  if (s->model->elements[element].inactive) return SAR_OK;
  SAR_TRY(sar_model_contact_crowd(s->model, element, FEW_PAIRS, s->arena, &crowd));
  return crowd.count ? add_crowd(s, element, &crowd) : add_pairs(s, element);
}
