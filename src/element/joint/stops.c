/* Stops of a joint coordinate x: two one-sided springs with dampers, the law of the function BISTOP.
 *
 *   below   F = max(0, k g^e - STEP(g, 0, 0, d, c) x')     g = lower - x
 *   above   F = min(0, -k g^e - STEP(g, 0, 0, d, c) x')    g = x - upper
 *
 * with k = stiffness d^(1 - e), so that the stiffness has one unit whatever the exponent is: it is that of a linear
 * stop with the same force at the depth d. A stop never pulls. */
#include "element/joint/passive.h"

bool sar_stops_wanted(const SarPassive *p) { return sar_passive_of_coordinate(p, "stops")->given; }

const SarValue *sar_stops_missing(const SarPassive *p) {
  static const char *const fields[] = {"stop_stiffness", "stop_damping", "stop_depth", "stop_exponent"};
  for (int32_t i = 0; i < SAR_COUNT(fields) && !sar_stops_wanted(p); i++) {
    const SarValue *value = sar_passive_of_coordinate(p, fields[i]);
    if (value->given) return value;
  }
  return NULL;
}

static double number(const SarPassive *p, const char *field) { return sar_passive_of_coordinate(p, field)->real; }

SarStatus sar_stops_declare(const SarPassive *p) {
  SarContext *context = p->b->context;
  const SarValue *stops = sar_passive_of_coordinate(p, "stops");
  SarUnknown unknown;
  if (stops->nlist != 2 || !(stops->list[0] < stops->list[1])) {
    return sar_report(context, SAR_INPUT, stops->source, p->b->name, "write [lower, upper]",
                      "stops are two numbers, the second above the first");
  }
  if (!(number(p, "stop_stiffness") > 0)) {
    return sar_report(context, SAR_INPUT, stops->source, p->b->name, "give a positive `stop_stiffness`",
                      "the stops have no stiffness");
  }
  if (!(number(p, "stop_damping") >= 0) || !(number(p, "stop_exponent") >= 1)) {
    return sar_report(context, SAR_INPUT, stops->source, p->b->name,
                      "give a damping of zero or more and an exponent of one or more",
                      "the stops have a negative damping, or an exponent below one");
  }
  bool depth_used = number(p, "stop_damping") > 0 || number(p, "stop_exponent") > 1;
  if (depth_used && !(number(p, "stop_depth") > 0)) {
    return sar_report(context, SAR_INPUT, stops->source, p->b->name, "give a positive `stop_depth`",
                      "the damping or the exponent of the stops needs the depth to which it refers");
  }
  const char *label = sar_arena_printf(p->b->arena, "%s_stop", p->coordinate->name);
  if (!label) return sar_report_no_memory(context);
  return p->b->ops->algebraic(p->b, label, 0, &unknown);
}

/* max(0, k g^e + STEP(g, 0, 0, d, c) g') with g = max(0, depth): what presses out of one stop. Outside, the outer max
 * compares the depth, so that there is a kink where contact begins and nowhere before. */
static const SarExpr *push(const SarPassive *p, const SarExpr *depth, const SarExpr *depth_rate) {
  SarArena *arena = p->b->arena;
  const SarExpr *zero = sar_expr_constant(arena, 0);
  const SarExpr *g = sar_node_binary(arena, SAR_EXPR_MAX, depth, zero);
  double k = number(p, "stop_stiffness"), c = number(p, "stop_damping"), e = number(p, "stop_exponent");
  double d = number(p, "stop_depth");
  const SarExpr *spring = sar_expr_multiply(arena, sar_expr_constant(arena, e > 1 ? k * d : k), g);
  if (e > 1) {
    const SarExpr *ratio = sar_sym_div(arena, g, sar_expr_constant(arena, d));
    const SarExpr *power = sar_node_binary(arena, SAR_EXPR_POWER, ratio, sar_expr_constant(arena, e));
    spring = sar_expr_multiply(arena, sar_expr_constant(arena, k * d), power);
  }
  if (c == 0) return spring;
  const SarExpr *ramp = sar_expr_multiply(arena, sar_expr_constant(arena, c), sar_equation_step(arena, depth, 0, d));
  const SarExpr *force = sar_expr_add(arena, spring, sar_expr_multiply(arena, ramp, depth_rate));
  const SarExpr *compared = sar_node_ternary(arena, SAR_EXPR_SELECT, depth, force, depth);
  return sar_node_binary(arena, SAR_EXPR_MAX, compared, zero);
}

SarStatus sar_stops_build(const SarPassive *p, SarUnknown unknown) {
  SarBuilder *b = p->b;
  SarArena *arena = b->arena;
  const double *limits = sar_passive_of_coordinate(p, "stops")->list;
  const SarExpr *below = sar_sym_sub(arena, sar_expr_constant(arena, limits[0]), p->value);
  const SarExpr *above = sar_sym_sub(arena, p->value, sar_expr_constant(arena, limits[1]));
  const SarExpr *force = sar_sym_sub(arena, push(p, below, sar_sym_neg(arena, p->rate)), push(p, above, p->rate));
  SAR_TRY(b->ops->kinks(b, force));
  SAR_TRY(sar_equation_equal(b, unknown.row, unknown.value, force));
  SAR_TRY(b->ops->work(b, unknown.value, p->rate, SAR_POWER_WORK));
  return sar_passive_offer(p, "stop", unknown.value);
}
