/* Any bytes given as a robot in URDF end in a model or in messages, never in a crash, a leak or a long wait. A model
 * that is small is compiled. */
#include "model/model.h"
#include "read/read.h"
#include "sarrus/sarrus.h"

enum { MOST_ELEMENTS = 12, MOST_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  if (!context) return 0;
  SarReadOptions options = {
      .no_include = true, .max_elements = 2000, .files_only = true, .deck = {.fixed_base = size % 2 != 0}};
  SarModel *model;
  SarStatus status = sar_model_read_text(context, "fuzz.urdf", (const char *)data, size, &options, &model);
  /* A failure without a message, or a message without a failure, is a mistake. */
  if (status == SAR_OK ? !model : model || sar_context_errors(context) == 0) __builtin_trap();
  if (model && model->nelements <= MOST_ELEMENTS && size <= MOST_BYTES) {
    SarSystem *system = NULL;
    int32_t errors = sar_context_errors(context);
    SarStatus compiled = sar_system_compile(context, model, &system);
    if ((compiled < 0) != (sar_context_errors(context) > errors)) __builtin_trap();
    sar_system_destroy(&system);
  }
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return 0;
}
