/* Energies and powers (numerics, section 5). V: gravity and conservative springs; dissipation: dampers; work: all other
 * applied forces, and motions with lambda^T Phi_t (rows A v + b: mu^T b). */
#include "element/force/law.h"
#include "system/compiled.h"
#include "system/parts.h"
#include "system/user/evaluate.h"
#include "system/workspace.h"

static void bodies(const SarWorkspace *m, SarEnergies *e) {
  const SarSystem *s = m->system;
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBody *body = &s->bodies[b];
    const SarKin *k = &m->kin[b];
    e->kinetic += 0.5 * (body->mass * sar_dot(k->v, k->v) + sar_dot(k->w, sar_mul(&body->inertia, k->w)));
    e->potential -= body->mass * sar_dot(s->gravity, k->r);
  }
}

double sar_workspace_relation_power(const SarWorkspace *m, const SarRelationRow *row, const SarPoint *at) {
  double function[3];
  if (!row->function) return 0;
  if (row->level == SAR_LEVEL_ACCELERATION) return -row->scale * at->mu[row->row] * at->x[row->state];
  sar_workspace_function(m, row, at->t, function);
  return row->level == SAR_LEVEL_POSITION ? -row->scale * at->lambda[row->row] * function[1]
                                          : -row->scale * at->mu[row->row] * function[0];
}

static void motions(const SarWorkspace *m, const SarPoint *at, SarEnergies *e) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) e->work += sar_workspace_relation_power(m, &s->relations[i], at);
}

SarStatus sar_workspace_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  sar_workspace_place(m, at->q, at->v);
  return sar_workspace_energy_here(m, at, out);
}

static SarStatus ask(const SarWorkspace *m, const SarPoint *at, SarEnergyAsked what, SarEnergies *out) {
  SarWorkspace asked = *m;
  asked.asked = what;
  return sar_workspace_energy(&asked, at, out);
}

SarStatus sar_workspace_powers(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  return ask(m, at, SAR_ENERGY_POWERS, out);
}

SarStatus sar_workspace_stored(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  return ask(m, at, SAR_ENERGY_STORED, out);
}

SarStatus sar_workspace_energy_here(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  const SarSystem *s = m->system;
  SarEnergies e = {0};
  if (m->asked != SAR_ENERGY_POWERS) bodies(m, &e);
  if (s->has_power && m->asked != SAR_ENERGY_STORED) motions(m, at, &e);
  for (int32_t i = 0; i < s->nlaws; i++) {
    SarCoordinateValue value = sar_workspace_coordinate(m, s->laws[i].coordinate, at->t);
    const SarLawSetup *law = &s->laws[i].law;
    double force = sar_law_evaluate(law, value.y, value.rate, at->t, m->scratch).force;
    SarEnergy energy = sar_law_energy(law, value.y, value.rate, force);
    e.potential += energy.potential;
    e.dissipation += energy.dissipation;
    e.work += energy.work;
  }
  for (int32_t i = 0; i < s->nforces; i++) {
    const SarForce *force = &s->forces[i];
    SarEnergy energy = {0};
    force->class->energy(force->param, at->t, &m->kin[force->a], &m->kin[force->b], &energy);
    e.potential += energy.potential;
    e.dissipation += energy.dissipation;
    e.work += energy.work;
  }
  sar_parts_add_energy(m, at, &e);
  sar_user_energy(m, at, &e);
  *out = e;
  return SAR_OK;
}
