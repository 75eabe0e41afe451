/* Counts the allocations of the whole process, shared libraries included, and makes them fail on demand. */
#ifndef SAR_TEST_LINEAR_ALLOCATIONS_H
#define SAR_TEST_LINEAR_ALLOCATIONS_H

#include <stdbool.h>

/* False under a sanitizer or valgrind, which bring their own malloc: then nothing is counted and nothing fails. */
bool allocations_watched(void);
long allocations_count(void); /* calls of malloc, calloc and realloc so far */

/* The allocation after `successes` further ones fails, and so do all that follow; a negative number ends it. */
void allocations_fail_after(long successes);

#endif
