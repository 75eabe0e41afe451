#include "cli/plot_snapshot.h"

#include <math.h>
#include <string.h>

#include "analysis/record/record.h"
#include "base/json.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/times.h"
#include "result/snapshot.h"
#include "result/snapshot_pose.h"

#define MOST_TIMES 64
#define MOST_FRAMES 600
#define FRAMES 48    /* of an animation */
#define SHORTEST 2.0 /* s, of one round, unless it is given */
#define LONGEST 8.0

/* ---- options ---- */

/* "x", "y", "z", "iso" or "AZIMUTH,ELEVATION" */
static SarStatus read_view(SarCli *cli, SarSnapshotOptions *o) {
  const char *text = sar_arguments_text(&cli->arguments, "--view");
  if (!text) return SAR_OK;
  if (text[0] >= 'x' && text[0] <= 'z' && !text[1]) {
    o->view = text[0] == 'x' ? SAR_VIEW_X : text[0] == 'y' ? SAR_VIEW_Y : SAR_VIEW_Z;
    return SAR_OK;
  }
  o->view = SAR_VIEW_ANGLES;
  o->azimuth = -45, o->elevation = 35.264389682754654; /* atan(1/sqrt(2)) */
  if (strcmp(text, "iso") == 0) return SAR_OK;
  size_t first = sar_text_number(text, strlen(text), &o->azimuth), second = 0;
  if (first && text[first] == ',') second = sar_text_number(text + first + 1, strlen(text + first + 1), &o->elevation);
  bool complete = second && !text[first + 1 + second] && isfinite(o->azimuth) && fabs(o->elevation) <= 90;
  if (complete) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                    "give x, y, z, iso or two angles in degrees: AZIMUTH,ELEVATION", "--view %s is no view", text);
}

static SarStatus read_tint(SarCli *cli, SarSnapshotOptions *o) {
  const char *text = sar_arguments_text(&cli->arguments, "--colour");
  if (!text) return SAR_OK;
  for (int kind = SAR_TINT_NONE + 1; kind < SAR_TINTS; kind++) {
    if (strcmp(text, sar_tint_name((SarTintKind)kind)) == 0) o->tint = (SarTintKind)kind;
  }
  if (o->tint) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give moment, axial, torsion, shear or stress",
                    "--colour %s is no quantity of beams", text);
}

/* Seconds that a range of time lasts; where the unit is not known, it is seconds. */
static double seconds_of(const SarResults *results, double time) {
  SarUnits units = sar_units_si();
  return sar_units_choose(&units, "time", sar_results_unit(results, 0)) == SAR_OK ? time * units.time : time;
}

/* The frames of an animation: the end is left out, since the beginning follows. */
static SarStatus choose_frames(SarCli *cli, SarResults *results, double from, double to, SarSnapshotOptions *o) {
  double first, last, *times;
  int32_t count = FRAMES;
  SAR_TRY(sar_poses_range(cli->context, results, &first, &last));
  if (!isnan(from)) first = fmax(first, from);
  if (!isnan(to)) last = fmin(last, to);
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--frames", 2, MOST_FRAMES, &count));
  SAR_TRY(sar_arguments_positive(cli->context, &cli->arguments, "--duration", &o->duration));
  if (isnan(o->duration)) o->duration = fmin(LONGEST, fmax(SHORTEST, seconds_of(results, last - first)));
  if (!(last > first)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a range of time that is recorded",
                      "there is no motion from t = %g to %g %s", first, last, sar_results_unit(results, 0));
  }
  times = SAR_NEW(cli->arena, count, double);
  if (!times) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < count; i++) times[i] = first + (last - first) * i / count;
  o->times = times;
  o->ntimes = count;
  o->animate = true;
  return SAR_OK;
}

static SarStatus read_options(SarCli *cli, SarResults *results, const SarPlotOptions *range, SarSnapshotOptions *o) {
  const SarArguments *given = &cli->arguments;
  const char *text = sar_arguments_text(given, "--snapshot");
  bool animate = sar_arguments_has(given, "--animate");
  double *times = SAR_NEW(cli->arena, MOST_TIMES, double);
  if (!times) return sar_report_no_memory(cli->context);
  if (text && animate) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them; --from and --to choose a range",
                      "--snapshot draws stills, --animate a moving picture");
  }
  if (text && (!isnan(range->from) || !isnan(range->to))) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give --snapshot the times, or use --animate",
                      "--from and --to choose the range of a moving picture; --snapshot draws the times it is given");
  }
  o->times = times;
  o->names = sar_arguments_has(given, "--names");
  o->contacts = sar_arguments_has(given, "--contacts");
  o->width = range->width, o->height = range->height;
  SAR_TRY(read_view(cli, o));
  SAR_TRY(read_tint(cli, o));
  if (animate) return choose_frames(cli, results, range->from, range->to, o);
  return sar_cli_times(cli, "--snapshot", text, MOST_TIMES, times, &o->ntimes);
}

/* ---- the picture ---- */

/* Without a model that can be read (a plugin is missing, say) poses can still be drawn. */
static SarStatus use_boxes(SarCli *cli, SarResults *results, const char *file, const SarContext *messages,
                           SarScene **out) {
  if (sar_context_out_of_memory(messages)) return sar_report_no_memory(cli->context);
  const char *reason = "";
  for (int32_t i = sar_context_count(messages); i-- > 0;) {
    const SarDiagnostic *d = sar_context_get(messages, i);
    if (d->severity == SAR_ERROR) reason = d->message;
  }
  sar_warn(cli->context, sar_nowhere(), NULL, "what has a pose is drawn as a box", "the model in %s cannot be read: %s",
           file, reason);
  return sar_scene_from_results(cli->context, results, out);
}

/* The scene of the model in the file; of a file without one, boxes. */
static SarStatus make_scene(SarCli *cli, SarResults *results, const char *file, SarScene **out) {
  const char *model = sar_results_fact(results, "model");
  if (!model || !model[0]) {
    sar_warn(cli->context, sar_nowhere(), NULL, "draw the HDF5 file of a run to see its shapes",
             "%s holds no model: what has a pose is drawn as a box", file);
    return sar_scene_from_results(cli->context, results, out);
  }
  SarContext *messages = sar_context_create();
  if (!messages) return sar_report_no_memory(cli->context);
  SarRecord *record = NULL;
  SarStatus status = sar_record_open_file(messages, file, &record);
  if (status == SAR_OK) status = sar_scene_create(cli->context, sar_record_system(record), out);
  if (!record) status = use_boxes(cli, results, file, messages, out);
  sar_record_close(&record);
  sar_context_destroy(&messages);
  return status;
}

static void print_json(const SarCli *cli, const SarSnapshotOptions *o, const char *path) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "written", path);
  sar_json_put_bool(&json, "animated", o->animate);
  sar_json_put_reals(&json, "times", o->times, o->ntimes);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

SarStatus sar_plot_snapshot(SarCli *cli, SarResults *results, const char *file, const SarPlotOptions *options,
                            const char *path) {
  SarSnapshotOptions o = {.title = options->title && options->title[0] ? options->title : NULL};
  SarScene *scene = NULL;
  SAR_TRY(read_options(cli, results, options, &o));
  SarStatus status = make_scene(cli, results, file, &scene);
  if (status == SAR_OK) status = sar_snapshot_write(cli->context, path, scene, results, &o);
  sar_scene_destroy(&scene);
  if (status != SAR_OK) return status;
  if (cli->json) print_json(cli, &o, path);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && strcmp(path, "-") != 0) sar_print("written: %s\n", path);
  return SAR_OK;
}
