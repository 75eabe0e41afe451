/* Paper 1, "A Poly-V belt model": the force in the alternator's bearing and its speed with HHT at 1e-5 and with the
 * backward differentiation formulas at 1e-4 (figures 2 to 5), and which of the two is off against a run of 1e-7. */
#include "analysis/reproduce/collect.h"

extern const SarAsset sar_asset_poly_v_belt;

#define BELT                                                                                                           \
  "examples/poly_v_belt: 105 parts, 100 segments with 100 forces between them, 300 between their ribs and three "      \
  "pulleys and 100 contacts with the tensioner, 305 degrees of freedom, 200 ms; its data are this project's, for the " \
  "paper prints none"
#define PER_ROW 1e-4    /* s */
#define RAMPED 20       /* ms: from here on all torques act */
#define PITCH 1132.9157 /* mm, of the belt's path */

/* GSTIFF is a variable-step, variable-order BDF; its index-3 formulation is Adams' default, as it is here. */
enum { HHT, BDF, TIGHT, RUNS };
static const struct {
  const char *method, *name;
  double tolerance, printed; /* CPU s */
} runs[RUNS] = {{"hht", "HHT, 1e-5", 1e-5, 485}, {"bdf", "BDF, 1e-4", 1e-4, 1286}, {"bdf", "BDF, 1e-7", 1e-7, NAN}};

typedef struct Belt {
  SarReproduction *r;
  int64_t rows;
  const double *time;
  double *value[RUNS];                    /* of the column that is looked at */
  double *crank[RUNS], *alternator[RUNS]; /* rad, by which they have turned */
  SarRunSummary summary[RUNS];
} Belt;

static double *copied(const Belt *b, const double *from) {
  double *copy = SAR_NEW(b->r->arena, b->rows, double);
  for (int64_t i = 0; copy && i < b->rows; i++) copy[i] = from[i];
  return copy;
}

static SarStatus run_one(Belt *b, SarExperiment *e, int run, const char *column) {
  const double *value, *crank, *alternator;
  SAR_TRY(sar_experiment_run(
      e, &(SarExperimentRun){.method = runs[run].method, .tolerance = runs[run].tolerance, .every = PER_ROW}));
  SAR_TRY(sar_experiment_column(e, column, &value));
  SAR_TRY(sar_experiment_column(e, "crank_bearing.angle", &crank));
  SAR_TRY(sar_experiment_column(e, "alternator_bearing.angle", &alternator));
  b->rows = sar_table_rows(e->table);
  b->summary[run] = e->summary;
  b->value[run] = copied(b, value);
  b->crank[run] = copied(b, crank);
  b->alternator[run] = copied(b, alternator);
  b->time = copied(b, sar_table_values(e->table, 0));
  return b->value[run] && b->crank[run] && b->alternator[run] && b->time ? SAR_OK : sar_report_no_memory(b->r->context);
}

static SarStatus run_belt(Belt *b, int count, const char *column) {
  static const char *const output_of[] = {"alternator_bearing", "crank_bearing", "alternator.wz"};
  SarExperiment *e;
  SAR_TRY(sar_experiment_open(
      b->r, &(SarExperimentSetup){.model = &sar_asset_poly_v_belt, .output_of = output_of, .noutput_of = 3}, &e));
  for (int i = 0; i < count; i++) SAR_TRY(run_one(b, e, i, column));
  return SAR_OK;
}

/* ---- what is compared ---- */

static double largest(const Belt *b, int run) {
  double most = 0;
  for (int64_t i = 0; i < b->rows; i++) most = fmax(most, fabs(b->value[run][i]));
  return most;
}

/* Of all rows the largest difference, and the root of the mean square, in percent of the largest value of y. */
static double difference(const Belt *b, int x, int y, double *mean) {
  double most = 0, sum = 0, size = largest(b, y);
  for (int64_t i = 0; i < b->rows; i++) {
    double d = 100 * fabs(b->value[x][i] - b->value[y][i]) / size;
    most = fmax(most, d);
    sum += d * d;
  }
  *mean = sqrt(sum / (double)b->rows);
  return most;
}

static void add_differences(const Belt *b, double allowed, const char *printed, const char *note) {
  SarReproduction *r = b->r;
  double mean, most = difference(b, HHT, BDF, &mean);
  sar_row_found(r, most < allowed, printed, most, most < allowed ? "" : note, "largest difference at any time, %%");
  sar_row_measured(r, mean, "", "root of the mean square of the difference, %%");
  for (int run = HHT; run <= BDF; run++) {
    double off = difference(b, run, TIGHT, &mean);
    sar_row_measured(r, off, "", "%s against %s, largest, %%", runs[run].name, runs[TIGHT].name);
    sar_row_measured(r, mean, "", "%s against %s, root of the mean square, %%", runs[run].name, runs[TIGHT].name);
  }
}

static void add_work(const Belt *b) {
  SarReproduction *r = b->r;
  for (int run = HHT; run <= BDF; run++) {
    const SarRunSummary *s = &b->summary[run];
    sar_row_number(r, runs[run].printed, s->cpu_seconds, NAN, "the paper: a Pentium III", "%s, CPU s", runs[run].name);
    sar_row_shown(
        r, sar_row_text(r, "%lld, %lld, %lld", (long long)s->steps, (long long)s->rejected, (long long)s->iterations),
        "", "%s: steps, rejected, iterations", runs[run].name);
  }
  double ratio = b->summary[BDF].cpu_seconds / b->summary[HHT].cpu_seconds;
  sar_row_number(r, runs[BDF].printed / runs[HHT].printed, ratio, NAN,
                 "the same Newton iteration and linear solver for both", "BDF over HHT, CPU");
}

