/* Validation: everything that can be known to be wrong before the system is assembled. All errors are reported; an
 * element whose reading already failed is not judged again, and names that failed count as known. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "element/contact/contact_fields.h"
#include "model/beam.h"
#include "model/contacts.h"
#include "model/modal.h"
#include "model/output_choice.h"
#include "model/validate_names.h"

/* ---- references ---- */

static SarStatus check_sides(SarModel *model, const SarModelElement *element, SarValue *value) {
  SarStatus first = sar_model_check_side(model, element->name, &value->side[0]);
  SarStatus second = sar_model_check_side(model, element->name, &value->side[1]);
  if (first == SAR_OK) first = sar_model_check_held(model, element->name, &value->side[0]);
  if (second == SAR_OK) second = sar_model_check_held(model, element->name, &value->side[1]);
  if (first != SAR_OK) return first;
  if (second != SAR_OK) return second;
  if (strcmp(value->side[0].body, value->side[1].body) != 0) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, value->side[1].source, element->name, "connect two different bodies",
                    "both sides are on `%s`", value->side[0].body);
}

static SarStatus check_joint(SarModel *model, const SarModelElement *element, SarSource source, const char *name) {
  int32_t joint = sar_model_lookup(model, name);
  if (joint == SAR_NAME_FAULTY) return SAR_OK;
  if (joint < 0) return sar_model_unknown_element(model, element->name, source, name, SAR_SECTION_JOINTS, "joint");
  if (model->elements[joint].class->section == SAR_SECTION_JOINTS) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, source, element->name, "name a joint", "`%s` is not a joint", name);
}

/* The name of an element of one of the field's sections. */
static SarStatus check_name(SarModel *model, const char *owner, const SarField *field, SarSource source,
                            const char *name) {
  const char *remedy = sar_arena_printf(model->arena, "name an element of: %s", field->choices);
  int32_t index = sar_model_lookup(model, name);
  if (!remedy) return sar_report_no_memory(model->context);
  if (index == SAR_NAME_FAULTY) return SAR_OK;
  if (index >= 0) {
    const char *section = sar_section_name(model->elements[index].class->section);
    if (sar_field_choice(field->choices, section) >= 0) return SAR_OK;
    return sar_report(model->context, SAR_INPUT, source, owner, remedy,
                      "`%s` takes an element of %s, but `%s` is one of %s", field->name, field->choices, name, section);
  }
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; sar_model_worth_suggesting(model) && i < model->nelements; i++) {
    const SarModelElement *other = &model->elements[i];
    if (sar_field_choice(field->choices, sar_section_name(other->class->section)) < 0) continue;
    sar_suggestion_offer(&suggestion, other->name);
  }
  SarHint h = sar_hint(&suggestion);
  return sar_report(model->context, SAR_INPUT, source, owner, remedy, "there is no element `%s`%s%s%s", name, h.open,
                    h.word, h.close);
}

