/* Contacts: the pairs of shapes that an element speaks of, gathered by pairs of bodies. Every pair of bodies is one
 * part, so that it has one block of the matrix, whatever touches. */
#include <stdlib.h>

#include "element/contact/contact_part.h"
#include "model/contacts.h"
#include "system/parts.h"

/* A shape of the model as its body has it: from the centre of mass. */
static SarStatus place_shape(SarSystem *s, int32_t element, int32_t index, const SarShape **out) {
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(s->model, element, &count);
  SarShape *shape = SAR_NEW(s->arena, 1, SarShape);
  if (!shape) return sar_report_no_memory(s->context);
  *shape = shapes[index].shape;
  if (element >= 0) shape->at = sar_sub(shape->at, s->bodies[s->places[element].body].com);
  *out = shape;
  return SAR_OK;
}

/* 1/kg and its like; zero for the ground. */
static void weigh(const SarSystem *s, int32_t body, double *inverse_mass, SarMat3 *inverse_inertia) {
  *inverse_mass = 0;
  *inverse_inertia = sar_mat3_zero();
  if (body == s->nbodies) return;
  const SarBody *b = &s->bodies[body];
  if (b->mass > 0) *inverse_mass = 1 / b->mass;
  if (sar_mat3_determinant(&b->inertia) > 0) *inverse_inertia = sar_mat3_inverse(&b->inertia);
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

/* Which of all pairs of shapes of two bodies it is. */
static int32_t number_of(const SarSystem *s, const SarModelPair *names) {
  int32_t count;
  (void)sar_model_shapes(s->model, names->element[1], &count);
  return names->shape[0] * count + names->shape[1];
}

/* One part: pairs[0 .. count - 1] are of the same two bodies. */
static SarStatus add_bodies(SarSystem *s, int32_t contact, const SarModelPair *pairs, int32_t count) {
  SarContactPart *part = SAR_NEW(s->arena, 1, SarContactPart);
  SarContactPair *own = SAR_NEW(s->arena, count, SarContactPair);
  double *reach = SAR_NEW(s->arena, count, double);
  int32_t bodies[2];
  if (!part || !own || !reach) return sar_report_no_memory(s->context);
  for (int i = 0; i < 2; i++) {
    int32_t element = pairs[0].element[i];
    bodies[i] = element < 0 ? s->nbodies : s->places[element].body;
    weigh(s, bodies[i], &part->inverse_mass[i], &part->inverse_inertia[i]);
  }
  for (int32_t k = 0; k < count; k++) {
    for (int i = 0; i < 2; i++) SAR_TRY(place_shape(s, pairs[k].element[i], pairs[k].shape[i], &own[k].shape[i]));
    own[k].pair = sar_pair(own[k].shape[0]->class, own[k].shape[1]->class);
    SAR_TRY(sar_model_contact_law(s->model, contact, &pairs[k], &own[k].law));
    own[k].number = number_of(s, &pairs[k]);
  }
  part->pairs = own;
  part->npairs = count;
  sar_contact_part_prepare(part, reach);
  return sar_system_add_part(s, contact, &sar_part_contact, part, bodies, 2);
}

/* Every pair of bodies has a block in the matrix from the start: thousands of them, and it is full. */
#define MOST_PAIRS 2000

static SarStatus check_number(const SarSystem *s, int32_t contact, const SarModelPair *pairs, int32_t count) {
  const SarModelElement *element = &s->model->elements[contact];
  int32_t bodies = 0;
  for (int32_t k = 0; k < count; k++) bodies += k == 0 || !same_bodies(&pairs[k - 1], &pairs[k]);
  if (bodies <= MOST_PAIRS) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, element->source, element->name,
                    "name the bodies that can meet in several contacts with smaller groups, or with `between`",
                    "this contact speaks of %d pairs of bodies; more than %d are not handled yet", (int)bodies,
                    MOST_PAIRS);
}

SarStatus sar_compile_contact(SarSystem *s, int32_t contact) {
  SarArena *arena = sar_arena_create();
  SarModelPair *pairs = NULL;
  int32_t count = 0;
  if (!arena) return sar_report_no_memory(s->context);
  SarStatus status = sar_model_contact_pairs(s->model, contact, arena, &pairs, &count);
  if (status == SAR_OK && count > 1) qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
  if (status == SAR_OK) status = check_number(s, contact, pairs, count);
  for (int32_t first = 0, end; status == SAR_OK && first < count; first = end) {
    for (end = first + 1; end < count && same_bodies(&pairs[first], &pairs[end]);) end++;
    status = add_bodies(s, contact, pairs + first, end - first);
  }
  sar_arena_destroy(&arena);
  return status;
}
