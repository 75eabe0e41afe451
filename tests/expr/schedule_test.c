/* The order of operations: what is read comes first, kinds stand together, calls stay where they are. */
#include "expr/schedule.h"

#include <stdlib.h>

#include "check.h"

enum { COUNT = 3000, CALL_EVERY = 700 };

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

/* Operations of four kinds that read earlier ones, not far back, and now and then a call. */
static void make(SarScheduled *operations) {
  static const SarOperation kinds[] = {SAR_EXPR_ADD, SAR_EXPR_MULTIPLY, SAR_EXPR_SIN, SAR_EXPR_SELECT};
  uint32_t random = 7;
  for (int32_t i = 0; i < COUNT; i++) {
    bool call = i % CALL_EVERY == CALL_EVERY - 1;
    operations[i].operation = call ? SAR_EXPR_CALL : kinds[next_random(&random) >> 30];
    for (int k = 0; k < SAR_EXPR_ARGUMENTS; k++) {
      int32_t at = i - 1 - (int32_t)(next_random(&random) >> 22);
      operations[i].arguments[k] = at >= 0 && !call && operations[at].operation != SAR_EXPR_CALL ? at : -1;
    }
  }
}

static int32_t count_runs(const SarScheduled *operations, const int32_t *order) {
  int32_t runs = 1;
  for (int32_t i = 1; i < COUNT; i++) runs += operations[order[i]].operation != operations[order[i - 1]].operation;
  return runs;
}

static void order_keeps_what_it_must(void **state) {
  (void)state;
  SarScheduled *operations = calloc(COUNT, sizeof *operations);
  int32_t *place = calloc(COUNT, sizeof *place), *order = calloc(COUNT, sizeof *order);
  assert_true(operations && place && order);
  make(operations);
  assert_true(sar_schedule(operations, COUNT, place));
  for (int32_t i = 0; i < COUNT; i++) order[i] = -1;
  for (int32_t i = 0; i < COUNT; i++) {
    assert_in_range(place[i], 0, COUNT - 1);
    assert_int_equal(order[place[i]], -1); /* no place twice */
    order[place[i]] = i;
    for (int k = 0; k < SAR_EXPR_ARGUMENTS; k++) {
      if (operations[i].arguments[k] >= 0) assert_true(place[operations[i].arguments[k]] < place[i]);
    }
    if (operations[i].operation == SAR_EXPR_CALL) assert_int_equal(place[i], i);
  }
  for (int32_t i = 0; i < COUNT; i++) { /* nothing passes a call */
    assert_int_equal((order[i] + 1) / CALL_EVERY, (i + 1) / CALL_EVERY);
  }
  assert_true(count_runs(operations, order) < COUNT / 20); /* as they came: 3/4 */
  free(operations);
  free(place);
  free(order);
}

static void nothing_to_order(void **state) {
  (void)state;
  assert_true(sar_schedule(NULL, 0, NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(order_keeps_what_it_must), cmocka_unit_test(nothing_to_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
