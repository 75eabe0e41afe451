/* Jumps that have no effect as long as no other one happens: in a branch that is not taken, or multiplied by zero. They
 * are asleep: nobody looks for them, and their branches may be out of date. Every settling wakes those that count from
 * then on, with branches that are right. */
#include "system/user/asleep.h"

#include <string.h>

#include "expr/live.h"
#include "system/user/run.h"
#include "system/user/user.h"

enum { ALWAYS = -1 };

static bool jumps(const SarExpr *f) { return (sar_symbols_content(f) & SAR_HAS_JUMP) != 0; }

/* What acts, with its variables written out, and the functions of jumps, which may depend on other jumps. */
SarStatus sar_user_make_reach(SarUserCollection *c) {
  SarUser *u = c->u;
  SarArena *arena = c->s->arena;
  SarUserDefinitions d = {0};
  if (!u->nmodes) return SAR_OK;
  bool ok = !u->nalgebraic || (sar_user_definitions(arena, u, &d) && sar_user_write_definitions_out(arena, &d));
  for (int32_t i = 0; ok && i < u->nterms; i++) {
    const SarUserTerm *term = &u->terms[i];
    const SarExpr *f = term->f;
    if (sar_symbol_kind(term->row) == SAR_SYMBOL_Z && d.of[sar_symbol_index(term->row)]) continue;
    ok = !u->nalgebraic || sar_user_write_out(arena, &d, &f);
    if (ok && jumps(f)) sar_user_collect(c, f, ALWAYS);
  }
  for (int32_t i = 0; i < u->nevents; i++) {
    if (jumps(u->events[i].when)) sar_user_collect(c, u->events[i].when, ALWAYS);
  }
  for (int32_t i = 0; i < u->nswitches; i++) { /* variables are written out in them */
    if (jumps(u->switches[i].crossing)) sar_user_collect(c, u->switches[i].crossing, u->switches[i].mode);
  }
  u->still = SAR_NEW(arena, u->nleaves + 1, bool);
  if (!ok || !u->still) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < u->nparameters; i++) u->still[u->first[SAR_SYMBOL_PARAMETER] + i] = true;
  for (int32_t i = 0; i < u->ninputs; i++) u->still[u->first[SAR_SYMBOL_INPUT] + i] = true;
  for (int32_t i = 0; i < u->nmodes; i++) u->still[u->first[SAR_SYMBOL_MODE] + i] = true;
  SarStatus status = sar_user_finish(c, &u->reach);
  u->modes.reads_turns |= u->reach.reads_turns; /* it is evaluated where the modes have been */
  return status;
}

bool sar_user_make_asleep(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  size_t flags = u->reach.program ? (size_t)sar_program_flags(u->reach.program) : 0;
  m->asleep = SAR_NEW(m->arena, u->nroots + 1, bool);
  m->live = SAR_NEW(m->arena, (size_t)u->nleaves + (size_t)u->reach.noutputs + flags + 1, bool);
  m->problem.asleep = m->asleep;
  return m->asleep && m->live;
}

void sar_user_find_asleep(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  const SarUserProgram *reach = &u->reach;
  if (!u->nmodes) return;
  bool *wanted = m->live + u->nleaves, *flags = wanted + reach->noutputs, more = reach->program != NULL;
  int32_t first = u->first[SAR_SYMBOL_MODE];
  memset(m->live, 0, (size_t)u->nleaves * sizeof *m->live);
  if (more) sar_program_evaluate(reach->program, m->leaves, m->scratch, m->outputs);
  for (int32_t i = 0; i < reach->noutputs; i++) wanted[i] = reach->target[i] == ALWAYS;
  while (more) {
    sar_program_live(reach->program, u->still, m->scratch, wanted, flags, m->live);
    more = false;
    for (int32_t i = 0; i < reach->noutputs; i++) {
      bool wakes = !wanted[i] && m->live[first + reach->target[i]];
      if (wakes) wanted[i] = more = true;
    }
  }
  for (int32_t root = 0; root < u->nroots; root++) {
    int32_t mode = u->root_switch[root] >= 0 ? u->switches[u->root_switch[root]].mode : -1;
    m->asleep[root] = mode >= 0 && !m->live[first + mode];
  }
}

bool sar_workspace_settle_asleep(SarWorkspace *m, const SarPoint *at) {
  const SarUser *u = m->system->user;
  bool changed = false;
  if (!u || !u->nmodes) return false;
  double *mode = m->leaves + u->first[SAR_SYMBOL_MODE];
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, &u->modes, at);
  for (int32_t i = 0; i < u->modes.noutputs; i++) {
    int32_t k = u->modes.target[i];
    if (m->live[u->first[SAR_SYMBOL_MODE] + k] || mode[k] == values[i]) continue;
    mode[k] = values[i];
    changed = true;
  }
  return changed;
}
