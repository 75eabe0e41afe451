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

/* Whoever forks waits for others to be through here: the child would wait for a thread that it does not have. */
static void lock(void) { pthread_mutex_lock(&blas.lock); }

static void unlock(void) { pthread_mutex_unlock(&blas.lock); }

__attribute__((constructor)) static void be_asked_at_forks(void) { pthread_atfork(lock, unlock, unlock); }

void sar_one_thread_begin(void) {
  lock();
  if (blas.users++ == 0) {
    blas.before = openblas_get_num_threads();
    if (blas.before != 1) openblas_set_num_threads(1);
  }
  unlock();
}

void sar_one_thread_end(void) {
  lock();
  if (--blas.users == 0 && blas.before != 1) openblas_set_num_threads(blas.before);
  unlock();
}
