/* sarrus stress: where a modal body is stressed most, and when. */
#define _POSIX_C_SOURCE 200809L

#include "cli/stress.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "result/text_file.h"

#define TOP 10
#define MOST_TOP 10000

/* Units as the results have them. */
typedef struct Units {
  double pressure, length; /* SI values of one */
  char pressure_name[32], length_name[32];
  const char *time_name;
} Units;

typedef struct Request {
  const char *path, *name;
  SarResults *results;
  SarReduced body;
  SarStress stress;
  Units units;
  int32_t top;
  double apart; /* m */
  SarHotSpot *spots;
  int32_t count;
  int64_t pictures;
  double last; /* clock, s: when progress was shown last */
  bool shown;  /* there is a line to clear */
} Request;

/* ---- progress ---- */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int tell(void *self, double part) {
  Request *r = self;
  double clock = now();
  if (r->last > 0 && clock - r->last > 0.2) {
    fprintf(stderr, "\r%s: %3.0f %%", r->name, 100 * part);
    r->shown = true;
  }
  if (r->last > 0 && (clock - r->last > 0.2)) r->last = clock;
  return sar_interrupt_requested();
}

static void clear_progress(Request *r) {
  if (r->shown) fputs("\r\033[K", stderr);
  r->shown = false;
}

/* ---- what is asked ---- */

static void find_units(Request *r) {
  const SarSinkHeader *header = sar_results_header(r->results);
  SarUnits units = header ? header->units : sar_units_si();
  r->units.pressure = sar_units_factor(&units, "N/m^2");
  r->units.length = units.length;
  sar_units_label(&units, "N/m^2", r->units.pressure_name, sizeof r->units.pressure_name);
  sar_units_label(&units, "m", r->units.length_name, sizeof r->units.length_name);
  r->units.time_name = sar_results_unit(r->results, 0);
}

static SarStatus read_apart(SarCli *cli, Request *r) {
  const char *text = sar_arguments_text(&cli->arguments, "--apart");
  r->apart = sar_stress_apart(&r->body.mesh);
  if (!text) return SAR_OK;
  double value;
  size_t used = sar_text_number(text, strlen(text), &value);
  if (used && !text[used] && value >= 0 && isfinite(value)) {
    r->apart = value * r->units.length;
    return SAR_OK;
  }
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a distance such as 0.05",
                    "--apart %s is no number that is 0 or larger", text);
}

/* Whether results have that body at all, before its file is looked for. */
static SarStatus check_name(SarCli *cli, const Request *r) {
  if (sar_stress_modes(r->results, r->name) > 0) return SAR_OK;
  const char *bodies = sar_stress_bodies(r->results, cli->arena);
  if (!bodies) return sar_report_no_memory(cli->context);
  SarSource source = {sar_intern(cli->context, r->path), 0, 0};
  if (!*bodies) {
    return sar_report(cli->context, SAR_INPUT, source, r->name,
                      "run a model that has one (`type: modal`), and leave its amplitudes in `output: {of: ..}`",
                      "the results have no modal body: there are no columns %s.mode1, ...", r->name);
  }
  SarSuggestion suggestion = sar_suggestion(r->name);
  char *names = sar_arena_copy_text(cli->arena, bodies);
  for (char *save = NULL, *name = names ? strtok_r(names, ", ", &save) : NULL; name;
       name = strtok_r(NULL, ", ", &save)) {
    sar_suggestion_offer(&suggestion, name);
  }
  SarHint hint = sar_hint(&suggestion);
  const char *remedy = sar_arena_printf(cli->arena, "the modal bodies of these results: %s", bodies);
  return sar_report(cli->context, SAR_INPUT, source, r->name, remedy,
                    "the results have no amplitudes of a body `%s`%s%s%s", r->name, hint.open, hint.word, hint.close);
}

