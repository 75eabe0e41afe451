/* Every column of bodies, frames, joints, motions and forces can be asked for by a measure, and has the same value that
 * way: columns are computed from placements, wrenches and primitives, measures from symbols. At random points that are
 * neither assembled nor consistent. */
#include <stdio.h>
#include <string.h>

#include "system/cases.h"
#include "system/columns.h"

#define MOST 1024

typedef struct World {
  SarContext *context;
  SarArena *arena;
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  SarColumnSet *set;
  bool at_written_pose;
  int32_t nmeasures;
  SarColumn measured[MOST]; /* by measure: the column that it should equal */
  double row[MOST];
} World;

#define OK(call) assert_int_equal((call), SAR_OK)

/* ---- the model ---- */

static void add_frame(SarModel *model, SarElementId owner, const char *name, uint64_t *seed) {
  double at[3], turn[4];
  sar_vec3_store(sar_scale(0.4, random_vector(seed)), at);
  sar_quat_store(sar_quat_exp(sar_scale(2, random_unit(seed))), turn);
  OK(sar_model_add_frame(model, owner, name, at, turn));
}

static void add_body(SarModel *model, const char *name, uint64_t *seed) {
  static const double inertia[3][3] = {{0.5, 0, 0}, {0, 0.7, 0}, {0, 0, 0.9}};
  SarElementId id;
  SarVec3 at = random_vector(seed), com = sar_scale(0.3, random_vector(seed));
  SarQuat p = sar_quat_exp(sar_scale(2, random_unit(seed)));
  OK(sar_model_add(model, "bodies", NULL, name, &id));
  OK(sar_model_set_real(model, id, "mass", 1.5));
  OK(sar_model_set_inertia(model, id, "inertia", inertia));
  OK(sar_model_set_vector(model, id, "at", at.x, at.y, at.z));
  OK(sar_model_set_vector(model, id, "com", com.x, com.y, com.z));
  OK(sar_model_set_quaternion(model, id, "turn", p.w, p.x, p.y, p.z));
  add_frame(model, id, "m", seed);
  add_frame(model, id, "n", seed);
}

static const char *const sides[3][2] = {{"one.m", "two.m"}, {"ground.m", "one.n"}, {"two.n", "ground.n"}};

static SarElementId add_between(SarModel *model, const char *section, const char *type, const char *name, int pair) {
  SarElementId id;
  OK(sar_model_add(model, section, type, name, &id));
  OK(sar_model_set_sides(model, id, "between", sides[pair][0], sides[pair][1]));
  return id;
}

/* Three of one class, so that every side is once the ground, assembled at the written pose: the point rows of a joint
 * that is apart press on two points, and what the ground feels then does not follow from the other body. */
static void add_joints(SarModel *model, const SarElementClass *class) {
  static const char *const bodies[3][2] = {{"one", "two"}, {"ground", "one"}, {"two", "ground"}};
  for (int pair = 0; pair < 3; pair++) {
    char name[32];
    SarElementId id;
    snprintf(name, sizeof name, "joint%d", pair);
    OK(sar_model_add(model, "joints", class->name, name, &id));
    OK(sar_model_set_sides(model, id, "between", bodies[pair][0], bodies[pair][1]));
    if (sar_field_index(class, "at") >= 0) OK(sar_model_set_vector(model, id, "at", 0.3, -0.2 * pair, 0.5));
    if (sar_field_index(class, "axis") >= 0) OK(sar_model_set_vector(model, id, "axis", 0.6, 0, 0.8));
    if (sar_field_index(class, "axis2") >= 0) OK(sar_model_set_vector(model, id, "axis2", 0, 1, 0));
    if (strcmp(class->name, "cam") == 0) OK(sar_model_set_function(model, id, "profile", "0.5 + 0.1*cos(angle)"));
    if (sar_field_index(class, "pitch") >= 0) OK(sar_model_set_real(model, id, "pitch", 0.3));
    if (sar_field_index(class, "pitch_radius") >= 0) OK(sar_model_set_real(model, id, "pitch_radius", 0.3));
  }
}

