/* The motion, watched for poses that are singular or nearly so: a run with the model's own settings
 * (audit/pose_follow.h). */
#include <math.h>

#include "analysis/audit/bends.h"
#include "analysis/audit/pose_follow.h"
#include "analysis/observe.h"
#include "analysis/record/options.h"
#include "base/arena.h"

#define MOST_STEPS 20000
#define MOST_WORK 2000000 /* steps times bodies: large models are watched for fewer steps, */
#define LEAST_STEPS 200   /* but not for less than these */
#define AT_END 0.005      /* of the motion: a singular pose is at its end */

typedef struct Watch {
  SarWatch public;
  SarArena *arena;
  SarContext *context; /* of the watched run */
  const SarSystem *system;
  SarPoseFollow *follow;
  int64_t most_steps;
  bool bent_before; /* a beam was bent too far where it began: that is said elsewhere */
  SarMostTurned most_turned;
  double turned_at; /* s */
} Watch;

static SarStatus see(void *self, SarWorkspace *m, const SarPoint *at) {
  Watch *w = self;
  w->public.end_time = at->t;
  if (at->t > 0) w->public.steps++;
  SarMostTurned most = sar_system_most_turned(w->system, at->q);
  if (most.turn / most.most > w->most_turned.turn / w->most_turned.most) w->most_turned = most, w->turned_at = at->t;
  SAR_TRY(sar_pose_follow_see(w->follow, m, at));
  return w->public.steps >= w->most_steps ? SAR_INTERRUPTED : SAR_OK;
}

/* The singular pose in which the motion has ended; null: it has not ended in one. */
static const SarSingularPose *pose_at_end(const SarWatch *w) {
  const SarSingularPose *last = w->nsingular > 0 ? &w->singular[w->nsingular - 1] : NULL;
  return last && last->time >= (1 - AT_END) * w->end_time ? last : NULL;
}

/* Which of the constraints the run has noticed first says little where they depend on each other: the joint of the
 * singular pose is named, and the motion in one breath. */
static bool warn_locked(SarContext *context, const Watch *w) {
  const SarModel *model = sar_system_model(w->system);
  const SarUnits *units = &model->units;
  const SarSingularPose *pose = pose_at_end(&w->public);
  int32_t element = pose ? sar_model_find(model, pose->joint) : -1;
  if (element < 0) return false;
  const SarModelElement *joint = &model->elements[element];
  sar_warn(
      context, joint->source, joint->name,
      "keep the mechanism away from this pose: limit a motion, change a length; `sarrus run` tells the last steps",
      "the motion fails at t = %.6g %s, in the singular pose at `%s`: the mechanism locks there, or the run cannot "
      "tell how it goes on",
      w->public.end_time / units->time, units->time_name, joint->name);
  return true;
}

/* A motion that fails is a finding, not an error of the check. */
static void warn_failure(SarContext *context, const Watch *w) {
  const SarUnits *units = &sar_system_model(w->system)->units;
  const SarDiagnostic *first = NULL, *cause = NULL;
  for (int32_t i = 0; i < sar_context_count(w->context); i++) {
    const SarDiagnostic *d = sar_context_get(w->context, i);
    if (d->severity == SAR_ERROR && !first) first = d;
    if (d->severity == SAR_NOTE && d->element && !cause) cause = d;
  }
  sar_warn(context, first ? first->source : sar_nowhere(), first ? first->element : NULL, first ? first->remedy : NULL,
           "the motion fails at t = %.6g %s: %s", w->public.end_time / units->time, units->time_name,
           first ? first->message : "the run ended early");
  if (cause) sar_warn(context, cause->source, cause->element, cause->remedy, "%s", cause->message);
}

static SarStatus conclude(SarContext *context, Watch *w, SarStatus run) {
  const SarUnits *units = &sar_system_model(w->system)->units;
  SarWatch *out = &w->public;
  out->failed = run != SAR_OK && run != SAR_INTERRUPTED;
  out->cut = run == SAR_INTERRUPTED;
  SAR_TRY(sar_pose_follow_conclude(w->follow, context, w->arena, out));
  if (out->failed && !warn_locked(context, w)) warn_failure(context, w);
  if (sar_bends_too_far(&w->most_turned) && !w->bent_before) {
    char when[64];
    snprintf(when, sizeof when, "at t = %.6g %s", w->turned_at / units->time, units->time_name);
    sar_bends_warn(context, w->system, &w->most_turned, when);
  }
  if (out->cut) {
    sar_warn(context, sar_nowhere(), NULL, "give `--end` to look at a shorter motion",
             "the motion was watched for %d steps only, up to t = %.6g %s", (int)out->steps,
             out->end_time / units->time, units->time_name);
  }
  return SAR_OK;
}

/* ---- all ---- */

static SarStatus watch(SarContext *context, Watch *w, double end) {
  int32_t nbodies = sar_system_bodies(w->system);
  SarRunOptions options = sar_run_options_default();
  SarRunPlan plan;
  options.end = end;
  options.no_output = true;
  SAR_TRY(sar_run_plan(context, w->system, &options, &plan));
  w->most_steps = MOST_WORK / (nbodies > 0 ? nbodies : 1);
  if (w->most_steps > MOST_STEPS) w->most_steps = MOST_STEPS;
  if (w->most_steps < LEAST_STEPS) w->most_steps = LEAST_STEPS;
  SAR_TRY(sar_pose_follow_create(w->context, w->system, plan.steps.end, true, &w->follow));
  SarRunSummary summary;
  SarObserver observer = {see, w};
  SarStatus status = sar_run_with(w->context, w->system, &options, &(SarRunExtras){.observer = &observer}, &summary);
  if (sar_status_exit_code(status) == 3) return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
  return conclude(context, w, status);
}

SarStatus sar_watch(SarContext *context, const SarSystem *system, double end, const SarWatch **out) {
  SAR_NEED(context, context && system && out);
  SarArena *arena = sar_arena_create();
  Watch *w = arena ? SAR_NEW(arena, 1, Watch) : NULL;
  *out = NULL;
  if (w) w->context = sar_context_create();
  if (!w || !w->context) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  w->arena = arena;
  w->system = system;
  w->public.smallest_singular_value = INFINITY;
  w->most_turned = sar_system_most_turned(system, sar_system_guess(system).q);
  w->bent_before = sar_bends_too_far(&w->most_turned);
  SarStatus status = watch(context, w, end);
  if (status == SAR_NO_MEMORY) sar_report_no_memory(context); /* it may have been said to the watch's own context */
  sar_pose_follow_destroy(&w->follow);
  sar_context_destroy(&w->context);
  *out = &w->public;
  return status;
}

void sar_watch_destroy(const SarWatch **watch_) {
  if (!watch_ || !*watch_) return;
  SarArena *arena = ((const Watch *)(const void *)*watch_)->arena;
  sar_arena_destroy(&arena);
  *watch_ = NULL;
}
