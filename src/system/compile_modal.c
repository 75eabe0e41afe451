/* Modal bodies: a part on the body adds what bending changes, ties make the interfaces follow. The model has made the
 * interfaces, which are bodies (model/modal.h). */
#include <math.h>
#include <string.h>

#include "element/flexible/modal.h"
#include "model/modal.h"
#include "system/modal.h"
#include "system/parts.h"
#include "system/tie.h"

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
    for (int32_t i = 0; i < element->modal->body->ninterfaces; i++) SAR_TRY(add_tie(s, e, i));
  }
  return SAR_OK;
}

int32_t sar_system_modal_bodies(const SarSystem *s) { return s->nmodal; }

SarModalPlace sar_system_modal_body(const SarSystem *s, int32_t index) {
  int32_t e = s->modal[index];
  const SarPart *part = &s->parts[s->places[e].parts.first];
  return (SarModalPlace){.element = e,
                         .body = s->places[e].body,
                         .first = 7 * s->nbodies + part->coordinate,
                         .reduced = s->model->elements[e].modal->body};
}
