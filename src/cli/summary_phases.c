#include "cli/summary_phases.h"

#include <inttypes.h>
#include <math.h>

#define TURN (2 * 3.14159265358979323846)

const char *sar_summary_status(SarRunStatus status) {
  switch (status) {
    case SAR_RUN_DONE: return "done";
    case SAR_RUN_STOPPED: return "stopped";
    case SAR_RUN_INTERRUPTED: return "interrupted";
    case SAR_RUN_FAILED: return "failed";
  }
  return "failed";
}

static int32_t told(const SarRunSummary *s) { return s->nphases < SAR_PHASES_MAX ? s->nphases : SAR_PHASES_MAX; }

/* Assembly and the change of the model where a phase begins; of the first one the summary speaks itself. */
static void print_change(const SarPhaseSummary *phase, const SarUnits *u, FILE *stream) {
  const SarStartChange *c = &phase->change;
  if (c->moved[0]) {
    fprintf(stream, "      %s moved by %.3g %s and turned by %.3g %s to close the joints\n", c->moved,
            c->distance / u->length, u->length_name, c->angle / u->angle, u->angle_name);
  }
  if (c->accelerated[0]) {
    double unit = (c->rotation ? u->angle : u->length) / u->time;
    fprintf(stream, "      %s of %s jumped by %.3g %s/%s\n", c->rotation ? "angular velocity" : "velocity",
            c->accelerated, c->velocity_change / unit, c->rotation ? u->angle_name : u->length_name, u->time_name);
  }
}

static void print_modes(const SarRunSummary *s, int32_t phase, FILE *stream) {
  bool first = true;
  for (int32_t i = 0; i < s->nphase_modes; i++) {
    const SarPhaseMode *mode = &s->phase_modes[i];
    if (mode->phase != phase) continue;
    if (first) {
      fprintf(stream, "    %14s %14s %14s %14s\n", "real 1/s", "imaginary 1/s", "real cycles/s", "imag cycles/s");
    }
    first = false;
    fprintf(stream, "    %14.6g %14.6g %14.6g %14.6g\n", mode->real, mode->imaginary, mode->real / TURN,
            mode->imaginary / TURN);
  }
}

void sar_summary_print_phases(const SarRunSummary *s, const SarUnits *u, FILE *stream) {
  if (!s->nphases) return;
  fprintf(stream, "  phases, in %s\n    %3s %-11s %10s %10s %8s %9s %8s %6s  %12s\n", u->time_name, "", "analysis",
          "begin", "end", "freedoms", "redundant", "steps", "rows", "energy jump");
  for (int32_t i = 0; i < told(s); i++) {
    const SarPhaseSummary *phase = &s->phases[i];
    fprintf(stream, "    %3d %-11s %10.6g %10.6g %8d %9d %8" PRId64 " %6" PRId64 "  %12.4g", (int)i + 1,
            phase->analysis, phase->begin / u->time, phase->end / u->time, (int)phase->degrees_of_freedom,
            (int)phase->redundant, phase->steps, phase->rows, phase->energy_change / (u->force * u->length));
    if (phase->status != SAR_RUN_DONE) fprintf(stream, "  %s", sar_summary_status(phase->status));
    fputc('\n', stream);
    if (i > 0) print_change(phase, u, stream);
    print_modes(s, i + 1, stream);
  }
  if (told(s) < s->nphases) fprintf(stream, "    ... and %d more\n", (int)(s->nphases - told(s)));
}

static void put_modes(const SarRunSummary *s, int32_t phase, SarJson *json) {
  sar_json_key(json, "modes");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < s->nphase_modes; i++) {
    const SarPhaseMode *mode = &s->phase_modes[i];
    if (mode->phase != phase) continue;
    sar_json_begin_object(json);
    sar_json_put_real(json, "real", mode->real);
    sar_json_put_real(json, "imaginary", mode->imaginary);
    sar_json_put_real(json, "real_cycles", mode->real / TURN);
    sar_json_put_real(json, "imaginary_cycles", mode->imaginary / TURN);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

void sar_summary_put_phases(const SarRunSummary *s, const SarUnits *u, SarJson *json) {
  if (!s->nphases) return;
  sar_json_key(json, "phases");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < told(s); i++) {
    const SarPhaseSummary *phase = &s->phases[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "analysis", phase->analysis);
    sar_json_put_text(json, "status", sar_summary_status(phase->status));
    sar_json_put_real(json, "begin", phase->begin / u->time);
    sar_json_put_real(json, "end", phase->end / u->time);
    sar_json_put_int(json, "degrees_of_freedom", phase->degrees_of_freedom);
    sar_json_put_int(json, "redundant", phase->redundant);
    sar_json_put_int(json, "steps", phase->steps);
    sar_json_put_int(json, "rows", phase->rows);
    sar_json_put_real(json, "energy_change", phase->energy_change / (u->force * u->length));
    sar_json_put_text(json, "moved", phase->change.moved[0] ? phase->change.moved : NULL);
    sar_json_put_text(json, "accelerated", phase->change.accelerated[0] ? phase->change.accelerated : NULL);
    put_modes(s, i + 1, json);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}
