/* The linear systems of Rosenbrock methods against differences (paper 2, eqs 26-35): in motion, on every model without
 * constraints on velocities, the answer to a change of independent positions, velocities and time is that of the
 * accelerations in the state-space form itself. Third derivatives of every joint, forces, inertia and the chart all
 * take part; both ways to the same vectors are tried. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/start.h"
#include "method/answer.h"
#include "method/cayley.h"
#include "method/engine.h"
#include "method/index1.h"
#include "physics/support.h"
#include "read/read.h"

#define STEPS 40   /* into the motion */
#define CLOSE 1e-6 /* relative */
/* Moves in units of each coordinate, for differences of fourth order: long ones have less rounding, short ones follow
 * laws that bend sharply, such as friction near rest; the last is for things that touch, which
 * are less than 1e-6 deep. */
static const double moves[] = {2e-4, 5e-6, 1e-6};
/* Of accelerations, over the largest of them: divided by the move it is all that differences can tell. It weighs where
 * the exact row vanishes: what only falls, from rest, has -g sin(phi) + w^2/2 = 0 in the chart. Seen, with all moves:
 * 1e-15 there, 7e-15 in a chain of 40 rollers. */
#define ROUNDING 1e-14
#define MOST_FREE 400 /* independent coordinates of models that are tried */

typedef struct Subject {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarStart *start;
  SarProblem *problem;
  SarIntegrator *integrator; /* in motion */
  SarArena *arena;
  SarStepStats stats;
  SarSplit split;
  SarIndex1 index1;
  SarLinear *linear;
  SarVariation variation;
  SarNode node;
  double *xi, *rate, *second;
} Subject;

/* Touches with friction are not for differences to both sides: what slides begins a step on the limit of its spring, a
 * kink in time (ball_bearing: forwards alone the answer fits to 2e-6), stones lie edge on edge, and lists of what is
 * near end there. Their derivatives are looked at where there is no kink, touch by touch (element/contact). */
static bool rubs(const SarModel *model) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *e = &model->elements[i];
    if (e->class->section != SAR_SECTION_CONTACTS) continue;
    const SarValue *friction = sar_model_value(e, "friction.static");
    if (friction && friction->given) return true;
  }
  return false;
}

/* From a file, or a text where there is one. False: the model is not for these methods. */
static bool open_subject(const char *path, const char *text, Subject *s) {
  SarMethodChoice choice;
  *s = (Subject){.context = sar_context_create(), .arena = sar_arena_create()};
  SarStatus status = text ? sar_model_read_text(s->context, path, text, strlen(text), &(SarReadOptions){0}, &s->model)
                          : sar_model_read(s->context, path, NULL, 0, &s->model);
  if (status != SAR_OK) fail_msg("%s: %s", path, sar_context_get(s->context, 0)->message);
  assert_int_equal(sar_system_compile(s->context, s->model, &s->system), SAR_OK);
  assert_int_equal(sar_start_create(s->context, s->system, &s->start), SAR_OK);
  s->problem = &s->start->m->problem;
  const SarSizes *n = &s->problem->n;
  if (n->nn > 0 || n->nx > 0 || n->nv == 0 || rubs(s->model)) return false;
  s->problem->n.nroots = 0; /* the branches of the start are held */
  const SarStart *at = s->start;
  const SarPoint point = {
      .q = at->q, .v = at->v, .a = at->a, .lambda = at->lambda, .mu = at->mu, .x = at->x, .xdot = at->xdot, .z = at->z};
  double end = sar_model_simulation(s->model)->end;
  SarStepOptions options = {.end = end > 0 ? end : 1, .tolerance = 1e-6}; /* a model of phases has ends of its own */
  assert_int_equal(sar_method_parse(s->context, "hht", sar_nowhere(), &choice), SAR_OK);
  assert_int_equal(sar_integrator_create(s->context, s->problem, &choice, &options, &s->integrator), SAR_OK);
  if (s->problem->ops->reset) s->problem->ops->reset(s->problem, &point);
  if (s->problem->ops->settle) s->problem->ops->settle(s->problem, &point);
  assert_int_equal(sar_integrator_start(s->integrator, &point), SAR_OK);
  for (int32_t k = 0; k < STEPS && sar_integrator_view(s->integrator)->t1 < options.end; k++) {
    assert_int_equal(sar_integrator_step(s->integrator), SAR_OK);
  }
  assert_true(sar_split_create(s->arena, s->context, s->problem, &s->stats, &s->split));
  return s->split.nindependent > 0 && s->split.nindependent <= MOST_FREE;
}

