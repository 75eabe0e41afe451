/* One thread in HDF5 at a time, its errors switched off around our calls and back to what the host program had.
 *
 * The lock is the library's second mutable static (the first: linear/one_thread.c). It cannot belong to a context or a
 * file: HDF5, unless built for threads, keeps lists of its open objects and of its free memory for the whole process,
 * and two runs that share nothing else meet there. */
#define _POSIX_C_SOURCE 200809L

#include "store/hdf5_access.h"

#include <hdf5.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/* The superblock, versions 2 and 3: signature, version, size of offsets, size of lengths, flags; four offsets: of the
 * file's base, an extension, the end of the file and the root group; a checksum. */
#define END_AT 28

static pthread_mutex_t one_thread = PTHREAD_MUTEX_INITIALIZER;

/* A process that forks while another of its threads is in HDF5 waits for that thread: the child gets neither a lock
 * that nobody will ever give back, nor lists that are half written. */
static void lock(void) { pthread_mutex_lock(&one_thread); }

static void unlock(void) { pthread_mutex_unlock(&one_thread); }

__attribute__((constructor)) static void be_asked_at_forks(void) { pthread_atfork(lock, unlock, unlock); }

SarHdf5Silence sar_hdf5_enter(void) {
  SarHdf5Silence before = {0};
  lock();
  H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

void sar_hdf5_leave(SarHdf5Silence before) {
  H5Eset_auto2(H5E_DEFAULT, before.function, before.data);
  unlock();
}

int64_t sar_hdf5_told(const uint8_t head[SAR_HDF5_HEAD]) {
  static const uint8_t signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  bool known =
      memcmp(head, signature, sizeof signature) == 0 && (head[8] == 2 || head[8] == 3) && head[9] == 8 && head[10] == 8;
  uint64_t told = 0;
  for (int i = 8; known && i-- > 0;) told = told << 8 | head[END_AT + i];
  return told < INT64_MAX ? (int64_t)told : 0;
}
