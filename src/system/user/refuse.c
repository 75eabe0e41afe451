/* What no constraint may have, though every expression may: what would let positions or velocities jump. An impact that
 * nobody has asked for would be plastic, and silent. */
#include <string.h>

#include "expr/order.h"
#include "expr/switches.h"
#include "system/user/user.h"

typedef struct Search {
  SarSymbolKind kind;
  int32_t index; /* of the first symbol of the kind; -1: there is none */
} Search;

static void see(void *self, int32_t symbol) {
  Search *search = self;
  if (search->index < 0 && sar_symbol_kind(symbol) == search->kind) search->index = sar_symbol_index(symbol);
}

/* The first symbol of a kind in f. */
static SarStatus find(SarBuilder *b, const SarExpr *f, SarSymbolKind kind, int32_t *index) {
  Search search = {kind, -1};
  if (!sar_expr_each_variable(f, see, &search)) return sar_report_no_memory(b->context);
  *index = search.index;
  return SAR_OK;
}

/* Where a word stands: in the element's own expression, or in a measure that it names. */
static SarSource source_of(const SarBuilder *b, const SarExprPlace *place) {
  return place && place->source.line > 0 ? place->source : b->source;
}

/* ---- parameters ---- */

static const char *event_that_sets(const SarModel *model, int32_t parameter) {
  for (int32_t e = 0; e < model->nelements; e++) {
    if (model->elements[e].class->section != SAR_SECTION_EVENTS) continue;
    const SarValue *set = sar_model_value(&model->elements[e], "set");
    for (int32_t i = 0; set->given && i < set->nlist; i++) {
      if (set->settings[i].parameter == parameter) return model->elements[e].name;
    }
  }
  return "";
}

static bool names_parameter(const SarReference *reference, const char *name) {
  return reference->parameter >= 0 && strcmp(reference->name, name) == 0;
}

static bool names_input(const SarReference *reference, const char *name) {
  return reference->parameter < 0 && reference->elements[0] && strcmp(reference->elements[0], name) == 0;
}

/* Where one of the element's own expressions has the reference that is looked for; null: it does so through others. */
static const SarExprPlace *place_of(const SarBuilder *b, const SarModel *model,
                                    bool (*is_it)(const SarReference *, const char *), const char *name) {
  const SarExprPlace *place = NULL;
  for (int32_t i = 0; i < b->class->nfields && !place; i++) {
    SarOrder order;
    bool function = b->class->fields[i].kind == SAR_FIELD_FUNCTION && b->values[i].given;
    if (!function || !sar_order_make(&b->values[i].function[0], 1, &order)) continue;
    for (int32_t k = 0; k < order.count && !place; k++) {
      int32_t reference = sar_expr_is_variable(order.nodes[k]) - SAR_REFERENCES;
      bool named = reference >= 0 && is_it(&model->references[reference], name);
      if (named) place = sar_expr_place(order.nodes[k]);
    }
    sar_order_release(&order);
  }
  return place;
}

static SarStatus check_parameters(SarBuilder *b, const SarExpr *f, bool holonomic) {
  const SarModel *model = sar_builder_of(b)->build->system->model;
  int32_t parameter;
  SAR_TRY(find(b, f, SAR_SYMBOL_PARAMETER, &parameter));
  if (parameter < 0 || parameter >= model->nparameters) return SAR_OK; /* none, or mode(), which never changes */
  const char *name = model->parameters[parameter].name;
  return sar_report(b->context, SAR_INPUT, source_of(b, place_of(b, model, names_parameter, name)), b->name,
                    "write it as a function of time, step5(time, ..), let a motion drive what it holds, or put a "
                    "coordinate in its place that a stiff spring draws to the parameter",
                    "the equation `%s` depends on the parameter `%s`, which the event `%s` changes: %s would have to "
                    "jump",
                    b->name, name, event_that_sets(model, parameter), holonomic ? "bodies" : "velocities");
}

/* ---- inputs ---- */

static SarStatus check_inputs(SarBuilder *b, const SarExpr *f, bool holonomic) {
  SarUserBuild *build = sar_builder_of(b)->build;
  int32_t input;
  SAR_TRY(find(b, f, SAR_SYMBOL_INPUT, &input));
  if (input < 0) return SAR_OK;
  const SarModel *model = build->system->model;
  const char *name = model->elements[build->user->inputs[input].element].name;
  return sar_report(b->context, SAR_INPUT, source_of(b, place_of(b, model, names_input, name)), b->name,
                    holonomic ? "let a force act, or a stiff spring draw a coordinate to the input"
                              : "let a force act, or hold the velocity to a state whose rate is the input",
                    "the equation `%s` depends on the input `%s`: where that gets another value, %s would have to jump",
                    b->name, name, holonomic ? "bodies" : "velocities");
}

/* ---- jumps and kinks ---- */

static SarStatus check_jumps(SarBuilder *b, const SarExpr *f, bool holonomic) {
  const SarUser *u = sar_builder_of(b)->build->user;
  const SarExprPlace *place = NULL;
  int32_t mode;
  SAR_TRY(find(b, f, SAR_SYMBOL_MODE, &mode));
  if (mode < 0) return SAR_OK;
  for (int32_t i = 0; i < u->nswitches; i++) {
    if (u->switches[i].mode == mode) place = u->switches[i].place;
  }
  return sar_report(
      b->context, SAR_INPUT, source_of(b, place), b->name,
      "write a smooth function in its place, such as step5(x, x0, h0, x1, h1), or let a force act instead "
      "of an equation",
      "`%s` in the equation `%s` jumps, and %s would have to jump with it", place ? place->name : "if", b->name,
      holonomic ? "bodies" : "velocities");
}

static SarStatus check_kinks(SarBuilder *b, const SarExpr *f) {
  const SarExpr *node;
  if (!sar_expr_sharp_kink(b->arena, f, &node)) return sar_report_no_memory(b->context);
  if (!node) return SAR_OK;
  const SarExprPlace *place = sar_expr_place(node);
  const char *remedy =
      node->operation == SAR_EXPR_SPLINE
          ? "use akispl or cubspl, the value itself, with `extrapolate: linear`, `periodic` or a table that ends level"
          : "write a smooth function in its place, such as step5(x, x0, h0, x1, h1) or max(x, 0)^2; if an impact is "
            "meant, let a force act (impact) or an event with `restitution`";
  return sar_report(b->context, SAR_INPUT, source_of(b, place), b->name, remedy,
                    "`%s` gives the equation `%s` a kink: velocities would have to jump there",
                    place ? place->name : sar_function_name(node->operation), b->name);
}

SarStatus sar_user_check_constraint(SarBuilder *b, const SarExpr *f, bool holonomic) {
  SAR_TRY(check_parameters(b, f, holonomic));
  SAR_TRY(check_inputs(b, f, holonomic));
  SAR_TRY(check_jumps(b, f, holonomic));
  return holonomic ? check_kinks(b, f) : SAR_OK;
}
