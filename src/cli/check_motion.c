#include "cli/check_motion.h"

#include <inttypes.h>
#include <math.h>

#include "base/context.h"

SarStatus sar_cli_watch_motion(SarCli *cli, const SarWatch **motion) {
  double end = NAN;
  SAR_TRY(sar_cli_time(cli, "--end", &end));
  if (sar_arguments_has(&cli->arguments, "--start-only") || cli->model->nphases) return SAR_OK;
  if (isnan(end) && isnan(sar_model_simulation(cli->model)->end)) return SAR_OK;
  return sar_watch(cli->context, cli->system, end, motion);
}

/* What a phase finds is a warning of the check, as what a motion does. */
SarStatus sar_cli_check_phases(SarCli *cli, SarRunSummary *summary) {
  SarRunOptions options = sar_run_options_default();
  SarContext *own = sar_context_create();
  *summary = (SarRunSummary){0};
  if (!own) return sar_report_no_memory(cli->context);
  options.no_output = options.study = true;
  SarStatus status = sar_run(own, cli->system, &options, summary);
  const int32_t known = sar_context_count(cli->context);
  for (int32_t i = 0; i < sar_context_count(own); i++) {
    const SarDiagnostic *d = sar_context_get(own, i);
    if (status == SAR_INPUT && d->severity == SAR_ERROR) {
      sar_report(cli->context, SAR_INPUT, d->source, d->element, d->remedy, "%s", d->message);
    } else {
      sar_warn(cli->context, d->source, d->element, d->remedy, "%s", d->message);
    }
  }
  sar_context_drop_repeated(cli->context, known); /* each phase is read anew, and warns of what the model has warned */
  sar_context_destroy(&own);
  return status == SAR_INPUT || status == SAR_NO_MEMORY ? status : SAR_OK;
}

void sar_cli_print_motion(const SarCli *cli, const SarWatch *motion) {
  const SarUnits *units = &cli->model->units;
  printf("%-24s up to t = %.6g %s, %" PRId64 " steps%s\n", "motion", motion->end_time / units->time, units->time_name,
         motion->steps, motion->failed ? ", then it fails" : "");
  if (!isfinite(motion->smallest_singular_value)) return;
  printf("%-24s %d\n", "singular poses", (int)motion->nsingular);
  printf("%-24s %.2g to %.2g\n", "smallest singular value", motion->smallest_singular_value,
         motion->largest_singular_value);
  if (!cli->verbose) return; /* the warnings name them */
  for (int32_t i = 0; i < motion->nsingular; i++) {
    const SarSingularPose *pose = &motion->singular[i];
    printf("  t = %.6g %s: %s: %s; %s: %s; singular value %.2g\n", pose->time / units->time, units->time_name,
           pose->joint, pose->equation, pose->body, pose->direction, pose->value);
  }
}

void sar_cli_put_motion(const SarCli *cli, const SarWatch *motion, SarJson *json) {
  double second = cli->model->units.time;
  sar_json_key(json, "motion");
  sar_json_begin_object(json);
  sar_json_put_real(json, "end_time", motion->end_time / second);
  sar_json_put_int(json, "steps", motion->steps);
  sar_json_put_bool(json, "failed", motion->failed);
  sar_json_put_bool(json, "cut", motion->cut);
  sar_json_put_int(json, "rank_min", motion->rank_min);
  sar_json_put_int(json, "rank_max", motion->rank_max);
  sar_json_put_real(json, "smallest_singular_value", motion->smallest_singular_value);
  sar_json_key(json, "singular");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < motion->nsingular; i++) {
    const SarSingularPose *pose = &motion->singular[i];
    sar_json_begin_object(json);
    sar_json_put_real(json, "time", pose->time / second);
    sar_json_put_text(json, "joint", pose->joint);
    sar_json_put_text(json, "equation", pose->equation);
    sar_json_put_text(json, "body", pose->body);
    sar_json_put_text(json, "direction", pose->direction);
    sar_json_put_real(json, "value", pose->value);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  sar_json_end_object(json);
}
