/* What a run did, in the order in which one asks: how far, how hard it was, can the numbers be trusted, where are they.
 */
#include "cli/summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/length_scale.h"
#include "cli/report.h"
#include "cli/summary_contacts.h"
#include "cli/summary_errors.h"
#include "cli/summary_phases.h"
#include "cli/terminal.h"

static void print_text(FILE *stream, const char *name, const char *text) {
  sar_print_to(stream, "  %-22s %s\n", name, text);
}

static void print_count(FILE *stream, const char *name, int64_t count) {
  fprintf(stream, "  %-22s %" PRId64 "\n", name, count);
}

static void print_real(FILE *stream, const char *name, double value, const char *meaning) {
  if (isfinite(value)) fprintf(stream, "  %-22s %.3g%s%s\n", name, value, meaning[0] ? "  " : "", meaning);
}

/* "error of crank (rotation about its z)": of, and what in brackets, only where there is such a thing. */
static void print_limit(const SarStepLimit *limit, FILE *stream) {
  fputs(limit->reason, stream);
  if (limit->element[0]) fprintf(stream, " of %s", limit->element);
  if (limit->equation[0]) fprintf(stream, " (%s)", limit->equation);
}

#define LIMITS_IN_A_LINE 3
#define SMALLEST_SHARE 0.005 /* below, a limit is left to the table */

static void print_limits(const SarRunSummary *s, FILE *stream) {
  for (int32_t i = 0; i < s->nlimits && i < LIMITS_IN_A_LINE; i++) {
    const SarStepLimit *limit = &s->limits[i];
    if (limit->share < SMALLEST_SHARE) break;
    if (i == 0) fprintf(stream, "  %-22s ", "step limited by");
    if (i > 0) fputs(", ", stream);
    print_limit(limit, stream);
    fprintf(stream, " %.0f %%", 100 * limit->share);
  }
  if (s->nlimits > 0 && s->limits[0].share >= SMALLEST_SHARE) fputc('\n', stream);
}

static void print_limit_table(const SarRunSummary *s, FILE *stream) {
  if (s->nlimits == 0) return;
  fprintf(stream, "    %8s %8s %6s  %s\n", "steps", "rejected", "share", "limited by");
  for (int32_t i = 0; i < s->nlimits; i++) {
    const SarStepLimit *limit = &s->limits[i];
    fprintf(stream, "    %8" PRId64 " %8" PRId64 " %4.0f %%  ", limit->steps, limit->rejected, 100 * limit->share);
    print_limit(limit, stream);
    fputc('\n', stream);
  }
}

/* Steps that the tolerance did not decide. */
static void print_rounding(const SarRunSummary *s, FILE *stream) {
  if (s->rounding_steps == 0) return;
  fprintf(stream,
          "  %-22s %" PRId64 " steps accepted with an error estimate of up to %.3g tolerances, which is rounding\n",
          "at rounding", s->rounding_steps, s->rounding_error);
}

/* The results and the page know steps only: their number and this one differ by what did not become a step. */
static void print_iterations(const SarRunSummary *s, FILE *stream) {
  fprintf(stream, "  %-22s %" PRId64, "iterations", s->iterations);
  if (s->accepted_iterations > 0 && s->accepted_iterations != s->iterations) {
    fprintf(stream, ", %" PRId64 " in accepted steps", s->accepted_iterations);
  }
  fputc('\n', stream);
}

static void print_work(const SarSummaryView *view, FILE *stream) {
  const SarRunSummary *s = view->summary;
  double second = view->units->time;
  fprintf(stream, "  %-22s %" PRId64 " (%" PRId64 " rejected)", "steps", s->steps, s->rejected);
  if (s->steps > 0 && s->largest_step > 0) {
    fprintf(stream, ", %.3g to %.3g %s", s->smallest_step / second, s->largest_step / second, view->units->time_name);
  }
  fputc('\n', stream);
  print_iterations(s, stream);
  print_count(stream, "factorisations", s->factorisations);
  print_limits(s, stream);
  print_rounding(s, stream);
  if (!view->verbose) return;
  print_limit_table(s, stream);
  print_count(stream, "residuals", s->residuals);
  print_count(stream, "jacobians", s->jacobians);
  print_count(stream, "solves", s->solves);
  if (s->fallbacks > 0) print_count(stream, "fallbacks to KLU", s->fallbacks);
  print_count(stream, "steps at the floor", s->floor_steps);
}

static void print_sensitivities(const SarSensitivityWork *work, FILE *stream) {
  if (work->parameters == 0) return;
  fprintf(stream, "  %-22s %" PRId32 " parameter%s: %" PRId64 " factorisations, %" PRId64 " solves\n", "derivatives by",
          work->parameters, work->parameters == 1 ? "" : "s", work->factorisations, work->solves);
}

