/* Which shapes a side or a group of a contact stands for. */
#include <string.h>

#include "element/contact/contact_fields.h"
#include "model/beam.h"
#include "model/contacts.h"
#include "model/modal.h"

static SarStatus add(SarContactMember member, SarArena *arena, SarContactSet *set) {
  SarContactMember *slot = sar_arena_append(arena, 16, &set->members, &set->count, &set->capacity, sizeof *slot);
  if (!slot) return SAR_NO_MEMORY;
  *slot = member;
  return SAR_OK;
}

/* group = null: all shapes of the body. */
static SarStatus add_of_body(const SarModel *model, int32_t element, const char *group, SarArena *arena,
                             SarContactSet *set) {
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(model, element, &count);
  for (int32_t i = 0; i < count; i++) {
    if (group && (!shapes[i].group || strcmp(shapes[i].group, group) != 0)) continue;
    SAR_TRY(add((SarContactMember){element, i, shapes[i].shape.class}, arena, set));
  }
  return SAR_OK;
}

SarStatus sar_contact_add_body(const SarModel *model, int32_t element, SarArena *arena, SarContactSet *set) {
  const SarModelElement *e = element < 0 ? NULL : &model->elements[element];
  if (e && e->class == &sar_body_modal) {
    for (int32_t i = 0; e->modal && i < e->modal->body->ninterfaces; i++) {
      SAR_TRY(add_of_body(model, e->modal->nodes[i], NULL, arena, set));
    }
    return SAR_OK;
  }
  if (!e || e->class != &sar_structure_beam) return add_of_body(model, element, NULL, arena, set);
  for (int32_t i = 0; e->beam && i < e->beam->nnodes; i++) {
    int32_t node = e->beam->nodes[i];
    if (model->elements[node].beam == e->beam) SAR_TRY(add_of_body(model, node, NULL, arena, set));
  }
  return SAR_OK;
}

static bool is_ground(const char *name) { return strcmp(name, "ground") == 0; }

SarStatus sar_contact_add_side(const SarModel *model, const SarSideName *side, SarArena *arena, SarContactSet *set) {
  int32_t element = sar_model_find(model, side->body);
  if (element < 0 && !is_ground(side->body)) return SAR_OK;
  if (!side->frame) return sar_contact_add_body(model, element, arena, set);
  int32_t shape = sar_model_find_shape(model, element, side->frame);
  if (shape < 0) return SAR_OK;
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(model, element, &count);
  return add((SarContactMember){element, shape, shapes[shape].shape.class}, arena, set);
}

bool sar_contact_is_body(const SarModel *model, int32_t element) {
  if (element < 0) return false;
  SarSection section = model->elements[element].class->section;
  return section == SAR_SECTION_BODIES || section == SAR_SECTION_BEAMS;
}

SarStatus sar_contact_add_group(const SarModel *model, const char *name, SarArena *arena, SarContactSet *set) {
  int32_t element = sar_model_find(model, name);
  if (sar_contact_is_body(model, element) || is_ground(name)) return sar_contact_add_body(model, element, arena, set);
  for (int32_t i = -1; i < model->nelements; i++) {
    if (i < 0 || model->elements[i].class->section == SAR_SECTION_BODIES) {
      SAR_TRY(add_of_body(model, i, name, arena, set));
    }
  }
  return SAR_OK;
}

SarStatus sar_contact_add_all(const SarModel *model, int32_t contact, SarArena *arena, SarContactSet *set) {
  const SarValue *values = model->elements[contact].values;
  const SarValue *between = &values[SAR_CONTACT_FIELD_BETWEEN], *groups = &values[SAR_CONTACT_FIELD_GROUPS];
  for (int k = 0; between->given && k < 2; k++) SAR_TRY(sar_contact_add_side(model, &between->side[k], arena, set));
  for (int32_t i = 0; groups->given && i < groups->nlist; i++) {
    SAR_TRY(sar_contact_add_group(model, groups->names[i], arena, set));
  }
  return SAR_OK;
}
