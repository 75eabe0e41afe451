#include "system/touches.h"

#include <stdio.h>

#include "element/contact/contact_part.h"
#include "system/parts.h"

typedef struct Looking {
  const SarSystem *system;
  const SarPart *part;
  double margin;
  SarTouchSeen *visit;
  void *self;
} Looking;

static int32_t element_of(const SarSystem *s, int32_t body) {
  return body == sar_system_ground(s) ? -1 : sar_system_body(s, body)->element;
}

/* The number of a pair among all of two bodies tells its shapes. */
static void see_touch(const SarContactSeen *seen, void *self) {
  const Looking *look = self;
  SarSeenTouch touch = {.contact = look->part->element, .seen = seen};
  int32_t count, number = seen->pair->number;
  for (int i = 0; i < 2; i++) touch.names.element[i] = element_of(look->system, look->part->body[i]);
  (void)sar_model_shapes(sar_system_model(look->system), touch.names.element[1], &count);
  touch.names.shape[0] = number / count;
  touch.names.shape[1] = number % count;
  look->visit(&touch, look->self);
}

static void see_part(const SarPart *part, const SarPartPoint *at, void *self) {
  Looking *look = self;
  look->part = part;
  sar_contact_see(part->data, at, look->margin, see_touch, look);
}

void sar_touches_see(const SarWorkspace *m, const SarPoint *at, double margin, SarTouchSeen *visit, void *self) {
  Looking look = {.system = m->system, .margin = margin, .visit = visit, .self = self};
  sar_workspace_place(m, at->q, at->v);
  sar_parts_visit(m, at, &sar_part_contact, see_part, &look);
}

int32_t sar_system_contacts(const SarSystem *system) {
  const SarModel *model = sar_system_model(system);
  int32_t count = 0;
  for (int32_t i = 0; i < model->nelements; i++) count += model->elements[i].class->section == SAR_SECTION_CONTACTS;
  return count;
}

bool sar_system_has_contacts(const SarSystem *system) { return sar_system_contacts(system) > 0; }

static const char *body_name(const SarModel *model, int32_t element) {
  return element < 0 ? "ground" : model->elements[element].name;
}

void sar_touch_name(const SarModel *model, const SarModelPair *names, char out[SAR_TOUCH_NAME]) {
  const char *shape[2];
  int32_t count;
  for (int i = 0; i < 2; i++) shape[i] = sar_model_shapes(model, names->element[i], &count)[names->shape[i]].name;
  snprintf(out, SAR_TOUCH_NAME, "%s.%s and %s.%s", body_name(model, names->element[0]), shape[0],
           body_name(model, names->element[1]), shape[1]);
}