/* Can the numbers be trusted? */
static void print_audit(const SarSummaryView *view, FILE *stream) {
  const SarRunSummary *s = view->summary;
  char text[256];
  snprintf(text, sizeof text, "of the model's length (largest in %s, %s)", s->constraint_position_element,
           s->constraint_position_equation);
  print_real(stream, "constraint drift", s->constraint_position_max,
             s->constraint_position_element[0] ? text : "of the model's length");
  print_real(stream, "  of velocities", s->constraint_velocity_max, "of the model's length, per second");
  if (!view->kinematic) {
    print_real(stream, "energy balance", s->energy_balance_max, "of the largest energy");
    if (isnan(s->energy_balance_max)) print_text(stream, "energy balance", "none: energies were not finite");
    if (view->verbose) print_real(stream, "momentum balance", s->momentum_balance_max, "of the largest momentum");
  }
  if (s->pulling_element[0]) {
    fprintf(stream, "  %-22s %s pulls by up to %.4g %s, first at t = %.6g %s\n", "lift-off", s->pulling_element,
            s->pulling_force / view->units->force, view->units->force_name, s->pulling_time / view->units->time,
            view->units->time_name);
  }
  if (!isfinite(s->newton_euler_max)) return;
  fprintf(stream, "  %-22s balance to %.1g", "forces on bodies", s->newton_euler_max);
  if (s->newton_euler_body[0]) fprintf(stream, " (worst: %s)", s->newton_euler_body);
  if (s->newton_euler_skipped) fprintf(stream, ", rows not looked at: %" PRId64, s->newton_euler_skipped);
  fputc('\n', stream);
}

static void print_length_scale(const SarSummaryView *view, FILE *stream) {
  if (!view->summary->length_scale.from) return; /* not known */
  fprintf(stream, "  %-22s ", "length scale");
  sar_cli_print_length(&view->summary->length_scale, view->units, stream);
}

/* Below a per cent there is no warning, but it is said. */
static void print_start(const SarSummaryView *view, FILE *stream) {
  const SarStartChange *c = &view->summary->start;
  const SarUnits *u = view->units;
  if (!c->moved[0] && !c->accelerated[0]) return;
  fprintf(stream, "  %-22s ", "start");
  if (c->moved[0]) {
    fprintf(stream, "%s moved by %.3g %s and turned by %.3g %s to close the joints", c->moved, c->distance / u->length,
            u->length_name, c->angle / u->angle, u->angle_name);
  }
  if (c->moved[0] && c->accelerated[0]) fputs("; ", stream);
  if (c->accelerated[0]) {
    double unit = (c->rotation ? u->angle : u->length) / u->time;
    fprintf(stream, "written %s of %s changed by %.3g of %.4g %s/%s", c->rotation ? "angular velocity" : "velocity",
            c->accelerated, c->velocity_change / unit, c->written / unit, c->rotation ? u->angle_name : u->length_name,
            u->time_name);
  }
  fputc('\n', stream);
}

static void put_start(const SarSummaryView *view, SarJson *json) {
  const SarStartChange *c = &view->summary->start;
  const SarUnits *u = view->units;
  double unit = (c->rotation ? u->angle : u->length) / u->time;
  sar_json_key(json, "start");
  sar_json_begin_object(json);
  sar_json_put_text(json, "moved", c->moved[0] ? c->moved : NULL);
  sar_json_put_real(json, "distance", c->distance / u->length);
  sar_json_put_real(json, "angle", c->angle / u->angle);
  sar_json_put_text(json, "accelerated", c->accelerated[0] ? c->accelerated : NULL);
  sar_json_put_real(json, "velocity_change", c->rotation ? 0 : c->velocity_change / unit);
  sar_json_put_real(json, "angular_velocity_change", c->rotation ? c->velocity_change / unit : 0);
  sar_json_end_object(json);
}

static void print_events(const SarSummaryView *view, FILE *stream) {
  for (int32_t i = 0; i < view->summary->nevents; i++) {
    const SarEventCount *event = &view->summary->events[i];
    fprintf(stream, "  %-22s %s: %" PRId64, i ? "" : "events", event->name, event->count);
    if (event->count == 0) fputs(", never happened", stream);
    if (event->count > 0) {
      fprintf(stream, ", last at t = %.9g %s", event->last_time / view->units->time, view->units->time_name);
    }
    fputc('\n', stream);
  }
}

