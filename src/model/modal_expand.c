/* Expansion of modal bodies into themselves and their interfaces (modal.h). */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "element/flexible/modal_held.h"
#include "model/modal.h"

static SarValue *field_of(SarModelElement *element, const char *field) {
  return &element->values[sar_field_index(element->class, field)];
}

static void set_vector(SarModelElement *element, const char *field, SarVec3 vector) {
  SarValue *value = field_of(element, field);
  value->vector = vector;
  value->given = true;
}

static int32_t find_interface(const SarReduced *body, const char *name) {
  for (int32_t i = 0; i < body->ninterfaces; i++) {
    if (strcmp(body->interfaces[i].name, name) == 0) return i;
  }
  return -1;
}

/* ---- interfaces ---- */

static SarVec3 product(const double *shape, int32_t n, const SarValue *amplitudes) {
  double sum[3] = {0, 0, 0};
  for (int32_t k = 0; k < 3; k++) {
    for (int32_t i = 0; i < amplitudes->nlist && i < n; i++) sum[k] += shape[k * n + i] * amplitudes->list[i];
  }
  return sar_vec3_load(sum);
}

/* Where an interface is as written: with the amplitudes at the start. */
static SarStatus add_node(SarModel *model, struct SarModal *modal, int32_t i) {
  const SarReducedInterface *interface = &modal->body->interfaces[i];
  const char *name = sar_arena_printf(model->arena, "%s.%s", model->elements[modal->element].name, interface->name);
  int32_t index;
  if (!name) return sar_report_no_memory(model->context);
  SarSource source = model->elements[modal->element].source;
  SAR_TRY(sar_model_add_class(model, sar_element_class_find(SAR_SECTION_BODIES, NULL), name, source, &index));
  SarModelElement *node = &model->elements[index];
  const SarValue *values = model->elements[modal->element].values;
  const SarValue *amplitudes = &values[SAR_MODAL_FIELD_AMPLITUDES];
  SarQuat turn = sar_quat_normalise(values[SAR_MODAL_FIELD_TURN].turn);
  SarMat3 R = sar_quat_matrix(turn);
  SarVec3 place = sar_add(modal->body->centre, interface->at);
  place = sar_mul(&R, sar_add(place, product(interface->phi, modal->body->n, amplitudes)));
  SarVec3 omega = values[SAR_MODAL_FIELD_OMEGA].vector;
  node->modal = modal;
  node->number = i;
  modal->nodes[i] = index;
  set_vector(node, "at", sar_add(values[SAR_MODAL_FIELD_AT].vector, place));
  set_vector(node, "velocity", sar_add(values[SAR_MODAL_FIELD_VELOCITY].vector, sar_cross(omega, place)));
  set_vector(node, "omega", omega);
  SarValue *value = field_of(node, "turn");
  value->turn = sar_quat_mul(turn, sar_quat_exp(product(interface->theta, modal->body->n, amplitudes)));
  value->given = true;
  value = field_of(node, "mass"); /* both stay zero */
  value->given = true;
  value = field_of(node, "inertia");
  value->given = true;
  return SAR_OK;
}

/* ---- frames and shapes on them ---- */

/* with_frames: a frame on an interface would have done, too. */
static SarStatus no_interface(SarModel *model, const struct SarModal *modal, SarSource source, const char *owner,
                              const char *name, bool with_frames) {
  const SarModelElement *body = &model->elements[modal->element];
  SarSuggestion suggestion = sar_suggestion(name);
  const SarValue *frames = &body->values[SAR_MODAL_FIELD_FRAMES];
  for (int32_t i = 0; i < modal->body->ninterfaces; i++) {
    sar_suggestion_offer(&suggestion, modal->body->interfaces[i].name);
  }
  for (int32_t i = 0; with_frames && i < frames->nlist; i++) {
    sar_suggestion_offer(&suggestion, frames->frames[i].name);
  }
  SarHint h = sar_hint(&suggestion);
  const char *all = "";
  for (int32_t i = 0; all && i < modal->body->ninterfaces; i++) {
    all = sar_arena_printf(model->arena, "%s%s%s", all, i ? ", " : "", modal->body->interfaces[i].name);
  }
  const char *remedy = all ? sar_arena_printf(model->arena, "name one of its interfaces: %s", all) : NULL;
  if (!remedy) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, source, owner, modal->body->ninterfaces ? remedy : "reduce it with some",
                    "the modal body `%s` has no interface `%s`%s%s%s", body->name, name, h.open, h.word, h.close);
}

/* The node that something is fixed on; what: "frame". */
static SarStatus find_node(SarModel *model, const struct SarModal *modal, const char *word, SarSource source,
                           const char *what, const char *name, SarModelElement **node) {
  const SarModelElement *body = &model->elements[modal->element];
  if (!word) {
    return sar_report(model->context, SAR_INPUT, source, body->name,
                      "say which interface it is fixed on: {node: mount, at: [0, 0, 0.1]}",
                      "the %s `%s` names no interface", what, name);
  }
  int32_t i = find_interface(modal->body, word);
  if (i < 0) return no_interface(model, modal, source, body->name, word, false);
  *node = &model->elements[modal->nodes[i]];
  return SAR_OK;
}

