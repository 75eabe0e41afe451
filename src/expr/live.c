#include "expr/live.h"

#include <string.h>

#include "expr/program.h"

typedef struct Walk {
  const SarProgram *program;
  const double *value; /* of registers */
  bool *still, *live;  /* by register */
} Walk;

int32_t sar_program_flags(const SarProgram *program) { return 2 * program->nregisters; }

static int32_t first_operation(const SarProgram *p) { return p->nvariables + p->nconstants; }

/* Forward: an operation on what stands still stands still. A held condition is its first argument: the branches only
 * take its place where they have no value. */
static void find_still(const Walk *w) {
  const SarProgram *p = w->program;
  bool *result = w->still + first_operation(p);
  for (int32_t i = 0; i < p->noperations; i++) {
    SarInstruction code = p->code[i];
    if (code.operation == SAR_EXPR_CALL || code.operation == SAR_EXPR_SPLINE) continue; /* not worth knowing */
    bool alone = code.operation == SAR_EXPR_HELD;
    result[i] = w->still[code.x] && (alone || (w->still[code.y] && w->still[code.z]));
  }
}

/* The value of a condition that stands still. */
static double condition(const Walk *w, int32_t x) {
  const SarProgram *p = w->program;
  int32_t operation = x - first_operation(p);
  bool held = operation >= 0 && operation < p->noperations && p->code[operation].operation == SAR_EXPR_HELD;
  return w->value[held ? p->code[operation].x : x];
}

static bool is_zero(const Walk *w, int32_t x) { return w->still[x] && w->value[x] == 0; }

static void branch(const Walk *w, SarInstruction code, bool first) {
  w->live[code.x] = true;
  w->live[first ? code.y : code.z] = true;
}

static void all(const Walk *w, SarInstruction code) { w->live[code.x] = w->live[code.y] = w->live[code.z] = true; }

/* One that decides the value alone, if there is one. */
static void alone(const Walk *w, SarInstruction code, bool x, bool y) {
  if (x) {
    w->live[code.x] = true;
  } else if (y) {
    w->live[code.y] = true;
  } else {
    all(w, code);
  }
}

static void follow_outside(const Walk *w, SarInstruction code) {
  const SarProgram *p = w->program;
  if (code.operation == SAR_EXPR_SPLINE) { /* z is no register */
    w->live[code.x] = w->live[code.y] = true;
    return;
  }
  const SarCallUse *call = &p->calls[code.x];
  for (int32_t i = 0; i < call->external->ninputs; i++) w->live[call->inputs[i]] = true;
}

static void follow(const Walk *w, SarInstruction code) {
  bool chosen = sar_function_branches(code.operation) && w->still[code.x];
  double c = chosen ? condition(w, code.x) : 0;
  switch (code.operation) {
    case SAR_EXPR_IF: chosen && !isnan(c) ? branch(w, code, c != 0) : all(w, code); break;
    case SAR_EXPR_SELECT: chosen && !isnan(c) ? branch(w, code, c > 0) : all(w, code); break;
    case SAR_EXPR_HELD: w->live[code.x] = true; break;
    case SAR_EXPR_AND:
    case SAR_EXPR_MULTIPLY: alone(w, code, is_zero(w, code.x), is_zero(w, code.y)); break;
    case SAR_EXPR_RATIO:
    case SAR_EXPR_DIVIDE: alone(w, code, is_zero(w, code.x), false); break;
    case SAR_EXPR_OR: {
      bool x = w->still[code.x] && w->value[code.x] != 0, y = w->still[code.y] && w->value[code.y] != 0;
      alone(w, code, x, y);
      break;
    }
    default: all(w, code);
  }
}

void sar_program_live(const SarProgram *p, const bool *still, const double *registers, const bool *wanted, bool *flags,
                      bool *live) {
  Walk w = {p, registers, flags, flags + p->nregisters};
  memset(flags, 0, (size_t)sar_program_flags(p) * sizeof *flags);
  for (int32_t i = 0; i < p->nvariables; i++) w.still[i] = still[p->variables[i]];
  for (int32_t i = 0; i < p->nconstants; i++) w.still[p->nvariables + i] = true;
  find_still(&w);
  for (int32_t i = 0; i < p->noutputs; i++) {
    if (wanted[i]) w.live[p->outputs[i]] = true;
  }
  for (int32_t i = p->noperations - 1; i >= 0; i--) {
    bool call = p->code[i].operation == SAR_EXPR_CALL; /* whoever picks its values */
    if (!call && !w.live[first_operation(p) + i]) continue;
    p->code[i].operation >= SAR_EXPR_OPERATIONS ? follow_outside(&w, p->code[i]) : follow(&w, p->code[i]);
  }
  for (int32_t i = 0; i < p->nvariables; i++) {
    if (w.live[i]) live[p->variables[i]] = true;
  }
}
