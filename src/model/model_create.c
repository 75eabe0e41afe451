/* The model's life: creation, elements with their defaults, frames on the ground, simulation settings. Everything
 * below a model lives in its arena, so that destroying it is one release. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "element/synonyms.h"
#include "model/model.h"

SarStatus sar_model_create(SarContext *context, SarModel **out) {
  SAR_NEED(context, context && out);
  *out = NULL;
  SarModel *model = calloc(1, sizeof *model);
  if (!model) return sar_report_no_memory(context);
  model->context = context;
  model->arena = sar_arena_create();
  if (model->arena) {
    model->class_defaults = SAR_NEW(model->arena, sar_element_class_count(), const SarValue *);
  }
  if (!model->class_defaults) {
    sar_model_destroy(&model);
    return sar_report_no_memory(context);
  }
  model->title = model->text = model->path = "";
  model->units = sar_units_si();
  model->simulation = sar_simulation_default();
  *out = model;
  return SAR_OK;
}

void sar_model_destroy(SarModel **model) {
  if (!model || !*model) return;
  for (int32_t i = (*model)->nplugins; i-- > 0;) sar_plugin_close((*model)->plugins[i]);
  sar_arena_destroy(&(*model)->arena);
  free(*model);
  *model = NULL;
}

SarStatus sar_model_set_title(SarModel *model, const char *title) {
  SAR_NEED(model ? model->context : NULL, model && title);
  const char *copy = sar_arena_copy_text(model->arena, title);
  if (!copy) return sar_report_no_memory(model->context);
  model->title = copy;
  return SAR_OK;
}

void sar_model_set_gravity(SarModel *model, double x, double y, double z) {
  if (!model) return;
  model->gravity = sar_vec3(x, y, z);
}

SarStatus sar_model_set_length_scale(SarModel *model, double length) {
  SAR_NEED(model ? model->context : NULL, model);
  if (!(length > 0) || !isfinite(length)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL, "give a typical length of the model",
                      "`length_scale` must be positive, but is %g", length);
  }
  model->length_scale = length;
  return SAR_OK;
}

/* names null: no list. */
static SarStatus copy_list(SarModel *model, const char *const *names, int32_t count, SarNameList *out) {
  SarNameList list = {0};
  if (names) {
    list = (SarNameList){sar_model_copy_names(model, names, count), SAR_NEW(model->arena, count, SarSource), count};
    if (!list.names || !list.sources) return sar_report_no_memory(model->context);
    for (int32_t i = 0; i < count; i++) list.sources[i] = sar_nowhere();
  }
  *out = list;
  return SAR_OK;
}

SarStatus sar_model_set_output_of(SarModel *model, const char *const *names, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model);
  return copy_list(model, names, count, &model->output_of);
}

SarStatus sar_model_set_outputs(SarModel *model, const char *const *names, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model);
  return copy_list(model, names, count, &model->outputs);
}

SarSimulation sar_simulation_default(void) {
  return (SarSimulation){
#define SAR_SIMULATE(member, unit, fallback, option, meaning) .member = NAN,
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) .member = NAN,
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) .member = NULL,
#include "model/simulation.def"
  };
}

void sar_model_set_simulation(SarModel *model, const SarSimulation *simulation) {
  if (!model || !simulation) return;
  model->simulation = *simulation;
  if (simulation->method) model->simulation.method = sar_arena_copy_text(model->arena, simulation->method);
}

const SarSimulation *sar_model_simulation(const SarModel *model) { return model ? &model->simulation : NULL; }

const char *sar_model_title(const SarModel *model) { return model ? model->title : NULL; }

bool sar_model_parameter(const SarModel *model, int32_t index, const char **name, double *value) {
  if (!model || !name || !value || index < 0) return false;
  if (index >= model->first_hidden) index += model->nhidden;
  if (index >= model->nparameters) return false;
  *name = model->parameters[index].name;
  *value = model->parameters[index].value;
  return true;
}

SarModelUnit sar_model_unit(const SarModel *model, const char *si_unit) {
  SarModelUnit unit = {.si = NAN};
  if (!model || !si_unit) return unit;
  unit.si = sar_units_factor(&model->units, si_unit);
  sar_units_label(&model->units, si_unit, unit.name, sizeof unit.name);
  return unit;
}

const SarValue *sar_model_value(const SarModelElement *element, const char *field) {
  return &element->values[sar_field_index(element->class, field)];
}

/* ---- adding ---- */

