#include "analysis/spectrum.h"

#include <math.h>
#include <string.h>

#include "method/engine.h"
#include "result/svg.h"
#include "result/text_file.h"

#define PI 3.14159265358979323846
#define FINE 241   /* points of a logarithmic picture */
#define LOW 121    /* points of a linear one ... */
#define LOWEST 0.3 /* ... up to this step over period */
/* The part of the plane of mu h/n that is searched, and the number of grid points along and above the real axis. */
#define RE_LEAST (-4.0)
#define RE_MOST 16.0
#define IM_MOST 10.0
enum { NRE = 161, HALF = 80, NIM = 2 * HALF + 1 };
/* The same in multiples of the limit on the negative real axis, where there is one: explicit methods. */
#define RE_LEAST_EXPLICIT (-1.5)
#define RE_MOST_EXPLICIT 0.8
#define IM_MOST_EXPLICIT 2.2
#define AROUND 1.1     /* axes of a picture over what it shows */
#define ROUNDING 1e-12 /* a smaller spectral radius is 0 */

double sar_spectrum_step(const SarSpectrumPoint *point) { return point->omega / (2 * PI); }

static SarStatus scan(SarContext *context, SarArena *arena, const SarMethodChoice *choice, int32_t count,
                      const double *omega, SarSpectrumSeries *out) {
  out->count = count;
  out->points = SAR_NEW(arena, count, SarSpectrumPoint);
  if (!out->points) return sar_report_no_memory(context);
  return sar_spectrum_scan(context, choice, count, omega, out->points);
}

/* Omega h/n from 0.01 to 100. */
static SarStatus scan_decades(SarContext *context, SarArena *arena, const SarMethodChoice *choice, int32_t count,
                              SarSpectrumSeries *out) {
  double *omega = SAR_NEW(arena, count, double);
  if (!omega) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) omega[i] = pow(10, -2 + 4.0 * i / (count - 1));
  return scan(context, arena, choice, count, omega, out);
}

static SarStatus scan_low(SarContext *context, SarArena *arena, const SarMethodChoice *choice, SarSpectrumSeries *out) {
  double omega[LOW];
  for (int32_t i = 0; i < LOW; i++) omega[i] = 2 * PI * LOWEST * (i > 0 ? i : 0.02) / (LOW - 1); /* 0 has no root */
  return scan(context, arena, choice, LOW, omega, out);
}

/* The largest spectral radius on the oscillator. */
static SarStatus scan_axis(SarContext *context, const SarMethodChoice *choice, double *largest) {
  *largest = 0;
  for (int32_t k = -60; k <= 120; k++) {
    SarSpectrumRoots roots;
    SAR_TRY(sar_spectrum_roots(context, choice, SAR_TEST_OSCILLATOR, I * pow(10, k / 20.0), &roots));
    *largest = fmax(*largest, roots.radius);
  }
  return SAR_OK;
}

static void choose_part(SarSpectrum *out, bool per_step) {
  bool bounded = isfinite(out->limit);
  double unit = bounded ? out->limit / (per_step ? 1 : out->stages) : 1;
  out->re_least = unit * (bounded ? RE_LEAST_EXPLICIT : RE_LEAST);
  out->re_most = unit * (bounded ? RE_MOST_EXPLICIT : RE_MOST);
  out->im_most = unit * (bounded ? IM_MOST_EXPLICIT : IM_MOST);
}

/* The upper half is computed; the lower one is its mirror image. */
static SarStatus find_boundary(SarContext *context, SarArena *arena, const SarMethodChoice *choice, bool per_step,
                               SarSpectrum *out) {
  double re[NRE], im[NIM], along[NRE], above[HALF + 1], *radius = SAR_NEW(arena, NRE * NIM, double);
  double unit = per_step ? out->stages : 1;
  if (!radius) return sar_report_no_memory(context);
  choose_part(out, per_step);
  for (int32_t i = 0; i < NRE; i++) {
    re[i] = out->re_least + (out->re_most - out->re_least) * i / (NRE - 1);
    along[i] = re[i] / unit;
  }
  for (int32_t j = 0; j < NIM; j++) im[j] = out->im_most * (j - HALF) / HALF;
  for (int32_t j = 0; j <= HALF; j++) above[j] = im[HALF + j] / unit;
  SAR_TRY(sar_spectrum_region(context, choice, NRE, along, HALF + 1, above, radius + NRE * HALF));
  for (int32_t j = 0; j < HALF; j++) {
    memcpy(radius + NRE * j, radius + NRE * (NIM - 1 - j), NRE * sizeof *radius);
  }
  return sar_contour(context, arena, NRE, re, NIM, im, radius, 1, &out->boundary);
}

