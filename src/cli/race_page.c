/* A race as a page: figure, ranking, all runs, what the columns mean. */
#include <math.h>

#include "analysis/race_figure.h"
#include "cli/outputs.h"
#include "cli/race_view.h"

static void put_references(SarReportPage *page, const SarRace *race) {
  const SarRaceErrors *d = &race->difference;
  SarRaceLine missing = sar_race_missing(race);
  if (missing.text[0]) sar_report_page_note(page, "Not all is here: %s.", missing.text);
  if (race->reference_note) sar_report_page_note(page, "About the references: %s.", race->reference_note);
  if (!race->references[0]) return;
  sar_report_page_paragraph(page,
                            "Errors are measured against a reference that two methods of different families compute "
                            "with a tight tolerance: %s and %s, at %.0e. Errors are root mean squares over the "
                            "simulation.",
                            race->references[0], race->references[1], race->tolerance);
  char reactions[64] = "";
  if (isfinite(d->reactions)) snprintf(reactions, sizeof reactions, ", and by %.1e in reactions", d->reactions);
  sar_report_page_note(page,
                       "The references differ by %.1e in position and %.1e in velocity%s. Errors that are not %d times "
                       "as large are not known: they are marked ~, and lie below the thin dashed lines of the figure.",
                       d->position, d->velocity, reactions, SAR_RACE_LIMITED);
}

static void put_ranking(SarReportPage *page, const SarRace *race, const SarRaceMethod *const *ranked) {
  SarRaceText heads[SAR_RACE_TARGETS];
  SarReportColumn columns[SAR_RACE_TARGETS + 1] = {{.head = "method"}};
  for (int32_t k = 0; k < SAR_RACE_TARGETS; k++) {
    snprintf(heads[k].text, sizeof heads[k].text, "%.0e", sar_race_target(k));
    columns[k + 1] = (SarReportColumn){.head = heads[k].text, .number = true};
  }
  sar_report_page_heading(page, 2, "CPU time for a position error");
  sar_report_page_begin_table(page,
                              "Milliseconds, between the runs of a method on logarithmic scales; the cheapest for an "
                              "error of 1e-4 first. A dash: the method does not come so far, or it cannot be told.",
                              columns, SAR_RACE_TARGETS + 1);
  for (int32_t i = 0; i < race->nmethods; i++) {
    if (ranked[i]->nruns == 0) continue;
    sar_report_page_cell(page, "%s", ranked[i]->method);
    for (int32_t k = 0; k < SAR_RACE_TARGETS; k++) {
      double cpu = sar_race_need(race, ranked[i], k);
      if (isnan(cpu))
        sar_report_page_cell(page, "-");
      else
        sar_report_page_cell(page, "%.3g", 1e3 * cpu);
    }
  }
  sar_report_page_end_table(page);
}

static void put_run(SarReportPage *page, const char *method, const SarRaceRun *run, const SarRaceErrors *d,
                    double second) {
  sar_report_page_cell(page, "%s", method);
  sar_report_page_cell(page, "%s", sar_race_setting(run, second).text);
  if (!run->done) {
    sar_report_page_cell_rest(page, "%s: %s", sar_race_run_status(run), run->reason);
    return;
  }
  const int64_t counts[] = {run->steps, run->rejected, run->iterations, run->factorisations, run->solves};
  for (int32_t k = 0; k < SAR_COUNT(counts); k++) sar_report_page_cell(page, "%lld", (long long)counts[k]);
  sar_report_page_cell(page, "%.3e", run->cpu_seconds);
  sar_report_page_cell(page, "%s", sar_race_error(run->errors.position, d->position).text);
  sar_report_page_cell(page, "%s", sar_race_error(run->errors.velocity, d->velocity).text);
  sar_report_page_cell(page, "%s", sar_race_error(run->errors.multipliers, d->reactions).text);
  sar_report_page_cell(page, "%s", sar_race_error(run->errors.reactions, d->reactions).text);
}

static void put_runs(SarReportPage *page, const SarRace *race, const SarRaceMethod *const *ranked,
                     const SarUnits *units) {
  static const SarReportColumn columns[] = {{.head = "method"},
                                            {.head = "setting"},
                                            {.head = "steps", .number = true},
                                            {.head = "rejected", .number = true},
                                            {.head = "iterations", .number = true},
                                            {.head = "matrices", .number = true},
                                            {.head = "solves", .number = true},
                                            {.head = "CPU, s", .number = true},
                                            {.head = "position", .number = true},
                                            {.head = "velocity", .number = true},
                                            {.head = "multipliers", .number = true},
                                            {.head = "reactions", .number = true}};
  static const char *const terms[][2] = {
      {"setting", "tolerance of a method with error control, or its fixed step"},
      {"steps, rejected", "steps taken, and steps tried again because their error was too large"},
      {"iterations, matrices, solves", "of the nonlinear equations; factorised matrices; solutions of linear systems"},
      {"CPU", "of the steps alone; the best of a few runs where one is short"},
      {"position", "error in characteristic lengths and rad"},
      {"velocity", "the same per second"},
      {"multipliers", "error of the constraints' multipliers as the method has them, over their root mean square"},
      {"reactions", "the same, from its positions and velocities by the equations of motion"}};
  sar_report_page_heading(page, 2, "All runs");
  sar_report_page_terms(page, SAR_COUNT(terms), terms);
  sar_report_page_paragraph(page, "Steps are in %s.", units->time_name);
  sar_report_page_begin_table(page, NULL, columns, SAR_COUNT(columns));
  for (int32_t i = 0; i < race->nmethods; i++) {
    for (int32_t k = 0; k < ranked[i]->nruns; k++) {
      put_run(page, ranked[i]->method, &ranked[i]->runs[k], &race->difference, units->time);
    }
  }
  sar_report_page_end_table(page);
}

static void put_absent(SarReportPage *page, const SarRace *race) {
  static const SarReportColumn columns[] = {{.head = "method"}, {.head = "reason"}};
  bool first = true;
  for (int32_t i = 0; i < race->nmethods; i++) {
    if (!race->methods[i].reason) continue;
    if (first) {
      sar_report_page_heading(page, 2, "Not in the race");
      sar_report_page_begin_table(page, NULL, columns, 2);
    }
    first = false;
    sar_report_page_cell(page, "%s", race->methods[i].method);
    sar_report_page_cell(page, "%s", race->methods[i].reason);
  }
  if (!first) sar_report_page_end_table(page);
}

SarStatus sar_race_page(SarCli *cli, const SarRace *race, const char *path) {
  const SarRaceMethod **ranked = sar_race_ranked(cli->arena, race);
  SarSvgFigure figure;
  if (!ranked) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_race_figure(cli->context, cli->arena, race, &figure));
  SarReportPage page;
  sar_report_page_open(cli->context, path, "Work and precision of integration methods", &page);
  sar_report_page_paragraph(&page, "Model: %s (%s), %g %s",
                            cli->model->title[0] ? cli->model->title : "without a title", cli->arguments.operands[0],
                            race->end / cli->model->units.time, cli->model->units.time_name);
  put_references(&page, race);
  sar_report_page_figure(&page, &figure, "Errors over CPU time and over work; further down and to the left is better.");
  put_ranking(&page, race, ranked);
  put_runs(&page, race, ranked, &cli->model->units);
  put_absent(&page, race);
  sar_cli_page_origin(cli, &page);
  return sar_report_page_close(&page);
}
