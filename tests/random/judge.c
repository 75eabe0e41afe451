/* The oracles: a rank found elsewhere, the balance of energy, and other methods.
 *
 * A reference run is made at a tolerance of 1e-8 and a coarse one at 1e-6, both by hht; what they differ by is how
 * sensitive the mechanism is. A run by any other method at 1e-6 may be off by FACTOR times that, or by ROOM where that
 * is little: other methods spend the same tolerance in other ways. Methods without error control take steps of 1 ms.
 */
#include "random/judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "check.h"
#include "sarrus/sarrus.h"

#define FACTOR 100
#define ROOM 1e-3   /* m and of a quaternion's 1, in models of about a metre */
#define ENERGY 1e-3 /* of the largest energy, at 1e-8 */
#define MOST_STEPS 100000
#define OTHERS 2    /* methods tried on a model */
#define LITTLE 1e-3 /* of the friction: no joint jams */

typedef struct Case {
  const RandomMechanism *m;
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  bool singular; /* the mechanism passes a singular pose, and the reference run has said so */
  Verdict verdict;
} Case;

static void SAR_PRINTF(2, 3) blame(Case *c, const char *text, ...) {
  if (c->verdict.fault[0]) return; /* the first fault counts */
  va_list arguments;
  va_start(arguments, text);
  vsnprintf(c->verdict.fault, sizeof c->verdict.fault, text, arguments);
  va_end(arguments);
}

static const char *last_message(const SarContext *context) {
  for (int32_t i = sar_context_count(context) - 1; i >= 0; i--)
    if (sar_context_get(context, i)->severity == SAR_ERROR) return sar_context_get(context, i)->message;
  return "without a message";
}

static bool warned_of(const SarContext *context, const char *word) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity == SAR_WARNING && strstr(d->message, word)) return true;
  }
  return false;
}

/* Friction may raise the reactions that it grows with until nothing satisfies the equations (Painleve): then a little
 * of it does no harm. */
