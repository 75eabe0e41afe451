/* What element classes made of equations share. */
#include "element/equations.h"

#include <ctype.h>
#include <string.h>

#include "base/units.h"
#include "element/measure/measure.h"
#include "expr/order.h"

SarStatus sar_equation_made(SarBuilder *b, const SarExpr *f) { return f ? SAR_OK : sar_report_no_memory(b->context); }

SarStatus sar_equation_bind(SarBuilder *b, const SarExpr *f, const SarExpr **out) {
  const SarExpr *const time_only[1] = {NULL};
  return b->ops->bind(b, f, time_only, out);
}

SarStatus sar_equation_equal(SarBuilder *b, int32_t row, const SarExpr *left, const SarExpr *right) {
  const SarExpr *f = sar_sym_sub(b->arena, left, right);
  SAR_TRY(sar_equation_made(b, f));
  return b->ops->residual(b, row, f);
}

/* ---- units of the user's own ---- */

#define LONGEST_LABEL 20

SarStatus sar_equation_offer_labelled(SarBuilder *b, const char *quantity, const SarValue *unit, const SarExpr *f) {
  if (!unit->given) return b->ops->offer(b, quantity, "", f);
  const char *label = sar_arena_printf(b->arena, "%c%s", SAR_UNIT_LABEL, unit->text);
  return label ? b->ops->offer(b, quantity, label, f) : sar_report_no_memory(b->context);
}

/* It stands in the second line of CSV files. */
SarStatus sar_equation_check_label(SarContext *context, const char *name, const char *whose, const SarValue *unit) {
  if (!unit->given) return SAR_OK;
  size_t length = strlen(unit->text);
  bool plain = length > 0 && length <= LONGEST_LABEL;
  for (size_t i = 0; plain && i < length; i++)
    plain = isgraph((unsigned char)unit->text[i]) && !strchr(",\"#", unit->text[i]);
  if (plain) return SAR_OK;
  return sar_report(context, SAR_INPUT, unit->source, name, "write it like mm/s^2, without blanks and commas",
                    "the unit of %s has 1 to %d plain letters", whose, LONGEST_LABEL);
}

/* ---- where a word stands ---- */

static bool is_before(SarSource a, SarSource b) {
  return b.line == 0 || a.line < b.line || (a.line == b.line && a.column < b.column);
}

SarSource sar_equation_place(const SarExpr *f, bool (*wanted)(void *self, const SarExpr *node), void *self,
                             SarSource otherwise) {
  SarSource first = sar_nowhere();
  SarOrder order;
  if (!f || !sar_order_make(&f, 1, &order)) return otherwise;
  for (int32_t i = 0; i < order.count; i++) {
    const SarExprPlace *place = sar_expr_place(order.nodes[i]);
    bool name = order.nodes[i]->operation == SAR_EXPR_VARIABLE && place && place->source.line > 0;
    if (name && is_before(place->source, first) && wanted(self, order.nodes[i])) first = place->source;
  }
  sar_order_release(&order);
  return first.line > 0 ? first : otherwise;
}

typedef struct Forbidden {
  SarBuilder *b;
  uint32_t content;
} Forbidden;

static bool contains(void *self, const SarExpr *node) {
  const Forbidden *forbidden = self;
  const SarExpr *bound;
  if (sar_equation_bind(forbidden->b, node, &bound) != SAR_OK) return false;
  return (forbidden->b->ops->content(forbidden->b, bound) & forbidden->content) != 0;
}

SarStatus sar_equation_forbid(SarBuilder *b, const SarValue *value, const SarExpr *f, uint32_t forbidden,
                              const char *what, const char *remedy) {
  static const struct {
    SarContent bit;
    const char *words;
  } kinds[] = {
      {SAR_HAS_VELOCITY, "a velocity"},
      {SAR_HAS_ACCELERATION, "an acceleration"},
      {SAR_HAS_MULTIPLIER, "a reaction force"},
      {SAR_HAS_STATE_RATE, "the rate of a state"},
      {SAR_HAS_STATE, "a state"},
      {SAR_HAS_VARIABLE, "a variable or an unknown force"},
      {SAR_HAS_POSITION, "a position"},
      {SAR_HAS_TIME, "the time"},
  };
  uint32_t content = b->ops->content(b, f), found = content & forbidden;
  if (content & SAR_HAS_ANYTHING) return sar_report_no_memory(b->context);
  for (int32_t i = 0; found && i < SAR_COUNT(kinds); i++) {
    if (!(found & (uint32_t)kinds[i].bit)) continue;
    Forbidden search = {b, (uint32_t)kinds[i].bit};
    SarSource source = sar_equation_place(value->function[0], contains, &search, value->source);
    return sar_report(b->context, SAR_INPUT, source, b->name, remedy, "%s cannot contain %s", what, kinds[i].words);
  }
  return SAR_OK;
}