/* ---- figures ---- */

static SarSvgAxis time_axis(void) { return (SarSvgAxis){.label = "time, ms", .most = 200}; }

static void draw(const Belt *b, const char *title, const char *label) {
  SarSvgCurve *curves = sar_figure_curves(b->r, 2);
  if (!curves) return;
  for (int run = HHT; run <= BDF; run++) {
    curves[run] = sar_figure_curve(b->r, runs[run].name, b->rows, b->time, b->value[run]);
  }
  sar_figure_add_panel(b->r, title, 0, 0,
                       (SarSvgPanel){.x = time_axis(), .y = {.label = label}, .curves = curves, .ncurves = 2});
}

/* In percent of the largest value: of both methods, and of each against the tight run. */
static void draw_differences(const Belt *b, const char *title) {
  static const int pairs[3][2] = {{HHT, BDF}, {HHT, TIGHT}, {BDF, TIGHT}};
  SarSvgCurve *curves = sar_figure_curves(b->r, 3);
  for (int k = 0; curves && k < 3; k++) {
    const double *x = b->value[pairs[k][0]], *y = b->value[pairs[k][1]];
    double *d = SAR_NEW(b->r->arena, b->rows, double), size = largest(b, pairs[k][1]);
    if (!d) return;
    for (int64_t i = 0; i < b->rows; i++) d[i] = 100 * (x[i] - y[i]) / size;
    curves[k] = sar_figure_curve(b->r, sar_row_text(b->r, "%s less %s", runs[pairs[k][0]].name, runs[pairs[k][1]].name),
                                 b->rows, b->time, d);
  }
  if (!curves) return;
  sar_figure_add_panel(
      b->r, title, 0, 0,
      (SarSvgPanel){.x = time_axis(), .y = {.label = "difference, %"}, .curves = curves, .ncurves = 3});
}

/* ---- items ---- */

SarStatus sar_item_paper1_figure2(SarReproduction *r) {
  Belt b = {.r = r};
  r->definition = "x of the force of the alternator's bearing; " BELT;
  r->digits = 4;
  SAR_TRY(run_belt(&b, TIGHT, "alternator_bearing.fx"));
  double peaks = 100 * fabs(largest(&b, HHT) / largest(&b, BDF) - 1);
  sar_row_found(r, peaks < 3, "the peak difference is less than 3 %", peaks,
                peaks < 3 ? "" : "against a run at 1e-7 that of BDF is 4.8 % too high, that of HHT 1.5 %",
                "difference of the peaks, %%");
  for (int run = HHT; run <= BDF; run++) sar_row_measured(r, largest(&b, run), "", "%s, peak, N", runs[run].name);
  double travel = fabs(b.crank[HHT][b.rows - 1]) * 80 / PITCH;
  sar_row_found(r, travel > 1, "more than a full revolution of the belt", travel, "", "revolutions of the belt");
  add_work(&b);
  draw(&b, "Paper 1, figure 2: x of the reaction force at the alternator", "force, N");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure3(SarReproduction *r) {
  Belt b = {.r = r};
  r->definition = "differences of x of the force of the alternator's bearing, over its peak; " BELT;
  r->digits = 3;
  SAR_TRY(run_belt(&b, RUNS, "alternator_bearing.fx"));
  add_differences(&b, 3, "less than 3 %",
                  "segments meet the pulley at slightly different times; the peaks differ by less (figure 2)");
  draw_differences(&b, "Paper 1, figure 3: differences of that force");
  return SAR_OK;
}

/* Turns after the torques have come up. */
static double ratio_of(const Belt *b, int run) {
  int64_t from = 0, last = b->rows - 1;
  while (from < last && b->time[from] < RAMPED) from++;
  return (b->alternator[run][last] - b->alternator[run][from]) / (b->crank[run][last] - b->crank[run][from]);
}

SarStatus sar_item_paper1_figure4(SarReproduction *r) {
  Belt b = {.r = r};
  r->definition = "angular velocity of the alternator; " BELT;
  r->digits = 5;
  SAR_TRY(run_belt(&b, TIGHT, "alternator.wz"));
  double mean, most = difference(&b, HHT, BDF, &mean);
  sar_row_found(r, most < 1, "good correlation", most, "", "largest difference at any time, %%");
  for (int run = HHT; run <= BDF; run++) {
    sar_row_measured(r, ratio_of(&b, run), "pitch radii 80 and 30 mm: 2.6667; chords that do not slip: 2.6804",
                     "%s: turns of the alternator over those of the crank", runs[run].name);
  }
  draw(&b, "Paper 1, figure 4: angular velocity of the alternator", "angular velocity, rad/ms");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure5(SarReproduction *r) {
  Belt b = {.r = r};
  r->definition =
      "differences of the angular velocity of the alternator, over its largest value (the caption says force, the text "
      "velocity); " BELT;
  r->digits = 3;
  SAR_TRY(run_belt(&b, RUNS, "alternator.wz"));
  add_differences(&b, 1, "less than 1 %", "");
  draw_differences(&b, "Paper 1, figure 5: differences of that velocity");
  return SAR_OK;
}