static void close_subject(Subject *s) {
  sar_split_destroy(&s->split);
  sar_linear_destroy(&s->linear);
  sar_integrator_destroy(&s->integrator);
  sar_start_destroy(&s->start);
  sar_system_destroy(&s->system);
  sar_model_destroy(&s->model);
  sar_arena_destroy(&s->arena);
  sar_context_destroy(&s->context);
}

/* A consistent point of the motion, as the centre. */
static void take_centre(Subject *s) {
  const SarProblem *p = s->problem;
  const SarStepView *view = sar_integrator_view(s->integrator);
  int32_t n = sar_sizes_unknowns(&p->n);
  bool chosen;
  s->xi = SAR_NEW(s->arena, p->n.nv, double);
  s->rate = SAR_NEW(s->arena, p->n.nv, double);
  s->second = SAR_NEW(s->arena, p->n.nv, double);
  assert_true(sar_node_create(s->arena, p, n, &s->node));
  assert_int_equal(sar_linear_create(s->context, "auto", &p->pattern, &s->linear), SAR_OK);
  assert_true(sar_index1_create(s->arena, p, s->linear, &s->stats, &s->index1));
  assert_true(sar_variation_create(s->arena, p, &s->stats, &s->variation));
  SarPoint at = sar_step_point(view);
  assert_int_equal(p->ops->jacobian(p, &at, &(SarWeights){.a = 1}, s->index1.values), SAR_OK);
  assert_int_equal(sar_split_centre(&s->split, s->index1.values, false, &chosen), SAR_OK);
  memcpy(s->rate, at.v, (size_t)p->n.nv * sizeof *s->rate);
  SarStatus status = sar_split_recover(&s->split, &at, at.q, s->xi, s->rate, s->node.q, s->node.v, s->node.turn);
  assert_int_equal(status, SAR_OK);
  s->node.t = at.t;
  memcpy(s->node.u, at.a, (size_t)p->n.nv * sizeof(double));
  if (p->n.np) memcpy(s->node.u + p->n.nv, at.lambda, (size_t)p->n.np * sizeof(double));
  if (p->n.nz) memcpy(s->node.u + p->n.nv + p->n.np, at.z, (size_t)p->n.nz * sizeof(double));
  SarPoint here = sar_node_point(p, &s->node);
  assert_int_equal(sar_index1_solve(&s->index1, &here, NULL, s->node.u), SAR_OK);
}

/* Independent accelerations of the state-space form where position k has moved by dy, velocity k by dv, time by dt. */
static void accelerations(Subject *s, int32_t k, double dy, double dv, double dt, double *f) {
  const SarProblem *p = s->problem;
  SarNode *moved = SAR_NEW(s->arena, 1, SarNode);
  int32_t i = s->split.independent[k];
  assert_true(sar_node_create(s->arena, p, sar_sizes_unknowns(&p->n), moved));
  memset(s->xi, 0, (size_t)p->n.nv * sizeof *s->xi);
  memcpy(s->rate, s->node.v, (size_t)p->n.nv * sizeof *s->rate);
  s->xi[i] += dy;
  s->rate[i] += dv;
  moved->t = s->node.t + dt;
  memcpy(moved->u, s->node.u, (size_t)sar_sizes_unknowns(&p->n) * sizeof(double));
  SarPoint at = sar_node_point(p, moved);
  at.v = s->node.v;
  SarStatus status = sar_split_recover(&s->split, &at, s->node.q, s->xi, s->rate, moved->q, moved->v, moved->turn);
  assert_int_equal(status, SAR_OK);
  at = sar_node_point(p, moved);
  assert_int_equal(sar_index1_solve(&s->index1, &at, NULL, moved->u), SAR_OK);
  sar_cayley_second_rate(p, s->xi, moved->v, s->rate, moved->u, s->second);
  for (int32_t j = 0; j < s->split.nindependent; j++) f[j] = s->second[s->split.independent[j]];
}

/* Fourth order: (8 (f(h) - f(-h)) - (f(2h) - f(-2h)))/(12 h). */
static void differences(Subject *s, int32_t k, double dy, double dv, double dt, double h, double *out) {
  int32_t n = s->split.nindependent;
  double *f = SAR_NEW(s->arena, 4 * n, double);
  const double at[4] = {1, -1, 2, -2}, factor[4] = {8, -8, -1, 1};
  for (int m = 0; m < 4; m++) accelerations(s, k, at[m] * dy, at[m] * dv, at[m] * dt, f + m * n);
  for (int32_t j = 0; j < n; j++) {
    out[j] = 0;
    for (int m = 0; m < 4; m++) out[j] += factor[m] * f[m * n + j] / (12 * h);
  }
}

