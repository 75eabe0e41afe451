/* Orders against a reference solution in a file: columns of the same names at the same times, second half of the run.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/order.h"
#include "analysis/start/start.h"

typedef enum Level { POSITION, VELOCITY, REACTION, OTHER } Level;

/* What a column is, by the last part of its name. */
static Level level_of(const char *name) {
  static const struct {
    Level level;
    const char *quantities;
  } table[] = {
      {POSITION, " x y z q0 q1 q2 q3 angle angle1 angle2 displacement displacement_x displacement_y length value "},
      {VELOCITY, " vx vy vz wx wy wz rate angle_rate angle1_rate angle2_rate displacement_rate "},
      {REACTION, " fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2 force torque reaction "},
  };
  const char *dot = strrchr(name, '.');
  char word[40];
  snprintf(word, sizeof word, " %s ", dot ? dot + 1 : name);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (strstr(table[i].quantities, word)) return table[i].level;
  }
  return OTHER;
}

typedef struct Sums {
  double square[3];
  int64_t count[3];
} Sums;

/* Adds the differences of one column over the second half; both tables are sorted by time. */
static void add_column(const SarTable *run, int32_t column, const SarTable *reference, int32_t other, Level level,
                       Sums *sums) {
  const double *t = sar_table_values(run, 0), *s = sar_table_values(reference, 0);
  const double *a = sar_table_values(run, column), *b = sar_table_values(reference, other);
  int64_t rows = sar_table_rows(run), j = 0;
  double end = t[rows - 1];
  for (int64_t i = 0; i < rows; i++) {
    while (j < sar_table_rows(reference) && s[j] < t[i] - 1e-9 * end) j++;
    if (j == sar_table_rows(reference)) break;
    if (t[i] < 0.5 * end || s[j] > t[i] + 1e-9 * end) continue;
    sums->square[level] += (a[i] - b[j]) * (a[i] - b[j]);
    sums->count[level]++;
  }
}

static void compare(const SarTable *run, const SarTable *reference, Sums *sums) {
  *sums = (Sums){0};
  for (int32_t i = 1; i < sar_table_columns(reference); i++) {
    int32_t column = sar_table_find(run, sar_table_name(reference, i));
    Level level = level_of(sar_table_name(reference, i));
    if (column >= 0 && level != OTHER) add_column(run, column, reference, i, level, sums);
  }
}

/* The times of the reference: multiples of its smallest interval. */
static double interval_of(const SarTable *reference, double second) {
  const double *t = sar_table_values(reference, 0);
  double interval = INFINITY;
  for (int64_t i = 1; i < sar_table_rows(reference); i++) interval = fmin(interval, t[i] - t[i - 1]);
  return interval * second;
}

static SarStatus run_once(SarContext *context, const SarSystem *system, const SarOrderOptions *o, double step,
                          double every, SarTable *table) {
  SarRunOptions options = sar_run_options_default();
  options.study = true;
  options.method = o->method;
  options.end = o->end;
  options.step = step;
  options.output_every = every;
  options.corrector_floor = true;
  options.table = table;
  options.progress = o->progress;
  options.progress_self = o->progress_self;
  return sar_run(context, system, &options, NULL);
}

static SarStatus measure(SarContext *context, const SarSystem *system, const SarOrderOptions *o, SarTable *reference,
                         SarTable *table, SarOrderResult *out) {
  SAR_TRY(sar_table_read_csv(reference, o->reference));
  double every = interval_of(reference, sar_system_model(system)->units.time);
  double end = !isnan(o->end) ? o->end : sar_system_model(system)->simulation.end;
  double step = !isnan(o->step) ? o->step : end / 64;
  SarOrderSeries *series[3] = {&out->position, &out->velocity, &out->reactions};
  int64_t compared = 0;
  for (int32_t i = 0; i <= o->halvings; i++, step /= 2) {
    Sums sums;
    SAR_TRY(run_once(context, system, o, step, every, table));
    compare(table, reference, &sums);
    out->steps[out->nsteps++] = step;
    for (int k = 0; k < 3; k++) {
      series[k]->errors[i] = sums.count[k] ? sqrt(sums.square[k] / (double)sums.count[k]) : NAN;
      compared += sums.count[k];
    }
    out->multipliers.errors[i] = NAN;
  }
  if (compared) return SAR_OK;
  return sar_report(context, SAR_INPUT, (SarSource){sar_intern(context, o->reference), 1, 1}, NULL,
                    "name its columns like those of the results, for example `crank.x`, and its first column `time`",
                    "the reference has no column of this model, or no time in common with the run");
}

SarStatus sar_order_against_file(SarContext *context, const SarSystem *system, const SarOrderOptions *options,
                                 SarOrderResult *out) {
  SarTable *reference = NULL, *table = NULL;
  *out = (SarOrderResult){0};
  const char *method = options->method ? options->method : sar_system_model(system)->simulation.method;
  SarMethodChoice choice;
  SAR_TRY(sar_method_parse(context, method ? method : "hht", sar_nowhere(), &choice));
  sar_method_label(&choice, out->method, sizeof out->method);
  SarStatus status = sar_table_create(context, &reference);
  if (status == SAR_OK) status = sar_table_create(context, &table);
  if (status == SAR_OK) status = measure(context, system, options, reference, table, out);
  sar_table_destroy(&table);
  sar_table_destroy(&reference);
  out->position.order = sar_order_slope(out, &out->position);
  out->velocity.order = sar_order_slope(out, &out->velocity);
  out->reactions.order = sar_order_slope(out, &out->reactions);
  out->multipliers.order = NAN;
  return status;
}
