#include "system/cases.h"

#include <stdio.h>
#include <string.h>

#include "element/joint/ball_friction.h"
#include "system/texts.h"

/* ---- the two bodies ---- */

static void random_numbers(uint64_t *seed, double scale, int32_t count, double *out) {
  for (int32_t i = 0; i < count; i++) out[i] = scale * random_real(seed);
}

static void random_quaternion(uint64_t *seed, double out[4]) {
  sar_quat_store(sar_quat_exp(sar_scale(2, random_unit(seed))), out);
}

/* R diag R^T with moments that obey the triangle inequality */
static void random_inertia(uint64_t *seed, double out[3][3]) {
  double moments[3] = {0.5, 0.7, 0.9};
  SarMat3 r = random_rotation(seed), d = sar_mat3_zero();
  for (int i = 0; i < 3; i++) d.m[i][i] = moments[i] + 0.1 * random_real(seed);
  SarMat3 rd = sar_mat3_mul(&r, &d), tensor = sar_mat3_mult(&rd, &r);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out[i][j] = (tensor.m[i][j] + tensor.m[j][i]) / 2;
  }
}

static void add_frame(SarModel *model, SarElementId owner, const char *name, uint64_t *seed) {
  double at[3], turn[4];
  random_numbers(seed, 0.4, 3, at);
  random_quaternion(seed, turn);
  assert_int_equal(sar_model_add_frame(model, owner, name, at, turn), SAR_OK);
}

static void add_body(SarModel *model, const char *name, uint64_t *seed) {
  SarElementId body;
  double tensor[3][3], p[4];
  SarVec3 at = random_vector(seed), com = sar_scale(0.3, random_vector(seed));
  assert_int_equal(sar_model_add(model, "bodies", NULL, name, &body), SAR_OK);
  random_inertia(seed, tensor);
  random_quaternion(seed, p);
  assert_int_equal(sar_model_set_real(model, body, "mass", 1.5 + 0.5 * random_real(seed)), SAR_OK);
  assert_int_equal(sar_model_set_inertia(model, body, "inertia", (const double(*)[3])tensor), SAR_OK);
  assert_int_equal(sar_model_set_vector(model, body, "at", at.x, at.y, at.z), SAR_OK);
  assert_int_equal(sar_model_set_vector(model, body, "com", com.x, com.y, com.z), SAR_OK);
  assert_int_equal(sar_model_set_quaternion(model, body, "turn", p[0], p[1], p[2], p[3]), SAR_OK);
  add_frame(model, body, "m", seed);
  add_frame(model, body, "n", seed);
}

static void add_world(SarModel *model, uint64_t *seed) {
  add_body(model, "one", seed);
  add_body(model, "two", seed);
  add_frame(model, SAR_GROUND, "m", seed);
  add_frame(model, SAR_GROUND, "n", seed);
  sar_model_set_gravity(model, 1.3, -2.1, -9.3);
}

/* ---- fields by their kind ---- */

static const char *const sides[3][2] = {{"one.m", "two.m"}, {"ground.m", "one.n"}, {"two.n", "ground.n"}};

/* A smooth function that depends on all of its variables. */
static void function_text(const SarField *field, char *text, size_t size) {
  SarVariables variables = sar_field_variables(field);
  int used = snprintf(text, size, "0.3");
  for (int32_t i = 0; i < variables.count; i++) {
    used += snprintf(text + used, size - (size_t)used, " + %d*sin(%d*%s)*cos(%s)", i + 1, i + 1, variables.list[i].name,
                     variables.list[(i + 1) % variables.count].name);
  }
  assert_true((size_t)used < size);
}

static bool has_function(const SarElementClass *class) {
  for (int32_t i = 0; i < class->nfields; i++) {
    if (class->fields[i].kind == SAR_FIELD_FUNCTION) return true;
  }
  return false;
}

typedef struct Filling {
  const SarElementClass *class;
  int variant; /* 0: numbers, axes of the frames; 1: laws, `follow`, axes given */
  int pair;    /* which two sides */
  uint64_t *seed;
} Filling;

