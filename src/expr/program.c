/* Compiling: value numbering. Nodes that compute the same thing from the same things get the same register, whether or
 * not they are the same node; so a force law and all its derivatives share what they have in common.
 *
 * Registers are laid out as [ variables | constants | operations ]. Evaluation copies the first two in and runs down
 * the operations; the k-th writes register nleaves + k, so instructions need no target. */
#include <stdlib.h>
#include <string.h>

#include "expr/order.h"

typedef struct Instruction {
  SarOperation operation;
  int32_t x, y; /* registers */
} Instruction;

struct SarProgram {
  int32_t *variables; /* register i holds variable variables[i] */
  const double *constants;
  const Instruction *code;
  const int32_t *outputs; /* register of each output */
  int32_t nvariables, nconstants, noperations, noutputs;
};

/* A value during compilation: a leaf or an operation on earlier values. */
typedef struct Value {
  SarOperation operation;
  int32_t x, y;  /* earlier values; x of a variable is its index */
  uint64_t bits; /* of a constant */
  int32_t place; /* index among its kind: variables, constants or operations */
} Value;

typedef struct Compiler {
  Value *values;
  int32_t *slots, *value_of; /* hash table; node -> value */
  uint32_t mask;
  int32_t nvalues, nvariables, nconstants, noperations;
} Compiler;

static uint32_t hash(const Value *v) {
  uint64_t h = (uint64_t)v->operation * UINT64_C(0x9e3779b97f4a7c15) ^ v->bits;
  h = (h ^ (h >> 29)) * UINT64_C(0xbf58476d1ce4e5b9) ^ (uint32_t)v->x;
  h = (h ^ (h >> 32)) * UINT64_C(0x94d049bb133111eb) ^ (uint32_t)v->y;
  h = (h ^ (h >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(h >> 32);
}

static bool is_same(const Value *a, const Value *b) {
  return a->operation == b->operation && a->x == b->x && a->y == b->y && a->bits == b->bits;
}

/* The number of a value: that of an equal earlier one, or a new one. The table has room for all nodes. */
static int32_t number_of(Compiler *c, Value value) {
  uint32_t slot = hash(&value) & c->mask;
  while (c->slots[slot] >= 0) {
    if (is_same(&c->values[c->slots[slot]], &value)) return c->slots[slot];
    slot = (slot + 1) & c->mask;
  }
  int32_t *counter = value.operation == SAR_EXPR_VARIABLE   ? &c->nvariables
                     : value.operation == SAR_EXPR_CONSTANT ? &c->nconstants
                                                            : &c->noperations;
  value.place = (*counter)++;
  c->values[c->nvalues] = value;
  c->slots[slot] = c->nvalues;
  return c->nvalues++;
}

static bool is_commutative(SarOperation operation) {
  return operation == SAR_EXPR_ADD || operation == SAR_EXPR_MULTIPLY;
}

static Value describe(const Compiler *c, const SarOrder *order, const SarExpr *node) {
  Value value = {.operation = node->operation, .x = -1, .y = -1};
  if (node->operation == SAR_EXPR_CONSTANT) {
    memcpy(&value.bits, &node->value, sizeof value.bits);
    return value;
  }
  if (node->operation == SAR_EXPR_VARIABLE) {
    value.x = node->variable;
    return value;
  }
  value.x = value.y = c->value_of[sar_order_find(order, node->arguments[0])];
  if (sar_function_get(node->operation)->narguments > 1) {
    value.y = c->value_of[sar_order_find(order, node->arguments[1])];
  }
  if (node->operation == SAR_EXPR_POWER && sar_node_is(node->arguments[1], 2)) { /* x x is as exact and faster */
    value.operation = SAR_EXPR_MULTIPLY;
    value.y = value.x;
  }
  if (is_commutative(value.operation) && value.x > value.y) {
    int32_t swap = value.x;
    value.x = value.y, value.y = swap;
  }
  return value;
}

static int32_t register_of(const Compiler *c, int32_t number) {
  const Value *value = &c->values[number];
  if (value->operation == SAR_EXPR_VARIABLE) return value->place;
  if (value->operation == SAR_EXPR_CONSTANT) return c->nvariables + value->place;
  return c->nvariables + c->nconstants + value->place;
}

/* Writes the compiler's values down as a program. */
static const SarProgram *emit(const Compiler *c, SarArena *arena, const SarOrder *order, const SarExpr *const *outputs,
                              int32_t noutputs) {
  SarProgram *program = SAR_NEW(arena, 1, SarProgram);
  int32_t *variables = SAR_NEW(arena, c->nvariables, int32_t), *registers = SAR_NEW(arena, noutputs, int32_t);
  double *constants = SAR_NEW(arena, c->nconstants, double);
  Instruction *code = SAR_NEW(arena, c->noperations, Instruction);
  if (!program || !variables || !registers || !constants || !code) return NULL;
  for (int32_t i = 0; i < c->nvalues; i++) {
    const Value *v = &c->values[i];
    if (v->operation == SAR_EXPR_VARIABLE) {
      variables[v->place] = v->x;
    } else if (v->operation == SAR_EXPR_CONSTANT) {
      memcpy(&constants[v->place], &v->bits, sizeof v->bits);
    } else {
      code[v->place] = (Instruction){v->operation, register_of(c, v->x), register_of(c, v->y)};
    }
  }
  for (int32_t i = 0; i < noutputs; i++) {
    registers[i] = register_of(c, c->value_of[sar_order_find(order, outputs[i])]);
  }
  *program =
      (SarProgram){variables, constants, code, registers, c->nvariables, c->nconstants, c->noperations, noutputs};
  return program;
}

static const SarProgram *compile(SarArena *arena, const SarOrder *order, const SarExpr *const *outputs,
                                 int32_t noutputs) {
  size_t nslots = 16;
  while (nslots < 2 * (size_t)order->count) nslots *= 2;
  size_t count = (size_t)order->count + 1; /* never zero bytes */
  Compiler c = {.values = malloc(count * sizeof(Value)),
                .slots = malloc(nslots * sizeof(int32_t)),
                .value_of = malloc(count * sizeof(int32_t)),
                .mask = (uint32_t)nslots - 1};
  const SarProgram *program = NULL;
  if (c.values && c.slots && c.value_of) {
    for (size_t i = 0; i < nslots; i++) c.slots[i] = -1;
    for (int32_t i = 0; i < order->count; i++) c.value_of[i] = number_of(&c, describe(&c, order, order->nodes[i]));
    program = emit(&c, arena, order, outputs, noutputs);
  }
  free(c.values);
  free(c.slots);
  free(c.value_of);
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

int32_t sar_program_scratch(const SarProgram *p) { return p->nvariables + p->nconstants + p->noperations; }
int32_t sar_program_operations(const SarProgram *p) { return p->noperations; }

void sar_program_evaluate(const SarProgram *program, const double *variables, double *scratch, double *out) {
  int32_t nvariables = program->nvariables, nconstants = program->nconstants, noperations = program->noperations;
  for (int32_t i = 0; i < nvariables; i++) scratch[i] = variables[program->variables[i]];
  for (int32_t i = 0; i < nconstants; i++) scratch[nvariables + i] = program->constants[i];
  double *result = scratch + nvariables + nconstants;
  for (int32_t i = 0; i < noperations; i++) {
    Instruction code = program->code[i];
    result[i] = sar_function_apply(code.operation, scratch[code.x], scratch[code.y]);
  }
  for (int32_t i = 0; i < program->noutputs; i++) out[i] = scratch[program->outputs[i]];
}
