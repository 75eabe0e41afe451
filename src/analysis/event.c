/* What happens where steps end on switching functions (numerics, section 8): the events of the model act, expressions
 * that jump take their other branch, and the run goes on from consistent values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/impact.h"
#include "analysis/run.h"
#include "system/events.h"

/* What fired at the end of a step, all together. */
typedef struct Firing {
  double t;
  bool jump, restart, record, sets, changes, stop;
} Firing;

/* The new sign of an event that has fired; 0: it has not. */
static int32_t sign_of(const SarStepView *view, int32_t root) {
  for (int32_t i = 0; i < view->nfired; i++) {
    if (view->fired[i] == root) return view->fired_sign[i];
  }
  return 0;
}

static bool has_fired(const SarStepView *view, int32_t root) {
  for (int32_t i = 0; i < view->nfired; i++) {
    if (view->fired[i] == root) return true;
  }
  return false;
}

static SarStatus look(SarRun *r, Firing *out) {
  const SarStepView *view = sar_integrator_view(r->integrator);
  const SarProblem *p = &r->start->m->problem;
  Firing f = {.t = view->t1};
  for (int32_t i = 0; i < view->nfired; i++) {
    int32_t root = view->fired[i];
    f.jump = f.jump || p->roots[root].kind == SAR_ROOT_JUMP;
    if (p->roots[root].kind != SAR_ROOT_EVENT) continue;
    SarEventInfo event = sar_system_event(r->system, root);
    f.restart = f.restart || event.restart;
    f.record = f.record || event.record;
    f.sets = f.sets || event.sets;
    f.changes = f.changes || event.sets || event.impact;
    f.stop = f.stop || event.stop;
    r->events[root].count++;
    r->events[root].last_time = view->t1;
    SarEventRecord record = {.time = view->t1, .event = root, .direction = view->fired_sign[i]};
    SAR_TRY(sar_recorder_event(r->recorder, &record));
  }
  *out = f;
  return SAR_OK;
}

/* ---- what cannot go on ---- */

static SarStatus report_chattering(SarRun *r, int32_t root) {
  SarRootName name = sar_root_name(r->system, root);
  const SarModelElement *element = name.element >= 0 ? sar_system_element(r->system, name.element) : NULL;
  SarSource source = element ? element->source : sar_nowhere();
  const char *owner = element ? element->name : NULL;
  bool event = r->start->m->problem.roots[root].kind == SAR_ROOT_EVENT;
  if (event && sar_system_event(r->system, root).impact) {
    return sar_report(r->context, SAR_CHATTERING, source, owner,
                      "let a force hold the bodies where they come to rest (`impact(...)`), or stop there with another "
                      "event",
                      "at t = %.9g s the impacts of %s follow each other faster and faster: infinitely many would come "
                      "within a moment, and after them the bodies stay in contact, which an impact cannot express",
                      r->time, name.text);
  }
  return sar_report(
      r->context, SAR_CHATTERING, source, owner,
      event ? "let the event change less, or stop there"
            : "let it change over a short range (`step`, `tanh(x/w)` in place of `sign(x)`), give it a hysteresis (an "
              "event that sets a parameter), or, if it is dry friction, use the friction of a joint",
      "at t = %.9g s %s %s again and again: what happens there drives it back at once", r->time, name.text,
      event ? "happens" : "switches");
}

/* Once is enough. */
static void warn_of_doubt(SarRun *r, int32_t root) {
  SarRootName name = sar_root_name(r->system, root);
  const SarModelElement *element = name.element >= 0 ? sar_system_element(r->system, name.element) : NULL;
  if (r->warned) return;
  r->warned = true;
  sar_warn(r->context, element ? element->source : sar_nowhere(), element ? element->name : NULL,
           "let its expression pass through zero with a slope, or give a smaller max_step",
           "at t = %.9g s the expression of %s stays so near zero that crossings may have been overlooked", r->time,
           name.text);
}

static SarStatus report_held(SarRun *r, int32_t event) {
  const SarModelElement *element = sar_system_element(r->system, sar_system_event(r->system, event).element);
  return sar_report(r->context, SAR_FAILED, element->source, element->name,
                    "write a `when:` whose rate the constraints leave free",
                    "at t = %.9g s no impulse can reverse the rate of event `%s`: the constraints hold it, or nothing "
                    "with mass moves along",
                    r->time, element->name);
}

