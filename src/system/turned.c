/* Forces between frames that are turned against each other further than the force is made for. */
#include <math.h>
#include <stdio.h>

#include "system/compiled.h"
#include "system/workspace.h"

#define TRACE_OF_LIMIT -0.73205080756887729 /* 1 + 2 cos of SAR_FORCE_TURN */

/* The rotation vector of the second frame against the first, along the axes of the first; zero below the limit. */
static SarVec3 turn_of(const SarWorkspace *m, const SarPlace *place) {
  SarMat3 a = sar_mat3_mul(&m->kin[place->a.body].A, &place->a.axes);
  SarMat3 b = sar_mat3_mul(&m->kin[place->b.body].A, &place->b.axes), G = sar_mat3_tmul(&a, &b);
  double trace = sar_dot(sar_column(&a, 0), sar_column(&b, 0)) + sar_dot(sar_column(&a, 1), sar_column(&b, 1)) +
                 sar_dot(sar_column(&a, 2), sar_column(&b, 2));
  return trace < TRACE_OF_LIMIT ? sar_quat_log(sar_quat_from_matrix(&G)) : sar_vec3(0, 0, 0);
}

int32_t sar_workspace_turned_too_far(const SarWorkspace *m, const double *q, const double *v) {
  const SarSystem *s = m->system;
  if (s->nlimited) sar_workspace_place(m, q, v);
  for (int32_t i = 0; i < s->nlimited; i++) {
    const SarModelElement *element = &s->model->elements[s->limited[i]];
    SarVec3 turn = turn_of(m, &s->places[s->limited[i]]);
    if (sar_norm(turn) > 0 && element->class->force->resists(element->values, turn)) return s->limited[i];
  }
  return -1;
}

bool sar_workspace_explain_turn(const SarWorkspace *m, const double *q, const double *v, SarFault *out) {
  int32_t e = sar_workspace_turned_too_far(m, q, v);
  if (e < 0) return false;
  const SarModelElement *element = &m->system->model->elements[e];
  out->source = element->source;
  out->element = element->name;
  snprintf(out->what, sizeof out->what,
           "the frames of the %s `%s` are turned against each other by 150 degrees, and its torque would change its "
           "sign at half a turn",
           element->class->name, element->name);
  snprintf(out->remedy, sizeof out->remedy,
           "use a rotational-spring-damper for this direction: it follows its angle through any number of turns; or "
           "let an event stop the run before");
  return true;
}

SarStatus sar_system_add_limited(SarSystem *s, int32_t element) {
  int32_t *slot = sar_system_append(s, &s->limited, &s->nlimited, &s->limited_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(s->context);
  *slot = element;
  return SAR_OK;
}
