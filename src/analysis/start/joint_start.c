#include "analysis/start/joint_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/names.h"

#define STEP 0.1           /* rad, or L: by which a coordinate goes in one step */
#define MOST_STEPS 10000   /* of one path */
#define MOST_RADIANS 1000  /* that an angle is followed through */
#define RATE_CONFLICT 1e-7 /* as VELOCITY_CONFLICT in start_velocities.c: over L and the largest speed */

/* ---- messages ---- */

/* "angle = 60 deg" of a start, in the file's units. */
static void describe(const SarStart *s, const SarJointStart *start, bool rate, char *text, size_t size) {
  const SarModel *model = sar_system_model(s->system);
  const SarUnits *u = &model->units;
  const char *name = model->elements[start->element].class->joint->coordinates[start->of].name;
  bool angle = sar_system_is_angle(s->system, start->coordinate);
  double unit = angle ? u->angle : u->length, value = rate ? start->rate.value * u->time : start->value.value;
  snprintf(text, size, "%s%s = %.6g %s%s%s", name, rate ? "_rate" : "", value / unit,
           angle ? u->angle_name : u->length_name, rate ? "/" : "", rate ? u->time_name : "");
}

/* The first one, where the row that is open most is not one itself. */
static const SarJointStart *any_start(const SarStart *s, bool rate) {
  for (int32_t i = 0; i < sar_system_counts(s->system).starts; i++) {
    const SarJointStart *start = sar_system_start(s->system, i);
    if (rate ? start->rate.given : start->value.given) return start;
  }
  return NULL;
}

/* row: the one of the trial that is open most, by `error` of the length scale (per second). */
static SarStatus report_conflict(const SarStart *s, const SarStartTrial *trial, int32_t row, double error, bool rate) {
  SarCounts counts = sar_system_counts(s->system);
  const SarJointStart *own = sar_start_trial_start(s, trial, row), *start = own ? own : any_start(s, rate);
  if (!start) return SAR_OK; /* the constraints alone contradict each other: that is said elsewhere */
  const SarModelElement *joint = sar_system_element(s->system, start->element);
  int32_t element = sar_row_element(trial->system, row);
  const char *by = !own && element >= 0 ? sar_system_element(trial->system, element)->name : NULL;
  const SarUnits *units = &sar_system_model(s->system)->units;
  char text[160], most[160] = "";
  describe(s, start, rate, text, sizeof text);
  if (by) snprintf(most, sizeof most, ", most in `%s` (%s)", by, sar_row_equation(trial->system, row));
  return sar_report(
      s->context, SAR_CONFLICT, rate ? start->rate.source : start->value.source, joint->name,
      counts.starts > 1 ? "leave one of the starts out, or give values that fit together"
                        : "give a value that the mechanism can have, or leave it out",
      "the joints do not allow the start %s%s: the nearest %s %.3g of the length scale (%.4g %s)%s open%s", text,
      counts.starts > 1 ? " together with the others" : "", rate ? "velocities leave" : "pose leaves", error,
      sar_system_length(s->system) / units->length, units->length_name, rate ? " per second" : "", most);
}

/* ---- positions ---- */

/* What leading takes, in one place. */
typedef struct Lead {
  SarStart *s;
  SarStartTrial trial;
  SarStartTree tree;
  SarAssembler a;
  double *now;  /* by start: the coordinate at t = 0 */
  double *ways; /* by start: how far it goes in a step */
  double *zero;
  int32_t steps;
} Lead;

/* Gears multiply what one angle does. */
static double largest_ratio(const SarSystem *s) {
  double most = 1;
  for (int32_t i = 0; i < sar_system_counts(s).relations; i++) {
    const SarRelationRow *row = sar_system_relation(s, i);
    double largest = 0, least = INFINITY;
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      double unit = sar_system_is_angle(s, sar_system_term(s, k)->coordinate) ? 1 : sar_system_length(s);
      double c = fabs(sar_system_term(s, k)->coefficient) * unit;
      largest = fmax(largest, c);
      if (c > 0) least = fmin(least, c);
    }
    if (largest > least) most = fmax(most, largest / least);
  }
  return most;
}

static SarStatus count_steps(Lead *l) {
  const SarSystem *s = l->s->system;
  double most = 1, ratio = largest_ratio(s);
  sar_workspace_place(l->s->all, l->s->q, l->s->v);
  for (int32_t i = 0; i < sar_system_counts(s).starts; i++) {
    const SarJointStart *start = sar_system_start(s, i);
    if (!start->value.given) continue;
    bool angle = sar_system_is_angle(s, start->coordinate);
    l->now[i] = sar_workspace_coordinate(l->s->all, start->coordinate, 0).y;
    double way = fabs(start->value.value - l->now[i]);
    if (angle && !(way <= MOST_RADIANS)) {
      const SarModelElement *joint = sar_system_element(s, start->element);
      return sar_report(l->s->context, SAR_INPUT, start->value.source, joint->name, "give an angle of fewer turns",
                        "a start of %.3g turns is more than can be followed", way / (2 * acos(-1)));
    }
    most = fmax(most, ratio * way / (STEP * (angle ? 1 : sar_system_length(s))));
  }
  l->steps = (int32_t)fmin(ceil(most), MOST_STEPS);
  return SAR_OK;
}

/* Moves what hangs on the joints by 1/steps of the whole way. */
static void move(Lead *l, int32_t steps, double *q, double *v) {
  for (int32_t i = 0; i < sar_system_counts(l->s->system).starts; i++) {
    const SarJointStart *start = sar_system_start(l->s->system, i);
    l->ways[i] = start->value.given ? (start->value.value - l->now[i]) / steps : 0;
  }
  sar_start_tree_move(&l->tree, l->trial.m, l->ways, q, v);
}

