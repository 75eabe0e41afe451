#include "expr/external.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The smallest size that an input is taken to have: steps of differences are fractions of it. Functions of lengths in
 * metres change over millimetres as well, and rounding is still far away. */
#define SMALLEST 0.01

static int no_value(void *self, const double *inputs, double *outputs, double *jacobian) {
  (void)self, (void)inputs, (void)outputs, (void)jacobian;
  return 1;
}

const SarExternal *sar_external_absent(SarArena *arena, const char *name, int32_t ninputs) {
  SarExternal *made = SAR_NEW(arena, 1, SarExternal);
  const char *kept = sar_arena_copy_text(arena, name);
  if (!made || !kept) return NULL;
  *made = (SarExternal){.name = kept, .ninputs = ninputs, .noutputs = 1, .has_jacobian = true, .absent = true};
  made->evaluate = no_value;
  return made;
}

int32_t sar_external_level(const SarExternal *external, int32_t detail) {
  if (detail < external->noutputs) return 0;
  return (size_t)detail < sar_external_block(external, 1) ? 1 : 2;
}

int32_t sar_external_derivative(const SarExternal *external, int32_t detail, int32_t input) {
  int32_t n = external->ninputs, first = external->noutputs, second = first * (1 + n);
  if (detail < first) return first + detail * n + input;
  return detail < second ? second + (detail - first) * n + input : -1;
}

size_t sar_external_block(const SarExternal *external, int32_t level) {
  size_t outputs = (size_t)external->noutputs, n = (size_t)external->ninputs, size = outputs;
  if (level > 0) size += outputs * n;
  if (level > 1) size += outputs * n * n;
  return size;
}

size_t sar_external_work(const SarExternal *external, int32_t level) {
  size_t outputs = (size_t)external->noutputs, n = (size_t)external->ninputs;
  size_t differences = 2 * outputs; /* of first order */
  if (level > 1) differences += outputs + 2 * outputs * n;
  return n + (level > 0 ? differences : 0);
}

static void fill_nan(double *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = NAN;
}

/* The functions below give back the first negative answer, zero without one. */
static int first_of(int before, int answer) { return before < 0 ? before : answer < 0 ? answer : 0; }

static int outputs_at(const SarExternal *e, const double *inputs, double *outputs) {
  int answer = e->evaluate(e->self, inputs, outputs, NULL);
  if (answer != 0) fill_nan(outputs, (size_t)e->noutputs);
  return first_of(0, answer);
}

/* Moves input i by the fraction of its size to both sides; gives back the exact distance of the two. */
typedef struct Step {
  double centre, plus, minus;
} Step;

static Step step_of(double x, double fraction) {
  double h = fraction * fmax(fabs(x), SMALLEST);
  return (Step){x, x + h, x - h};
}

/* Outputs and Jacobian; `spare`: 2 noutputs doubles. */
static int jacobian_at(const SarExternal *e, double *inputs, double *outputs, double *jacobian, double *spare,
                       double fraction) {
  int32_t n = e->ninputs, m = e->noutputs;
  if (e->has_jacobian) {
    int answer = e->evaluate(e->self, inputs, outputs, jacobian);
    if (answer != 0) fill_nan(outputs, (size_t)m), fill_nan(jacobian, (size_t)m * (size_t)n);
    return first_of(0, answer);
  }
  int stop = outputs_at(e, inputs, outputs);
  for (int32_t i = 0; i < n; i++) {
    Step step = step_of(inputs[i], fraction);
    inputs[i] = step.plus;
    stop = first_of(stop, outputs_at(e, inputs, spare));
    inputs[i] = step.minus;
    stop = first_of(stop, outputs_at(e, inputs, spare + m));
    inputs[i] = step.centre;
    for (int32_t o = 0; o < m; o++) jacobian[o * n + i] = (spare[o] - spare[m + o]) / (step.plus - step.minus);
  }
  return stop;
}

/* Second derivatives by differences of Jacobians. `spare`: noutputs (3 + 2 ninputs) doubles. */
static int second_at(const SarExternal *e, double *inputs, double *second, double *spare, double fraction) {
  int32_t n = e->ninputs, m = e->noutputs;
  double *outputs = spare + 2 * m, *plus = outputs + m, *minus = plus + m * n;
  int stop = 0;
  for (int32_t j = 0; j < n; j++) {
    Step step = step_of(inputs[j], fraction);
    inputs[j] = step.plus;
    stop = first_of(stop, jacobian_at(e, inputs, outputs, plus, spare, fraction));
    inputs[j] = step.minus;
    stop = first_of(stop, jacobian_at(e, inputs, outputs, minus, spare, fraction));
    inputs[j] = step.centre;
    for (int32_t k = 0; k < m * n; k++) second[k * n + j] = (plus[k] - minus[k]) / (step.plus - step.minus);
  }
  return stop;
}

int sar_external_evaluate(const SarExternal *external, int32_t level, double *block, double *work) {
  double *spare = work + external->ninputs;
  /* The best fraction balances rounding with the error of the formula: eps^(1/3), and eps^(1/4) for differences of
   * differences. */
  double first = cbrt(DBL_EPSILON), second = external->has_jacobian ? first : sqrt(sqrt(DBL_EPSILON));
  if (level == 0) return outputs_at(external, work, block);
  int stop = jacobian_at(external, work, block, block + external->noutputs, spare, first);
  if (level == 1) return stop;
  return first_of(stop, second_at(external, work, block + sar_external_block(external, 1), spare, second));
}