static void add_springs(SarModel *model) {
  for (int pair = 0; pair < 3; pair++) {
    static const char *const names[4][3] = {{"spring0", "spring1", "spring2"},
                                            {"torsion0", "torsion1", "torsion2"},
                                            {"law0", "law1", "law2"},
                                            {"twist0", "twist1", "twist2"}};
    SarElementId id = add_between(model, "forces", "spring-damper", names[0][pair], pair);
    OK(sar_model_set_real(model, id, "stiffness", 3));
    OK(sar_model_set_real(model, id, "length", 0.4));
    OK(sar_model_set_real(model, id, "damping", 0.7));
    id = add_between(model, "forces", "rotational-spring-damper", names[1][pair], pair);
    OK(sar_model_set_real(model, id, "stiffness", 2));
    OK(sar_model_set_real(model, id, "damping", 0.2));
    id = add_between(model, "forces", "spring-damper", names[2][pair], pair);
    OK(sar_model_set_function(model, id, "law", "3*length^2 + 0.3*rate*cos(t)"));
    id = add_between(model, "forces", "rotational-spring-damper", names[3][pair], pair);
    OK(sar_model_set_function(model, id, "law", "3*sin(angle) + 0.3*rate*cos(t)"));
  }
}

static void add_loads(SarModel *model) {
  SarElementId id = add_between(model, "forces", "force", "push", 0);
  OK(sar_model_set_functions(model, id, "force", "1.2 + sin(3*t)", "-0.7 + t^2", "0.4*cos(t) + t"));
  id = add_between(model, "forces", "torque", "twist", 1);
  OK(sar_model_set_functions(model, id, "torque", "1.2 + sin(3*t)", "-0.7 + t^2", "0.4*cos(t) + t"));
}

static void add_motions(SarModel *model) {
  static const struct {
    const char *name, *type, *joint, *field;
  } list[] = {{"turning", "revolute", "hinge", "rotation"},
              {"sliding", "prismatic", "slider", "translation"},
              {"speeding", "cylindrical", "sleeve", "rotation_velocity"}};
  for (int i = 0; i < SAR_COUNT(list); i++) {
    SarElementId id;
    add_between(model, "joints", list[i].type, list[i].joint, i);
    OK(sar_model_add(model, "motions", NULL, list[i].name, &id));
    OK(sar_model_set_joint(model, id, "joint", list[i].joint));
    OK(sar_model_set_function(model, id, list[i].field, "0.3*sin(2*t) + 0.1"));
  }
}

static void add_relations(SarModel *model) {
  static const char *const hinges[2] = {"hinge", "sleeve"}, *const rack[2] = {"hinge", "slider"};
  SarElementId id;
  add_between(model, "joints", "revolute", "hinge", 0);
  add_between(model, "joints", "prismatic", "slider", 1);
  add_between(model, "joints", "cylindrical", "sleeve", 2);
  OK(sar_model_add(model, "joints", "gear", "mesh", &id));
  OK(sar_model_set_joints(model, id, "joints", hinges, 2));
  OK(sar_model_set_real(model, id, "ratio", -1.7));
  OK(sar_model_add(model, "joints", "rack-pinion", "rack", &id));
  OK(sar_model_set_joints(model, id, "joints", rack, 2));
  OK(sar_model_set_real(model, id, "radius", 0.8));
}

static void world_open(World *w, uint64_t *seed) {
  memset(w, 0, sizeof *w);
  w->context = sar_context_create();
  w->arena = sar_arena_create();
  OK(sar_model_create(w->context, &w->model));
  add_body(w->model, "one", seed);
  add_body(w->model, "two", seed);
  add_frame(w->model, SAR_GROUND, "m", seed);
  add_frame(w->model, SAR_GROUND, "n", seed);
}

static void world_close(World *w) {
  sar_workspace_destroy(&w->m);
  sar_system_destroy(&w->system);
  sar_model_destroy(&w->model);
  sar_arena_destroy(&w->arena);
  sar_context_destroy(&w->context);
}

/* ---- measures ---- */

