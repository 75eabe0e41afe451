#include "analysis/modes/ports.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "system/inputs.h"

#define STEP 1e-4 /* of an input, or of its value: what differences are taken with */

static const SarSystem *system_of(const SarLinearised *l) { return l->state.system; }
static const SarUnits *units_of(const SarLinearised *l) { return &sar_system_model(system_of(l))->units; }

/* The relation of the motion of that number; null: there is none. */
static const SarRelationRow *find_motion(const SarLinearised *l, int32_t index) {
  const SarSystem *s = system_of(l);
  for (int32_t i = 0; i < sar_system_counts(s).relations; i++) {
    const SarRelationRow *row = sar_system_relation(s, i);
    if (row->function && index-- == 0) return row;
  }
  return NULL;
}

int32_t sar_ports_inputs(const SarLinearised *l) {
  int32_t count = sar_system_inputs(system_of(l));
  for (int32_t i = 0; find_motion(l, i); i++) count++;
  return count;
}

static const char *motion_unit(const SarRelationRow *row) {
  static const char *const units[2][3] = {{"m", "m/s", "m/s^2"}, {"rad", "rad/s", "rad/s^2"}};
  return units[row->rotation][row->level];
}

SarStatus sar_ports_input(const SarLinearised *l, int32_t index, SarArena *arena, SarPort *out) {
  const SarSystem *s = system_of(l);
  char label[64];
  if (index < sar_system_inputs(s)) {
    const SarModelElement *input = sar_system_element(s, sar_system_input_element(s, index));
    const SarValue *unit = sar_model_value(input, "unit");
    *out = (SarPort){input->name, unit->given ? unit->text : "", true};
    return SAR_OK;
  }
  const SarRelationRow *row = find_motion(l, index - sar_system_inputs(s));
  sar_units_label(units_of(l), motion_unit(row), label, sizeof label);
  *out = (SarPort){sar_system_element(s, row->element)->name, sar_arena_copy_text(arena, label),
                   row->level == SAR_LEVEL_ACCELERATION};
  return out->unit ? SAR_OK : sar_report_no_memory(l->pencil.context);
}

/* ---- right-hand sides ---- */

static SarStatus right_of_input(const SarLinearised *l, int32_t index, double *right) {
  SarWorkspace *m = l->state.start->m;
  const SarProblem *p = l->pencil.problem;
  SarPoint at = sar_modes_point(&l->state);
  double value = sar_workspace_input(m, index), step = STEP * fmax(1, fabs(value));
  double *after = calloc((size_t)l->pencil.n + 1, sizeof *after);
  if (!after) return sar_report_no_memory(l->pencil.context);
  sar_workspace_set_input(m, index, value + step);
  SarStatus status = p->ops->residual(p, &at, after);
  sar_workspace_set_input(m, index, value - step);
  if (status == SAR_OK) status = p->ops->residual(p, &at, right);
  sar_workspace_set_input(m, index, value);
  for (int32_t i = 0; i < l->pencil.n; i++) right[i] = (right[i] - after[i]) / (2 * step);
  free(after);
  if (status <= 0) return status;
  return sar_report(l->pencil.context, SAR_FAILED, sar_nowhere(), NULL, "check the expressions that read it",
                    "the equations have no value for another value of the input");
}

static SarStatus right_of_motion(const SarLinearised *l, const SarRelationRow *row, double *right) {
  const SarSizes *n = &l->pencil.problem->n;
  double unit = sar_units_factor(units_of(l), motion_unit(row));
  memset(right, 0, (size_t)l->pencil.n * sizeof *right);
  switch (row->level) {
    case SAR_LEVEL_ACCELERATION: right[n->nv + n->np + n->nn + row->state] = unit; return SAR_OK;
    case SAR_LEVEL_VELOCITY: right[n->nv + n->np + row->row] = row->scale * unit; return SAR_OK;
    default: break;
  }
  right[n->nv + row->row] = row->scale * unit;
  if (sar_pencil_is_carried(&l->pencil, row->row)) return SAR_OK;
  const SarModelElement *element = sar_system_element(system_of(l), row->element);
  return sar_report(l->pencil.context, SAR_INPUT, element->source, element->name, "remove one of them",
                    "the motion `%s` repeats what others hold: it is no input", element->name);
}

SarStatus sar_ports_right(const SarLinearised *l, int32_t index, double *right) {
  int32_t own = sar_system_inputs(system_of(l));
  return index < own ? right_of_input(l, index, right) : right_of_motion(l, find_motion(l, index - own), right);
}

/* ---- components of forces ---- */

static void add_action(const SarLinearised *l, int32_t body, SarVec3 point, SarVec3 force, SarVec3 torque, double sign,
                       double *right) {
  const SarKin *kin = &l->state.start->m->kin[body];
  if (body >= sar_system_bodies(system_of(l))) return;
  SarVec3 moment = sar_add(sar_cross(sar_sub(point, kin->r), force), torque);
  sar_vec3_add_to(sar_scale(sign, force), right + 6 * (size_t)body);
  sar_vec3_add_to(sar_scale(sign, sar_mul_t(&kin->A, moment)), right + 6 * (size_t)body + 3);
}

/* "wind.fx": one unit more of it on the second side, and the opposite, at the same point, on the first. */
static bool find_component(const SarLinearised *l, const char *name, SarArena *arena, SarPort *out, double *right) {
  static const char *const components[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  const SarModel *model = sar_system_model(system_of(l));
  const SarWorkspace *m = l->state.start->m;
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    size_t length = strlen(element->name);
    if (element->class->section != SAR_SECTION_FORCES || strncmp(name, element->name, length) != 0) continue;
    for (int k = 0; k < 6 && name[length] == '.'; k++) {
      if (strcmp(name + length + 1, components[k]) != 0) continue;
      const SarPlace *place = sar_system_place(system_of(l), i);
      const char *unit = k < 3 ? "N" : "N*m";
      double action[6] = {0};
      char label[64];
      action[k] = sar_units_factor(units_of(l), unit);
      sar_units_label(units_of(l), unit, label, sizeof label);
      sar_workspace_place(m, l->state.q, l->state.v);
      SarVec3 point = sar_kin_point(&m->kin[place->b.body], place->b.point);
      memset(right, 0, (size_t)l->pencil.n * sizeof *right);
      add_action(l, place->b.body, point, sar_vec3_load(action), sar_vec3_load(action + 3), 1, right);
      add_action(l, place->a.body, point, sar_vec3_load(action), sar_vec3_load(action + 3), -1, right);
      *out = (SarPort){sar_arena_copy_text(arena, name), sar_arena_copy_text(arena, label), true};
      return out->name && out->unit;
    }
  }
  return false;
}

SarStatus sar_ports_find(const SarLinearised *l, const char *name, SarArena *arena, SarPort *out, double *right) {
  int32_t count = sar_ports_inputs(l);
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < count; i++) {
    SAR_TRY(sar_ports_input(l, i, arena, out));
    if (strcmp(out->name, name) == 0) return sar_ports_right(l, i, right);
    sar_suggestion_offer(&suggestion, out->name);
  }
  if (find_component(l, name, arena, out, right)) return SAR_OK;
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(l->pencil.context, SAR_INPUT, sar_nowhere(), NULL,
                    "name one of `inputs:`, a motion, or a component of a force such as wind.fx",
                    "there is no input `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}
