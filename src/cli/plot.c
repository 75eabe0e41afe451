/* sarrus plot: time histories and phase plots of recorded quantities as SVG. */
#include "result/plot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/outputs.h"
#include "cli/plot_snapshot.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "result/steps.h"

#define MOST_OPERANDS 256
#define MOST_PIXELS 20000

/* The operands, and what they name. */
typedef struct Request {
  SarPlotFile files[MOST_OPERANDS];
  const char *quantities[MOST_OPERANDS];
  int32_t nfiles, nquantities;
  SarPlotOptions options;
  const char *path;
} Request;

/* ---- files ---- */

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool exists(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && !S_ISDIR(facts.st_mode);
}

/* `d_rod.x/d_k`: the only quantities with a slash. */
static bool is_derivative(const char *operand) { return strncmp(operand, "d_", 2) == 0 && strstr(operand, "/d_"); }

/* A file beside the first one: it has the look of one, or it is there and means no quantity. */
static SarStatus is_file(SarCli *cli, const Request *r, const char *operand, bool *out) {
  *out = true;
  if (r->nfiles == 0 || (strchr(operand, '/') && !is_derivative(operand))) return SAR_OK;
  if (ends_with(operand, ".h5") || ends_with(operand, ".part") || ends_with(operand, ".csv")) return SAR_OK;
  if ((*out = exists(operand)) == false) return SAR_OK;
  SarPlotItems items = {0};
  SarStatus status = sar_plot_select(cli->context, cli->arena, r->files[0].results, operand, &items);
  *out = items.count == 0;
  return status;
}

/* The time at which the simulation was to end, in the unit of the results; NaN: not known. */
static double planned_end(const SarResults *results) {
  const char *settings = sar_results_fact(results, "settings");
  SarUnits units = sar_units_si();
  double end = NAN;
  if (!settings || sar_units_choose(&units, "time", sar_results_unit(results, 0)) != SAR_OK) return NAN;
  for (const char *line = settings; line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, "end=", 4) == 0) sar_text_number(line + 4, strlen(line + 4), &end);
  }
  return end / units.time;
}

/* A run that was cut off, is going on, or was ended by an event. */
static SarStatus warn_if_short(SarCli *cli, SarResults *results, const char *path) {
  int64_t rows = sar_results_rows(results);
  double end = planned_end(results);
  double *time = SAR_NEW(cli->arena, rows + 1, double);
  if (!time) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_results_column(results, 0, time));
  double last = rows > 0 ? time[rows - 1] : 0;
  SarSource source = {sar_intern(cli->context, path), 0, 0};
  if (rows == 0) {
    sar_warn(cli->context, source, NULL, "run the model again", "the file holds no rows");
  } else if (last < end * (1 - 1e-9)) {
    sar_warn(cli->context, source, NULL, "`sarrus resume` goes on where a checkpoint is kept",
             "the results end at t = %g %s; the simulation was to go on to %g %s", last, sar_results_unit(results, 0),
             end, sar_results_unit(results, 0));
  }
  return SAR_OK;
}

static SarStatus open_file(SarCli *cli, Request *r, const char *path) {
  SarPlotFile *file = &r->files[r->nfiles];
  SAR_TRY(sar_results_open_left(cli->context, path, &file->results));
  file->name = path;
  r->nfiles++;
  return sar_results_are_cut(file->results) ? SAR_OK : warn_if_short(cli, file->results, path);
}

static SarStatus read_operands(SarCli *cli, Request *r) {
  for (int32_t i = 0; i < cli->arguments.noperands; i++) {
    const char *operand = cli->arguments.operands[i];
    bool file = false;
    SAR_TRY(is_file(cli, r, operand, &file));
    if (file)
      SAR_TRY(open_file(cli, r, operand));
    else
      r->quantities[r->nquantities++] = operand;
  }
  return SAR_OK;
}

/* "folder/out.h5.part" -> "out.svg" */
static const char *default_path(SarCli *cli, const char *file) {
  static const char *const ends[] = {".part", ".h5", ".csv"};
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  size_t length = strlen(name);
  for (int32_t i = 0; i < SAR_COUNT(ends); i++) {
    size_t tail = strlen(ends[i]);
    if (length > tail && strncmp(name + length - tail, ends[i], tail) == 0) length -= tail;
  }
  return sar_arena_printf(cli->arena, "%.*s.svg", (int)length, name);
}

static SarStatus choose_path(SarCli *cli, Request *r) {
  static const char *const outputs[] = {"-o"};
  r->path = sar_arguments_text(&cli->arguments, "-o");
  if (!r->path) r->path = default_path(cli, r->files[0].name);
  if (!r->path) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < r->nfiles; i++) {
    if (strcmp(r->path, "-") == 0 || !sar_file_is_same(r->path, r->files[i].name)) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the picture another name",
                      "%s is a file of results", r->path);
  }
  SAR_TRY(sar_cli_check_outputs(cli, outputs, 1));
  return sar_cli_check_document(cli, r->path); /* also where its name was not given */
}

/* ---- options ---- */

