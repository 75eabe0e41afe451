/* A controller that runs beside the mechanism: every millisecond it reads what the model lists as `outputs`, computes a
 * force, and gives it to the model as its input.
 *
 *   controller upright.yaml */
#include <math.h>
#include <sarrus/sarrus.h>
#include <stdio.h>

enum { LEAN, LEAN_RATE, PLACE, SPEED, OUTPUTS }; /* in the order of the model's list */

#define PERIOD 1e-3 /* s */

static const double gains[OUTPUTS] = {60, 12, 4, 6};

static void print_messages(const SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    fprintf(stderr, "%s: %s%s%s\n", d->element ? d->element : "model", d->message, d->remedy ? "; " : "",
            d->remedy ? d->remedy : "");
  }
}

/* From the present time to `end`, with the force that keeps the rod upright. *largest: the largest lean on the way. */
static SarStatus control(SarStepper *stepper, double end, double *largest) {
  double y[OUTPUTS];
  SarStatus status = SAR_OK;
  while (status == SAR_OK && sar_stepper_time(stepper) < end) {
    status = sar_stepper_get_all(stepper, y, OUTPUTS);
    if (status != SAR_OK) break;
    *largest = fmax(*largest, fabs(y[LEAN]));
    double force =
        -gains[LEAN] * y[LEAN] - gains[LEAN_RATE] * y[LEAN_RATE] + gains[PLACE] * y[PLACE] + gains[SPEED] * y[SPEED];
    status = sar_stepper_set(stepper, 0, force);
    if (status == SAR_OK) status = sar_stepper_advance(stepper, fmin(sar_stepper_time(stepper) + PERIOD, end));
  }
  return status;
}

/* Five seconds; the last two once more, from bytes that were saved in front of them. */
static SarStatus balance(SarStepper *stepper) {
  const void *bytes;
  size_t count;
  double largest = 0, ignored = 0, y[OUTPUTS], again[OUTPUTS];
  SarStatus status = control(stepper, 3, &largest);
  if (status == SAR_OK) status = sar_stepper_save(stepper, &bytes, &count);
  if (status == SAR_OK) status = control(stepper, 5, &largest);
  if (status == SAR_OK) status = sar_stepper_get_all(stepper, y, OUTPUTS);
  if (status == SAR_OK) status = sar_stepper_restore(stepper, bytes, count);
  if (status == SAR_OK) status = control(stepper, 5, &ignored);
  if (status == SAR_OK) status = sar_stepper_get_all(stepper, again, OUTPUTS);
  if (status != SAR_OK) return status;
  printf("leaned by up to %.3f rad; at t = %g s %.5f rad, the cart at %.4f m\n", largest, sar_stepper_time(stepper),
         y[LEAN], y[PLACE]);
  printf("the last two seconds once more: %s\n",
         y[LEAN] == again[LEAN] && y[PLACE] == again[PLACE] ? "the same bits" : "something else");
  return SAR_OK;
}

int main(int argc, char **argv) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarStepper *stepper = NULL;
  if (argc != 2) {
    fprintf(stderr, "usage: controller MODEL.yaml\n");
    sar_context_destroy(&context);
    return 2;
  }
  SarRunOptions options = sar_run_options_default();
  SarStatus status = sar_model_read(context, argv[1], NULL, 0, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  if (status == SAR_OK) status = sar_stepper_create(context, system, &options, &stepper);
  if (status == SAR_OK) status = balance(stepper);
  print_messages(context);
  sar_stepper_destroy(&stepper);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return sar_status_exit_code(status);
}