static SarStatus check_mesh(SarCli *cli, const Request *r) {
  const SarReducedMesh *mesh = &r->body.mesh;
  if (mesh->nnodes == 0) {
    return sar_report(cli->context, SAR_INPUT, sar_nowhere(), r->name,
                      "reduce it again from a model with its elements (JOB.inp)",
                      "the reduced body has no mesh, so that nothing can be said of its stresses");
  }
  if (mesh->stress) return SAR_OK;
  const char *remedy = "reduce it again from a model with elements and materials (JOB.inp)";
  if (!sar_arguments_has(&cli->arguments, "--vtk")) {
    return sar_report(cli->context, SAR_INPUT, sar_nowhere(), r->name, remedy, "the reduced body has no stress shapes");
  }
  sar_warn(cli->context, sar_nowhere(), r->name, remedy,
           "the reduced body has no stress shapes: pictures show how it moves, without stresses");
  return SAR_OK;
}

/* ---- tables ---- */

/* In the unit of length, from the origin of the finite-element model. */
static void place_of(const Request *r, int32_t node, double at[3]) {
  const float *from = r->body.mesh.at + 3 * (size_t)node;
  double centre[3];
  sar_vec3_store(r->body.centre, centre);
  for (int k = 0; k < 3; k++) at[k] = (centre[k] + (double)from[k]) / r->units.length;
}

static SarStatus write_table(SarCli *cli, const Request *r, const char *path) {
  SarTextFile file;
  const char *length = r->units.length_name;
  SarStatus status = sar_text_file_open(cli->context, path, &file);
  if (status == SAR_OK) {
    sar_text_file_put(&file, "number,node,von_mises,time,x,y,z\n# 1,1,");
    const char *const units[] = {r->units.pressure_name, r->units.time_name, length, length, length};
    for (int i = 0; i < 5; i++) {
      if (i) sar_text_file_put_char(&file, ',');
      sar_text_file_put(&file, units[i]);
    }
    sar_text_file_put_char(&file, '\n');
  }
  for (int32_t i = 0; status == SAR_OK && i < r->count; i++) {
    const SarHotSpot *spot = &r->spots[i];
    double values[5] = {spot->value / r->units.pressure, spot->time};
    place_of(r, spot->node, values + 2);
    sar_text_file_put_int(&file, i + 1);
    sar_text_file_put_char(&file, ',');
    sar_text_file_put_int(&file, r->body.mesh.numbers[spot->node]);
    for (int k = 0; k < 5; k++) {
      sar_text_file_put_char(&file, ',');
      sar_text_file_put_real(&file, values[k]);
    }
    sar_text_file_put_char(&file, '\n');
    status = file.status;
  }
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}

typedef struct History {
  const Request *request;
  SarTextFile file;
  double *values; /* [spots][SAR_STRESS_ROWS] */
} History;

static SarStatus put_history(void *self, const SarStressPiece *piece) {
  History *h = self;
  const Request *r = h->request;
  for (int32_t i = 0; i < r->count; i++) {
    sar_stress_von_mises(&r->body, r->spots[i].node, piece, h->values + (size_t)i * SAR_STRESS_ROWS);
  }
  for (int32_t row = 0; row < piece->rows; row++) {
    sar_text_file_put_real(&h->file, piece->time[row]);
    for (int32_t i = 0; i < r->count; i++) {
      sar_text_file_put_char(&h->file, ',');
      sar_text_file_put_real(&h->file, h->values[(size_t)i * SAR_STRESS_ROWS + (size_t)row] / r->units.pressure);
    }
    sar_text_file_put_char(&h->file, '\n');
  }
  return sar_interrupt_requested() ? SAR_INTERRUPTED : h->file.status;
}