static bool jams(const Case *c) {
  RandomMechanism less = *c->m;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  const SarCheck *check = NULL;
  char path[256];
  for (int i = 0; i < less.njoints; i++) less.joints[i].friction *= LITTLE;
  SarStatus status = random_write(&less, "random/less", path, sizeof path) ? SAR_OK : SAR_FAILED;
  if (status == SAR_OK) status = sar_model_read(context, path, NULL, 0, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  if (status == SAR_OK) status = sar_check(context, system, &check);
  sar_check_destroy(&check);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return status == SAR_OK && strstr(last_message(c->context), "friction jams the mechanism") != NULL;
}

static void check_freedom(Case *c) {
  const SarCheck *check = NULL;
  int copies = c->m->submodel ? 2 : 1;
  int expected = copies * random_freedom(c->m, &c->verdict.doubtful);
  SarStatus status = sar_check(c->context, c->system, &check);
  if (status != SAR_OK && !jams(c))
    blame(c, "check: %s: %s", sar_status_text(status), last_message(c->context));
  else if (status == SAR_OK && !c->verdict.doubtful && check->degrees_of_freedom != expected)
    blame(c, "check finds %d degrees of freedom, screws say %d", (int)check->degrees_of_freedom, expected);
  sar_check_destroy(&check);
}

static int stop_when_creeping(void *self, const SarProgress *progress) {
  (void)self;
  return progress->steps > MOST_STEPS;
}

static SarStatus run(Case *c, const char *method, double tolerance, double step, SarTable *table,
                     SarRunSummary *summary) {
  SarRunOptions options = sar_run_options_default();
  options.method = method;
  options.tolerance = tolerance;
  options.step = step;
  options.table = table;
  options.progress = stop_when_creeping;
  sar_context_clear(c->context);
  return sar_run(c->context, c->system, &options, summary);
}

static void check_finite(Case *c, const SarTable *table, const char *method) {
  for (int32_t k = 0; k < sar_table_columns(table); k++) {
    const double *values = sar_table_values(table, k);
    for (int64_t i = 0; i < sar_table_rows(table); i++)
      if (!isfinite(values[i])) {
        blame(c, "%s: %s is %g in row %d", method, sar_table_name(table, k), values[i], (int)i);
        return;
      }
  }
}

/* Positions and quaternions of bodies. */
static bool is_pose(const char *name) {
  const char *quantity = strrchr(name, '.');
  if (!quantity) return false;
  quantity++;
  return (strchr("xyz", quantity[0]) && !quantity[1]) || (quantity[0] == 'q' && quantity[1] && !quantity[2]);
}

/* The largest difference of poses in the last row. */
static double difference(const SarTable *a, const SarTable *b) {
  double largest = 0;
  for (int32_t k = 0; k < sar_table_columns(a); k++) {
    if (!is_pose(sar_table_name(a, k))) continue;
    double one = sar_table_values(a, k)[sar_table_rows(a) - 1], other = sar_table_values(b, k)[sar_table_rows(b) - 1];
    largest = sar_larger(largest, fabs(one - other));
  }
  return largest;
}

/* One run by another method against the reference; `room`: what it may differ by. */
static void check_method(Case *c, int32_t index, const SarTable *reference, double room) {
  SarMethodFacts facts = sar_methods_get(index);
  SarTable *table = NULL;
  SarRunSummary summary;
  if (sar_table_create(c->context, &table) != SAR_OK) return;
  double tolerance = facts.adaptive ? 1e-6 : NAN, step = facts.adaptive ? NAN : 1e-3;
  SarStatus status = run(c, facts.name, tolerance, step, table, &summary);
  if (status == SAR_INPUT || status == SAR_USAGE)
    c->verdict.refused++;
  else if (status != SAR_OK && c->singular && !facts.adaptive && strstr(last_message(c->context), "singular"))
    c->verdict.refused++; /* fixed steps may end on a singular pose that longer or shorter ones pass */
  else if (status != SAR_OK)
    blame(c, "%s: %s at %g s: %s", facts.name, sar_status_text(status), summary.end_time, last_message(c->context));
  else {
    c->verdict.compared++;
    check_finite(c, table, facts.name);
    double off = difference(reference, table);
    if (!(off <= room)) blame(c, "%s is off by %g, %g are allowed", facts.name, off, room);
  }
  sar_table_destroy(&table);
}

static void check_motion(Case *c, Dice *dice) {
  SarTable *fine = NULL, *coarse = NULL;
  SarRunSummary summary;
  if (sar_table_create(c->context, &fine) == SAR_OK && sar_table_create(c->context, &coarse) == SAR_OK) {
    SarStatus status = run(c, "hht", 1e-8, NAN, fine, &summary);
    c->singular = warned_of(c->context, "singular pose");
    bool energetic = summary.energy_balance_max > ENERGY && !warned_of(c->context, "energy");
    if (status == SAR_INPUT || status == SAR_USAGE)
      blame(c, "hht: %s", last_message(c->context));
    else if (status != SAR_OK)

      snprintf(c->verdict.ended, sizeof c->verdict.ended, "at %g s: %s", summary.end_time, last_message(c->context));
    else if (run(c, "hht", 1e-6, NAN, coarse, &summary) != SAR_OK)
      blame(c, "hht comes to its end at 1e-8 and not at 1e-6: %s", last_message(c->context));
    else {
      if (energetic) blame(c, "the energy is off without a warning");
      check_finite(c, fine, "hht");
      double room = fmax(ROOM, FACTOR * difference(fine, coarse));
      for (int k = 0; k < OTHERS; k++) check_method(c, dice_below(dice, sar_methods_count()), fine, room);
    }
  }
  sar_table_destroy(&coarse);
  sar_table_destroy(&fine);
}

Verdict random_judge(const RandomMechanism *m, const char *path) {
  Case c = {.m = m, .context = sar_context_create()};
  Dice dice = {.state = m->seed ^ 0x5bd1e995};
  SarStatus status = sar_model_read(c.context, path, NULL, 0, &c.model);
  if (status == SAR_OK) status = sar_system_compile(c.context, c.model, &c.system);
  if (status != SAR_OK)
    blame(&c, "cannot be read: %s", last_message(c.context));
  else {
    check_freedom(&c);
    check_motion(&c, &dice);
  }
  sar_system_destroy(&c.system);
  sar_model_destroy(&c.model);
  sar_context_destroy(&c.context);
  return c.verdict;
}