/* Materials of shapes. */
static SarStatus check_shapes(SarModel *model, const char *owner, const SarModelShape *shapes, int32_t count) {
  SarStatus status = SAR_OK;
  static const SarField field = {.name = "material", .choices = "materials"};
  for (int32_t i = 0; i < count; i++) {
    if (!shapes[i].material) continue;
    SarStatus one = check_name(model, owner, &field, shapes[i].source, shapes[i].material);
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus check_reference(SarModel *model, const SarModelElement *element, const SarField *field,
                                 SarValue *value) {
  switch (field->kind) {
    case SAR_FIELD_SIDES:
      if (element->class == &sar_contact_contact) return sar_model_check_contact_sides(model, element, value);
      return check_sides(model, element, value);
    case SAR_FIELD_NAMES: return sar_model_check_groups(model, element, value);
    case SAR_FIELD_PAIRS: return sar_model_check_excluded(model, element, value);
    case SAR_FIELD_SHAPES: return check_shapes(model, element->name, value->shapes, value->nlist);
    case SAR_FIELD_SIDE:
      if (element->class == &sar_structure_beam) return SAR_OK; /* known when the beams before it are expanded */
      if (field->choices) return sar_model_check_ground_shape(model, element->name, field, &value->side[0]);
      SAR_TRY(sar_model_check_side(model, element->name, &value->side[0]));
      return sar_model_check_held(model, element->name, &value->side[0]);
    case SAR_FIELD_JOINT:
    case SAR_FIELD_JOINTS: {
      SarStatus status = SAR_OK;
      for (int32_t i = 0; i < value->nlist; i++) {
        SarStatus one = check_joint(model, element, value->source, value->joints[i]);
        if (one != SAR_OK) status = one;
      }
      return status;
    }
    case SAR_FIELD_ELEMENT:
    case SAR_FIELD_ELEMENTS: {
      SarStatus status = SAR_OK;
      for (int32_t i = 0; i < value->nlist; i++) {
        SarStatus one = check_name(model, element->name, field, value->source, value->names[i]);
        if (one != SAR_OK) status = one;
      }
      return status;
    }
    default: return SAR_OK;
  }
}

/* ---- elements ---- */

/* Nothing was written that is, or may have been meant as, this field. */
static bool is_missing(const SarModelElement *element, const SarValue *value) {
  if (!element->faulty) return true;
  bool tried = value->source.line != element->source.line || value->source.column != element->source.column;
  return !element->unclear && !tried;
}

/* unknown_names: expressions of the model name what there is not. */
static SarStatus check_element(SarModel *model, SarModelElement *element, bool unknown_names) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < element->class->nfields; i++) {
    const SarField *field = &element->class->fields[i];
    SarValue *value = &element->values[i];
    SarStatus one = SAR_OK;
    if (value->given) {
      one = check_reference(model, element, field, value);
    } else if (!field->fallback && is_missing(element, value)) {
      one = sar_report(model->context, SAR_INPUT, element->source, element->name, field->meaning, "`%s` is missing",
                       field->name);
    }
    if (one != SAR_OK) status = one;
  }
  bool motion = element->class->section == SAR_SECTION_MOTIONS;
  if (motion && unknown_names && sar_model_names_nothing(model, element)) return status; /* said with the other names */
  if (status == SAR_OK && !element->faulty && element->class->check) {
    status = element->class->check(model->context, element->name, element->values);
  }
  if (status == SAR_OK && !element->faulty && motion) status = sar_model_check_motion(model, element);
  return status;
}

/* ---- settings ---- */

/* `crank.x`, `crank.pin.x` or `energy.balance`: whether there is such a column is known when the results are made. */
static bool may_be_column(SarModel *model, const char *name) {
  const char *dot = strrchr(name, '.');
  if (!dot) return false;
  char *owner = sar_arena_copy_text_n(model->arena, name, (size_t)(dot - name));
  if (!owner) return false;
  if (strcmp(owner, "energy") == 0 || sar_model_lookup(model, owner) != SAR_NAME_NONE) return true;
  SarSideName side;
  if (sar_model_split_side(model, owner, sar_nowhere(), &side) != SAR_OK) return false;
  int32_t body = sar_model_find(model, side.body);
  return side.frame && body >= 0 && sar_model_find_frame(model, body, side.frame);
}

static SarStatus check_output(SarModel *model) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < model->output_of.count; i++) {
    const char *name = model->output_of.names[i];
    if (strcmp(name, "energy") == 0 || sar_model_lookup(model, name) != SAR_NAME_NONE) continue;
    if (sar_output_is_pattern(name)) continue;
    SarSideName side;
    SAR_TRY(sar_model_split_side(model, name, sar_nowhere(), &side));
    int32_t body = sar_model_find(model, side.body);
    bool on_ground = strcmp(side.body, "ground") == 0;
    if (side.frame && (body >= 0 || on_ground) && sar_model_find_frame(model, body, side.frame)) continue;
    if (may_be_column(model, name)) continue;
    SarSuggestion suggestion = sar_suggestion(name);
    sar_suggestion_offer(&suggestion, "energy");
    for (int32_t k = 0; sar_model_worth_suggesting(model) && k < model->nelements; k++) {
      sar_suggestion_offer(&suggestion, model->elements[k].name);
    }
    SarHint h = sar_hint(&suggestion);
    status = sar_report(model->context, SAR_INPUT, model->output_of.sources[i], NULL,
                        "name elements, frames (body.frame), energy, columns or patterns of them",
                        "there is no element `%s`%s%s%s", name, h.open, h.word, h.close);
  }
  return status;
}

static SarStatus check_positive(SarModel *model, const char *name, double value) {
  if (isnan(value) || (value > 0 && isfinite(value))) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, model->simulation_source, NULL, "give a positive number", "`%s` is %g",
                    name, value);
}

