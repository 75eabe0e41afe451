/* Any text given to the reader ends in a model or in messages, never in a crash, a leak or a long wait. */
#include "read/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  if (!context) return 0;
  SarReadOptions options = {.no_include = true, .max_elements = 2000};
  SarModel *model;
  SarStatus status = sar_model_read_text(context, "fuzz.yaml", (const char *)data, size, &options, &model);
  if (status == SAR_OK ? !model : model || sar_context_errors(context) == 0) __builtin_trap();
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return 0;
}
