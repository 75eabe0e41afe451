/* sarrus modes --vary: how eigenvalues move with a parameter; over the speed of a rotor, a Campbell diagram. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/modes.h"
#include "cli/report.h"
#include "result/svg.h"
#include "result/text_file.h"

#define MOST_VALUES 10000

typedef struct Vary {
  const char *name; /* of the parameter */
  int32_t count;
  double *values;
  const SarModes **modes; /* one for each */
} Vary;

static SarStatus read_vary(SarCli *cli, Vary *v) {
  const char *text = sar_arguments_text(&cli->arguments, "--vary"), *equal = strchr(text, '=');
  static const char *const remedy = "give NAME=FROM:TO:N, as in speed=0:300:31";
  double range[3];
  if (!equal || equal == text) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "--vary cannot be `%s`", text);
  }
  SAR_TRY(sar_cli_numbers(cli, "--vary", equal + 1, 3, remedy, range));
  if (range[2] != floor(range[2]) || range[2] < 2 || range[2] > MOST_VALUES) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a whole number from 2 to 10000",
                      "--vary cannot take %g values", range[2]);
  }
  v->count = (int32_t)range[2];
  v->name = sar_arena_copy_text_n(cli->arena, text, (size_t)(equal - text));
  v->values = SAR_NEW(cli->arena, v->count, double);
  v->modes = SAR_NEW(cli->arena, v->count, const SarModes *);
  if (!v->name || !v->values || !v->modes) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < v->count; i++) v->values[i] = range[0] + (range[1] - range[0]) * i / (v->count - 1);
  return SAR_OK;
}

static SarStatus compute_one(SarCli *cli, const SarModesOptions *options, Vary *v, int32_t index) {
  int32_t first = sar_context_count(cli->context);
  const char *set = sar_arena_printf(cli->arena, "%s=%.17g", v->name, v->values[index]);
  if (!set) return sar_report_no_memory(cli->context);
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarStatus status = sar_cli_read(cli, cli->context, set, &model);
  if (status == SAR_OK) status = sar_system_compile(cli->context, model, &system);
  if (status == SAR_OK) status = sar_modes(cli->context, system, options, &v->modes[index]);
  if (status == SAR_OK) sar_context_drop_repeated(cli->context, first);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return status;
}

/* ---- files ---- */

static void put_reals(SarTextFile *file, const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    sar_text_file_put_real(file, values[i]);
    sar_text_file_put_char(file, i + 1 < count ? ',' : '\n');
  }
}

static SarStatus write_csv(SarCli *cli, const char *path, const Vary *v) {
  SarTextFile file;
  if (sar_text_file_open(cli->context, path, &file) != SAR_OK) return sar_text_file_close(&file);
  sar_text_file_put(&file, v->name);
  sar_text_file_put(&file, ",mode,frequency,damping,real,imaginary\n# 1,1,Hz,1,1/s,1/s\n");
  for (int32_t i = 0; i < v->count; i++) {
    for (int32_t k = 0; k < v->modes[i]->nmodes; k++) {
      const SarMode *m = &v->modes[i]->modes[k];
      put_reals(&file, (const double[]){v->values[i], k + 1, m->frequency, m->damping, m->real, m->imaginary}, 6);
    }
  }
  return sar_text_file_close(&file);
}

static double of(const SarMode *mode, bool real) { return real ? mode->real : mode->frequency; }

/* Points, not lines: which mode at one value is which at the next is not known where they cross. */
static SarStatus draw(SarCli *cli, const char *path, const Vary *v) {
  int32_t total = 0, next = 0;
  for (int32_t i = 0; i < v->count; i++) total += v->modes[i]->nmodes;
  double *x = SAR_NEW(cli->arena, 2 * total + 1, double), *y[2];
  for (int k = 0; k < 2; k++) y[k] = SAR_NEW(cli->arena, 2 * total + 1, double);
  const char *title = sar_arena_printf(cli->arena, "modes over %s", v->name);
  if (!x || !y[0] || !y[1] || !title) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < v->count; i++) {
    for (int32_t k = 0; k < v->modes[i]->nmodes; k++, next += 2) {
      x[next] = v->values[i];
      x[next + 1] = NAN; /* a gap */
      for (int which = 0; which < 2; which++) y[which][next] = of(&v->modes[i]->modes[k], which);
      for (int which = 0; which < 2; which++) y[which][next + 1] = NAN;
    }
  }
  SarSvgCurve curves[] = {{.name = "frequency", .count = next, .x = x, .y = y[0], .markers = true, .alone = true},
                          {.name = "real part", .count = next, .x = x, .y = y[1], .markers = true, .alone = true}};
  SarSvgAxis axis = {.label = v->name};
  SarSvgPanel panels[] = {{.x = axis, .y = {.label = "frequency, Hz"}, .curves = &curves[0], .ncurves = 1},
                          {.x = axis, .y = {.label = "real part, 1/s"}, .curves = &curves[1], .ncurves = 1}};
  SarSvgFigure figure = {.title = title, .columns = 1, .panels = panels, .npanels = 2};
  return sar_svg_write(cli->context, path, &figure);
}

static void print_json(const SarCli *cli, const Vary *v) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "vary", v->name);
  sar_json_key(&json, "values");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < v->count; i++) {
    sar_json_begin_object(&json);
    sar_json_put_real(&json, "value", v->values[i]);
    sar_json_key(&json, "modes");
    sar_json_begin_array(&json);
    for (int32_t k = 0; k < v->modes[i]->nmodes; k++) {
      const SarMode *m = &v->modes[i]->modes[k];
      sar_json_begin_object(&json);
      sar_json_put_real(&json, "frequency", m->frequency);
      sar_json_put_real(&json, "damping", m->damping);
      sar_json_put_real(&json, "real", m->real);
      sar_json_put_real(&json, "imaginary", m->imaginary);
      sar_json_end_object(&json);
    }
    sar_json_end_array(&json);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

static void print_text(const Vary *v) {
  printf("%14s  %s\n", v->name, "frequencies, Hz (with * where the mode grows)");
  for (int32_t i = 0; i < v->count; i++) {
    printf("%14.6g ", v->values[i]);
    for (int32_t k = 0; k < v->modes[i]->nmodes; k++) {
      const SarMode *m = &v->modes[i]->modes[k];
      bool grows = m->real > 1e-9 * (fabs(m->imaginary) + fabs(m->real));
      if (m->imaginary > 0 || grows) printf(" %.6g%s", m->frequency, grows ? "*" : "");
    }
    putchar('\n');
  }
}

static SarStatus show(SarCli *cli, const Vary *v) {
  const char *csv = sar_arguments_text(&cli->arguments, "--csv"), *plot = sar_arguments_text(&cli->arguments, "--plot");
  if (csv) SAR_TRY(write_csv(cli, csv, v));
  if (plot) SAR_TRY(draw(cli, plot, v));
  bool standard = (csv && strcmp(csv, "-") == 0) || (plot && strcmp(plot, "-") == 0);
  if (cli->json) print_json(cli, v);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && !standard) print_text(v);
  return SAR_OK;
}

SarStatus sar_cli_modes_vary(SarCli *cli, const SarModesOptions *options) {
  Vary v = {0};
  SAR_TRY(read_vary(cli, &v));
  SarStatus status = SAR_OK;
  for (int32_t i = 0; status == SAR_OK && i < v.count; i++) status = compute_one(cli, options, &v, i);
  if (status == SAR_OK) status = show(cli, &v);
  for (int32_t i = 0; i < v.count; i++) sar_modes_destroy(&v.modes[i]);
  return status;
}