/* ---- actions ---- */

/* The impulses of all events with an impact that have fired, at once. */
static SarStatus strike_together(SarRun *r, double t, int32_t count, bool factored) {
  const SarStepView *view = sar_integrator_view(r->integrator);
  SarImpacts impacts;
  int32_t held = -1;
  SarStatus status = sar_impacts_create(r->context, r->start->m->problem.n.nv, count, &impacts);
  if (status == SAR_OK && !factored) status = sar_equations_factor(r->start->equations, t, r->q, r->v);
  for (int32_t event = 0; event < sar_system_events(r->system) && status == SAR_OK; event++) {
    SarEventInfo info = sar_system_event(r->system, event);
    int32_t sign = sign_of(view, event);
    if (!info.impact || !sign) continue;
    SarPoint at = sar_run_point(r, t);
    double rate = sar_workspace_event_rate(r->start->m, event, &at, r->gradient);
    if (!(rate * sign > 0)) continue;
    status = sar_impacts_add(&impacts, r->start->equations, r->gradient, rate, info.restitution);
    if (status > 0) held = event;
  }
  if (status == SAR_OK) sar_impacts_solve(&impacts, r->v);
  sar_impacts_release(&impacts);
  return held >= 0 ? report_held(r, held) : status;
}

/* The impulse of one event; other constraints hold as before. */
static SarStatus strike(SarRun *r, int32_t event, int32_t sign, double t, bool factored) {
  SarWorkspace *m = r->start->m;
  SarEquations *e = r->start->equations;
  SarPoint at = sar_run_point(r, t);
  double restitution = sar_system_event(r->system, event).restitution;
  double rate = sar_workspace_event_rate(m, event, &at, r->gradient);
  if (!(rate * sign > 0)) return SAR_OK; /* another impact at this instant has turned it round already */
  SarStatus status = factored ? SAR_OK : sar_equations_factor(e, t, r->q, r->v);
  if (status == SAR_OK) status = sar_equations_impulse(e, r->gradient, -(1 + restitution) * rate, r->v);
  return status > 0 ? report_held(r, event) : status;
}

static int32_t count_impacts(const SarRun *r, const SarStepView *view) {
  int32_t count = 0;
  for (int32_t event = 0; event < sar_system_events(r->system); event++) {
    count += has_fired(view, event) && sar_system_event(r->system, event).impact;
  }
  return count;
}

/* All events that have fired, in the order of the file; several impacts together, after what events set. factored: the
 * matrix of the constraints is that at this pose. */
static SarStatus act(SarRun *r, double t, bool factored) {
  const SarStepView *view = sar_integrator_view(r->integrator);
  SarEnergies before, after;
  bool solved;
  int32_t impacts = count_impacts(r, view);
  for (int32_t event = 0; event < sar_system_events(r->system); event++) {
    if (!has_fired(view, event)) continue;
    SarEventInfo info = sar_system_event(r->system, event);
    SarPoint at = sar_run_point(r, t);
    if (info.sets) {
      SAR_TRY(sar_workspace_energy(r->start->m, &at, &before));
      sar_workspace_event_set(r->start->m, event, &at);
      SAR_TRY(sar_workspace_energy(r->start->m, &at, &after));
      sar_audit_exchange(r->audit, &before, &after);
      SAR_TRY(sar_run_refine(r, t, &solved));
    }
    if (info.impact && impacts == 1) {
      SAR_TRY(sar_workspace_energy(r->start->m, &at, &before));
      SAR_TRY(strike(r, event, sign_of(view, event), t, factored));
      SAR_TRY(sar_workspace_energy(r->start->m, &at, &after));
      sar_audit_exchange(r->audit, &before, &after);
    }
  }
  if (impacts < 2) return SAR_OK;
  SarPoint at = sar_run_point(r, t);
  SAR_TRY(sar_workspace_energy(r->start->m, &at, &before));
  SAR_TRY(strike_together(r, t, impacts, factored));
  SAR_TRY(sar_workspace_energy(r->start->m, &at, &after));
  sar_audit_exchange(r->audit, &before, &after);
  return SAR_OK;
}

/* The end of the step onto the constraints. Impacts ask for velocities alone, and what comes after them is solved for
 * anyway: accelerations and reactions are needed by what is set, by branches, and by variables. *factored: see act. */
