/* Zip archives (APPNOTE 6.3), as FMUs are: files with their paths, deflated. What is written depends on nothing but
 * what is put in: no times, no owners. Archives of more than 4 GB or 65535 files (Zip64), encrypted ones and those in
 * several parts are neither written nor read. */
#ifndef SAR_STORE_ZIP_H
#define SAR_STORE_ZIP_H

#include <stdio.h>

#include "base/arena.h"
#include "base/context.h"

/* ---- writing ---- */

typedef struct SarZipWriter SarZipWriter;

/* Onto a stream that is open for writing and belongs to the caller; path: what messages call it. */
SarStatus sar_zip_begin(SarContext *context, FILE *stream, const char *path, SarZipWriter **out);
/* One more file; name: its path inside, with slashes. */
SarStatus sar_zip_add(SarZipWriter *writer, const char *name, const void *bytes, size_t count);
/* The directory at the end, where status is SAR_OK so far; gives the writer back in any case. Returns the status. */
SarStatus sar_zip_end(SarZipWriter **writer, SarStatus status);

/* ---- reading ---- */

typedef struct SarZip SarZip;

/* The whole archive in memory. from, shown: where it is named, and how, for messages. SAR_INPUT: it cannot be read, it
 * is damaged, or there is something in it that could leave the folder that it is unpacked to. */
SarStatus sar_zip_open(SarContext *context, const char *path, const char *shown, SarSource from, SarZip **out);
void sar_zip_close(SarZip **zip);

/* The names of its files, in the order of its directory; null past the last one. Names of folders end in a slash. */
const char *sar_zip_name(const SarZip *zip, int32_t index);
/* The number of a file, -1: it is not there. */
int32_t sar_zip_find(const SarZip *zip, const char *name);

/* The bytes of a file with a final zero that does not count, to be freed; null after a failure. */
SarStatus sar_zip_read(SarZip *zip, int32_t index, unsigned char **bytes, size_t *count);

/* Writes all of them into a folder that is there. */
SarStatus sar_zip_unpack(SarZip *zip, const char *folder);

#endif
