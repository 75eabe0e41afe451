/* sarrus spectrum: what methods do to an oscillator, from their tables. */
#include <math.h>

#include "base/json.h"
#include "cli/outputs.h"
#include "cli/spectrum_page.h"

#define POINTS 41
#define MOST_METHODS 32

/* ---- text ---- */

static void print_region(const SarSpectrum *s, bool per_step) {
  double low = INFINITY, high = -INFINITY, wide = 0;
  for (int32_t i = 0; i < s->boundary.count; i++) {
    low = fmin(low, s->boundary.x[i]);
    high = fmax(high, s->boundary.x[i]);
    wide = fmax(wide, s->boundary.y[i]);
  }
  if (s->boundary.count == 0) {
    puts("boundary of stability: none in the part of the plane that was searched");
    return;
  }
  printf("boundary of stability, mu h%s: real part %.3g to %.3g, imaginary part up to %.3g\n", per_step ? "" : "/n",
         low, high, wide);
}

static void print_text(const SarSpectrum *s, const SarSpectrumOptions *options) {
  printf("%s\n", s->method);
  printf("order %d, error constant %.3g, %d stage%s, spectral radius at infinity %.4g\n", (int)s->order,
         s->error_constant, (int)s->stages, s->stages > 1 ? "s" : "", s->infinity);
  printf("largest spectral radius on the oscillator, Omega h from 1e-3 to 1e6: %.10g\n", s->largest);
  if (isfinite(s->limit)) printf("stability limit on the negative real axis, -mu h: %.5f\n", s->limit);
  if (options->region) print_region(s, options->per_step);
  printf("\n%12s %12s %14s %12s %14s\n", "Omega h/n", "h/(n T)", "radius", "decay, %", "elongation, %");
  for (int32_t i = 0; i < s->scan.count; i++) {
    const SarSpectrumPoint *p = &s->scan.points[i];
    printf("%12.5g %12.5g %14.9f %12.5g %14.5g\n", p->omega, sar_spectrum_step(p), p->radius, 100 * p->decay,
           100 * p->elongation);
  }
}

/* ---- JSON ---- */

static void put_series(SarJson *json, const SarSpectrum *s, const char *name, int which) {
  sar_json_key(json, name);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < s->scan.count; i++) {
    const SarSpectrumPoint *p = &s->scan.points[i];
    const double values[] = {p->omega, sar_spectrum_step(p), p->radius, p->decay, p->elongation};
    sar_json_real(json, values[which]);
  }
  sar_json_end_array(json);
}

static void put_boundary(SarJson *json, const SarContour *line) {
  sar_json_key(json, "boundary");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < line->count;) {
    sar_json_begin_array(json);
    for (; i < line->count && !isnan(line->x[i]); i++) {
      sar_json_begin_array(json);
      sar_json_real(json, line->x[i]);
      sar_json_real(json, line->y[i]);
      sar_json_end_array(json);
    }
    sar_json_end_array(json);
    i++; /* the nan between two lines */
  }
  sar_json_end_array(json);
}

static void print_json(const SarSpectrum *list, int32_t count, bool region) {
  static const char *const names[] = {"omega_h", "step_over_period", "radius", "decay", "elongation"};
  SarJson json = sar_json(stdout);
  sar_json_begin_array(&json);
  for (int32_t k = 0; k < count; k++) {
    const SarSpectrum *s = &list[k];
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "method", s->method);
    sar_json_put_int(&json, "order", s->order);
    sar_json_put_real(&json, "order_measured", s->measured_order);
    sar_json_put_real(&json, "error_constant", s->error_constant);
    sar_json_put_int(&json, "stages", s->stages);
    sar_json_put_real(&json, "radius_infinity", s->infinity);
    sar_json_put_real(&json, "radius_max", s->largest);
    sar_json_put_real(&json, "limit_real", s->limit);
    for (int which = 0; which < 5; which++) put_series(&json, s, names[which], which);
    if (region) put_boundary(&json, &s->boundary);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  putchar('\n');
}

/* ---- the verb ---- */

static const char *const outputs[] = {"--csv", "-o", "--page"};

static SarStatus write_files(SarCli *cli, const SarSpectrum *list, int32_t count, const SarSpectrumOptions *options) {
  const char *csv = sar_arguments_text(&cli->arguments, "--csv"), *svg = sar_arguments_text(&cli->arguments, "-o");
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (csv) SAR_TRY(sar_spectrum_csv(cli->context, csv, list, count));
  if (svg) SAR_TRY(sar_spectrum_draw(cli->context, cli->arena, svg, list, count, options));
  return page ? sar_spectrum_page(cli, list, count, options, page) : SAR_OK;
}

static SarStatus run(SarCli *cli) {
  int32_t count = cli->arguments.noperands;
  SarSpectrumOptions options = {.points = POINTS, .pictures = false};
  options.pictures = sar_arguments_has(&cli->arguments, "-o") || sar_arguments_has(&cli->arguments, "--page");
  options.region = sar_arguments_has(&cli->arguments, "--region");
  options.per_step = sar_arguments_has(&cli->arguments, "--per-step");
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--points", 2, 10001, &options.points));
  SAR_TRY(sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs)));
  SarSpectrum *list = SAR_NEW(cli->arena, count, SarSpectrum);
  if (!list) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < count; i++) {
    SAR_TRY(sar_spectrum_of(cli->context, cli->arena, cli->arguments.operands[i], &options, &list[i]));
  }
  SAR_TRY(write_files(cli, list, count, &options));
  if (cli->json) {
    print_json(list, count, options.region);
    cli->answered = true;
  }
  bool silent = cli->json || cli->quiet || sar_cli_writes_to_stdout(cli, outputs, SAR_COUNT(outputs));
  for (int32_t i = 0; !silent && i < count; i++) {
    if (i) putchar('\n');
    print_text(&list[i], &options);
  }
  return SAR_OK;
}

static const SarOption options[] = {
    {"-o", "FILE.svg", "draw radius, decay, elongation and error (or, with --region, the boundary of stability)"},
    {"--csv", "FILE", "write the table as CSV, the methods side by side"},
    {"--page", "FILE.html", "write tables and figure as one page that opens in a browser"},
    {"--region", NULL, "find the boundary of stability of x' = mu x in the plane of mu h/n"},
    {"--per-step", NULL, "that boundary in mu h: steps, not stages, are compared"},
    {"--points", "N", "step sizes from Omega h/n = 0.01 to 100, evenly on a logarithmic scale (41)"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_spectrum = {
    .name = "spectrum",
    .operands = "METHOD...",
    .least_operands = 1,
    .most_operands = MOST_METHODS,
    .summary = "show how methods damp and delay an oscillator",
    .options = options,
    .details =
        "The oscillator x'' = -Omega^2 x, with steps of h/n per stage: methods of equal cost stand\n"
        "side by side. The spectral radius is that of the whole method; amplitude decay and period elongation\n"
        "are those of the root that belongs to the solution. All from the tables with which the solver runs.\n",
    .examples =
        "  sarrus spectrum lms2:rho_inf=0.6\n"
        "  sarrus spectrum hht generalized-alpha bathe -o spectrum.svg\n"
        "  sarrus spectrum hht generalized-alpha bathe --page spectrum.html\n"
        "  sarrus spectrum lms4 msstc5 --region --json\n"
        "  sarrus spectrum ampc3 mampc3 --region --per-step -o regions.svg\n",
    .run = run,
};
