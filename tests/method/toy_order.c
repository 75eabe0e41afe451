#include "method/toy_order.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka wants the four above */
#include <cmocka.h>

#define EARLIER 7 /* points before the start */
#define KNOWN 8   /* references that are kept */

/* The reference of many methods on the same toy is the same: the last few are kept until the process ends. */
static const ToyPoint *known_grid(const ToyClass *class, double h, int32_t count, int32_t substeps) {
  static struct Known {
    const ToyClass *class;
    double h;
    int32_t count, substeps;
    ToyPoint *grid;
  } known[KNOWN];
  static int32_t oldest = 0;
  for (int32_t i = 0; i < KNOWN; i++) {
    const struct Known *k = &known[i];
    if (k->class == class && k->h == h && k->count == count && k->substeps == substeps) return k->grid;
  }
  struct Known *next = &known[oldest++ % KNOWN];
  free(next->grid);
  *next = (struct Known){class, h, count, substeps, toy_reference_grid(class, h, count, substeps)};
  return next->grid;
}

/* Methods of several steps get exact values at earlier grid points, from the reference run backwards. */
static SarIntegrator *start_exactly(Toy *toy, const char *method, const SarStepOptions *options) {
  const ToyClass *class = toy->class;
  ToyPoint points[EARLIER] = {0}, now = toy_initial(class);
  SarPoint earlier[EARLIER], at = toy_view(&now);
  double y[TOY_MOST];
  for (int i = 0; i < TOY_MOST; i++) y[i] = class->y0[i];
  for (int32_t k = 0; k < EARLIER; k++) {
    toy_reference(class, y, -k * options->fixed_step, -options->fixed_step, 256);
    class->map(-(k + 1) * options->fixed_step, y, &points[k]);
    points[k].t = -(k + 1) * options->fixed_step;
    earlier[k] = toy_view(&points[k]);
  }
  SarIntegrator *integrator = toy_start(toy, method, options);
  assert_int_equal(sar_integrator_start_with(integrator, &at, earlier, EARLIER), SAR_OK);
  return integrator;
}

/* RMS errors over the grid points of [T/2, T] with `steps` steps; every `stride`-th reference point is a grid point. */
static void errors_at(const ToyClass *class, const char *method, double end, int32_t steps, const ToyPoint *grid,
                      int32_t stride, double rms[3]) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, class);
  SarStepOptions options = {.end = end, .fixed_step = end / steps, .corrector_floor = true};
  SarIntegrator *integrator = start_exactly(&toy, method, &options);
  double squares[3] = {0};
  int32_t points = 0;
  for (int32_t k = 1; k <= steps; k++) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    if (2 * k < steps) continue;
    toy_errors(class, sar_integrator_view(integrator), &grid[k * stride], squares);
    points++;
  }
  for (int i = 0; i < 3; i++) rms[i] = sqrt(squares[i] / points);
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
}

void toy_order_slopes(const ToyClass *class, const char *method, double end, int32_t steps, int32_t substeps,
                      double order[3], double slopes[TOY_HALVINGS][3]) {
  int32_t finest = steps << TOY_HALVINGS;
  const ToyPoint *grid = known_grid(class, end / finest, finest, substeps);
  double sum[3] = {0}, before[3] = {0};
  for (int32_t k = 0; k <= TOY_HALVINGS; k++) {
    double rms[3];
    errors_at(class, method, end, steps << k, grid, 1 << (TOY_HALVINGS - k), rms);
    print_message("%s %s h=%g: %.3e %.3e %.3e\n", class->name, method, end / (steps << k), rms[0], rms[1], rms[2]);
    for (int i = 0; i < 3; i++) {
      double error = log2(rms[i] > 0 ? rms[i] : 1);
      sum[i] -= (k - 1.5) * error / 5;
      if (k > 0) slopes[k - 1][i] = before[i] - error;
      before[i] = error;
    }
  }
  for (int i = 0; i < 3; i++) order[i] = sum[i];
  print_message("%s: order %.2f %.2f %.2f\n", class->name, order[0], order[1], order[2]);
}

void toy_orders(const ToyClass *class, const char *method, double end, int32_t steps, int32_t substeps,
                double order[3]) {
  double slopes[TOY_HALVINGS][3];
  toy_order_slopes(class, method, end, steps, substeps, order, slopes);
}

/* Error at the end of an adaptive run. */
static double adaptive_error(const ToyClass *class, const char *method, double tolerance, double end,
                             const ToyPoint *exact) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, class);
  SarStepOptions options = {.end = end, .tolerance = tolerance};
  SarIntegrator *integrator = toy_start(&toy, method, &options);
  while (sar_integrator_view(integrator)->t1 < end) {
    if (sar_integrator_step(integrator) == SAR_OK) continue;
    const SarDiagnostic *last = sar_context_get(context, sar_context_count(context) - 1);
    fail_msg("%s with %s at tolerance %g: %s", class->name, method, tolerance, last ? last->message : "no message");
  }
  double squares[3] = {0};
  toy_errors(class, sar_integrator_view(integrator), exact, squares);
  const SarStepStats *stats = sar_integrator_stats(integrator);
  double error = sqrt(class->n.nv > 0 ? squares[0] : squares[1]);
  print_message("%s %s tol=%g: error %.3e, %d steps, %d+%d+%d rejected, %.2f iterations/step, %.2f matrices/step\n",
                class->name, method, tolerance, error, (int)stats->steps, (int)stats->rejected_error,
                (int)stats->rejected_corrector, (int)stats->rejected_rotation,
                (double)stats->iterations / (double)stats->steps, (double)stats->jacobians / (double)stats->steps);
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
  return error;
}

double toy_tolerance_slope(const ToyClass *class, const char *method, double end, double largest) {
  const ToyPoint *exact = &known_grid(class, end, 1, 200000)[1];
  double slope = 0;
  for (int k = 0; k < 5; k++) {
    slope += (2 - k) * log10(adaptive_error(class, method, largest * pow(10, -k), end, exact)) / 10;
  }
  print_message("%s %s: slope %.3f\n", class->name, method, slope);
  return slope;
}
