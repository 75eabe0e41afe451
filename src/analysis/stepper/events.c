/* What happens where steps end on switching functions (numerics, section 8): the events of the model act, expressions
 * that jump take their other branch, and the run goes on from consistent values. */
#include "system/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/fmus.h"
#include "analysis/stepper/impact.h"
#include "analysis/stepper/stepper.h"

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

static SarStatus look(SarStepper *s, Firing *out) {
  const SarStepView *view = sar_integrator_view(s->integrator);
  const SarProblem *p = &s->start->m->problem;
  Firing f = {.t = view->t1};
  for (int32_t i = 0; i < view->nfired; i++) {
    int32_t root = view->fired[i];
    f.jump = f.jump || p->roots[root].kind == SAR_ROOT_JUMP;
    if (p->roots[root].kind != SAR_ROOT_EVENT) continue;
    SarEventInfo event = sar_system_event(s->system, root);
    f.restart = f.restart || event.restart;
    f.record = f.record || event.record;
    f.sets = f.sets || event.sets;
    f.changes = f.changes || event.sets || event.impact;
    f.stop = f.stop || event.stop || event.end_phase;
    s->halted = s->halted || event.stop;
    s->events[root].count++;
    s->events[root].last_time = view->t1;
    if (s->watch.happened) SAR_TRY(s->watch.happened(s->watch.self, root, view->fired_sign[i], view->t1));
  }
  *out = f;
  return SAR_OK;
}

/* ---- what cannot go on ---- */

static SarStatus report_chattering(SarStepper *s, int32_t root) {
  SarRootName name = sar_root_name(s->system, root);
  const SarModelElement *element = name.element >= 0 ? sar_system_element(s->system, name.element) : NULL;
  SarSource source = element ? element->source : sar_nowhere();
  const char *owner = element ? element->name : NULL;
  bool event = s->start->m->problem.roots[root].kind == SAR_ROOT_EVENT;
  if (event && sar_system_event(s->system, root).impact) {
    return sar_report(s->context, SAR_CHATTERING, source, owner,
                      "let a force hold the bodies where they come to rest (`impact(...)`), or stop there with another "
                      "event",
                      "at t = %.9g s the impacts of %s follow each other faster and faster: infinitely many would come "
                      "within a moment, and after them the bodies stay in contact, which an impact cannot express",
                      s->time, name.text);
  }
  return sar_report(
      s->context, SAR_CHATTERING, source, owner,
      event ? "let the event change less, or stop there"
            : "let it change over a short range (`step`, `tanh(x/w)` in place of `sign(x)`), give it a hysteresis (an "
              "event that sets a parameter), or, if it is dry friction, use the friction of a joint",
      "at t = %.9g s %s %s again and again: what happens there drives it back at once", s->time, name.text,
      event ? "happens" : "switches");
}

/* Once is enough. */
static void warn_of_doubt(SarStepper *s, int32_t root) {
  SarRootName name = sar_root_name(s->system, root);
  const SarModelElement *element = name.element >= 0 ? sar_system_element(s->system, name.element) : NULL;
  if (s->warned) return;
  s->warned = true;
  sar_warn(s->context, element ? element->source : sar_nowhere(), element ? element->name : NULL,
           "let its expression pass through zero with a slope, or give a smaller max_step",
           "at t = %.9g s the expression of %s stays so near zero that crossings may have been overlooked", s->time,
           name.text);
}

static SarStatus report_held(SarStepper *s, int32_t event) {
  const SarModelElement *element = sar_system_element(s->system, sar_system_event(s->system, event).element);
  return sar_report(s->context, SAR_FAILED, element->source, element->name,
                    "write a `when:` whose rate the constraints leave free",
                    "at t = %.9g s no impulse can reverse the rate of event `%s`: the constraints hold it, or nothing "
                    "with mass moves along",
                    s->time, element->name);
}

/* ---- actions ---- */

/* The impulses of all events with an impact that have fired, at once. */
static SarStatus strike_together(SarStepper *s, const SarStepView *view, double t, int32_t count, bool factored) {
  SarImpacts impacts;
  int32_t held = -1;
  SarStatus status = sar_impacts_create(s->context, s->start->m->problem.n.nv, count, &impacts);
  if (status == SAR_OK && !factored) status = sar_equations_factor(s->start->equations, t, s->q, s->v);
  for (int32_t event = 0; event < sar_system_events(s->system) && status == SAR_OK; event++) {
    SarEventInfo info = sar_system_event(s->system, event);
    int32_t sign = sign_of(view, event);
    if (!info.impact || !sign) continue;
    SarPoint at = sar_stepper_point(s, t);
    double rate = sar_workspace_event_rate(s->start->m, event, &at, s->gradient);
    if (!(rate * sign > 0)) continue;
    status = sar_impacts_add(&impacts, s->start->equations, s->gradient, rate, info.restitution);
    if (status > 0) held = event;
  }
  if (status == SAR_OK) sar_impacts_solve(&impacts, s->v);
  sar_impacts_release(&impacts);
  return held >= 0 ? report_held(s, held) : status;
}

/* The impulse of one event; other constraints hold as before. */
static SarStatus strike(SarStepper *s, int32_t event, int32_t sign, double t, bool factored) {
  SarWorkspace *m = s->start->m;
  SarEquations *e = s->start->equations;
  SarPoint at = sar_stepper_point(s, t);
  double restitution = sar_system_event(s->system, event).restitution;
  double rate = sar_workspace_event_rate(m, event, &at, s->gradient);
  if (!(rate * sign > 0)) return SAR_OK; /* another impact at this instant has turned it round already */
  SarStatus status = factored ? SAR_OK : sar_equations_factor(e, t, s->q, s->v);
  if (status == SAR_OK) status = sar_equations_impulse(e, s->gradient, -(1 + restitution) * rate, s->v);
  return status > 0 ? report_held(s, event) : status;
}

