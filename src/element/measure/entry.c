/* One of several: state(v, 2), output(plant, 1). */
#include "element/measure/measure.h"

SarStatus sar_measure_entry(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  double number = call->numbers[1];
  if (!(number >= 1 && number < 1e6 && number == (int)number)) {
    return sar_report(b->context, SAR_INPUT, call->source, b->name, "count from 1", "`%s` number %g is asked for",
                      call->class->name, number);
  }
  const char *quantity = sar_arena_printf(b->arena, "%c%d", (char)call->class->option, (int)number);
  if (!quantity) return sar_report_no_memory(b->context);
  return b->ops->quantity(b, call->names[0], quantity, call->source, out);
}
