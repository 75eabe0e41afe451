#define _POSIX_C_SOURCE 200809L

#include "linear/arpack.h"

#include <pthread.h>

#include "linear/one_thread.h"

/* The third mutable static of the library, after linear/one_thread.c and result/hdf5_common.c, for the same reason:
 * what it looks after belongs to the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void sar_arpack_begin(void) {
  pthread_mutex_lock(&lock);
  sar_one_thread_begin();
}

void sar_arpack_end(void) {
  sar_one_thread_end();
  pthread_mutex_unlock(&lock);
}
