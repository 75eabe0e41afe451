/* Modal bodies: a part on the body adds what bending changes, ties make the interfaces follow. The model has made the
 * interfaces, which are bodies (model/modal.h). */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "element/flexible/modal.h"
#include "element/flexible/modal_load.h"
#include "element/force/modal_load.h"
#include "model/modal.h"
#include "system/modal.h"
#include "system/parts.h"
#include "system/tie.h"

#define ROUNDING 1e-9 /* of psi, over the root of the mass: shapes of free bodies leave less */

static SarStatus add_part(SarSystem *s, int32_t e) {
  const SarValue *values = s->model->elements[e].values;
  const SarReduced *reduced = sar_modal_body(values);
  SarModalBody *part = SAR_NEW(s->arena, 1, SarModalBody);
  double *damping = SAR_NEW(s->arena, reduced->n + 1, double);
  if (!part || !damping) return sar_report_no_memory(s->context);
  sar_modal_damping(values, damping);
  bool damped = false;
  for (int32_t i = 0; i < reduced->n; i++) {
    damping[i] *= 2 * sqrt(reduced->stiffness[i]);
    damped = damped || damping[i] > 0;
  }
  *part = (SarModalBody){.reduced = reduced,
                         .damping = damped ? damping : NULL,
                         .terms = (SarModalTerms)values[SAR_MODAL_FIELD_TERMS].real,
                         .full = values[SAR_MODAL_FIELD_COUPLING].real == SAR_COUPLING_FULL};
  return sar_system_add_part(s, e, &sar_part_modal, part, &s->places[e].body, 1);
}

/* A part on the same node and the same amplitudes as the modal body itself. */
static SarStatus add_companion(SarSystem *s, int32_t e, int32_t modal, const SarPartClass *class, const void *part) {
  SAR_TRY(sar_system_add_part(s, e, class, part, &s->places[modal].body, 1));
  s->parts[s->nparts - 1].shares = 1 + s->places[modal].parts.first;
  return SAR_OK;
}

/* The weight of what bends: where the centre of mass moves with the amplitudes. */
static SarStatus add_weight(SarSystem *s, int32_t e) {
  const SarReduced *reduced = s->model->elements[e].modal->body;
  double largest = 0;
  for (int32_t i = 0; i < 3 * reduced->n; i++) largest = fmax(largest, fabs(reduced->psi[i]));
  if (largest <= ROUNDING * sqrt(reduced->mass)) return SAR_OK;
  SarModalWeight *weight = SAR_NEW(s->arena, 1, SarModalWeight);
  if (!weight) return sar_report_no_memory(s->context);
  *weight = (SarModalWeight){reduced, s->gravity};
  return add_companion(s, e, e, &sar_part_modal_weight, weight);
}

static SarStatus add_tie(SarSystem *s, int32_t e, int32_t i) {
  const struct SarModal *modal = s->model->elements[e].modal;
  const SarReducedInterface *interface = &modal->body->interfaces[i];
  size_t count = 3 * (size_t)modal->body->n;
  double *shape = SAR_NEW(s->arena, 2 * count + 1, double);
  if (!shape) return sar_report_no_memory(s->context);
  memcpy(shape, interface->phi, count * sizeof *shape);
  memcpy(shape + count, interface->theta, count * sizeof *shape);
  SarTieSetup setup = {.element = e,
                       .body = s->places[e].body,
                       .node = s->places[modal->nodes[i]].body,
                       .point = interface->at,
                       .n = modal->body->n,
                       .shape = shape};
  return sar_system_add_tie(s, &setup);
}

SarStatus sar_compile_modal(SarSystem *s) {
  for (int32_t e = 0; e < s->model->nelements; e++) {
    const SarModelElement *element = &s->model->elements[e];
    if (element->class != &sar_body_modal) continue;
    int32_t *slot = sar_system_append(s, &s->modal, &s->nmodal, &s->modal_capacity, sizeof *slot);
    if (!slot) return sar_report_no_memory(s->context);
    *slot = e;
    SAR_TRY(add_part(s, e));
    SAR_TRY(add_weight(s, e));
    for (int32_t i = 0; i < element->modal->body->ninterfaces; i++) SAR_TRY(add_tie(s, e, i));
  }
  return SAR_OK;
}

/* ---- loads ---- */

static SarStatus no_load(SarSystem *s, const SarModelElement *element, const SarModelElement *body, const char *name) {
  const SarReduced *reduced = body->modal->body;
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < reduced->nloads; i++) sar_suggestion_offer(&suggestion, reduced->loads[i].name);
  SarHint h = sar_hint(&suggestion);
  return sar_report(s->context, SAR_INPUT, element->values[SAR_MODAL_LOAD_CASE].source, element->name,
                    reduced->nloads ? "name a load that the file of the body has"
                                    : "reduce the body with its loads: the file has none",
                    "the modal body `%s` has no load `%s`%s%s%s", body->name, name, h.open, h.word, h.close);
}

SarStatus sar_compile_modal_load(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  const SarValue *values = element->values;
  int32_t modal = sar_model_find(s->model, values[SAR_MODAL_LOAD_BODY].names[0]);
  const SarModelElement *body = &s->model->elements[modal];
  if (body->class != &sar_body_modal) {
    return sar_report(s->context, SAR_INPUT, values[SAR_MODAL_LOAD_BODY].source, element->name,
                      "name a modal body, or use a `force`", "`%s` is not a modal body", body->name);
  }
  const SarReduced *reduced = body->modal->body;
  const SarReducedLoad *load = NULL;
  for (int32_t i = 0; i < reduced->nloads; i++) {
    if (strcmp(reduced->loads[i].name, values[SAR_MODAL_LOAD_CASE].text) == 0) load = &reduced->loads[i];
  }
  if (!load) return no_load(s, element, body, values[SAR_MODAL_LOAD_CASE].text);
  SarModalLoad *part = SAR_NEW(s->arena, 1, SarModalLoad);
  if (!part) return sar_report_no_memory(s->context);
  *part = (SarModalLoad){.reduced = reduced, .load = load};
  SAR_TRY(sar_modal_load_compile(s->context, s->arena, values[SAR_MODAL_LOAD_FACTOR].source, element->name,
                                 values[SAR_MODAL_LOAD_FACTOR].function[0], part));
  return add_companion(s, e, modal, &sar_part_modal_load, part);
}

/* ---- questions ---- */

int32_t sar_system_modal_bodies(const SarSystem *s) { return s->nmodal; }

SarModalPlace sar_system_modal_body(const SarSystem *s, int32_t index) {
  int32_t e = s->modal[index];
  const SarPart *part = &s->parts[s->places[e].parts.first];
  return (SarModalPlace){.element = e,
                         .body = s->places[e].body,
                         .first = 7 * s->nbodies + part->coordinate,
                         .reduced = s->model->elements[e].modal->body};
}
