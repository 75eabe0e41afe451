/* Events, jumps and kinks at work. */
#include "system/events.h"

#include <stdio.h>
#include <string.h>

#include "system/user/asleep.h"
#include "system/user/run.h"
#include "system/user/user.h"

#define SETTLING 4 /* rounds: conditions may depend on other branches */

int32_t sar_system_events(const SarSystem *system) { return system->user ? system->user->nevents : 0; }

SarEventInfo sar_system_event(const SarSystem *system, int32_t event) { return system->user->events[event].info; }

SarRootName sar_root_name(const SarSystem *system, int32_t root) {
  const SarUser *u = system->user;
  SarRootName name = {.element = -1};
  const char *what = "event";
  if (!u || root < 0 || root >= u->nroots) return name;
  if (root < u->nevents) {
    name.element = u->events[root].info.element;
  } else {
    const SarUserSwitch *found = &u->switches[u->root_switch[root]];
    name.element = found->element;
    what = found->mode >= 0 ? "a jump in" : found->range > 0 ? "a table in" : "a kink in";
  }
  snprintf(name.text, sizeof name.text, "%s `%s`", what, system->model->elements[name.element].name);
  return name;
}

typedef struct Velocities {
  bool *flags;
  int32_t nbodies;
} Velocities;

static void note_velocity(void *self, int32_t symbol) {
  const Velocities *found = self;
  int32_t index = sar_symbol_index(symbol), k = index % SAR_BODY_SYMBOLS;
  if (sar_symbol_kind(symbol) == SAR_SYMBOL_V) found->flags[6 * found->nbodies + index] = true;
  bool body = sar_symbol_kind(symbol) == SAR_SYMBOL_BODY && k >= SAR_BODY_V && k < SAR_BODY_ACC;
  if (body) found->flags[6 * (index / SAR_BODY_SYMBOLS) + k - SAR_BODY_V] = true;
}

bool sar_root_velocities(const SarSystem *system, int32_t root, bool *velocities, bool *variables) {
  const SarUser *u = system->user;
  const SarExpr *f = root < u->nevents ? u->events[root].when : u->switches[u->root_switch[root]].crossing;
  Velocities found = {velocities, system->nbodies};
  uint32_t content = sar_symbols_content(f);
  memset(velocities, 0, (size_t)(6 * system->nbodies + u->ncoordinates) * sizeof *velocities);
  *variables = (content & SAR_HAS_VARIABLE) != 0;
  return sar_expr_each_variable(f, note_velocity, &found) && (content & (SAR_HAS_VELOCITY | SAR_HAS_VARIABLE));
}

double sar_workspace_event_rate(const SarWorkspace *m, int32_t event, const SarPoint *at, double *gradient) {
  const SarUserProgram *impact = &m->system->user->events[event].impact;
  double rate = 0;
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, impact, at);
  memset(gradient, 0, (size_t)m->problem.n.nv * sizeof *gradient);
  for (int32_t i = 0; i < impact->noutputs; i++) {
    *(impact->target[i] < 0 ? &rate : &gradient[impact->target[i]]) = values[i];
  }
  return rate;
}

void sar_workspace_event_set(SarWorkspace *m, int32_t event, const SarPoint *at) {
  const SarUser *u = m->system->user;
  const SarUserProgram *set = &u->events[event].set;
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, set, at);
  for (int32_t i = 0; i < set->noutputs; i++) {
    m->leaves[u->first[SAR_SYMBOL_PARAMETER] + set->target[i]] = values[i];
  }
}

double sar_workspace_parameter(const SarWorkspace *m, int32_t parameter) {
  return m->leaves[m->system->user->first[SAR_SYMBOL_PARAMETER] + parameter];
}

void sar_workspace_set_parameter(SarWorkspace *m, int32_t parameter, double value) {
  m->leaves[m->system->user->first[SAR_SYMBOL_PARAMETER] + parameter] = value;
}

SarStatus sar_workspace_roots(const SarProblem *p, const SarPoint *at, double *values) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUser *u = m->system->user;
  if (!u || !u->nroots) return SAR_OK;
  sar_workspace_place(m, at->q, at->v);
  memcpy(values, sar_user_run(m, &u->roots, at), (size_t)u->nroots * sizeof *values);
  return SAR_OK;
}

void sar_workspace_settle(SarProblem *p, const SarPoint *at) {
  SarWorkspace *m = (SarWorkspace *)p;
  const SarUser *u = m->system->user;
  if (!u || !u->nmodes) return;
  sar_workspace_place(m, at->q, at->v);
  double *mode = m->leaves + u->first[SAR_SYMBOL_MODE];
  for (int round = 0; round < SETTLING; round++) {
    const double *values = sar_user_run(m, &u->modes, at);
    bool changed = false;
    for (int32_t i = 0; i < u->modes.noutputs; i++) {
      changed |= mode[u->modes.target[i]] != values[i];
      mode[u->modes.target[i]] = values[i];
    }
    if (!changed) break;
  }
  sar_user_find_asleep(m);
}

void sar_workspace_settle_one(SarWorkspace *m, int32_t root, const SarPoint *at) {
  const SarUser *u = m->system->user;
  if (u->root_switch[root] < 0) return; /* an event has no branch */
  int32_t mode = u->switches[u->root_switch[root]].mode;
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, &u->modes, at);
  for (int32_t i = 0; i < u->modes.noutputs; i++) {
    if (u->modes.target[i] == mode) m->leaves[u->first[SAR_SYMBOL_MODE] + mode] = values[i];
  }
}

int32_t sar_workspace_modes(const SarWorkspace *m, double *modes) {
  const SarUser *u = m->system->user;
  if (!u || !u->nmodes) return 0;
  if (modes) memcpy(modes, m->leaves + u->first[SAR_SYMBOL_MODE], (size_t)u->nmodes * sizeof *modes);
  return u->nmodes;
}

bool sar_workspace_modes_are(const SarWorkspace *m, const double *modes) {
  const SarUser *u = m->system->user;
  for (int32_t i = 0; u && i < u->nmodes; i++) {
    if (m->leaves[u->first[SAR_SYMBOL_MODE] + i] != modes[i]) return false;
  }
  return true;
}

void sar_workspace_set_modes(SarWorkspace *m, const double *modes) {
  const SarUser *u = m->system->user;
  if (u && u->nmodes) memcpy(m->leaves + u->first[SAR_SYMBOL_MODE], modes, (size_t)u->nmodes * sizeof *modes);
}

void sar_workspace_archive_events(SarWorkspace *m, SarArchive *archive) {
  const SarUser *u = m->system->user;
  if (!u) return;
  sar_archive_section(archive, "events");
  sar_archive_reals(archive, m->leaves + u->first[SAR_SYMBOL_PARAMETER], sar_user_remembered(u));
  for (int32_t i = 0; i < u->nroots; i++) sar_archive_flag(archive, &m->asleep[i]);
  for (int32_t i = 0; i < u->nmodes; i++) sar_archive_flag(archive, &m->live[u->first[SAR_SYMBOL_MODE] + i]);
}