/* Over the time, as results are written: `sarrus plot` draws it. */
static SarStatus write_history(SarCli *cli, Request *r, const char *path) {
  History h = {.request = r, .values = SAR_NEW(cli->arena, (size_t)r->count * SAR_STRESS_ROWS, double)};
  if (!h.values) return sar_report_no_memory(cli->context);
  SarStatus status = sar_text_file_open(cli->context, path, &h.file);
  if (status == SAR_OK) {
    sar_text_file_put(&h.file, "time");
    for (int32_t i = 0; i < r->count; i++) {
      sar_text_file_put_char(&h.file, ',');
      sar_text_file_put(&h.file, r->name);
      sar_text_file_put(&h.file, ".node");
      sar_text_file_put_int(&h.file, r->body.mesh.numbers[r->spots[i].node]);
    }
    sar_text_file_put(&h.file, "\n# ");
    sar_text_file_put(&h.file, r->units.time_name);
    for (int32_t i = 0; i < r->count; i++) {
      sar_text_file_put_char(&h.file, ',');
      sar_text_file_put(&h.file, r->units.pressure_name);
    }
    sar_text_file_put_char(&h.file, '\n');
    status = sar_stress_each_piece(&r->stress, put_history, &h);
  }
  SarStatus closed = sar_text_file_close(&h.file);
  return status == SAR_OK ? closed : status;
}

/* ---- printing ---- */

static void print_json(const SarCli *cli, const Request *r) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "body", r->name);
  sar_json_put_text(&json, "unit", r->units.pressure_name);
  sar_json_put_text(&json, "time_unit", r->units.time_name);
  sar_json_put_text(&json, "length_unit", r->units.length_name);
  sar_json_put_int(&json, "modes", r->body.n);
  sar_json_put_int(&json, "nodes", r->body.mesh.nnodes);
  sar_json_put_int(&json, "times", sar_results_rows(r->results));
  sar_json_put_real(&json, "apart", r->apart / r->units.length);
  sar_json_put_int(&json, "pictures", r->pictures);
  sar_json_key(&json, "rows");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < r->count; i++) {
    const SarHotSpot *spot = &r->spots[i];
    double at[3];
    place_of(r, spot->node, at);
    sar_json_begin_object(&json);
    sar_json_put_int(&json, "node", r->body.mesh.numbers[spot->node]);
    sar_json_put_real(&json, "value", spot->value / r->units.pressure);
    sar_json_put_real(&json, "time", spot->time);
    sar_json_put_real(&json, "x", at[0]);
    sar_json_put_real(&json, "y", at[1]);
    sar_json_put_real(&json, "z", at[2]);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

static void print_text(const Request *r) {
  const char *length = r->units.length_name;
  sar_print("%s: %d modes, %d nodes on the surface, %" PRId64 " times\n", r->name, (int)r->body.n,
            (int)r->body.mesh.nnodes, sar_results_rows(r->results));
  if (r->count) {
    sar_print(
        "largest stress of von Mises (%s) at nodes that are at least %.3g %s apart, and where they are in the body\n\n",
        r->units.pressure_name, r->apart / r->units.length, length);
    sar_print("%4s %10s %12s %12s %11s %11s %11s\n", "No.", "node", "von Mises", "at t", "x", "y", "z");
  }
  for (int32_t i = 0; i < r->count; i++) {
    const SarHotSpot *spot = &r->spots[i];
    double at[3];
    place_of(r, spot->node, at);
    printf("%4d %10" PRId64 " %12.6g %12.6g %11.5g %11.5g %11.5g\n", (int)i + 1, r->body.mesh.numbers[spot->node],
           spot->value / r->units.pressure, spot->time, at[0], at[1], at[2]);
  }
}

/* ---- the verb ---- */

static SarStatus find_spots(SarCli *cli, Request *r) {
  SarHotSpot *peaks;
  r->spots = SAR_NEW(cli->arena, r->top, SarHotSpot);
  if (!r->spots) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_stress_peaks(&r->stress, (SarStressWatch){tell, r}, cli->arena, &peaks));
  r->count = sar_stress_hot_spots(&r->body, peaks, r->top, r->apart, r->spots);
  return SAR_OK;
}

