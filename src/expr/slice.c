#include "expr/slice.h"

#include <stdlib.h>
#include <string.h>

#include "expr/enclose.h"
#include "expr/program.h"

#define MOST 16 /* times the length of the program: all slices together */

/* Walking back from an output. */
typedef struct Walk {
  const SarProgram *program;
  int32_t *call_code;  /* by call: its operation */
  int32_t *seen;       /* by variable, then by operation: the last walk that was there */
  int32_t *stack, top; /* operations */
  int32_t *code, *variables;
  int32_t ncode, nvariables, stamp;
} Walk;

/* The operation that writes a register; -1: none does. */
static int32_t writer_of(const Walk *w, int32_t at) {
  const SarProgram *p = w->program;
  int32_t leaves = p->nvariables + p->nconstants, operation = at - leaves;
  if (operation < p->noperations) return operation < 0 ? -1 : operation;
  int32_t call = p->ncalls - 1; /* blocks stand in the order of their calls */
  while (call > 0 && p->calls[call].block > at) call--;
  return w->call_code[call];
}

static void visit(Walk *w, int32_t at) {
  int32_t operation = writer_of(w, at), nvariables = w->program->nvariables;
  int32_t mark = operation >= 0 ? nvariables + operation : at;
  if (operation < 0 && at >= nvariables) return; /* a constant */
  if (w->seen[mark] == w->stamp) return;
  w->seen[mark] = w->stamp;
  if (operation < 0) {
    w->variables[w->nvariables++] = at;
  } else {
    w->stack[w->top++] = operation;
  }
}

static void visit_arguments(Walk *w, SarInstruction code) {
  if (code.operation == SAR_EXPR_CALL) {
    const SarCallUse *call = &w->program->calls[code.x];
    for (int32_t i = 0; i < call->external->ninputs; i++) visit(w, call->inputs[i]);
    return;
  }
  visit(w, code.x);
  visit(w, code.y);
  if (code.operation != SAR_EXPR_SPLINE) visit(w, code.z);
}

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void walk(Walk *w, const int32_t *outputs, int32_t count) {
  w->ncode = w->nvariables = w->top = 0;
  w->stamp++;
  for (int32_t i = 0; i < count; i++) visit(w, w->program->outputs[outputs[i]]);
  while (w->top > 0) {
    int32_t operation = w->stack[--w->top];
    w->code[w->ncode++] = operation;
    visit_arguments(w, w->program->code[operation]);
  }
  qsort(w->code, (size_t)w->ncode, sizeof *w->code, ascending);
  qsort(w->variables, (size_t)w->nvariables, sizeof *w->variables, ascending);
}

static const int32_t *keep(SarArena *arena, const int32_t *list, int32_t count) {
  int32_t *copy = SAR_NEW(arena, count + 1, int32_t);
  if (copy && count) memcpy(copy, list, (size_t)count * sizeof *copy);
  return copy;
}

static SarSlice keep_slice(const Walk *w, SarArena *arena) {
  return (SarSlice){keep(arena, w->code, w->ncode), w->ncode, keep(arena, w->variables, w->nvariables), w->nvariables};
}

static bool make_whole(SarArena *arena, const SarProgram *p, SarSlice *whole) {
  int32_t most = p->noperations > p->nvariables ? p->noperations : p->nvariables;
  int32_t *all = SAR_NEW(arena, most + 1, int32_t);
  for (int32_t i = 0; all && i < most; i++) all[i] = i;
  *whole = (SarSlice){all, p->noperations, all, p->nvariables};
  return all != NULL;
}

static bool make_slices(Walk *w, SarArena *arena, SarSlice *slices) {
  const SarProgram *p = w->program;
  int64_t room = MOST * ((int64_t)p->noperations + p->nvariables + p->noutputs);
  SarSlice whole = {0};
  for (int32_t i = 0; i < p->noutputs; i++) {
    if (room >= 0) walk(w, &i, 1);
    room -= w->ncode + w->nvariables;
    if (room >= 0) {
      slices[i] = keep_slice(w, arena);
    } else {
      if (!whole.code && !make_whole(arena, p, &whole)) return false;
      slices[i] = whole;
    }
    if (!slices[i].code || !slices[i].variables) return false;
  }
  return true;
}

/* False when memory is exhausted; *lists is freed by the caller in any case. */
static bool begin(Walk *w, const SarProgram *program, int32_t **lists) {
  size_t operations = (size_t)program->noperations, variables = (size_t)program->nvariables;
  *lists = calloc(3 * operations + 2 * variables + (size_t)program->ncalls + 1, sizeof **lists);
  *w = (Walk){.program = program, .seen = *lists};
  if (!*lists) return false;
  w->stack = w->seen + variables + operations;
  w->code = w->stack + operations;
  w->variables = w->code + operations;
  w->call_code = w->variables + variables;
  for (int32_t i = 0; i < program->noperations; i++) {
    if (program->code[i].operation == SAR_EXPR_CALL) w->call_code[program->code[i].x] = i;
  }
  return true;
}

SarStatus sar_program_slices(SarContext *context, SarArena *arena, const SarProgram *program, const SarSlice **out) {
  SarSlice *slices = SAR_NEW(arena, program->noutputs + 1, SarSlice);
  int32_t *lists;
  Walk w;
  bool ok = begin(&w, program, &lists) && slices && make_slices(&w, arena, slices);
  free(lists);
  *out = slices;
  return ok ? SAR_OK : sar_report_no_memory(context);
}

SarStatus sar_program_slice(SarContext *context, SarArena *arena, const SarProgram *program, const int32_t *outputs,
                            int32_t count, SarSlice *out) {
  int32_t *lists;
  Walk w;
  *out = (SarSlice){0};
  if (begin(&w, program, &lists)) {
    walk(&w, outputs, count);
    *out = keep_slice(&w, arena);
  }
  free(lists);
  return out->code && out->variables ? SAR_OK : sar_report_no_memory(context);
}

void sar_slice_run(const SarProgram *program, const SarSlice *slice, const double *variables, double *scratch) {
  for (int32_t k = 0; k < slice->nvariables; k++) {
    scratch[slice->variables[k]] = variables[program->variables[slice->variables[k]]];
  }
  sar_program_constants(program, scratch);
  sar_program_operate(program, slice->code, slice->ncode, scratch);
}

double sar_program_output(const SarProgram *program, const double *scratch, int32_t output) {
  return scratch[program->outputs[output]];
}

void sar_program_constants(const SarProgram *program, double *scratch) {
  for (int32_t i = 0; i < program->nconstants; i++) scratch[program->nvariables + i] = program->constants[i];
}

double sar_slice_evaluate(const SarProgram *program, const SarSlice *slice, int32_t output, double *scratch) {
  sar_program_operate(program, slice->code, slice->ncode, scratch);
  return scratch[program->outputs[output]];
}

SarEnclosure sar_slice_enclose(const SarProgram *program, const SarSlice *slice, int32_t output,
                               SarEnclosure *scratch) {
  sar_program_bound(program, slice->code, slice->ncode, scratch);
  return scratch[program->outputs[output]];
}
