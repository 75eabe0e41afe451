/* What makes a page live: the model's texts with the numbers that sliders change, and the engine. */
#ifndef SAR_RESULT_PAGE_LIVE_H
#define SAR_RESULT_PAGE_LIVE_H

#include <stdio.h>

#include "base/json.h"
#include "result/page_run.h"

/* Elements of HTML behind the record: `sarrus-live` (JSON: name, text, files, parameters), `sarrus-worker` and
 * `sarrus-engine` (base64 of zlib of the bytes). */
SarStatus sar_page_put_live(SarContext *context, const SarPageLive *live, FILE *stream);

/* "parameters": the parameters that the files of a model write, each place once, in the order of the files. */
SarStatus sar_page_put_written(SarContext *context, const SarModel *model, SarJson *json);

#endif
