/* Rows that wait for their error bars. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/temporary.h"
#include "result/bars.h"
#include "result/text_file.h"

typedef struct Deferred {
  SarContext *context;
  SarSink inner;
  SarBarsOrder order;
  const SarBars *bars; /* null: none came */
  const SarSinkHeader *header;
  SarSinkHeader kept; /* of the caller, whose texts outlive the sink */
  FILE *rows;         /* time and values, one row after the other */
  int64_t count;
  SarStatus status;
} Deferred;

static SarStatus fail(Deferred *d) {
  int reason = errno;
  char what[4096];
  if (d->status != SAR_OK) return d->status;
  snprintf(what, sizeof what, "a temporary file in %s (TMPDIR chooses the folder)", sar_temporary_folder());
  d->status = sar_report_write(d->context, what, reason, "");
  return d->status;
}

static SarStatus begin(void *self, const SarSinkHeader *header) {
  Deferred *d = self;
  d->kept = *header;
  d->header = &d->kept;
  d->rows = sar_temporary_open();
  return d->rows ? SAR_OK : fail(d);
}

static SarStatus row(void *self, double time, const double *values) {
  Deferred *d = self;
  size_t count = (size_t)d->kept.ncolumns;
  if (d->status != SAR_OK) return d->status;
  if (fwrite(&time, sizeof time, 1, d->rows) != 1 || fwrite(values, sizeof *values, count, d->rows) != count) {
    return fail(d);
  }
  d->count++;
  return SAR_OK;
}

static void take_bars(void *self, const SarBars *bars) { ((Deferred *)self)->bars = bars; }

static SarStatus give_rows(Deferred *d, SarSink *to, double *values) {
  size_t count = (size_t)d->kept.ncolumns + 1;
  if (fflush(d->rows) != 0 || fseek(d->rows, 0, SEEK_SET) != 0) return fail(d);
  for (int64_t i = 0; i < d->count; i++) {
    if (fread(values, sizeof *values, count, d->rows) != count) return fail(d);
    SAR_TRY(to->row(to->self, values[0], values + 1));
  }
  return SAR_OK;
}

static SarStatus finish(void *self) {
  Deferred *d = self;
  if (!d->rows || d->status != SAR_OK) return d->status;
  if (d->bars) {
    SarSink barred;
    SAR_TRY(sar_sink_barred(d->context, d->inner, d->bars, d->order, &barred));
    d->inner = barred;
  }
  double *values = calloc((size_t)d->kept.ncolumns + 1, sizeof *values);
  d->status = values ? d->inner.begin(d->inner.self, d->header) : sar_report_no_memory(d->context);
  if (d->status == SAR_OK) d->status = give_rows(d, &d->inner, values);
  free(values);
  SarStatus finished = d->inner.finish(d->inner.self);
  return d->status == SAR_OK ? finished : d->status;
}

static void destroy(void *self) {
  Deferred *d = self;
  d->inner.destroy(d->inner.self);
  if (d->rows) fclose(d->rows);
  free(d);
}

SarStatus sar_sink_deferred(SarContext *context, SarSink inner, SarBarsOrder order, SarSink *out) {
  Deferred *d = calloc(1, sizeof *d);
  if (!d) {
    inner.destroy(inner.self);
    return sar_report_no_memory(context);
  }
  *d = (Deferred){.context = context, .inner = inner, .order = order};
  *out = (SarSink){d, begin, row, NULL, finish, destroy, NULL, NULL, take_bars, NULL};
  return SAR_OK;
}
