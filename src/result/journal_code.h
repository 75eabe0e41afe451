/* The bytes of a journal: numbers lowest byte first, the header record, the frame of every record. */
#ifndef SAR_RESULT_JOURNAL_CODE_H
#define SAR_RESULT_JOURNAL_CODE_H

#include <string.h>

#include "base/arena.h"
#include "result/sink.h"

#define SAR_JOURNAL_MAGIC "\x89SARJ\r\n\x1a"
#define SAR_JOURNAL_VERSION 3
#define SAR_JOURNAL_KINDS 3     /* from this one on the header has the columns by kinds of elements */
#define SAR_JOURNAL_OLDEST 1    /* that can be read: steps without the violation of constraints */
#define SAR_JOURNAL_PREAMBLE 16 /* bytes before the first record */
#define SAR_RECORD_HEAD 12      /* kind and length */
#define SAR_RECORD_TAIL 4       /* checksum */
#define SAR_STEP_BYTES 52
#define SAR_STEP_OLD_BYTES 36 /* up to format 1 */
#define SAR_END_BYTES 4
#define SAR_EVENT_BYTES 16

/* To the order of a file and back. */
static inline uint64_t sar_lowest_first(uint64_t value) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

static inline void sar_put_u64(uint8_t *at, uint64_t value) {
  value = sar_lowest_first(value);
  memcpy(at, &value, sizeof value);
}

static inline uint64_t sar_get_u64(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return sar_lowest_first(value);
}

static inline void sar_put_u32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static inline uint32_t sar_get_u32(const uint8_t *at) {
  uint32_t value = 0;
  for (int i = 0; i < 4; i++) value |= (uint32_t)at[i] << 8 * i;
  return value;
}

static inline void sar_put_real(uint8_t *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  sar_put_u64(at, bits);
}

static inline double sar_get_real(const uint8_t *at) {
  uint64_t bits = sar_get_u64(at);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline void sar_get_reals(const uint8_t *restrict at, int32_t count, double *restrict values) {
  for (int32_t i = 0; i < count; i++) values[i] = sar_get_real(at + 8 * (size_t)i);
}

void sar_step_encode(const SarStepRecord *step, uint8_t bytes[SAR_STEP_BYTES]);
/* count: SAR_STEP_BYTES or SAR_STEP_OLD_BYTES; false: the record is none of a step. */
bool sar_step_decode(const uint8_t *bytes, size_t count, SarStepRecord *out);

void sar_event_encode(const SarEventRecord *event, uint8_t bytes[SAR_EVENT_BYTES]);
void sar_event_decode(const uint8_t bytes[SAR_EVENT_BYTES], SarEventRecord *out);

/* The header's payload; freed by the caller. Null when memory is exhausted. */
uint8_t *sar_header_encode(const SarSinkHeader *header, size_t *count);

/* Fills a header from a payload; texts and columns are made in the arena. SAR_INPUT (not reported) if the payload is no
 * header: texts that run over the end, names no element can have, units that are not positive. */
SarStatus sar_header_decode(const uint8_t *bytes, size_t count, SarArena *arena, SarSinkHeader *out);
/* Of a journal of this format. */
SarStatus sar_header_decode_format(const uint8_t *bytes, size_t count, uint32_t format, SarArena *arena,
                                   SarSinkHeader *out);

#endif
