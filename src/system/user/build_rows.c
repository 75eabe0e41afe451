/* Equations as parts of rows. A force is written by its power: with the virtual power F u, u linear in the velocities,
 * the generalised force on coordinate j is F du/dv_j. So are the reactions of constraints: Phi_q^T lambda is the
 * gradient of lambda dPhi/dt by the velocities. */
#include "element/equations.h"
#include "system/user/user.h"

static SarStatus no_memory(SarBuilder *b) { return sar_report_no_memory(b->context); }

static void append_to_chain(SarUserChain *chain, int32_t item) {
  if (chain->first < 0) chain->first = item;
  chain->last = item;
}

SarStatus sar_builder_residual(SarBuilder *b, int32_t row, const SarExpr *f) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  if (!f) return no_memory(b);
  SarUserTerm *term =
      sar_system_append(x->build->system, &u->terms, &u->nterms, &u->capacity[SAR_USER_TERMS], sizeof *term);
  if (!term) return no_memory(b);
  *term = (SarUserTerm){row, x->element, f};
  return SAR_OK;
}

/* factor * d(velocity)/dv_j on the dynamics row of every coordinate j that `velocity` depends on. */
static SarStatus add_generalised(SarBuilder *b, const SarExpr *factor, const SarExpr *velocity) {
  const SarSymbols *symbols = &sar_builder_of(b)->build->user->symbols;
  SarDependence on;
  if (!sar_symbols_dependence(symbols, velocity, &on)) return no_memory(b);
  for (int32_t i = 0; i < on.nvelocity; i++) {
    const SarExpr *part = sar_symbols_by_velocity(symbols, velocity, on.velocity[i]);
    if (part && sar_node_is(part, 0)) continue;
    int32_t row = sar_symbol_of_acceleration(symbols->nbodies, on.velocity[i]);
    SAR_TRY(sar_builder_residual(b, row, sar_expr_multiply(symbols->arena, factor, part)));
  }
  return SAR_OK;
}

/* ---- constraints ---- */

static const char *row_name(const char *name) { return name ? name : "its equation"; }

/* Columns multiplier, multiplier2, ...: a force, or a torque. */
static SarStatus offer_multiplier(SarBuilder *b, int32_t multiplier, bool rotation) {
  SarBuilderOf *x = sar_builder_of(b);
  const SarUser *u = x->build->user;
  int32_t count = 0;
  for (int32_t i = u->nconstraints - 1; i >= 0 && u->constraints[i].element == x->element; i--) count++;
  const char *name = count == 1 ? "multiplier" : sar_arena_printf(b->arena, "multiplier%d", (int)count);
  const SarExpr *value = sar_expr_variable(b->arena, multiplier);
  if (!name) return no_memory(b);
  return b->ops->offer(b, name, rotation ? "N*m" : "N",
                       rotation ? sar_expr_multiply(b->arena, sar_expr_constant(b->arena, b->length), value) : value);
}

static SarStatus add_constraint(SarBuilder *b, const char *name, int32_t multiplier, bool rotation, const SarExpr *f) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  SarUserConstraint *constraint = sar_system_append(x->build->system, &u->constraints, &u->nconstraints,
                                                    &u->capacity[SAR_USER_CONSTRAINTS], sizeof *constraint);
  if (!constraint) return no_memory(b);
  *constraint = (SarUserConstraint){x->element, multiplier, row_name(name), f, -1};
  SarUserChain *chain = &x->build->constraints[x->element];
  if (chain->last >= 0) u->constraints[chain->last].next = u->nconstraints - 1;
  append_to_chain(chain, u->nconstraints - 1);
  SAR_TRY(offer_multiplier(b, multiplier, rotation));
  return sar_builder_residual(b, multiplier, f);
}

static const SarExpr *scaled(SarBuilder *b, bool rotation, const SarExpr *f) {
  return rotation ? sar_expr_multiply(b->arena, sar_expr_constant(b->arena, b->length), f) : f;
}

