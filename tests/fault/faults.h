/* Faults on demand: the linker sends every allocation and every use of a file in our objects through these functions
 * (--wrap, tests/CMakeLists.txt), which count them, make one of them fail and remember what has not been freed.
 *
 * Works under the sanitizers as well, because theirs is the malloc that is wrapped. Without sanitizers allocations
 * inside the libraries (HDF5, SuiteSparse, libyaml, the C library) can be made to fail too. */
#ifndef SAR_TEST_FAULT_FAULTS_H
#define SAR_TEST_FAULT_FAULTS_H

#include <stdbool.h>

enum { FAULTS_TRAIL = 5 }; /* with the 0 at the end */

typedef enum FaultKind {
  FAULT_MEMORY,         /* malloc, calloc, realloc, strdup, open_memstream of our own objects */
  FAULT_FILE,           /* open, write, flush, close and the like of our own objects */
  FAULT_ANY_ALLOCATION, /* malloc, calloc, realloc of the whole process; see faults_reach_libraries */
} FaultKind;

/* From now on the n-th call of this kind fails (n counts from 1; 0: none), and with `onwards` all calls after it. */
void faults_begin(FaultKind kind, long n, bool onwards);

long faults_end(void);      /* stops; the number of calls of the kind since faults_begin */
bool faults_happened(void); /* whether a call has failed since faults_begin */
long faults_live(void);     /* blocks that our objects have allocated since faults_begin and not freed */
/* The last of those calls that put results in their place: fdatasync (d), rename (r), fsync (s), unlink (u). */
void faults_trail(char trail[FAULTS_TRAIL]);
bool faults_reach_libraries(void); /* false under sanitizers */

#endif
