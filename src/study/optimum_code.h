/* What a search has found, and the messages that go with it, as bytes: part of its file, so that the same command is
 * answered without a run. What the study says itself (ranges, data, limits) is not repeated: bytes are read with the
 * study that they were made of. */
#ifndef SAR_STUDY_OPTIMUM_CODE_H
#define SAR_STUDY_OPTIMUM_CODE_H

#include "study/bytes.h"
#include "study/optimum.h"

/* Messages: those of the context from `first` on. */
void sar_optimum_encode(SarBytes *into, const SarOptimum *optimum, const SarContext *context, int32_t first);
/* out: from sar_optimum_create, as large as that of the study. Its messages are given again. SAR_INPUT, not reported:
 * these bytes are none. */
SarStatus sar_optimum_decode(SarByteReader *from, SarContext *context, const SarStudy *study, SarOptimumRoom *out);

#endif