/* A run that failed before its first step has nothing to tell. */
static bool has_begun(const SarRunSummary *s) {
  return s->status != SAR_RUN_FAILED || s->steps > 0 || s->rejected > 0 || s->rows > 0;
}

/* What a person waits for, in the order in which it happens. */
#define NPARTS 8
typedef struct Part {
  const char *word, *name; /* in text and in JSON */
  double seconds;
} Part;

static void list_parts(const SarSummaryView *view, Part parts[NPARTS]) {
  const SarRunSummary *s = view->summary;
  const Part all[NPARTS] = {
      {"start", "start", view->load_seconds + s->start_seconds},
      {"steps", "stepping", s->stepping_seconds},
      {"rows", "rows", s->rows_seconds},
      {"search", "search", s->search_seconds},
      {"error bars", "error_bars", s->bars_seconds},
      {"HDF5", "hdf5", s->hdf5_seconds},
      {"CSV", "csv", s->csv_seconds},
      {"page", "page", view->page_seconds},
  };
  memcpy(parts, all, sizeof all);
}

static void print_seconds(const SarSummaryView *view, FILE *stream) {
  Part parts[NPARTS];
  list_parts(view, parts);
  for (int32_t i = 0; i < NPARTS; i++) {
    char title[24];
    snprintf(title, sizeof title, "CPU of %s", parts[i].word);
    if (parts[i].seconds > 0) print_real(stream, title, parts[i].seconds, "s");
  }
}

static void put_seconds(const SarSummaryView *view, SarJson *json) {
  Part parts[NPARTS];
  list_parts(view, parts);
  sar_json_key(json, "cpu");
  sar_json_begin_object(json);
  for (int32_t i = 0; i < NPARTS; i++) sar_json_put_real(json, parts[i].name, parts[i].seconds);
  sar_json_end_object(json);
}

void sar_summary_print(const SarSummaryView *view, FILE *stream) {
  const SarRunSummary *s = view->summary;
  sar_print_to(stream, "%s: %s at t = %.6g %s\n", view->title, sar_summary_status(s->status),
               s->end_time / view->units->time, view->units->time_name);
  if (!has_begun(s)) return;
  if (s->method[0]) print_text(stream, "method", s->method);
  if (s->bodies || !s->nodes) print_count(stream, "bodies", s->bodies);
  if (s->nodes) print_count(stream, "nodes", s->nodes);
  print_count(stream, "degrees of freedom", s->degrees_of_freedom);
  print_length_scale(view, stream);
  print_start(view, stream);
  sar_summary_print_phases(s, view->units, stream);
  if (!view->kinematic) print_work(view, stream);
  print_sensitivities(&s->sensitivities, stream);
  print_real(stream, "CPU", s->cpu_seconds, "s");
  if (view->verbose) {
    print_seconds(view, stream);
    print_real(stream, "memory", (double)s->peak_memory_bytes / (1 << 20), "MB");
  }
  print_audit(view, stream);
  sar_summary_print_errors(&s->errors, view->units, stream);
  sar_summary_print_accuracy(&s->accuracy, &s->length_scale, view->units, stream);
  print_events(view, stream);
  if (!view->kinematic) sar_summary_print_contacts(s, view->units, view->verbose, stream);
  for (int32_t i = 0; i < view->nfiles; i++) print_text(stream, i ? "" : "written", view->files[i]);
}

static void put_counts(const SarRunSummary *s, SarJson *json) {
  const struct {
    const char *name;
    int64_t value;
  } counts[] = {
      {"bodies", s->bodies},
      {"nodes", s->nodes},
      {"contacts", s->contacts},
      {"degrees_of_freedom", s->degrees_of_freedom},
      {"steps", s->steps},
      {"rejected", s->rejected},
      {"iterations", s->iterations},
      {"accepted_iterations", s->accepted_iterations},
      {"residuals", s->residuals},
      {"jacobians", s->jacobians},
      {"factorisations", s->factorisations},
      {"solves", s->solves},
      {"fallbacks", s->fallbacks},
      {"floor_steps", s->floor_steps},
      {"rounding_steps", s->rounding_steps},
      {"matrix_fill", s->matrix_fill},
      {"crossing_values", s->crossing_values},
      {"crossing_numbers", s->crossing_numbers},
      {"crossing_bounds", s->crossing_bounds},
      {"contact_searches", s->contact_searches},
      {"contact_candidates", s->contact_candidates},
      {"contact_patterns", s->contact_patterns},
      {"restarts", s->restarts},
      {"restart_factorisations", s->restart_factorisations},
      {"rows", s->rows},
  };
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) sar_json_put_int(json, counts[i].name, counts[i].value);
  sar_json_put_real(json, "matrix_operations", s->matrix_operations);
  sar_json_put_real(json, "rounding_error_max", s->rounding_error);
}

