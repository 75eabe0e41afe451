/* sarrus reduce: a body with few unknowns from a finite-element model with many. */
#include "fe/reduce.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/resource.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/cli.h"
#include "cli/report.h"
#include "cli/terminal.h"

#define TWO_PI 6.283185307179586477
#define SHOWN 12 /* frequencies, unless --verbose */

/* ---- what was asked for ---- */

static SarStatus refuse(SarCli *cli, const char *option, const char *text, const char *remedy, const char *what) {
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s %s: %s", option, text, what);
}

/* LENGTH-MASS-TIME, such as mm-t-s. */
static SarStatus read_units(SarCli *cli, SarFeUnits *out) {
  static const char *const kinds[] = {"length", "mass", "time"};
  const char *text = sar_arguments_text(&cli->arguments, "--units");
  SarUnits units = sar_units_si();
  *out = (SarFeUnits){1, 1, 1};
  if (!text) return SAR_OK;
  char *copy = sar_arena_copy_text(cli->arena, text);
  if (!copy) return sar_report_no_memory(cli->context);
  for (int i = 0; i < 3; i++) {
    char *dash = copy ? strchr(copy, '-') : NULL;
    if (dash) *dash = 0;
    if (!copy || (i == 2 && dash)) {
      return refuse(cli, "--units", text, "give units of length, mass and time, such as mm-t-s or m-kg-s",
                    "these are no three units");
    }
    if (sar_units_choose(&units, kinds[i], copy) != SAR_OK) {
      return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, sar_units_known(kinds[i]),
                        "--units %s: there is no unit of %s `%s`; known ones are", text, kinds[i], copy);
    }
    copy = dash ? dash + 1 : NULL;
  }
  *out = (SarFeUnits){units.length, units.mass, units.time};
  return SAR_OK;
}

static bool read_point(const char *text, double unit, SarVec3 *out) {
  double x[3];
  for (int i = 0; i < 3; i++) {
    size_t used = sar_text_number(text, strlen(text), &x[i]);
    if (!used || !isfinite(x[i]) || text[used] != (i < 2 ? ',' : 0)) return false;
    text += used + 1;
  }
  *out = sar_scale(unit, sar_vec3_load(x));
  return true;
}

/* NAME=NODE, or NAME=SET with :rigid or :distributed behind it, and the place of its point behind that: @X,Y,Z. */
static SarStatus read_interface(SarCli *cli, const char *text, double unit, SarFeInterface *out) {
  char *name = sar_arena_copy_text(cli->arena, text);
  if (!name) return sar_report_no_memory(cli->context);
  char *where = strchr(name, '=');
  const char *usage = "give NAME=NODE, NAME=SET:rigid or NAME=SET:distributed; @X,Y,Z behind it places its point";
  if (!where || where == name || !where[1])
    return refuse(cli, "--interface", text, usage, "no name, or nothing behind it");
  *where++ = 0;
  char *point = strrchr(where, '@'), *word;
  *out = (SarFeInterface){.name = name, .coupling = SAR_FE_RIGID};
  if (point) *point++ = 0;
  if (point && !read_point(point, unit, &out->at))
    return refuse(cli, "--interface", text, usage, "@ without three numbers");
  out->placed = point != NULL;
  if ((word = strrchr(where, ':')) != NULL) *word++ = 0;
  if (word && strcmp(word, "distributed") == 0) {
    out->coupling = SAR_FE_DISTRIBUTED;
  } else if (word && strcmp(word, "rigid") != 0) {
    return refuse(cli, "--interface", text, usage, "a set is rigid or distributed");
  }
  if (strspn(where, "0123456789") != strlen(where)) {
    out->set = where;
    return SAR_OK;
  }
  out->node = strtoll(where, NULL, 10);
  out->coupling = SAR_FE_NODE;
  if (!word && !point) return SAR_OK;
  return refuse(cli, "--interface", text, usage,
                "a node is no set: it is neither rigid nor distributed, and lies where it is");
}

static SarStatus read_count(SarCli *cli, SarReduceOptions *options) {
  const SarArguments *given = &cli->arguments;
  bool modes = sar_arguments_has(given, "--modes"), up_to = sar_arguments_has(given, "--up-to");
  if (modes == up_to) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give --modes N or --up-to HZ",
                      modes ? "--modes and --up-to both say how many shapes the body gets"
                            : "how many shapes with the interfaces held shall the body get?");
  }
  options->modes = -1;
  SAR_TRY(sar_arguments_count(cli->context, given, "--modes", 0, 100000, &options->modes));
  return sar_arguments_positive(cli->context, given, "--up-to", &options->up_to);
}

