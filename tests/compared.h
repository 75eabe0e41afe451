/* Texts that are compared, counted: what reading costs, on any machine. The linker sends the calls of the test through
 * here (tests/CMakeLists.txt). */
#ifndef SAR_TESTS_COMPARED_H
#define SAR_TESTS_COMPARED_H

#include <string.h>

static long compared;

int __real_strcmp(const char *a, const char *b);
int __real_strncmp(const char *a, const char *b, size_t n);
int __real_memcmp(const void *a, const void *b, size_t n);
int __wrap_strcmp(const char *a, const char *b);
int __wrap_strncmp(const char *a, const char *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n);

int __wrap_strcmp(const char *a, const char *b) {
  compared++;
  return __real_strcmp(a, b);
}

int __wrap_strncmp(const char *a, const char *b, size_t n) {
  compared++;
  return __real_strncmp(a, b, n);
}

int __wrap_memcmp(const void *a, const void *b, size_t n) {
  compared++;
  return __real_memcmp(a, b, n);
}

#endif