static SarStatus make_room(SarModel *model) {
  if (model->nelements < model->elements_capacity) return SAR_OK;
  int32_t capacity = model->elements_capacity ? 2 * model->elements_capacity : 32;
  SarModelElement *elements = sar_arena_grow(model->arena, model->elements, (size_t)model->nelements, (size_t)capacity,
                                             sizeof(SarModelElement));
  if (!elements) return sar_report_no_memory(model->context);
  model->elements = elements;
  model->elements_capacity = capacity;
  return SAR_OK;
}

SarStatus sar_model_add_class(SarModel *model, const SarElementClass *element_class, const char *name, SarSource source,
                              int32_t *index) {
  *index = -1;
  if (model->nelements >= SAR_MAX_ELEMENTS) {
    return sar_report(model->context, SAR_INPUT, source, name, "make the ranges of `for:` smaller",
                      "the model has more than %d elements", SAR_MAX_ELEMENTS);
  }
  const SarValue *defaults;
  SAR_TRY(sar_model_class_defaults(model, element_class, &defaults));
  SAR_TRY(make_room(model));
  size_t nfields = (size_t)element_class->nfields;
  SarValue *values = sar_arena_grow(model->arena, defaults, nfields, nfields, sizeof(SarValue));
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!values || !copy) return sar_report_no_memory(model->context);
  SAR_TRY(sar_model_take_name(model, name, source, "element", model->nelements));
  for (size_t i = 0; i < nfields; i++) values[i].source = source; /* what is not given is missing here */
  *index = model->nelements++;
  model->elements[*index] = (SarModelElement){.class = element_class, .name = copy, .source = source, .values = values};
  return SAR_OK;
}

SarStatus sar_model_add_made(SarModel *model, const SarElementClass *element_class, const char *name, SarSource source,
                             int32_t *index) {
  *index = -1;
  SAR_TRY(make_room(model));
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!copy) return sar_report_no_memory(model->context);
  SAR_TRY(sar_model_take_name(model, name, source, "element", model->nelements));
  *index = model->nelements++;
  model->elements[*index] = (SarModelElement){.class = element_class, .name = copy, .source = source};
  return SAR_OK;
}

SarStatus sar_model_add_typeless(SarModel *model, const SarElementClass *stand_in, const char *name, SarSource source,
                                 int32_t *index) {
  *index = -1;
  SAR_TRY(make_room(model));
  SarValue *values = SAR_NEW(model->arena, stand_in->nfields, SarValue);
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!values || !copy) return sar_report_no_memory(model->context);
  SAR_TRY(sar_model_take_name(model, name, source, "element", SAR_NAME_FAULTY));
  *index = model->nelements++;
  model->elements[*index] =
      (SarModelElement){.class = stand_in, .name = copy, .source = source, .values = values, .faulty = true};
  return SAR_OK;
}

static SarStatus find_section(SarModel *model, const char *text, SarSection *section) {
  SarSuggestion suggestion = sar_suggestion(text);
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    *section = (SarSection)i;
    if (strcmp(sar_section_name(*section), text) == 0) return SAR_OK;
    sar_suggestion_offer(&suggestion, sar_section_name(*section));
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL,
                    "use bodies, joints, forces, motions, states and the like", "there is no section `%s`%s%s%s", text,
                    best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

SarStatus sar_model_add(SarModel *model, const char *section_text, const char *type, const char *name,
                        SarElementId *out) {
  if (out) out->index = -1;
  SAR_NEED(model ? model->context : NULL, model && section_text && name && out);
  SarSection section;
  SAR_TRY(find_section(model, section_text, &section));
  const SarElementClass *element_class = sar_element_class_find(section, type);
  if (!element_class) {
    SarSynonym means;
    bool known = type && sar_synonym_of_type(section, type, &means) && means.type;
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), name, "see `sarrus describe` for the types",
                      "there is no type `%s` in %s%s%s%s", type ? type : "", section_text,
                      known ? "; did you mean `" : "", known ? means.type : "", known ? "`?" : "");
  }
  return sar_model_add_class(model, element_class, name, sar_nowhere(), &out->index);
}

SarStatus sar_model_add_reference(SarModel *model, const SarReference *reference, int32_t *index) {
  if (model->nreferences >= SAR_REFERENCES_MOST) {
    return sar_report(model->context, SAR_INPUT, reference->source, NULL, "divide the model, or use fewer measures",
                      "the expressions of the model ask for more than %d measures and names", SAR_REFERENCES_MOST);
  }
  SarReference *slot = sar_arena_append(model->arena, 64, &model->references, &model->nreferences,
                                        &model->references_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(model->context);
  *slot = *reference;
  *index = model->nreferences - 1;
  return SAR_OK;
}