/* By the table where it says it: there the matrix has a multiple eigenvalue, which rounding would move. */
static SarStatus find_infinity(SarContext *context, const SarMethodChoice *choice, double *radius) {
  SarSpectrumRoots roots;
  SAR_TRY(sar_spectrum_roots(context, choice, SAR_TEST_OSCILLATOR, INFINITY, &roots));
  *radius = roots.radius > ROUNDING ? roots.radius : 0;
  if (choice->table->infinity) *radius = choice->table->infinity(choice);
  return SAR_OK;
}

SarStatus sar_spectrum_of(SarContext *context, SarArena *arena, const char *method, const SarSpectrumOptions *options,
                          SarSpectrum *out) {
  SarMethodChoice choice;
  char label[128];
  *out = (SarSpectrum){.method = NULL};
  SAR_TRY(sar_method_parse(context, method, sar_nowhere(), &choice));
  sar_method_label(&choice, label, sizeof label);
  const SarMethodTable *table = choice.table;
  out->method = sar_arena_copy_text(arena, label);
  if (!out->method) return sar_report_no_memory(context);
  out->stages = table->info.stages;
  SAR_TRY(find_infinity(context, &choice, &out->infinity));
  SAR_TRY(sar_spectrum_order(context, &choice, &out->measured_order, &out->error_constant));
  out->order = (int32_t)lround(out->measured_order);
  SAR_TRY(scan_axis(context, &choice, &out->largest));
  SAR_TRY(sar_spectrum_limit(context, &choice, &out->limit));
  SAR_TRY(scan_decades(context, arena, &choice, options->points, &out->scan));
  if (options->pictures) {
    SAR_TRY(scan_decades(context, arena, &choice, FINE, &out->fine));
    SAR_TRY(scan_low(context, arena, &choice, &out->low));
  }
  return options->region ? find_boundary(context, arena, &choice, options->per_step, out) : SAR_OK;
}

/* ---- CSV ---- */

static void put_name(SarTextFile *file, const char *method, const char *quantity) {
  bool quoted = strchr(method, ',') != NULL;
  sar_text_file_put(file, quoted ? ",\"" : ",");
  sar_text_file_put(file, method);
  sar_text_file_put(file, ".");
  sar_text_file_put(file, quantity);
  if (quoted) sar_text_file_put(file, "\"");
}

static void put_table(SarTextFile *file, const SarSpectrum *list, int32_t count) {
  sar_text_file_put(file, "omega_h,step_over_period");
  for (int32_t k = 0; k < count; k++) {
    put_name(file, list[k].method, "radius");
    put_name(file, list[k].method, "decay");
    put_name(file, list[k].method, "elongation");
  }
  sar_text_file_put(file, "\n# ,");
  for (int32_t k = 0; k < count; k++) sar_text_file_put(file, ",,,");
  for (int32_t i = 0; i < list[0].scan.count; i++) {
    sar_text_file_put(file, "\n");
    sar_text_file_put_real(file, list[0].scan.points[i].omega);
    sar_text_file_put(file, ",");
    sar_text_file_put_real(file, sar_spectrum_step(&list[0].scan.points[i]));
    for (int32_t k = 0; k < count; k++) {
      const SarSpectrumPoint *point = &list[k].scan.points[i];
      const double values[] = {point->radius, point->decay, point->elongation};
      for (int32_t m = 0; m < 3; m++) {
        sar_text_file_put(file, ",");
        sar_text_file_put_real(file, values[m]);
      }
    }
  }
  sar_text_file_put(file, "\n");
}

SarStatus sar_spectrum_csv(SarContext *context, const char *path, const SarSpectrum *list, int32_t count) {
  SarTextFile file;
  if (sar_text_file_open(context, path, &file) == SAR_OK && count > 0) put_table(&file, list, count);
  return sar_text_file_close(&file);
}

/* ---- pictures ---- */

static double radius_of(const SarSpectrumPoint *point) { return point->radius; }
static double decay_of(const SarSpectrumPoint *point) { return 100 * point->decay; }
static double elongation_of(const SarSpectrumPoint *point) { return 100 * point->elongation; }
static double error_of(const SarSpectrumPoint *point) { return point->error; }

