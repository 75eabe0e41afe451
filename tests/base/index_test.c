#include "base/index.h"

#include <stdio.h>

#include "check.h"

static void test_find(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static char texts[COUNT][12];
  SarArena *arena = sar_arena_create();
  SarIndex index = {.arena = arena};
  assert_int_equal(sar_index_get(&index, "n0"), -1);
  for (int32_t i = 0; i < COUNT; i++) {
    snprintf(texts[i], sizeof texts[i], "n%d", (int)i);
    assert_true(sar_index_put(&index, texts[i], 7 * i));
  }
  for (int32_t i = 0; i < COUNT; i++) assert_int_equal(sar_index_get(&index, texts[i]), 7 * i);
  assert_int_equal(index.count, COUNT);
  assert_int_equal(sar_index_get(&index, "n"), -1);
  assert_int_equal(sar_index_get(&index, ""), -1);
  sar_arena_destroy(&arena);
}

static void test_first_stays(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  SarIndex index = {.arena = arena};
  assert_true(sar_index_put(&index, "a", 1) && sar_index_put(&index, "a", 2) && sar_index_put(&index, "", 3));
  assert_int_equal(index.count, 2);
  assert_int_equal(sar_index_get(&index, "a"), 1);
  assert_int_equal(sar_index_get(&index, ""), 3);
  sar_arena_destroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_find), cmocka_unit_test(test_first_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
