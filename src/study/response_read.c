/* Responses are read with the parser of all expressions. What it does not know, one number of a whole curve, it hands
 * to `over` below, which makes a quantity of it. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "expr/gradient.h"
#include "expr/node.h"
#include "study/response_parts.h"

typedef struct Scope {
  SarContext *context;
  SarResponses *r;
  const char *response; /* its name, for messages */
  SarSource at;         /* of the call that is being read */
} Scope;

/* ---- quantities ---- */

/* The number of a new quantity; -1: memory is exhausted. */
static int32_t add_quantity(SarResponses *r, SarQuantityKind kind, int32_t index, const char *unit) {
  SarQuantity *q = sar_arena_append(r->arena, 16, &r->quantities, &r->nquantities, &r->quantities_capacity, sizeof *q);
  if (!q) return -1;
  *q = (SarQuantity){kind, index, unit};
  return r->nquantities - 1;
}

static int32_t add_column(SarResponses *r, int32_t column) {
  const char **slot =
      column > 0 ? sar_arena_append(r->arena, 16, &r->columns, &r->ncolumns, &r->columns_capacity, sizeof *slot) : NULL;
  if (column > 0 && !slot) return -1;
  if (slot) *slot = r->names.columns[column];
  return add_quantity(r, SAR_QUANTITY_COLUMN, column, r->names.units[column]);
}

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  Scope *scope = self;
  SarResponses *r = scope->r;
  const SarResponseNames *n = &r->names;
  *constant = 0;
  int32_t known = sar_index_get(&r->known, name);
  if (known < 0) return SAR_INPUT;
  int32_t constant_of = known - n->nparameters, column = constant_of - n->nconstants;
  *variable = r->quantity_of[known] - 1;
  if (*variable >= 0) return SAR_OK;
  if (column >= 0) {
    *variable = add_column(r, column);
  } else if (constant_of >= 0) {
    *variable = add_quantity(r, SAR_QUANTITY_CONSTANT, constant_of, "");
  } else {
    *variable = add_quantity(r, SAR_QUANTITY_PARAMETER, known, "");
  }
  r->quantity_of[known] = *variable + 1;
  return *variable >= 0 ? SAR_OK : sar_report_no_memory(scope->context);
}

static const char *list(void *self, int32_t index) {
  const SarResponseNames *n = &((Scope *)self)->r->names;
  if (index < n->nparameters) return n->parameters[index];
  index -= n->nparameters;
  if (index < n->nconstants) return n->constants[index];
  index -= n->nconstants;
  return index < n->ncolumns ? n->columns[index] : NULL;
}

static const char *list_calls(void *self, int32_t index) {
  (void)self;
  const SarReductionInfo *info = sar_reduction(index);
  return info ? info->name : NULL;
}

/* ---- what an expression uses ---- */

typedef struct Seen {
  SarResponses *r;
  int32_t *uses, count;
  int32_t column; /* the first one; -1: none */
} Seen;

static void see(void *self, int32_t variable) {
  Seen *seen = self;
  if (seen->uses) seen->uses[seen->count] = variable;
  seen->count++;
  if (seen->column < 0 && seen->r->quantities[variable].kind == SAR_QUANTITY_COLUMN) seen->column = variable;
}

/* The first column that an expression uses, by its quantity; -1: none, so that it does not change over a run. */
static SarStatus find_column(SarContext *context, SarResponses *r, const SarExpr *f, int32_t *column) {
  Seen seen = {.r = r, .column = -1};
  bool all = sar_expr_each_variable(f, see, &seen);
  *column = seen.column;
  return all ? SAR_OK : sar_report_no_memory(context);
}

static const char *column_name(const SarResponses *r, int32_t quantity) {
  return r->names.columns[r->quantities[quantity].index];
}

/* The unit of an expression where that is plain: of sums and larger ones of the same unit. */
static const char *unit_of(const SarResponses *r, const SarExpr *f) {
  switch (f->operation) {
    case SAR_EXPR_VARIABLE: return r->quantities[f->variable].unit;
    case SAR_EXPR_ABS:
    case SAR_EXPR_NEGATE: return unit_of(r, f->arguments[0]);
    case SAR_EXPR_ADD:
    case SAR_EXPR_SUBTRACT:
    case SAR_EXPR_MIN:
    case SAR_EXPR_MAX: {
      const char *a = unit_of(r, f->arguments[0]), *b = unit_of(r, f->arguments[1]);
      return strcmp(a, b) == 0 ? a : "";
    }
    default: return "";
  }
}

