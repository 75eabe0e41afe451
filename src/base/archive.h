/* Plain data to bytes and back, by one routine for both directions, so that what is saved and what is loaded cannot
 * differ. The bytes are for the program that wrote them: numbers as they stand in memory. Sections carry their names
 * and arrays their sizes, so that bytes of something else are refused. */
#ifndef SAR_BASE_ARCHIVE_H
#define SAR_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "sarrus/base.h"

typedef struct SarArchive {
  bool loading;
  unsigned char *bytes; /* saving: owned; loading: the caller's */
  size_t count;         /* of bytes written so far, or that there are */
  size_t capacity;      /* saving */
  size_t at;            /* loading: next byte */
  SarStatus status;     /* SAR_NO_MEMORY, or SAR_INPUT: the bytes are not those of this structure */
  bool no_matrices;     /* saving and loading: what is made for one pattern of matrices is left out */
} SarArchive;

SarArchive sar_archive_save(void); /* destroy with sar_archive_destroy */
SarArchive sar_archive_load(const void *bytes, size_t count);
void sar_archive_destroy(SarArchive *archive);
void sar_archive_rewind(SarArchive *archive); /* saving: begin anew, memory is kept */

/* After the first failure all calls do nothing; loading then leaves the data as they are. */
void sar_archive_section(SarArchive *archive, const char *name);
void sar_archive_bytes(SarArchive *archive, void *data, size_t count);
void sar_archive_flag(SarArchive *archive, bool *flag); /* a byte that is neither 0 nor 1 is refused */
void sar_archive_int(SarArchive *archive, int32_t *value, int32_t least, int32_t most); /* refused outside the range */
void sar_archive_reals(SarArchive *archive, double *data, int64_t count);
void sar_archive_save_reals(SarArchive *archive, const double *data, int64_t count); /* saving only */

/* All bytes of another archive, one that saves: into this one, or out of it. */
void sar_archive_inner(SarArchive *archive, SarArchive *inner);

/* One variable or plain struct. */
#define SAR_ARCHIVE(archive, variable) sar_archive_bytes((archive), &(variable), sizeof(variable))

/* Loading: SAR_INPUT unless everything was read and nothing is left. */
SarStatus sar_archive_end(SarArchive *archive);

#endif
