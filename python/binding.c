#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE, dladdr */

#include "binding.h"

#include <dlfcn.h>
#include <stdbool.h>
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
static int look(SarrusWatch *watch) {
  struct timespec time;
  if (!watch->handle) return 0;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
  if (watch->last == 0) watch->last = now;
  if (now - watch->last < SECONDS_BETWEEN_LOOKS) return 0;
  watch->last = now;
  return sarrus_poll(watch->handle);
}

int sarrus_watch_step(void *self, const SarProgress *progress) {
  (void)progress;
  return look(self);
}

int sarrus_watch_race(void *self, const SarRaceProgress *progress) {
  (void)progress;
  return look(self);
}

SarrusLive *sarrus_live_create(void) {
  SarrusLive *live = calloc(1, sizeof *live);
  if (!live) return NULL;
  live->taken = -1;
  live->context = sar_context_create();
  if (live->context) return live;
  sarrus_live_end(live);
  return NULL;
}

void sarrus_live_end(SarrusLive *live) {
  sar_stepper_destroy(&live->stepper);
  sar_context_destroy(&live->context);
  free(live);
}

static bool take(SarrusLive *live) { return !__atomic_exchange_n(&live->busy, 1, __ATOMIC_ACQUIRE); }

static void give_back(SarrusLive *live) { __atomic_store_n(&live->busy, 0, __ATOMIC_RELEASE); }

bool sarrus_live_take(SarrusLive *live, SarrusHold *hold) {
  if (take(live)) hold->live = live;
  return hold->live;
}

void sarrus_live_give_back(SarrusHold *hold) {
  if (hold->live) give_back(hold->live);
  hold->live = NULL;
}

static int to_next_point(SarrusLive *live) {
  if (live->taken < 0) {
    live->taken = 0;
    return 0;
  }
  if (sar_stepper_stopped(live->stepper) || sar_stepper_time(live->stepper) >= live->end) return SARRUS_LIVE_OVER;
  /* Products, not sums: rounding does not add up. A rest that is only rounding is no step of its own. */
  double next = live->first + (double)(live->taken + 1) * live->step;
  if (next > live->end - 1e-9 * live->step) next = live->end;
  SarStatus status = sar_stepper_advance(live->stepper, next);
  if (status == SAR_OK) live->taken++;
  return status;
}

int sarrus_live_next(SarrusLive *live) {
  if (!take(live)) return SARRUS_LIVE_BUSY;
  int answer = to_next_point(live);
  give_back(live);
  return answer;
}

int sarrus_live_advance(SarrusLive *live, double time) {
  if (!take(live)) return SARRUS_LIVE_BUSY;
  SarStatus status = sar_stepper_advance(live->stepper, time);
  sarrus_live_count_from_here(live);
  give_back(live);
  return status;
}

int sarrus_live_read(SarrusLive *live, double *values, int32_t count) {
  if (!take(live)) return SARRUS_LIVE_BUSY;
  SarStatus status = sar_stepper_get_all(live->stepper, values, count);
  give_back(live);
  return status;
}

int sarrus_live_set(SarrusLive *live, int32_t input, double value) {
  if (!take(live)) return SARRUS_LIVE_BUSY;
  SarStatus status = sar_stepper_set(live->stepper, input, value);
  give_back(live);
  return status;
}

void sarrus_live_count_from_here(SarrusLive *live) {
  live->first = sar_stepper_time(live->stepper);
  live->taken = 0;
}

double sarrus_live_time(const SarrusLive *live) { return sar_stepper_time(live->stepper); }

bool sarrus_live_stopped(const SarrusLive *live) { return sar_stepper_stopped(live->stepper); }

const char *sarrus_library(void) {
  Dl_info info;
  const void *inside = (const void *)sar_version();
  return dladdr(inside, &info) ? info.dli_fname : NULL;
}