static int32_t count_impacts(const SarStepper *s, const SarStepView *view) {
  int32_t count = 0;
  for (int32_t event = 0; event < sar_system_events(s->system); event++) {
    count += has_fired(view, event) && sar_system_event(s->system, event).impact;
  }
  return count;
}

/* Something changes energies: the last of two calls tells by how much. */
static SarStatus weigh(SarStepper *s, double t, SarEnergies *energies, const SarEnergies *before) {
  SarPoint at = sar_stepper_point(s, t);
  if (!s->watch.exchanged) return SAR_OK;
  SAR_TRY(sar_workspace_energy(s->start->m, &at, energies));
  if (before) s->watch.exchanged(s->watch.self, before, energies);
  return SAR_OK;
}

SarStatus sar_stepper_act(SarStepper *s, const SarStepView *view, double t, bool factored, bool *acted) {
  SarEnergies before, after;
  bool solved, changed;
  int32_t impacts = count_impacts(s, view);
  *acted = impacts > 0;
  for (int32_t event = 0; event < sar_system_events(s->system); event++) {
    if (!has_fired(view, event)) continue;
    SarEventInfo info = sar_system_event(s->system, event);
    SarPoint at = sar_stepper_point(s, t);
    if (info.sets) {
      SAR_TRY(weigh(s, t, &before, NULL));
      sar_workspace_event_set(s->start->m, event, &at);
      SAR_TRY(sar_stepper_exchange(s, event, &changed));
      if (changed) {
        *acted = true;
        SAR_TRY(weigh(s, t, &after, &before));
        SAR_TRY(sar_stepper_refine(s, t, &solved));
      }
    }
    if (info.impact && impacts == 1) {
      SAR_TRY(weigh(s, t, &before, NULL));
      SAR_TRY(strike(s, event, sign_of(view, event), t, factored));
      SAR_TRY(weigh(s, t, &after, &before));
    }
  }
  if (impacts < 2) return SAR_OK;
  SAR_TRY(weigh(s, t, &before, NULL));
  SAR_TRY(strike_together(s, view, t, impacts, factored));
  return weigh(s, t, &after, &before);
}

/* The end of the step onto the constraints. Impacts ask for velocities alone, and what comes after them is solved for
 * anyway: accelerations and reactions are needed by what is set, by branches, and by variables. *factored: see
 * sar_stepper_act. */
static SarStatus prepare(SarStepper *s, const Firing *f, bool *factored) {
  bool solved;
  if (f->sets || f->jump || s->start->m->problem.n.nz > 0) return sar_stepper_refine(s, f->t, &solved);
  return sar_stepper_project(s, f->t, factored);
}

/* On from here with the branches, velocities and parameters as they are now. */
static SarStatus go_on(SarStepper *s, double t) {
  SAR_TRY(sar_start_solve(s->start, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z));
  SarPoint at = sar_stepper_point(s, t);
  if (s->watch.resumed) SAR_TRY(s->watch.resumed(s->watch.self, &at));
  return t < s->plan.steps.end ? sar_integrator_start(s->integrator, &at) : SAR_OK;
}

/* The row after what has changed, at the same time as the one before. */
static SarStatus record_after(SarStepper *s, double t) {
  SAR_TRY(sar_equations_least_norm(s->start->equations, t, s->q, s->v, s->x, s->lambda, s->mu));
  return s->watch.after(s->watch.self, t);
}

SarStatus sar_stepper_events(SarStepper *s, bool *restarted) {
  const SarStepView *view = sar_integrator_view(s->integrator);
  if (view->doubtful >= 0) warn_of_doubt(s, view->doubtful);
  if (view->nfired == 0) return SAR_OK;
  Firing f;
  SAR_TRY(look(s, &f));
  bool factored = false, acted;
  int32_t chattering = view->chattering;
  s->stopped = f.stop;
  if (s->watch.before && (f.record || f.stop)) SAR_TRY(s->watch.before(s->watch.self, f.t));
  if (!f.jump && !f.restart && !f.changes)
    return chattering >= 0 && !f.stop ? report_chattering(s, chattering) : SAR_OK;
  sar_stepper_take_end(s);
  if (f.jump && !f.restart && !f.changes) {
    SarJumpEffect effect;
    SAR_TRY(sar_stepper_cross_jumps(s, f.t, &effect));
    if (effect != SAR_JUMP_ACTS) {
      chattering = -1;
      SAR_TRY(sar_integrator_settled(s->integrator));
    }
    if (effect == SAR_JUMP_IDLE) return SAR_OK;
  }
  if (chattering >= 0 && !f.stop) return report_chattering(s, chattering);
  int64_t before = s->start->equations->counts.factorisations;
  SAR_TRY(prepare(s, &f, &factored));
  SAR_TRY(sar_stepper_act(s, view, f.t, factored, &acted));
  if (!acted && !f.jump && !f.restart) return sar_integrator_passed(s->integrator);
  SAR_TRY(go_on(s, f.t));
  s->restart_factorisations += s->start->equations->counts.factorisations - before;
  s->restarts++;
  *restarted = true;
  return s->watch.after && f.record && f.changes ? record_after(s, f.t) : SAR_OK;
}

SarStatus sar_stepper_prepare_events(SarStepper *s) {
  size_t count = (size_t)sar_system_events(s->system), nv = (size_t)s->start->m->problem.n.nv;
  s->events = calloc(count + 1, sizeof *s->events);
  s->gradient = calloc(nv + 1, sizeof *s->gradient);
  return s->events && s->gradient ? sar_stepper_prepare_jumps(s) : sar_report_no_memory(s->context);
}