/* ---- programs ---- */

/* What some expressions use, each quantity once, in increasing order: each brings its own in that order. */
static SarStatus list_uses(SarContext *context, SarResponses *r, const SarExpr *const *f, int32_t count,
                           SarFormula *out) {
  for (int32_t i = 0; i < count; i++) {
    Seen own = {.r = r, .column = -1};
    if (!sar_expr_each_variable(f[i], see, &own)) return sar_report_no_memory(context);
    int32_t all = out->nuses + own.count, *before = out->uses, left = out->nuses, a = 0, b = 0;
    int32_t *mine = own.uses = SAR_NEW(r->arena, own.count, int32_t), *merged = SAR_NEW(r->arena, all, int32_t);
    own.count = 0;
    if (!mine || !merged || !sar_expr_each_variable(f[i], see, &own)) return sar_report_no_memory(context);
    for (out->nuses = 0; a < left || b < own.count;) {
      int32_t next = b == own.count || (a < left && before[a] < mine[b]) ? before[a] : mine[b];
      if (a < left && before[a] == next) a++;
      if (b < own.count && mine[b] == next) b++;
      merged[out->nuses++] = next;
    }
    out->uses = merged;
  }
  return SAR_OK;
}

static SarStatus compile(SarContext *context, SarResponses *r, const SarExpr *const *f, int32_t count,
                         SarFormula *out) {
  SarArena *arena = r->arena;
  *out = (SarFormula){.count = count};
  SAR_TRY(list_uses(context, r, f, count, out));
  const SarExpr **all = SAR_NEW(arena, count * (1 + out->nuses), const SarExpr *);
  if (!all) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) {
    all[i] = f[i];
    if (!sar_expr_gradient(arena, f[i], out->uses, out->nuses, all + count + i * out->nuses)) {
      return sar_report_no_memory(context);
    }
  }
  SAR_TRY(sar_program_compile(context, arena, all, count, &out->values));
  return sar_program_compile(context, arena, all, count * (1 + out->nuses), &out->slopes);
}

