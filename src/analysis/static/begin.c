/* A motion that begins in equilibrium (`simulate: {start: static}`). */
#include <math.h>
#include <string.h>

#include "analysis/static/equilibrium.h"
#include "analysis/static/stability.h"
#include "system/names.h"

/* Relaxation goes downhill; where it began on a symmetric way, or where elements are too coarse for the bends that they
 * resist, it ends on a ridge all the same, and would again. */
static const char *cure_of(const SarEquilibrium *e, bool beam) {
  if (!e->relaxed) {
    return "write a pose nearer to the one that you expect; `sarrus static --relax` goes downhill to a stable one";
  }
  return beam ? "relaxation led here: see whether it is so with twice the `elements`, too; or a symmetric pose holds "
                "it: "
                "write one a little off it, in that direction"
              : "relaxation led here, so a symmetric pose may hold it: write one a little off it, in that direction";
}

void sar_equilibrium_warn_unstable(const SarEquilibrium *e, const SarStability *stability) {
  SarContext *context = e->context;
  const SarSystem *system = e->start->system;
  SarCulpritName name = sar_culprit_name(system, stability->unknown);
  SarSource source = name.index >= 0 ? sar_system_element(system, name.index)->source : sar_nowhere();
  const char *element = name.index >= 0 ? name.element : NULL;
  if (stability->stable || isnan(stability->lowest)) return;
  if (stability->imaginary > 0) {
    sar_warn(context, source, element, "look at its motion with `sarrus run`: damping decides",
             "the equilibrium may flutter: loads that follow the motion make an eigenvalue of the stiffness complex "
             "(%.4g and %.4g i 1/s^2)",
             stability->lowest, stability->imaginary);
    return;
  }
  sar_warn(context, source, element, cure_of(e, sar_beam_of(system, name.index) != NULL),
           "the equilibrium is not stable: the lowest eigenvalue of its stiffness is %.4g 1/s^2, mostly in `%s` (%s)",
           stability->lowest, name.element, name.equation);
}

/* Where the angles are is where their motion starts. */
static void start_turns(SarStart *s) {
  int32_t count = sar_system_counts(s->system).turns;
  for (int32_t i = 0; i < count; i++) s->m->turn_starts[i] = s->m->turns[i].value;
}

/* Velocities that the motions demand; states of motions given as accelerations begin at rest. */
static SarStatus begin_motion(SarStart *s) {
  int32_t motions = sar_system_counts(s->system).motion_states;
  s->m->rest = false;
  for (int32_t i = 0; i < motions; i++) s->x[i] = 0;
  SarStatus status = sar_equations_factor(s->equations, s->t, s->q, s->v);
  if (status == SAR_OK) status = sar_equations_project_velocity(s->equations, s->t, s->q, s->v, s->x);
  if (status > 0) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL, "start the run from a written pose",
                      "in equilibrium the mechanism stands in a singular pose: no motion can begin there");
  }
  SAR_TRY(status);
  start_turns(s);
  return sar_start_solve(s, s->t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
}

static SarStatus judge(const SarEquilibrium *e) {
  SarStability stability;
  SarStatus status = sar_static_stability(e->rest, &stability);
  if (status == SAR_OK) sar_equilibrium_warn_unstable(e, &stability);
  return status < 0 ? status : SAR_OK;
}

static SarStatus begin(SarContext *context, SarStart *start, bool judged) {
  SarEquilibrium *e = NULL;
  SarStatus status = sar_equilibrium_create(context, start, &e);
  if (status == SAR_OK) status = sar_equilibrium_find(e, start->t);
  if (status == SAR_OK && judged) status = judge(e);
  if (status == SAR_OK) status = begin_motion(start);
  sar_equilibrium_destroy(&e);
  return status;
}

SarStatus sar_equilibrium_start(SarContext *context, SarStart *start) { return begin(context, start, true); }

SarStatus sar_equilibrium_start_unjudged(SarContext *context, SarStart *start) { return begin(context, start, false); }
