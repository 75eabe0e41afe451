/* Validation of contacts: names of shapes, groups and bodies, and whether anything can touch. */
#include <string.h>

#include "element/contact/contact_fields.h"
#include "model/beam.h"
#include "model/contacts.h"
#include "model/modal.h"
#include "model/validate_names.h"

static bool is_ground(const char *name) { return strcmp(name, "ground") == 0; }

/* ---- sides ---- */

static SarStatus unknown_shape(SarModel *model, const char *owner, const SarSideName *side, int32_t body) {
  if (body < 0 && model->ground_faulty) return SAR_OK;
  SarSuggestion suggestion = sar_suggestion(side->frame);
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(model, body, &count);
  for (int32_t i = 0; i < count; i++) sar_suggestion_offer(&suggestion, shapes[i].name);
  SarHint h = sar_hint(&suggestion);
  const char *remedy =
      count ? "name one of its shapes, or the body alone: all its shapes" : "add `shapes:` to the body";
  return sar_report(model->context, SAR_INPUT, side->source, owner, remedy, "`%s` has no shape `%s`%s%s%s", side->body,
                    side->frame, h.open, h.word, h.close);
}

static SarStatus no_shapes(SarModel *model, const char *owner, SarSource source, const char *body) {
  if (is_ground(body) && model->ground_faulty) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, source, owner, "add `shapes:` to it, as {ball: {sphere: 0.1}}",
                    "`%s` has no shapes that could touch", body);
}

/* A shape of a beam is one of a node, a shape of a modal body one of an interface. */
static SarStatus settle_node_shape(SarModel *model, SarSideName *side) {
  int32_t index = sar_model_find(model, side->body);
  const SarModelElement *owner = index < 0 ? NULL : &model->elements[index];
  bool nodes = owner && (owner->class == &sar_structure_beam || owner->class == &sar_body_modal);
  if (!nodes || !side->frame) return SAR_OK;
  const SarValue *shapes = sar_model_value(owner, "shapes");
  for (int32_t i = 0; i < shapes->nlist; i++) {
    if (strcmp(shapes->shapes[i].name, side->frame) != 0) continue;
    const char *node = sar_arena_printf(model->arena, "%s.%s", owner->name, shapes->shapes[i].node);
    if (!node) return sar_report_no_memory(model->context);
    int32_t body = sar_model_find(model, node);
    if (body >= 0) side->body = model->elements[body].name;
    return SAR_OK;
  }
  return SAR_OK;
}

static bool has_shapes(const SarModel *model, int32_t body) {
  SarArena *scratch = sar_arena_create();
  SarContactSet set = {0};
  if (!scratch) return true;
  bool any = sar_contact_add_body(model, body, scratch, &set) != SAR_OK || set.count > 0;
  sar_arena_destroy(&scratch);
  return any;
}

/* A body, of which a beam as a whole is one: its shapes are known. */
static SarStatus settle(SarModel *model, const char *owner, SarSideName *side, int32_t *body) {
  SAR_TRY(sar_model_join_dotted(model, side));
  SAR_TRY(settle_node_shape(model, side));
  *body = sar_model_find(model, side->body);
  bool beam = *body >= 0 && model->elements[*body].class == &sar_structure_beam && !model->elements[*body].faulty;
  return beam && !side->frame ? SAR_OK : sar_model_settle_body(model, owner, side, body);
}

static SarStatus check_side(SarModel *model, const char *owner, SarSideName *side) {
  int32_t body;
  SAR_TRY(settle(model, owner, side, &body));
  if (body == SAR_NAME_FAULTY) return SAR_OK;
  if (side->frame) {
    return sar_model_find_shape(model, body, side->frame) < 0 ? unknown_shape(model, owner, side, body) : SAR_OK;
  }
  return has_shapes(model, body) ? SAR_OK : no_shapes(model, owner, side->source, side->body);
}

SarStatus sar_model_check_ground_shape(SarModel *model, const char *owner, const SarField *field, SarSideName *side) {
  int32_t count, index = -1;
  SAR_TRY(sar_model_join_dotted(model, side));
  bool named = is_ground(side->body) && side->frame;
  if (named) index = sar_model_find_shape(model, -1, side->frame);
  if (named && index < 0) return unknown_shape(model, owner, side, -1);
  const SarModelShape *shapes = sar_model_shapes(model, -1, &count);
  if (named && shapes[index].shape.class->unbounded) return SAR_OK;
  return sar_report(
      model->context, SAR_INPUT, side->source, owner,
      "write ground.NAME, with `shapes: {NAME: {road: flat}}` of the ground",
      named ? "`%s` is not a road, a height field or a plane of the ground" : "`%s` takes a shape of the ground",
      named ? side->frame : field->name);
}

