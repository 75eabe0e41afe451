#include "expr/switches.h"

#include <math.h>

#include "expr/order.h"
#include "expr/parser.h"
#include "expr/spline.h"

enum { REMEMBERED = 8 };

typedef struct Search {
  SarContext *context;
  SarArena *arena;
  const SarSwitchVisitor *visitor;
  const SarExpr *last[REMEMBERED]; /* crossings of kinks */
  int32_t nkinks;
} Search;

static bool is_same(const SarExpr *a, const SarExpr *b) {
  if (a == b) return true;
  return a->operation == SAR_EXPR_CONSTANT && b->operation == SAR_EXPR_CONSTANT && a->value == b->value;
}

/* Definitions ask for the same kink in several nodes, close together: once is enough. */
static bool is_known_kink(Search *s, const SarExpr *crossing) {
  for (int32_t i = 0; i < REMEMBERED && i < s->nkinks; i++) {
    const SarExpr *other = s->last[i];
    bool same = other->operation == crossing->operation && other->narguments == crossing->narguments &&
                other->operation != SAR_EXPR_SPLINE && other->operation != SAR_EXPR_PICK && crossing->narguments > 0;
    for (int32_t k = 0; same && k < crossing->narguments; k++) {
      same = is_same(other->arguments[k], crossing->arguments[k]);
    }
    if (same || other == crossing) return true;
  }
  s->last[s->nkinks % REMEMBERED] = crossing;
  s->nkinks++;
  return false;
}

static SarStatus found_kink(Search *s, const SarExpr *node, const SarExpr *crossing) {
  if (!crossing) return sar_report_no_memory(s->context);
  if (!crossing->variables || is_known_kink(s, crossing)) return SAR_OK;
  SarSwitch kink = {.node = node, .kind = SAR_SWITCH_KINK, .crossing = crossing};
  return s->visitor->see(s->visitor->self, &kink);
}

/* A function that changes its sign where the node jumps. */
static const char *jump_rule(SarOperation operation) {
  switch (operation) {
    case SAR_EXPR_ATAN2: /* at no angle too, where it does not: its bounds know */
    case SAR_EXPR_SIGN: return "x";
    case SAR_EXPR_FLOOR:
    case SAR_EXPR_CEIL: return "sin(pi*x)";
    /* no jump at zero: there the factor x makes a second sign change of sin(pi x) */
    case SAR_EXPR_AINT: return "x*sin(pi*x)";
    case SAR_EXPR_ANINT: return "cos(pi*x)";
    case SAR_EXPR_MODULO: return "sin(pi*(x/y))";
    case SAR_EXPR_MOD: return "x*sin(pi*(x/y))"; /* no jump at zero, as aint */
    default: return "x - y";                     /* comparisons */
  }
}

/* With z for the node: where its value stands still. Null: it jumps at one place only. */
static const char *bounds_rule(SarOperation operation) {
  switch (operation) {
    case SAR_EXPR_FLOOR: return "(x - z)*(z + 1 - x)";
    case SAR_EXPR_CEIL: return "(x - z + 1)*(z - x)";
    case SAR_EXPR_AINT: return "(x - z + (z <= 0))*(z + (z >= 0) - x)";
    case SAR_EXPR_ANINT: return "(x - z + 1/2)*(z + 1/2 - x)";
    case SAR_EXPR_MODULO:
      return "z/y*(1 - z/y)"; /* at most 1/4, as for the others */
    /* from the cut, on one side, to half a right angle on the other: there it is the same for both sides, and the held
     * one goes on for as much again */
    case SAR_EXPR_ATAN2: return "(1 + sqrt(2))*x*_side(z) + y + hypot(x, y)";
    /* as AINT, of x/y: its mode is x/y - z/y, a whole number but for rounding */
    case SAR_EXPR_MOD: return "(z/y + ((x - z)/y < 1/2))*(((x - z)/y > -1/2) - z/y)";
    default: return NULL;
  }
}

static bool is_remainder(const SarExpr *node) {
  return node->operation == SAR_EXPR_MOD || node->operation == SAR_EXPR_MODULO;
}

static const SarExpr *mode_of(SarArena *arena, const SarExpr *node) {
  if (node->operation == SAR_EXPR_ATAN2) return sar_parse_rule(arena, "_side(atan2(x, y))", node->arguments);
  if (!is_remainder(node)) return node;
  return sar_parse_rule(arena, node->operation == SAR_EXPR_MOD ? "aint(x/y)" : "floor(x/y)", node->arguments);
}

static const SarExpr *difference(SarArena *arena, const SarExpr *f, double value) {
  return sar_node_binary(arena, SAR_EXPR_SUBTRACT, f, sar_expr_constant(arena, value));
}

/* A smooth table itself, or a derivative of it: what it does between the ends of a step. */
static SarStatus see_table(Search *s, const SarExpr *node) {
  const SarSplineTable *table = sar_spline_table(node->spline);
  SarInterval x = {table->x[0], table->x[table->nx - 1]}, z = {0, 0};
  if (table->nz > 1) z = (SarInterval){table->z[0], table->z[table->nz - 1]};
  SarInterval values = sar_spline_enclose(node->spline, node->detail, x, z);
  SarSwitch found = {.node = node, .kind = SAR_SWITCH_TABLE, .range = values.hi - values.lo, .crossing = node};
  return found.range > 0 && isfinite(found.range) ? s->visitor->see(s->visitor->self, &found) : SAR_OK;
}

