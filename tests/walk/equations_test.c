/* Every class that consists of equations, in a small model: the iteration matrix against differences of the residual,
 * at random points that satisfy no equation and with random weights; and the rates of constraints against differences
 * of their values. A class that is added to the registry asks for a line here. */
#include <stdlib.h>
#include <string.h>

#include "element/support.h"
#include "read/read.h"
#include "system/mechanism.h"

#define MOST 96
#define TOLERANCE 1e-7

static const char world[] =
    "model: m\n"
    "gravity: [1, 2, -9]\n"
    "ground: {frames: {g: {at: [0.2, -0.1, 0.3], turn: {axis: [1, 2, 3], angle: 0.4}}}}\n"
    "bodies:\n"
    "  one: {mass: 2, inertia: [[1, 0.1, 0.05], [0.1, 1.2, -0.1], [0.05, -0.1, 0.9]], com: [0.1, 0.2, -0.1], at: [0.3, "
    "0.2, 0.9], turn: {axis: [1, 1, 0], angle: 0.5}, frames: {m: {at: [0.2, 0.1, 0.3], turn: {axis: [1, 0, 2], angle: "
    "1}}}}\n"
    "  two: {mass: 3, inertia: [[1.4, 0.2, 0.1], [0.2, 1.3, 0.1], [0.1, 0.1, 1.2]], com: [-0.1, 0.1, 0.2], at: [1.4, "
    "0.8, 0.5], turn: {axis: [0, 1, 1], angle: -0.7}, frames: {n: {at: [-0.2, 0.3, 0.1], turn: {axis: [3, 1, 1], "
    "angle: 2}}}}\n";

/* Forces and coordinates that all cases have, so that expressions have something to speak of. */
static const char rest[] =
    "coordinates: {p: {mass: 2, at: 0.3}, q: {mass: \"1 + p^2\", kind: angle}%s}\n"
    "variables: {v0: \"dx(one, two) + p*rate(q)\"}\n"
    "simulate: {end: 1}\n";

#define EVERYTHING "dm(one, two.n) + 0.3*vx(two, one, one.m) + wz(one)*p + 0.1*rate(q)^2 + 0.2*v0 + sin(t)"
#define FRICTION "friction: 0.3, static_friction: 0.5, stiction_velocity: 1.5, friction_preload: 2, bending_arm: 0.7"
#define STOPS(p)                                                                                                   \
  p "damping: 0.4, " p "stops: [-0.1, 0.05], " p "stop_stiffness: 5, " p "stop_damping: 2, " p "stop_depth: 3, " p \
    "stop_exponent: 2.5"