/* Friction, damping and stops of a joint: left out in variant 0. In variant 1 the first joint is in its upper stop, the
 * second in its lower one, the third between them, none near a kink. */
static SarStatus fill_passive(SarModel *model, SarElementId id, const SarField *field, const Filling *f) {
  static const struct {
    const char *name;
    double value;
  } numbers[] = {{"stop_stiffness", 3},   {"stop_damping", 0.4},     {"stop_depth", 20},
                 {"stop_exponent", 1.5},  {"static_friction", 0.45}, {"friction", 0.3},
                 {"friction_preload", 2}, {"bending_arm", 0.6},      {"stiction_velocity", 0.4},
                 {"pin_radius", 0.2},     {"axial_radius", 0.1},     {"damping", 0.7},
                 {"sliding_ratio", 1.5},  {"torsion_arm", 0.5},      {"bending_arm_growth", 0.1},
                 {"friction_limit", 1e6}, {"ball_radius", 0.2}};
  static const double stops[3][2] = {{-9, -8}, {8, 9}, {-9, 9}};
  if (f->variant == 0) return SAR_OK;
  if (field->kind == SAR_FIELD_REALS) return sar_model_set_reals(model, id, field->name, stops[f->pair], 2);
  const char *name = strncmp(field->name, "angle_", 6) == 0 ? field->name + 6 : field->name;
  if (strncmp(name, "x_", 2) == 0 || strncmp(name, "y_", 2) == 0) name += 2;
  for (int i = 0; i < SAR_COUNT(numbers); i++) {
    if (strcmp(name, numbers[i].name) == 0) return sar_model_set_real(model, id, field->name, numbers[i].value);
  }
  fail_msg("no value for the field `%s` of class %s", field->name, f->class->name);
  return SAR_FAILED;
}

static bool is_passive(const SarElementClass *class, const SarField *field) {
  bool number = field->kind == SAR_FIELD_REAL || field->kind == SAR_FIELD_REALS;
  bool passive = class->equations == &sar_joint_passive || class->equations == &sar_joint_ball_friction;
  return passive && field->fallback && number;
}

static void fill_field(SarModel *model, SarElementId id, int32_t index, const Filling *f) {
  const SarField *field = &f->class->fields[index];
  bool numbers = f->variant == 0 || !has_function(f->class);
  SarVec3 v = random_unit(f->seed);
  char text[256];
  SarStatus status = SAR_OK;
  if (is_passive(f->class, field)) {
    assert_int_equal(fill_passive(model, id, field, f), SAR_OK);
    return;
  }
  switch (field->kind) {
    case SAR_FIELD_SIDES:
      status = sar_model_set_sides(model, id, field->name, sides[f->pair][0], sides[f->pair][1]);
      break;
    case SAR_FIELD_SIDE: status = sar_model_set_side(model, id, field->name, sides[(f->pair + 1) % 3][1]); break;
    case SAR_FIELD_REAL:
      if (numbers) status = sar_model_set_real(model, id, field->name, 1.1 + 0.5 * random_real(f->seed));
      break;
    case SAR_FIELD_VECTOR: /* both sides are frames: no common point */
      if (strcmp(field->name, "at") == 0) break;
      status = sar_model_set_vector(model, id, field->name, 2 + v.x, 2 + v.y, 2 + v.z);
      break;
    case SAR_FIELD_AXIS:
      if (f->variant == 1) status = sar_model_set_vector(model, id, field->name, v.x, v.y, v.z);
      break;
    case SAR_FIELD_FUNCTION:
      if (f->variant == 0) break;
      function_text(field, text, sizeof text);
      status = sar_model_set_function(model, id, field->name, text);
      break;
    case SAR_FIELD_FUNCTIONS3:
      status = sar_model_set_functions(model, id, field->name, "1.2 + sin(3*t)", "-0.7 + t^2", "0.4*cos(t) + t");
      break;
    case SAR_FIELD_BOOL: status = sar_model_set_bool(model, id, field->name, f->variant == 1); break;
    case SAR_FIELD_CHOICE: /* the last one */
      if (f->variant == 0) break;
      text[0] = 0;
      strncat(text, strrchr(field->choices, ' ') ? strrchr(field->choices, ' ') + 1 : field->choices, sizeof text - 1);
      status = sar_model_set_choice(model, id, field->name, text);
      break;
    case SAR_FIELD_STARTS: break; /* of assembly */
    default:
      fail_msg("no model for class %s: its field `%s` is of a kind this test does not fill", f->class->name,
               field->name);
  }
  if (status != SAR_OK) fail_msg("the field `%s` of class %s was refused", field->name, f->class->name);
}

