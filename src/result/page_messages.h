/* Messages on a page. */
#ifndef SAR_RESULT_PAGE_MESSAGES_H
#define SAR_RESULT_PAGE_MESSAGES_H

#include "base/context.h"
#include "base/json.h"

/* An array of what was reported to `from`; null: nothing was. */
SarStatus sar_page_put_messages(SarContext *context, const char *key, const SarContext *from, SarJson *json);

#endif
