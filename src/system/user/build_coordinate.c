/* The coordinates of joints and springs in symbols, turns of angles included. */
#include "system/user/user.h"

static bool note_turn(SarUserBuild *build, int32_t coordinate) {
  SarUser *u = build->user;
  int32_t *read = &build->system->coordinates[coordinate].read_turn;
  if (*read) return true;
  int32_t *slot = sar_system_append(build->system, &u->turns, &u->nturns, &u->capacity[SAR_USER_TURNS], sizeof *slot);
  if (!slot) return false;
  *slot = coordinate;
  *read = u->nturns;
  return true;
}

const SarExpr *sar_user_coordinate(SarUserBuild *build, int32_t coordinate) {
  const SarSymbols *symbols = &build->user->symbols;
  SarArena *arena = symbols->arena;
  const SarCoordinate *y = &build->system->coordinates[coordinate];
  const SarExpr *value = sar_symbols_primitive(symbols, y->class, &y->data, y->a, y->b);
  value = sar_sym_sub(arena, value, sar_expr_constant(arena, y->offset));
  value = sar_expr_multiply(arena, sar_expr_constant(arena, y->sign), value);
  if (y->turns < 0) return value;
  if (!note_turn(build, coordinate)) return NULL;
  return sar_expr_add(arena, value, sar_symbols_variable(symbols, SAR_SYMBOL_TURN, coordinate));
}

SarStatus sar_builder_angle(SarBuilder *b, const SarSide *about, const SarSide *of, int arm, const SarExpr **out) {
  SarUserBuild *build = sar_builder_of(b)->build;
  int32_t coordinate = sar_system_add_coordinate(build->system, sar_system_angle(about, of, (SarAxisName)arm));
  *out = coordinate < 0 ? NULL : sar_user_coordinate(build, coordinate);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
