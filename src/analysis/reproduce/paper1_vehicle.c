/* Paper 1, "All-terrain vehicle (ATV)": force in a joint of the rear suspension, rate of pitch of the engine (figures 9
 * to 11) and the ten hot spots of the frame (table 1), with HHT at 1e-5 and with the backward differentiation formulas
 * at 1e-4, and which of the two is off against HHT with a tenth of the step. Radau IIA of order 5 agrees with that
 * run to 6 digits (docs/hht-and-bdf.md). */
#include <string.h>

#include "analysis/reproduce/collect.h"
#include "result/stress.h"

extern const SarAsset sar_asset_atv_shaker, sar_asset_atv_front, sar_asset_atv_frame;

#define VEHICLE                                                                                                        \
  "examples/atv_shaker: 28 bodies and a frame of 134 modes, 43 joints, 5 motions, 146 degrees of freedom, 2 s, steps " \
  "of at most 5e-4 s; its data are this project's, for the paper prints none"
#define PER_ROW 5e-3    /* s, of curves */
#define PER_STRESS 5e-4 /* s: a largest step */
#define TOP 10

/* The paper's two; BDF with the steps that the largest one allows anyway, but a corrector that goes on; the reference.
 */
enum { HHT, BDF, FINER, TIGHT, RUNS };
static const struct {
  const char *method, *name;
  double tolerance, max_step, printed; /* 0: the model's; CPU s */
} runs[RUNS] = {{"hht", "HHT, 1e-5", 1e-5, 0, 122.47},
                {"bdf", "BDF, 1e-4", 1e-4, 0, 367.08},
                {"bdf", "BDF, 1e-6", 1e-6, 0, NAN},
                {"hht", "steps of 5e-5 s", 1e-8, 5e-5, NAN}};

static SarStatus open_vehicle(SarReproduction *r, const char *output_of, SarExperiment **out) {
  return sar_experiment_open(r,
                             &(SarExperimentSetup){.model = &sar_asset_atv_shaker,
                                                   .included = &sar_asset_atv_front,
                                                   .body = &sar_asset_atv_frame,
                                                   .output_of = &output_of,
                                                   .noutput_of = 1},
                             out);
}

static SarStatus run_vehicle(SarExperiment *e, int run, double every) {
  return sar_experiment_run(e, &(SarExperimentRun){.method = runs[run].method,
                                                   .tolerance = runs[run].tolerance,
                                                   .max_step = runs[run].max_step,
                                                   .every = every});
}

/* ---- hot spots ---- */

typedef struct Heat {
  SarReproduction *r;
  SarReduced frame;
  double *peak[RUNS];         /* of every node of the surface, lbf/in^2 */
  SarHotSpot spot[RUNS][TOP]; /* the largest first */
  double *values;             /* of a piece: [mode][row] */
  const double **amplitudes;  /* columns of the last run */
} Heat;

static SarStatus make_room(Heat *h) {
  SarArena *arena = h->r->arena;
  int32_t nodes = h->frame.mesh.nnodes;
  for (int run = 0; run < RUNS; run++) h->peak[run] = SAR_NEW(arena, nodes, double);
  h->values = SAR_NEW(arena, (size_t)h->frame.n * SAR_STRESS_ROWS, double);
  h->amplitudes = SAR_NEW(arena, h->frame.n, const double *);
  bool ok = h->values && h->amplitudes;
  for (int run = 0; run < RUNS; run++) ok = ok && h->peak[run];
  return ok ? SAR_OK : sar_report_no_memory(h->r->context);
}

/* All rows of the last run, piece by piece. */
static void raise_peaks(const Heat *h, const SarTable *table, SarHotSpot *peaks) {
  int64_t all = sar_table_rows(table);
  for (int64_t first = 0; first < all; first += SAR_STRESS_ROWS) {
    int32_t rows = (int32_t)(all - first < SAR_STRESS_ROWS ? all - first : SAR_STRESS_ROWS);
    for (int32_t i = 0; i < h->frame.n; i++) {
      memcpy(h->values + (size_t)i * (size_t)rows, h->amplitudes[i] + first, (size_t)rows * sizeof *h->values);
    }
    const SarStressPiece piece = {first, rows, sar_table_values(table, 0) + first, h->values};
    sar_stress_raise_peaks(&h->frame, &piece, peaks);
  }
}

