#include "system/ask.h"

#include "system/parts.h"
#include "system/tie.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"

bool sar_system_has_equations(const SarSystem *system) { return system->user != NULL; }

bool sar_system_element_acts(const SarSystem *system, int32_t element) {
  return (system->user && system->user->acts[element]) || system->places[element].parts.count > 0 ||
         system->places[element].ties.count > 0 || system->places[element].crowd > 0;
}

int32_t sar_system_presses(const SarSystem *system) { return system->user ? system->user->npressing : 0; }

SarPressing sar_system_pressing(const SarSystem *system, int32_t index) { return system->user->pressing[index]; }

bool sar_system_reads_reactions(const SarSystem *system) {
  const SarUser *u = system->user;
  for (int32_t i = 0; u && i < u->nterms; i++) {
    SarSymbolKind row = sar_symbol_kind(u->terms[i].row);
    bool constraint = row == SAR_SYMBOL_LAMBDA || row == SAR_SYMBOL_MU;
    if (!constraint && (sar_symbols_content(u->terms[i].f) & SAR_HAS_MULTIPLIER)) return true;
  }
  return false;
}

bool sar_system_coordinate_is_length(const SarSystem *system, int32_t coordinate) {
  return system->user->coordinates[coordinate].kind == SAR_KIND_LENGTH;
}

SarTied sar_system_tied(const SarSystem *system, int32_t body) {
  if (!system->bodies[body].tie) return (SarTied){.body = -1};
  const SarTie *tie = &system->ties[system->bodies[body].tie - 1];
  return (SarTied){tie->body, tie->coordinate, tie->n};
}

bool sar_system_coordinate_bends(const SarSystem *system, int32_t coordinate) {
  return system->user->coordinates[coordinate].scale > 0;
}

SarStatus sar_workspace_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force) {
  if (m->system->user) sar_user_add_action(m, element, force);
  sar_ties_add_action(m, element, at->lambda, force);
  return sar_parts_add_action(m, element, at, force);
}

SarStatus sar_workspace_add_push(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force) {
  if (m->system->user) sar_user_add_action(m, element, force);
  return sar_parts_add_push(m, element, at, force);
}

void sar_workspace_add_momentum(const SarWorkspace *m, const SarPoint *at, double *momentum) {
  sar_parts_add_momentum(m, at, momentum);
}

SarStatus sar_workspace_part_work(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *u,
                                  double *work) {
  return sar_parts_work(m, element, at, u, work);
}
