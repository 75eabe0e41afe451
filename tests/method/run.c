/* Runs of a toy, step by step. */
#include "method/run.h"

#include "check.h"

void begin(Run *run, const ToyClass *class, const SarStepOptions *options) {
  run->context = sar_context_create();
  toy_init(&run->toy, run->context, class);
  run->integrator = toy_start(&run->toy, "hht", options);
}

void finish(Run *run) {
  sar_integrator_destroy(&run->integrator);
  sar_context_destroy(&run->context);
}

const SarStepView *step(Run *run) {
  assert_int_equal(sar_integrator_step(run->integrator), SAR_OK);
  return sar_integrator_view(run->integrator);
}

const SarStepView *next_event(Run *run, double end) {
  const SarStepView *view = sar_integrator_view(run->integrator);
  while (view->t1 < end) {
    view = step(run);
    if (view->nfired > 0) return view;
  }
  return NULL;
}

void print_cost(const char *what, const Run *run) {
  const SarStepStats *s = sar_integrator_stats(run->integrator);
  print_message("%s: %d steps, %d events, %d repeats, %d+%d rejected, %d iterations, steps of %.3g to %.3g\n", what,
                (int)s->steps, (int)s->events, (int)s->repeats, (int)s->rejected_error, (int)s->rejected_corrector,
                (int)s->iterations, s->smallest_step, s->largest_step);
}
