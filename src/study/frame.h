/* Records with a checksum: kind (4 bytes), length (8 bytes), payload, CRC-32C of all three (4 bytes), as in the
 * journals of runs. Journals of studies and the pipes of workers are made of them. */
#ifndef SAR_STUDY_FRAME_H
#define SAR_STUDY_FRAME_H

#include "result/crc32c.h"
#include "study/bytes.h"

#define SAR_FRAME_AROUND 16 /* bytes besides the payload */

/* Begins a record at the end of the buffer, and returns where. What is put until it is ended is its payload. */
size_t sar_frame_begin(SarBytes *into, uint32_t kind);
void sar_frame_end(const SarCrc32c *crc, SarBytes *into, size_t begun);

typedef struct SarFrame {
  uint32_t kind;
  const uint8_t *payload;
  size_t length;
  size_t bytes; /* of the whole record */
} SarFrame;

typedef enum SarFrameFound {
  SAR_FRAME_WHOLE,
  SAR_FRAME_PART,  /* more bytes must come */
  SAR_FRAME_WRONG, /* no record stands here */
} SarFrameFound;

/* The record at the beginning of `count` bytes. most: kinds go from 1 to this; longest: of a payload. */
SarFrameFound sar_frame_find(const SarCrc32c *crc, const uint8_t *at, size_t count, uint32_t most, uint64_t longest,
                             SarFrame *out);

#endif