static SarStatus check_gravity(SarModel *model) {
  SarVec3 g = model->gravity;
  if (isfinite(g.x) && isfinite(g.y) && isfinite(g.z)) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL, "give finite numbers", "`gravity` is [%g, %g, %g]",
                    g.x, g.y, g.z);
}

static SarStatus check_simulation(SarModel *model) {
  const SarSimulation *s = &model->simulation;
#define SAR_SIMULATE(member, unit, fallback, option, meaning) SAR_TRY(check_positive(model, #member, s->member));
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) SAR_TRY(check_positive(model, key, s->member));
#include "model/simulation.def"
  if (isnan(s->step) || isnan(s->tolerance)) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, model->simulation_source, NULL,
                    "keep `step` for fixed steps or `tolerance` for error control",
                    "`step` and `tolerance` exclude each other");
}

static bool same_place(SarSource a, SarSource b) {
  return a.line > 0 && a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool is_flexible(const SarModelElement *element) {
  SarSection section = element->class->section;
  return element->class == &sar_body_modal || section == SAR_SECTION_MATERIALS || section == SAR_SECTION_SECTIONS ||
         section == SAR_SECTION_BEAMS;
}

/* What is made of something faulty is faulty, too. */
static void mark_beams(SarModel *model) {
  for (int pass = 0; pass < 2; pass++) {
    SarSection section = pass ? SAR_SECTION_BEAMS : SAR_SECTION_SECTIONS;
    for (int32_t i = 0; i < model->nelements; i++) {
      SarModelElement *element = &model->elements[i];
      if (element->class->section != section || element->faulty || element->beam) continue;
      const SarValue *of = &element->values[SAR_BEAM_FIELD_SECTION];
      const char *name = !pass ? sar_section_material(element->values) : of->given ? of->names[0] : NULL;
      int32_t index = name ? sar_model_find(model, name) : -1;
      element->faulty = name && (index < 0 || model->elements[index].faulty);
    }
  }
}

/* Beams and modal bodies are judged and expanded before anything may speak of their nodes. */
static SarStatus check_flexible(SarModel *model) {
  SarStatus status = SAR_OK;
  int32_t written = model->nelements;
  for (int32_t i = 0; i < written; i++) {
    SarModelElement *element = &model->elements[i];
    if (!is_flexible(element) || element->beam || element->modal) continue;
    SarStatus one = check_element(model, element, false);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
    element->faulty = element->faulty || one != SAR_OK;
  }
  mark_beams(model);
  SarStatus expanded = sar_model_expand_modal(model); /* beams may begin there */
  if (expanded == SAR_NO_MEMORY) return expanded;
  if (expanded != SAR_OK) status = expanded;
  expanded = sar_model_expand_beams(model);
  return expanded == SAR_OK ? status : expanded;
}

SarStatus sar_model_validate(SarModel *model) {
  SAR_NEED(model ? model->context : NULL, model);
  SAR_TRY(sar_model_index_frames(model));
  SarStatus status = check_flexible(model);
  if (status == SAR_NO_MEMORY) return status;
  SAR_TRY(sar_model_index_frames(model)); /* nodes of beams and interfaces have frames too */
  const SarModelElement *wrong = NULL;
  bool unknown_names = sar_model_names_nothing(model, NULL);
  for (int32_t i = 0; i < model->nelements; i++) {
    SarModelElement *element = &model->elements[i];
    if (is_flexible(element)) continue;
    if (wrong && same_place(wrong->source, element->source)) continue; /* one mistake, repeated by `for:` */
    SarStatus one = check_element(model, element, unknown_names);
    bool contact = element->class == &sar_contact_contact && !element->faulty;
    if (one == SAR_OK && contact) one = sar_model_check_contact(model, i);
    if (one != SAR_OK) {
      status = one;
      wrong = element;
    }
    if (one == SAR_NO_MEMORY) return one;
  }
  SarStatus settings[] = {check_shapes(model, "ground", model->ground_shapes, model->nground_shapes),
                          sar_model_check_references(model), check_output(model), check_gravity(model),
                          check_simulation(model)};
  for (int i = 0; i < SAR_COUNT(settings) && status == SAR_OK; i++) status = settings[i];
  return status;
}