/* ---- joints and forces ---- */

static SarElementId add_joint(SarModel *model, const char *type, const char *name, const char *first,
                              const char *second) {
  SarElementId id;
  assert_int_equal(sar_model_add(model, "joints", type, name, &id), SAR_OK);
  assert_int_equal(sar_model_set_sides(model, id, "between", first, second), SAR_OK);
  return id;
}

static void add_between(SarModel *model, const SarElementClass *class, int variant, uint64_t *seed) {
  for (int pair = 0; pair < 3; pair++) {
    char name[32];
    SarElementId id;
    Filling filling = {class, variant, pair, seed};
    snprintf(name, sizeof name, "tested%d", pair);
    assert_int_equal(sar_model_add(model, sar_section_name(class->section), class->name, name, &id), SAR_OK);
    for (int32_t i = 0; i < class->nfields; i++) fill_field(model, id, i, &filling);
  }
}

/* Relations stand on joints. Which kinds of joints a class takes only its file knows. Variant 1 stands on two joints
 * with the ground, so that its action on the two second sides is its action on all moving bodies. */
static void add_relation(SarModel *model, const SarElementClass *class, int variant) {
  static const struct {
    const char *class, *joints[3], *field;
    double values[3];
    int32_t count;
  } known[] = {
      {"gear", {"hinge", "sleeve"}, "ratio", {-1.7}, 2},
      {"rack-pinion", {"hinge", "slider"}, "radius", {0.8}, 2},
      {"coupler", {"hinge", "slider", "sleeve"}, "ratios", {1.3, -0.7, 0.9}, 3},
  };
  add_joint(model, "revolute", "hinge", variant ? "ground.m" : "one.m", variant ? "one.m" : "two.m");
  add_joint(model, "prismatic", "slider", "ground.m", "one.n");
  add_joint(model, "cylindrical", "sleeve", variant ? "ground.n" : "two.n", variant ? "two.n" : "ground.n");
  for (int i = 0; i < SAR_COUNT(known); i++) {
    if (strcmp(known[i].class, class->name) != 0) continue;
    SarElementId id;
    int32_t count = variant ? 2 : known[i].count;
    assert_int_equal(sar_model_add(model, "joints", class->name, "tested", &id), SAR_OK);
    assert_int_equal(sar_model_set_joints(model, id, "joints", known[i].joints, count), SAR_OK);
    static const char *const words[3] = {"angle", "displacement", "displacement"};
    if (variant == 0 && sar_field_index(class, "coordinates") >= 0) {
      assert_int_equal(sar_model_set_words(model, id, "coordinates", words, count), SAR_OK);
    }
    SarFieldKind kind = class->fields[sar_field_index(class, known[i].field)].kind;
    assert_int_equal(kind == SAR_FIELD_REALS ? sar_model_set_reals(model, id, known[i].field, known[i].values, count)
                                             : sar_model_set_real(model, id, known[i].field, known[i].values[0]),
                     SAR_OK);
    return;
  }
  fail_msg("no model for class %s: say in tests/system/cases.c which joints it relates", class->name);
}

/* ---- motions ---- */