SarStatus sar_model_check_contact_sides(SarModel *model, const SarModelElement *contact, SarValue *between) {
  SarStatus first = check_side(model, contact->name, &between->side[0]);
  SarStatus second = check_side(model, contact->name, &between->side[1]);
  if (first != SAR_OK) return first;
  if (second != SAR_OK) return second;
  if (strcmp(between->side[0].body, between->side[1].body) != 0) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, between->side[1].source, contact->name, "name two different bodies",
                    "both shapes are on `%s`: they keep their distance", between->side[0].body);
}

/* ---- groups ---- */

static void offer_labels(const SarModel *model, SarSuggestion *suggestion) {
  for (int32_t i = -1; i < model->nelements; i++) {
    int32_t count;
    const SarModelShape *shapes = sar_model_shapes(model, i, &count);
    for (int32_t k = 0; k < count; k++) {
      if (shapes[k].group) sar_suggestion_offer(suggestion, shapes[k].group);
    }
  }
}

static SarStatus unknown_group(SarModel *model, const SarModelElement *contact, SarSource source, const char *name) {
  if (model->ground_faulty) return SAR_OK; /* it may be the label of a shape that could not be read */
  SarSuggestion suggestion = sar_suggestion(name);
  sar_suggestion_offer(&suggestion, "ground");
  if (sar_model_worth_suggesting(model)) {
    offer_labels(model, &suggestion);
    for (int32_t i = 0; i < model->nelements; i++) {
      SarSection section = model->elements[i].class->section;
      if (section == SAR_SECTION_BODIES) sar_suggestion_offer(&suggestion, model->elements[i].name);
    }
  }
  SarHint h = sar_hint(&suggestion);
  return sar_report(model->context, SAR_INPUT, source, contact->name,
                    "name a `group` that shapes have, a body with shapes, or ground",
                    "there is no group or body `%s`%s%s%s", name, h.open, h.word, h.close);
}

static SarStatus check_group(SarModel *model, const SarModelElement *contact, SarSource source, const char *name) {
  int32_t index = sar_model_lookup(model, name);
  if (index == SAR_NAME_FAULTY) return SAR_OK;
  bool body = sar_contact_is_body(model, index);
  if (body && model->elements[index].faulty) return SAR_OK;
  if (body || is_ground(name)) {
    return has_shapes(model, index) ? SAR_OK : no_shapes(model, contact->name, source, name);
  }
  SarArena *scratch = sar_arena_create();
  SarContactSet set = {0};
  SarStatus status = scratch ? sar_contact_add_group(model, name, scratch, &set) : SAR_NO_MEMORY;
  sar_arena_destroy(&scratch);
  if (status != SAR_OK) return sar_report_no_memory(model->context);
  if (set.count > 0) return SAR_OK;
  if (index < 0) return unknown_group(model, contact, source, name);
  return sar_report(model->context, SAR_INPUT, source, contact->name,
                    "name a `group` that shapes have, a body with shapes, or ground", "`%s` is not a body", name);
}

SarStatus sar_model_check_groups(SarModel *model, const SarModelElement *contact, const SarValue *groups) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < groups->nlist; i++) {
    SarStatus one = check_group(model, contact, groups->source, groups->names[i]);
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_model_check_excluded(SarModel *model, const SarModelElement *contact, const SarValue *exclude) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < 2 * exclude->nlist; i++) {
    const char *name = exclude->names[i];
    int32_t index = sar_model_lookup(model, name);
    if (is_ground(name) || index == SAR_NAME_FAULTY) continue;
    if (index >= 0 && model->elements[index].class->section == SAR_SECTION_BODIES) continue;
    status = index >= 0
                 ? sar_report(model->context, SAR_INPUT, exclude->source, contact->name,
                              "name pairs of bodies, or ground", "`%s` is not a body", name)
                 : sar_model_unknown_element(model, contact->name, exclude->source, name, SAR_SECTION_BODIES, "body");
  }
  return status;
}

/* ---- what can touch ---- */