static SarStatus heat_of_run(Heat *h, SarExperiment *e, int run) {
  double unit = sar_units_factor(&e->model->units, "N/m^2");
  SarHotSpot *peaks = sar_stress_no_peaks(&h->frame, h->r->arena);
  if (!peaks) return sar_report_no_memory(h->r->context);
  SAR_TRY(run_vehicle(e, run, PER_STRESS));
  for (int32_t i = 0; i < h->frame.n; i++) {
    SAR_TRY(sar_experiment_column(e, sar_row_text(h->r, "frame.mode%d", (int)i + 1), &h->amplitudes[i]));
  }
  raise_peaks(h, e->table, peaks);
  for (int32_t i = 0; i < h->frame.mesh.nnodes; i++) h->peak[run][i] = peaks[i].value / unit;
  sar_stress_hot_spots(&h->frame, peaks, TOP, sar_stress_apart(&h->frame.mesh), h->spot[run]);
  return SAR_OK;
}

static double percent(const Heat *h, int32_t node, int run, int against) {
  return 100 * (h->peak[run][node] / h->peak[against][node] - 1);
}

static void add_spot(const Heat *h, int i, double printed_bdf, double printed_hht, double *worst) {
  SarReproduction *r = h->r;
  int32_t node = h->spot[HHT][i].node;
  double apart = percent(h, node, HHT, BDF), off[TIGHT];
  for (int run = 0; run < TIGHT; run++) {
    off[run] = fabs(percent(h, node, run, TIGHT));
    worst[run] = fmax(worst[run], off[run]);
  }
  sar_row_number(r, printed_hht, h->peak[HHT][node], NAN, "another frame", "%d: HHT, node %lld here", i + 1,
                 (long long)h->frame.mesh.numbers[node]);
  sar_row_found(
      r, fabs(apart) < 0.5, sar_row_text(r, "%.2f", 100 * (printed_hht / printed_bdf - 1)), apart,
      sar_row_text(r, "against %s HHT is off by %.3f %%, BDF by %.2f %%", runs[TIGHT].name, off[HHT], off[BDF]),
      "%d: HHT against BDF, %% (the paper: less than 0.5)", i + 1);
}

SarStatus sar_item_paper1_table1(SarReproduction *r) {
  static const double printed[TOP][2] = {{300738, 300768}, {204503, 204274}, {204075, 204191}, {200688, 200354},
                                         {198106, 197887}, {193729, 192929}, {190386, 189911}, {173882, 173355},
                                         {171990, 172746}, {170191, 170375}};
  Heat h = {.r = r};
  SarExperiment *e;
  r->definition = "largest stress of von Mises, lbf/in^2, of the ten hottest places, rows every 5e-4 s; " VEHICLE;
  r->digits = 5;
  SAR_TRY(sar_reduced_read_asset(r->context, sar_nowhere(), &sar_asset_atv_frame, true, r->arena, &h.frame));
  SAR_TRY(make_room(&h));
  SAR_TRY(open_vehicle(r, "frame", &e));
  for (int run = 0; run < RUNS; run++) SAR_TRY(heat_of_run(&h, e, run));
  double worst[TIGHT] = {0}, apart = 0;
  bool same = true;
  for (int i = 0; i < TOP; i++) {
    add_spot(&h, i, printed[i][0], printed[i][1], worst);
    apart = fmax(apart, fabs(percent(&h, h.spot[HHT][i].node, HHT, BDF)));
    same = same && h.spot[HHT][i].node == h.spot[BDF][i].node && h.spot[HHT][i].node == h.spot[TIGHT][i].node;
  }
  sar_row_statement(r, same, "excellent agreement in location",
                    same ? "the same ten nodes in the same order" : "not the same nodes in the same order",
                    same ? "" : "nodes of equal stress change places", "places by both methods");
  const char *culprit = worst[BDF] > worst[HHT] ? "BDF is what is off" : "HHT is what is off";
  sar_row_found(r, apart < 0.5, "less than 0.5 %", apart, culprit, "largest difference, %%");
  for (int run = 0; run < TIGHT; run++) {
    sar_row_measured(r, worst[run], "", "%s against %s, largest, %%", runs[run].name, runs[TIGHT].name);
  }
  return SAR_OK;
}