/* What a motion can drive: coordinates of joints, and frames. */
static const struct {
  const char *joint, *coordinate; /* joint "": two frames, then it is a component */
  bool rotation;
} driven[] = {{"revolute", NULL, true},
              {"cylindrical", NULL, true},
              {"universal", "angle1", true},
              {"universal", "angle2", true},
              {NULL, NULL, true},
              {"", "b1", true},
              {"", "b2", true},
              {"", "b3", true},
              {"prismatic", NULL, false},
              {"cylindrical", NULL, false},
              {"planar", "displacement_y", false},
              {NULL, NULL, false},
              {"", "x", false},
              {"", "z", false}};

static void add_motion(SarModel *model, const SarField *field, int target, uint64_t *seed) {
  SarElementId id;
  assert_int_equal(sar_model_add(model, "motions", NULL, "tested", &id), SAR_OK);
  assert_int_equal(sar_model_set_function(model, id, field->name, "0.3*sin(2*t) + 0.1*t^2 + 0.2"), SAR_OK);
  if (driven[target].joint && !driven[target].joint[0]) {
    assert_int_equal(sar_model_set_sides(model, id, "between", "two.n", "one.m"), SAR_OK);
    assert_int_equal(sar_model_set_choice(model, id, "component", driven[target].coordinate), SAR_OK);
  } else if (driven[target].joint) {
    add_joint(model, driven[target].joint, "driven", "one.m", "two.m");
    assert_int_equal(sar_model_set_joint(model, id, "joint", "driven"), SAR_OK);
    if (driven[target].coordinate) {
      assert_int_equal(sar_model_set_choice(model, id, "coordinate", driven[target].coordinate), SAR_OK);
    }
  } else {
    SarVec3 axis = random_unit(seed);
    assert_int_equal(sar_model_set_side(model, id, "frame", "two.n"), SAR_OK);
    assert_int_equal(
        sar_model_set_vector(model, id, driven[target].rotation ? "about" : "along", axis.x, axis.y, axis.z), SAR_OK);
  }
}

/* ---- the list of cases ---- */

/* Bodies, joints and the forces that are mathematics of their own: made from their fields. What consists of equations
 * has texts. */
static bool is_filled(const SarElementClass *class) {
  bool joint = class->joint && !class->joint->presses;
  return class->section == SAR_SECTION_BODIES || joint || class->force || class->part;
}

typedef struct Case {
  const SarElementClass *class;
  int variant;           /* motions: index of what is driven */
  const SarField *field; /* motions: the function given */
} Case;

static bool is_rotation(const SarField *field) { return strncmp(field->name, "rotation", 8) == 0; }

/* Finds a case; index = -1 counts them. */
static int32_t walk(int32_t index, Case *found) {
  int32_t count = 0;
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    const SarElementClass *class = sar_element_class(c);
    bool motion = class->section == SAR_SECTION_MOTIONS;
    for (int variant = 0; variant < 2 && is_filled(class); variant++, count++) {
      if (count == index) *found = (Case){class, variant, NULL};
    }
    for (int32_t f = 0; motion && f < class->nfields; f++) {
      const SarField *field = &class->fields[f];
      if (field->kind != SAR_FIELD_FUNCTION) continue;
      for (int target = 0; target < SAR_COUNT(driven); target++) {
        if (driven[target].rotation != is_rotation(field)) continue;
        if (count++ == index) *found = (Case){class, target, field};
      }
    }
  }
  return count;
}

int32_t case_count(void) { return walk(-1, NULL) + case_text_count(); }

static void name_case(const Case *c, CaseLabel *label) {
  if (!c->field) {
    snprintf(label->text, sizeof label->text, "%s, variant %d", c->class->name, c->variant);
    return;
  }
  const char *joint = driven[c->variant].joint, *coordinate = driven[c->variant].coordinate;
  snprintf(label->text, sizeof label->text, "motion, %s of %s%s%s", c->field->name,
           !joint     ? "frame"
           : joint[0] ? joint
                      : "frames",
           coordinate ? " " : "", coordinate ? coordinate : "");
}

#define TEXTS 81 /* texts are numbered from here */