static SarStatus prepare(SarRun *r, const Firing *f, bool *factored) {
  bool solved;
  if (f->sets || f->jump || r->start->m->problem.n.nz > 0) return sar_run_refine(r, f->t, &solved);
  return sar_run_project(r, f->t, factored);
}

/* On from here with the branches, velocities and parameters as they are now. */
static SarStatus go_on(SarRun *r, double t) {
  SAR_TRY(sar_start_solve(r->start, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z));
  SarPoint at = sar_run_point(r, t);
  SAR_TRY(sar_audit_resume(r->audit, r->start->m, &at));
  return t < r->plan.steps.end ? sar_integrator_start(r->integrator, &at) : SAR_OK;
}

/* The row after what has changed, at the same time as the one before. */
static SarStatus record_after(SarRun *r, double t) {
  SAR_TRY(sar_equations_least_norm(r->start->equations, t, r->q, r->v, r->x, r->lambda, r->mu));
  return sar_run_record(r, t, 0, true);
}

SarStatus sar_run_events(SarRun *r, bool *restarted) {
  const SarStepView *view = sar_integrator_view(r->integrator);
  if (view->doubtful >= 0) warn_of_doubt(r, view->doubtful);
  if (view->nfired == 0) return SAR_OK;
  Firing f;
  SAR_TRY(look(r, &f));
  bool factored = false, recording = r->recorder->nsinks > 0;
  int32_t chattering = view->chattering;
  r->stopped = f.stop;
  if (recording && (f.record || f.stop) && r->row_time != f.t) SAR_TRY(sar_run_record_inside(r, f.t));
  if (!f.jump && !f.restart && !f.changes)
    return chattering >= 0 && !f.stop ? report_chattering(r, chattering) : SAR_OK;
  sar_run_take_end(r);
  if (f.jump && !f.restart && !f.changes) {
    SarJumpEffect effect;
    SAR_TRY(sar_run_cross_jumps(r, f.t, &effect));
    if (effect != SAR_JUMP_ACTS) {
      chattering = -1;
      SAR_TRY(sar_integrator_settled(r->integrator));
    }
    if (effect == SAR_JUMP_IDLE) return SAR_OK;
  }
  if (chattering >= 0 && !f.stop) return report_chattering(r, chattering);
  int64_t before = r->start->equations->counts.factorisations;
  SAR_TRY(prepare(r, &f, &factored));
  SAR_TRY(act(r, f.t, factored));
  SAR_TRY(go_on(r, f.t));
  r->restart_factorisations += r->start->equations->counts.factorisations - before;
  r->restarts++;
  *restarted = true;
  return recording && f.record && f.changes ? record_after(r, f.t) : SAR_OK;
}

/* ---- the whole run ---- */

SarStatus sar_run_prepare_events(SarRun *r) {
  size_t count = (size_t)sar_system_events(r->system), nv = (size_t)r->start->m->problem.n.nv;
  r->events = calloc(count + 1, sizeof *r->events);
  r->gradient = calloc(nv + 1, sizeof *r->gradient);
  return r->events && r->gradient ? sar_run_prepare_jumps(r) : sar_report_no_memory(r->context);
}

void sar_run_archive_events(SarRun *r, SarArchive *archive) {
  sar_archive_section(archive, "happened");
  sar_archive_bytes(archive, r->events, (size_t)sar_system_events(r->system) * sizeof *r->events);
  SAR_ARCHIVE(archive, r->row_time);
  SAR_ARCHIVE(archive, r->restarts);
  SAR_ARCHIVE(archive, r->restart_factorisations);
  SAR_ARCHIVE(archive, r->idle_time);
  sar_archive_int(archive, &r->idle, 0, INT32_MAX);
}

void sar_run_summarise_events(const SarRun *r, SarRunSummary *out) {
  out->nevents = 0;
  out->restarts = r->restarts;
  out->restart_factorisations = r->restart_factorisations;
  for (int32_t i = 0; r->events && i < sar_system_events(r->system) && i < SAR_EVENTS_MAX; i++) {
    SarEventCount *event = &out->events[out->nevents++];
    const char *name = sar_system_element(r->system, sar_system_event(r->system, i).element)->name;
    snprintf(event->name, sizeof event->name, "%s", name);
    event->count = r->events[i].count;
    event->last_time = r->events[i].count > 0 ? r->events[i].last_time : NAN;
  }
}
