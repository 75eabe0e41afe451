/* Paper 1, "All-terrain vehicle (ATV)": force in a joint of the rear suspension, rate of pitch of the engine (figures 9
 * to 11) and the ten hot spots of the frame (table 1), with HHT at 1e-5 and with the backward differentiation formulas
 * at 1e-4.
 *
 * What is shown as measured was recorded: the frame's file has 11 MB, which the program does not carry. How to measure
 * it again is in examples/atv_shaker. */
#include <stdlib.h>
#include <string.h>

#include "analysis/reproduce/collect.h"

extern const SarAsset sar_asset_atv_recorded;

#define VEHICLE                                                                                                       \
  "recorded numbers of two runs of examples/atv_shaker (its page says how to measure them again; the frame is too "   \
  "large a file for the program to carry): 28 bodies and a frame of 134 modes, 43 joints, 5 motions, 146 degrees of " \
  "freedom, 2 s, steps of at most 5e-4 s; its data are this project's, for the paper prints none"

/* ---- what was recorded ---- */

enum { TIME, FORCE_HHT, FORCE_BDF, PITCH_HHT, PITCH_BDF, COLUMNS, MOST_ROWS = 500 };

typedef struct Recorded {
  int64_t rows;
  double *column[COLUMNS];
} Recorded;

/* The file has a line of names, then rows of five numbers; every row is in it, none is left out. */
static SarStatus read_recorded(SarReproduction *r, Recorded *out) {
  const char *text = strchr((const char *)sar_asset_atv_recorded.bytes, '\n');
  for (int k = 0; k < COLUMNS; k++) {
    out->column[k] = SAR_NEW(r->arena, MOST_ROWS, double);
    if (!out->column[k]) return sar_report_no_memory(r->context);
  }
  for (out->rows = 0; text && text[1] && out->rows < MOST_ROWS; out->rows++) {
    for (int k = 0; k < COLUMNS; k++) {
      char *end;
      out->column[k][out->rows] = strtod(text + 1, &end);
      text = end;
    }
  }
  return SAR_OK;
}

static void draw(SarReproduction *r, const Recorded *d, int first, const char *title, const char *label) {
  SarSvgCurve *curves = sar_figure_curves(r, 2);
  if (!curves) return;
  curves[0] = sar_figure_curve(r, "HHT, 1e-5", d->rows, d->column[TIME], d->column[first]);
  curves[1] = sar_figure_curve(r, "BDF, 1e-4", d->rows, d->column[TIME], d->column[first + 1]);
  sar_figure_add_panel(
      r, title, 0, 0,
      (SarSvgPanel){.x = {.label = "time, s", .most = 2}, .y = {.label = label}, .curves = curves, .ncurves = 2});
}

static double largest(const Recorded *d, int column) {
  double most = 0;
  for (int64_t i = 0; i < d->rows; i++) most = fmax(most, fabs(d->column[column][i]));
  return most;
}

/* In percent of the largest value. */
static double difference(const Recorded *d, int first) {
  double most = 0;
  for (int64_t i = 0; i < d->rows; i++) most = fmax(most, fabs(d->column[first][i] - d->column[first + 1][i]));
  return 100 * most / largest(d, first);
}

/* Periods in a second, counted by changes of the sign after the first quarter. */
static double frequency(const Recorded *d, int column) {
  int64_t first = d->rows / 4, changes = 0;
  for (int64_t i = first + 1; i < d->rows; i++) changes += d->column[column][i] * d->column[column][i - 1] < 0;
  return (double)changes / 2 / (d->column[TIME][d->rows - 1] - d->column[TIME][first]);
}

/* ---- items ---- */

SarStatus sar_item_paper1_table1(SarReproduction *r) {
  static const double printed[10][2] = {{300738, 300768}, {204503, 204274}, {204075, 204191}, {200688, 200354},
                                        {198106, 197887}, {193729, 192929}, {190386, 189911}, {173882, 173355},
                                        {171990, 172746}, {170191, 170375}};
  static const struct {
    int node;
    double hht, bdf;
  } found[10] = {{3605, 30249.8, 30111.4}, {3654, 28661.4, 28649.8}, {4342, 26261.1, 26211.2}, {4112, 25715.2, 25600.3},
                 {5251, 21953.5, 21889.5}, {5094, 21856.4, 21728.9}, {2819, 21472.8, 21399.9}, {2936, 21015.4, 21000.3},
                 {4777, 20785.3, 20608.7}, {4761, 19370.4, 19328.7}};
  r->definition = "largest stress of von Mises, lbf/in^2, of the ten hottest places, rows every 5e-4 s; " VEHICLE;
  r->digits = 4;
  double worst = 0;
  for (int i = 0; i < 10; i++) {
    double apart = 100 * (found[i].hht / found[i].bdf - 1);
    worst = fmax(worst, fabs(apart));
    sar_row_number(r, printed[i][1], found[i].hht, NAN, "another frame", "%d: HHT, node %d here", i + 1, found[i].node);
    sar_row_found(r, fabs(apart) < 0.5, sar_row_text(r, "%.2f", 100 * (printed[i][1] / printed[i][0] - 1)), apart,
                  fabs(apart) < 0.5 ? "" : "more than the paper's half per cent",
                  "%d: HHT against BDF, %% (the paper: less than 0.5)", i + 1);
  }
  sar_row_statement(r, true, "excellent agreement in location", "the same ten nodes in the same order", "",
                    "places by both methods");
  sar_row_found(r, worst < 0.5, "less than 0.5 %", worst,
                "the energy balance of `bdf` is off by 2 % here, that of `hht` by 1e-5", "largest difference, %%");
  return SAR_OK;
}