uint64_t case_seed(int32_t index) {
  Case c = {0};
  CaseLabel label;
  uint64_t hash = 14695981039346656037u;
  int32_t filled = walk(index, &c);
  if (index >= filled) return TEXTS + (uint64_t)(index - filled);
  name_case(&c, &label);
  for (const char *at = label.text; *at; at++) hash = (hash ^ (uint8_t)*at) * 1099511628211u;
  return hash % 100000;
}

static void fail_with_messages(const SarContext *context, const CaseLabel *label) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    print_message("%s: %s\n", label->text, sar_context_get(context, i)->message);
  }
  fail_msg("no model for class %s", label->text);
}

void case_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system) {
  Case c = {0};
  uint64_t seed = 1000 + case_seed(index);
  int32_t filled = walk(index, &c);
  if (index >= filled) {
    case_text_build(context, index - filled, label, model, system);
    return;
  }
  assert_int_equal(sar_model_create(context, model), SAR_OK);
  add_world(*model, &seed);
  name_case(&c, label);
  if (c.field) {
    add_motion(*model, c.field, c.variant, &seed);
  } else {
    if (c.class->section == SAR_SECTION_BODIES) {
      add_body(*model, "three", &seed);
    } else if (c.class->joint && c.class->joint->relation) {
      add_relation(*model, c.class, c.variant);
    } else {
      add_between(*model, c.class, c.variant, &seed);
    }
  }
  if (sar_system_compile(context, *model, system) != SAR_OK) fail_with_messages(context, label);
}

/* ---- points ---- */

void case_point(const SarSystem *system, uint64_t *seed, CasePoint *point) {
  double dq[CASE_MOST] = {0};
  int32_t nv = sar_system_nv(system);
  assert_true(sar_system_nq(system) <= CASE_MOST && system->nposition <= CASE_MOST);
  assert_true(system->nalgebraic <= CASE_MOST && system->nstates <= CASE_MOST);
  *point = (CasePoint){.t = 0.37};
  memcpy(point->q, system->q0, (size_t)sar_system_nq(system) * sizeof(double));
  random_numbers(seed, 0.3, nv, dq);
  case_move(system, 1, dq, point->q);
  random_numbers(seed, 1, nv, point->v);
  random_numbers(seed, 3, nv, point->a);
  random_numbers(seed, 5, system->nposition, point->lambda);
  random_numbers(seed, 5, system->nvelocity, point->mu);
  random_numbers(seed, 1, system->nstates, point->x);
  random_numbers(seed, 1, system->nstates, point->xdot);
  random_numbers(seed, 1, system->nalgebraic, point->z);
}

SarPoint case_view(const CasePoint *p) {
  return (SarPoint){.t = p->t,
                    .q = p->q,
                    .v = p->v,
                    .a = p->a,
                    .lambda = p->lambda,
                    .mu = p->mu,
                    .x = p->x,
                    .xdot = p->xdot,
                    .z = p->z};
}

void case_move(const SarSystem *system, double s, const double *dq, double *q) {
  for (int32_t b = 0; b < system->nbodies; b++) {
    for (int i = 0; i < 3; i++) q[7 * b + i] += s * dq[6 * b + i];
    SarQuat turn = sar_quat_exp(sar_scale(s, sar_vec3_load(dq + 6 * b + 3)));
    sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(q + 7 * b + 3), turn)), q + 7 * b + 3);
  }
  for (int32_t i = 0; i < system->ncoords; i++) q[7 * system->nbodies + i] += s * dq[6 * system->nbodies + i];
}

void case_derivative(CaseFunction *function, void *self, int32_t count, double *out) {
  const double h = 5e-4, offset[6] = {1, -1, 2, -2, 3, -3}, factor[6] = {45, -45, -9, 9, 1, -1};
  double values[3 * CASE_MOST];
  memset(out, 0, (size_t)count * sizeof *out);
  for (int k = 0; k < 6; k++) {
    function(self, offset[k] * h, values);
    for (int32_t i = 0; i < count; i++) out[i] += factor[k] * values[i] / (60 * h);
  }
}