static const struct {
  SarSection section;
  const char *class, *entry;
} cases[] = {
    {SAR_SECTION_JOINTS, "revolute",
     "between: [one.m, two.n], pin_radius: 0.8, axial_radius: 0.2, " FRICTION ", " STOPS("")},
    {SAR_SECTION_JOINTS, "prismatic", "between: [ground.g, two.n], " FRICTION ", " STOPS("")},
    {SAR_SECTION_JOINTS, "cylindrical",
     "between: [one.m, two.n], pin_radius: 0.8, " FRICTION ", " STOPS("") ", " STOPS("angle_")},
    {SAR_SECTION_JOINTS, "screw",
     "between: [one.m, ground.g], pitch: 0.3, pin_radius: 0.8, " FRICTION ", " STOPS("angle_")},
    {SAR_SECTION_JOINTS, "universal", "between: [one.m, two.n], pin_radius: 0.8, " FRICTION ", " STOPS("")},
    {SAR_SECTION_JOINTS, "point-on-line", "between: [one.m, two.n], " FRICTION ", " STOPS("")},
    {SAR_SECTION_FORCES, "force", "between: [one.m, two.n], force: [\"" EVERYTHING "\", t, \"fm(x)\"], follow: true"},
    {SAR_SECTION_FORCES, "torque", "between: [one.m, two.n], torque: [1, \"" EVERYTHING "\", 2]"},
    {SAR_SECTION_FORCES, "wrench",
     "between: [one.m, two.n], force: [\"" EVERYTHING "\", 1, 0], torque: [\"fx(x)\", t, \"p\"], axes: one.m"},
    {SAR_SECTION_FORCES, "spring-damper", "between: [one.m, two.n], law: \"length^2*(" EVERYTHING ") + rate\""},
    {SAR_SECTION_FORCES, "rotational-spring-damper", "between: [one.m, two.n], law: \"angle*(" EVERYTHING ") + rate\""},
    {SAR_SECTION_FORCES, "generalized", "coordinate: q, force: \"" EVERYTHING "\""},
    {SAR_SECTION_COORDINATES, "coordinate", "mass: \"1 + cos(q)^2 + 0.1*dm(one, two)\", at: 0.2, kind: number"},
    {SAR_SECTION_STATES, "state", "equation: \"dif1(tested)*(1 + p^2) + tested^2 + " EVERYTHING "\""},
    {SAR_SECTION_STATES, "vector", "rate: [\"state(tested, 2)*p\", \"-state(tested, 1) + " EVERYTHING "\"]"},
    {SAR_SECTION_STATES, "filter", "input: \"" EVERYTHING "\", time_constant: 0.2"},
    {SAR_SECTION_STATES, "pid",
     "input: \"" EVERYTHING "\", kp: 2, ki: 3, kd: 0.5, filter: 0.3, lower: -90, tracking: 2"},
    {SAR_SECTION_STATES, "transfer-function",
     "input: \"" EVERYTHING "\", numerator: [1, 2, 3], denominator: [2, 1, 0.5]"},
    {SAR_SECTION_STATES, "state-space",
     "inputs: [\"" EVERYTHING
     "\", t], a: [[1, 2], [3, 4]], b: [[1, 0], [2, 1]], c: [[1, 2], [0, 1]], d: [[1, 0], [0, 2]]"},
    {SAR_SECTION_VARIABLES, "variable", "equation: \"tested^3 + tested + " EVERYTHING "\""},
    {SAR_SECTION_EQUATIONS, "constraint", "position: \"dm(one.m, two.n)*p + cos(q) - dx(two)^2 + t\""},
    {SAR_SECTION_EQUATIONS, "rolling-disk", "between: [one.m, two.n], radius: 0.4"},
    {SAR_SECTION_EQUATIONS, "rolling-wheel", "between: [ground.g, two.n], radius: 0.4, crown: 0.1"},
    {SAR_SECTION_EQUATIONS, "rolling-sphere", "between: [one.m, two.n], radius: 0.4"},
    {SAR_SECTION_EQUATIONS, "knife-edge", "between: [one.m, two.n]"},
    {SAR_SECTION_MEASURES, "measure", "value: \"" EVERYTHING "\""},
};
#define NCASES ((int)(sizeof cases / sizeof *cases))

/* A joint `x` whose reactions forces may speak of, unless a joint is tested. */
static void model_text(int index, char *text, size_t size) {
  SarSection section = cases[index].section;
  const char *name = sar_section_name(section), *class = cases[index].class, *entry = cases[index].entry;
  bool joint = section == SAR_SECTION_JOINTS, coordinate = section == SAR_SECTION_COORDINATES;
  bool variable = section == SAR_SECTION_VARIABLES;
  int used = snprintf(text, size, "%s", world);
  if (!joint) {
    used += snprintf(text + used, size - (size_t)used,
                     "joints: {x: {type: spherical, between: [one.m, two.n]}, y: {type: revolute, between: [ground.g, "
                     "two]}}\n");
  }
  char own[600] = "";
  if (coordinate) snprintf(own, sizeof own, ", tested: {%s}", entry);
  char tail[1200];
  snprintf(tail, sizeof tail, rest, own);
  if (variable) { /* the section is there already */
    char *place = strstr(tail, "variables: {") + strlen("variables: {");
    char more[1200];
    snprintf(more, sizeof more, "%.*stested: {%s}, %s", (int)(place - tail), tail, entry, place);
    snprintf(tail, sizeof tail, "%s", more);
  } else if (!coordinate) {
    bool typed = sar_section_has_types(section);
    used += snprintf(text + used, size - (size_t)used, "%s: {tested: {%s%s%s%s}}\n", name, typed ? "type: " : "",
                     typed ? class : "", typed ? ", " : "", entry);
  }
  used += snprintf(text + used, size - (size_t)used, "%s", tail);
  assert_true((size_t)used < size);
}

