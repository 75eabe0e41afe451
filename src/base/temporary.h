/* Files that nobody else sees, and that are gone when they are closed. */
#ifndef SAR_BASE_TEMPORARY_H
#define SAR_BASE_TEMPORARY_H

#include <stdio.h>

/* Where they are made: TMPDIR of the environment, or /tmp. */
const char *sar_temporary_folder(void);

/* To be written and read. Null: see errno. It has no name: whatever ends the program, nothing is left of it. */
FILE *sar_temporary_open(void);

#endif
