/* The hash of a run: 128-bit FNV-1a, a fingerprint for comparing results, not a protection against forgery. */
#ifndef SAR_RESULT_HASH_H
#define SAR_RESULT_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct SarHash {
  uint64_t high, low;
} SarHash;

#define SAR_HASH_TEXT_SIZE 33

SarHash sar_hash(void);
void sar_hash_bytes(SarHash *hash, const void *bytes, size_t count);
void sar_hash_text(SarHash *hash, const char *text); /* with its final zero, so that "ab","c" is not "a","bc" */
void sar_hash_real(SarHash *hash, double value);     /* eight bytes, lowest first, on every machine */
void sar_hash_reals(SarHash *hash, int32_t count, const double *values); /* one after the other */
void sar_hash_print(SarHash hash, char text[SAR_HASH_TEXT_SIZE]);        /* 32 hexadecimal digits */

/* The hash of a file's bytes, printed; "" if it cannot be read. */
void sar_hash_file(const char *path, char text[SAR_HASH_TEXT_SIZE]);

#endif