/* With a row every 5e-3 s. By a profile two thirds of what BDF's steps take, and an eighth of HHT's, is the audit of
 * energies, which solves the equations inside of steps. */
static void add_work(SarReproduction *r) {
  const double hht = 3.59, bdf = 61.4;
  sar_row_number(r, 122.47, hht, NAN, "the paper: a Pentium 4 of 2.2 GHz", "HHT, CPU s");
  sar_row_number(r, 367.08, bdf, NAN, "the paper: a Pentium 4 of 2.2 GHz", "BDF, CPU s");
  sar_row_number(r, 367.08 / 122.47, bdf / hht, NAN,
                 "of the methods alone, without rows and the audit of energies, about 13", "BDF over HHT, CPU");
  sar_row_shown(r, "4005, 7917, 28", "", "HHT: steps, iterations, factorisations");
  sar_row_shown(r, "4005, 10238, 270", "", "BDF: steps, iterations, factorisations");
}

SarStatus sar_item_paper1_figure9(SarReproduction *r) {
  Recorded d;
  r->definition = "vertical force in the spherical joint of the right half of the swing arm and the frame; " VEHICLE;
  r->digits = 3;
  SAR_TRY(read_recorded(r, &d));
  sar_row_found(r, difference(&d, FORCE_HHT) < 5, "good correlation", difference(&d, FORCE_HHT),
                "5 % are taken for good here", "largest difference over the peak, %%");
  sar_row_measured(r, largest(&d, FORCE_HHT), "", "HHT, peak, lbf");
  sar_row_measured(r, largest(&d, FORCE_BDF), "", "BDF, peak, lbf");
  add_work(r);
  draw(r, &d, FORCE_HHT, "Paper 1, figure 9: vertical reaction force", "force, lbf");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure10(SarReproduction *r) {
  Recorded d;
  r->definition = "rate of pitch of the engine; " VEHICLE;
  r->digits = 3;
  SAR_TRY(read_recorded(r, &d));
  sar_row_number(r, 2, frequency(&d, PITCH_HHT), 0.2, "", "pitch, Hz (the paper: approximately)");
  sar_row_measured(r, largest(&d, PITCH_HHT), "", "HHT, largest rate, rad/s");
  sar_row_measured(r, largest(&d, PITCH_BDF), "", "BDF, largest rate, rad/s");
  draw(r, &d, PITCH_HHT, "Paper 1, figure 10: pitch angular velocity of the engine", "angular velocity, rad/s");
  return SAR_OK;
}

SarStatus sar_item_paper1_figure11(SarReproduction *r) {
  Recorded d;
  r->definition = "difference of the rates of pitch of the engine, over the largest one; " VEHICLE;
  r->digits = 3;
  SAR_TRY(read_recorded(r, &d));
  SarSvgCurve *curve = sar_figure_curves(r, 1);
  double *apart = SAR_NEW(r->arena, d.rows + 1, double), size = largest(&d, PITCH_HHT);
  if (!curve || !apart) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < d.rows; i++) apart[i] = 100 * (d.column[PITCH_HHT][i] - d.column[PITCH_BDF][i]) / size;
  sar_row_found(r, difference(&d, PITCH_HHT) < 1.6, "less than 1.6 %", difference(&d, PITCH_HHT), "",
                "largest difference at any time, %%");
  curve[0] = sar_figure_curve(r, "HHT less BDF", d.rows, d.column[TIME], apart);
  sar_figure_add_panel(
      r, "Paper 1, figure 11: difference of that velocity", 0, 0,
      (SarSvgPanel){
          .x = {.label = "time, s", .most = 2}, .y = {.label = "difference, %"}, .curves = curve, .ncurves = 1});
  return SAR_OK;
}