static SarStatus no_pair(SarModel *model, const SarModelElement *contact, const SarContactSet sets[2]) {
  const SarValue *between = &contact->values[SAR_CONTACT_FIELD_BETWEEN];
  const SarValue *groups = &contact->values[SAR_CONTACT_FIELD_GROUPS];
  if (!between->given) {
    return sar_report(model->context, SAR_INPUT, groups->source, contact->name,
                      "declare what should touch nevertheless by `between`",
                      "no two shapes of these groups can touch: they are on one body, on bodies that a joint joins, "
                      "excluded, planes, or declared by another contact");
  }
  const char *first = sets[0].members[0].class->name, *second = sets[1].members[0].class->name;
  if (strcmp(first, second) != 0) {
    return sar_report(model->context, SAR_INPUT, between->source, contact->name,
                      "on roads and height fields there can be spheres, and what has corners: capsules, boxes, hulls",
                      "there is no contact of the kinds %s and %s", first, second);
  }
  return sar_report(model->context, SAR_INPUT, between->source, contact->name,
                    "one of the two must be of another kind: sphere, capsule, box, cylinder, ellipsoid or torus",
                    "there is no contact of two shapes of the kind %s", first);
}

static SarStatus check_hertz_shape(SarModel *model, const SarModelElement *contact, SarContactMember member) {
  const SarValue *law = &contact->values[SAR_CONTACT_FIELD_LAW];
  const char *body = member.element < 0 ? "ground" : model->elements[member.element].name;
  int32_t count;
  const SarModelShape *shape = &sar_model_shapes(model, member.element, &count)[member.shape];
  if (!shape->shape.class->hertz_radius) {
    return sar_report(model->context, SAR_INPUT, law->source, contact->name,
                      "use `law: hunt-crossley` with a stiffness, or spheres, capsules, tori and planes",
                      "the law hertz needs a radius of curvature, which the %s `%s.%s` does not have",
                      shape->shape.class->name, body, shape->name);
  }
  if (sar_contact_material(model, contact, shape)) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, law->source, contact->name,
                    "add `material:` to the shape or to the contact, the name of one of the `materials`",
                    "the law hertz needs a material, which the shape `%s.%s` does not have", body, shape->name);
}

static SarStatus collect(const SarModel *model, const SarModelElement *contact, SarArena *arena, SarContactSet sets[2],
                         bool *faulty) {
  const SarValue *between = &contact->values[SAR_CONTACT_FIELD_BETWEEN];
  const SarValue *groups = &contact->values[SAR_CONTACT_FIELD_GROUPS];
  for (int k = 0; between->given && k < 2; k++) {
    SAR_TRY(sar_contact_add_side(model, &between->side[k], arena, &sets[k]));
    *faulty = *faulty || sets[k].count == 0; /* and reported */
  }
  for (int32_t i = 0; groups->given && i < groups->nlist; i++) {
    SAR_TRY(sar_contact_add_group(model, groups->names[i], arena, &sets[0]));
    *faulty = *faulty || sar_model_lookup(model, groups->names[i]) == SAR_NAME_FAULTY;
  }
  return SAR_OK;
}

static SarStatus check_contact(SarModel *model, int32_t index, SarArena *arena) {
  const SarModelElement *contact = &model->elements[index];
  SarContactSet sets[2] = {{0}, {0}};
  bool faulty = model->ground_faulty, any;
  if (collect(model, contact, arena, sets, &faulty) != SAR_OK) return sar_report_no_memory(model->context);
  for (int k = 0; k < 2; k++) {
    for (int32_t i = 0; i < sets[k].count; i++) {
      int32_t element = sets[k].members[i].element;
      faulty = faulty || (element >= 0 && model->elements[element].faulty);
    }
  }
  if (faulty) return SAR_OK;
  SAR_TRY(sar_model_check_profiles(model, contact, sets));
  SAR_TRY(sar_model_contact_has_pair(model, index, arena, &any));
  if (!any) return no_pair(model, contact, sets);
  if (!sar_contact_normal_class(contact->values)->hertz) return SAR_OK;
  for (int k = 0; k < 2; k++) {
    for (int32_t i = 0; i < sets[k].count; i++) SAR_TRY(check_hertz_shape(model, contact, sets[k].members[i]));
  }
  return SAR_OK;
}

SarStatus sar_model_check_contact(SarModel *model, int32_t contact) {
  SarArena *scratch = sar_arena_create();
  if (!scratch) return sar_report_no_memory(model->context);
  SarStatus status = check_contact(model, contact, scratch);
  sar_arena_destroy(&scratch);
  return status;
}
