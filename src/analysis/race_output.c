/* What a race says: work for a given error, CSV, pictures. */
#include <math.h>
#include <string.h>

#include "analysis/race_figure.h"
#include "analysis/race_track.h"
#include "result/text_file.h"

/* ---- work for a given error ---- */

static double cpu_of(const SarRaceRun *run) { return run->cpu_seconds; }
static double solves_of(const SarRaceRun *run) { return (double)run->solves; }

/* The least of all runs that are exact enough, and of all lines between neighbours that cross the error. */
static double work_for(const SarRaceMethod *method, double error, double (*work)(const SarRaceRun *)) {
  double least = INFINITY;
  for (int32_t i = 0; i < method->nruns; i++) {
    const SarRaceRun *run = &method->runs[i], *before = i > 0 && run[-1].done ? &run[-1] : NULL;
    if (!run->done || !(run->errors.position <= error)) continue;
    double needed = work(run);
    if (before && before->errors.position > error && run->errors.position > 0) {
      double part = log(before->errors.position / error) / log(before->errors.position / run->errors.position);
      needed = work(before) * pow(work(run) / work(before), part);
    }
    least = fmin(least, needed);
  }
  return isinf(least) ? NAN : least;
}

double sar_race_cpu_for(const SarRaceMethod *method, double error) {
  return method ? work_for(method, error, cpu_of) : NAN;
}
double sar_race_solves_for(const SarRaceMethod *method, double error) {
  return method ? work_for(method, error, solves_of) : NAN;
}

/* ---- CSV ---- */

/* Quoted where it needs to be. */
static void put_text(SarTextFile *file, const char *text) {
  bool quoted = strpbrk(text, ",\"\n") != NULL;
  if (quoted) sar_text_file_put_char(file, '"');
  for (const char *c = text; *c; c++) {
    if (*c == '"') sar_text_file_put_char(file, '"');
    sar_text_file_put_char(file, *c == '\n' ? ' ' : *c);
  }
  if (quoted) sar_text_file_put_char(file, '"');
}

static void put_real(SarTextFile *file, double value) {
  sar_text_file_put_char(file, ',');
  if (!isnan(value)) sar_text_file_put_real(file, value);
}

static void put_run(SarTextFile *file, const char *method, const SarRaceRun *run, double unit) {
  const int64_t counts[] = {run->steps,     run->rejected,       run->iterations, run->residuals,
                            run->jacobians, run->factorisations, run->solves};
  put_text(file, method);
  put_real(file, run->tolerance);
  put_real(file, run->step / unit);
  sar_text_file_put_char(file, ',');
  sar_text_file_put(file, sar_race_run_status(run));
  put_real(file, run->errors.position);
  put_real(file, run->errors.velocity);
  put_real(file, run->errors.multipliers);
  put_real(file, run->errors.reactions);
  sar_text_file_put(file, !run->done ? "," : run->limited ? ",yes" : ",no");
  put_real(file, run->cpu_seconds);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    sar_text_file_put_char(file, ',');
    sar_text_file_put_int(file, counts[i]);
  }
  sar_text_file_put_char(file, ',');
  if (run->reason) put_text(file, run->reason);
  sar_text_file_put_char(file, '\n');
}

static void put_table(SarTextFile *file, const SarRace *race, double unit) {
  sar_text_file_put(file,
                    "method,tolerance,step,status,position,velocity,multipliers,reactions,limited,cpu_seconds,steps,"
                    "rejected,iterations,residuals,jacobians,factorisations,solves,reason\n");
  for (int32_t i = 0; i < race->nmethods; i++) {
    const SarRaceMethod *method = &race->methods[i];
    for (int32_t k = 0; k < method->nruns; k++) put_run(file, method->method, &method->runs[k], unit);
    if (!method->reason) continue;
    put_text(file, method->method);
    sar_text_file_put(file, ",,,not applicable,,,,,,,,,,,,,,");
    put_text(file, method->reason);
    sar_text_file_put_char(file, '\n');
  }
}

SarStatus sar_race_write_csv(SarContext *context, const SarRace *race, double unit, const char *path) {
  SAR_NEED(context, context && race && path);
  SarTextFile file;
  if (sar_text_file_open(context, path, &file) == SAR_OK) put_table(&file, race, unit);
  return sar_text_file_close(&file);
}

/* ---- picture ---- */

