#include "method/family/radau_start.h"

#include <string.h>

extern const SarMethodTable sar_table_radau5;

SarStatus sar_radau_start_create(SarIntegrator *integrator, SarRadauStart *start) {
  void *own = integrator->engine;
  SarMap map = integrator->stage.map;
  *start = (SarRadauStart){.engine = NULL};
  if (integrator->stage.augment) return SAR_OK;
  SarMethodChoice radau5 = {.table = &sar_table_radau5};
  integrator->engine = NULL;
  SarStatus status = sar_family_radau.create(integrator, &radau5);
  start->engine = integrator->engine;
  integrator->engine = own;
  if (status == SAR_OK) status = sar_explicit_create(integrator, &start->explicit);
  integrator->stage.map = map;
  start->v = SAR_NEW(integrator->arena, integrator->problem->n.nv, double);
  start->u = SAR_NEW(integrator->arena, sar_stage_unknowns(&integrator->stage), double);
  if (status == SAR_OK && (!start->v || !start->u)) return sar_report_no_memory(integrator->context);
  return status;
}

void sar_radau_start_destroy(SarIntegrator *integrator, SarRadauStart *start) {
  void *own = integrator->engine;
  integrator->engine = start->engine;
  sar_family_radau.destroy(integrator);
  integrator->engine = own;
}

/* Where the index-1 system has no answer the step stays as it is. */
static SarStatus settle(SarIntegrator *integrator, SarRadauStart *start) {
  const SarProblem *problem = integrator->problem;
  SarExplicit *e = &start->explicit;
  SarNode *trial = sar_history_trial(&integrator->history);
  if (integrator->stage.si2 || problem->n.np == 0) return SAR_OK; /* velocities satisfy all constraints already */
  size_t velocities = (size_t)problem->n.nv * sizeof(double), unknowns = (size_t)trial->nu * sizeof(double);
  memcpy(start->v, trial->v, velocities);
  memcpy(start->u, trial->u, unknowns);
  SarPoint at = sar_node_point(problem, trial);
  SarStatus status = sar_index1_factor(&e->index1, &at);
  if (status == SAR_OK) status = sar_explicit_project_velocities(e, trial);
  if (status == SAR_OK) status = sar_explicit_evaluate(e, trial, NULL);
  if (status <= 0) return status;
  memcpy(trial->v, start->v, velocities);
  memcpy(trial->u, start->u, unknowns);
  return SAR_OK;
}

SarStatus sar_radau_start_step(SarIntegrator *integrator, SarRadauStart *start, double h) {
  void *own = integrator->engine;
  integrator->engine = start->engine;
  sar_family_radau.start(integrator);
  SarStatus status = sar_family_radau.attempt(integrator, h);
  integrator->engine = own;
  if (status == SAR_OK) status = settle(integrator, start);
  sar_newton_forget(&integrator->newton); /* its matrix is no longer the one that is factorised */
  return status;
}