/* The knots where the pieces of a table meet: those between curves in z, and its ends in x. */
static SarStatus see_spline(Search *s, const SarExpr *node) {
  const SarSplineTable *table = sar_spline_table(node->spline);
  const SarExpr *x = node->arguments[0], *z = node->arguments[1];
  SarSplineMethod method = sar_spline_method(node->detail);
  bool constant = table->extrapolation == SAR_EXTRAPOLATE_CONSTANT;
  if (method == SAR_SPLINE_LINEAR) { /* a kink at every point: one function for all of them */
    int32_t knots = sar_spline_detail(SAR_SPLINE_KNOTS, 0, 0);
    SAR_TRY(found_kink(s, node, sar_node_spline(s->arena, node->spline, knots, x, z)));
  } else {
    SAR_TRY(see_table(s, node));
  }
  if (method != SAR_SPLINE_LINEAR && !sar_spline_ends_are_smooth(node->spline, method)) {
    SAR_TRY(found_kink(s, node, difference(s->arena, x, table->x[0])));
    SAR_TRY(found_kink(s, node, difference(s->arena, x, table->x[table->nx - 1])));
  }
  int32_t first = constant ? 0 : 1;
  for (int32_t i = first; table->nz > 1 && i < table->nz - first; i++) {
    SAR_TRY(found_kink(s, node, difference(s->arena, z, table->z[i])));
  }
  return SAR_OK;
}

static SarStatus see_jump(Search *s, const SarExpr *node) {
  const SarExpr *x = node->arguments[0], *named[3] = {x, node->narguments > 1 ? node->arguments[1] : x, node};
  const char *rule = bounds_rule(node->operation);
  bool ignored = false;
  SarSwitch jump = {.node = node,
                    .kind = SAR_SWITCH_JUMP,
                    .crossing = sar_parse_rule(s->arena, jump_rule(node->operation), node->arguments),
                    .mode = mode_of(s->arena, node)};
  if (rule) jump.bounds = sar_parse_definition(s->arena, rule, "x y z", named, NULL, &ignored);
  if (!jump.crossing || !jump.mode || (rule && !jump.bounds)) return sar_report_no_memory(s->context);
  return jump.crossing->variables ? s->visitor->see(s->visitor->self, &jump) : SAR_OK;
}

static SarStatus see_node(Search *s, const SarExpr *node) {
  const SarExpr *const *arguments = node->arguments;
  if (!node->variables) return SAR_OK;
  if (sar_function_jumps(node->operation)) return see_jump(s, node);
  switch (node->operation) {
    case SAR_EXPR_ABS:
    case SAR_EXPR_SELECT: return found_kink(s, node, arguments[0]);
    case SAR_EXPR_MIN:
    case SAR_EXPR_MAX: return found_kink(s, node, sar_parse_rule(s->arena, "x - y", arguments));
    case SAR_EXPR_SPLINE: return see_spline(s, node);
    default: return SAR_OK;
  }
}

SarStatus sar_expr_switches(SarContext *context, SarArena *arena, const SarExpr *f, const SarSwitchVisitor *visitor) {
  SarOrder order;
  if (!f->variables) return SAR_OK;
  if (!sar_order_make(&f, 1, &order)) return sar_report_no_memory(context);
  Search search = {.context = context, .arena = arena, .visitor = visitor};
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < order.count && status == SAR_OK; i++) status = see_node(&search, order.nodes[i]);
  sar_order_release(&order);
  return status;
}

bool sar_expr_has_switches(const SarExpr *f) { return f->switches; }

/* ---- holding ---- */

typedef struct Holding {
  SarArena *arena;
  const SarHold *hold;
} Holding;

/* x - y n, with the whole number n of times held. */
static const SarExpr *hold_remainder(SarArena *arena, const SarExpr *now, const SarExpr *mode) {
  if (!is_remainder(now)) return now; /* its arguments have become constant */
  const SarExpr *whole = sar_node_binary(arena, SAR_EXPR_MULTIPLY, now->arguments[1], mode);
  return sar_node_binary(arena, SAR_EXPR_SUBTRACT, now->arguments[0], whole);
}

static const SarExpr *hold_angle(SarArena *arena, const SarExpr *now, const SarExpr *mode) {
  if (now->operation != SAR_EXPR_ATAN2) return now; /* its arguments have become constant */
  return sar_node_ternary(arena, SAR_EXPR_ANGLE, now->arguments[0], now->arguments[1], mode);
}

static const SarExpr *hold_node(void *self, const SarExpr *node, const SarExpr *now) {
  const Holding *h = self;
  if (node->operation == SAR_EXPR_IF && now->operation == SAR_EXPR_IF && now->arguments[0] != node->arguments[0]) {
    const SarExpr *held = sar_node_apply(h->arena, SAR_EXPR_HELD, now->arguments);
    return sar_node_ternary(h->arena, SAR_EXPR_IF, held, now->arguments[1], now->arguments[2]);
  }
  bool side = node->operation == SAR_EXPR_SIDE; /* of the bounds of an angle */
  if (!node->variables || (!side && !sar_function_jumps(node->operation))) return now;
  int32_t variable = h->hold->mode_of(h->hold->self, side ? node->arguments[0] : node, SAR_SWITCH_JUMP);
  if (variable < 0) return now;
  const SarExpr *mode = sar_expr_variable(h->arena, variable);
  if (mode && node->operation == SAR_EXPR_ATAN2) return hold_angle(h->arena, now, mode);
  return is_remainder(node) && mode ? hold_remainder(h->arena, now, mode) : mode;
}

const SarExpr *sar_expr_hold(SarArena *arena, const SarExpr *f, const SarHold *hold) {
  Holding holding = {arena, hold};
  return sar_expr_rewrite(arena, f, &(SarRewriter){hold_node, &holding});
}
