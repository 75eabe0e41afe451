/* The C library lets a program bring its own malloc; this one forwards to glibc's under its second name. */
#include "linear/allocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "sanitized.h"

/* Volatile: compilers take it that malloc changes no variable of the program. */
static volatile long count;
static volatile long allowed = -1;

void allocations_fail_after(long successes) { allowed = successes; }
long allocations_count(void) { return count; }

#if SANITIZED || !defined(__GLIBC__)
bool allocations_watched(void) { return false; }
#else
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);

/* A debugger of memory such as valgrind may have taken malloc over. */
bool allocations_watched(void) {
  const long before = count;
  void *volatile block = malloc(1);
  free(block);
  return count == before + 1;
}

static bool permitted(void) {
  count++;
  if (allowed < 0) return true;
  if (allowed > 0) {
    allowed--;
    return true;
  }
  errno = ENOMEM;
  return false;
}

/* Visible, so that the shared libraries find them before the C library's. */
#define VISIBLE __attribute__((visibility("default")))

VISIBLE void *malloc(size_t size) { return permitted() ? __libc_malloc(size) : NULL; }
VISIBLE void *calloc(size_t number, size_t size) { return permitted() ? __libc_calloc(number, size) : NULL; }
VISIBLE void *realloc(void *old, size_t size) { return permitted() ? __libc_realloc(old, size) : NULL; }
#endif