/* One curve per method of what `quantity` says; fine: over the logarithmic scan, else over small steps. */
static bool make_curves(SarArena *arena, const SarSpectrum *list, int32_t count, bool fine,
                        double (*quantity)(const SarSpectrumPoint *), SarSvgPanel *panel) {
  SarSvgCurve *curves = SAR_NEW(arena, count, SarSvgCurve);
  if (!curves) return false;
  for (int32_t k = 0; k < count; k++) {
    const SarSpectrumSeries *series = fine ? &list[k].fine : &list[k].low;
    double *x = SAR_NEW(arena, series->count, double), *y = SAR_NEW(arena, series->count, double);
    if (!x || !y) return false;
    for (int32_t i = 0; i < series->count; i++) {
      x[i] = sar_spectrum_step(&series->points[i]);
      y[i] = quantity(&series->points[i]);
    }
    curves[k] = (SarSvgCurve){.name = list[k].method, .count = series->count, .x = x, .y = y};
  }
  panel->curves = curves;
  panel->ncurves = count;
  return true;
}

static bool make_boundaries(SarArena *arena, const SarSpectrum *list, int32_t count, SarSvgPanel *panel) {
  SarSvgCurve *curves = SAR_NEW(arena, count, SarSvgCurve);
  if (!curves) return false;
  for (int32_t k = 0; k < count; k++) {
    const SarContour *line = &list[k].boundary;
    curves[k] = (SarSvgCurve){.name = list[k].method, .count = line->count, .x = line->x, .y = line->y};
  }
  panel->curves = curves;
  panel->ncurves = count;
  return true;
}

/* As large as the largest part that was searched; of explicit methods only what their boundaries need. */
static SarSvgPanel region_panel(const SarSpectrum *list, int32_t count, bool per_step) {
  double least = 0, most = 0, high = 0;
  for (int32_t k = 0; k < count; k++) {
    const SarContour *line = &list[k].boundary;
    bool all = !isfinite(list[k].limit);
    least = fmin(least, all ? list[k].re_least : -AROUND * list[k].limit / (per_step ? 1 : list[k].stages));
    most = fmax(most, all ? list[k].re_most : (AROUND - 1) * -least);
    high = fmax(high, all ? list[k].im_most : 0);
    for (int32_t i = 0; !all && i < line->count; i++)
      most = fmax(most, AROUND * line->x[i]), high = fmax(high, AROUND * line->y[i]);
  }
  return (SarSvgPanel){
      .title = "Boundary of stability of x' = mu x",
      .x = {.label = per_step ? "real part of mu h" : "real part of mu h/n", .least = least, .most = most},
      .y = {.label = "imaginary part", .least = -high, .most = high}};
}

SarStatus sar_spectrum_figure(SarContext *context, SarArena *arena, const SarSpectrum *list, int32_t count,
                              const SarSpectrumOptions *options, SarSvgFigure *out) {
  const char *step = "step per stage / period, h/(n T)";
  const SarSvgPanel empty[] = {
      {.title = "Spectral radius", .x = {.label = step, .log = true, .least = 0.01, .most = 10}, .y = {.most = 1.1}},
      {.title = "Amplitude decay, %", .x = {.label = step, .most = LOWEST}},
      {.title = "Period elongation, %", .x = {.label = step, .most = LOWEST}},
      {.title = "Error of frequency and damping",
       .x = {.label = step, .log = true, .least = 2e-3, .most = 1},
       .y = {.log = true, .least = 1e-12, .most = 10}},
  };
  SarSvgPanel *panels = SAR_NEW(arena, 4, SarSvgPanel);
  if (!panels) return sar_report_no_memory(context);
  memcpy(panels, empty, sizeof empty);
  if (options->region) panels[3] = region_panel(list, count, options->per_step);
  bool complete = make_curves(arena, list, count, true, radius_of, &panels[0]) &&
                  make_curves(arena, list, count, false, decay_of, &panels[1]) &&
                  make_curves(arena, list, count, false, elongation_of, &panels[2]) &&
                  (options->region ? make_boundaries(arena, list, count, &panels[3])
                                   : make_curves(arena, list, count, true, error_of, &panels[3]));
  if (!complete) return sar_report_no_memory(context);
  *out = (SarSvgFigure){.width = 980, .height = 780, .columns = 2, .panels = panels, .npanels = 4};
  return SAR_OK;
}

SarStatus sar_spectrum_draw(SarContext *context, SarArena *arena, const char *path, const SarSpectrum *list,
                            int32_t count, const SarSpectrumOptions *options) {
  SarSvgFigure figure;
  SAR_TRY(sar_spectrum_figure(context, arena, list, count, options, &figure));
  return sar_svg_write(context, path, &figure);
}
