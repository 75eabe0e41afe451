/* What a run gave, as bytes: the answer of a worker, and a record of the journal. */
#ifndef SAR_STUDY_RESULT_CODE_H
#define SAR_STUDY_RESULT_CODE_H

#include "study/bytes.h"
#include "study/job.h"

#define SAR_LONGEST_MESSAGE 400 /* bytes of a row's message; longer ones are cut */

typedef struct SarResultSize {
  int32_t nparameters, nresponses;
} SarResultSize;

void sar_result_encode(SarBytes *into, SarResultSize size, const SarJobResult *result);

/* Numbers and texts of a result that was decoded. */
typedef struct SarResultRoom {
  double *numbers;
  size_t count;
  SarBytes texts;
} SarResultRoom;
void sar_result_room_free(SarResultRoom *room);

/* out points into the room. SAR_INPUT, SAR_NO_MEMORY: not reported. */
SarStatus sar_result_decode(const uint8_t *bytes, size_t count, SarResultSize size, SarResultRoom *room,
                            SarJobResult *out);

#endif
