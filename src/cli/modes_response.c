/* sarrus modes --response: how an output answers to an input, over the frequency. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/modes.h"
#include "cli/report.h"
#include "result/svg.h"
#include "result/text_file.h"

#define POINTS 401

SarStatus sar_cli_numbers(SarCli *cli, const char *option, const char *text, int32_t count, const char *remedy,
                          double *out) {
  const char *at = text;
  for (int32_t i = 0; at && i < count; i++) {
    char *end;
    out[i] = strtod(at, &end);
    bool right = end != at && isfinite(out[i]) && *end == (i + 1 < count ? ':' : 0);
    at = right ? end + 1 : NULL;
  }
  if (at) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s cannot be `%s`", option, text);
}

static SarStatus write_csv(SarCli *cli, const char *path, const SarResponse *r) {
  SarTextFile file;
  if (sar_text_file_open(cli->context, path, &file) != SAR_OK) return sar_text_file_close(&file);
  sar_text_file_put(&file, "frequency,magnitude,phase\n# Hz,");
  if (strcmp(r->output_unit, r->input_unit) == 0) {
    sar_text_file_put(&file, "1");
  } else {
    sar_text_file_put(&file, r->output_unit);
    bool compound = strpbrk(r->input_unit, "*/") != NULL;
    if (r->input_unit[0]) sar_text_file_put(&file, compound ? "/(" : "/");
    sar_text_file_put(&file, r->input_unit);
    if (compound) sar_text_file_put(&file, ")");
  }
  sar_text_file_put(&file, ",deg\n");
  for (int32_t i = 0; i < r->count; i++) {
    sar_text_file_put_real(&file, r->frequency[i]);
    sar_text_file_put_char(&file, ',');
    sar_text_file_put_real(&file, r->magnitude[i]);
    sar_text_file_put_char(&file, ',');
    sar_text_file_put_real(&file, r->phase[i]);
    sar_text_file_put_char(&file, '\n');
  }
  return sar_text_file_close(&file);
}

static SarStatus draw(SarCli *cli, const char *path, const SarResponse *r) {
  const char *title = sar_arena_printf(cli->arena, "%s over %s", r->output, r->input);
  const char *label = sar_arena_printf(cli->arena, "magnitude, %s per %s", r->output_unit[0] ? r->output_unit : "1",
                                       r->input_unit[0] ? r->input_unit : "1");
  if (!title || !label) return sar_report_no_memory(cli->context);
  SarSvgCurve curves[] = {{.name = "magnitude", .count = r->count, .x = r->frequency, .y = r->magnitude, .alone = true},
                          {.name = "phase", .count = r->count, .x = r->frequency, .y = r->phase, .alone = true}};
  SarSvgAxis x = {.label = "frequency, Hz", .log = true};
  SarSvgPanel panels[] = {{.x = x, .y = {.label = label, .log = true}, .curves = &curves[0], .ncurves = 1},
                          {.x = x, .y = {.label = "phase, deg"}, .curves = &curves[1], .ncurves = 1}};
  SarSvgFigure figure = {.title = title, .columns = 1, .panels = panels, .npanels = 2};
  return sar_svg_write(cli->context, path, &figure);
}

static void put_series(SarJson *json, const char *name, const double *values, int32_t count) {
  sar_json_key(json, name);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < count; i++) sar_json_real(json, values[i]);
  sar_json_end_array(json);
}

static void print_json(const SarCli *cli, const SarResponse *r) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "input_name", r->input);
  sar_json_put_text(&json, "input_unit", r->input_unit);
  sar_json_put_text(&json, "output_name", r->output);
  sar_json_put_text(&json, "output_unit", r->output_unit);
  put_series(&json, "frequency", r->frequency, r->count);
  put_series(&json, "magnitude", r->magnitude, r->count);
  put_series(&json, "phase", r->phase, r->count);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

static void print_text(const SarResponse *r) {
  int32_t largest = 0;
  for (int32_t i = 0; i < r->count; i++) {
    if (r->magnitude[i] > r->magnitude[largest]) largest = i;
  }
  printf("%s over %s, %g to %g Hz: largest %.6g %s per %s at %.6g Hz\n", r->output, r->input, r->frequency[0],
         r->frequency[r->count - 1], r->magnitude[largest], r->output_unit[0] ? r->output_unit : "1",
         r->input_unit[0] ? r->input_unit : "1", r->frequency[largest]);
}

static SarStatus show(SarCli *cli, const SarResponse *r) {
  const char *csv = sar_arguments_text(&cli->arguments, "--csv"), *plot = sar_arguments_text(&cli->arguments, "--plot");
  if (csv) SAR_TRY(write_csv(cli, csv, r));
  if (plot) SAR_TRY(draw(cli, plot, r));
  bool standard = (csv && strcmp(csv, "-") == 0) || (plot && strcmp(plot, "-") == 0);
  if (cli->json) print_json(cli, r);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && !standard) print_text(r);
  return SAR_OK;
}

SarStatus sar_cli_modes_response(SarCli *cli, const SarModesOptions *options) {
  const char *range = sar_arguments_text(&cli->arguments, "--response");
  double hertz[2];
  SarResponseOptions response = {
      .points = POINTS, .input = cli->arguments.operands[1], .output = cli->arguments.operands[2]};
  SAR_TRY(sar_cli_numbers(cli, "--response", range, 2, "give FROM:TO in Hz, as in 0.1:100", hertz));
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--points", 2, 1000000, &response.points));
  response.from = hertz[0];
  response.to = hertz[1];
  const SarResponse *r = NULL;
  SAR_TRY(sar_modes_response(cli->context, cli->system, options, &response, &r));
  SarStatus status = show(cli, r);
  sar_response_destroy(&r);
  return status;
}