static SarStatus read_time(SarCli *cli, const char *name, double *out) {
  const char *text = sar_arguments_text(&cli->arguments, name);
  *out = NAN;
  if (!text) return SAR_OK;
  size_t used = sar_text_number(text, strlen(text), out);
  if (used && !text[used] && isfinite(*out)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a time such as 0.5", "%s %s is no number", name,
                    text);
}

static SarStatus read_options(SarCli *cli, Request *r) {
  SarPlotOptions *o = &r->options;
  SAR_TRY(read_time(cli, "--from", &o->from));
  SAR_TRY(read_time(cli, "--to", &o->to));
  if (o->from >= o->to) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a smaller --from or a larger --to",
                      "--from %g is not before --to %g", o->from, o->to);
  }
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--width", 200, MOST_PIXELS, &o->width));
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--height", 150, MOST_PIXELS, &o->height));
  o->log = sar_arguments_has(&cli->arguments, "--log");
  o->equal = sar_arguments_has(&cli->arguments, "--equal");
  o->title = sar_arguments_text(&cli->arguments, "--title");
  return SAR_OK;
}

/* ---- what there is ---- */

/* The quantities of the element to which this column belongs, after the last dot. */
static int32_t print_element(const SarResults *results, int32_t first) {
  const char *name = sar_results_name(results, first), *dot = strrchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : strlen(name);
  int32_t i = first;
  sar_print("%.*s:", (int)length, name);
  for (; i < sar_results_columns(results); i++) {
    const char *other = sar_results_name(results, i), *its = strrchr(other, '.');
    if (!dot || !its || (size_t)(its - other) != length || memcmp(name, other, length) != 0) break;
    const char *unit = sar_results_unit(results, i);
    bool last = i + 1 == sar_results_columns(results) || strcmp(sar_results_unit(results, i + 1), unit) != 0;
    sar_print(" %s", its + 1);
    if (last && unit[0] && strcmp(unit, "1") != 0) sar_print(" [%s]", unit);
  }
  putchar('\n');
  return i > first ? i : first + 1;
}

static void print_list_json(const SarResults *results) {
  SarJson json = sar_json(stdout);
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < sar_results_columns(results); i++) {
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "name", sar_results_name(results, i));
    sar_json_put_text(&json, "unit", sar_results_unit(results, i));
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  putchar('\n');
}

static void print_steps(const SarResults *results) {
  if (sar_results_steps(results) == 0) return;
  printf("solver:");
  for (int32_t i = SAR_STEP_SIZE; i < SAR_STEP_COLUMNS; i++) {
    if (sar_results_has_step(results, i)) printf(" %s", sar_step_name(i));
  }
  putchar('\n');
}

static SarStatus list_quantities(SarCli *cli, const SarResults *results) {
  if (sar_arguments_has(&cli->arguments, "-o")) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "name one, or several; without -o the quantities of a file are listed",
                      "there is nothing to draw: no quantity is given");
  }
  if (cli->json) {
    print_list_json(results);
    cli->answered = true;
  } else if (!cli->quiet) {
    for (int32_t i = 1; i < sar_results_columns(results);) i = print_element(results, i);
    print_steps(results);
  }
  return SAR_OK;
}

/* ---- what was drawn ---- */

static void print_json(const SarCli *cli, const SarPlot *plot, const char *path) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "written", path);
  sar_json_put_int(&json, "panels", plot->figure.npanels);
  sar_json_put_text(&json, "time_unit", plot->time_unit);
  sar_json_key(&json, "curves");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < plot->ncurves; i++) {
    const SarPlotCurve *c = &plot->curves[i];
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "file", c->file);
    sar_json_put_text(&json, "quantity", c->quantity);
    sar_json_put_text(&json, "unit", c->unit);
    sar_json_put_int(&json, "points", c->points);
    sar_json_put_int(&json, "absent", c->absent);
    sar_json_put_real(&json, "least", c->least);
    sar_json_put_real(&json, "least_at", c->least_at);
    sar_json_put_real(&json, "most", c->most);
    sar_json_put_real(&json, "most_at", c->most_at);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* Six, and as many more as two values have in common, so that what hardly changes is seen to change. */
static int digits_of(double least, double most) {
  double share = fmax(fabs(least), fabs(most)) / (most - least);
  return share > 1 && isfinite(share) ? (int)fmin(15, 6 + floor(log10(share))) : 6;
}

static void print_text(const SarPlot *plot, const char *path) {
  int width = 8;
  for (int32_t i = 0; i < plot->ncurves; i++) {
    int length = (int)strlen(plot->curves[i].name);
    if (length > width) width = length;
  }
  printf("%-*s  %-8s %13s %11s %13s %11s\n", width, "quantity", "unit", "least", "at t", "most", "at t");
  for (int32_t i = 0; i < plot->ncurves; i++) {
    const SarPlotCurve *c = &plot->curves[i];
    int digits = digits_of(c->least, c->most);
    if (c->points == c->absent)
      sar_print("%-*s  %-8s no number\n", width, c->name, c->unit);
    else
      sar_print("%-*s  %-8s %13.*g %11.6g %13.*g %11.6g\n", width, c->name, c->unit, digits, c->least, c->least_at,
                digits, c->most, c->most_at);
  }
  sar_print("written: %s\n", path);
}

