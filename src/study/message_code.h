/* Messages as bytes: what a worker has to say, and what was said of a search. */
#ifndef SAR_STUDY_MESSAGE_CODE_H
#define SAR_STUDY_MESSAGE_CODE_H

#include "base/context.h"
#include "study/bytes.h"

/* Those of the context from `first` on with this severity, or a higher one. */
void sar_messages_encode(SarBytes *into, const SarContext *from, int32_t first, SarSeverity least);
/* Reports all of them again. SAR_INPUT, SAR_NO_MEMORY, not reported: these bytes are none, or no memory. */
SarStatus sar_messages_decode(SarByteReader *from, SarContext *into);

#endif
