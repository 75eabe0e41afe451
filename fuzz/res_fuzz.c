/* Any bytes given as a results file of Adams end in a table or in a message; never in a crash or a leak. */
#include <stdlib.h>
#include <string.h>

#include "result/xrf_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(SarTable *table) {
  if (sar_table_columns(table) < 2 || !sar_table_values(table, sar_table_columns(table) - 1)) __builtin_trap();
  for (int32_t i = 0; i < sar_table_columns(table); i++) {
    if (!sar_table_name(table, i) || !sar_table_unit(table, i)) __builtin_trap();
  }
  if (sar_xrf_plain_names(table) != SAR_OK) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  SarTable *table = NULL;
  if (context && sar_table_create(context, &table) == SAR_OK) {
    SarStatus status = sar_xrf_read_text(table, "fuzz.res", (const char *)data, size);
    if (status == SAR_OK) check(table);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
  }
  sar_table_destroy(&table);
  sar_context_destroy(&context);
  return 0;
}