static SarStatus read_options(SarCli *cli, SarReduceOptions *options) {
  const SarArguments *given = &cli->arguments;
  const char **texts = SAR_NEW(cli->arena, given->ngiven + 1, const char *);
  SarFeInterface *interfaces = SAR_NEW(cli->arena, given->ngiven + 1, SarFeInterface);
  if (!texts || !interfaces) return sar_report_no_memory(cli->context);
  *options =
      (SarReduceOptions){.interfaces = interfaces, .ninterfaces = sar_arguments_all(given, "--interface", texts)};
  SAR_TRY(read_units(cli, &options->units));
  for (int32_t i = 0; i < options->ninterfaces; i++) {
    SAR_TRY(read_interface(cli, texts[i], options->units.length, &interfaces[i]));
  }
  if (!options->ninterfaces) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give --interface NAME=NODE or NAME=SET:rigid",
                      "the body has no interface: nothing could hold it");
  }
  const char *frame = sar_arguments_text(given, "--frame");
  options->corners = sar_arguments_has(given, "--corners");
  options->outside = sar_arguments_has(given, "--outside");
  options->no_load_shapes = sar_arguments_has(given, "--no-load-shapes");
  options->frame = frame && strcmp(frame, "free") != 0 ? frame : NULL;
  return read_count(cli, options);
}

static SarStatus check_output(SarCli *cli, const char *path) {
  if (!path || strcmp(path, "-") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give -o BODY.h5", "where shall the body go?");
  }
  for (int32_t i = 0; i < cli->arguments.noperands; i++) {
    if (!sar_file_is_same(path, cli->arguments.operands[i])) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name",
                      "%s is a file of the finite-element model", path);
  }
  return SAR_OK;
}

/* ---- for programs ---- */

static void put_vec3(SarJson *json, const char *key, SarVec3 v) {
  const double x[3] = {v.x, v.y, v.z};
  sar_json_put_reals(json, key, x, 3);
}

/* Negative: not known. */
static void put_error(SarJson *json, const char *key, double value) {
  sar_json_put_real(json, key, value < 0 ? NAN : value);
}

