#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "fault/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "sanitized.h"

/* Volatile: compilers take it that malloc changes no variable of the program. */
static volatile bool active, happened, onwards;
static volatile FaultKind watched;
static volatile long count, failing;
static char last_calls[FAULTS_TRAIL];

/* ---- blocks alive: open addressing with a fixed number of places ---- */

enum { PLACES = 1 << 16 };
static const void *blocks[PLACES];
static long live;
static const char gone; /* marks a place that was used */

static uint32_t place_of(const void *block) { return (uint32_t)(((uintptr_t)block >> 4) * 2654435761u) % PLACES; }

static void remember(const void *block) {
  if (!active || !block) return;
  for (uint32_t i = place_of(block), n = 0; n < PLACES; i = (i + 1) % PLACES, n++) {
    if (blocks[i] && blocks[i] != &gone) continue;
    blocks[i] = block;
    live++;
    return;
  }
}

/* Blocks that a library allocated and we free are not in the table; that is fine. */
static void forget(const void *block) {
  if (!block) return;
  for (uint32_t i = place_of(block), n = 0; n < PLACES && blocks[i]; i = (i + 1) % PLACES, n++) {
    if (blocks[i] != block) continue;
    blocks[i] = &gone;
    live--;
    return;
  }
}

void faults_begin(FaultKind kind, long n, bool all) {
  memset(blocks, 0, sizeof blocks);
  live = 0;
  watched = kind;
  count = 0;
  memset(last_calls, 0, sizeof last_calls);
  failing = n;
  onwards = all;
  happened = false;
  active = true;
}

long faults_end(void) {
  active = false;
  return count;
}

bool faults_happened(void) { return happened; }
long faults_live(void) { return live; }
void faults_trail(char trail[FAULTS_TRAIL]) { memcpy(trail, last_calls, FAULTS_TRAIL); }

static bool fails(FaultKind kind, int reason) {
  if (!active || kind != watched) return false;
  count++;
  if (!failing || (onwards ? count < failing : count != failing)) return false;
  happened = true;
  errno = reason;
  return true;
}

/* ---- memory of our own objects ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t number, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t number, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size) {
  void *block = fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_malloc(size);
  remember(block);
  return block;
}

void *__wrap_calloc(size_t number, size_t size) {
  void *block = fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_calloc(number, size);
  remember(block);
  return block;
}

void *__wrap_realloc(void *old, size_t size) {
  if (fails(FAULT_MEMORY, ENOMEM)) return NULL;
  forget(old);
  void *block = __real_realloc(old, size);
  remember(block ? block : old);
  return block;
}

char *__wrap_strdup(const char *text) {
  char *copy = fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_strdup(text);
  remember(copy);
  return copy;
}

void __wrap_free(void *block) {
  forget(block);
  __real_free(block);
}

/* ---- files of our own objects ---- */

static void note(char letter) {
  enum { LAST = FAULTS_TRAIL - 2 };
  if (!active) return;
  if (last_calls[LAST]) memmove(last_calls, last_calls + 1, LAST);
  last_calls[strlen(last_calls) - (last_calls[LAST] != 0)] = letter;
}

/* declare and define: a function that answers `failure` with errno = reason when its turn has come */
#define FILE_FAULT(result, name, parameters, arguments, reason, failure) \
  result __real_##name parameters;                                       \
  result __wrap_##name parameters;                                       \
  result __wrap_##name parameters { return fails(FAULT_FILE, reason) ? (failure) : __real_##name arguments; }

/* and remember that it was called */
#define NOTED_FAULT(letter, name, parameters, arguments, reason)     \
  int __real_##name parameters;                                      \
  int __wrap_##name parameters;                                      \
  int __wrap_##name parameters {                                     \
    note(letter);                                                    \
    return fails(FAULT_FILE, reason) ? -1 : __real_##name arguments; \
  }