/* The measure that asks for a column; null: there is none. */
static const SarMeasureClass *measure_of(const SarColumn *column, bool of_body) {
  static const char *const names[][2] = {{"x", "d"}, {"v", "v"}, {"w", "w"}, {"a", "acc"}, {"alpha", "wdt"}};
  const char *quantity = column->quantity;
  size_t n = strlen(quantity);
  if (!of_body) return sar_measure_class_find(quantity);
  for (int i = 0; i < SAR_COUNT(names); i++) {
    char name[32];
    size_t prefix = i == 0 ? 0 : strlen(names[i][0]);
    if (n != prefix + 1 || strncmp(quantity, names[i][0], prefix) != 0) continue;
    snprintf(name, sizeof name, "%s%s", names[i][1], quantity + prefix);
    return sar_measure_class_find(name);
  }
  return NULL;
}

/* Quaternions and energies have no measure. The columns of a body are those of its centre of mass; the frame that its
 * bare name means in an expression is at its reference point: only the rotations agree. */
static bool has_measure(const SarColumn *column, const SarSideName *side) {
  const char *quantity = column->quantity;
  if (strcmp(column->element, "energy") == 0) return false;
  if (!side->body) return true;
  bool rotation = quantity[0] == 'w' || strncmp(quantity, "alpha", 5) == 0;
  return side->frame ? quantity[0] != 'q' : rotation;
}

/* The body and the frame of a column's element "one.m"; false: it is no body. */
static bool split(const World *w, const char *element, SarSideName *side) {
  const char *dot = strchr(element, '.');
  size_t length = dot ? (size_t)(dot - element) : strlen(element);
  const char *body = sar_arena_copy_text_n(w->arena, element, length);
  int32_t index = sar_model_find(w->model, body);
  if (index < 0 || w->model->elements[index].class->section != SAR_SECTION_BODIES) return false;
  *side = (SarSideName){.body = body, .frame = dot ? dot + 1 : NULL};
  return true;
}

static void add_measure(World *w, const SarReference *reference, const SarColumn *column) {
  SarElementId id;
  int32_t index;
  char name[32];
  OK(sar_model_add_reference(w->model, reference, &index));
  snprintf(name, sizeof name, "measure%d", (int)w->nmeasures);
  OK(sar_model_add(w->model, "measures", NULL, name, &id));
  SarModelElement *element = &w->model->elements[sar_model_find(w->model, name)];
  SarValue *value = &element->values[sar_field_index(element->class, "value")];
  value->function[0] = sar_expr_variable(w->model->arena, SAR_REFERENCES + index);
  value->given = true;
  w->measured[w->nmeasures] = *column;
  w->measured[w->nmeasures++].quantity = sar_arena_copy_text(w->arena, column->quantity); /* may be the system's */
}

/* One measure for every column that has one. */
static void ask_for_columns(World *w, const SarColumnSet *set) {
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const SarColumn *column = &sar_column_set_get(set)[i];
    SarReference reference = {.owner = "test", .narguments = 1, .parameter = -1};
    bool of_body = split(w, column->element, &reference.frames[0]);
    if (!has_measure(column, &reference.frames[0])) continue;
    reference.measure = measure_of(column, of_body);
    if (!reference.measure) fail_msg("no measure gives %s.%s", column->element, column->quantity);
    reference.name = reference.measure->name;
    reference.elements[0] = of_body ? NULL : column->element;
    add_measure(w, &reference, column);
  }
}

static void compile(World *w) {
  if (sar_system_compile(w->context, w->model, &w->system) != SAR_OK)
    fail_msg("%s", sar_context_get(w->context, 0)->message);
  OK(sar_workspace_create(w->context, w->system, NULL, false, &w->m));
  OK(sar_column_set_create(w->system, w->arena, &w->set));
  assert_true(sar_column_set_count(w->set) <= MOST);
}

static double value_of(const World *w, const char *element, const char *quantity) {
  for (int32_t i = 0; i < sar_column_set_count(w->set); i++) {
    const SarColumn *column = &sar_column_set_get(w->set)[i];
    if (strcmp(column->element, element) == 0 && strcmp(column->quantity, quantity) == 0) return w->row[i];
  }
  fail_msg("there is no column %s.%s", element, quantity);
  return NAN;
}