/* A new quantity: what `pick` makes of these curves. */
static SarStatus reduce(Scope *scope, SarPick pick, const SarExpr *const *curves, int32_t ncurves, double p,
                        const char *unit, const SarExpr **out) {
  SarResponses *r = scope->r;
  SarReduced reduced = {.pick = pick, .p = p};
  for (int32_t i = 0; i < ncurves; i++) {
    if (!curves[i]) return sar_report_no_memory(scope->context);
  }
  if (r->nreduced == SAR_RESPONSE_CURVES) {
    (void)sar_report(scope->context, SAR_INPUT, scope->at, scope->response, "make several studies of it",
                     "the responses take more than %d numbers of curves", SAR_RESPONSE_CURVES);
    return SAR_FAILED;
  }
  SAR_TRY(compile(scope->context, r, curves, ncurves, &reduced.curves));
  SarReduced *slot = sar_arena_append(r->arena, 8, &r->reduced, &r->nreduced, &r->reduced_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(scope->context);
  reduced.quantity = add_quantity(r, SAR_QUANTITY_REDUCED, r->nreduced - 1, unit);
  *slot = reduced;
  *out = reduced.quantity >= 0 ? sar_expr_variable(r->arena, reduced.quantity) : NULL;
  return *out ? SAR_OK : sar_report_no_memory(scope->context);
}

/* ---- conditions ---- */

typedef struct Flaws {
  bool equal; /* == or != is in it */
  bool other; /* anything else that is neither a comparison nor made of them */
} Flaws;

/* A curve that is positive where the condition holds and crosses zero where it begins to: b - a for a < b, the smaller
 * one for `and`, the larger one for `or`. Null: the condition has flaws; if none, memory is exhausted. */
static const SarExpr *margin_of(SarArena *arena, const SarExpr *f, Flaws *flaws) {
  const SarExpr *const *a = f->arguments;
  switch (f->operation) {
    case SAR_EXPR_LESS:
    case SAR_EXPR_LESS_EQUAL: return sar_node_binary(arena, SAR_EXPR_SUBTRACT, a[1], a[0]);
    case SAR_EXPR_GREATER:
    case SAR_EXPR_GREATER_EQUAL: return sar_node_binary(arena, SAR_EXPR_SUBTRACT, a[0], a[1]);
    case SAR_EXPR_NOT: {
      const SarExpr *m = margin_of(arena, a[0], flaws);
      return m ? sar_node_unary(arena, SAR_EXPR_NEGATE, m) : NULL;
    }
    case SAR_EXPR_AND:
    case SAR_EXPR_OR: {
      const SarExpr *m = margin_of(arena, a[0], flaws), *n = margin_of(arena, a[1], flaws);
      return m && n ? sar_node_binary(arena, f->operation == SAR_EXPR_AND ? SAR_EXPR_MIN : SAR_EXPR_MAX, m, n) : NULL;
    }
    case SAR_EXPR_EQUAL:
    case SAR_EXPR_UNEQUAL: flaws->equal = true; return NULL;
    default: flaws->other = true; return NULL;
  }
}

static SarStatus read_condition(Scope *scope, const SarOverCall *call, const SarExpr *f, const SarExpr **margin) {
  Flaws flaws = {0};
  *margin = margin_of(scope->r->arena, f, &flaws);
  if (*margin) return SAR_OK;
  if (!flaws.equal && !flaws.other) return sar_report_no_memory(scope->context);
  (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response,
                   flaws.equal ? "ask for the time by time_of(x, value), or write <= or >="
                               : "write a comparison, as in time_of(rod.x > 0.5), or time_of(rod.x, 0.5)",
                   flaws.equal ? "the condition of `%s` has == or !=, which rows hardly ever meet"
                               : "`%s` takes a condition that is made of < > <= >= and or not",
                   call->name);
  return SAR_FAILED;
}

/* ---- calls ---- */

static SarStatus check_count(Scope *scope, const SarOverCall *call, const SarReductionInfo *info) {
  if (call->narguments >= info->fewest && call->narguments <= info->most) return SAR_OK;
  const char *remedy = sar_arena_printf(scope->r->arena, "write %s", info->form);
  const char *plural = info->most == 1 ? "" : "s";
  if (info->fewest == info->most) {
    (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response, remedy,
                     "`%s` takes %d argument%s, not %d", call->name, (int)info->fewest, plural, (int)call->narguments);
  } else {
    (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response, remedy,
                     "`%s` takes %d or %d arguments, not %d", call->name, (int)info->fewest, (int)info->most,
                     (int)call->narguments);
  }
  return SAR_FAILED;
}

/* The first argument is a curve. */
static SarStatus check_curve(Scope *scope, const SarOverCall *call) {
  for (int32_t i = 0; i < call->narguments; i++) {
    int32_t column;
    SAR_TRY(find_column(scope->context, scope->r, call->arguments[i], &column));
    if (column >= 0) return SAR_OK;
  }
  (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response,
                   "name a column of the results, as in max(rod.x)", "what `%s` is taken of does not change over a run",
                   call->name);
  return SAR_FAILED;
}

/* A number between the limits that holds for the whole run. */
static SarStatus check_number(Scope *scope, const SarOverCall *call, int32_t index, double most, const char *remedy) {
  static const char *const words[] = {"first", "second", "third"};
  SarResponses *r = scope->r;
  const SarExpr *f = call->arguments[index];
  int32_t column;
  double value = 0;
  SAR_TRY(find_column(scope->context, r, f, &column));
  if (column >= 0) {
    (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response, remedy,
                     "the %s argument of `%s` is one number, but `%s` changes over a run", words[index], call->name,
                     column_name(r, column));
    return SAR_FAILED;
  }
  if (most == INFINITY || !sar_expr_is_constant(f, &value) || (value > 0 && value < most)) return SAR_OK;
  (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response, remedy,
                   "the %s argument of `%s` lies between 0 and %g, but it is %g", words[index], call->name, most,
                   value);
  return SAR_FAILED;
}

static SarStatus read_range(Scope *scope, const SarExpr *x, const SarExpr **out) {
  const SarExpr *largest, *smallest;
  const char *unit = unit_of(scope->r, x);
  SAR_TRY(reduce(scope, SAR_PICK_MAX, &x, 1, 0, unit, &largest));
  SAR_TRY(reduce(scope, SAR_PICK_MIN, &x, 1, 0, unit, &smallest));
  *out = sar_node_binary(scope->r->arena, SAR_EXPR_SUBTRACT, largest, smallest);
  return *out ? SAR_OK : sar_report_no_memory(scope->context);
}

static SarStatus read_percentile(Scope *scope, const SarOverCall *call, const SarExpr **out) {
  double p = 0;
  SAR_TRY(check_number(scope, call, 1, INFINITY, "write percentile(x, 95)"));
  if (!sar_expr_is_constant(call->arguments[1], &p) || !(p >= 0 && p <= 100)) {
    (void)sar_report(scope->context, SAR_INPUT, call->source, scope->response, "write percentile(x, 95)",
                     "the second argument of `%s` is a number from 0 to 100", call->name);
    return SAR_FAILED;
  }
  return reduce(scope, SAR_PICK_PERCENTILE, call->arguments, 1, p, unit_of(scope->r, call->arguments[0]), out);
}

/* first(x), first(x, condition) */
static SarStatus read_first(Scope *scope, const SarOverCall *call, const SarExpr **out) {
  const char *unit = unit_of(scope->r, call->arguments[0]);
  if (call->narguments == 1) return reduce(scope, SAR_PICK_FIRST, call->arguments, 1, 0, unit, out);
  const SarExpr *curves[SAR_PICK_CURVES] = {NULL, call->arguments[1], call->arguments[0]};
  SAR_TRY(read_condition(scope, call, call->arguments[1], &curves[0]));
  return reduce(scope, SAR_PICK_VALUE_WHEN, curves, 3, 0, unit, out);
}

/* time_of(condition), time_of(x, value) */
static SarStatus read_time(Scope *scope, const SarOverCall *call, const SarExpr **out) {
  const SarExpr *curves[SAR_PICK_CURVES] = {NULL, call->arguments[0], NULL};
  const char *unit = scope->r->names.units[0];
  if (call->narguments == 2) {
    curves[0] = sar_node_binary(scope->r->arena, SAR_EXPR_SUBTRACT, call->arguments[0], call->arguments[1]);
    return reduce(scope, SAR_PICK_CROSSING, curves, 1, 0, unit, out);
  }
  SAR_TRY(read_condition(scope, call, call->arguments[0], &curves[0]));
  return reduce(scope, SAR_PICK_WHEN, curves, 2, 0, unit, out);
}

/* With d = |x - value|, the time after which d - band max(d) is never above zero. */
static SarStatus read_settling(Scope *scope, const SarOverCall *call, const SarExpr **out) {
  SarArena *arena = scope->r->arena;
  const SarExpr *x = call->arguments[0], *band = call->arguments[1], *value = NULL, *largest = NULL;
  SAR_TRY(check_number(scope, call, 1, 1, "give a part: settling(x, 0.02) is 2 % of the largest distance"));
  if (call->narguments == 3) {
    value = call->arguments[2];
    SAR_TRY(check_number(scope, call, 2, INFINITY, "give the value that x settles at"));
  } else {
    SAR_TRY(reduce(scope, SAR_PICK_FINAL, &x, 1, 0, unit_of(scope->r, x), &value));
  }
  const SarExpr *distance = sar_node_unary(arena, SAR_EXPR_ABS, sar_node_binary(arena, SAR_EXPR_SUBTRACT, x, value));
  if (!distance) return sar_report_no_memory(scope->context);
  SAR_TRY(reduce(scope, SAR_PICK_MAX, &distance, 1, 0, "", &largest));
  const SarExpr *margin = sar_node_binary(arena, SAR_EXPR_SUBTRACT, distance, sar_expr_multiply(arena, band, largest));
  return reduce(scope, SAR_PICK_LAST, &margin, 1, 0, scope->r->names.units[0], out);
}

static SarStatus over(void *self, SarArena *arena, const SarOverCall *call, const SarExpr **out) {
  (void)arena; /* that of the responses */
  Scope *scope = self;
  SarReduction reduction = sar_reduction_find(call->name);
  if (reduction == SAR_REDUCTIONS) return SAR_INPUT;
  if (call->narguments < 0) return SAR_OK;
  bool shared = reduction == SAR_REDUCTION_MAX || reduction == SAR_REDUCTION_MIN;
  if (shared && call->narguments > 1) return SAR_INPUT;
  scope->at = call->source;
  SAR_TRY(check_count(scope, call, sar_reduction((int32_t)reduction)));
  SAR_TRY(check_curve(scope, call));
  const SarExpr *const *x = call->arguments;
  const char *unit = unit_of(scope->r, x[0]);
  switch (reduction) {
    case SAR_REDUCTION_MAX: return reduce(scope, SAR_PICK_MAX, x, 1, 0, unit, out);
    case SAR_REDUCTION_MIN: return reduce(scope, SAR_PICK_MIN, x, 1, 0, unit, out);
    case SAR_REDUCTION_RANGE: return read_range(scope, x[0], out);
    case SAR_REDUCTION_FINAL: return reduce(scope, SAR_PICK_FINAL, x, 1, 0, unit, out);
    case SAR_REDUCTION_FIRST: return read_first(scope, call, out);
    case SAR_REDUCTION_MEAN: return reduce(scope, SAR_PICK_MEAN, x, 1, 0, unit, out);
    case SAR_REDUCTION_RMS: return reduce(scope, SAR_PICK_RMS, x, 1, 0, unit, out);
    case SAR_REDUCTION_PERCENTILE: return read_percentile(scope, call, out);
    case SAR_REDUCTION_TIME_OF: return read_time(scope, call, out);
    default: return read_settling(scope, call, out);
  }
}

/* ---- responses ---- */

SarResponses *sar_responses_create(SarArena *arena, const SarResponseNames *names) {
  SarResponses *r = SAR_NEW(arena, 1, SarResponses);
  int32_t count = names->nparameters + names->nconstants + names->ncolumns;
  int32_t *quantity_of = SAR_NEW(arena, count, int32_t);
  if (!r || !quantity_of) return NULL;
  *r = (SarResponses){
      .arena = arena, .names = *names, .known = {.arena = arena}, .own = {.arena = arena}, .quantity_of = quantity_of};
  Scope scope = {.r = r};
  const char *name;
  for (int32_t i = 0; (name = list(&scope, i)); i++) {
    if (!sar_index_put(&r->known, name, i)) return NULL;
  }
  return sar_index_put(&r->known, "t", count - names->ncolumns) ? r : NULL; /* as `time` */
}

SarStatus sar_responses_add(SarContext *context, SarResponses *r, const char *name, const char *text, SarSource at) {
  Scope scope = {.context = context, .r = r, .response = name};
  SarScope names = {.resolve = resolve, .list = list, .self = &scope, .list_calls = list_calls, .over = over};
  const SarExpr *f = NULL;
  SarStatus status = sar_expr_parse(context, r->arena, text, at, name, &names, &f);
  if (status == SAR_FAILED) status = SAR_INPUT; /* `over` has reported it */
  SAR_TRY(status);
  if (r->names.angle && sar_expr_has_angle_unit(f)) {
    return sar_report(
        context, SAR_INPUT, at, name,
        sar_arena_printf(r->arena, "write plain numbers: they count in %s, as columns do", r->names.angle),
        "`deg` and `rad` give radians, but angles of this model are in %s", r->names.angle);
  }
  int32_t column;
  SAR_TRY(find_column(context, r, f, &column));
  if (column >= 0) {
    const char *curve = column_name(r, column);
    const char *remedy = sar_arena_printf(
        r->arena, "say which number of it is meant: max(%s), final(%s), mean(%s), ...", curve, curve, curve);
    return sar_report(context, SAR_INPUT, at, name, remedy, "`%s` is a number, but `%s` changes over a run", name,
                      curve);
  }
  SarResponse response = {.name = name, .text = text, .unit = unit_of(r, f)};
  SAR_TRY(compile(context, r, &f, 1, &response.formula));
  SarResponse *slot = sar_arena_append(r->arena, 8, &r->list, &r->count, &r->capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(context);
  *slot = response;
  return sar_index_put(&r->own, name, r->count - 1) ? SAR_OK : sar_report_no_memory(context);
}

int32_t sar_responses_find(const SarResponses *r, const char *name) { return sar_index_get(&r->own, name); }
int32_t sar_responses_count(const SarResponses *r) { return r->count; }
const char *sar_response_name(const SarResponses *r, int32_t index) { return r->list[index].name; }
const char *sar_response_text(const SarResponses *r, int32_t index) { return r->list[index].text; }
const char *sar_response_unit(const SarResponses *r, int32_t index) { return r->list[index].unit; }

const char *const *sar_responses_columns(const SarResponses *r, int32_t *count) {
  *count = r->ncolumns;
  return r->columns;
}

bool sar_responses_needs_constant(const SarResponses *r, int32_t constant) {
  return r->quantity_of[r->names.nparameters + constant] > 0;
}
