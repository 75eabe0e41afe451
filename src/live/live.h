/* One run of a model that is given as texts, as a live page asks for it: read, run, asked about by the doctor, and told
 * as one JSON value (docs/results.md, "Live pages"). */
#ifndef SAR_LIVE_LIVE_H
#define SAR_LIVE_LIVE_H

#include <stdio.h>

#include "model/model.h"

typedef struct SarLiveModel {
  const char *name, *text;   /* of the model's file: what messages call it, and what it holds */
  const SarModelFile *files; /* that it may include; the disk is not looked at */
  int32_t nfiles;
} SarLiveModel;

/* Called after every step: the part of the time that is done, 0 to 1. Nonzero: the run ends here. */
typedef struct SarLiveWatch {
  int (*tell)(void *self, double part);
  void *self;
} SarLiveWatch;

/* folder: where the journal of the run may stand while it lasts. The answer is written whatever becomes of the model:
 *
 *   {"status": "done" | "failed" | "stopped" | "wrong", "messages": [...], "doctor": [...], "parameters": [...] | null,
 *    "summary": {...} | null, "record": {...} | null}
 *
 * Messages have file, line and column where there is one. parameters: null where the model could not be read. record:
 * that of a results page; null where there is no row. Not SAR_OK: memory or the disk ended it, the text is of no use.
 */
SarStatus sar_live_run(const SarLiveModel *model, const char *folder, SarLiveWatch watch, FILE *out);

#endif
