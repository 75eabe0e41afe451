/* The summary of a run of phases: counts and times add up, of what tells about trust the worst counts. */
#include <math.h>
#include <string.h>

#include "analysis/phases/phases.h"

/* fmax that takes any number before none. */
static bool is_worse(double one, double sum) { return !isnan(one) && !(one <= sum); }

#define COPY(field) memcpy(sum->field, one->field, sizeof sum->field)

static void add_counts(SarRunSummary *sum, const SarRunSummary *one) {
#define ADD(field) sum->field += one->field
  ADD(steps), ADD(rejected), ADD(iterations), ADD(residuals), ADD(jacobians), ADD(factorisations), ADD(solves);
  ADD(accepted_iterations), ADD(fallbacks), ADD(floor_steps), ADD(rounding_steps), ADD(singular_poses);
  ADD(start_seconds), ADD(stepping_seconds), ADD(rows_seconds);
  ADD(newton_euler_rows), ADD(newton_euler_skipped);
  ADD(crossing_values), ADD(crossing_numbers), ADD(crossing_bounds);
  ADD(contact_searches), ADD(contact_candidates), ADD(contact_patterns), ADD(restarts), ADD(restart_factorisations);
#undef ADD
  if (one->matrix_fill > sum->matrix_fill) sum->matrix_fill = one->matrix_fill;
  if (one->touching_pairs > sum->touching_pairs) sum->touching_pairs = one->touching_pairs;
  if (one->peak_memory_bytes > sum->peak_memory_bytes) sum->peak_memory_bytes = one->peak_memory_bytes;
  sum->matrix_operations = fmax(sum->matrix_operations, one->matrix_operations);
}

static void add_trust(SarRunSummary *sum, const SarRunSummary *one) {
  if (one->constraint_position_max > sum->constraint_position_max) {
    sum->constraint_position_max = one->constraint_position_max;
    COPY(constraint_position_element);
    COPY(constraint_position_equation);
  }
  sum->constraint_velocity_max = fmax(sum->constraint_velocity_max, one->constraint_velocity_max);
  sum->constraint_velocity_relative = fmax(sum->constraint_velocity_relative, one->constraint_velocity_relative);
  if (isnan(one->energy_balance_max) || one->energy_balance_max > sum->energy_balance_max) {
    sum->energy_balance_max = one->energy_balance_max;
  }
  if (is_worse(one->momentum_balance_max, sum->momentum_balance_max)) {
    sum->momentum_balance_max = one->momentum_balance_max;
  }
  if (is_worse(one->newton_euler_max, sum->newton_euler_max)) {
    sum->newton_euler_max = one->newton_euler_max;
    COPY(newton_euler_body);
  }
  if (one->pulling_force > sum->pulling_force) {
    sum->pulling_force = one->pulling_force;
    COPY(pulling_element);
  }
  bool earlier = one->pulling_element[0] && (sum->pulling_time == 0 || one->pulling_time < sum->pulling_time);
  if (earlier) sum->pulling_time = one->pulling_time;
  sum->rounding_error = fmax(sum->rounding_error, one->rounding_error);
}

static bool same_limit(const SarStepLimit *a, const SarStepLimit *b) {
  return strcmp(a->reason, b->reason) == 0 && strcmp(a->element, b->element) == 0 &&
         strcmp(a->equation, b->equation) == 0;
}

/* Shares are of all steps, which have been counted. */
static void add_limits(SarRunSummary *sum, const SarRunSummary *one) {
  for (int32_t i = 0; i < one->nlimits; i++) {
    const SarStepLimit *limit = &one->limits[i];
    int32_t k = 0;
    while (k < sum->nlimits && !same_limit(&sum->limits[k], limit)) k++;
    if (k == SAR_LIMITS_MAX) k = SAR_LIMITS_MAX - 1; /* the last one has the rest */
    if (k == sum->nlimits) {
      sum->limits[sum->nlimits++] = *limit;
    } else {
      sum->limits[k].steps += limit->steps;
      sum->limits[k].rejected += limit->rejected;
    }
  }
  for (int32_t i = 0; i < sum->nlimits; i++) {
    sum->limits[i].share = sum->steps > 0 ? (double)sum->limits[i].steps / (double)sum->steps : 0;
    for (int32_t k = i; k > 0 && sum->limits[k].steps > sum->limits[k - 1].steps; k--) {
      SarStepLimit more = sum->limits[k];
      sum->limits[k] = sum->limits[k - 1];
      sum->limits[k - 1] = more;
    }
  }
}

/* All phases have the same events, in the same order. */
static void add_events(SarRunSummary *sum, const SarRunSummary *one) {
  for (int32_t i = 0; i < one->nevents; i++) {
    SarEventCount *event = &sum->events[i];
    if (i >= sum->nevents) *event = (SarEventCount){.last_time = NAN};
    memcpy(event->name, one->events[i].name, sizeof event->name);
    event->count += one->events[i].count;
    if (one->events[i].count > 0) event->last_time = one->events[i].last_time;
  }
  if (one->nevents > sum->nevents) sum->nevents = one->nevents;
}

static void add_contact(SarRunSummary *sum, const SarContactCount *one) {
  int32_t i = 0;
  while (i < sum->ncontact_table && (strcmp(sum->contact_table[i].contact, one->contact) != 0 ||
                                     strcmp(sum->contact_table[i].pair, one->pair) != 0)) {
    i++;
  }
  if (i == SAR_CONTACTS_MAX) return;
  SarContactCount *all = &sum->contact_table[i];
  if (i == sum->ncontact_table) {
    sum->ncontact_table++;
    *all = *one;
    return;
  }
  all->touches += one->touches;
  all->points = one->points;
  all->time += one->time;
  all->rejected += one->rejected;
  if (one->force > all->force) all->force = one->force, all->force_time = one->force_time;
  if (one->depth <= all->depth) return;
  all->depth = one->depth;
  all->depth_time = one->depth_time;
  all->stiffness = one->stiffness;
  all->period = one->period;
}

void sar_phases_add(SarRunSummary *sum, const SarRunSummary *one) {
  bool stepped = one->steps > 0 && one->largest_step > 0, before = sum->largest_step > 0;
  if (stepped) sum->smallest_step = before ? fmin(sum->smallest_step, one->smallest_step) : one->smallest_step;
  if (stepped) sum->largest_step = fmax(sum->largest_step, one->largest_step);
  if (one->method[0] && strcmp(one->method, "kinematics") != 0) COPY(method);
  if (one->method[0] && !sum->method[0]) COPY(method);
  if (sum->nphases == 0) sum->start = one->start;
  sum->end_time = one->end_time;
  sum->bodies = one->bodies;
  sum->nodes = one->nodes;
  sum->contacts = one->contacts > sum->contacts ? one->contacts : sum->contacts;
  sum->degrees_of_freedom = one->degrees_of_freedom;
  add_counts(sum, one);
  add_trust(sum, one);
  add_limits(sum, one);
  add_events(sum, one);
  for (int32_t i = 0; i < one->ncontact_table; i++) add_contact(sum, &one->contact_table[i]);
}
