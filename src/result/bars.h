/* Error bars on their way into files. A run knows them only when it is over: they come to a sink behind the last row,
 * and whoever writes them must have kept the rows until then. */
#ifndef SAR_RESULT_BARS_H
#define SAR_RESULT_BARS_H

#include "result/sink.h"

/* The bars at a time: of the two times around it the larger ones; the nearest beyond the ends. `from` remembers where
 * the last one was found, 0 at first; times may go on in any way, forwards is quick. */
void sar_bars_at(const SarBars *bars, double time, int64_t *from, double *values);

/* Where the bars stand among the columns of a file. */
typedef enum SarBarsOrder {
  SAR_BARS_BEHIND_ALL, /* all columns, then all bars */
  SAR_BARS_BEHIND_EACH /* x, x_error, y, y_error */
} SarBarsOrder;

/* Gives rows on to `inner` with their bars as further columns. Finish and destroy are those of the inner one. */
SarStatus sar_sink_barred(SarContext *context, SarSink inner, const SarBars *bars, SarBarsOrder order, SarSink *out);

/* Keeps the rows, in a file without a name, until finish, and gives them to `inner` then: with bars if some came. The
 * inner one gets neither steps nor events nor checkpoints. */
SarStatus sar_sink_deferred(SarContext *context, SarSink inner, SarBarsOrder order, SarSink *out);

#endif
