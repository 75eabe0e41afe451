#include "system/contact_parts.h"

#include <math.h>

/* 1/kg and its like; zero for the ground. */
static void weigh(const SarSystem *s, int32_t body, double *inverse_mass, SarMat3 *inverse_inertia) {
  *inverse_mass = 0;
  *inverse_inertia = sar_mat3_zero();
  if (body == s->nbodies) return;
  const SarBody *b = sar_system_heavy(s, body);
  if (b->mass > 0) *inverse_mass = 1 / b->mass;
  if (sar_mat3_determinant(&b->inertia) > 0) *inverse_inertia = sar_mat3_inverse(&b->inertia);
}

/* Which of all pairs of shapes of two bodies it is. */
static int32_t number_of(const SarSystem *s, const SarModelPair *names) {
  int32_t count;
  (void)sar_model_shapes(s->model, names->element[1], &count);
  return names->shape[0] * count + names->shape[1];
}

SarStatus sar_contact_part_make(const SarSystem *s, int32_t contact, const SarContactLaw *law, const int32_t bodies[2],
                                const SarContactSides *sides, int32_t count, SarArena *arena, const void **out) {
  SarContactPart *part = SAR_NEW(arena, 1, SarContactPart);
  SarContactPair *own = SAR_NEW(arena, count, SarContactPair);
  SarContactBounds *bounds = SAR_NEW(arena, count, SarContactBounds);
  if (!part || !own || !bounds) return sar_report_no_memory(s->context);
  for (int i = 0; i < 2; i++) weigh(s, bodies[i], &part->inverse_mass[i], &part->inverse_inertia[i]);
  for (int32_t k = 0; k < count; k++) {
    for (int i = 0; i < 2; i++) own[k].shape[i] = sides[k].shape[i];
    own[k].pair = sar_pair(own[k].shape[0]->class, own[k].shape[1]->class);
    own[k].number = number_of(s, &sides[k].names);
    if (law) {
      own[k].law = *law;
    } else {
      SAR_TRY(sar_model_contact_law(s->model, contact, &sides[k].names, &own[k].law));
    }
  }
  part->pairs = own;
  part->npairs = count;
  sar_contact_part_prepare(part, bounds);
  for (int32_t k = 0; k < count; k++) own[k].law.size = bounds[k].depth;
  *out = part;
  return SAR_OK;
}