static SarVec3 vector_of(const World *w, const char *element, const char *prefix, const char *suffix) {
  double v[3];
  for (int i = 0; i < 3; i++) {
    char name[32];
    snprintf(name, sizeof name, "%s%c%s", prefix, "xyz"[i], suffix);
    v[i] = value_of(w, element, name);
  }
  return sar_vec3_load(v);
}

/* The power of a motion on its bodies. Its column has the prescribed rate instead of the actual one; the two differ
 * here, where velocities obey no constraint. */
static double power_of(const World *w, const char *element) {
  int32_t index = sar_model_find(w->model, element);
  const char *joint = sar_model_value(&w->model->elements[index], "joint")->joints[0];
  const SarValue *between = sar_model_value(&w->model->elements[sar_model_find(w->model, joint)], "between");
  double power = 0;
  for (int side = 0; side < 2; side++) {
    char frame[32];
    const char *suffix = side ? "2" : "";
    if (strcmp(between->side[side].body, "ground") == 0) continue;
    snprintf(frame, sizeof frame, "%s.%s", between->side[side].body, between->side[side].frame);
    power += sar_dot(vector_of(w, element, "f", suffix), vector_of(w, frame, "v", ""));
    power += sar_dot(vector_of(w, element, "t", suffix), vector_of(w, frame, "w", ""));
  }
  return power;
}

static void check_columns(World *w, uint64_t *seed) {
  CasePoint point;
  case_point(w->system, seed, &point);
  if (w->at_written_pose) memcpy(point.q, w->system->q0, 7 * (size_t)w->system->nbodies * sizeof *point.q);
  SarPoint at = case_view(&point);
  OK(sar_column_set_evaluate(w->set, w->m, &at, &(SarEnergyRecord){0}, w->row));
  for (int32_t i = 0; i < w->nmeasures; i++) {
    const SarColumn *column = &w->measured[i];
    char name[32];
    snprintf(name, sizeof name, "measure%d", (int)i);
    double value = value_of(w, name, "value"), expected = value_of(w, column->element, column->quantity);
    if (strcmp(column->quantity, "power") == 0) expected = power_of(w, column->element);
    if (!(fabs(value - expected) <= 1e-12 * (1 + fabs(expected))))
      fail_msg("%s.%s is %.17g, its measure %.17g", column->element, column->quantity, expected, value);
  }
}

/* Compiles the model, asks for every column by a measure, compiles again and compares. */
static void check_world(World *w, uint64_t *seed) {
  compile(w);
  ask_for_columns(w, w->set);
  sar_workspace_destroy(&w->m);
  sar_system_destroy(&w->system);
  compile(w);
  for (int n = 0; n < 3; n++) check_columns(w, seed);
  world_close(w);
}

static void columns_of_joints(void **state) {
  (void)state;
  uint64_t seed = 3;
  static World w;
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    const SarElementClass *class = sar_element_class(c);
    if (!class->joint || class->joint->relation) continue;
    world_open(&w, &seed);
    add_joints(w.model, class);
    w.at_written_pose = true;
    check_world(&w, &seed);
  }
}

static void check_kind(void (*add)(SarModel *model)) {
  uint64_t seed = 3;
  static World w;
  world_open(&w, &seed);
  add(w.model);
  check_world(&w, &seed);
}

static void columns_of_springs(void **state) {
  (void)state;
  check_kind(add_springs);
}

static void columns_of_loads(void **state) {
  (void)state;
  check_kind(add_loads);
}

static void columns_of_motions(void **state) {
  (void)state;
  check_kind(add_motions);
}

static void columns_of_relations(void **state) {
  (void)state;
  check_kind(add_relations);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_of_joints),  cmocka_unit_test(columns_of_springs),   cmocka_unit_test(columns_of_loads),
      cmocka_unit_test(columns_of_motions), cmocka_unit_test(columns_of_relations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