/* ---- the verb ---- */

static SarStatus draw(SarCli *cli, Request *r) {
  SarPlot plot;
  if (!r->options.title && r->nfiles == 1) r->options.title = sar_results_fact(r->files[0].results, "title");
  SAR_TRY(
      sar_plot_make(cli->context, cli->arena, r->files, r->nfiles, r->quantities, r->nquantities, &r->options, &plot));
  SAR_TRY(sar_svg_write(cli->context, r->path, &plot.figure));
  if (cli->json) print_json(cli, &plot, r->path);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && strcmp(r->path, "-") != 0) print_text(&plot, r->path);
  return SAR_OK;
}

static SarStatus draw_mechanism(SarCli *cli, Request *r) {
  if (r->nfiles > 1 || r->nquantities > 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave out all but one file",
                      "--snapshot and --animate draw the mechanism of one file, and no quantities");
  }
  if (!r->options.title) r->options.title = sar_results_fact(r->files[0].results, "title");
  return sar_plot_snapshot(cli, r->files[0].results, r->files[0].name, &r->options, r->path);
}

static SarStatus run(SarCli *cli) {
  Request *r = SAR_NEW(cli->arena, 1, Request);
  if (!r) return sar_report_no_memory(cli->context);
  SarStatus status = read_options(cli, r);
  if (status == SAR_OK) status = read_operands(cli, r);
  bool mechanism = sar_arguments_has(&cli->arguments, "--snapshot") || sar_arguments_has(&cli->arguments, "--animate");
  if (status == SAR_OK && r->nquantities == 0 && !mechanism) {
    status = list_quantities(cli, r->files[0].results);
  } else if (status == SAR_OK) {
    status = choose_path(cli, r);
    if (status == SAR_OK) status = mechanism ? draw_mechanism(cli, r) : draw(cli, r);
  }
  for (int32_t i = 0; i < r->nfiles; i++) sar_results_close(&r->files[i].results);
  return status;
}

static const SarOption options[] = {
    {"-o", "FILE.svg", "the picture; without it <results>.svg in the current folder; - is standard output"},
    {"--from", "T", "draw from this time on, in the unit of the results"},
    {"--to", "T", "draw up to this time"},
    {"--equal", NULL, "the same scale along both axes of Y:X, where the units are the same; paths of points have it"},
    {"--log", NULL, "logarithmic values; where some are negative, absolute ones"},
    {"--snapshot", "T[,T...]", "draw the mechanism at these times, the last one fully"},
    {"--animate", NULL, "draw the mechanism in motion, from --from to --to, again and again"},
    {"--view", "VIEW", "see it along x, y or z, iso, or from AZIMUTH,ELEVATION in degrees"},
    {"--names", NULL, "write the names of bodies beside them"},
    {"--contacts", NULL, "draw where bodies touch, and the forces there"},
    {"--colour", "QUANTITY", "colour beams by moment, axial, torsion, shear or stress, with its range over all rows"},
    {"--frames", "N", "pictures of --animate (48)"},
    {"--duration", "SECONDS", "of one round of --animate; without it that of the motion, 2 to 8 s"},
    {"--title", "TEXT", "above the picture; without it the model's title"},
    {"--width", "PIXELS", "width of the picture (900)"},
    {"--height", "PIXELS", "its height; without it as the panels need"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_plot = {
    .name = "plot",
    .operands = "FILE... QUANTITY...",
    .least_operands = 1,
    .most_operands = MOST_OPERANDS,
    .summary = "draw recorded quantities over the time, or over each other",
    .options = options,
    .details =
        "Files are HDF5, the journal of a run (OUT.h5.part) or CSV; several are drawn over each other. With a\n"
        "file alone the quantities that it holds are listed. Curves of one unit share a panel. Quantities:\n"
        "  crank.x      a column\n"
        "  'A.f*'       columns of which the name matches: * any letters, ? one\n"
        "  A            an element or a frame (crank.pin): all its quantities\n"
        "  A.f          the magnitude of a vector: of fx, fy, fz (A.f2: fx2, fy2, fz2; crank.v, crank.alpha)\n"
        "  solver.step  of the solver's steps: step iterations order error rejections, and the violation of\n"
        "               constraints where they end, over the model's length: constraint_position\n"
        "               constraint_velocity\n"
        "  Y:X          Y over X: a phase plot, or the path of a point\n"
        "What is drawn is also told: the least and the largest value of each curve, and when.\n",
    .examples =
        "  sarrus plot crank.h5 crank.x slider.vx\n"
        "  sarrus plot crank.h5 A.f --from 1 --to 2 -o bearing.svg\n"
        "  sarrus plot crank.h5 A.angle_rate:A.angle rod.small.y:rod.small.x -o phase.svg\n"
        "  sarrus plot coarse.h5 fine.h5 energy.balance --log -o drift.svg\n"
        "  sarrus plot crank.h5 'solver.*' -o steps.svg\n",
    .run = run,
};