/* ---- curves ---- */

typedef struct Curves {
  SarReproduction *r;
  int64_t rows;
  double *time, *value[RUNS];
  SarRunSummary summary[RUNS];
} Curves;

static double *copied(const Curves *c, const double *from) {
  double *copy = SAR_NEW(c->r->arena, c->rows, double);
  for (int64_t i = 0; copy && i < c->rows; i++) copy[i] = from[i];
  return copy;
}

static SarStatus run_curves(Curves *c, const char *column) {
  SarExperiment *e;
  SAR_TRY(open_vehicle(c->r, column, &e));
  for (int run = 0; run < RUNS; run++) {
    const double *value;
    SAR_TRY(run_vehicle(e, run, PER_ROW));
    SAR_TRY(sar_experiment_column(e, column, &value));
    c->rows = sar_table_rows(e->table);
    c->summary[run] = e->summary;
    c->value[run] = copied(c, value);
    c->time = copied(c, sar_table_values(e->table, 0));
    if (!c->value[run] || !c->time) return sar_report_no_memory(c->r->context);
  }
  return SAR_OK;
}

static double largest(const Curves *c, int run) {
  double most = 0;
  for (int64_t i = 0; i < c->rows; i++) most = fmax(most, fabs(c->value[run][i]));
  return most;
}

/* In percent of the largest value of the second. */
static double difference(const Curves *c, int run, int against) {
  double most = 0;
  for (int64_t i = 0; i < c->rows; i++) most = fmax(most, fabs(c->value[run][i] - c->value[against][i]));
  return 100 * most / largest(c, against);
}

/* Periods in a second, counted by changes of the sign after the first quarter. */
static double frequency(const Curves *c, int run) {
  int64_t first = c->rows / 4, changes = 0;
  for (int64_t i = first + 1; i < c->rows; i++) changes += c->value[run][i] * c->value[run][i - 1] < 0;
  return (double)changes / 2 / (c->time[c->rows - 1] - c->time[first]);
}

static void add_errors(const Curves *c) {
  for (int run = 0; run < TIGHT; run++) {
    sar_row_measured(c->r, difference(c, run, TIGHT), "", "%s against %s, largest, %%", runs[run].name,
                     runs[TIGHT].name);
  }
}

static void add_work(const Curves *c) {
  SarReproduction *r = c->r;
  for (int run = 0; run < TIGHT; run++) {
    const SarRunSummary *s = &c->summary[run];
    if (isnan(runs[run].printed)) {
      sar_row_measured(r, s->cpu_seconds, "", "%s, CPU s", runs[run].name);
    } else {
      sar_row_number(r, runs[run].printed, s->cpu_seconds, NAN, "the paper: a Pentium 4 of 2.2 GHz", "%s, CPU s",
                     runs[run].name);
    }
    sar_row_shown(r,
                  sar_row_text(r, "%lld, %lld, %lld", (long long)s->steps, (long long)s->iterations,
                               (long long)s->factorisations),
                  "", "%s: steps, iterations, factorisations", runs[run].name);
  }
  double ratio = c->summary[BDF].cpu_seconds / c->summary[HHT].cpu_seconds;
  sar_row_number(r, runs[BDF].printed / runs[HHT].printed, ratio, NAN,
                 "what its corrector leaves at 1e-4 makes the audit of energies solve inside of steps",
                 "BDF over HHT, CPU");
}