/* The first row of a joint that keeps things in touch. */
static SarStatus note_pressing(SarBuilder *b, int32_t row) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  bool presses = b->class->joint && b->class->joint->presses && x->build->constraints[x->element].first < 0;
  if (!presses) return SAR_OK;
  SarPressing *slot =
      sar_system_append(x->build->system, &u->pressing, &u->npressing, &u->capacity[SAR_USER_PRESSING], sizeof *slot);
  if (!slot) return no_memory(b);
  *slot = (SarPressing){x->element, row};
  return SAR_OK;
}

SarStatus sar_builder_holonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  SarBuilderOf *x = sar_builder_of(b);
  SarSystem *s = x->build->system;
  const SarSymbols *symbols = &x->build->user->symbols;
  SAR_TRY(sar_user_check_constraint(b, f, true));
  uint32_t content = sar_symbols_content(f);
  if (content & SAR_HAS_ANYTHING) return no_memory(b);
  if (content & ~(uint32_t)(SAR_HAS_TIME | SAR_HAS_POSITION)) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name,
                      "write it as `velocity:` if it is linear in velocities; states and variables cannot be held by a "
                      "constraint",
                      "a holonomic equation contains more than positions and time");
  }
  f = scaled(b, rotation, f);
  if (!f || sar_system_add_row(s, x->element, row_name(name)) < 0) return no_memory(b);
  int32_t multiplier = sar_symbol(SAR_SYMBOL_LAMBDA, s->nposition++);
  SAR_TRY(note_pressing(b, s->nposition - 1));
  const SarExpr *rate = sar_symbols_by_time(symbols, f);
  if (!rate) return no_memory(b);
  s->has_power = true;
  SAR_TRY(add_constraint(b, name, multiplier, rotation, f));
  return add_generalised(b, sar_expr_variable(b->arena, multiplier), rate);
}

typedef struct OfVelocity {
  SarBuilder *b;
  int32_t velocity;
} OfVelocity;

static bool depends(void *self, const SarExpr *node) {
  const OfVelocity *of = self;
  const SarSymbols *symbols = &sar_builder_of(of->b)->build->user->symbols;
  const SarExpr *f;
  if (of->b->ops->bind(of->b, node, (const SarExpr *const[1]){NULL}, &f) != SAR_OK) return false;
  const SarExpr *coefficient = sar_symbols_by_velocity(symbols, f, of->velocity);
  return coefficient && !sar_node_is(coefficient, 0);
}

/* Where the element's expression names a velocity; the element itself where it has no such field. */
static SarSource place_of_velocity(SarBuilder *b, int32_t velocity) {
  int32_t field = sar_field_index(b->class, "velocity");
  bool written = field >= 0 && b->class->fields[field].kind == SAR_FIELD_FUNCTION && b->values[field].given;
  if (!written) return b->source;
  return sar_equation_place(b->values[field].function[0], depends, &(OfVelocity){b, velocity}, b->source);
}

/* Linear in the velocities: no coefficient of one depends on any. */
static SarStatus check_linear(SarBuilder *b, const SarExpr *f) {
  const SarSymbols *symbols = &sar_builder_of(b)->build->user->symbols;
  SarDependence on;
  if (!sar_symbols_dependence(symbols, f, &on)) return no_memory(b);
  for (int32_t i = 0; i < on.nvelocity; i++) {
    const SarExpr *coefficient = sar_symbols_by_velocity(symbols, f, on.velocity[i]);
    uint32_t content = coefficient ? sar_symbols_content(coefficient) : SAR_HAS_ANYTHING;
    if (content & SAR_HAS_ANYTHING) return no_memory(b);
    if (!(content & SAR_HAS_VELOCITY)) continue;
    return sar_report(b->context, SAR_INPUT, place_of_velocity(b, on.velocity[i]), b->name,
                      "a constraint on velocities has the form A(q, t) v + b(q, t) = 0",
                      "the equation is not linear in the velocities");
  }
  if (on.nvelocity) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, b->source, b->name, "write it as `position:`",
                    "an equation for velocities contains none");
}

