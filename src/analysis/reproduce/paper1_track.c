/* Paper 1, "A track model": counts, and speed and acceleration of shoe 8 with HHT at 1e-5 and with backward
 * differentiation of order 1, stabilised index 2, at 1e-2 (figure 7). Besides, which of the contacts is the worst. */
#include "analysis/reproduce/collect.h"

extern const SarAsset sar_asset_excavator_track;

#define PER_ROW 0.02 /* s */
#define SPIKE 1.0    /* m/s^2, differences of accelerations above this count as spikes */
#define CALM 0.02    /* of the largest speed: what is called the same speed */

enum { HHT, SI2, RUNS };
static const struct {
  const char *method, *name;
  double tolerance, printed; /* CPU s */
} runs[RUNS] = {{"hht", "HHT, 1e-5", 1e-5, 1713},
                {"bdf:formulation=si2,max_order=1", "BDF si2, order 1, 1e-2", 1e-2, 8988}};

typedef struct Track {
  SarReproduction *r;
  int64_t rows;
  double *time, *speed[RUNS], *acceleration[RUNS], way[RUNS];
  SarRunSummary summary[RUNS];
} Track;

static SarStatus magnitude(const Track *track, const SarExperiment *e, const char *const names[3], double **out) {
  const double *part[3];
  double *values = *out = SAR_NEW(track->r->arena, track->rows, double);
  if (!values) return sar_report_no_memory(track->r->context);
  for (int k = 0; k < 3; k++) SAR_TRY(sar_experiment_column(e, names[k], &part[k]));
  for (int64_t i = 0; i < track->rows; i++) values[i] = hypot(hypot(part[0][i], part[1][i]), part[2][i]);
  return SAR_OK;
}

static SarStatus run_one(Track *track, SarExperiment *e, int run) {
  static const char *const v[3] = {"shoe8.vx", "shoe8.vy", "shoe8.vz"}, *const a[3] = {"shoe8.ax", "shoe8.ay",
                                                                                       "shoe8.az"};
  const double *x;
  SAR_TRY(sar_experiment_run(
      e, &(SarExperimentRun){.method = runs[run].method, .tolerance = runs[run].tolerance, .every = PER_ROW}));
  track->rows = sar_table_rows(e->table);
  track->summary[run] = e->summary;
  SAR_TRY(magnitude(track, e, v, &track->speed[run]));
  SAR_TRY(magnitude(track, e, a, &track->acceleration[run]));
  SAR_TRY(sar_experiment_column(e, "frame.x", &x));
  track->way[run] = x[track->rows - 1] - x[0];
  track->time = SAR_NEW(track->r->arena, track->rows, double);
  if (!track->time) return sar_report_no_memory(track->r->context);
  for (int64_t i = 0; i < track->rows; i++) track->time[i] = sar_table_values(e->table, 0)[i];
  return SAR_OK;
}

/* "it took 1,713 seconds .. while it took 8,988 seconds"; "more than fivefold". */
static void put_cost(const Track *track) {
  SarReproduction *r = track->r;
  const SarRunSummary *s = track->summary;
  sar_row_number(r, 61, s[HHT].bodies, 0, "", "moving parts");
  sar_row_number(r, 61, s[HHT].degrees_of_freedom, 0, "", "degrees of freedom");
  for (int k = 0; k < RUNS; k++) {
    sar_row_number(r, runs[k].printed, s[k].cpu_seconds, NAN, "the paper: a Xeon of 2.8 GHz", "%s, CPU s",
                   runs[k].name);
    sar_row_measured(r, track->way[k], "11.46 teeth of 0.48 m: 5.50 m without slip", "%s, way of the machine, m",
                     runs[k].name);
  }
  double ratio = s[SI2].cpu_seconds / s[HHT].cpu_seconds;
  sar_row_found(r, ratio > 5, "more than fivefold (5.25)", ratio,
                ratio > 5 ? "" : "it was 6.8 while zeros that are stored were eliminated as well",
                "BDF si2 over HHT, CPU");
}

