/* Elements of equations that a phase has taken out of the mechanism: they keep their unknowns and what they measure,
 * but hold nothing and act on nothing. Their forces are zero. */
#include <string.h>

#include "system/user/user.h"

static const SarExpr *zero(SarBuilder *b) { return sar_expr_constant(b->arena, 0); }

/* Forces, torques, powers: units in which there is a newton. */
static bool is_load(const char *unit) { return strncmp(unit, "N", 1) == 0; }

static const SarBuilderOps *spoken(SarBuilder *b) { return sar_builder_of(b)->build->ops; }

static SarStatus offer(SarBuilder *b, const char *quantity, const char *unit, const SarExpr *f) {
  const SarModel *model = sar_builder_of(b)->build->system->model;
  const SarModelElement *element = &model->elements[sar_builder_of(b)->element];
  if (strcmp(unit, "?") == 0) unit = sar_model_quantity_unit(model, element, quantity);
  return spoken(b)->offer(b, quantity, unit, is_load(unit) ? zero(b) : f);
}

/* The equations of its own unknowns stay. */
static SarStatus residual(SarBuilder *b, int32_t row, const SarExpr *f) {
  SarSymbolKind kind = sar_symbol_kind(row);
  bool own = kind == SAR_SYMBOL_Z || kind == SAR_SYMBOL_XDOT;
  return own ? sar_builder_residual(b, row, f) : SAR_OK;
}

/* No row, but the column of its multiplier. */
static SarStatus constraint(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  SarUserBuild *build = sar_builder_of(b)->build;
  int32_t count = 1;
  (void)name, (void)f;
  for (int32_t i = build->offers[sar_builder_of(b)->element]; i >= 0; i = build->user->offers[i].next) {
    count += strncmp(build->user->offers[i].quantity, "multiplier", 10) == 0;
  }
  const char *quantity = count == 1 ? "multiplier" : sar_arena_printf(b->arena, "multiplier%d", (int)count);
  if (!quantity) return sar_report_no_memory(b->context);
  return offer(b, quantity, rotation ? "N*m" : "N", zero(b));
}

static SarStatus work(SarBuilder *b, const SarExpr *force, const SarExpr *velocity, SarPowerKind kind) {
  (void)kind;
  return force && velocity ? SAR_OK : sar_report_no_memory(b->context);
}

static SarStatus kinks(SarBuilder *b, const SarExpr *f) {
  (void)b, (void)f;
  return SAR_OK;
}

void sar_builder_silence(SarBuilderOps *ops) {
  ops->offer = offer;
  ops->residual = residual;
  ops->holonomic = ops->nonholonomic = constraint;
  ops->work = work;
  ops->kinks = kinks;
}
