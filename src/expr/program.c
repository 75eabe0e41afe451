/* Compiling: value numbering. Nodes that compute the same thing from the same things get the same register, whether or
 * not they are the same node; so a force law and all its derivatives share what they have in common, and an external
 * function is called once for all its outputs and derivatives.
 *
 * Registers are laid out as [ variables | constants | operations | blocks of external functions ]. Evaluation copies
 * the first two in and runs down the operations; the k-th writes register nleaves + k, so instructions need no target.
 * A call fills its block instead; picking a value from it is no operation. */
#include "expr/program.h"

#include <stdlib.h>
#include <string.h>

#include "expr/order.h"
#include "expr/schedule.h"

/* A value during compilation: a leaf or an operation on earlier values. */
typedef struct Value {
  SarOperation operation;
  int32_t x, y, z;     /* earlier values; x of a variable is its index, of a call where its inputs begin */
  int32_t detail;      /* of a spline or of a value that is picked */
  int32_t level;       /* of a call: the highest that is used; never compared */
  uint64_t bits;       /* of a constant */
  const void *outside; /* the spline or the external function */
  int32_t place;       /* index among its kind: variables, constants or operations */
  int32_t use;         /* of a spline or a call: index among its kind */
} Value;

typedef struct Compiler {
  Value *values;
  int32_t *slots, *value_of; /* hash table; node -> value */
  int32_t *inputs;           /* values that are arguments of calls */
  uint32_t mask;
  int32_t nvalues, nvariables, nconstants, noperations, ninputs, nsplines, ncalls;
} Compiler;

static uint64_t mix(uint64_t h, uint64_t with) {
  h = (h ^ with) * UINT64_C(0xbf58476d1ce4e5b9);
  return h ^ h >> 29;
}

static int32_t narguments_of_call(const Value *v) { return ((const SarExternal *)v->outside)->ninputs; }