static void put_interfaces(SarJson *json, const SarReduced *body) {
  sar_json_key(json, "interfaces");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < body->ninterfaces; i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", body->interfaces[i].name);
    if (body->interfaces[i].node) sar_json_put_int(json, "node", body->interfaces[i].node);
    put_vec3(json, "at", sar_add(body->interfaces[i].at, body->centre));
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_loads(SarJson *json, const SarReduced *body, const SarReduceReport *report) {
  sar_json_key(json, "loads");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < body->nloads; i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", body->loads[i].name);
    put_vec3(json, "force", body->loads[i].force);
    put_vec3(json, "moment", body->loads[i].moment);
    sar_json_put_real(json, "error", report->load_errors[i]);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static double *frequencies(SarCli *cli, const SarReduced *body) {
  double *hertz = SAR_NEW(cli->arena, body->n + 1, double);
  for (int32_t i = 0; hertz && i < body->n; i++) hertz[i] = sqrt(body->stiffness[i]) / TWO_PI;
  return hertz;
}

static void print_json(SarCli *cli, const SarFeModel *model, const SarReduced *body, const SarReduceReport *report,
                       const double *hertz) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_int(&json, "nodes", model->nnodes);
  sar_json_put_int(&json, "unknowns", model->nunknowns);
  put_interfaces(&json, body);
  put_loads(&json, body, report);
  sar_json_put_text(&json, "frame", body->facts.frame);
  sar_json_put_int(&json, "modes", body->n);
  sar_json_put_int(&json, "constraint_shapes", body->facts.constraint);
  sar_json_put_int(&json, "fixed_shapes", body->facts.fixed);
  sar_json_put_int(&json, "load_shapes", report->load_shapes);
  sar_json_put_reals(&json, "frequencies", hertz, body->n);
  sar_json_put_reals(&json, "full_frequencies", report->full, report->nfull);
  sar_json_put_real(&json, "mass", body->mass);
  put_vec3(&json, "centre", body->centre);
  sar_json_put_real(&json, "mesh_mass", report->mesh_mass > 0 ? report->mesh_mass : NAN);
  put_error(&json, "compliance_error", body->facts.compliance_error);
  put_error(&json, "frequency_error", body->facts.frequency_error);
  put_error(&json, "relief_error", report->relief_error);
  sar_json_put_real(&json, "rigid", report->rigid);
  sar_json_put_real(&json, "seconds", report->all_seconds);
  sar_json_put_int(&json, "peak_memory_bytes", sar_peak_memory_bytes());
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- for people ---- */

static void print_frequencies(const SarReduced *body, const SarReduceReport *report, const double *hertz, bool all) {
  const bool compared = strcmp(body->facts.frame, "free") == 0 && report->nfull;
  const int32_t shown = all || body->n < SHOWN ? body->n : SHOWN;
  printf("frequencies, Hz%s\n", compared ? "           by all unknowns" : "");
  for (int32_t i = 0; i < shown; i++) {
    printf("  %4d %14.6g", (int)i + 1, hertz[i]);
    if (compared && i < report->nfull) printf(" %14.6g", report->full[i]);
    putchar('\n');
  }
  if (shown < body->n) printf("  ... %4d in all, up to %.4g Hz\n", (int)body->n, hertz[body->n - 1]);
}

static void print_error(const char *what, double value, const char *unknown) {
  if (value < 0) {
    printf("%s: %s\n", what, unknown);
  } else {
    printf("%s: %.2g\n", what, value);
  }
}

/* Without what rounding has left in components that are zero. */
static SarVec3 rounded(SarVec3 v, double size) {
  const double least = 1e-12 * size;
  return sar_vec3(fabs(v.x) < least ? 0 : v.x, fabs(v.y) < least ? 0 : v.y, fabs(v.z) < least ? 0 : v.z);
}

/* Moments about the centre of mass. */
static void print_loads(const SarReduced *body, const SarReduceReport *report) {
  const double arm = sqrt((body->j0.m[0][0] + body->j0.m[1][1] + body->j0.m[2][2]) / body->mass);
  for (int32_t i = 0; i < body->nloads; i++) {
    const double force = sar_norm(body->loads[i].force), moment = sar_norm(body->loads[i].moment);
    const SarVec3 f = rounded(body->loads[i].force, force + moment / arm);
    const SarVec3 m = rounded(body->loads[i].moment, moment + arm * force);
    sar_print("load %s: force (%.6g, %.6g, %.6g) N, moment (%.6g, %.6g, %.6g) N m", body->loads[i].name, f.x, f.y, f.z,
              m.x, m.y, m.z);
    if (report->load_errors[i] > 0) printf("; shapes leave out %.2g of its work", report->load_errors[i]);
    putchar('\n');
  }
}

static void print_text(SarCli *cli, const SarFeModel *model, const SarReduced *body, const SarReduceReport *report,
                       const double *hertz) {
  const SarVec3 c = body->centre, m = report->mesh_centre;
  printf("%d nodes, %d unknowns -> %d shapes (%d of interfaces, %d with them held, ", (int)model->nnodes,
         (int)model->nunknowns, (int)body->n, (int)body->facts.constraint, (int)body->facts.fixed);
  if (report->load_shapes) printf("%d of loads, ", (int)report->load_shapes);
  printf("%s)\n", strcmp(body->facts.frame, "free") == 0 ? "less six rigid ones" : "less those of the frame");
  printf("mass %.8g kg, centre (%.6g, %.6g, %.6g) m\n", body->mass, c.x, c.y, c.z);
  if (report->mesh_mass > 0) {
    printf("  by the elements: %.8g kg, (%.6g, %.6g, %.6g) m\n", report->mesh_mass, m.x, m.y, m.z);
  }
  for (int32_t i = 0; i < body->ninterfaces; i++) {
    const SarVec3 p = sar_add(body->interfaces[i].at, c);
    sar_print("interface %s at (%.6g, %.6g, %.6g) m\n", body->interfaces[i].name, p.x, p.y, p.z);
  }
  print_loads(body, report);
  print_frequencies(body, report, hertz, cli->verbose);
  printf("errors against all unknowns\n");
  print_error("  compliance between interfaces", body->facts.compliance_error, "one interface: there is none");
  print_error("  the same of the flying body, one load at a time", report->relief_error, "not known");
  print_error("  lowest frequencies of the free body", body->facts.frequency_error, "too small a model to ask");
  if (cli->verbose) {
    printf("rigid motions: squares of frequencies %.1e of the first elastic one; coupling %.1e\n", report->rigid,
           report->coupling);
    printf("factorisation %.1f s, %.4g million entries; %" PRId64 " solutions\n", report->factor_seconds,
           1e-6 * (double)report->fill, report->solutions);
  }
  printf("%.1f s, %.0f MB\n", report->all_seconds, 1e-6 * (double)sar_peak_memory_bytes());
}

/* ---- the verb ---- */

typedef struct Saying {
  double begin;
} Saying;

static void say(void *self, const char *line) {
  const Saying *saying = self;
  sar_print_to(stderr, "%6.1f s  %s\n", sar_wall_seconds() - saying->begin, line);
}

static SarStatus reduce(SarCli *cli, SarReduceOptions *options, SarArena *arena) {
  const char *path = sar_arguments_text(&cli->arguments, "-o");
  SarFeModel model;
  SarReduced body;
  SarReduceReport report;
  SAR_TRY(sar_fe_read(cli->context, cli->arguments.operands, cli->arguments.noperands, options->units, arena, &model));
  sar_cli_report(cli);
  SAR_TRY(sar_fe_reduce(cli->context, &model, options, arena, &body, &report));
  SAR_TRY(sar_reduced_write(cli->context, path, &body));
  const double *hertz = frequencies(cli, &body);
  if (!hertz) return sar_report_no_memory(cli->context);
  if (cli->json) print_json(cli, &model, &body, &report, hertz);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet) print_text(cli, &model, &body, &report, hertz);
  return SAR_OK;
}

static SarStatus run(SarCli *cli) {
  SarReduceOptions options;
  Saying saying = {sar_wall_seconds()};
  SAR_TRY(read_options(cli, &options));
  SAR_TRY(check_output(cli, sar_arguments_text(&cli->arguments, "-o")));
  if (!cli->quiet && !cli->json) options.say = say, options.self = &saying;
  SarArena *arena = sar_arena_create();
  SarStatus status = arena ? reduce(cli, &options, arena) : sar_report_no_memory(cli->context);
  sar_arena_destroy(&arena);
  return status;
}

static const SarOption options[] = {
    {"-o", "BODY.h5", "the reduced body, for `type: modal` in a model"},
    {"--interface", "NAME=WHERE", "NODE, SET:rigid or SET:distributed, and @X,Y,Z to place it; may be repeated"},
    {"--modes", "N", "so many shapes with the interfaces held, beside those of the interfaces"},
    {"--up-to", "HZ", "all shapes with the interfaces held up to that frequency"},
    {"--frame", "NAME", "axes that float (free), or that are fixed to an interface"},
    {"--corners", NULL, "keep of the surface the corners of elements alone: a smaller file"},
    {"--outside", NULL, "keep of the surface nothing of what encloses hollows: a smaller file"},
    {"--no-load-shapes", NULL, "no shape for each load of the finite-element model, beside those asked for"},
    {"--units", "UNITS", "of the files: length-mass-time, such as mm-t-s; without it m-kg-s"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_reduce = {
    .name = "reduce",
    .operands = "FE...",
    .least_operands = 1,
    .most_operands = 8,
    .summary = "make a flexible body with few unknowns from a finite-element model",
    .options = options,
    .details =
        "FE is JOB.inp of CalculiX with JOB.mas, JOB.sti and JOB.dof beside it, K.mtx M.mtx NODES.csv, or one HDF5\n"
        "file. Joints and forces hold the body at its interfaces: a node that can turn, a set of nodes welded to a\n"
        "point (rigid), or a point that moves as the mean of a set (distributed). Shapes of unit motions of the\n"
        "interfaces are always kept: static loads there bend the body as in the finite-element model.\n",
    .examples =
        "  sarrus reduce frame.inp -o frame.h5 --interface front=FRONT:rigid --interface rear=REAR:rigid --modes 40\n"
        "  sarrus reduce arm.inp -o arm.h5 --interface root=ROOT:rigid --interface tip=TIP:distributed --up-to 2000 "
        "--units mm-t-s\n",
    .run = run,
};
