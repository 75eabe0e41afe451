#include "cli/spectrum_page.h"

#include <math.h>

#include "cli/outputs.h"

static void put_real(SarReportPage *page, const char *absent, double value, int digits) {
  if (isfinite(value))
    sar_report_page_cell(page, "%.*g", digits, value);
  else
    sar_report_page_cell(page, "%s", absent);
}

static void put_facts(SarReportPage *page, const SarSpectrum *list, int32_t count) {
  static const SarReportColumn columns[] = {{.head = "method"},
                                            {.head = "order", .number = true},
                                            {.head = "order measured", .number = true},
                                            {.head = "error constant", .number = true},
                                            {.head = "stages", .number = true},
                                            {.head = "radius at infinity", .number = true},
                                            {.head = "largest radius", .number = true},
                                            {.head = "limit, -mu h", .number = true}};
  static const char *const terms[][2] = {
      {"order measured", "slope of the error of the solution's root over the step, for short steps"},
      {"error constant", "that error over the step to its power, for short steps"},
      {"stages n", "implicit stages of a step: steps are compared per stage, h/n, so that methods cost the same"},
      {"radius at infinity", "spectral radius for infinitely long steps: 0 forgets fast oscillations at once, 1 never"},
      {"largest radius",
       "on the oscillator, Omega h from 1e-3 to 1e6; not above 1 (within rounding): stable at any step"},
      {"limit", "x' = mu x is damped for all steps up to it; a dash: at any step"}};
  sar_report_page_heading(page, 2, "The methods");
  sar_report_page_begin_table(page, NULL, columns, SAR_COUNT(columns));
  for (int32_t i = 0; i < count; i++) {
    const SarSpectrum *s = &list[i];
    sar_report_page_cell(page, "%s", s->method);
    sar_report_page_cell(page, "%d", (int)s->order);
    put_real(page, "-", s->measured_order, 3);
    put_real(page, "-", s->error_constant, 3);
    sar_report_page_cell(page, "%d", (int)s->stages);
    put_real(page, "-", s->infinity, 4);
    put_real(page, "-", s->largest, 10);
    put_real(page, "-", s->limit, 5);
  }
  sar_report_page_end_table(page);
  sar_report_page_terms(page, SAR_COUNT(terms), terms);
}

static void put_scan(SarReportPage *page, const SarSpectrum *s) {
  static const SarReportColumn columns[] = {{.head = "Omega h/n", .number = true},
                                            {.head = "h/(n T)", .number = true},
                                            {.head = "radius", .number = true},
                                            {.head = "decay, %", .number = true},
                                            {.head = "elongation, %", .number = true}};
  sar_report_page_heading(page, 3, s->method);
  sar_report_page_begin_table(page, NULL, columns, SAR_COUNT(columns));
  for (int32_t i = 0; i < s->scan.count; i++) {
    const SarSpectrumPoint *p = &s->scan.points[i];
    put_real(page, "-", p->omega, 5);
    put_real(page, "-", sar_spectrum_step(p), 5);
    sar_report_page_cell(page, "%.9f", p->radius);
    put_real(page, "-", 100 * p->decay, 5);
    put_real(page, "-", 100 * p->elongation, 5);
  }
  sar_report_page_end_table(page);
}

SarStatus sar_spectrum_page(SarCli *cli, const SarSpectrum *list, int32_t count, const SarSpectrumOptions *options,
                            const char *path) {
  static const char *const terms[][2] = {
      {"Omega h/n, h/(n T)", "step per stage times the frequency, and over the period T"},
      {"radius", "spectral radius of the whole method"},
      {"decay", "loss of amplitude in one period, of the root that belongs to the solution"},
      {"elongation", "how much longer the period is, of the same root"}};
  SarSvgFigure figure;
  SAR_TRY(sar_spectrum_figure(cli->context, cli->arena, list, count, options, &figure));
  SarReportPage page;
  sar_report_page_open(cli->context, path, "What integration methods do to an oscillator", &page);
  sar_report_page_paragraph(&page,
                            "The oscillator x'' = -Omega^2 x, with steps of h/n per stage: methods of equal cost stand "
                            "side by side. All numbers come from the tables with which the solver runs.");
  sar_report_page_figure(&page, &figure,
                         options->region ? "Last panel: where the spectral radius of x' = mu x is 1."
                                         : "Last panel: error of the root that belongs to the solution.");
  put_facts(&page, list, count);
  sar_report_page_heading(&page, 2, "Tables");
  sar_report_page_terms(&page, SAR_COUNT(terms), terms);
  for (int32_t i = 0; i < count; i++) put_scan(&page, &list[i]);
  sar_cli_page_origin(cli, &page);
  return sar_report_page_close(&page);
}
