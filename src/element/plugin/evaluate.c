/* A plugin's function in the units of a file: u_SI = a u, y = y_SI / b, dy/du = a/b dy_SI/du_SI. Scratch is on the
 * stack: calls share nothing. */
#include <math.h>

#include "element/plugin/instance.h"

#define STEP 6.055454452393343e-06 /* eps^(1/3) */

static int ask(const SarPluginCall *call, const double *inputs, double *outputs, double *jacobian) {
  const SarPluginInstance *p = call->instance;
  return call->function->evaluate(p->data, p->parameters, inputs, outputs, jacobian);
}

static void fill(double *values, int32_t count, double value) {
  for (int32_t i = 0; values && i < count; i++) values[i] = value;
}

int sar_plugin_evaluate(void *self, const double *inputs, double *outputs, double *jacobian) {
  const SarPluginCall *call = self;
  int32_t nin = call->function->ninputs, nout = call->function->noutputs;
  double si[SARRUS_PLUGIN_MAX_INPUTS];
  for (int32_t j = 0; j < nin; j++) si[j] = inputs[j] * call->input_factor[j];
  fill(outputs, nout, NAN); /* what the plugin forgets to set is seen */
  fill(jacobian, nin * nout, NAN);
  int code = ask(call, si, outputs, call->function->has_jacobian ? jacobian : NULL);
  if (code != 0) {
    fill(outputs, nout, NAN);
    fill(jacobian, nin * nout, NAN);
    return code;
  }
  for (int32_t i = 0; i < nout; i++) {
    outputs[i] /= call->output_factor[i];
    for (int32_t j = 0; jacobian && j < nin; j++) {
      jacobian[i * nin + j] *= call->input_factor[j] / call->output_factor[i];
    }
  }
  return 0;
}

SarStatus sar_plugin_report_stop(SarContext *context, const SarExternal *external, int answer) {
  const SarPluginInstance *instance = ((const SarPluginCall *)external->self)->instance;
  if (sar_plugin_is_given(instance)) {
    return sar_report(context, SAR_FAILED, sar_nowhere(), instance->name,
                      "see what the program that has given the function says",
                      "the function `%s` of the calling program ends the run: it answers %d", external->name, answer);
  }
  return sar_report(context, SAR_FAILED, instance->source, instance->name,
                    "see what the plugin says about this number, and what its inputs are",
                    "the plugin's function `%s` ends the run: it answers %d", external->name, answer);
}

/* ---- are derivatives that a plugin gives the right ones? ---- */

/* A step for one input, rounded so that u + h differs from u by exactly h. */
static double step_of(double u) {
  volatile double moved = u + STEP * (u != 0 ? fabs(u) : 1);
  return moved - u;
}

/* One entry: the derivative given against the slopes to the left and to the right. On a kink anything between them is
 * right; elsewhere they are one, up to `error`. */
static bool is_confirmed(double given, double left, double right, double error) {
  if (!isfinite(left) || !isfinite(right)) return true; /* nothing is known */
  if (!isfinite(given)) return false;
  double tolerance = error + 1e-4 * fmax(fabs(given), fmax(fabs(left), fabs(right)));
  return given >= fmin(left, right) - tolerance && given <= fmax(left, right) + tolerance;
}

static void warn(SarContext *context, const SarPluginCall *call, int32_t output, int32_t input, double given,
                 double slope) {
  const SarPluginFunction *f = call->function;
  const SarPluginInstance *p = call->instance;
  sar_warn(context, p->source, p->name, "correct its jacobian, or set has_jacobian = 0",
           "the derivative of `%s.%s` by `%s` that the plugin gives is %g, but by differences it is %g (at the typical "
           "inputs)",
           f->name, f->outputs[output].name, f->inputs[input].name, given, slope);
}

/* Column j; true if a warning was given. */
static bool check_column(SarContext *context, const SarPluginCall *call, double *inputs, const double *centre,
                         const double *jacobian, int32_t j) {
  const SarPluginFunction *f = call->function;
  double above[SARRUS_PLUGIN_MAX_OUTPUTS], below[SARRUS_PLUGIN_MAX_OUTPUTS], u = inputs[j];
  double h = step_of(u);
  inputs[j] = u + h;
  int up = ask(call, inputs, above, NULL);
  inputs[j] = u - h;
  int down = ask(call, inputs, below, NULL);
  inputs[j] = u;
  if (up || down) return false;
  for (int32_t i = 0; i < f->noutputs; i++) {
    double given = jacobian[i * f->ninputs + j], left = (centre[i] - below[i]) / h, right = (above[i] - centre[i]) / h;
    if (is_confirmed(given, left, right, 1e-12 * fabs(centre[i]) / h)) continue;
    warn(context, call, i, j, given, (above[i] - below[i]) / (2 * h));
    return true;
  }
  return false;
}

void sar_plugin_check_jacobian(SarContext *context, const SarPluginCall *call) {
  const SarPluginFunction *f = call->function;
  double inputs[SARRUS_PLUGIN_MAX_INPUTS], outputs[SARRUS_PLUGIN_MAX_OUTPUTS] = {0};
  double jacobian[SARRUS_PLUGIN_MAX_INPUTS * SARRUS_PLUGIN_MAX_OUTPUTS];
  if (!f->has_jacobian) return;
  fill(jacobian, f->ninputs * f->noutputs, NAN);
  for (int32_t j = 0; j < f->ninputs; j++) {
    inputs[j] = f->inputs[j].typical;
    if (isnan(inputs[j])) return;
  }
  if (ask(call, inputs, outputs, jacobian) != 0) return;
  for (int32_t j = 0; j < f->ninputs; j++) {
    if (check_column(context, call, inputs, outputs, jacobian, j)) return;
  }
}