FILE_FAULT(ssize_t, write, (int file, const void *bytes, size_t n), (file, bytes, n), ENOSPC, -1)
FILE_FAULT(ssize_t, pwrite, (int file, const void *bytes, size_t n, off_t at), (file, bytes, n, at), ENOSPC, -1)
FILE_FAULT(ssize_t, pwrite64, (int file, const void *bytes, size_t n, off_t at), (file, bytes, n, at), ENOSPC, -1)
FILE_FAULT(ssize_t, read, (int file, void *bytes, size_t n), (file, bytes, n), EIO, -1)
FILE_FAULT(ssize_t, pread, (int file, void *bytes, size_t n, off_t at), (file, bytes, n, at), EIO, -1)
FILE_FAULT(ssize_t, pread64, (int file, void *bytes, size_t n, off_t at), (file, bytes, n, at), EIO, -1)
/* Emptying a file works on a full disk. */
FILE_FAULT(int, ftruncate, (int file, off_t size), (file, size), ENOSPC, size ? -1 : __real_ftruncate(file, size))
FILE_FAULT(int, ftruncate64, (int file, off_t size), (file, size), ENOSPC, size ? -1 : __real_ftruncate64(file, size))
NOTED_FAULT('s', fsync, (int file), (file), EIO)
NOTED_FAULT('d', fdatasync, (int file), (file), EIO)
FILE_FAULT(char *, realpath, (const char *path, char *resolved), (path, resolved), ENOMEM, NULL)
NOTED_FAULT('r', rename, (const char *from, const char *to), (from, to), EIO)
FILE_FAULT(int, link, (const char *from, const char *to), (from, to), EIO, -1)
NOTED_FAULT('u', unlink, (const char *path), (path), EROFS)
FILE_FAULT(int, flock, (int file, int operation), (file, operation), ENOLCK, -1)
FILE_FAULT(int, mkstemps, (char *pattern, int suffix), (pattern, suffix), ENOSPC, -1)
FILE_FAULT(FILE *, fopen, (const char *path, const char *mode), (path, mode), EMFILE, NULL)
FILE_FAULT(FILE *, fopen64, (const char *path, const char *mode), (path, mode), EMFILE, NULL)
FILE_FAULT(FILE *, fdopen, (int file, const char *mode), (file, mode), EMFILE, NULL)

/* The program looks for its other files beside itself: the program of the build, not this test. */
ssize_t __real_readlink(const char *path, char *target, size_t size);
ssize_t __wrap_readlink(const char *path, char *target, size_t size);
ssize_t __wrap_readlink(const char *path, char *target, size_t size) {
  if (fails(FAULT_FILE, EIO)) return -1;
  if (strcmp(path, "/proc/self/exe") != 0) return __real_readlink(path, target, size);
  size_t length = strlen(SAR_PROGRAM) < size ? strlen(SAR_PROGRAM) : size;
  memcpy(target, SAR_PROGRAM, length);
  return (ssize_t)length;
}

/* After a failed close the descriptor is gone, as with a disk that turns out to be full only then. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) {
  int result = __real_close(file);
  return fails(FAULT_FILE, EIO) ? -1 : result;
}

int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream) {
  int result = __real_fclose(stream);
  return fails(FAULT_FILE, ENOSPC) ? EOF : result;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  return fails(FAULT_FILE, EMFILE) ? -1 : __real_open(path, flags, mode);
}

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  return fails(FAULT_FILE, EMFILE) ? -1 : __real_open64(path, flags, mode);
}

/* A stream that could not be written says so ever after. */
static bool stream_fails(FILE *stream, int reason) {
  if (stream == stderr || !fails(FAULT_FILE, reason)) return false; /* messages are what we want to read */
  if (stream) stream->_flags |= _IO_ERR_SEEN;
  return true;
}

size_t __real_fwrite(const void *bytes, size_t size, size_t n, FILE *stream);
size_t __wrap_fwrite(const void *bytes, size_t size, size_t n, FILE *stream);
size_t __wrap_fwrite(const void *bytes, size_t size, size_t n, FILE *stream) {
  return stream_fails(stream, ENOSPC) ? 0 : __real_fwrite(bytes, size, n, stream);
}

size_t __real_fread(void *bytes, size_t size, size_t n, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t n, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t n, FILE *stream) {
  return stream_fails(stream, EIO) ? 0 : __real_fread(bytes, size, n, stream);
}

int __real_fflush(FILE *stream);
int __wrap_fflush(FILE *stream);
int __wrap_fflush(FILE *stream) { return stream_fails(stream, ENOSPC) ? EOF : __real_fflush(stream); }

FILE *__real_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size) {
  return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_open_memstream(text, size);
}

/* ---- time ---- */

/* It stands in the tables of studies, and no two calls take the same. */
double __wrap_sar_cpu_seconds(void);
double __wrap_sar_cpu_seconds(void) { return 0; }

/* ---- memory of the whole process ---- */

#if SANITIZED || !defined(__GLIBC__)
bool faults_reach_libraries(void) { return false; }
#else
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);

/* A debugger of memory such as valgrind may have taken malloc over. */
bool faults_reach_libraries(void) {
  faults_begin(FAULT_ANY_ALLOCATION, 0, false);
  void *volatile block = __real_malloc(1);
  __real_free(block);
  return faults_end() == 1;
}

/* Visible, so that the shared libraries find them before the C library's. */
#define VISIBLE __attribute__((visibility("default")))
#undef malloc
#undef calloc
#undef realloc

VISIBLE void *malloc(size_t size) { return fails(FAULT_ANY_ALLOCATION, ENOMEM) ? NULL : __libc_malloc(size); }
VISIBLE void *calloc(size_t number, size_t size) {
  return fails(FAULT_ANY_ALLOCATION, ENOMEM) ? NULL : __libc_calloc(number, size);
}
VISIBLE void *realloc(void *old, size_t size) {
  return fails(FAULT_ANY_ALLOCATION, ENOMEM) ? NULL : __libc_realloc(old, size);
}
#endif