static SarStatus write_files(SarCli *cli, Request *r) {
  const char *table = sar_arguments_text(&cli->arguments, "--csv");
  const char *history = sar_arguments_text(&cli->arguments, "--history");
  if (table) SAR_TRY(write_table(cli, r, table));
  if (history) SAR_TRY(write_history(cli, r, history));
  return sar_stress_write_vtk(cli, &r->stress, (SarStressWatch){tell, r}, &r->pictures);
}

static SarStatus compute(SarCli *cli, Request *r) {
  static const char *const outputs[] = {"--csv", "--history"};
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--top", 1, MOST_TOP, &r->top));
  SAR_TRY(sar_cli_check_outputs(cli, outputs, 2));
  SAR_TRY(sar_results_open_left(cli->context, r->path, &r->results));
  SAR_TRY(check_name(cli, r));
  SAR_TRY(sar_stress_find_body(cli, r->path, r->results, r->name, &r->body));
  SAR_TRY(check_mesh(cli, r));
  find_units(r);
  SAR_TRY(read_apart(cli, r));
  SAR_TRY(sar_stress_open(cli->context, r->results, r->name, &r->body, cli->arena, &r->stress));
  if (sar_results_rows(r->results) == 0) {
    return sar_report(cli->context, SAR_INPUT, (SarSource){sar_intern(cli->context, r->path), 0, 0}, NULL,
                      "run the model again", "the file holds no rows");
  }
  sar_interrupt_watch();
  r->last = !cli->quiet && isatty(STDERR_FILENO) ? now() : 0;
  SarStatus status = r->body.mesh.stress ? find_spots(cli, r) : SAR_OK;
  if (status == SAR_OK) status = write_files(cli, r);
  clear_progress(r);
  if (status != SAR_OK) return status;
  if (cli->json) print_json(cli, r);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && !sar_cli_writes_to_stdout(cli, outputs, 2)) print_text(r);
  return SAR_OK;
}

static SarStatus run(SarCli *cli) {
  Request *r = SAR_NEW(cli->arena, 1, Request);
  if (!r) return sar_report_no_memory(cli->context);
  r->path = cli->arguments.operands[0];
  r->name = cli->arguments.operands[1];
  r->top = TOP;
  SarStatus status = compute(cli, r);
  sar_results_close(&r->results);
  return status;
}

static const SarOption options[] = {
    {"--top", "N", "how many hot spots (10)"},
    {"--apart", "D", "how far they are apart, in the unit of length; without it a twentieth of the body's size"},
    {"--csv", "FILE", "a table of the hot spots; - is standard output"},
    {"--history", "FILE", "stress at the hot spots over the time, as CSV that `sarrus plot` draws"},
    {"--vtk", "DIR", "pictures for ParaView: DIR/BODY.pvd and one .vtu per time"},
    {"--frames", "N", "how many pictures, evenly over the rows (100)"},
    {"--at", "T[,T...]", "pictures at these times instead: of the rows nearest to them"},
    {"--scale", "S", "draw displacements by bending this many times larger (1)"},
    {"--body", "BODY.h5", "the reduced body; without it the one that the model in the results names"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_stress = {
    .name = "stress",
    .operands = "OUT.h5 BODY",
    .least_operands = 2,
    .most_operands = 2,
    .summary = "find where a modal body is stressed most, and show it in ParaView",
    .options = options,
    .details =
        "Stresses at the nodes of the surface are stress shapes of the reduced body times the amplitudes\n"
        "BODY.mode1, BODY.mode2, ... in the results (HDF5, the journal of a run, or CSV). Of every node counts the\n"
        "largest stress of von Mises over all rows; the hot spots are the largest of them that are --apart.\n"
        "A peak between two rows is missed: let `output: {every: ..}` be a tenth of the period of the highest mode\n"
        "that matters. Coordinates are those of the finite-element model. Numbers are in the units of the results.\n",
    .examples =
        "  sarrus stress out.h5 frame\n"
        "  sarrus stress out.h5 frame --top 20 --apart 0.05 --csv spots.csv --history stress.csv\n"
        "  sarrus stress out.h5 frame --vtk pictures --scale 50\n",
    .run = run,
};
