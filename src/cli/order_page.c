#include "cli/order_page.h"

#include <math.h>

#include "cli/outputs.h"

#define SERIES 4

typedef struct Drawing {
  SarSvgFigure figure;
  SarSvgPanel panel;
  SarSvgCurve curves[2 * SERIES];
  double steps[SAR_ORDER_MAX];
  double guides[SERIES][SAR_ORDER_MAX]; /* errors along a line of the nearest whole order */
  char label[48];
} Drawing;

static const char *const names[SERIES] = {"position", "velocity", "multipliers", "reactions"};

static const SarOrderSeries *series_of(const SarOrderResult *result, int32_t index) {
  const SarOrderSeries *const series[SERIES] = {&result->position, &result->velocity, &result->multipliers,
                                                &result->reactions};
  return series[index];
}

/* A line of the nearest whole order through the last point that counts. */
static bool make_guide(const SarOrderResult *result, const SarOrderSeries *series, double *guide) {
  int32_t last = result->nsteps - 1 - series->at_rounding;
  if (!(series->order > 0.5) || !(series->errors[last] > 0)) return false;
  for (int32_t i = 0; i < result->nsteps; i++) {
    guide[i] = series->errors[last] * pow(result->steps[i] / result->steps[last], round(series->order));
  }
  return true;
}

static void make_drawing(SarCli *cli, const SarOrderResult *result, Drawing *out) {
  const SarUnits *units = &cli->model->units;
  SarSvgPanel *panel = &out->panel;
  snprintf(out->label, sizeof out->label, "step, %s", units->time_name);
  *panel = (SarSvgPanel){.x = {.label = out->label, .log = true}, .y = {.label = "error", .log = true}};
  panel->title = result->method;
  panel->curves = out->curves;
  for (int32_t i = 0; i < result->nsteps; i++) out->steps[i] = result->steps[i] / units->time;
  for (int32_t k = 0; k < SERIES; k++) {
    const SarOrderSeries *series = series_of(result, k);
    SarSvgCurve curve = {.count = result->nsteps, .x = out->steps, .y = out->guides[k]};
    if (make_guide(result, series, out->guides[k])) out->curves[panel->ncurves++] = curve;
    curve.name = names[k], curve.y = series->errors, curve.markers = true;
    if (isfinite(series->order)) out->curves[panel->ncurves++] = curve;
  }
  out->figure = (SarSvgFigure){.width = 760, .height = 540, .panels = panel, .npanels = 1};
  if (cli->model->title[0]) out->figure.title = cli->model->title;
}

SarStatus sar_order_draw(SarCli *cli, const SarOrderResult *result, const char *path) {
  Drawing drawing = {.label = ""};
  make_drawing(cli, result, &drawing);
  return sar_svg_write(cli->context, path, &drawing.figure);
}

static void put_table(SarCli *cli, SarReportPage *page, const SarOrderResult *result, const char *step) {
  SarReportColumn columns[SERIES + 1] = {{.head = step, .number = true}};
  for (int32_t k = 0; k < SERIES; k++) columns[k + 1] = (SarReportColumn){.head = names[k], .number = true};
  sar_report_page_begin_table(page, "Errors at each step, and the measured order.", columns, SERIES + 1);
  for (int32_t i = 0; i < result->nsteps; i++) {
    sar_report_page_cell(page, "%.4e", result->steps[i] / cli->model->units.time);
    for (int32_t k = 0; k < SERIES; k++) {
      double error = series_of(result, k)->errors[i];
      if (isfinite(error))
        sar_report_page_cell(page, "%.3e", error);
      else
        sar_report_page_cell(page, "-");
    }
  }
  sar_report_page_cell(page, "order");
  for (int32_t k = 0; k < SERIES; k++) {
    double order = series_of(result, k)->order;
    if (isfinite(order))
      sar_report_page_cell(page, "%.2f", order);
    else
      sar_report_page_cell(page, "-");
  }
  sar_report_page_end_table(page);
}

SarStatus sar_order_page(SarCli *cli, const SarOrderResult *result, const char *path) {
  static const char *const terms[][2] = {
      {"errors", "root mean squares over the second half of the simulation"},
      {"position, velocity", "in characteristic lengths and rad, and these per second"},
      {"multipliers", "of the constraints, in SI, as the method gives them"},
      {"reactions", "the same, from its positions and velocities by the equations of motion"},
      {"order",
       "least-squares slope of log error over log step in the last three halvings before errors are at rounding; a "
       "dash: no such quantity"}};
  const char *reference = sar_arguments_text(&cli->arguments, "--reference");
  Drawing drawing = {.label = ""};
  make_drawing(cli, result, &drawing);
  drawing.figure.title = NULL; /* the page names the model */
  SarReportPage page;
  sar_report_page_open(cli->context, path, "Measured order of convergence", &page);
  sar_report_page_paragraph(&page, "Model: %s (%s)", cli->model->title[0] ? cli->model->title : "without a title",
                            cli->arguments.operands[0]);
  sar_report_page_paragraph(&page, "Method: %s", result->method);
  if (reference)
    sar_report_page_paragraph(&page, "Fixed steps, each half of the one before, against %s.", reference);
  else
    sar_report_page_paragraph(&page, "Fixed steps, each half of the one before, against a much smaller step.");
  sar_report_page_figure(&page, &drawing.figure, "Thin dashed lines have the nearest whole order.");
  put_table(cli, &page, result, drawing.label);
  sar_report_page_terms(&page, SAR_COUNT(terms), terms);
  sar_cli_page_origin(cli, &page);
  return sar_report_page_close(&page);
}
