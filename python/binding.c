#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */

#include "binding.h"

#include <stdlib.h>
#include <time.h>

#define SECONDS_BETWEEN_LOOKS 0.02

SarrusLoaded *sarrus_loaded_create(void) {
  SarrusLoaded *loaded = calloc(1, sizeof *loaded);
  if (!loaded) return NULL;
  loaded->context = sar_context_create();
  if (loaded->context) return loaded;
  sarrus_loaded_end(loaded);
  return NULL;
}

void sarrus_loaded_end(SarrusLoaded *loaded) {
  sar_system_destroy(&loaded->system);
  sar_model_destroy(&loaded->model);
  sar_context_destroy(&loaded->context);
  free(loaded);
}

SarrusRan *sarrus_ran_create(void) {
  SarrusRan *ran = calloc(1, sizeof *ran);
  if (!ran) return NULL;
  ran->context = sar_context_create();
  if (ran->context && sar_table_create(ran->context, &ran->table) == SAR_OK) return ran;
  sarrus_ran_end(ran);
  return NULL;
}

void sarrus_ran_end(SarrusRan *ran) {
  sar_table_destroy(&ran->table);
  sar_context_destroy(&ran->context);
  free(ran);
}

/* The coarse clock costs a few nanoseconds; Python's lock may cost as long as another thread likes to keep it. */
int sarrus_watch_step(void *self, const SarProgress *progress) {
  SarrusWatch *watch = self;
  struct timespec time;
  (void)progress;
  if (!watch->handle) return 0;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
  if (watch->last == 0) watch->last = now;
  if (now - watch->last < SECONDS_BETWEEN_LOOKS) return 0;
  watch->last = now;
  return sarrus_poll(watch->handle);
}
