/* Paper 2, section 5.1: step control on the stiff double pendulum (tables 1 and 2, figure 2). */
#include "analysis/reproduce/collect.h"

extern const SarAsset sar_asset_double_pendulum;

#define METHOD "rosenbrock-nystrom"
#define PI 3.14159265358979323846

typedef struct Series {
  int64_t count;
  const double *time, *value;
} Series;

/* A copy of a column of the last run: the next run overwrites it. */
static SarStatus copy_series(const SarExperiment *e, const char *column, Series *out) {
  const double *time = sar_table_values(e->table, 0), *value;
  SAR_TRY(sar_experiment_column(e, column, &value));
  int64_t count = sar_table_rows(e->table);
  double *copy = SAR_NEW(e->r->arena, 2 * count, double);
  if (!copy) return sar_report_no_memory(e->r->context);
  for (int64_t i = 0; i < count; i++) copy[i] = time[i], copy[count + i] = value[i];
  *out = (Series){count, copy, copy + count};
  return SAR_OK;
}

/* The cubic through four points around t, as in the paper. */
static double interpolate(const Series *s, double t) {
  int64_t low = 0, high = s->count - 1;
  while (high - low > 1) {
    int64_t middle = (low + high) / 2;
    if (s->time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  int64_t first = low - 1 < 0 ? 0 : low - 1 > s->count - 4 ? s->count - 4 : low - 1;
  double sum = 0;
  for (int64_t i = first; i < first + 4; i++) {
    double term = s->value[i];
    for (int64_t j = first; j < first + 4; j++) {
      if (j != i) term *= (t - s->time[j]) / (s->time[i] - s->time[j]);
    }
    sum += term;
  }
  return sum;
}

typedef struct Printed {
  double time, largest, relative, mean; /* relative: per cent */
} Printed;

typedef struct Errors {
  double time, largest, relative, mean;
  double late; /* the largest one after 1 ms */
} Errors;

static Errors errors_of(const Series *run, const Series *reference) {
  Errors out = {.largest = -1};
  for (int64_t i = 0; i < run->count; i++) {
    double exact = interpolate(reference, run->time[i]), error = fabs(run->value[i] - exact);
    out.mean += error * error / (double)run->count;
    if (run->time[i] > 1e-3) out.late = fmax(out.late, error);
    if (!(error > out.largest)) continue;
    out.largest = error;
    out.time = run->time[i];
    out.relative = 100 * error / fabs(exact);
  }
  out.mean = sqrt(out.mean);
  return out;
}

static SarStatus open_pendulum(SarReproduction *r, SarExperiment **e) {
  return sar_experiment_open(r, &(SarExperimentSetup){.model = &sar_asset_double_pendulum}, e);
}

static SarStatus run_series(SarExperiment *e, const char *method, double tolerance, const char *column, Series *out) {
  SAR_TRY(sar_experiment_run(e, &(SarExperimentRun){.method = method, .tolerance = tolerance}));
  return copy_series(e, column, out);
}

#define DIGITS 0.05 /* printed with four digits */

static SarStatus fill_table(SarReproduction *r, const char *column, const Printed *printed) {
  static const char *const open = "inertias, gravity and theta1(0) are not printed";
  SarExperiment *e;
  Series reference, run;
  double largest[4];
  r->definition =
      "error at the ends of steps against `radau5` at 1e-12 (the paper: a run with very small steps), interpolated by "
      "cubics; mean: root of the mean square; L1, L2 are half lengths, uniform rods, g = 9.81, theta1(0) = 2 pi (not "
      "printed); the printed values cannot be had from the printed data: what must hold is that the error follows the "
      "tolerance";
  r->digits = 3;
  SAR_TRY(open_pendulum(r, &e));
  SAR_TRY(run_series(e, "radau5", 1e-12, column, &reference));
  for (int32_t i = 0; i < 4; i++) {
    const Printed *p = &printed[i];
    int32_t k = -2 - i;
    SAR_TRY(run_series(e, METHOD, pow(10, k), column, &run));
    Errors found = errors_of(&run, &reference);
    largest[i] = found.late;
    /* The angle is between 4 and 6.3 rad: an error of 0.05 rad cannot be 0.12 per cent of it. */
    bool contradict = column[0] == 'a' && p->relative < 100 * p->largest / 10;
    sar_row_number(r, p->time, found.time, DIGITS, open, "tolerance 1e%d, t* of the largest error, s", (int)k);
    sar_row_number(r, p->largest, found.largest, DIGITS, open, "tolerance 1e%d, largest error", (int)k);
    sar_row_number(r, p->relative, found.relative, DIGITS,
                   contradict ? "the printed value and the row above contradict each other by ten" : open,
                   "tolerance 1e%d, relative error, %%", (int)k);
    sar_row_number(r, p->mean, found.mean, DIGITS, open, "tolerance 1e%d, mean error", (int)k);
    sar_row_measured(r, found.late, found.time < 1e-3 ? "before, the damper takes up 10 rad/s of the second rod" : "",
                     "tolerance 1e%d, largest error after 1 ms", (int)k);
  }
  double slope = log10(largest[0] / largest[3]) / 3;
  sar_row_number(r, log10(printed[0].largest / printed[3].largest) / 3, slope, 0.35,
                 "1: the error follows the tolerance", "largest error, power of the tolerance");
  return SAR_OK;
}

SarStatus sar_item_paper2_table1(SarReproduction *r) {
  static const Printed printed[4] = {{0.592127, 5.223e-2, 0.12126, 3.234e-3},
                                     {0.599954, 4.198e-3, 0.00964, 2.631e-4},
                                     {0.626135, 4.916e-4, 0.00108, 2.946e-5},
                                     {1.065146, 1.902e-5, 0.00039, 9.868e-6}};
  return fill_table(r, "angle1.value", printed);
}

SarStatus sar_item_paper2_table2(SarReproduction *r) {
  static const Printed printed[4] = {{0.795548, 4.061e-2, 1.84434, 2.348e-2},
                                     {0.373114, 3.792e-3, 0.12340, 2.181e-3},
                                     {0.217757, 8.652e-4, 0.00922, 3.445e-4},
                                     {0.186183, 2.343e-4, 0.00246, 9.357e-5}};
  return fill_table(r, "rod1.wz", printed);
}

/* ---- figure 2 ---- */

static void range_of(const Series *s, double *least, double *most) {
  *least = INFINITY, *most = -INFINITY;
  for (int64_t i = 0; i < s->count; i++) *least = fmin(*least, s->value[i]), *most = fmax(*most, s->value[i]);
}

SarStatus sar_item_paper2_figure2(SarReproduction *r) {
  SarExperiment *e;
  SarSvgPanel *panels = sar_figure_panels(r, 2);
  SarSvgCurve *curves = sar_figure_curves(r, 2);
  Series angle, rate;
  double low, high, slow, fast;
  if (!panels || !curves) return SAR_OK;
  r->definition = "what the text says of the curves; the curves themselves are not printed as numbers";
  SAR_TRY(open_pendulum(r, &e));
  SAR_TRY(run_series(e, "radau5", 1e-9, "angle1.value", &angle));
  SAR_TRY(copy_series(e, "rod1.wz", &rate));
  range_of(&angle, &low, &high);
  range_of(&rate, &slow, &fast);
  const char *note = "the start of theta1 is not printed: here 2 pi";
  sar_row_number(r, 3 * PI / 2, angle.value[angle.count - 1], 0.05, "the motion has not quite died out",
                 "theta1 at 2 s, rad (eventually 3 pi/2)");
  sar_row_number(r, 4, low, 0.1, "", "theta1, least, rad (between 4.0 and 6.0)");
  sar_row_number(r, 6, high, 0.1, note, "theta1, most, rad");
  sar_row_number(r, -10, slow, 0.1, note, "angular velocity, least, rad/s (between -10 and 7)");
  sar_row_number(r, 7, fast, 0.1, note, "angular velocity, most, rad/s");
  curves[0] = sar_figure_curve(r, NULL, angle.count, angle.time, angle.value);
  curves[1] = sar_figure_curve(r, NULL, rate.count, rate.time, rate.value);
  curves[0].name = curves[1].name = "radau5, tolerance 1e-9";
  panels[0] =
      (SarSvgPanel){.title = "theta1, rad", .x = {.label = "time, s", .most = 2}, .curves = curves, .ncurves = 1};
  panels[1] = (SarSvgPanel){
      .title = "its rate, rad/s", .x = {.label = "time, s", .most = 2}, .curves = curves + 1, .ncurves = 1};
  sar_figure_add(r, (SarSvgFigure){.title = "Paper 2, figure 2: orientation and angular velocity of body 1",
                                   .height = 380,
                                   .panels = panels,
                                   .npanels = 2});
  return SAR_OK;
}