typedef struct Point {
  double t, q[MOST], v[MOST], a[MOST], lambda[MOST], mu[MOST], x[MOST], xdot[MOST], z[MOST];
} Point;

typedef enum Rows { DYNAMICS, POSITION, VELOCITY, STATES, ALGEBRAIC, NROWS } Rows;

typedef struct Bench {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarMechanism *m;
  int32_t n, nb, first[NROWS + 1];
  Point point;
  SarWeights weights;
  double rotation[18];
} Bench;

static void fill(uint64_t *seed, double size, int32_t count, double *out) {
  for (int32_t i = 0; i < count; i++) out[i] = size * random_real(seed);
}

/* q (+) dq */
static void move(const Bench *b, const double *dq, double *q) {
  for (int32_t body = 0; body < b->nb; body++) {
    for (int i = 0; i < 3; i++) q[7 * body + i] += dq[6 * body + i];
    SarQuat turn = sar_quat_exp(sar_vec3_load(dq + 6 * body + 3));
    sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(q + 7 * body + 3), turn)), q + 7 * body + 3);
  }
  for (int32_t i = 6 * b->nb; i < b->m->problem.n.nv; i++) q[b->nb + i] += dq[i];
}

static void open_bench(Bench *b, int index, uint64_t seed) {
  char text[6000];
  *b = (Bench){.context = sar_context_create()};
  model_text(index, text, sizeof text);
  SarStatus status = sar_model_read_text(b->context, "m", text, strlen(text), NULL, &b->model);
  if (status == SAR_OK) status = sar_system_compile(b->context, b->model, &b->system);
  if (status != SAR_OK) {
    for (int32_t i = 0; i < sar_context_count(b->context); i++) {
      print_message("%s: %s\n", cases[index].class, sar_context_get(b->context, i)->message);
    }
    fail_msg("no model of %s:\n%s", cases[index].class, text);
  }
  assert_int_equal(sar_mechanism_create(b->context, b->system, NULL, false, &b->m), SAR_OK);
  const SarSizes *n = &b->m->problem.n;
  const int32_t sizes[NROWS] = {n->nv, n->np, n->nn, n->nx, n->nz};
  for (int k = 0; k < NROWS; k++) b->first[k + 1] = b->first[k] + sizes[k];
  b->n = sar_sizes_unknowns(n);
  b->nb = b->system->nbodies;
  assert_true(b->n <= MOST && b->nb == 2);
  Point *p = &b->point;
  double dq[MOST], w[7];
  p->t = 0.37;
  memcpy(p->q, b->system->q0, (size_t)n->nq * sizeof *p->q);
  fill(&seed, 0.3, n->nv, dq), move(b, dq, p->q);
  fill(&seed, 1, n->nv, p->v), fill(&seed, 3, n->nv, p->a), fill(&seed, 5, n->np, p->lambda);
  fill(&seed, 5, n->nn, p->mu), fill(&seed, 1, n->nx, p->x), fill(&seed, 1, n->nx, p->xdot);
  fill(&seed, 2, n->nz, p->z), fill(&seed, 1, 7, w), fill(&seed, 1, 18, b->rotation);
  for (int i = 0; i < 7; i++) w[i] += 1.5;
  for (int i = 0; i < 18; i += 4 + i % 9 / 8) b->rotation[i] += 1; /* the two diagonals */
  b->weights = (SarWeights){w[0], w[1], w[2], w[3], w[4], w[5], w[6], b->rotation};
}