static SarStatus make_frames(SarModel *model, const struct SarModal *modal) {
  const SarValue *frames = &model->elements[modal->element].values[SAR_MODAL_FIELD_FRAMES];
  for (int32_t i = 0; i < frames->nlist; i++) {
    const SarNamedFrame *frame = &frames->frames[i];
    SarModelElement *node = NULL;
    SAR_TRY(find_node(model, modal, frame->node, frame->source, "frame", frame->name, &node));
    if (find_interface(modal->body, frame->name) >= 0) {
      return sar_report(model->context, SAR_INPUT, frame->source, model->elements[modal->element].name,
                        "give the frame another name", "`%s` is an interface of this body", frame->name);
    }
    if (sar_reduced_is_reserved(frame->name)) {
      return sar_report(model->context, SAR_INPUT, frame->source, model->elements[modal->element].name,
                        SAR_REDUCED_RESERVED, "a frame of a modal body cannot be called `%s`", frame->name);
    }
    SarValue *of = field_of(node, "frames");
    size_t count = (size_t)of->nlist;
    SarNamedFrame *list = sar_arena_grow(model->arena, of->frames, count, count + 1, sizeof *list);
    if (!list) return sar_report_no_memory(model->context);
    list[count] = *frame;
    of->frames = list;
    of->nlist++;
    of->given = true;
  }
  return SAR_OK;
}

static SarStatus make_shapes(SarModel *model, const struct SarModal *modal) {
  const SarValue *shapes = &model->elements[modal->element].values[SAR_MODAL_FIELD_SHAPES];
  for (int32_t i = 0; i < shapes->nlist; i++) {
    const SarModelShape *shape = &shapes->shapes[i];
    SarModelElement *node = NULL;
    SAR_TRY(find_node(model, modal, shape->node, shape->source, "shape", shape->name, &node));
    SarValue *of = field_of(node, "shapes");
    size_t count = (size_t)of->nlist;
    SarModelShape *list = sar_arena_grow(model->arena, of->shapes, count, count + 1, sizeof *list);
    if (!list) return sar_report_no_memory(model->context);
    list[count] = *shape;
    of->shapes = list;
    of->nlist++;
    of->given = true;
  }
  return SAR_OK;
}

/* ---- a body ---- */

/* The lowest frequency with one interface held, whichever is held; of a body without interfaces that of itself. */
static SarStatus find_held(SarModel *model, struct SarModal *modal) {
  const SarReduced *body = modal->body;
  double *scratch = SAR_NEW(model->arena, 4 * body->n + 1, double), least = body->n ? body->stiffness[0] : 0;
  if (!scratch) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < body->ninterfaces; i++) {
    double held = sar_modal_held(body, i, scratch);
    if (i == 0 || held < least) least = held;
  }
  modal->held = sqrt(least);
  return SAR_OK;
}

static SarStatus expand(SarModel *model, int32_t element) {
  struct SarModal *modal = SAR_NEW(model->arena, 1, struct SarModal);
  if (!modal) return sar_report_no_memory(model->context);
  modal->element = element;
  modal->body = sar_modal_body(model->elements[element].values);
  modal->nodes = SAR_NEW(model->arena, modal->body->ninterfaces + 1, int32_t);
  if (!modal->nodes) return sar_report_no_memory(model->context);
  model->elements[element].modal = modal;
  model->elements[element].number = -1;
  for (int32_t i = 0; i < modal->body->ninterfaces; i++) SAR_TRY(add_node(model, modal, i));
  SAR_TRY(find_held(model, modal));
  SAR_TRY(make_frames(model, modal));
  return make_shapes(model, modal);
}

SarStatus sar_model_expand_modal(SarModel *model) {
  SarStatus status = SAR_OK;
  int32_t written = model->nelements;
  for (int32_t i = 0; i < written; i++) {
    const SarModelElement *element = &model->elements[i];
    bool given = element->class == &sar_body_modal && !element->modal && !element->faulty;
    if (!given || !element->values[SAR_MODAL_FIELD_FILE].given) continue;
    SarStatus one = expand(model, i);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) model->elements[i].faulty = true, status = one;
  }
  return status;
}

/* ---- sides ---- */

SarStatus sar_model_settle_modal_side(SarModel *model, const char *owner, SarSideName *side) {
  int32_t index = sar_model_find(model, side->body);
  const SarModelElement *body = index < 0 ? NULL : &model->elements[index];
  if (!body || body->class != &sar_body_modal || body->faulty || !body->modal || !side->frame) return SAR_OK;
  const SarNamedFrame *frame = sar_model_find_frame(model, index, side->frame);
  int32_t i = find_interface(body->modal->body, frame ? frame->node : side->frame);
  if (i < 0) return no_interface(model, body->modal, side->source, owner, side->frame, true);
  *side = (SarSideName){model->elements[body->modal->nodes[i]].name, frame ? frame->name : NULL, side->source};
  return SAR_OK;
}

SarStatus sar_model_check_held(SarModel *model, const char *owner, const SarSideName *side) {
  int32_t index = side->body ? sar_model_find(model, side->body) : -1;
  if (index < 0 || model->elements[index].class != &sar_body_modal || model->elements[index].faulty) return SAR_OK;
  const struct SarModal *modal = model->elements[index].modal;
  const char *first = modal && modal->body->ninterfaces ? modal->body->interfaces[0].name : "mount";
  const char *remedy = sar_arena_printf(model->arena, "name one of its interfaces: %s.%s", side->body, first);
  if (!remedy) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, side->source, owner, remedy,
                    "`%s` is a modal body, which can be held at its interfaces only", side->body);
}