typedef struct Differences {
  double *j1, *j2, *time; /* by columns */
  double move, speed;     /* in units of coordinates */
  double rounding;        /* of accelerations, in the same */
} Differences;

/* Rounding of what is largest gets into all rows. */
static double rounding_of_accelerations(Subject *s) {
  int32_t n = s->split.nindependent;
  double *f = SAR_NEW(s->arena, n, double), largest = 0;
  accelerations(s, 0, 0, 0, 0, f);
  for (int32_t j = 0; j < n; j++) {
    double size = fabs(f[j]) / s->split.scale[s->split.independent[j]];
    if (size > largest) largest = size;
  }
  return ROUNDING * largest;
}

static Differences by_differences(Subject *s, double move) {
  int32_t n = s->split.nindependent;
  Differences d = {.j1 = SAR_NEW(s->arena, n * n, double), .j2 = SAR_NEW(s->arena, n * n, double)};
  double speed = 1;
  d.time = SAR_NEW(s->arena, n, double);
  for (int32_t k = 0; k < n; k++) {
    int32_t i = s->split.independent[k];
    speed = fmax(speed, fabs(s->node.v[i]) * s->problem->weight[i]);
  }
  for (int32_t k = 0; k < n; k++) {
    double h = move * s->split.scale[s->split.independent[k]];
    differences(s, k, h, 0, 0, h, d.j1 + k * n);
    differences(s, k, 0, speed * h, 0, speed * h, d.j2 + k * n);
  }
  differences(s, 0, 0, 0, move / speed, move / speed, d.time);
  d.move = move;
  d.speed = speed;
  d.rounding = rounding_of_accelerations(s);
  return d;
}

static double random_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* (I - s J2 - s^2 J1) z against right + s (J1 known + f_t tau), with the matrices of the differences. */
static double defect(Subject *s, const SarAnswerClass *class, const Differences *d, double step) {
  int32_t n = s->split.nindependent;
  double *right = SAR_NEW(s->arena, n, double), *known = SAR_NEW(s->arena, n, double),
         *z = SAR_NEW(s->arena, n, double);
  double worst = 0, no_states[1];
  uint64_t seed = 7;
  SarAnswer answer;
  for (int32_t k = 0; k < n; k++) {
    double unit = s->split.scale[s->split.independent[k]];
    right[k] = unit * random_number(&seed);
    known[k] = unit * random_number(&seed);
  }
  double tau = random_number(&seed);
  SarPoint at = sar_node_point(s->problem, &s->node);
  assert_int_equal(sar_variation_evaluate(&s->variation, &at), SAR_OK);
  bool chosen;
  assert_int_equal(sar_split_centre(&s->split, sar_variation_by_acceleration(&s->variation), false, &chosen), SAR_OK);
  assert_int_equal(sar_answer_create(s->context, s->arena, class, &s->split, &s->variation, &s->stats, &answer),
                   SAR_OK);
  assert_int_equal(class->renew(&answer, true), SAR_OK);
  assert_int_equal(class->prepare(&answer, step), SAR_OK);
  assert_int_equal(class->solve(&answer, &(SarStageSide){right, known, no_states, tau}, z, no_states), SAR_OK);
  sar_answer_destroy(&answer);
  for (int32_t i = 0; i < n; i++) {
    double sum = z[i] - right[i] - step * tau * d->time[i];
    double size = fabs(z[i]) + fabs(right[i]) + fabs(step * tau * d->time[i]);
    double doubt = d->rounding * s->split.scale[s->split.independent[i]] / d->move / CLOSE;
    size += doubt * step * fabs(tau) * d->speed;
    for (int32_t j = 0; j < n; j++) {
      double terms[3] = {-step * d->j2[j * n + i] * z[j], -step * step * d->j1[j * n + i] * z[j],
                         -step * d->j1[j * n + i] * known[j]};
      for (int m = 0; m < 3; m++) sum += terms[m], size += fabs(terms[m]);
      double moved = fabs(z[j]) / d->speed + step * fabs(z[j]) + fabs(known[j]);
      size += doubt * step * moved / s->split.scale[s->split.independent[j]];
    }
    worst = fmax(worst, size > 0 ? fabs(sum) / size : 0);
  }
  return worst;
}

/* With short steps the matrix is nearly I; with long ones J1 and J2 decide. */
static const double steps[] = {0.1, 10};

