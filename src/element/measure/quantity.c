/* What elements offer under a name of its own: angle(A), length(s), value(x) (Adams: VARVAL, DIF, DIF1, ARYVAL). */
#include "element/measure/measure.h"

SarStatus sar_measure_quantity(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  return b->ops->quantity(b, call->names[0], call->class->name, call->sources[0], out);
}

#define MOST 1000000 /* of states of one element */

/* The quantity x2 of v, for the word x and the number 2. */
static SarStatus numbered(SarBuilder *b, const SarMeasureCall *call, const char *word, const SarExpr **out) {
  double number = call->numbers[1];
  int index = number >= 1 && number <= MOST ? (int)number : 0;
  if (index == 0 || number != index) {
    return sar_report(b->context, SAR_INPUT, call->sources[1], b->name, "count from 1, which is the first",
                      "%s number %g of `%s` is asked for", call->class->name, number, call->names[0]);
  }
  const char *quantity = sar_arena_printf(b->arena, "%s%d", word, index);
  if (!quantity) return sar_report_no_memory(b->context);
  return b->ops->quantity(b, call->names[0], quantity, call->sources[1], out);
}

/* state(v, 2), output(g, 2): the option is the letter. */
SarStatus sar_measure_numbered(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  const char word[2] = {(char)call->class->option, 0};
  return numbered(b, call, word, out);
}

/* amplitude(frame, 2): the amplitude that is the column frame.mode2. */
SarStatus sar_measure_mode(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  return numbered(b, call, "mode", out);
}

/* mode(): of no element. */
SarStatus sar_measure_analysis(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  (void)call;
  *out = b->ops->mode(b);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

/* rate(x), or rate(v, 2), which is no column of its own but the rate of state(v, 2). */
SarStatus sar_measure_rate(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  if (!call->given[1]) return sar_measure_quantity(b, call, out);
  const SarExpr *state;
  SAR_TRY(numbered(b, call, "x", &state));
  return b->ops->rate(b, state, out);
}
