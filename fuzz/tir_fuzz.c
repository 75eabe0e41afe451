/* Any bytes given as a property file of a tyre end in numbers that a tyre can be made of, or in a message; never in a
 * crash or a leak. What was read is evaluated: a force is a number or not one, but nothing breaks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/tir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const SarTyreFile *file) {
  SarTyreForce force;
  SarTyreSlip slip = {sar_dual_input(0.02, 0), sar_dual_input(0.05, 1), sar_dual(0), sar_dual_input(3000, 2),
                      sar_dual(1)};
  if (!file->model || !(file->data.number[SAR_TYRE_UNLOADED_RADIUS] > 0)) __builtin_trap();
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
    if (strchr(sar_tyre_number(i)->formats, file->model->format) && isinf(file->data.number[i])) __builtin_trap();
  }
  if (file->data.curve.count < 0 || file->data.curve.count == 1 || file->data.curve.count > SAR_LOAD_CURVE_POINTS)
    __builtin_trap();
  file->model->force(&file->data, &slip, &force);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  char *text = malloc(size + 1); /* readers get texts that end in a zero */
  static SarTyreFile file;
  if (context && text) {
    memcpy(text, data, size);
    text[size] = 0;
    SarStatus status = sar_tir_parse(context, "fuzz.tir", text, size, &file);
    if (status == SAR_OK) check(&file);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
  }
  free(text);
  sar_context_destroy(&context);
  return 0;
}