/* Contacts must not make the steps collapse: how short they are, and the pair of shapes with the largest force. */
static void put_contacts(const Track *track) {
  SarReproduction *r = track->r;
  for (int k = 0; k < RUNS; k++) {
    const SarRunSummary *s = &track->summary[k];
    int64_t most = 0;
    for (int32_t i = 0; i < s->ncontact_table; i++) {
      if (s->contact_table[i].rejected > most) most = s->contact_table[i].rejected;
    }
    sar_row_shown(r,
                  sar_row_text(r, "%lld, %lld, %lld; %.2g s", (long long)s->steps, (long long)s->rejected,
                               (long long)s->iterations, s->smallest_step),
                  "", "%s: steps, rejected, iterations; the shortest step", runs[k].name);
    if (s->ncontact_table == 0) continue;
    const SarContactCount *worst = &s->contact_table[0];
    sar_row_shown(r,
                  sar_row_text(r, "%s: %.3g MN, %.2g mm, at %.2f s", worst->pair, worst->force / 1e6,
                               worst->depth * 1e3, worst->force_time),
                  sar_row_text(r, "of %lld that touch; none of the %d most loaded has rejected more than %lld steps",
                               (long long)s->touching_pairs, (int)s->ncontact_table, (long long)most),
                  "%s: the pair with the largest force", runs[k].name);
  }
}

/* "Differences can only rarely be noticed in velocity results"; accelerations "match overall very well everywhere with
 * the exception of some spikes". */
static void put_differences(const Track *track) {
  SarReproduction *r = track->r;
  double most = 0, noticed = 0, spikes = 0, highest = 0;
  for (int64_t i = 0; i < track->rows; i++) most = fmax(most, track->speed[HHT][i]);
  for (int64_t i = 0; i < track->rows; i++) {
    double apart = fabs(track->acceleration[HHT][i] - track->acceleration[SI2][i]);
    noticed += fabs(track->speed[HHT][i] - track->speed[SI2][i]) > CALM * most;
    spikes += apart > SPIKE;
    highest = fmax(highest, apart);
  }
  noticed *= 100.0 / (double)track->rows;
  spikes *= 100.0 / (double)track->rows;
  sar_row_found(r, noticed < 10, "differences can only rarely be noticed", noticed,
                "rarely: in less than 10 % of the rows, a limit of this program",
                "rows whose speeds differ by more than 2 %% of the largest, %%");
  sar_row_found(r, spikes < 10 && highest > SPIKE, "match but for some spikes", spikes,
                "some: in less than 10 % of the rows, a limit of this program",
                "rows whose accelerations differ by more than 1 m/s^2, %%");
  sar_row_measured(r, highest, "", "highest spike of the difference, m/s^2");
}

SarStatus sar_item_paper1_figure7(SarReproduction *r) {
  static const char *const output_of[] = {"shoe8", "frame.x"};
  Track track = {.r = r};
  SarExperiment *e;
  SarSvgPanel *panels = sar_figure_panels(r, 2);
  SarSvgCurve *curves = sar_figure_curves(r, 4);
  r->definition =
      "speed and acceleration of the middle of shoe 8, from rest; examples/excavator_track: 46 shoes, 690 pairs of "
      "shapes that may touch, 14 s; its data are this project's, for the paper prints counts alone";
  if (!panels || !curves) return SAR_OK;
  SAR_TRY(sar_experiment_open(
      r, &(SarExperimentSetup){.model = &sar_asset_excavator_track, .output_of = output_of, .noutput_of = 2}, &e));
  for (int k = 0; k < RUNS; k++) SAR_TRY(run_one(&track, e, k));
  put_cost(&track);
  put_contacts(&track);
  put_differences(&track);
  for (int k = 0; k < RUNS; k++) {
    curves[k] = sar_figure_curve(r, runs[k].name, track.rows, track.time, track.speed[k]);
    curves[2 + k] = sar_figure_curve(r, runs[k].name, track.rows, track.time, track.acceleration[k]);
  }
  for (int k = 0; k < 2; k++) {
    panels[k] = (SarSvgPanel){.title = k ? "Acceleration of shoe 8, m/s^2" : "Speed of shoe 8, m/s",
                              .x = {.label = "time, s", .most = 14},
                              .curves = curves + 2 * k,
                              .ncurves = 2};
  }
  sar_figure_add(r, (SarSvgFigure){.title = "Paper 1, figure 7: acceleration and velocity of track 8",
                                   .height = 720,
                                   .columns = 1,
                                   .panels = panels,
                                   .npanels = 2});
  return SAR_OK;
}