SarStatus sar_builder_nonholonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  SarBuilderOf *x = sar_builder_of(b);
  uint32_t allowed = SAR_HAS_TIME | SAR_HAS_POSITION | SAR_HAS_VELOCITY;
  SAR_TRY(sar_user_check_constraint(b, f, false));
  uint32_t content = sar_symbols_content(f);
  if (content & SAR_HAS_ANYTHING) return no_memory(b);
  if (content & ~allowed) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name, "use positions, velocities and time only",
                      "an equation for velocities contains accelerations, states, reactions or variables");
  }
  SAR_TRY(check_linear(b, f));
  f = scaled(b, rotation, f);
  if (!f) return no_memory(b);
  int32_t multiplier = sar_symbol(SAR_SYMBOL_MU, x->build->system->nvelocity++);
  x->build->system->has_power = true;
  SAR_TRY(add_constraint(b, name, multiplier, rotation, f));
  return add_generalised(b, sar_expr_variable(b->arena, multiplier), f);
}

/* ---- forces ---- */

SarStatus sar_builder_work(SarBuilder *b, const SarExpr *force, const SarExpr *velocity, SarPowerKind kind) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  const SarExpr *power = sar_expr_multiply(b->arena, force, velocity), *factor = sar_sym_neg(b->arena, force);
  SarUserPower *slot =
      sar_system_append(x->build->system, &u->powers, &u->npowers, &u->capacity[SAR_USER_POWERS], sizeof *slot);
  if (!slot || !power || !factor) return no_memory(b);
  *slot = (SarUserPower){x->element, kind, force, velocity, power, -1};
  SarUserChain *chain = &x->build->powers[x->element];
  if (chain->last >= 0) u->powers[chain->last].next = u->npowers - 1;
  append_to_chain(chain, u->npowers - 1);
  x->build->system->has_power = true;
  return add_generalised(b, factor, velocity);
}

SarStatus sar_builder_store(SarBuilder *b, const SarExpr *energy) {
  SarBuilderOf *x = sar_builder_of(b);
  SarUser *u = x->build->user;
  const SarExpr *rate;
  SAR_TRY(b->ops->rate(b, energy, &rate));
  SarUserStore *slot =
      sar_system_append(x->build->system, &u->stores, &u->nstores, &u->capacity[SAR_USER_STORES], sizeof *slot);
  if (!slot) return no_memory(b);
  *slot = (SarUserStore){x->element, energy, rate};
  return SAR_OK;
}

/* Lagrange: d/dt(dT/dv_j) - dT/dq_j. Bodies have their kinetic energy from their masses, so T is of scalar coordinates.
 */
SarStatus sar_builder_kinetic(SarBuilder *b, const SarExpr *energy) {
  SarUser *u = sar_builder_of(b)->build->user;
  const SarSymbols *symbols = &u->symbols;
  SarDependence on;
  if (!sar_symbols_dependence(symbols, energy, &on)) return no_memory(b);
  for (int32_t i = 0; i < on.nvelocity; i++) {
    const SarExpr *momentum = sar_symbols_by_velocity(symbols, energy, on.velocity[i]);
    const SarExpr *rate = momentum ? sar_symbols_by_time(symbols, momentum) : NULL;
    SAR_TRY(sar_builder_residual(b, sar_symbol_of_acceleration(symbols->nbodies, on.velocity[i]), rate));
    const SarExpr *mass = sar_symbols_by_velocity(symbols, momentum, on.velocity[i]);
    if (!mass) return no_memory(b);
    if (!sar_expr_is_constant(mass, NULL)) u->coordinates[on.velocity[i] - 6 * symbols->nbodies].mass = mass;
  }
  for (int32_t i = 0; i < on.nposition; i++) {
    const SarExpr *gradient = sar_symbols_by_position(symbols, energy, on.position[i]);
    if (gradient && sar_node_is(gradient, 0)) continue;
    const SarExpr *part = sar_sym_neg(b->arena, gradient);
    SAR_TRY(sar_builder_residual(b, sar_symbol_of_acceleration(symbols->nbodies, on.position[i]), part));
  }
  u->kinetic = u->kinetic ? sar_expr_add(b->arena, u->kinetic, energy) : energy;
  return u->kinetic ? SAR_OK : no_memory(b);
}