static SarSvgAxis time_axis(void) { return (SarSvgAxis){.label = "time, s", .most = 2}; }

static void draw(const Curves *c, const char *title, const char *label) {
  SarSvgCurve *curves = sar_figure_curves(c->r, 2);
  if (!curves) return;
  for (int run = HHT; run <= BDF; run++) {
    curves[run] = sar_figure_curve(c->r, runs[run].name, c->rows, c->time, c->value[run]);
  }
  sar_figure_add_panel(c->r, title, 0, 0,
                       (SarSvgPanel){.x = time_axis(), .y = {.label = label}, .curves = curves, .ncurves = 2});
}

/* In percent of the largest value: of both methods, and of each against the tight run. */
static void draw_differences(const Curves *c, const char *title) {
  static const int pairs[3][2] = {{HHT, BDF}, {HHT, TIGHT}, {BDF, TIGHT}};
  SarSvgCurve *curves = sar_figure_curves(c->r, 3);
  for (int k = 0; curves && k < 3; k++) {
    const double *x = c->value[pairs[k][0]], *y = c->value[pairs[k][1]];
    double *d = SAR_NEW(c->r->arena, c->rows, double), size = largest(c, pairs[k][1]);
    if (!d) return;
    for (int64_t i = 0; i < c->rows; i++) d[i] = 100 * (x[i] - y[i]) / size;
    curves[k] = sar_figure_curve(c->r, sar_row_text(c->r, "%s less %s", runs[pairs[k][0]].name, runs[pairs[k][1]].name),
                                 c->rows, c->time, d);
  }
  if (!curves) return;
  sar_figure_add_panel(
      c->r, title, 0, 0,
      (SarSvgPanel){.x = time_axis(), .y = {.label = "difference, %"}, .curves = curves, .ncurves = 3});
}

SarStatus sar_item_paper1_figure9(SarReproduction *r) {
  Curves c = {.r = r};
  r->definition = "vertical force in the spherical joint of the right half of the swing arm and the frame; " VEHICLE;
  r->digits = 3;
  SAR_TRY(run_curves(&c, "swing_right.fz"));
  double apart = difference(&c, HHT, BDF);
  sar_row_found(r, apart < 5, "good correlation", apart, "5 % are taken for good here",
                "largest difference over the peak, %%");
  add_errors(&c);
  for (int run = HHT; run <= BDF; run++) sar_row_measured(r, largest(&c, run), "", "%s, peak, lbf", runs[run].name);
  add_work(&c);
  draw(&c, "Paper 1, figure 9: vertical reaction force", "force, lbf");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure10(SarReproduction *r) {
  Curves c = {.r = r};
  r->definition = "rate of pitch of the engine; " VEHICLE;
  r->digits = 3;
  SAR_TRY(run_curves(&c, "engine.wy"));
  sar_row_number(r, 2, frequency(&c, HHT), 0.2, "", "pitch, Hz (the paper: approximately)");
  for (int run = HHT; run <= BDF; run++) {
    sar_row_measured(r, largest(&c, run), "", "%s, largest rate, rad/s", runs[run].name);
  }
  draw(&c, "Paper 1, figure 10: pitch angular velocity of the engine", "angular velocity, rad/s");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure11(SarReproduction *r) {
  Curves c = {.r = r};
  r->definition = "difference of the rates of pitch of the engine, over the largest one; " VEHICLE;
  r->digits = 3;
  SAR_TRY(run_curves(&c, "engine.wy"));
  double apart = difference(&c, HHT, BDF);
  sar_row_found(r, apart < 1.6, "less than 1.6 %", apart, apart < 1.6 ? "" : "see what is off below",
                "largest difference at any time, %%");
  add_errors(&c);
  draw_differences(&c, "Paper 1, figure 11: differences of that velocity");
  return SAR_OK;
}
