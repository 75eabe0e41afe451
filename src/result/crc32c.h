/* CRC-32C (Castagnoli), the checksum of iSCSI and of many file formats: finds every burst of up to 32 wrong bits. */
#ifndef SAR_RESULT_CRC32C_H
#define SAR_RESULT_CRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Eight bytes at a time need eight tables; made once by whoever checks much. */
typedef struct SarCrc32c {
  bool instruction; /* the processor has one, and the tables are not used */
  uint32_t table[8][256];
} SarCrc32c;

void sar_crc32c_prepare(SarCrc32c *crc);

/* Continues a checksum over more bytes; 0 begins one. */
uint32_t sar_crc32c(const SarCrc32c *crc, uint32_t before, const void *bytes, size_t count);

#endif
