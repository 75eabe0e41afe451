/* FMUs that others might have made (tests/data/fmus). */
#ifndef SAR_TESTS_FMI_FOREIGN_H
#define SAR_TESTS_FMI_FOREIGN_H

#include <stddef.h>

/* A file inside; object: its bytes are those of this shared object, and not a text. */
typedef struct ForeignFile {
  const char *name, *text, *object;
} ForeignFile;

/* Writes the files as a zip archive. */
void foreign_write(const char *path, const ForeignFile *files, int count);

/* binaries/.../NAME.so of this machine, in the words of a version. */
const char *foreign_place(int version, const char *name, char *room, size_t size);

#endif
