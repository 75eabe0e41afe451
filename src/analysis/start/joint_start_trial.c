/* A copy of the model in which motions drive the coordinates that have a start. It has the same bodies, coordinates and
 * angles, in the same order: poses, velocities and turns go to and fro as they are. */
#include <string.h>

#include "analysis/start/joint_start.h"
#include "system/names.h"

static SarValue *field_of(const SarModelElement *motion, const char *name) {
  return &motion->values[sar_field_index(motion->class, name)];
}

/* now + (value - now) t/WAY, or the rate. */
static const SarExpr *function_of(SarArena *arena, const SarJointStart *start, bool rates, double now) {
  if (rates) return sar_expr_constant(arena, start->rate.value);
  const SarExpr *way = sar_expr_constant(arena, (start->value.value - now) / SAR_START_WAY);
  return sar_expr_add(arena, sar_expr_constant(arena, now), sar_expr_multiply(arena, way, sar_expr_variable(arena, 0)));
}

static bool make_motion(SarStartTrial *trial, const SarSystem *s, const SarJointStart *start, bool rates, double now,
                        SarModelElement *out) {
  static const char *const names[2][2] = {{"translation", "translation_velocity"}, {"rotation", "rotation_velocity"}};
  const SarElementClass *class = sar_element_class_find(SAR_SECTION_MOTIONS, NULL);
  const SarModelElement *joint = sar_system_element(s, start->element);
  const char *coordinate = joint->class->joint->coordinates[start->of].name;
  SarSource source = rates ? start->rate.source : start->value.source;
  SarModelElement motion = {.class = class, .name = joint->name, .source = source};
  const char **name = SAR_NEW(trial->arena, 1, const char *);
  const SarExpr *function = function_of(trial->arena, start, rates, now);
  motion.values = SAR_NEW(trial->arena, class->nfields, SarValue);
  if (!motion.values || !name || !function) return false;
  *name = joint->name;
  bool angle = sar_system_is_angle(s, start->coordinate);
  SarValue *joints = field_of(&motion, "joint"), *which = field_of(&motion, "coordinate");
  SarValue *value = field_of(&motion, names[angle][rates]);
  *joints = (SarValue){.given = true, .nlist = 1, .source = source, .joints = name};
  *which = (SarValue){.given = true, .source = source};
  which->real = sar_field_choice(class->fields[sar_field_index(class, "coordinate")].choices, coordinate);
  *value = (SarValue){.given = true, .source = source, .function = {function}};
  *out = motion;
  return true;
}

/* A motion that is given as an acceleration says nothing of the rate at the start: that of the start takes its place.
 */
static bool is_acceleration(const SarModelElement *element) {
  if (element->class->section != SAR_SECTION_MOTIONS) return false;
  return field_of(element, "rotation_acceleration")->given || field_of(element, "translation_acceleration")->given;
}

/* By coordinate, 1 + the number of the motion that is given as an acceleration; null when memory is exhausted. */
static int32_t *find_accelerations(SarArena *arena, const SarSystem *s) {
  const SarModel *model = sar_system_model(s);
  int32_t count = 0;
  for (int32_t i = 0; i < sar_system_counts(s).starts; i++) {
    int32_t coordinate = sar_system_start(s, i)->coordinate;
    count = coordinate >= count ? coordinate + 1 : count;
  }
  int32_t *found = SAR_NEW(arena, count + 1, int32_t);
  for (int32_t e = 0; found && e < model->nelements; e++) {
    if (!is_acceleration(&model->elements[e])) continue;
    int32_t coordinate = sar_system_place(s, e)->coordinates.first;
    if (coordinate < count) found[coordinate] = e + 1;
  }
  return found;
}

/* The joint without its start, which a motion has taken over. */
static bool drop_start(SarStartTrial *trial, int32_t element) {
  SarModelElement *joint = &trial->model->elements[element];
  size_t count = (size_t)joint->class->nfields;
  joint->values = sar_arena_grow(trial->arena, joint->values, count, count, sizeof *joint->values);
  if (joint->values) field_of(joint, "start")->given = false;
  return joint->values != NULL;
}

/* The elements are those of the model; nothing of theirs is written to. */
static bool copy_model(SarStartTrial *trial, const SarSystem *s, bool rates, const double *now) {
  SarCounts counts = sar_system_counts(s);
  const SarModel *model = sar_system_model(s);
  size_t count = (size_t)model->nelements;
  trial->model = SAR_NEW(trial->arena, 1, SarModel);
  if (!trial->model) return false;
  *trial->model = *model;
  trial->model->context = trial->quiet;
  trial->model->arena = trial->arena;
  trial->model->elements =
      sar_arena_grow(trial->arena, model->elements, count, count + (size_t)counts.starts, sizeof *model->elements);
  int32_t *accelerations = rates ? find_accelerations(trial->arena, s) : NULL;
  if (!trial->model->elements || (rates && !accelerations)) return false;
  for (int32_t i = 0; i < counts.starts; i++) {
    const SarJointStart *start = sar_system_start(s, i);
    bool wanted = rates ? start->rate.given : start->value.given;
    if (!drop_start(trial, start->element)) return false;
    if (!wanted) continue;
    int32_t taken = rates ? accelerations[start->coordinate] : 0;
    SarModelElement *motion = &trial->model->elements[taken ? taken - 1 : trial->model->nelements++];
    if (!make_motion(trial, s, start, rates, now ? now[i] : 0, motion)) return false;
  }
  return true;
}

SarStatus sar_start_trial_create(const SarStart *s, bool rates, const double *now, SarStartTrial *trial) {
  *trial = (SarStartTrial){.arena = sar_arena_create(), .quiet = sar_context_create()};
  SarStatus status = SAR_NO_MEMORY;
  if (trial->arena && trial->quiet && copy_model(trial, s->system, rates, now)) {
    status = sar_system_compile(trial->quiet, trial->model, &trial->system);
  }
  if (status == SAR_OK) status = sar_workspace_create(trial->quiet, trial->system, NULL, true, &trial->m);
  if (status == SAR_OK) return SAR_OK;
  bool memory = status == SAR_NO_MEMORY;
  sar_start_trial_destroy(trial);
  if (memory) return sar_report_no_memory(s->context);
  return sar_report(s->context, status, sar_nowhere(), NULL, "leave the starts of joints out",
                    "the mechanism with its starts cannot be set up"); /* cannot be: the model itself could */
}

void sar_start_trial_destroy(SarStartTrial *trial) {
  sar_workspace_destroy(&trial->m);
  sar_system_destroy(&trial->system);
  sar_arena_destroy(&trial->arena);
  sar_context_destroy(&trial->quiet);
}

const SarJointStart *sar_start_trial_start(const SarStart *s, const SarStartTrial *trial, int32_t row) {
  int32_t element = sar_row_element(trial->system, row);
  if (element < sar_system_model(s->system)->nelements) return NULL;
  int32_t coordinate = sar_system_place(trial->system, element)->coordinates.first;
  for (int32_t i = 0; i < sar_system_counts(s->system).starts; i++) {
    if (sar_system_start(s->system, i)->coordinate == coordinate) return sar_system_start(s->system, i);
  }
  return NULL;
}