static double position_of(const SarRaceRun *run) { return run->errors.position; }
static double velocity_of(const SarRaceRun *run) { return run->errors.velocity; }
static double reactions_of(const SarRaceRun *run) { return run->errors.reactions; }

typedef double Quantity(const SarRaceRun *run);

/* A line below which errors are not known, where there are any. */
static bool draw_limit(SarArena *arena, SarSvgPanel *panel, SarSvgCurve *line, double limit) {
  double *ends = SAR_NEW(arena, 4, double);
  bool below = false;
  if (!ends) return false;
  ends[0] = INFINITY, ends[1] = 0, ends[2] = ends[3] = limit;
  for (int32_t i = 0; i < panel->ncurves; i++) {
    for (int32_t k = 0; k < panel->curves[i].count; k++) {
      double x = panel->curves[i].x[k];
      if (isnan(x) || isnan(panel->curves[i].y[k])) continue;
      ends[0] = fmin(ends[0], x), ends[1] = fmax(ends[1], x);
      below |= panel->curves[i].y[k] < limit;
    }
  }
  if (!below) return true;
  *line = (SarSvgCurve){.count = 2, .x = ends, .y = ends + 2};
  panel->ncurves++;
  return true;
}

/* One curve per method that has run, and the limit. */
static bool make_curves(SarArena *arena, const SarRace *race, Quantity *x, Quantity *y, double difference,
                        SarSvgPanel *panel) {
  SarSvgCurve *curves = SAR_NEW(arena, race->nmethods + 1, SarSvgCurve);
  if (!curves) return false;
  panel->curves = curves;
  for (int32_t i = 0; i < race->nmethods; i++) {
    const SarRaceMethod *method = &race->methods[i];
    double *xs = SAR_NEW(arena, method->nruns, double), *ys = SAR_NEW(arena, method->nruns, double);
    if (!xs || !ys) return false;
    for (int32_t k = 0; k < method->nruns; k++) {
      xs[k] = method->runs[k].done ? x(&method->runs[k]) : NAN;
      ys[k] = method->runs[k].done ? y(&method->runs[k]) : NAN;
    }
    if (method->nruns == 0) continue;
    curves[panel->ncurves++] =
        (SarSvgCurve){.name = method->method, .count = method->nruns, .x = xs, .y = ys, .markers = true};
  }
  return draw_limit(arena, panel, &curves[panel->ncurves], SAR_RACE_LIMITED * difference);
}

static bool has_reactions(const SarRace *race) { return isfinite(race->difference.reactions); }

SarStatus sar_race_figure(SarContext *context, SarArena *arena, const SarRace *race, SarSvgFigure *out) {
  const SarSvgAxis error = {.log = true};
  const SarSvgPanel empty[] = {
      {.title = "Position error over CPU time", .x = {.label = "CPU time, s", .log = true}, .y = error},
      {.title = "Position error over work", .x = {.label = "solves of linear systems", .log = true}, .y = error},
      {.title = "Velocity error over CPU time", .x = {.label = "CPU time, s", .log = true}, .y = error},
      {.title = "Error of the reactions over CPU time", .x = {.label = "CPU time, s", .log = true}, .y = error},
  };
  SarSvgPanel *panels = SAR_NEW(arena, 4, SarSvgPanel);
  if (!panels) return sar_report_no_memory(context);
  memcpy(panels, empty, sizeof empty);
  const SarRaceErrors *d = &race->difference;
  bool complete = make_curves(arena, race, cpu_of, position_of, d->position, &panels[0]) &&
                  make_curves(arena, race, solves_of, position_of, d->position, &panels[1]) &&
                  make_curves(arena, race, cpu_of, velocity_of, d->velocity, &panels[2]) &&
                  make_curves(arena, race, cpu_of, reactions_of, d->reactions, &panels[3]);
  *out = (SarSvgFigure){.width = 1080, .height = 900, .columns = 2, .panels = panels};
  out->npanels = has_reactions(race) ? 4 : 3;
  return complete ? SAR_OK : sar_report_no_memory(context);
}

SarStatus sar_race_draw(SarContext *context, const SarRace *race, const char *title, const char *path) {
  SAR_NEED(context, context && race && path);
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  SarSvgFigure figure;
  SarStatus status = sar_race_figure(context, arena, race, &figure);
  figure.title = title;
  if (status == SAR_OK) status = sar_svg_write(context, path, &figure);
  sar_arena_destroy(&arena);
  return status;
}
