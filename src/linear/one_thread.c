/* The only mutable static of the library, because what it looks after is one number per process.
 *
 * Saving and restoring by each caller alone would not do: of two that overlap, the first to end would give the other
 * its threads back too early, and the second would restore the one thread it found. So callers are counted. */
#define _POSIX_C_SOURCE 200809L

#include "linear/one_thread.h"

#include <cblas.h>
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  int users;  /* between begin and end */
  int before; /* number of threads when the first of them began */
} blas = {.lock = PTHREAD_MUTEX_INITIALIZER};

void sar_one_thread_begin(void) {
  pthread_mutex_lock(&blas.lock);
  if (blas.users++ == 0) {
    blas.before = openblas_get_num_threads();
    if (blas.before != 1) openblas_set_num_threads(1);
  }
  pthread_mutex_unlock(&blas.lock);
}

void sar_one_thread_end(void) {
  pthread_mutex_lock(&blas.lock);
  if (--blas.users == 0 && blas.before != 1) openblas_set_num_threads(blas.before);
  pthread_mutex_unlock(&blas.lock);
}
