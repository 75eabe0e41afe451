#define _POSIX_C_SOURCE 200809L

#include "linear/arpack.h"

#include <pthread.h>

#include "linear/one_thread.h"

/* The third mutable static of the library, after linear/one_thread.c and store/hdf5_access.c, for the same reason:
 * what it looks after belongs to the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* In a child the thread that may have it does not exist. What ARPACK keeps begins anew with every search; so nobody has
 * to wait until one is over, which may take long, before forking. */
static void renew(void) { pthread_mutex_init(&lock, NULL); }

__attribute__((constructor)) static void be_asked_at_forks(void) { pthread_atfork(NULL, NULL, renew); }

void sar_arpack_begin(void) {
  pthread_mutex_lock(&lock);
  sar_one_thread_begin();
}

void sar_arpack_end(void) {
  sar_one_thread_end();
  pthread_mutex_unlock(&lock);
}