static uint32_t hash(const Compiler *c, const Value *v) {
  uint64_t h = mix((uint64_t)v->operation * UINT64_C(0x9e3779b97f4a7c15), v->bits);
  h = mix(h, (uint64_t)(uintptr_t)v->outside ^ (uint32_t)v->detail);
  if (v->operation == SAR_EXPR_CALL) {
    for (int32_t i = 0; i < narguments_of_call(v); i++) h = mix(h, (uint32_t)c->inputs[v->x + i]);
  } else {
    h = mix(mix(mix(h, (uint32_t)v->x), (uint32_t)v->y), (uint32_t)v->z);
  }
  return (uint32_t)(h * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

static bool is_same(const Compiler *c, const Value *a, const Value *b) {
  if (a->operation != b->operation || a->outside != b->outside) return false;
  if (a->operation == SAR_EXPR_CALL) {
    size_t size = (size_t)narguments_of_call(a) * sizeof *c->inputs;
    return size == 0 || memcmp(c->inputs + a->x, c->inputs + b->x, size) == 0;
  }
  return a->x == b->x && a->y == b->y && a->z == b->z && a->detail == b->detail && a->bits == b->bits;
}

/* The number of a value: that of an equal earlier one, or a new one. The table has room for all nodes. */
static int32_t number_of(Compiler *c, Value value) {
  uint32_t slot = hash(c, &value) & c->mask;
  while (c->slots[slot] >= 0) {
    if (is_same(c, &c->values[c->slots[slot]], &value)) return c->slots[slot];
    slot = (slot + 1) & c->mask;
  }
  switch (value.operation) {
    case SAR_EXPR_VARIABLE: value.place = c->nvariables++; break;
    case SAR_EXPR_CONSTANT: value.place = c->nconstants++; break;
    case SAR_EXPR_PICK: break;
    default: value.place = c->noperations++;
  }
  if (value.operation == SAR_EXPR_SPLINE) value.use = c->nsplines++;
  if (value.operation == SAR_EXPR_CALL) {
    value.use = c->ncalls++;
    c->ninputs += narguments_of_call(&value); /* keeps what describe() wrote there */
  }
  c->values[c->nvalues] = value;
  c->slots[slot] = c->nvalues;
  return c->nvalues++;
}

static bool is_commutative(SarOperation operation) {
  return operation == SAR_EXPR_ADD || operation == SAR_EXPR_MULTIPLY;
}

static int32_t argument(const Compiler *c, const SarOrder *order, const SarExpr *node, int32_t i) {
  return c->value_of[sar_order_find(order, node->arguments[i])];
}

static Value describe_operation(const Compiler *c, const SarOrder *order, const SarExpr *node) {
  Value value = {.operation = node->operation, .detail = node->detail};
  value.x = value.y = value.z = argument(c, order, node, 0);
  if (node->narguments > 1) value.y = argument(c, order, node, 1);
  if (node->narguments > 2) value.z = argument(c, order, node, 2);
  if (node->operation == SAR_EXPR_SPLINE) value.outside = node->spline;
  if (node->operation == SAR_EXPR_POWER && sar_node_is(node->arguments[1], 2)) { /* x x is as exact and faster */
    value.operation = SAR_EXPR_MULTIPLY;
    value.y = value.x;
  }
  if (is_commutative(value.operation) && value.x > value.y) {
    value.y = value.x;
    value.x = argument(c, order, node, 1);
  }
  if (node->narguments < 3) value.z = value.x;
  return value;
}

static Value describe(const Compiler *c, const SarOrder *order, const SarExpr *node) {
  Value value = {.operation = node->operation, .x = -1, .y = -1, .z = -1};
  switch (node->operation) {
    case SAR_EXPR_CONSTANT: memcpy(&value.bits, &node->value, sizeof value.bits); return value;
    case SAR_EXPR_VARIABLE: value.x = node->variable; return value;
    case SAR_EXPR_CALL:
      value.x = c->ninputs;
      value.outside = node->external;
      for (int32_t i = 0; i < node->narguments; i++) c->inputs[value.x + i] = argument(c, order, node, i);
      return value;
    default: return describe_operation(c, order, node);
  }
}

/* Numbers all nodes. A call learns from those who pick its values how much it has to compute. */
static void number_all(Compiler *c, const SarOrder *order) {
  for (int32_t i = 0; i < order->count; i++) {
    const SarExpr *node = order->nodes[i];
    int32_t number = c->value_of[i] = number_of(c, describe(c, order, node));
    if (node->operation != SAR_EXPR_PICK) continue;
    Value *call = &c->values[c->values[number].x];
    int32_t level = sar_external_level(call->outside, node->detail);
    if (call->level < level) call->level = level;
  }
}

static bool is_operation(const Value *v) {
  return v->operation != SAR_EXPR_CONSTANT && v->operation != SAR_EXPR_VARIABLE && v->operation != SAR_EXPR_PICK;
}

static SarScheduled scheduled(const Compiler *c, const Value *v) {
  const int32_t arguments[SAR_EXPR_ARGUMENTS] = {v->x, v->y, v->z};
  SarScheduled out = {.operation = v->operation};
  for (int k = 0; k < SAR_EXPR_ARGUMENTS; k++) {
    const Value *argument = v->operation != SAR_EXPR_CALL ? &c->values[arguments[k]] : NULL;
    out.arguments[k] = argument && is_operation(argument) ? argument->place : -1;
  }
  return out;
}

/* Brings operations into the order in which they are done. False when memory is exhausted. */
static bool reorder(const Compiler *c) {
  size_t count = (size_t)c->noperations + 1; /* never zero bytes */
  SarScheduled *operations = malloc(count * sizeof *operations);
  int32_t *place = malloc(count * sizeof *place);
  bool ok = operations && place;
  for (int32_t i = 0; ok && i < c->nvalues; i++) {
    if (is_operation(&c->values[i])) operations[c->values[i].place] = scheduled(c, &c->values[i]);
  }
  ok = ok && sar_schedule(operations, c->noperations, place);
  for (int32_t i = 0; ok && i < c->nvalues; i++) {
    if (is_operation(&c->values[i])) c->values[i].place = place[c->values[i].place];
  }
  free(operations);
  free(place);
  return ok;
}

static int32_t register_of(const Compiler *c, const SarCallUse *calls, int32_t number) {
  const Value *value = &c->values[number];
  if (value->operation == SAR_EXPR_VARIABLE) return value->place;
  if (value->operation == SAR_EXPR_CONSTANT) return c->nvariables + value->place;
  if (value->operation == SAR_EXPR_PICK) return calls[c->values[value->x].use].block + value->detail;
  return c->nvariables + c->nconstants + value->place;
}

/* Gives the calls their blocks behind all other registers. False: too many. */
static bool place_blocks(const Compiler *c, SarCallUse *calls, int32_t *nregisters) {
  size_t next = (size_t)c->nvariables + (size_t)c->nconstants + (size_t)c->noperations;
  for (int32_t i = 0; i < c->nvalues && next < INT32_MAX; i++) {
    const Value *v = &c->values[i];
    if (v->operation != SAR_EXPR_CALL) continue;
    SarCallUse *call = &calls[v->use];
    call->external = v->outside;
    call->level = v->level;
    call->block = (int32_t)next;
    next += sar_external_block(call->external, call->level);
    call->work = (int32_t)(next < INT32_MAX ? next : 0);
    next += sar_external_work(call->external, call->level);
    call->answer = (int32_t)(next < INT32_MAX ? next : 0);
    next++;
  }
  *nregisters = (int32_t)(next < INT32_MAX ? next : 0);
  return next < INT32_MAX;
}

typedef struct Parts {
  int32_t *variables;
  double *constants;
  SarInstruction *code;
  SarSplineUse *splines;
  SarCallUse *calls;
} Parts;

static bool emit_value(const Compiler *c, SarArena *arena, const Parts *parts, const Value *v) {
  SarInstruction *code = parts->code + v->place;
  switch (v->operation) {
    case SAR_EXPR_VARIABLE: parts->variables[v->place] = v->x; return true;
    case SAR_EXPR_CONSTANT: memcpy(&parts->constants[v->place], &v->bits, sizeof v->bits); return true;
    case SAR_EXPR_PICK: return true;
    case SAR_EXPR_CALL: {
      int32_t count = narguments_of_call(v), *inputs = SAR_NEW(arena, count, int32_t);
      if (!inputs) return false;
      for (int32_t i = 0; i < count; i++) inputs[i] = register_of(c, parts->calls, c->inputs[v->x + i]);
      parts->calls[v->use].inputs = inputs;
      *code = (SarInstruction){.operation = SAR_EXPR_CALL, .x = v->use};
      return true;
    }
    default: break;
  }
  *code = (SarInstruction){v->operation, register_of(c, parts->calls, v->x), register_of(c, parts->calls, v->y),
                           register_of(c, parts->calls, v->z)};
  if (v->operation != SAR_EXPR_SPLINE) return true;
  code->z = v->use;
  parts->splines[v->use] = (SarSplineUse){v->outside, v->detail};
  return true;
}

/* Where operations of another kind begin. */
static bool emit_runs(const Compiler *c, SarArena *arena, const SarInstruction *code, SarProgram *program) {
  int32_t nruns = 0;
  for (int32_t i = 0; i < c->noperations; i++) nruns += i == 0 || code[i].operation != code[i - 1].operation;
  SarProgramRun *runs = SAR_NEW(arena, nruns, SarProgramRun);
  if (!runs) return false;
  program->runs = runs;
  program->nruns = nruns;
  for (int32_t i = 0, run = 0; i < c->noperations; i++) {
    if (i > 0 && code[i].operation != code[i - 1].operation) run++;
    runs[run] = (SarProgramRun){code[i].operation, i + 1};
  }
  return true;
}

/* Writes the compiler's values down as a program. */
static const SarProgram *emit(const Compiler *c, SarArena *arena, const SarOrder *order, const SarExpr *const *outputs,
                              int32_t noutputs) {
  SarProgram *program = SAR_NEW(arena, 1, SarProgram);
  int32_t *registers = SAR_NEW(arena, noutputs, int32_t), nregisters = 0;
  Parts parts = {SAR_NEW(arena, c->nvariables, int32_t), SAR_NEW(arena, c->nconstants, double),
                 SAR_NEW(arena, c->noperations, SarInstruction), SAR_NEW(arena, c->nsplines, SarSplineUse),
                 SAR_NEW(arena, c->ncalls, SarCallUse)};
  bool room = program && registers && parts.variables && parts.constants && parts.code && parts.splines && parts.calls;
  if (!room || !place_blocks(c, parts.calls, &nregisters)) return NULL;
  for (int32_t i = 0; i < c->nvalues; i++) {
    if (!emit_value(c, arena, &parts, &c->values[i])) return NULL;
  }
  for (int32_t i = 0; i < noutputs; i++) {
    registers[i] = register_of(c, parts.calls, c->value_of[sar_order_find(order, outputs[i])]);
  }
  *program = (SarProgram){.variables = parts.variables,
                          .constants = parts.constants,
                          .code = parts.code,
                          .outputs = registers,
                          .splines = parts.splines,
                          .calls = parts.calls,
                          .nvariables = c->nvariables,
                          .nconstants = c->nconstants,
                          .noperations = c->noperations,
                          .noutputs = noutputs,
                          .nregisters = nregisters,
                          .ncalls = c->ncalls};
  return emit_runs(c, arena, parts.code, program) ? program : NULL;
}

/* How many arguments all calls have together. */
static size_t count_inputs(const SarOrder *order) {
  size_t count = 0;
  for (int32_t i = 0; i < order->count; i++) {
    if (order->nodes[i]->operation == SAR_EXPR_CALL) count += order->nodes[i]->narguments;
  }
  return count;
}

static const SarProgram *compile(SarArena *arena, const SarOrder *order, const SarExpr *const *outputs,
                                 int32_t noutputs) {
  size_t nslots = 16;
  while (nslots < 2 * (size_t)order->count) nslots *= 2;
  size_t count = (size_t)order->count + 1; /* never zero bytes */
  Compiler c = {.values = malloc(count * sizeof(Value)),
                .slots = malloc(nslots * sizeof(int32_t)),
                .value_of = malloc(count * sizeof(int32_t)),
                .inputs = malloc((count_inputs(order) + 1) * sizeof(int32_t)),
                .mask = (uint32_t)nslots - 1};
  const SarProgram *program = NULL;
  if (c.values && c.slots && c.value_of && c.inputs) {
    for (size_t i = 0; i < nslots; i++) c.slots[i] = -1;
    number_all(&c, order);
    if (reorder(&c)) program = emit(&c, arena, order, outputs, noutputs);
  }
  free(c.values);
  free(c.slots);
  free(c.value_of);
  free(c.inputs);
  return program;
}

SarStatus sar_program_compile(SarContext *context, SarArena *arena, const SarExpr *const *outputs, int32_t noutputs,
                              const SarProgram **out) {
  SarOrder order;
  *out = NULL;
  if (!sar_order_make(outputs, noutputs, &order)) return sar_report_no_memory(context);
  *out = compile(arena, &order, outputs, noutputs);
  sar_order_release(&order);
  return *out ? SAR_OK : sar_report_no_memory(context);
}

void sar_program_renumber(const SarProgram *program, int32_t (*number)(void *self, int32_t variable), void *self) {
  for (int32_t i = 0; i < program->nvariables; i++) program->variables[i] = number(self, program->variables[i]);
}

int32_t sar_program_scratch(const SarProgram *p) { return p->nregisters; }
int32_t sar_program_operations(const SarProgram *p) { return p->noperations; }

/* A spline or a call: what stands outside functions.def. */
static double evaluate_outside(const SarProgram *program, SarInstruction code, double *scratch) {
  if (code.operation == SAR_EXPR_SPLINE) {
    SarSplineUse use = program->splines[code.z];
    return sar_spline_evaluate(use.spline, use.detail, scratch[code.x], scratch[code.y]);
  }
  const SarCallUse *call = &program->calls[code.x];
  double *work = scratch + call->work;
  for (int32_t i = 0; i < call->external->ninputs; i++) work[i] = scratch[call->inputs[i]];
  scratch[call->answer] = sar_external_evaluate(call->external, call->level, scratch + call->block, work);
  return 0;
}

bool sar_program_has_calls(const SarProgram *program) { return program->ncalls > 0; }

const SarExternal *sar_program_stopped(const SarProgram *program, const double *scratch, int *answer) {
  for (int32_t i = 0; i < program->ncalls; i++) {
    *answer = (int)scratch[program->calls[i].answer];
    if (*answer < 0) return program->calls[i].external;
  }
  return NULL;
}

static inline double result_of(const SarProgram *program, SarInstruction code, double *scratch) {
  return code.operation < SAR_EXPR_OPERATIONS
             ? sar_function_apply(code.operation, scratch[code.x], scratch[code.y], scratch[code.z])
             : evaluate_outside(program, code, scratch);
}

void sar_program_operate(const SarProgram *program, const int32_t *operations, int32_t count, double *scratch) {
  double *result = scratch + program->nvariables + program->nconstants;
  for (int32_t k = 0; k < count; k++) {
    result[operations[k]] = result_of(program, program->code[operations[k]], scratch);
  }
}

/* Operations of a kind stand together (schedule.h): they are told apart once for all of a run. */
static void operate_all(const SarProgram *program, double *scratch) {
  const SarInstruction *code = program->code, *end;
  double *result = scratch + program->nvariables + program->nconstants;
  for (int32_t run = 0; run < program->nruns; run++) {
    end = program->code + program->runs[run].end;
    switch (program->runs[run].operation) {
#define SAR_FUNCTION(id, name, narguments, value, dx, dy)                      \
  case SAR_EXPR_##id:                                                          \
    for (; code < end; code++) {                                               \
      double x = scratch[code->x], y = scratch[code->y], z = scratch[code->z]; \
      (void)x, (void)y, (void)z;                                               \
      *result++ = value;                                                       \
    }                                                                          \
    break;
#include "expr/functions.def"
#undef SAR_FUNCTION
      default:
        for (; code < end; code++) *result++ = evaluate_outside(program, *code, scratch);
    }
  }
}

void sar_program_evaluate(const SarProgram *program, const double *variables, double *scratch, double *out) {
  int32_t nvariables = program->nvariables, nconstants = program->nconstants;
  for (int32_t i = 0; i < nvariables; i++) scratch[i] = variables[program->variables[i]];
  for (int32_t i = 0; i < nconstants; i++) scratch[nvariables + i] = program->constants[i];
  operate_all(program, scratch);
  for (int32_t i = 0; i < program->noutputs; i++) out[i] = scratch[program->outputs[i]];
}

void sar_program_evaluate_bound(const SarProgram *program, const SarBinding *binding, const double *variables,
                                double *scratch, double *out) {
  for (int32_t i = 0; i < program->nvariables; i++) {
    int32_t at = binding->reads[i];
    scratch[i] = at >= 0 ? variables[at] : binding->constants[~at];
  }
  operate_all(program, scratch);
  for (int32_t i = 0; i < program->noutputs; i++) out[binding->writes[i]] = scratch[program->outputs[i]];
}