bool sar_equation_speaks(const SarExpr *f) { return sar_expr_depends_on_far(f); }

SarStatus sar_equation_declare_component(SarBuilder *b, const char *label, const SarExpr *f) {
  SarUnknown unknown;
  return sar_equation_speaks(f) ? b->ops->algebraic(b, label, 0, &unknown) : SAR_OK;
}

SarStatus sar_equation_component(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, int32_t *next,
                                 const SarExpr **out) {
  if (!sar_equation_speaks(f)) return b->ops->bind(b, f, local, out);
  *out = b->ops->declared(b, (*next)++).value;
  return SAR_OK;
}

SarStatus sar_equation_component_law(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, int32_t *next) {
  const SarExpr *bound;
  if (!sar_equation_speaks(f)) return SAR_OK;
  SAR_TRY(b->ops->bind(b, f, local, &bound));
  SarUnknown unknown = b->ops->declared(b, (*next)++);
  return sar_equation_equal(b, unknown.row, unknown.value, bound);
}

SarStatus sar_equation_offer3(SarBuilder *b, const char *const names[3], const char *unit, SarSym3 vector) {
  for (int i = 0; i < 3; i++) {
    SAR_TRY(sar_equation_made(b, vector.e[i]));
    SAR_TRY(b->ops->offer(b, names[i], unit, vector.e[i]));
  }
  return SAR_OK;
}

SarStatus sar_equation_offer_action(SarBuilder *b, const SarAction *action) {
  static const char *const forces[2][3] = {{"fx", "fy", "fz"}, {"fx2", "fy2", "fz2"}};
  static const char *const torques[2][3] = {{"tx", "ty", "tz"}, {"tx2", "ty2", "tz2"}};
  for (int side = 0; side < 2; side++) {
    SAR_TRY(sar_equation_offer3(b, forces[side], "N", action->force[side]));
    SAR_TRY(sar_equation_offer3(b, torques[side], "N*m", action->torque[side]));
  }
  return SAR_OK;
}

SarSym3 sar_equation_point_velocity(SarArena *arena, const SarSymbolFrame *frame, SarSym3 point) {
  SarSym3 arm = sar_sym3_sub(arena, point, frame->point);
  return sar_sym3_add(arena, frame->velocity, sar_sym3_cross(arena, frame->omega, arm));
}

/* Each is the angle of an axis of frame i about z of a frame whose axes are those of frame j in another order. */
typedef struct Plane {
  int column[3]; /* which axes of frame j are x, y and z of the frame that the angle is measured in */
  bool reversed; /* its y */
  int arm;       /* axis of frame i */
} Plane;

SarStatus sar_equation_axis_angle(SarBuilder *b, const SarSide *i, const SarSide *j, int axis, const SarExpr **out) {
  static const Plane planes[3] = {{{2, 1, 0}, true, 2}, {{2, 0, 1}, false, 2}, {{0, 1, 2}, false, 0}};
  const Plane *plane = &planes[axis];
  SarSide about = *j;
  SarVec3 y = sar_column(&j->axes, plane->column[1]);
  if (plane->reversed) y = sar_sub(sar_vec3(0, 0, 0), y); /* without -0, which atan2 would see */
  about.axes = sar_mat3_columns(sar_column(&j->axes, plane->column[0]), y, sar_column(&j->axes, plane->column[2]));
  return b->ops->angle(b, &about, i, plane->arm, out);
}

const SarExpr *sar_equation_step(SarArena *arena, const SarExpr *x, double x0, double x1) {
  const SarExpr *zero = sar_expr_constant(arena, 0), *one = sar_expr_constant(arena, 1);
  const SarExpr *D =
      sar_sym_div(arena, sar_sym_sub(arena, x, sar_expr_constant(arena, x0)), sar_expr_constant(arena, x1 - x0));
  D = sar_node_binary(arena, SAR_EXPR_MIN, sar_node_binary(arena, SAR_EXPR_MAX, D, zero), one);
  const SarExpr *twice = sar_expr_multiply(arena, sar_expr_constant(arena, 2), D);
  const SarExpr *factor = sar_sym_sub(arena, sar_expr_constant(arena, 3), twice);
  return sar_expr_multiply(arena, sar_expr_multiply(arena, D, D), factor);
}

const SarExpr *sar_equation_combine(SarArena *arena, const double *coefficients, const SarExpr *const *terms,
                                    int32_t count) {
  const SarExpr *sum = sar_expr_constant(arena, 0);
  for (int32_t i = 0; i < count; i++) {
    if (coefficients[i] == 0) continue;
    sum = sar_expr_add(arena, sum, sar_expr_multiply(arena, sar_expr_constant(arena, coefficients[i]), terms[i]));
  }
  return sum;
}