/* One step of the path; *error: what stays open. */
static SarStatus step(Lead *l, int32_t k, double *q, double *v, double *error) {
  double t = SAR_START_WAY * ((double)k / l->steps);
  move(l, l->steps, q, v);
  l->a.iterations = 0;
  SAR_TRY(sar_assembler_direct(&l->a, t, q, error));
  if (*error > SAR_ASSEMBLED) SAR_TRY(sar_assembler_damped(&l->a, t, q, error));
  sar_workspace_accept(&l->trial.m->problem, &(SarPoint){.t = t, .q = q, .v = l->zero});
  return SAR_OK;
}

/* The row that is open most. */
static SarStatus find_open(Lead *l, double t, const double *q, int32_t *row) {
  const SarProblem *p = &l->trial.m->problem;
  double *phi = calloc((size_t)p->n.np + 1, sizeof *phi);
  if (!phi) return sar_report_no_memory(l->s->context);
  SarStatus status = p->ops->position(p, t, q, phi);
  *row = 0;
  for (int32_t i = 1; i < p->n.np; i++) {
    if (fabs(phi[i]) > fabs(phi[*row])) *row = i;
  }
  free(phi);
  return status;
}

static SarStatus follow(Lead *l) {
  SarStart *s = l->s;
  size_t nq = (size_t)s->all->problem.n.nq;
  double error = 0;
  SAR_TRY(sar_assembler_create(s->context, l->trial.m, &l->a));
  sar_assembler_prefer(&l->a);
  sar_assembler_lock_amplitudes(&l->a, true); /* what cannot be reached without bending is left to the other ways */
  sar_workspace_start(l->trial.m, 0, s->q, l->zero);
  for (int32_t k = 1; k <= l->steps; k++) {
    SAR_TRY(step(l, k, s->q, s->v, &error));
    if (error > SAR_ASSEMBLED) break;
  }
  if (error > SAR_ASSEMBLED) { /* the path ends somewhere: all ways from there and from the written pose */
    SarAssemblyWork work;
    memcpy(s->q, s->closed, nq * sizeof *s->q);
    move(l, 1, s->q, s->v);
    sar_workspace_start(l->trial.m, SAR_START_WAY, s->q, l->zero);
    SAR_TRY(sar_assembler_run(&l->a, SAR_START_WAY, s->q, s->from != NULL, &error, &work));
    sar_workspace_accept(&l->trial.m->problem, &(SarPoint){.t = SAR_START_WAY, .q = s->q, .v = l->zero});
  }
  if (error <= SAR_ASSEMBLED) return SAR_OK;
  int32_t row;
  SAR_TRY(find_open(l, SAR_START_WAY, s->q, &row));
  return report_conflict(s, &l->trial, row, error, false);
}

SarStatus sar_start_lead_positions(SarStart *s) {
  const SarSystem *system = s->system;
  SarCounts counts = sar_system_counts(system);
  size_t nq = (size_t)s->all->problem.n.nq, nv = (size_t)s->all->problem.n.nv, count = (size_t)counts.starts;
  Lead l = {.s = s};
  l.now = calloc(2 * count + nv + 1, sizeof *l.now);
  if (!l.now) return sar_report_no_memory(s->context);
  l.ways = l.now + count;
  l.zero = l.ways + count;
  memcpy(s->closed_room, s->q, nq * sizeof *s->q);
  s->closed = s->closed_room;
  SarStatus status = count_steps(&l);
  if (status == SAR_OK) status = sar_start_tree_create(s, &l.tree);
  if (status == SAR_OK) status = sar_start_trial_create(s, false, l.now, &l.trial);
  if (status == SAR_OK) status = follow(&l);
  for (int32_t i = 0; status == SAR_OK && i < counts.turns; i++) {
    s->all->turn_starts[i] = l.trial.m->turns[i].value;
  }
  sar_assembler_destroy(&l.a);
  sar_start_trial_destroy(&l.trial);
  sar_start_tree_destroy(&l.tree);
  free(l.now);
  return status;
}

/* ---- rates ---- */

/* The least change of velocities that the constraints and the starts allow. */
static SarStatus project(SarStart *s, SarStartTrial *trial) {
  const SarProblem *p = &trial->m->problem;
  SarAssembler a;
  double error = 0, speed = 0;
  int32_t worst = 0;
  sar_system_set_pose(trial->system, s->q); /* velocities belong to this pose already */
  SAR_TRY(sar_assembler_create(s->context, trial->m, &a));
  SarStatus status = sar_assembler_velocity(&a, s->q, s->v, s->x, &error, &worst);
  sar_assembler_destroy(&a);
  if (status != SAR_OK) return status;
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * p->weight[i]);
  return error <= RATE_CONFLICT * (1 + speed) ? SAR_OK : report_conflict(s, trial, worst, error, true);
}

SarStatus sar_start_lead_rates(SarStart *s) {
  SarStartTree tree = {0};
  SarStartTrial trial = {0};
  SarStatus status = sar_start_tree_create(s, &tree);
  if (status == SAR_OK) {
    sar_start_tree_push(&tree, s->all, s->q, s->v);
    memcpy(s->begun_room, s->v, (size_t)s->all->problem.n.nv * sizeof *s->v);
    s->begun_v = s->begun_room;
    s->begun_q = s->q;
    status = sar_start_trial_create(s, true, NULL, &trial);
  }
  if (status == SAR_OK) status = project(s, &trial);
  if (trial.arena) sar_start_trial_destroy(&trial);
  sar_start_tree_destroy(&tree);
  return status;
}