static void close_bench(Bench *b) {
  sar_mechanism_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

static SarPoint view(const Point *p) {
  return (SarPoint){p->t, p->q, p->v, p->a, p->lambda, p->mu, p->x, p->xdot, p->z};
}

/* Moves unknown j by s as rows of one kind see it (method/problem.h). */
static void residual_moved(Bench *b, Rows rows, int32_t j, double s, double *r) {
  Point p = b->point;
  const SarWeights *w = &b->weights;
  double dq[MOST] = {0}, q = rows == POSITION ? 1 : rows == VELOCITY ? w->velocity_q : w->q;
  if (j < b->first[POSITION]) {
    if (rows == VELOCITY) p.v[j] += s;
    if (rows != VELOCITY && rows != POSITION) p.a[j] += s * w->a, p.v[j] += s * w->v;
    int32_t body = j / 6, axis = j % 6;
    dq[j] = s * q;
    if (body < b->nb && axis >= 3) {
      for (int i = 0; i < 3; i++) dq[6 * body + 3 + i] = s * q * b->rotation[9 * body + 3 * i + axis - 3];
    }
    move(b, dq, p.q);
  } else if (j < b->first[VELOCITY]) {
    p.lambda[j - b->first[POSITION]] += s;
  } else if (j < b->first[STATES]) {
    p.mu[j - b->first[VELOCITY]] += s;
  } else if (j < b->first[ALGEBRAIC]) {
    p.xdot[j - b->first[STATES]] += s * w->xdot;
    p.x[j - b->first[STATES]] += s * (rows == VELOCITY ? w->velocity_x : w->x);
  } else {
    p.z[j - b->first[ALGEBRAIC]] += s;
  }
  SarPoint at = view(&p);
  assert_int_equal(sar_mechanism_residual(&b->m->problem, &at, r), SAR_OK);
}

typedef double Matrix[MOST][MOST];

static void differences(Bench *b, Matrix out) {
  static const double offset[4] = {1, -1, 2, -2}, factor[4] = {8, -8, -1, 1};
  const double h = 1e-3;
  memset(out, 0, sizeof(Matrix));
  for (int32_t j = 0; j < b->n; j++) {
    for (int k = 0; k < 4 * NROWS; k++) {
      Rows rows = (Rows)(k / 4);
      double r[MOST];
      residual_moved(b, rows, j, offset[k % 4] * h, r);
      for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) out[i][j] += factor[k % 4] * r[i] / (12 * h);
    }
  }
}

static void assembled(const Bench *b, Matrix out) {
  const SarPattern *p = &b->m->problem.pattern;
  double *values = calloc((size_t)p->column[b->n] + 1, sizeof *values);
  SarPoint at = view(&b->point);
  assert_non_null(values);
  assert_int_equal(sar_mechanism_jacobian(&b->m->problem, &at, &b->weights, values), SAR_OK);
  memset(out, 0, sizeof(Matrix));
  for (int32_t j = 0; j < b->n; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) out[p->row[k]][j] = values[k];
  }
  free(values);
}

static void compare_block(const Bench *b, const char *what, int rows, int columns, Matrix exact, Matrix measured) {
  double largest = 0;
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) largest = fmax(largest, fabs(measured[i][j]));
  }
  if (largest < 1e-9) largest = 1; /* nothing but rounding: must be zero */
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) {
      if (fabs(exact[i][j] - measured[i][j]) <= TOLERANCE * largest) continue;
      fail_msg("%s: row %d (kind %d), unknown %d (kind %d): %.12g, by differences %.12g, largest of the block %g", what,
               (int)(i - b->first[rows]), rows, (int)(j - b->first[columns]), columns, exact[i][j], measured[i][j],
               largest);
    }
  }
}

static void matrix_is_the_derivative(void **state) {
  (void)state;
  Matrix *exact = malloc(sizeof *exact), *measured = malloc(sizeof *measured);
  assert_true(exact && measured);
  for (int index = 0; index < NCASES; index++) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
      Bench b;
      open_bench(&b, index, 100 * seed + (uint64_t)index);
      assembled(&b, *exact);
      differences(&b, *measured);
      for (int k = 0; k < NROWS * NROWS; k++) {
        compare_block(&b, cases[index].class, k / NROWS, k % NROWS, *exact, *measured);
      }
      close_bench(&b);
    }
  }
  free(exact);
  free(measured);
}

static void every_class_is_here(void **state) {
  (void)state;
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    const SarElementClass *class = sar_element_class(c);
    bool found = !class->equations;
    for (int i = 0; i < NCASES && !found; i++) {
      found = cases[i].section == class->section && strcmp(cases[i].class, class->name) == 0;
    }
    if (!found) fail_msg("no model with the equations of %s: add a line", class->name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_class_is_here), cmocka_unit_test(matrix_is_the_derivative)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