static double largest_defect(Subject *s, const SarAnswerClass *class, const Differences *d) {
  return fmax(defect(s, class, d, steps[0]), defect(s, class, d, steps[1]));
}

static int32_t count_moves(const Subject *s) {
  for (int32_t i = 0; i < s->model->nelements; i++) {
    if (s->model->elements[i].class->section == SAR_SECTION_CONTACTS) return 3;
  }
  return 2;
}

static void check_subject(const char *name, Subject *s) {
  int32_t most = count_moves(s);
  double reduced = INFINITY, augmented = INFINITY;
  take_centre(s);
  for (int32_t m = 0; m < most && !(reduced <= CLOSE && augmented <= CLOSE); m++) {
    Differences d = by_differences(s, moves[m]);
    reduced = s->problem->forces_of_state ? largest_defect(s, &sar_answer_reduced, &d) : 0;
    augmented = largest_defect(s, &sar_answer_augmented, &d);
  }
  print_message("%-60s %3d free  %.1e %.1e\n", name, (int)s->split.nindependent, reduced, augmented);
  if (!(reduced <= CLOSE && augmented <= CLOSE)) fail_msg("%s: %g %g", name, reduced, augmented);
}

static int32_t check_all(const char *pattern, int32_t *forces) {
  glob_t found;
  int32_t tried = 0;
  assert_int_equal(glob(pattern, 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    Subject s;
    if (names_plugins(found.gl_pathv[i])) continue;
    if (open_subject(found.gl_pathv[i], NULL, &s) && !s.problem->approximate) { /* modal bodies leave some of it out */
      check_subject(found.gl_pathv[i], &s);
      tried++;
      *forces += s.problem->n.nz > 0;
    }
    close_subject(&s);
  }
  globfree(&found);
  return tried;
}

static void answers_are_derivatives(void **state) {
  (void)state;
  int32_t forces = 0;
  assert_true(check_all(SAR_TEST_DIR "/models/*.yaml", &forces) >= 20);
  assert_true(check_all(SAR_TEST_DIR "/models/adams/*.yaml", &forces) >= 20);
  assert_true(check_all(SAR_TEST_DIR "/../examples/*/model.yaml", &forces) >= 8);
  assert_true(forces >= 3); /* algebraic variables among them */
}

/* Every type of joint between two bodies that turn fast, so that its third derivatives weigh. */
static void every_joint(void **state) {
  (void)state;
  static const char *const joints[] = {"{type: fixed, between: [a, b], at: [1, 0, 0]}",
                                       "{type: revolute, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: prismatic, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: cylindrical, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: spherical, between: [a, b], at: [1, 0, 0]}",
                                       "{type: universal, between: [a, b], at: [1, 0, 0], axis: x, axis2: z}",
                                       "{type: planar, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: screw, between: [a, b], at: [1, 0, 0], axis: x, pitch: 0.2}",
                                       "{type: constant-velocity, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: distance, between: [a, b.tip]}",
                                       "{type: revolute-spherical, between: [a, b.tip], axis: x}",
                                       "{type: point-on-line, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: point-in-plane, between: [a, b], at: [1, 0, 0], axis: x}",
                                       "{type: parallel, between: [a, b], axis: x}",
                                       "{type: perpendicular, between: [a, b], axis: x, axis2: y}",
                                       "{type: same-orientation, between: [a, b]}",
                                       "{type: coupler, joints: [A, B], ratios: [2, -1]}",
                                       "{type: gear, joints: [A, B], ratio: 2}"};
  for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
    char text[1200];
    bool of_joints = strstr(joints[i], "joints:") != NULL;
    snprintf(text, sizeof text,
             "model: two bodies\ngravity: [0, 0, -9.81]\nbodies:\n"
             "  a: {mass: 1, inertia: [0.1, 0.2, 0.15], at: [0.5, 0, 0], omega: [0, 4, 0], velocity: [0, 0, -2]}\n"
             "  b: {mass: 1, inertia: [0.2, 0.1, 0.15], at: [1.0, 0.3, 0.4], omega: [3, 2, 1], velocity: [1, 0, -3],\n"
             "      frames: {tip: {at: [0.1, 0.2, 0.3]}}}\njoints:\n"
             "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: y}\n%s  P: %s\nsimulate: {end: 1}\n",
             of_joints ? "  B: {type: revolute, between: [a, b], at: [1, 0, 0], axis: x}\n" : "", joints[i]);
    Subject s;
    assert_true(open_subject(joints[i], text, &s));
    check_subject(joints[i], &s);
    close_subject(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_joint), cmocka_unit_test(answers_are_derivatives)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