/* Texts that are empty become null. */
static void put_word(SarJson *json, const char *key, const char *text) {
  sar_json_put_text(json, key, text[0] ? text : NULL);
}

static void put_audit(const SarSummaryView *view, SarJson *json) {
  const SarRunSummary *s = view->summary;
  sar_json_put_int(json, "singular_poses", s->singular_poses);
  sar_json_put_real(json, "constraint_position_max", s->constraint_position_max);
  sar_json_key(json, "constraint_position_worst");
  sar_json_begin_object(json);
  put_word(json, "element", s->constraint_position_element);
  put_word(json, "equation", s->constraint_position_equation);
  sar_json_end_object(json);
  sar_json_put_real(json, "constraint_velocity_max", s->constraint_velocity_max);
  sar_json_put_real(json, "constraint_velocity_relative", s->constraint_velocity_relative);
  sar_json_put_real(json, "energy_balance_max", s->energy_balance_max);
  sar_json_put_real(json, "momentum_balance_max", s->momentum_balance_max);
  sar_json_put_real(json, "newton_euler_max", s->newton_euler_max);
  put_word(json, "newton_euler_body", s->newton_euler_body);
  if (!s->pulling_element[0]) return;
  put_word(json, "pulling_element", s->pulling_element);
  sar_json_put_real(json, "pulling_force", s->pulling_force / view->units->force);
  sar_json_put_real(json, "pulling_time", s->pulling_time / view->units->time);
}

static void put_sensitivities(const SarSensitivityWork *work, SarJson *json) {
  sar_json_key(json, "sensitivities");
  if (work->parameters == 0) {
    sar_json_text(json, NULL);
    return;
  }
  sar_json_begin_object(json);
  sar_json_put_int(json, "parameters", work->parameters);
  sar_json_put_int(json, "steps", work->steps);
  sar_json_put_int(json, "parts", work->parts);
  sar_json_put_int(json, "residuals", work->residuals);
  sar_json_put_int(json, "factorisations", work->factorisations);
  sar_json_put_int(json, "solves", work->solves);
  sar_json_put_int(json, "powers", work->powers);
  sar_json_end_object(json);
}

static void put_limits(const SarRunSummary *s, SarJson *json) {
  sar_json_key(json, "limits");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < s->nlimits; i++) {
    const SarStepLimit *limit = &s->limits[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "reason", limit->reason);
    put_word(json, "element", limit->element);
    put_word(json, "equation", limit->equation);
    sar_json_put_int(json, "steps", limit->steps);
    sar_json_put_int(json, "rejected", limit->rejected);
    sar_json_put_real(json, "share", limit->share);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_events(const SarSummaryView *view, SarJson *json) {
  sar_json_key(json, "events");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < view->summary->nevents; i++) {
    const SarEventCount *event = &view->summary->events[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", event->name);
    sar_json_put_int(json, "count", event->count);
    sar_json_put_real(json, "last_time", event->last_time / view->units->time);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

void sar_summary_json(const SarSummaryView *view, const SarContext *context, int exit_code, FILE *stream) {
  const SarRunSummary *s = view->summary;
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", sar_summary_status(s->status));
  sar_json_put_real(&json, "end_time", s->end_time / view->units->time);
  sar_json_put_text(&json, "method", s->method[0] ? s->method : NULL);
  put_counts(s, &json);
  sar_cli_put_length(&s->length_scale, view->units, &json);
  put_start(view, &json);
  sar_json_put_real(&json, "cpu_seconds", s->cpu_seconds);
  put_seconds(view, &json);
  sar_json_put_int(&json, "peak_memory_bytes", s->peak_memory_bytes);
  put_audit(view, &json);
  if (!view->kinematic) sar_summary_put_errors(&s->errors, view->units, &json);
  if (!view->kinematic) sar_summary_put_accuracy(&s->accuracy, view->units, &json);
  if (!view->kinematic) put_sensitivities(&s->sensitivities, &json);
  if (!view->kinematic) put_limits(s, &json);
  if (!view->kinematic) put_events(view, &json);
  if (!view->kinematic && s->contacts) sar_summary_put_contacts(s, view->units, &json);
  sar_summary_put_phases(s, view->units, &json);
  sar_json_put_texts(&json, "files", view->files, view->nfiles);
  sar_report_put_warnings(context, &json);
  if (exit_code) {
    sar_json_put_int(&json, "code", exit_code);
    sar_report_put_errors(context, &json);
    sar_report_put_notes(context, &json);
  }
  sar_json_end_object(&json);
  fputc('\n', stream);
}
