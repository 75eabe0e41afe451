/* Any text given to the reader ends in a model or in messages, never in a crash, a leak or a long wait. A model that
 * reads and is small is compiled, checked and run for a few steps: these too may only fail with a message. */
#include "model/model.h"
#include "read/read.h"
#include "sarrus/sarrus.h"

/* Bounds that keep the instrumented code within a second: a text of derivatives' worst kind, powers of powers, or a
 * loop that cannot be closed and is tried in all ways, takes a hundred times as long as without instruments. */
enum { MOST_ELEMENTS = 4, MOST_STEPS = 3, MOST_BYTES = 2048 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int stop_after_some_steps(void *self, const SarProgress *progress) {
  (void)self;
  return progress->steps >= MOST_STEPS;
}

/* A failure without a message, or a message without a failure, is a mistake. */
static void expect(SarContext *context, SarStatus status, int32_t errors_before) {
  if ((status < 0 && status != SAR_INTERRUPTED) != (sar_context_errors(context) > errors_before)) __builtin_trap();
}

static void run(SarContext *context, const SarSystem *system) {
  const SarCheck *check = NULL;
  int32_t errors = sar_context_errors(context);
  expect(context, sar_check(context, system, &check), errors);
  sar_check_destroy(&check);
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  SarTable *table;
  if (sar_table_create(context, &table) != SAR_OK) return;
  options.table = table;
  options.output_every = 0; /* every step: the model's own interval may be as fine as it likes */
  options.progress = stop_after_some_steps;
  errors = sar_context_errors(context);
  expect(context, sar_run(context, system, &options, &summary), errors);
  sar_table_destroy(&table);
}

static void use(SarContext *context, SarModel *model) {
  SarSystem *system = NULL;
  int32_t errors = sar_context_errors(context);
  SarStatus status = sar_system_compile(context, model, &system);
  expect(context, status, errors);
  if (status == SAR_OK) run(context, system);
  sar_system_destroy(&system);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  if (!context) return 0;
  SarReadOptions options = {.no_include = true, .max_elements = 2000};
  SarModel *model;
  SarStatus status = sar_model_read_text(context, "fuzz.yaml", (const char *)data, size, &options, &model);
  if (status == SAR_OK ? !model : model || sar_context_errors(context) == 0) __builtin_trap();
  if (model && model->nelements <= MOST_ELEMENTS && size <= MOST_BYTES) use(context, model);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return 0;
}
